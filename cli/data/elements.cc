#include "cli/data/elements.h"

#include <cstring>

#include "cli/data/float_formats.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;
using pjrt::ElementType;

const std::byte* At(const Array& array, int64_t index) {
  return array.data() + index * pjrt::HostBytesPerElement(array.type());
}
std::byte* At(Array& array, int64_t index) { return array.data() + index * pjrt::HostBytesPerElement(array.type()); }

template <typename T>
T Load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <typename T>
void Store(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

uint64_t Mask(int bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

// The number whose low `bits` bits are those of `value`, the topmost of them its sign.
int64_t SignExtend(uint64_t value, int bits) { return static_cast<int64_t>(value << (64 - bits)) >> (64 - bits); }

}  // namespace

IntegerRange RangeOf(ElementType type) {
  const pjrt::ElementTypeInfo& info = pjrt::Info(type);
  if (info.kind == ElementKind::kBool) return {0, 1};
  if (info.kind == ElementKind::kUnsigned) return {0, (Wide{1} << info.bits) - 1};
  if (info.kind == ElementKind::kSigned) return {-(Wide{1} << (info.bits - 1)), (Wide{1} << (info.bits - 1)) - 1};
  return {};
}

uint64_t BitsAt(const Array& array, int64_t index) {
  uint64_t bits = 0;
  std::memcpy(&bits, At(array, index), static_cast<size_t>(pjrt::HostBytesPerElement(array.type())));
  if (array.type() == ElementType::kPred) return bits != 0 ? 1 : 0;
  return bits & Mask(pjrt::Info(array.type()).bits);
}

void SetBits(Array& array, int64_t index, uint64_t bits) {
  bits &= Mask(pjrt::Info(array.type()).bits);
  std::memcpy(At(array, index), &bits, static_cast<size_t>(pjrt::HostBytesPerElement(array.type())));
}

Wide IntegerAt(const Array& array, int64_t index) {
  const uint64_t bits = BitsAt(array, index);
  if (KindOf(array) == ElementKind::kSigned) return SignExtend(bits, pjrt::Info(array.type()).bits);
  return bits;
}

void SetInteger(Array& array, int64_t index, Wide value) { SetBits(array, index, static_cast<uint64_t>(value)); }

double RealAt(const Array& array, int64_t index) {
  switch (array.type()) {
    case ElementType::kF32:
    case ElementType::kC64:
      return Load<float>(At(array, index));
    case ElementType::kF64:
    case ElementType::kC128:
      return Load<double>(At(array, index));
    default:
      break;
  }
  if (KindOf(array) != ElementKind::kFloat) return static_cast<double>(IntegerAt(array, index));
  return DecodeFloat(*FindFloatFormat(array.type()), BitsAt(array, index));
}

void SetReal(Array& array, int64_t index, double value) {
  if (KindOf(array) == ElementKind::kComplex) return SetComplex(array, index, value);
  SetBits(array, index, EncodeFloat(*FindFloatFormat(array.type()), value));
}

std::complex<double> ComplexAt(const Array& array, int64_t index) {
  if (array.type() == ElementType::kC64) return Load<std::complex<float>>(At(array, index));
  if (array.type() == ElementType::kC128) return Load<std::complex<double>>(At(array, index));
  return RealAt(array, index);
}

void SetComplex(Array& array, int64_t index, std::complex<double> value) {
  if (array.type() == ElementType::kC64) return Store(At(array, index), std::complex<float>(value));
  Store(At(array, index), value);
}

}  // namespace cppjrt::data
