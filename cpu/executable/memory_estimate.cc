#include "cpu/executable/memory_estimate.h"

#include <algorithm>
#include <vector>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::BlockId;
using stablehlo::CostAnalysis;
using stablehlo::Module;
using stablehlo::Op;
using stablehlo::Opcode;
using stablehlo::OpId;
using stablehlo::RegionId;
using stablehlo::ValueId;

// How far up a use is followed to the block of its value.
constexpr int kMostLevels = 64;

class Estimate {
 public:
  Estimate(const Module& module, const CostAnalysis& costs)
      : module_(module), costs_(costs), last_use_(module.num_values()), inside_(module.num_ops(), 0) {}

  int64_t Peak(OpId function) {
    for (const OpId op : stablehlo::PreOrder(module_, function)) NoteUses(op);
    for (const OpId op : stablehlo::PostOrder(module_, function)) {
      double most = 0;
      for (const RegionId region : module_.op(op).regions()) {
        for (const BlockId block : module_.blocks(region)) most = std::max(most, BlockPeak(block, op == function));
      }
      inside_[op.index()] = most;
    }
    return static_cast<int64_t>(inside_[function.index()]);
  }

 private:
  BlockId HomeOf(ValueId value) const {
    const OpId op = module_.defining_op(value);
    return op ? module_.op(op).block : module_.argument_block(value);
  }

  // The op in the value's own block that uses it, itself or inside it; ops come in order, so that the last one stays.
  void NoteUses(OpId op) {
    for (const ValueId value : module_.op(op).operands()) {
      const BlockId home = HomeOf(value);
      OpId user = op;
      for (int level = 0; level < kMostLevels && user && module_.op(user).block != home; ++level) {
        user = module_.parent(user);
      }
      const bool found = user && module_.op(user).block == home;
      last_use_[value.index()] = found ? user : module_.last_op(home);
    }
  }

  double Bytes(ValueId value) const { return costs_.bytes(module_.type(value)).value_or(0); }

  double BlockPeak(BlockId block, bool is_entry) const {
    double live = 0;
    // Arguments of regions are copies or parts of operands; those of the function are the caller's.
    if (!is_entry) {
      for (const ValueId argument : module_.block(block).args) live += Bytes(argument);
    }
    double peak = live;
    for (const OpId op : module_.ops(block)) {
      const Op& record = module_.op(op);
      const bool constant = record.opcode == Opcode::kConstant;
      for (const ValueId result : record.results()) live += constant ? 0 : Bytes(result);
      peak = std::max(peak, live + inside_[op.index()]);
      live -= Freed(op);
    }
    return peak;
  }

  // Of what `op` uses last, and of its own results that nobody uses.
  double Freed(OpId op) const {
    const Op& record = module_.op(op);
    double freed = 0;
    std::vector<ValueId> seen;
    for (const ValueId value : record.operands()) {
      const OpId maker = module_.defining_op(value);
      const bool counted =
          maker && module_.op(maker).opcode != Opcode::kConstant && module_.op(maker).block == record.block;
      if (!counted || last_use_[value.index()] != op || std::find(seen.begin(), seen.end(), value) != seen.end())
        continue;
      if (seen.size() < 64) seen.push_back(value);
      freed += Bytes(value);
    }
    for (const ValueId result : record.results()) {
      if (!last_use_[result.index()] && record.opcode != Opcode::kConstant) freed += Bytes(result);
    }
    return freed;
  }

  const Module& module_;
  const CostAnalysis& costs_;
  std::vector<OpId> last_use_;  // by value
  std::vector<double> inside_;  // by op: the peak of its regions
};

}  // namespace

int64_t PeakBytes(const Module& module, OpId function, const CostAnalysis& costs) {
  return Estimate(module, costs).Peak(function);
}

int64_t ConstantBytes(const Module& module, const CostAnalysis& costs) {
  double bytes = 0;
  for (const OpId op : stablehlo::PreOrder(module, module.root())) {
    if (module.op(op).opcode == Opcode::kConstant)
      bytes += costs.bytes(module.type(module.op(op).result(0))).value_or(0);
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace cppjrt::cpu
