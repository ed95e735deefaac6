#include "cpu/native/trace_names.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "cpu/graph/print.h"
#include "cpu/plan/fusion.h"

namespace cppjrt::cpu {
namespace {

constexpr size_t kMostNodes = 200;  // of a kernel that are looked at
constexpr size_t kMostNamed = 6;

// What a kernel computes: the nodes under its roots, down to what is in memory.
std::vector<const Node*> NodesOf(const Plan& plan, const Kernel& kernel) {
  const auto before = [](const Node* a, const Node* b) { return a->id < b->id; };
  std::set<const Node*, decltype(before)> found(before);
  std::vector<const Node*> todo;
  for (const Stage& stage : kernel.stages) {
    for (const Root& root : stage.roots) todo.push_back(root.node);
  }
  while (!todo.empty() && found.size() < kMostNodes) {
    const Node* node = todo.back();
    todo.pop_back();
    if (!found.insert(node).second) continue;
    for (const Value v : node->operands) {
      if (!plan.buffer_of.contains(v) && !v.node->operands.empty()) todo.push_back(v.node);
    }
  }
  return {found.begin(), found.end()};
}

// "subtract+exponential+reduce": each kind once, views only if there is nothing else.
std::string NamesOf(const std::vector<const Node*>& nodes) {
  std::vector<std::string_view> names;
  for (const bool views : {false, true}) {
    for (const Node* node : nodes) {
      if ((GroupOf(node->kind) == NodeGroup::kView) != views) continue;
      if (std::ranges::find(names, Mnemonic(*node)) == names.end()) names.push_back(Mnemonic(*node));
    }
    if (!names.empty()) break;
  }
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) text += (i == 0 ? "" : "+") + std::string(names[i]);
  if (names.size() > kMostNamed) text += "+...";
  return text;
}

TraceName KernelName(const Plan& plan, const Kernel& kernel) {
  const std::vector<const Node*> nodes = NodesOf(plan, kernel);
  if (nodes.empty()) return {"kernel", "", ""};
  const Node& last = *kernel.stages.back().roots.back().node;
  return {NamesOf(nodes) + " " + ShapeText(last.shape()), std::string(last.place), ""};
}

TraceName NodeName(const Node& node) {
  std::string name(node.kind == NodeKind::kFallback ? std::string_view(node.attr<FallbackAttrs>().name)
                                                    : Mnemonic(node));
  if (!node.shapes.empty()) name += " " + ShapeText(node.shape());
  return {std::move(name), std::string(node.place), ""};
}

TraceName UnitName(const Plan& plan, const codegen::UnitSource& source) {
  if (source.node != nullptr) return NodeName(*source.node);
  if (source.step->kind == Step::Kind::kKernel) return KernelName(plan, source.step->kernel);
  return NodeName(*source.step->node);
}

}  // namespace

std::shared_ptr<const TraceNames> TraceNamesOf(const std::string& program, const Plan& plan,
                                               const codegen::ProgramCode& code) {
  auto names = std::make_shared<TraceNames>();
  names->push_back({program, "", program});
  for (const codegen::UnitSource& source : code.sources) names->push_back(UnitName(plan, source));
  for (const Step* call : code.calls) names->push_back(NodeName(*call->node));
  for (TraceName& name : *names) name.program = program;
  return names;
}

}  // namespace cppjrt::cpu
