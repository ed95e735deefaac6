// LocAliases: the names #loc, #loc1, … that printed locations get, as MLIR gives them.
//
// Every location met while printing has an alias: numbered by nesting depth first (what has no parts comes first), then by
// the order in which they were met, a location before its parts. Those of arguments, with their parts, are defined at the
// top of the text, all others at its end.
#ifndef CPPJRT_STABLEHLO_TEXT_LOC_ALIASES_H_
#define CPPJRT_STABLEHLO_TEXT_LOC_ALIASES_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::text {

class LocAliases {
 public:
  // Deferred locations are resolved in `module`.
  explicit LocAliases(Module* module) : module_(module) {}

  void Visit(LocId loc, bool deferrable) { VisitNested(loc, deferrable, 0); }
  LocId Resolve(LocId loc) const { return module_->ResolveLocation(loc); }
  // Gives the names. No more visits after this.
  void Number();

  // Appends "#loc7", or gives false if the location has no alias.
  bool Append(std::string& out, LocId loc) const;
  // The locations to define at the top (or at the end), in order.
  std::vector<LocId> Definitions(bool at_end) const;

 private:
  struct Entry {
    LocId loc;
    int depth = 1;
    bool deferrable = true;
    uint32_t number = 0;
    std::vector<uint32_t> parts;
  };

  // The index of the entry.
  uint32_t VisitNested(LocId loc, bool deferrable, int level);
  void VisitPart(uint32_t entry, LocId part, bool deferrable, int level);
  void MarkAtTop(uint32_t entry);

  Module* module_;
  std::vector<Entry> entries_;
  std::unordered_map<LocId, uint32_t> index_;  // into entries_
  std::vector<uint32_t> order_;
};

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_LOC_ALIASES_H_
