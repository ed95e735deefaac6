// What the compiler did not do, found by looking at what it made (remarks.h).
#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "cpu/codegen/nest.h"
#include "cpu/graph/body_facts.h"
#include "cpu/graph/print.h"
#include "cpu/native/fallback_call.h"
#include "cpu/native/remarks.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/kernels.h"
#include "cpu/plan/reduction.h"

namespace cppjrt::cpu {
namespace {

// Smaller arrays and kernels are not worth a remark.
constexpr int64_t kFewestBytes = 4096;
constexpr int64_t kFewestPoints = 256;
constexpr int64_t kLanes = 8;
// Windows of fewer elements are cheap to read whole.
constexpr int64_t kLongWindow = 32;
// Users of one value that are looked at.
constexpr size_t kMostUsers = 64;

std::string At(const Node& node) {
  std::string text(Mnemonic(node));
  if (!node.place.empty()) text += " at " + std::string(node.place);
  return text;
}

// Who uses each value, in its own body and in those inside.
class Users {
 public:
  explicit Users(const Graph& graph) {
    std::vector<const Body*> todo = {&graph.entry()};
    while (!todo.empty()) {
      const Body& body = *todo.back();
      todo.pop_back();
      for (const Node* node : body.nodes) {
        for (const Value operand : node->operands) users_[operand].push_back(node);
        todo.insert(todo.end(), node->bodies.begin(), node->bodies.end());
      }
    }
  }

  // Those that do something with the elements, through views that are not in memory; views that repeat elements as well.
  std::vector<const Node*> Of(Value value, const Plan& plan) const {
    std::vector<const Node*> found;
    std::vector<Value> todo = {value};
    for (size_t i = 0; i < todo.size() && i < kMostUsers; ++i) {
      const auto at = users_.find(todo[i]);
      if (at == users_.end()) continue;
      for (const Node* user : at->second) {
        if (std::ranges::find(found, user) == found.end()) found.push_back(user);
        const Value made = {const_cast<Node*>(user), 0};
        if (GroupOf(user->kind) == NodeGroup::kView && !plan.buffer_of.contains(made)) todo.push_back(made);
      }
    }
    return found;
  }

 private:
  std::unordered_map<Value, std::vector<const Node*>, ValueHash> users_;
};

class Explainer {
 public:
  Explainer(const Graph& graph, const Plan& plan) : plan_(plan), users_(graph) {
    for (const auto& [value, buffer] : plan.buffer_of) in_memory_.insert(value);
    CountReaders(plan.entry);
  }

  std::vector<Remark> Run() {
    Look(plan_.entry, nullptr);
    return std::move(remarks_);
  }

 private:
  void CountReaders(const BodyPlan& body) {
    for (const Step& step : body.steps) {
      for (const Value v : step.reads) ++readers_[v];
      for (const auto& inner : step.bodies) CountReaders(*inner);
    }
  }

  void Look(const BodyPlan& body, const Node* loop) {
    for (const Step& step : body.steps) {
      switch (step.kind) {
        case Step::Kind::kKernel:
          LookAtKernel(body, step);
          break;
        case Step::Kind::kCall:
          LookAtCall(*step.node, loop);
          break;
        case Step::Kind::kWhile:
          if (step.node->attr<WhileAttrs>().trip_count < 0) NotCounted(*step.node);
          break;
        case Step::Kind::kCopy:
          Copied(step, loop);
          break;
        default:
          break;
      }
      const Node* around = step.kind == Step::Kind::kWhile ? step.node : loop;
      for (const auto& inner : step.bodies) Look(*inner, around);
    }
  }

  void Add(Remark::Kind kind, const Node& node, std::string reason) {
    remarks_.push_back({kind, NodeText(node), std::string(node.place), std::move(reason)});
  }

  void LookAtCall(const Node& node, const Node* loop) {
    if (node.kind == NodeKind::kFallback && !IsHandlerCall(node)) Evaluated(node, loop);
    if (node.shapes.empty() || node.shape().num_elements() < kFewestPoints) return;
    if (node.kind == NodeKind::kSort && node.attr<SortAttrs>().keys.empty()) {
      Add(Remark::Kind::kNotRecognized, node,
          "its comparison, " + FunctionText(*node.bodies[0]) +
              ", orders by no operands that are known, so that it is called for each pair");
    }
    if (node.kind == NodeKind::kScan && !IsPlainScan(node)) {
      Add(Remark::Kind::kNotRecognized, node,
          "there is no kernel for " + FunctionText(*node.bodies[0]) +
              " of its type, so that it runs element by element");
    }
  }

  // What a function ends with: "ends with select", "ends with compare at m.py:1:2".
  static std::string FunctionText(const Body& body) {
    return "a function that ends with " + (body.results.empty() ? "nothing" : At(*body.results[0].node));
  }

  // Each window is read whole, which is worth a word where elements are in many of them.
  void LookAtWindows(const Node& node) {
    const WindowAttrs& window = node.attr<WindowAttrs>();
    const int64_t size = NumElements(window.size);
    if (node.shape().num_elements() < kFewestPoints || size < kLongWindow) return;
    if (size <= NumElements(window.stride) * kLongWindow) return;
    Add(Remark::Kind::kNotRecognized, node,
        "each of its elements reads a window of " + std::to_string(size) +
            ": it is no prefix sum or other scan of whole rows");
  }

  void Evaluated(const Node& node, const Node* loop) {
    std::string reason = "\"" + node.attr<FallbackAttrs>().name + "\" is run by the evaluator";
    if (loop != nullptr) reason += ", at each turn of the " + At(*loop);
    Add(Remark::Kind::kEvaluated, node, std::move(reason));
  }

  void NotCounted(const Node& loop) {
    const Node& test = *loop.bodies[0]->results[0].node;
    const bool compares = test.Is(ElementOp::kCompare);
    Add(Remark::Kind::kNotCounted, loop,
        compares ? "what it counts does not start, grow and end by constants"
                 : "its condition is " + At(test) + ", not the comparison of a counter with a constant");
  }

  void Copied(const Step& step, const Node* loop) {
    if (step.bytes < kFewestBytes || step.node == nullptr || step.reads.empty()) return;
    std::string reason = std::to_string(step.bytes) + " bytes are copied, as what they are copied from is needed later";
    if (loop != nullptr) reason += ", at each turn of the " + At(*loop);
    Add(Remark::Kind::kCopied, *step.node, std::move(reason));
  }

  // --- Kernels ------------------------------------------------------------------------------------------------------

  void LookAtKernel(const BodyPlan& body, const Step& step) {
    const Kernel& kernel = step.kernel;
    for (const Value v : step.writes) LookAtValue(body, v);
    for (const Stage& stage : kernel.stages) {
      for (const Root& root : stage.roots) {
        if (root.node->kind == NodeKind::kReduceWindow) LookAtWindows(*root.node);
      }
    }
    int64_t points = 0;
    for (const Stage& stage : kernel.stages) points += NumElements(kernel.outer) * NumElements(stage.inner);
    if (points < kFewestPoints) return;
    IndexSpace space;
    const codegen::Nest nest = codegen::ChooseNest(space, kernel, in_memory_, kLanes, /*straight=*/false);
    const bool vectors = nest.vectorized || std::ranges::any_of(nest.stages, &codegen::NestStage::vectorized);
    const Root& root = kernel.stages[0].roots[0];
    if (!vectors) Add(Remark::Kind::kNotVectorized, *root.node, WhyNotVectorized(root));
  }

  static std::string WhyNotVectorized(const Root& root) {
    if (root.kind == RootKind::kReduce && !root.node->bodies.empty() && !ReducerMonoid(*root.node->bodies[0])) {
      return "its function is no single operation whose order is open";
    }
    return "no loop reads and writes elements that lie next to each other";
  }

  // --- Values in memory ---------------------------------------------------------------------------------------------

  // Those that a user could have computed for itself.
  void LookAtValue(const BodyPlan& body, Value v) {
    const auto buffer = plan_.buffer_of.find(v);
    if (buffer == plan_.buffer_of.end() || !IsFusible(*v.node) || v.node->operands.empty()) return;
    const Buffer::Kind kind = plan_.buffers[static_cast<size_t>(buffer->second)].kind;
    if (kind != Buffer::Kind::kArena || v.shape().num_bytes() < kFewestBytes) return;
    if (std::ranges::find(body.body->results, v) != body.body->results.end()) return;
    Add(Remark::Kind::kNotFused, *v.node, WhyInMemory(v));
  }

  std::string WhyInMemory(Value v) const {
    const std::vector<const Node*> users = users_.Of(v, plan_);
    for (const Node* user : users) {
      if (user->parent != v.node->parent) return At(*user) + " uses it in a loop or branch";
      const NodeGroup group = GroupOf(user->kind);
      if (group == NodeGroup::kControl) return "the " + At(*user) + " takes it";
      if (group == NodeGroup::kCall && !IsKernelReduction(*user)) return At(*user) + " reads it from memory";
      if (user->kind == NodeKind::kDynamicUpdate && user->operands[0] == v) return At(*user) + " changes it in place";
    }
    for (const Node* user : users) {
      const bool repeats = user->kind == NodeKind::kBroadcast || user->kind == NodeKind::kGather;
      if (repeats && user->shape().num_elements() > v.shape().num_elements()) {
        return At(*user) + " repeats its elements, and computing them again costs more than reading them";
      }
      if (user->kind == NodeKind::kReduceWindow) return "windows of " + At(*user) + " overlap";
    }
    const auto readers = readers_.find(v);
    if (readers != readers_.end() && readers->second > 1) {
      return std::to_string(readers->second) + " kernels read it, and computing it again costs more";
    }
    if (users.size() > 1)
      return std::to_string(users.size()) + " uses at different places, and computing it again costs more";
    return "what is computed for one element would become too long";
  }

  const Plan& plan_;
  const Users users_;
  ValueSet in_memory_;
  ValueMap<int> readers_;
  std::vector<Remark> remarks_;
};

}  // namespace

std::vector<Remark> Explain(const Graph& graph, const Plan& plan) { return Explainer(graph, plan).Run(); }

}  // namespace cppjrt::cpu
