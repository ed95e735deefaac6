// ModulesEqual: whether two modules are the same program.
//
// Ops, blocks, arguments, values by their place, types, attributes (in any order; elements of constants byte by byte),
// resources. An attribute with the value that its absence means where text leaves that out (syntax.h, IsElidedDefault)
// equals none. Names of blocks, source offsets and, unless asked for, locations do not count.
#ifndef CPPJRT_STABLEHLO_TEXT_EQUAL_H_
#define CPPJRT_STABLEHLO_TEXT_EQUAL_H_

#include <optional>
#include <string>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct EqualOptions {
  bool locations = false;
  // An attribute that has its default value equals one that is absent, also where text and artifact tell them apart.
  bool defaults = false;
};

// Two ops, one of each module, that differ, and in what: "type tensor<2xf32> is tensor<3xf32>", `a` first.
struct Difference {
  OpId a;
  OpId b;
  std::string what;
};

// The first difference, in the order of the text, of two ops with all that is inside them. None if they are equal. Values
// from outside count as different. Not const because types and attributes of `a` are copied into `b` to be compared
// there, and locations resolved.
std::optional<Difference> FindDifference(Module& a, OpId op_a, Module& b, OpId op_b, const EqualOptions& options = {});

// Empty if they are equal, otherwise a sentence about the first difference.
std::string FindDifference(Module& a, Module& b, const EqualOptions& options = {});
inline bool ModulesEqual(Module& a, Module& b, const EqualOptions& options = {}) {
  return FindDifference(a, b, options).empty();
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TEXT_EQUAL_H_
