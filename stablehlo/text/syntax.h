// Syntax: the pretty form of an op, compiled from the string in its row of ops.def.
//
//   "$operand, dims = $permutation{} : @fn"  →  kOperands 0 | kText ", dims = " | kAttr 0 | kAttrDict | kText " : " | kForm fn
//
// Parser and printer walk the same steps, so they cannot disagree. Forms are the parts with a grammar of their own; each
// is a pair of functions in a row of a forms_*.cc.
#ifndef CPPJRT_STABLEHLO_TEXT_SYNTAX_H_
#define CPPJRT_STABLEHLO_TEXT_SYNTAX_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::text {

class Parser;
class Printer;
struct OpParts;

// A form of its own, @name or @name(argument).
struct Form {
  std::string_view name;
  // Reads the form into the op's parts; false if an error was reported.
  bool (*parse)(Parser& parser, OpParts& parts, std::string_view argument);
  void (*print)(Printer& printer, OpId op, std::string_view argument);
  // True if the form can say what the op is; if not, the op is printed in generic form. Null: always.
  bool (*fits)(const Printer& printer, OpId op, std::string_view argument) = nullptr;
  // The attributes it takes care of, separated by blanks; the others are for {}.
  std::string_view attributes = {};
  // It begins right behind the op's name: no blank between.
  bool tight = false;
};

struct SyntaxStep {
  enum class Kind : uint8_t {
    kText,      // `text`, token by token
    kOperands,  // operand group `index`
    kAllOperands,
    kAttribute,  // attribute `index`
    kRegions,    // region group `index`
    kAttrDict,
    kForm,      // `form` with `text` as argument
    kOptional,  // the next `length` steps, if they are there
  };
  Kind kind;
  uint8_t index = 0;
  uint8_t length = 0;
  std::string_view text = {};
  const Form* form = nullptr;
};

struct Syntax {
  std::vector<SyntaxStep> steps;  // empty: generic form only
  bool tight = false;             // no blank behind the op's name
  uint64_t named_attributes = 0;  // bit i: attribute i has a place of its own
};

// REQUIRES: not kUnregistered.
const Syntax& SyntaxOf(Opcode opcode);

// The op attribute a printed {} leaves out when it has its default value. MLIR treats so what StableHLO declares with a
// default; for other attributes that have one in VHLO, being there and being absent are different things.
bool IsElidedDefault(const Module& module, const OpInfo& info, const NamedAttr& attr);

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_SYNTAX_H_
