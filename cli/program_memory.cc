// What lives when. Values are numbered by the place of their op in its block; a value lives from that place to the place of
// its last use, where a use inside a region counts as one by the op that has the region. While an op with regions or a
// call runs, what its inside needs at most comes on top; that is worked out inside first.
#include <algorithm>

#include "cli/program_facts.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::cli {
namespace {

using namespace stablehlo;  // NOLINT: this file is about its names

// Calls deeper than this are not followed to their end; no frontend makes them.
constexpr int kMaxCallDepth = 32;
// Regions in regions, likewise: a use further inside counts as one by the block's last op.
constexpr int kMaxRegionDepth = 1000;
constexpr size_t kMaxLargest = 10;

class Liveness {
 public:
  Liveness(const Module& module, const CostAnalysis& costs)
      : module_(module),
        costs_(costs),
        symbols_(module),
        place_(module.num_ops(), 0),
        last_use_(module.num_values(), 0),
        inside_(module.num_ops(), 0) {
    for (OpId function : module.ops(module.body())) {
      NumberOps(function);
      FindLastUses(function);
    }
    // A function's need may depend on one that comes later.
    for (int depth = 0; depth < kMaxCallDepth; ++depth) {
      bool changed = false;
      for (OpId function : module.ops(module.body())) changed |= UpdateInside(function);
      if (!changed) break;
    }
  }

  uint32_t place(OpId op) const { return place_[op.index()]; }
  uint32_t last_use(ValueId value) const { return last_use_[value.index()]; }
  // What runs inside the op needs, beside its operands and results.
  double inside(OpId op) const { return inside_[op.index()]; }
  double bytes(ValueId value) const {
    const TypeId type = module_.type(value);
    return module_.types().kind(type) == TypeKind::kTuple ? 0 : costs_.bytes(type).value_or(0);  // its members count
  }
  // Results of the op that need memory of their own.
  double ResultBytes(OpId op) const {
    double sum = 0;
    if (Is(module_, op, Trait::kConstantLike)) return 0;
    for (ValueId value : module_.op(op).results()) sum += bytes(value);
    return sum;
  }

 private:
  void NumberOps(OpId function) {
    for (OpId op : PreOrder(module_, function)) {
      const OpId before = module_.op(op).prev;
      place_[op.index()] = before ? place_[before.index()] + 1 : 0;
    }
  }

  // The op in `block` that `op` is, or is inside of.
  OpId Holder(OpId op, BlockId block) const {
    for (int depth = 0; depth < kMaxRegionDepth && op; ++depth, op = module_.parent(op)) {
      if (module_.op(op).block == block) return op;
    }
    return module_.last_op(block);
  }

  BlockId HomeOf(ValueId value) const {
    const OpId definer = module_.defining_op(value);
    return definer ? module_.op(definer).block : module_.argument_block(value);
  }

  void FindLastUses(OpId function) {
    for (OpId op : PreOrder(module_, function)) {
      for (ValueId operand : module_.op(op).operands()) {
        const BlockId home = HomeOf(operand);
        const OpId user = home ? Holder(op, home) : OpId();
        if (user) last_use_[operand.index()] = std::max(last_use_[operand.index()], place(user));
      }
    }
  }

  double PeakOf(BlockId block) const {
    std::vector<double> ends;  // bytes whose last use is at that place
    double live = 0, peak = 0;
    for (OpId op : module_.ops(block)) {
      live += ResultBytes(op);
      peak = std::max(peak, live + inside(op));
      if (!Is(module_, op, Trait::kConstantLike)) {
        for (ValueId value : module_.op(op).results()) {
          const size_t end = std::max(last_use(value), place(op));
          if (ends.size() <= end) ends.resize(end + 1, 0);
          ends[end] += bytes(value);
        }
      }
      if (place(op) < ends.size()) live -= ends[place(op)];
    }
    return peak;
  }

  bool UpdateInside(OpId function) {
    bool changed = false;
    for (OpId op : PostOrder(module_, function)) {
      double need = 0;
      for (RegionId region : module_.op(op).regions()) {
        for (BlockId block : module_.blocks(region)) need = std::max(need, PeakOf(block));
      }
      const OpId callee = CalleeOf(op);
      if (callee) need = std::max(need, inside(callee));
      changed |= need != inside_[op.index()];
      inside_[op.index()] = need;
    }
    return changed;
  }

  OpId CalleeOf(OpId op) const {
    const Opcode opcode = module_.op(op).opcode;
    if (opcode != Opcode::kCall && opcode != Opcode::kComposite) return OpId();
    const AttrId callee = module_.attr(op, opcode == Opcode::kCall ? "callee" : "decomposition");
    return module_.attrs().Is(callee, AttrKind::kSymbolRef) ? symbols_.Find(module_.attrs(), callee) : OpId();
  }

  const Module& module_;
  const CostAnalysis& costs_;
  const SymbolTable symbols_;
  std::vector<uint32_t> place_;     // by op: its place in its block
  std::vector<uint32_t> last_use_;  // by value: the place of its last user in its own block
  std::vector<double> inside_;      // by op
};

// A value of the entry function and the places between which it takes memory.
struct Span {
  LiveValue value;
  size_t first = 0;
  size_t last = 0;
};

// Results that take over an argument's memory need none of their own.
std::vector<bool> AliasedResults(const std::vector<ArgumentFacts>& arguments, size_t num_results) {
  std::vector<bool> aliased(num_results, false);
  for (const ArgumentFacts& argument : arguments) {
    if (argument.aliases && *argument.aliases >= 0 && static_cast<size_t>(*argument.aliases) < num_results) {
      aliased[static_cast<size_t>(*argument.aliases)] = true;
    }
  }
  return aliased;
}

std::vector<Span> SpansOf(const Module& module, const Liveness& liveness, BlockId body,
                          const std::vector<ArgumentFacts>& arguments) {
  const OpId end = module.last_op(body);
  const std::span<const ValueId> returned = module.op(end).operands();
  const std::vector<bool> aliased = AliasedResults(arguments, returned.size());
  const auto is_aliased = [&](ValueId value) {
    const auto found = std::find(returned.begin(), returned.end(), value);
    return found != returned.end() && aliased[static_cast<size_t>(found - returned.begin())];
  };
  const size_t last = liveness.place(end);
  std::vector<Span> spans;
  for (size_t i = 0; i < module.block(body).args.size(); ++i) {
    const ValueId value = module.block(body).args[i];
    const bool given_up = i < arguments.size() && arguments[i].donor && !arguments[i].aliases;
    spans.push_back({{"argument " + std::to_string(i), TypeText(module, module.type(value)), liveness.bytes(value)},
                     0,
                     given_up ? liveness.last_use(value) : last});
  }
  for (OpId op : module.ops(body)) {
    const bool constant = Is(module, op, Trait::kConstantLike);
    for (ValueId value : module.op(op).results()) {
      if (is_aliased(value)) continue;
      const size_t place = liveness.place(op);
      spans.push_back({{ShortName(module, op), TypeText(module, module.type(value)), liveness.bytes(value)},
                       constant ? 0 : place,
                       constant ? last : std::max<size_t>(place, liveness.last_use(value))});
    }
  }
  return spans;
}

void AddMoments(const Module& module, const Liveness& liveness, BlockId body, const std::vector<Span>& spans,
                MemoryFacts& memory) {
  std::vector<double> change(liveness.place(module.last_op(body)) + 2, 0);
  for (const Span& span : spans) {
    change[span.first] += span.value.bytes;
    change[span.last + 1] -= span.value.bytes;
  }
  double live = 0;
  for (OpId op : module.ops(body)) {
    live += change[liveness.place(op)];
    const double now = live + liveness.inside(op);
    if (now > memory.peak) {
      memory.peak = now;
      memory.peak_moment = memory.moments.size();
    }
    memory.moments.push_back({ShortName(module, op), now});
  }
}

}  // namespace

MemoryFacts LookAtMemory(const Module& module, const CostAnalysis& costs, const std::vector<ArgumentFacts>& arguments) {
  MemoryFacts memory;
  const BlockId body = Function(module, costs.entry()).body();
  if (!body || !module.last_op(body)) return memory;
  const Liveness liveness(module, costs);
  for (ValueId value : module.block(body).args) memory.arguments += liveness.bytes(value);
  for (ValueId value : module.op(module.last_op(body)).operands()) memory.results += liveness.bytes(value);
  for (OpId op : module.ops(body)) {
    if (!Is(module, op, Trait::kConstantLike)) continue;
    for (ValueId value : module.op(op).results()) memory.constants += liveness.bytes(value);
  }
  const std::vector<Span> spans = SpansOf(module, liveness, body, arguments);
  AddMoments(module, liveness, body, spans, memory);
  for (const Span& span : spans) {
    if (span.first <= memory.peak_moment && memory.peak_moment <= span.last) memory.largest.push_back(span.value);
  }
  std::sort(memory.largest.begin(), memory.largest.end(), [](const LiveValue& a, const LiveValue& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.what < b.what;
  });
  if (memory.largest.size() > kMaxLargest) memory.largest.resize(kMaxLargest);
  return memory;
}

}  // namespace cppjrt::cli
