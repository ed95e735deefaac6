#include "cpu/graph/scalar.h"

#include <complex>
#include <cstring>

#include "stablehlo/eval/compute_type.h"

namespace cppjrt::cpu {

using stablehlo::ElementType;
using stablehlo::Tensor;

namespace {

// A scalar takes eight bytes at most (complex<f64>: 16): the heap has them.
Tensor NewScalar(ElementType type) { return *Tensor::Allocate(type, {}, stablehlo::MemoryAllocator::Heap()); }

template <typename T>
Tensor Store(ElementType type, T number) {
  Tensor tensor = NewScalar(type);
  stablehlo::StoreBlock<T>(type, &number, 1, tensor.mutable_bytes());
  return tensor;
}

const std::byte* AddressOf(const Tensor& tensor, int64_t i) {
  return tensor.bytes().data() + i * stablehlo::ElementBytes(tensor.type());
}

}  // namespace

Tensor ScalarTensor(ElementType type, double number) {
  if (stablehlo::IsComplex(type)) return Store<std::complex<double>>(type, {number, 0});
  if (stablehlo::IsFloat(type)) return Store<double>(type, number);
  return ScalarTensorInt(type, static_cast<int64_t>(number));
}

Tensor ScalarTensorInt(ElementType type, int64_t number) {
  if (!stablehlo::IsInteger(type) && type != ElementType::kI1) return ScalarTensor(type, static_cast<double>(number));
  return Store<int64_t>(type, number);
}

Tensor ElementAt(const Tensor& tensor, int64_t i) {
  Tensor element = NewScalar(tensor.type());
  std::memcpy(element.mutable_bytes(), AddressOf(tensor, i),
              static_cast<size_t>(stablehlo::ElementBytes(tensor.type())));
  return element;
}

int64_t IntAt(const Tensor& tensor, int64_t i) {
  int64_t buffer[1] = {};
  if (tensor.type() == ElementType::kUI64) {
    std::memcpy(buffer, AddressOf(tensor, i), sizeof(buffer));
    return buffer[0];
  }
  return *stablehlo::LoadBlock<int64_t>(tensor.type(), AddressOf(tensor, i), 1, buffer);
}

double FloatAt(const Tensor& tensor, int64_t i) {
  double buffer[1] = {};
  return *stablehlo::LoadBlock<double>(tensor.type(), AddressOf(tensor, i), 1, buffer);
}

}  // namespace cppjrt::cpu
