// Scopes: which values an op can see, kept up to date during a walk.
//
// A value is visible from its definition to the end of its region, and inside the regions of ops there, down to ops
// that are isolated. Each isolated op opens a scope with a number of its own; a value remembers the number it was defined
// under, or 0 where it is not visible (not yet, or its region has ended). So the question is one comparison, and each
// value is shown and hidden once.
#ifndef CPPJRT_STABLEHLO_VERIFY_SCOPE_H_
#define CPPJRT_STABLEHLO_VERIFY_SCOPE_H_

#include <cstdint>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class Scopes {
 public:
  explicit Scopes(const Module& module) : module_(module), scope_of_(module.num_values(), 0) {}

  bool IsVisible(ValueId value) const { return scope_of_[value.index()] == current_; }

  // Enters an op's regions: a new scope if it is isolated. Returns what Close wants.
  uint32_t Open(bool isolated) {
    const uint32_t outer = current_;
    if (isolated) current_ = ++last_;
    return outer;
  }
  void Close(uint32_t outer) { current_ = outer; }

  void ShowArguments(BlockId block) {
    for (ValueId value : module_.block(block).args) scope_of_[value.index()] = current_;
  }
  void ShowResults(OpId op) {
    for (ValueId value : module_.op(op).results()) scope_of_[value.index()] = current_;
  }
  // All of a region's own at once: where order does not matter.
  void ShowRegion(RegionId region) { Mark(region, current_); }
  void HideRegion(RegionId region) { Mark(region, 0); }

 private:
  void Mark(RegionId region, uint32_t scope);

  const Module& module_;
  std::vector<uint32_t> scope_of_;  // by value
  uint32_t current_ = 1;
  uint32_t last_ = 1;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_VERIFY_SCOPE_H_
