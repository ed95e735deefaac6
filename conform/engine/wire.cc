#include "conform/engine/wire.h"

#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace cppjrt::conform {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;

bool IsKnown(ElementType type) {
  return (type >= ElementType::kI1 && type <= ElementType::kF64) || type == ElementType::kC64 ||
         type == ElementType::kC128;
}

class Writer {
 public:
  template <typename T>
  void Number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void Text(std::string_view text) {
    Number(static_cast<uint64_t>(text.size()));
    bytes_.append(text);
  }
  void Array(const Tensor& tensor) {
    Number(static_cast<uint8_t>(tensor.type()));
    Number(static_cast<uint64_t>(tensor.rank()));
    for (const int64_t d : tensor.dims()) Number(d);
    Text({reinterpret_cast<const char*>(tensor.bytes().data()), tensor.bytes().size()});
  }
  void Arrays(const std::vector<Tensor>& tensors) {
    Number(static_cast<uint64_t>(tensors.size()));
    for (const Tensor& tensor : tensors) Array(tensor);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename T>
  T Number() {
    T value = {};
    if (rest_.size() < sizeof(T)) {
      failed_ = true;
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
    return value;
  }
  std::string_view Text() {
    const auto size = Number<uint64_t>();
    if (failed_ || size > rest_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  std::vector<Tensor> Arrays() {
    std::vector<Tensor> tensors;
    const auto count = Number<uint64_t>();
    for (uint64_t i = 0; i < count && !failed_; ++i) {
      if (std::optional<Tensor> tensor = Array()) tensors.push_back(*std::move(tensor));
    }
    return tensors;
  }
  bool ok() const { return !failed_ && rest_.empty(); }

 private:
  std::optional<Tensor> Array() {
    const auto type = Number<uint8_t>();
    const auto rank = Number<uint64_t>();
    Dims dims;
    for (uint64_t i = 0; i < rank && !failed_; ++i) dims.push_back(Number<int64_t>());
    const std::string_view bytes = Text();
    const auto count = stablehlo::CheckedNumElements(std::span<const int64_t>(dims.data(), dims.size()));
    failed_ |= !IsKnown(static_cast<ElementType>(type)) || !count;
    if (failed_) return std::nullopt;
    failed_ = *count > static_cast<int64_t>(bytes.size()) / ElementBytes(static_cast<ElementType>(type));
    if (failed_) return std::nullopt;
    StatusOr<Tensor> tensor =
        Tensor::Copy(static_cast<ElementType>(type), dims, std::as_bytes(std::span(bytes.data(), bytes.size())),
                     stablehlo::MemoryAllocator::Heap());
    failed_ |= !tensor.ok();
    return failed_ ? std::nullopt : std::optional(*std::move(tensor));
  }

  std::string_view rest_;
  bool failed_ = false;
};

constexpr int64_t kMostReplicas = 64;

Status Damaged() { return DataLossError("the worker's answer is damaged"); }

}  // namespace

std::string Encode(const Request& request) {
  Writer writer;
  writer.Text(request.program);
  writer.Arrays(request.arguments);
  writer.Number(request.replicas);
  return writer.Take();
}

std::string Encode(const Answer& answer) {
  Writer writer;
  writer.Number(static_cast<uint8_t>(answer.end));
  writer.Number(static_cast<int32_t>(answer.status.code()));
  writer.Text(answer.status.message());
  writer.Number(answer.compile_ms);
  writer.Number(answer.run_ms);
  writer.Arrays(answer.results);
  return writer.Take();
}

std::string Encode(const EngineFacts& facts) {
  Writer writer;
  for (const std::string* text : {&facts.name, &facts.version, &facts.api, &facts.artifact_version}) writer.Text(*text);
  return writer.Take();
}

StatusOr<Request> DecodeRequest(std::string_view bytes) {
  Reader reader(bytes);
  Request request;
  request.program = reader.Text();
  request.arguments = reader.Arrays();
  request.replicas = reader.Number<int64_t>();
  if (!reader.ok() || request.replicas < 1 || request.replicas > kMostReplicas) return Damaged();
  return request;
}

StatusOr<Answer> DecodeAnswer(std::string_view bytes) {
  Reader reader(bytes);
  Answer answer;
  const auto end = reader.Number<uint8_t>();
  const auto code = reader.Number<int32_t>();
  const std::string message(reader.Text());
  answer.compile_ms = reader.Number<double>();
  answer.run_ms = reader.Number<double>();
  answer.results = reader.Arrays();
  if (!reader.ok() || end > static_cast<uint8_t>(End::kHang)) return Damaged();
  answer.end = static_cast<End>(end);
  answer.status = Status(static_cast<StatusCode>(code), message);
  return answer;
}

StatusOr<EngineFacts> DecodeFacts(std::string_view bytes) {
  Reader reader(bytes);
  EngineFacts facts;
  for (std::string* text : {&facts.name, &facts.version, &facts.api, &facts.artifact_version}) *text = reader.Text();
  if (!reader.ok()) return Damaged();
  return facts;
}

}  // namespace cppjrt::conform
