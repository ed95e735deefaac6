#include "stablehlo/eval/tensor.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "base/memory_size.h"

namespace cppjrt::stablehlo {
namespace {

// Small blocks come from malloc, which is quicker than aligned_alloc, with the pointer it gave in front of the data.
constexpr size_t kSmall = 1024;

class HeapAllocator : public MemoryAllocator {
 public:
  void* Allocate(size_t size) override {
    if (size > kSmall) {
      if (size > limit_) return nullptr;
      return std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
    }
    void* whole = std::malloc(size + kAlignment);
    if (whole == nullptr) return nullptr;
    // malloc aligns to 16, so that there are 16 to 64 bytes in front.
    auto* data = static_cast<std::byte*>(whole) + kAlignment - reinterpret_cast<uintptr_t>(whole) % kAlignment;
    std::memcpy(data - sizeof(void*), &whole, sizeof(void*));
    return data;
  }
  void Free(void* data, size_t size) override {
    if (size <= kSmall) std::memcpy(&data, static_cast<std::byte*>(data) - sizeof(void*), sizeof(void*));
    std::free(data);
  }

 private:
  // More than the machine has cannot be had, though the system might promise it.
  const size_t limit_ = PhysicalMemoryBytes();
};

// Bytes of an array, or none if the number does not fit or a dimension is negative.
std::optional<int64_t> CheckedBytes(ElementType type, const Dims& dims) {
  const std::optional<int64_t> count = CheckedNumElements(dims);
  int64_t bytes = 0;
  if (!count || __builtin_mul_overflow(*count, ElementBytes(type), &bytes)) return std::nullopt;
  return bytes;
}

}  // namespace

std::string ShapeText(ElementType type, const Dims& dims) {
  std::string text = "tensor<";
  for (const int64_t d : dims) text += std::to_string(d) + "x";
  return text + std::string(ElementTypeName(type)) + ">";
}

MemoryAllocator& MemoryAllocator::Heap() {
  static auto* const heap = new HeapAllocator;  // blocks may outlive everything else
  return *heap;
}

MemoryBlock* MemoryBlock::Allocate(size_t size, MemoryAllocator& allocator) {
  void* data = allocator.Allocate(size);
  if (data == nullptr) return nullptr;
  auto* block = new (std::nothrow) MemoryBlock;
  if (block == nullptr) {
    allocator.Free(data, size);
    return nullptr;
  }
  block->data_ = static_cast<std::byte*>(data);
  block->size_ = size;
  block->allocator_ = &allocator;
  return block;
}

MemoryBlock* MemoryBlock::Wrap(void* data, size_t size, bool writable, std::function<void()> release) {
  auto* block = new MemoryBlock;
  block->data_ = static_cast<std::byte*>(data);
  block->size_ = size;
  block->writable_ = writable;
  block->release_ = std::move(release);
  return block;
}

void MemoryBlock::Destroy() {
  if (allocator_ != nullptr) allocator_->Free(data_, size_);
  if (release_) release_();
  delete this;
}

StatusOr<Tensor> Tensor::Allocate(ElementType type, const Dims& dims, MemoryAllocator& allocator) {
  const std::optional<int64_t> bytes = CheckedBytes(type, dims);
  if (!bytes)
    return InvalidArgumentError("there is no " + ShapeText(type, dims) + ": its size is not a number of bytes");
  MemoryBlock* block = MemoryBlock::Allocate(static_cast<size_t>(*bytes), allocator);
  if (block == nullptr) {
    return ResourceExhaustedError("no memory for " + ShapeText(type, dims) + " (" + std::to_string(*bytes) + " bytes)");
  }
  return Adopt(type, dims, block);
}

Tensor Tensor::Adopt(ElementType type, const Dims& dims, MemoryBlock* block) {
  Tensor tensor;
  tensor.type_ = type;
  tensor.dims_ = dims;
  tensor.block_ = block;
  assert(static_cast<size_t>(tensor.num_bytes()) <= block->size());
  return tensor;
}

StatusOr<Tensor> Tensor::Copy(ElementType type, const Dims& dims, std::span<const std::byte> bytes,
                              MemoryAllocator& allocator) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, Allocate(type, dims, allocator));
  if (static_cast<size_t>(tensor.num_bytes()) != bytes.size()) {
    return InvalidArgumentError(ShapeText(type, dims) + " takes " + std::to_string(tensor.num_bytes()) +
                                " bytes, not " + std::to_string(bytes.size()));
  }
  if (!bytes.empty()) std::memcpy(tensor.mutable_bytes(), bytes.data(), bytes.size());
  return tensor;
}

Tensor Tensor::Reshaped(const Dims& dims) const& { return Tensor(*this).Reshaped(dims); }

Tensor Tensor::Reshaped(const Dims& dims) && {
  assert(NumElements(dims) == num_elements());
  Tensor result = std::move(*this);
  result.dims_ = dims;
  return result;
}

Tensor Tensor::Retyped(ElementType type, const Dims& dims) && {
  assert(NumElements(dims) * ElementBytes(type) == num_bytes());
  Tensor result = std::move(*this);
  result.type_ = type;
  result.dims_ = dims;
  return result;
}

}  // namespace cppjrt::stablehlo
