// Tensor and RuntimeValue: what programs compute with at run time.
//
//   StatusOr<Tensor> t = Tensor::Allocate(ElementType::kF32, {2, 3}, allocator);
//   t->mutable_data<float>()[0] = 1;            // REQUIRES: unique(), which a new tensor is
//   RuntimeValue v = *t;                               // shares the elements
//
// A Tensor is an element type, dimensions and a share in a block of memory: copying one is cheap, and what is shared is
// not written to. Elements are dense and row-major, in the form of DenseElements (ir/attribute.h): i1 and sub-byte types
// take a byte, signed ones sign-extended. Blocks come from a MemoryAllocator, so that the host of a program decides where
// memory comes from, counts and limits it.
#ifndef CPPJRT_STABLEHLO_EVAL_TENSOR_H_
#define CPPJRT_STABLEHLO_EVAL_TENSOR_H_

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/element_type.h"

namespace cppjrt::stablehlo {

// Where blocks of memory come from. Thread-safe.
class MemoryAllocator {
 public:
  static constexpr size_t kAlignment = 64;

  virtual ~MemoryAllocator() = default;
  // `size` bytes, aligned to kAlignment, uninitialised; null if there is no memory (the caller names what it wanted).
  // A size of 0 gives a pointer that must be freed too.
  virtual void* Allocate(size_t size) = 0;
  virtual void Free(void* data, size_t size) = 0;

  // The process's heap; the only limit is the memory of the machine.
  static MemoryAllocator& Heap();
};

// A block of memory with a reference count: from an allocator, or somebody else's with what to call at the end.
class MemoryBlock {
 public:
  // A block of its own; null if the allocator has none.
  static MemoryBlock* Allocate(size_t size, MemoryAllocator& allocator);
  // Memory of somebody else, who hears by `release` (may be empty) when the last share is gone. `writable` says whether
  // the program may change it once it is the only one to hold it.
  static MemoryBlock* Wrap(void* data, size_t size, bool writable, std::function<void()> release);

  std::byte* data() const { return data_; }
  size_t size() const { return size_; }
  bool writable() const { return writable_; }
  bool unique() const { return shares_.load(std::memory_order_acquire) == 1; }
  void Retain() { shares_.fetch_add(1, std::memory_order_relaxed); }
  void Release() {
    if (shares_.fetch_sub(1, std::memory_order_acq_rel) == 1) Destroy();
  }

 private:
  MemoryBlock() = default;
  ~MemoryBlock() = default;
  void Destroy();

  std::atomic<int64_t> shares_ = 1;
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  bool writable_ = true;
  MemoryAllocator* allocator_ = nullptr;  // null: somebody else's
  std::function<void()> release_;
};

class Tensor {
 public:
  // A tensor without elements, type or memory: what a moved-from one is. valid() is false.
  Tensor() = default;
  Tensor(const Tensor& other) : type_(other.type_), dims_(other.dims_), block_(other.block_) {
    if (block_ != nullptr) block_->Retain();
  }
  Tensor(Tensor&& other) noexcept
      : type_(other.type_), dims_(std::move(other.dims_)), block_(std::exchange(other.block_, nullptr)) {}
  Tensor& operator=(Tensor other) noexcept {
    type_ = other.type_;
    dims_ = std::move(other.dims_);
    std::swap(block_, other.block_);
    return *this;
  }
  ~Tensor() {
    if (block_ != nullptr) block_->Release();
  }

  // Uninitialised elements. RESOURCE_EXHAUSTED if there is not so much memory, INVALID_ARGUMENT if the size overflows or a
  // dimension is negative.
  static StatusOr<Tensor> Allocate(ElementType type, const Dims& dims, MemoryAllocator& allocator);
  // Takes over the caller's share of `block`. REQUIRES: it holds that many elements.
  static Tensor Adopt(ElementType type, const Dims& dims, MemoryBlock* block);
  // A copy of elements in the form above.
  static StatusOr<Tensor> Copy(ElementType type, const Dims& dims, std::span<const std::byte> bytes,
                               MemoryAllocator& allocator);

  bool valid() const { return block_ != nullptr; }
  ElementType type() const { return type_; }
  const Dims& dims() const { return dims_; }
  size_t rank() const { return dims_.size(); }
  int64_t num_elements() const { return NumElements(dims_); }
  int64_t num_bytes() const { return num_elements() * ElementBytes(type_); }

  std::span<const std::byte> bytes() const { return {block_->data(), static_cast<size_t>(num_bytes())}; }
  // REQUIRES: sizeof(T) == ElementBytes(type()).
  template <typename T>
  const T* data() const {
    assert(static_cast<int64_t>(sizeof(T)) == ElementBytes(type_));
    return reinterpret_cast<const T*>(block_->data());
  }
  // Whether nobody else sees the elements, so that they may be written.
  bool unique() const { return block_->writable() && block_->unique(); }
  // REQUIRES: unique().
  std::byte* mutable_bytes() {
    assert(unique());
    return block_->data();
  }
  template <typename T>
  T* mutable_data() {
    assert(static_cast<int64_t>(sizeof(T)) == ElementBytes(type_));
    return reinterpret_cast<T*>(mutable_bytes());
  }

  // The same elements under other dimensions or another type of the same size. REQUIRES: the bytes are as many.
  Tensor Reshaped(const Dims& dims) const&;
  Tensor Reshaped(const Dims& dims) &&;
  Tensor Retyped(ElementType type, const Dims& dims) &&;

  MemoryBlock* block() const { return block_; }

 private:
  ElementType type_ = ElementType::kI1;
  Dims dims_;
  MemoryBlock* block_ = nullptr;
};

// "tensor<2x3xf32>", for messages.
std::string ShapeText(ElementType type, const Dims& dims);

// A value of a program: a tensor, a token or a tuple of values. Copying shares.
class RuntimeValue {
 public:
  enum class Kind : uint8_t { kNone, kTensor, kToken, kTuple };

  RuntimeValue() = default;
  RuntimeValue(Tensor tensor)  // NOLINT(google-explicit-constructor): a tensor is a value
      : kind_(Kind::kTensor), tensor_(std::move(tensor)) {}
  static RuntimeValue Token() {
    RuntimeValue v;
    v.kind_ = Kind::kToken;
    return v;
  }
  static RuntimeValue Tuple(std::vector<RuntimeValue> members) {
    RuntimeValue v;
    v.kind_ = Kind::kTuple;
    v.members_ = std::make_shared<const std::vector<RuntimeValue>>(std::move(members));
    return v;
  }

  Kind kind() const { return kind_; }
  bool is_tensor() const { return kind_ == Kind::kTensor; }
  // REQUIRES: is_tensor().
  const Tensor& tensor() const& { return tensor_; }
  Tensor& tensor() & { return tensor_; }
  Tensor&& tensor() && { return std::move(tensor_); }
  // REQUIRES: kTuple.
  std::span<const RuntimeValue> members() const { return *members_; }

 private:
  Kind kind_ = Kind::kNone;
  Tensor tensor_;
  std::shared_ptr<const std::vector<RuntimeValue>> members_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_TENSOR_H_
