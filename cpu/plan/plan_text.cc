// PlanText: a plan for people.
#include <string>

#include "cpu/plan/peak.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {
namespace {

std::string DimsText(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  return text + "]";
}

class Printer {
 public:
  explicit Printer(const Plan& plan) : plan_(plan) {}

  std::string Text() {
    PrintBody(plan_.entry, "  ");
    text_ += "arena " + std::to_string(plan_.arena_bytes) + " bytes, " + std::to_string(plan_.buffers.size()) +
             " buffers, " + std::to_string(plan_.num_fallbacks) + " fallbacks\n";
    return std::move(text_);
  }

 private:
  std::string BufferText(BufferId id) const {
    if (id < 0) return "none";
    const Buffer& b = plan_.buffers[static_cast<size_t>(id)];
    static constexpr const char* kKinds[] = {"argument", "result", "constant", "arena", "stack", "spare", "local"};
    std::string text = std::string(kKinds[static_cast<int>(b.kind)]);
    text += " " + std::to_string(b.kind == Buffer::Kind::kArena   ? b.offset
                                 : b.kind == Buffer::Kind::kStack ? id
                                                                  : b.number);
    if (b.kind == Buffer::Kind::kSpare) text += ":" + std::to_string(b.offset);
    return text + "+" + std::to_string(b.bytes) + (b.moves ? " moves" : "");
  }

  std::string ValueText(Value v) const {
    std::string text = "%" + std::to_string(v.node->id) + (v.index == 0 ? "" : "." + std::to_string(v.index));
    const auto at = plan_.buffer_of.find(v);
    return at == plan_.buffer_of.end() ? text : text + " (" + BufferText(at->second) + ")";
  }

  void PrintBody(const BodyPlan& body, const std::string& indent) {
    for (const Step& step : body.steps) PrintStep(step, indent);
  }

  void PrintStep(const Step& step, const std::string& indent) {
    switch (step.kind) {
      case Step::Kind::kKernel:
        text_ += indent + "kernel " + DimsText(step.kernel.outer) + " cost " +
                 std::to_string(static_cast<int64_t>(step.kernel.cost)) + "\n";
        for (const Stage& stage : step.kernel.stages) PrintStage(stage, indent + "  stage ");
        PrintReads(step, indent);
        return;
      case Step::Kind::kCopy:
      case Step::Kind::kSwap:
        text_ += indent + (step.kind == Step::Kind::kCopy ? "copy " : "swap ") + BufferText(step.from) + " -> " +
                 BufferText(step.to) + "\n";
        return;
      default:
        text_ += indent + std::string(Mnemonic(*step.node)) + " %" + std::to_string(step.node->id) + "\n";
        for (const Stage& stage : step.kernel.stages) PrintStage(stage, indent + "  then ");
        PrintReads(step, indent);
        for (const auto& inner : step.bodies) {
          text_ += indent + "  {\n";
          PrintBody(*inner, indent + "    ");
          text_ += indent + "  }\n";
        }
    }
  }

  void PrintStage(const Stage& stage, const std::string& start) {
    text_ += start + DimsText(stage.inner) + ":";
    for (const Root& root : stage.roots) {
      text_ += " " + std::string(Mnemonic(*root.node)) + " " + ValueText({root.node, root.result});
    }
    text_ += "\n";
  }

  void PrintReads(const Step& step, const std::string& indent) {
    text_ += indent + "  reads";
    for (const Value v : step.reads) text_ += " " + ValueText(v);
    text_ += "\n";
  }

  const Plan& plan_;
  std::string text_;
};

}  // namespace

std::string PlanText(const Graph& graph, const Plan& plan) {
  return Printer(plan).Text() + "peak\n" + PeakText(graph, plan);
}

}  // namespace cppjrt::cpu
