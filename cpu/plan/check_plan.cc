#include "cpu/plan/check_plan.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cpu/plan/check_kernel.h"
#include "cpu/plan/element_loop.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/in_place.h"
#include "cpu/plan/memory_state.h"
#include "cpu/plan/step_reads.h"

namespace cppjrt::cpu {
namespace {

using BufferSet = std::set<BufferId>;

std::string Described(Value v) {
  std::string text(Mnemonic(*v.node));
  if (!v.node->place.empty()) text += " at " + std::string(v.node->place);
  return text;
}

// The product of the loops of a root must be the elements of what it makes.
bool CoversAll(const Kernel& kernel, const Stage& stage, const Root& root) {
  const auto count = [](const Dims& dims) { return NumElements(dims); };
  if (root.kind == RootKind::kReduce) return count(kernel.outer) == root.node->shape().num_elements();
  const Value whole = root.kind == RootKind::kUpdate ? root.node->operands[1] : Value{root.node, root.result};
  return count(kernel.outer) * count(stage.inner) == whole.shape().num_elements();
}

class Checker {
 public:
  Checker(const Graph& graph, const Plan& plan, const ValueSet& in_memory, bool aliased)
      : graph_(graph), plan_(plan), in_memory_(in_memory), state_(plan, graph, aliased), reads_(plan, bodies_) {}

  Status Run() {
    CPPJRT_RETURN_IF_ERROR(state_.CheckPlaces());
    CPPJRT_RETURN_IF_ERROR(CheckSizes());
    CPPJRT_RETURN_IF_ERROR(Follow(plan_.entry));
    for (size_t i = 0; i < graph_.entry().results.size(); ++i) {
      const Value v = graph_.entry().results[i];
      if (!v.shape().token && !state_.ResultHolds(i, v)) {
        return InternalError("the plan is wrong: result " + std::to_string(i) + ", " + Described(v) +
                             ", is not in its memory at the end");
      }
    }
    return OkStatus();
  }

 private:
  Status CheckSizes() const {
    for (const auto& [v, id] : plan_.buffer_of) {
      if (id < 0 || static_cast<size_t>(id) >= plan_.buffers.size()) {
        return InternalError("the plan has no buffer " + std::to_string(id) + ", where it puts " + Described(v));
      }
      const Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
      if (buffer.kind == Buffer::Kind::kLocal || v.shape().num_bytes() == buffer.bytes) continue;
      return InternalError("the plan has " + std::to_string(buffer.bytes) + " bytes for " + Described(v));
    }
    return OkStatus();
  }

  Status Follow(const BodyPlan& body) {
    bodies_.insert(body.body);
    for (const Step& step : body.steps) CPPJRT_RETURN_IF_ERROR(Visit(step));
    return OkStatus();
  }

  Status Visit(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kKernel:
        return VisitKernel(step.kernel, {});
      case Step::Kind::kCall:
        return VisitCall(step);
      case Step::Kind::kWhile:
        return VisitLoop(step);
      case Step::Kind::kCase:
        return VisitCase(step);
      case Step::Kind::kCopy:
        return VisitCopy(step);
      case Step::Kind::kSwap:
        state_.Swap(step.from, step.to);
        return OkStatus();
    }
    return OkStatus();
  }

  Status VisitCopy(const Step& step) {
    const auto bytes = [this](BufferId id) { return plan_.buffers[static_cast<size_t>(id)].bytes; };
    if (step.bytes != bytes(step.from) || step.bytes != bytes(step.to)) {
      return InternalError("the plan copies a part of a buffer");
    }
    CPPJRT_RETURN_IF_ERROR(MayChange(step.to));
    state_.Copy(step.from, step.to);
    return OkStatus();
  }

  // --- Kernels and calls --------------------------------------------------------------------------------------------

  // `made`: by the call that the kernel is the epilogue of.
  Status VisitKernel(const Kernel& kernel, Value made) {
    std::vector<BufferId> written;
    ValueSet own;
    for (const Stage& stage : kernel.stages) {
      for (const Root& root : stage.roots) {
        if (!CoversAll(kernel, stage, root)) {
          return InternalError("the plan has loops that do not make all of " + Described({root.node, 0}));
        }
        CPPJRT_RETURN_IF_ERROR(AddRoot(root, own, written));
      }
    }
    const StepReads::Found reads = reads_.OfKernel(kernel);
    const bool plain = !made.valid() && !reads.nowhere.valid() && !OverlapAny(written) &&
                       std::ranges::all_of(reads.values, [&](Value v) { return IsPlainRead(v, own, written); });
    if (!plain) CPPJRT_RETURN_IF_ERROR(CheckKernel(plan_, in_memory_, state_, kernel, made));
    for (const Stage& stage : kernel.stages) {
      for (const Root& root : stage.roots) CPPJRT_RETURN_IF_ERROR(WriteResults(root));
    }
    return OkStatus();
  }

  Status AddRoot(const Root& root, ValueSet& own, std::vector<BufferId>& written) {
    for (uint32_t i = 0; i < root.node->shapes.size(); ++i) {
      const Value v = {root.node, i};
      const auto found = plan_.buffer_of.find(v);
      if (found == plan_.buffer_of.end() || (root.kind == RootKind::kMap && i != root.result)) continue;
      own.insert(Symbol(v));
      written.push_back(found->second);
    }
    if (root.kind != RootKind::kUpdate) return OkStatus();
    const Value array = root.node->operands[0];
    return Wants(plan_.buffer_of.at({root.node, 0}), array, "an update in place");
  }

  Status WriteResults(const Root& root) {
    for (uint32_t i = 0; i < root.node->shapes.size(); ++i) {
      if (root.kind == RootKind::kMap && i != root.result) continue;
      if (plan_.buffer_of.contains({root.node, i})) CPPJRT_RETURN_IF_ERROR(Write({root.node, i}));
    }
    return OkStatus();
  }

  // Whether it needs no look at indices: it is where it should be, and nothing that the kernel writes is near.
  bool IsPlainRead(Value v, const ValueSet& own, const std::vector<BufferId>& written) const {
    const BufferId buffer = plan_.buffer_of.at(v);
    return !own.contains(Symbol(v)) && state_.Holds(buffer, v) &&
           std::ranges::none_of(written, [&](BufferId w) { return state_.Overlap(w, buffer); });
  }

  bool OverlapAny(const std::vector<BufferId>& written) const {
    for (size_t i = 0; i < written.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (state_.Overlap(written[i], written[k])) return true;
      }
    }
    return false;
  }

  Status VisitCall(const Step& step) {
    const Node& node = *step.node;
    const auto [reads, nowhere] = reads_.OfCall(node);
    if (nowhere.valid())
      return InternalError("the plan has no memory for " + Described(nowhere) + ", which a call reads");
    for (const Value v : reads) CPPJRT_RETURN_IF_ERROR(Wants(plan_.buffer_of.at(v), v, Mnemonic(node)));
    std::vector<Value> written;
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (!node.shapes[i].token) written.push_back({step.node, i});
    }
    if (node.kind == NodeKind::kScatter) CPPJRT_RETURN_IF_ERROR(CheckInputs(step));
    for (const Root& root : HasEpilogue(step) ? step.kernel.stages[0].roots : std::vector<Root>()) {
      written.push_back({root.node, root.result});
    }
    CPPJRT_RETURN_IF_ERROR(CheckApart(step, reads, written));
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (!node.shapes[i].token) CPPJRT_RETURN_IF_ERROR(Write({step.node, i}));
    }
    return HasEpilogue(step) ? VisitKernel(step.kernel, {step.node, 0}) : OkStatus();
  }

  // A scatter changes its inputs where its results are.
  Status CheckInputs(const Step& step) const {
    for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
      const BufferId buffer = plan_.buffer_of.at({step.node, i});
      CPPJRT_RETURN_IF_ERROR(Wants(buffer, step.node->operands[i], "a scatter in place"));
    }
    return OkStatus();
  }

  // A call reads and writes in any order: only an element loop makes a result where it has read the elements.
  Status CheckApart(const Step& step, const std::vector<Value>& reads, const std::vector<Value>& written) const {
    const bool is_loop = IsElementLoop(*step.node);
    std::vector<BufferId> results;
    for (const Value w : written) {
      const auto to = plan_.buffer_of.find(w);
      if (to == plan_.buffer_of.end() || w.shape().num_bytes() == 0) continue;
      if (w.node == step.node) results.push_back(to->second);
      for (const Value v : reads) {
        if (v.shape().num_bytes() == 0 || !state_.Overlap(plan_.buffer_of.at(v), to->second)) continue;
        const bool in_place =
            is_loop && AreOnePlace(plan_.buffer_of.at(v), to->second) && MayWriteOver(in_memory_, step, v, w);
        if (!in_place) return InternalError("the plan is wrong: " + Described(w) + " is made over " + Described(v));
      }
    }
    if (!OverlapAny(results)) return OkStatus();
    return InternalError("the plan is wrong: two results of " + Described({step.node, 0}) + " are in the same memory");
  }
  // Whether they begin at the same byte if they overlap.
  bool AreOnePlace(BufferId a, BufferId b) const {
    const auto is_whole = [&](BufferId id) {
      const Buffer::Kind kind = plan_.buffers[static_cast<size_t>(id)].kind;
      return kind == Buffer::Kind::kArgument || kind == Buffer::Kind::kResult;
    };
    return a == b || (is_whole(a) && is_whole(b));
  }

  // --- Control flow -------------------------------------------------------------------------------------------------

  Status VisitLoop(const Step& step) {
    const Node& node = *step.node;
    const Body& condition = *node.bodies[0];
    const Body& body = *node.bodies[1];
    const auto each = [&](const auto& visit) -> Status {
      for (uint32_t i = 0; i < node.shapes.size(); ++i) {
        if (!node.shapes[i].token) CPPJRT_RETURN_IF_ERROR(visit(i));
      }
      return OkStatus();
    };
    const auto carried = [&](uint32_t i) { return plan_.buffer_of.at({condition.parameters[i], 0}); };
    CPPJRT_RETURN_IF_ERROR(each([&](uint32_t i) { return Wants(carried(i), node.operands[i], "a loop"); }));
    Forget(step);
    CPPJRT_RETURN_IF_ERROR(each([&](uint32_t i) { return Write({condition.parameters[i], 0}); }));
    CPPJRT_RETURN_IF_ERROR(Follow(*step.bodies[0]));
    CPPJRT_RETURN_IF_ERROR(WantsItself(condition.results[0], "a condition"));
    CPPJRT_RETURN_IF_ERROR(each([&](uint32_t i) { return WantsItself({body.parameters[i], 0}, "a loop's body"); }));
    const size_t mark = state_.Mark();
    CPPJRT_RETURN_IF_ERROR(Follow(*step.bodies[1]));
    CPPJRT_RETURN_IF_ERROR(each([&](uint32_t i) { return Wants(carried(i), body.results[i], "the next iteration"); }));
    state_.Rollback(mark);
    return each([&](uint32_t i) -> Status {
      const Value result = {step.node, i};
      CPPJRT_RETURN_IF_ERROR(Wants(plan_.buffer_of.at(result), {condition.parameters[i], 0}, "the end of a loop"));
      return Write(result);
    });
  }

  Status VisitCase(const Step& step) {
    CPPJRT_RETURN_IF_ERROR(WantsItself(step.node->operands[0], "a case"));
    for (const auto& branch : step.bodies) {
      const size_t mark = state_.Mark();
      CPPJRT_RETURN_IF_ERROR(Follow(*branch));
      for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
        if (step.node->shapes[i].token) continue;
        const BufferId result = plan_.buffer_of.at({step.node, i});
        CPPJRT_RETURN_IF_ERROR(Wants(result, branch->body->results[i], "the end of a branch"));
      }
      state_.Rollback(mark);
    }
    Forget(step);
    for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
      if (!step.node->shapes[i].token) CPPJRT_RETURN_IF_ERROR(Write({step.node, i}));
    }
    return OkStatus();
  }

  // What the bodies of a step write anywhere is not known any more.
  void Forget(const Step& step) {
    for (const BufferId id : WrittenWithin(step)) state_.Write(id, {});
  }

  const BufferSet& WrittenWithin(const Step& step) {
    std::unique_ptr<BufferSet>& written = written_within_[&step];
    if (written != nullptr) return *written;
    auto all = std::make_unique<BufferSet>();
    for (const auto& body : step.bodies) {
      for (const Step& inner : body->steps) AddWritten(inner, *all);
    }
    return *(written_within_[&step] = std::move(all));
  }

  void AddWritten(const Step& step, BufferSet& all) {
    const auto add = [&](Value v) {
      const auto found = plan_.buffer_of.find(v);
      if (found != plan_.buffer_of.end()) all.insert(found->second);
    };
    for (const Stage& stage : step.kernel.stages) {
      for (const Root& root : stage.roots) {
        for (uint32_t i = 0; i < root.node->shapes.size(); ++i) add({root.node, i});
      }
    }
    if (step.kind == Step::Kind::kCopy || step.kind == Step::Kind::kSwap) all.insert(step.to);
    if (step.kind == Step::Kind::kSwap) all.insert(step.from);
    if (step.kind != Step::Kind::kCall && step.bodies.empty()) return;
    for (uint32_t i = 0; i < step.node->shapes.size(); ++i) add({step.node, i});
    if (!step.bodies.empty()) {
      const BufferSet& inner = WrittenWithin(step);
      all.insert(inner.begin(), inner.end());
    }
  }

  // --- Memory -------------------------------------------------------------------------------------------------------

  Status MayChange(BufferId id) const {
    const Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
    const bool fixed = buffer.kind == Buffer::Kind::kArgument || buffer.kind == Buffer::Kind::kConstant;
    return fixed ? InternalError("the plan writes to an argument or a constant") : OkStatus();
  }

  Status Write(Value v) {
    const BufferId id = plan_.buffer_of.at(v);
    if (plan_.buffers[static_cast<size_t>(id)].kind == Buffer::Kind::kLocal) return OkStatus();
    CPPJRT_RETURN_IF_ERROR(MayChange(id));
    state_.Write(id, v);
    return OkStatus();
  }

  // `v` must be in its own buffer.
  Status WantsItself(Value v, std::string_view reader) const {
    const auto found = plan_.buffer_of.find(v);
    if (v.shape().token || found != plan_.buffer_of.end()) {
      return v.shape().token ? OkStatus() : Wants(found->second, v, reader);
    }
    return InternalError("the plan has no memory for " + Described(v) + ", which " + std::string(reader) + " reads");
  }

  Status Wants(BufferId buffer, Value v, std::string_view reader) const {
    if (v.shape().token || state_.Holds(buffer, v)) return OkStatus();
    const std::optional<Value> found = state_.Found(buffer);
    return InternalError("the plan is wrong: " + std::string(reader) + " reads " + Described(v) + " where " +
                         (found.has_value() ? Described(*found) + " is" : "nothing is known to be"));
  }

  const Graph& graph_;
  const Plan& plan_;
  const ValueSet& in_memory_;
  MemoryState state_;
  std::unordered_set<const Body*> bodies_;  // that have been begun
  const StepReads reads_;
  std::unordered_map<const Step*, std::unique_ptr<BufferSet>> written_within_;
};

}  // namespace

Status CheckPlan(const Graph& graph, const Plan& plan) {
  ValueSet in_memory;
  for (const auto& [v, buffer] : plan.buffer_of) in_memory.insert(v);
  CPPJRT_RETURN_IF_ERROR(Checker(graph, plan, in_memory, /*aliased=*/false).Run());
  const bool may_alias = std::ranges::any_of(plan.result_may_be, [](int64_t argument) { return argument >= 0; });
  return may_alias ? Checker(graph, plan, in_memory, /*aliased=*/true).Run() : OkStatus();
}

}  // namespace cppjrt::cpu
