// ValueNames: what values are called in printed text, %arg0, %0, %cst_1, as MLIR numbers them.
//
// All ops of a region are numbered before what is nested in them; a nested region goes on from the numbers its parent
// ended with. Entry arguments count on their own (%arg0). A few ops suggest names for their results or arguments (%c,
// %cst, %iterArg, %values); a name that is taken gets a number behind it, from one counter for all names.
#ifndef CPPJRT_STABLEHLO_TEXT_NAMES_H_
#define CPPJRT_STABLEHLO_TEXT_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::text {

class ValueNames {
 public:
  // Names everything inside `root`. In generic text no op suggests names.
  ValueNames(const Module& module, OpId root, bool generic);

  // Appends %name, with #2 for the third of several results that share a name.
  void Append(std::string& out, ValueId value) const;
  // The same without #2, as it stands in front of "=".
  void AppendBase(std::string& out, ValueId value) const;
  // How many consecutive results from `value` on share its name.
  uint32_t GroupSize(ValueId value) const { return names_[value.index()].group; }

 private:
  enum class Kind : uint8_t { kUnnamed, kNumber, kArgument, kWord, kMember };
  struct Name {
    Kind kind = Kind::kUnnamed;
    uint8_t word = 0;     // kWord: index into words_
    uint32_t number = 0;  // kNumber, kArgument; kWord: conflict number + 1, or 0; kMember: place within the group
    uint32_t group = 1;
  };
  // What a region inherits from its parent.
  struct Context {
    RegionId region;
    uint32_t next_value = 0;
    uint32_t next_argument = 0;
    uint32_t next_conflict = 0;
    uint64_t used_words = 0;
  };

  void NameRegion(Context& context);
  void NameResults(OpId op, Context& context);
  void NameWord(ValueId value, std::string_view word, Context& context);
  void PushRegions(OpId op, const Context& context);
  uint8_t WordIndex(std::string_view word);

  const Module& module_;
  bool generic_;
  std::vector<Name> names_;
  std::vector<std::string_view> words_;
  std::vector<Context> todo_;
};

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_NAMES_H_
