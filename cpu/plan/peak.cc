#include "cpu/plan/peak.h"

#include <algorithm>
#include <functional>
#include <map>

#include "cpu/graph/print.h"

namespace cppjrt::cpu {
namespace {

std::string KindText(const PeakBuffer& buffer) {
  if (buffer.kind == PeakBuffer::Kind::kTemporary) return "temporary";
  std::string text =
      (buffer.kind == PeakBuffer::Kind::kArgument ? "argument " : "result ") + std::to_string(buffer.number);
  if (buffer.argument >= 0) text += ", in the memory of argument " + std::to_string(buffer.argument) + ",";
  return text;
}

void AddArguments(const Graph& graph, std::vector<PeakBuffer>& buffers) {
  for (Node* parameter : graph.entry().parameters) {
    const int64_t number = parameter->attr<ParameterAttrs>().index;
    buffers.push_back({PeakBuffer::Kind::kArgument, parameter->shape().num_bytes(), {parameter, 0}, number, -1});
  }
}

void AddResults(const Graph& graph, const Plan& plan, std::vector<PeakBuffer>& buffers) {
  for (size_t i = 0; i < graph.entry().results.size(); ++i) {
    const Value v = graph.entry().results[i];
    const int64_t argument = i < plan.result_may_be.size() ? plan.result_may_be[i] : -1;
    buffers.push_back({PeakBuffer::Kind::kResult, v.shape().num_bytes(), v, static_cast<int64_t>(i), argument});
  }
}

}  // namespace

std::vector<PeakBuffer> PeakBuffers(const Graph& graph, const Plan& plan) {
  std::vector<PeakBuffer> buffers;
  AddArguments(graph, buffers);
  AddResults(graph, plan, buffers);
  for (const BufferId id : plan.alive_at_peak) {
    const auto at = static_cast<size_t>(id);
    buffers.push_back({PeakBuffer::Kind::kTemporary, plan.buffers[at].bytes, plan.value_of[at], -1, -1});
  }
  std::erase_if(buffers, [](const PeakBuffer& buffer) { return buffer.bytes == 0; });
  // The largest first, otherwise in this order.
  std::multimap<int64_t, PeakBuffer, std::greater<>> by_size;
  for (const PeakBuffer& buffer : buffers) by_size.emplace(buffer.bytes, buffer);
  std::vector<PeakBuffer> sorted;
  for (const auto& [bytes, buffer] : by_size) sorted.push_back(buffer);
  return sorted;
}

std::string ToString(const PeakBuffer& buffer) {
  std::string text = std::to_string(buffer.bytes) + " bytes: " + KindText(buffer);
  if (!buffer.value.valid()) return text + ", a copy";
  text += " " + ShapeText(buffer.value.shape()) + ", " + std::string(Mnemonic(*buffer.value.node));
  if (!buffer.value.node->place.empty()) text += " at " + std::string(buffer.value.node->place);
  return text;
}

std::string PeakText(const Graph& graph, const Plan& plan, size_t most) {
  const std::vector<PeakBuffer> buffers = PeakBuffers(graph, plan);
  std::string text;
  for (size_t i = 0; i < std::min(most, buffers.size()); ++i) text += "  " + ToString(buffers[i]) + "\n";
  if (buffers.size() > most) text += "  and " + std::to_string(buffers.size() - most) + " smaller ones\n";
  return text;
}

}  // namespace cppjrt::cpu
