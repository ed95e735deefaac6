#include "cpu/plan/check_plan.h"

#include <algorithm>
#include <string>

namespace cppjrt::cpu {
namespace {

class Checker {
 public:
  explicit Checker(const Plan& plan) : plan_(plan), written_(plan.buffers.size()) {
    for (size_t i = 0; i < plan.buffers.size(); ++i) {
      const Buffer& buffer = plan.buffers[i];
      written_[i] = buffer.kind == Buffer::Kind::kArgument || buffer.kind == Buffer::Kind::kConstant ||
                    buffer.kind == Buffer::Kind::kLocal || buffer.bytes == 0;
    }
  }

  Status Walk(const BodyPlan& body) {
    for (const Step& step : body.steps) CPPJRT_RETURN_IF_ERROR(Visit(step));
    return OkStatus();
  }

 private:
  Status Visit(const Step& step) {
    if (step.kind == Step::Kind::kCopy || step.kind == Step::Kind::kSwap) {
      CPPJRT_RETURN_IF_ERROR(Reads(step.from, nullptr));
      written_[static_cast<size_t>(step.to)] = true;
      return OkStatus();
    }
    if (step.kind == Step::Kind::kKernel) CPPJRT_RETURN_IF_ERROR(VisitKernel(step));
    // Bodies come before reads: what they read is among them, and loops read what they themselves carry.
    for (const auto& body : step.bodies) CPPJRT_RETURN_IF_ERROR(Walk(*body));
    if (step.kind == Step::Kind::kCall) {
      // What runs on its result (epilogue.h) reads that.
      for (const Value v : step.reads) {
        if (!std::ranges::count(step.writes, v)) CPPJRT_RETURN_IF_ERROR(Reads(BufferOf(v), v.node));
      }
    }
    for (const Value v : step.writes) Write(v);
    return OkStatus();
  }

  // Its own roots may be read by later stages.
  Status VisitKernel(const Step& step) {
    for (const Stage& stage : step.kernel.stages) {
      for (const Root& root : stage.roots) {
        if (root.kind != RootKind::kUpdate) continue;
        CPPJRT_RETURN_IF_ERROR(Reads(BufferOf({root.node, 0}), root.node));
      }
    }
    for (const Value v : step.writes) Write(v);
    for (const Value v : step.reads) CPPJRT_RETURN_IF_ERROR(Reads(BufferOf(v), v.node));
    return OkStatus();
  }

  BufferId BufferOf(Value v) const {
    const auto found = plan_.buffer_of.find(v);
    return found == plan_.buffer_of.end() ? kNoBuffer : found->second;
  }

  Status Reads(BufferId buffer, const Node* node) const {
    if (buffer == kNoBuffer || written_[static_cast<size_t>(buffer)]) return OkStatus();
    const Node* const first = node != nullptr ? node : plan_.value_of[static_cast<size_t>(buffer)].node;
    if (first == nullptr) return InternalError("the plan copies a value before it is computed");
    std::string text = "the plan reads " + std::string(NodeMnemonic(first->kind)) + " before it is computed";
    if (!first->place.empty()) text += " at " + std::string(first->place);
    return InternalError(std::move(text));
  }

  void Write(Value v) {
    if (const BufferId buffer = BufferOf(v); buffer != kNoBuffer) written_[static_cast<size_t>(buffer)] = true;
  }

  const Plan& plan_;
  std::vector<bool> written_;  // by buffer
};

}  // namespace

Status CheckPlan(const Plan& plan) { return Checker(plan).Walk(plan.entry); }

}  // namespace cppjrt::cpu
