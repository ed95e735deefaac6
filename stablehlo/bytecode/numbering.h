// Numbers of values, and which ops are isolated, as MLIR's writer has them.
//
// An op is isolated if what is in its regions uses no value from outside of it. The values in its regions are then
// counted from 0; otherwise they go on behind those of the region that the op is in.
#ifndef CPPJRT_STABLEHLO_BYTECODE_NUMBERING_H_
#define CPPJRT_STABLEHLO_BYTECODE_NUMBERING_H_

#include <cstdint>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::bytecode {

class Numbering {
 public:
  explicit Numbering(const Module& module);

  bool isolated(OpId op) const { return isolated_[op.index()]; }
  uint32_t value(ValueId id) const { return values_[id.index()]; }
  // How many values the region itself has, without those of nested regions.
  uint32_t num_values(RegionId region) const { return num_values_[region.index()]; }
  // All regions in the order in which their contents are numbered.
  const std::vector<RegionId>& regions() const { return regions_; }

 private:
  void FindDepths();
  void FindIsolated();
  void NumberValues();
  uint32_t NumberRegion(RegionId region, uint32_t next);
  RegionId RegionOf(ValueId value) const;
  RegionId RegionOf(OpId op) const;

  const Module& module_;
  std::vector<bool> isolated_;        // by op
  std::vector<uint32_t> depths_;      // by region
  std::vector<uint32_t> values_;      // by value
  std::vector<uint32_t> num_values_;  // by region
  std::vector<RegionId> regions_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_NUMBERING_H_
