#include "stablehlo/eval/host.h"

#include <string>
#include <utility>

#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo {
namespace {

Status NotOffered(std::string_view what) {
  return UnimplementedError(std::string(what) + " is not offered by the host of this run");
}

std::string DimsText(const Dims& dims) {
  std::string text;
  for (const int64_t d : dims) text += (d == kDynamic ? "?" : std::to_string(d)) + "x";
  return text;
}

bool Fits(const Dims& dims, const Dims& expected) {
  if (dims.size() != expected.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (expected[i] != kDynamic && expected[i] != dims[i]) return false;
  }
  return true;
}

StatusOr<std::vector<RuntimeValue>> TakeFirst(std::deque<std::vector<RuntimeValue>>& queue, std::string_view what) {
  if (queue.empty()) return FailedPreconditionError("nothing was put into " + std::string(what));
  std::vector<RuntimeValue> values = std::move(queue.front());
  queue.pop_front();
  return values;
}

}  // namespace

StatusOr<std::vector<RuntimeValue>> Host::Infeed(ProcessId, std::string_view, std::span<const ExpectedTensor>) {
  return NotOffered("infeed");
}
Status Host::Outfeed(ProcessId, std::string_view, std::span<const RuntimeValue>) { return NotOffered("outfeed"); }
Status Host::Send(ProcessId, int64_t, std::span<const RuntimeValue>) { return NotOffered("send to the host"); }
StatusOr<std::vector<RuntimeValue>> Host::Recv(ProcessId, int64_t, std::span<const ExpectedTensor>) {
  return NotOffered("recv from the host");
}
Status Host::Print(std::string_view) { return NotOffered("print"); }
Status Host::Probe(const ProbeRecord&) { return NotOffered("probe"); }
StatusOr<ProbeRecord> Host::FindProbe(int64_t) { return NotOffered("probe"); }

void MemoryHost::PutInfeed(std::vector<RuntimeValue> values) {
  const std::lock_guard lock(mutex_);
  infeed_.push_back(std::move(values));
}

void MemoryHost::PutChannel(int64_t channel, std::vector<RuntimeValue> values) {
  const std::lock_guard lock(mutex_);
  to_program_[channel].push_back(std::move(values));
}

std::vector<std::vector<RuntimeValue>> MemoryHost::outfeed() const {
  const std::lock_guard lock(mutex_);
  return outfeed_;
}

std::vector<std::vector<RuntimeValue>> MemoryHost::sent(int64_t channel) const {
  const std::lock_guard lock(mutex_);
  const auto it = from_program_.find(channel);
  return it == from_program_.end() ? std::vector<std::vector<RuntimeValue>>() : it->second;
}

std::vector<std::string> MemoryHost::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

StatusOr<std::vector<RuntimeValue>> MemoryHost::Infeed(ProcessId, std::string_view, std::span<const ExpectedTensor>) {
  const std::lock_guard lock(mutex_);
  return TakeFirst(infeed_, "infeed");
}

Status MemoryHost::Outfeed(ProcessId, std::string_view, std::span<const RuntimeValue> values) {
  const std::lock_guard lock(mutex_);
  outfeed_.emplace_back(values.begin(), values.end());
  return OkStatus();
}

Status MemoryHost::Send(ProcessId, int64_t channel, std::span<const RuntimeValue> values) {
  const std::lock_guard lock(mutex_);
  from_program_[channel].emplace_back(values.begin(), values.end());
  return OkStatus();
}

StatusOr<std::vector<RuntimeValue>> MemoryHost::Recv(ProcessId, int64_t channel, std::span<const ExpectedTensor>) {
  const std::lock_guard lock(mutex_);
  return TakeFirst(to_program_[channel], "channel " + std::to_string(channel));
}

Status MemoryHost::Print(std::string_view line) {
  const std::lock_guard lock(mutex_);
  lines_.emplace_back(line);
  return OkStatus();
}

Status MemoryHost::Probe(const ProbeRecord& record) {
  const std::lock_guard lock(mutex_);
  probes_.push_back(record);
  return OkStatus();
}

StatusOr<ProbeRecord> MemoryHost::FindProbe(int64_t index) {
  const std::lock_guard lock(mutex_);
  if (index < 0 || index >= static_cast<int64_t>(probes_.size())) {
    return NotFoundError("probe " + std::to_string(index) + " is asked for, there were " +
                         std::to_string(probes_.size()));
  }
  return probes_[static_cast<size_t>(index)];
}

Status CheckReceived(std::span<const RuntimeValue> values, std::span<const ExpectedTensor> expected) {
  if (values.size() != expected.size()) {
    return InvalidArgumentError(std::to_string(values.size()) + " values arrived, expected " +
                                std::to_string(expected.size()));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const ExpectedTensor& want = expected[i];
    const std::string wanted = DimsText(want.dims) + std::string(ElementTypeName(want.type));
    if (!values[i].is_tensor()) {
      return InvalidArgumentError("value " + std::to_string(i) + " that arrived is no tensor, expected " + wanted);
    }
    const Tensor& tensor = values[i].tensor();
    if (tensor.type() == want.type && Fits(tensor.dims(), want.dims)) continue;
    return InvalidArgumentError("value " + std::to_string(i) + " that arrived is " + DimsText(tensor.dims()) +
                                std::string(ElementTypeName(tensor.type())) + ", expected " + wanted);
  }
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
