#include "stablehlo/transforms/inline.h"

#include <algorithm>
#include <string>
#include <vector>

#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/uses.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/transforms/call_sites.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {

void CallDecompositions(Module& module) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    const Op& record = module.op(op);
    if (record.opcode != Opcode::kComposite) continue;
    std::vector<TypeId> types;
    for (const ValueId v : record.results()) types.push_back(module.type(v));
    rewriter.Replace(op, rewriter.At(op).Create(Opcode::kCall, record.operands(), types,
                                                {{"callee", module.attr(op, "decomposition")}}));
  }
  rewriter.Finish();
}

namespace {

class Inliner {
 public:
  Inliner(Module& module, const InlineOptions& options, DiagnosticSink& sink)
      : module_(module), options_(options), sink_(sink), symbols_(module), cloner_(module, &module) {}

  Status Run() {
    for (const OpId op : module_.ops(module_.body())) {
      if (module_.op(op).opcode == Opcode::kFunc) Read(op);
    }
    CPPJRT_RETURN_IF_ERROR(SortByCalls());
    for (const OpId function : order_) CPPJRT_RETURN_IF_ERROR(InlineInto(function));
    return OkStatus();
  }

 private:
  struct Info {
    std::vector<OpId> calls;  // in it
    int64_t callers = 0;      // calls of it
    int64_t other_uses = 0;   // references that are no calls
    int64_t size = 0;         // ops in it
  };
  Info& InfoOf(OpId function) { return infos_[function.index()]; }
  OpId CalleeOf(OpId call) const { return symbols_.Find(module_.attrs(), module_.attr(call, "callee")); }

  void Read(OpId function) {
    infos_.resize(module_.num_ops());
    functions_.push_back(function);
    for (const OpId op : PreOrder(module_, function)) {
      ++InfoOf(function).size;
      const bool is_call = module_.op(op).opcode == Opcode::kCall;
      if (is_call) InfoOf(function).calls.push_back(op);
      ForEachSymbol(module_, op, [&](AttrId symbol) {
        const OpId target = symbols_.Find(module_.attrs(), symbol);
        if (target.valid()) ++(is_call ? InfoOf(target).callers : InfoOf(target).other_uses);
      });
    }
  }

  // Fills order_: callees before callers.
  Status SortByCalls() {
    enum : uint8_t { kNew, kOpen, kDone };
    std::vector<uint8_t> state(module_.num_ops(), kNew);
    struct Step {
      OpId function;
      size_t next = 0;
    };
    for (const OpId root : functions_) {
      if (state[root.index()] != kNew) continue;
      std::vector<Step> path = {{root}};
      state[root.index()] = kOpen;
      while (!path.empty()) {
        Step& step = path.back();
        if (step.next == InfoOf(step.function).calls.size()) {
          state[step.function.index()] = kDone;
          order_.push_back(step.function);
          path.pop_back();
          continue;
        }
        const OpId call = InfoOf(step.function).calls[step.next++];
        const OpId callee = CalleeOf(call);
        if (!callee.valid() || module_.op(callee).opcode != Opcode::kFunc) continue;
        if (state[callee.index()] == kOpen) {
          std::vector<OpId> cycle;
          for (const Step& s : path) cycle.push_back(s.function);
          return Recursion(call, callee, cycle);
        }
        if (state[callee.index()] == kDone) continue;
        state[callee.index()] = kOpen;
        path.push_back({callee});
      }
    }
    return OkStatus();
  }

  Status Recursion(OpId call, OpId callee, const std::vector<OpId>& path) {
    std::string names;
    for (auto it = std::ranges::find(path, callee); it != path.end(); ++it) {
      if (names.size() < 200) names += Cat("@", Function(module_, *it).name(), " -> ");
    }
    return Invalid(module_, call, sink_,
                   Cat("functions call themselves: ", names, "@", Function(module_, callee).name()));
  }

  bool ShouldInline(OpId callee) {
    if (!callee.valid() || module_.op(callee).opcode != Opcode::kFunc) return false;
    const RegionId region = module_.op(callee).regions()[0];
    const Region& body = module_.region(region);
    if (!body.first_block.valid() || body.first_block != body.last_block) return false;
    return options_.everything || CanMove(callee) || InfoOf(callee).size <= options_.small;
  }
  bool CanMove(OpId callee) {
    return InfoOf(callee).callers == 1 && InfoOf(callee).other_uses == 0 && Function(module_, callee).is_private();
  }

  Status InlineInto(OpId function) {
    std::vector<ValueId> replacement;
    Info& info = InfoOf(function);
    for (const OpId call : info.calls) {
      const OpId callee = CalleeOf(call);
      if (!ShouldInline(callee)) continue;
      if (!CanMove(callee)) new_ops_ += InfoOf(callee).size;
      if (new_ops_ > options_.max_new_ops) {
        return ResourceExhaustedError(Cat("inlining the calls of @", Function(module_, callee).name(),
                                          " makes more than ", options_.max_new_ops,
                                          " ops; let functions be called, or split the program"));
      }
      info.size += InfoOf(callee).size;
      InlineCall(call, callee, replacement);
    }
    if (replacement.empty()) return OkStatus();
    ShortenChains(replacement);
    ReplaceUses(module_, function, replacement);
    return OkStatus();
  }

  void InlineCall(OpId call, OpId callee, std::vector<ValueId>& replacement) {
    const BlockId body = Function(module_, callee).body();
    const std::vector<ValueId> arguments(module_.block(body).args.begin(), module_.block(body).args.end());
    const std::span<const ValueId> actual = module_.op(call).operands();
    const bool moves = CanMove(callee);
    const auto map = [&](ValueId from, ValueId to) {
      if (from.index() >= replacement.size()) replacement.resize(module_.num_values() + size_t{64});
      replacement[from.index()] = to;
    };
    for (size_t i = 0; i < arguments.size(); ++i) {
      moves ? map(arguments[i], actual[i]) : cloner_.Map(arguments[i], actual[i]);
    }
    const OpId terminator = module_.last_op(body);
    const std::span<const ValueId> operands = module_.op(terminator).operands();
    std::vector<ValueId> returned(operands.begin(), operands.end());
    if (moves) {
      module_.Erase(terminator);
      module_.Splice(body, module_.op(call).block, call);
      module_.Erase(callee);
    } else {
      for (const OpId op : module_.ops(body)) {
        if (op != terminator) module_.Insert(cloner_.CloneOp(op), module_.op(call).block, call);
      }
      for (ValueId& v : returned) v = cloner_.Lookup(v);
    }
    for (size_t i = 0; i < returned.size(); ++i) map(module_.op(call).result(i), returned[i]);
    module_.Erase(call);
  }

  Module& module_;
  InlineOptions options_;
  DiagnosticSink& sink_;
  SymbolTable symbols_;
  // One for all: what is inside a function is mapped anew each time it is copied.
  Cloner cloner_;
  std::vector<Info> infos_;  // by op
  std::vector<OpId> functions_;
  std::vector<OpId> order_;
  int64_t new_ops_ = 0;
};

}  // namespace

Status InlineCalls(Module& module, const InlineOptions& options, DiagnosticSink& sink) {
  return Inliner(module, options, sink).Run();
}

}  // namespace cppjrt::stablehlo
