#include "stablehlo/transforms/combine_all_reduces.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/walk.h"
#include "stablehlo/transforms/partition_rules.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kMostBytes = int64_t{32} << 20;

// What all_reduces must have in common.
struct Kind {
  BlockId block;
  TypeId element;
  Opcode combiner;
  AttrId groups;
  bool global_ids;

  friend bool operator==(const Kind&, const Kind&) = default;
};

class Combiner {
 public:
  explicit Combiner(Module& module) : module_(module), rewriter_(&module) {}

  void Run(OpId root) {
    for (const OpId op : PreOrder(module_, root)) {
      for (const ValueId operand : module_.op(op).operands()) Close(operand);
      if (module_.op(op).opcode == Opcode::kAllReduce) Add(op);
    }
    for (const Batch& batch : batches_) Combine(batch);
    rewriter_.Finish();
  }

 private:
  struct Batch {
    Kind kind;
    int64_t bytes;
    bool open = true;
    std::vector<OpId> ops = {};
  };

  std::optional<Kind> KindOf(OpId op) const;
  void Add(OpId op);
  // Its value is used: what comes now cannot join.
  void Close(ValueId value) {
    const auto batch = batch_of_.find(value.index());
    if (batch != batch_of_.end()) batches_[batch->second].open = false;
  }
  void Combine(const Batch& batch);

  Module& module_;
  Rewriter rewriter_;
  std::vector<Batch> batches_;
  std::vector<size_t> open_;                       // numbers of batches
  std::unordered_map<uint32_t, size_t> batch_of_;  // by result
};

std::optional<Kind> Combiner::KindOf(OpId op) const {
  const Op& record = module_.op(op);
  const std::optional<Opcode> combiner = CombinerOf(module_, op);
  if (record.num_operands != 1 || record.num_results != 1 || !combiner) return std::nullopt;
  return Kind{record.block, module_.types().element_type(module_.type(record.result(0))), *combiner,
              module_.attr(op, "replica_groups"), module_.attr(op, "use_global_device_ids").valid()};
}

void Combiner::Add(OpId op) {
  const std::optional<Kind> kind = KindOf(op);
  if (!kind) return;
  const TypeId type = module_.type(module_.op(op).result(0));
  const int64_t bytes = module_.types().num_elements(type).value_or(kMostBytes) *
                        std::max<int64_t>(1, module_.types().element_bytes(kind->element));
  const auto fits = [&](const Batch& batch) { return batch.kind == *kind && bytes <= kMostBytes - batch.bytes; };
  std::erase_if(open_, [&](size_t i) { return !batches_[i].open; });
  const auto found = std::ranges::find_if(open_, [&](size_t i) { return fits(batches_[i]); });
  const size_t number = found == open_.end() ? batches_.size() : *found;
  if (found == open_.end()) {
    open_.push_back(number);
    batches_.push_back({*kind, 0});
  }
  batches_[number].bytes += bytes;
  batches_[number].ops.push_back(op);
  batch_of_.emplace(module_.op(op).result(0).index(), number);
}

void Combiner::Combine(const Batch& batch) {
  if (batch.ops.size() < 2) return;
  std::vector<ValueId> operands;
  std::vector<TypeId> types;
  for (const OpId op : batch.ops) {
    operands.push_back(module_.op(op).operands()[0]);
    types.push_back(module_.type(module_.op(op).result(0)));
  }
  const OpId first = batch.ops.front();
  Emitter& emit = rewriter_.At(batch.ops.back());
  const RegionId body = emit.BinaryRegion(batch.kind.combiner, batch.kind.element);
  const std::vector<ValueId> results =
      emit.Create(Opcode::kAllReduce, operands, types,
                  {{"replica_groups", batch.kind.groups},
                   {"channel_handle", module_.attr(first, "channel_handle")},
                   {"use_global_device_ids", module_.attr(first, "use_global_device_ids")}},
                  {body});
  for (size_t i = 0; i < results.size(); ++i) rewriter_.Replace(batch.ops[i], {results[i]});
}

}  // namespace

void CombineAllReduces(Module& module, OpId root) { Combiner(module).Run(root); }

}  // namespace cppjrt::stablehlo
