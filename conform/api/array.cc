#include "conform/api/array.h"

#include <algorithm>
#include <cstdio>

namespace cppjrt::conform {
namespace {

const pjrt::ElementTypeInfo& InfoOf(PJRT_Buffer_Type type) {
  return pjrt::Info(static_cast<pjrt::ElementType>(static_cast<int>(type)));
}

bool IsPacked(PJRT_Buffer_Type type) { return pjrt::IsSubByte(static_cast<pjrt::ElementType>(static_cast<int>(type))); }

template <class T>
std::string NumberText(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  char text[40];
  if constexpr (std::is_floating_point_v<T>) {
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  } else {
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
  }
  return text;
}

std::string ElementText(const Array& array, int64_t index) {
  const size_t size = HostBytesOf(array.type);
  const char* bytes = array.bytes.data() + static_cast<size_t>(index) * size;
  switch (array.type) {
    case PJRT_Buffer_Type_F32:
      return NumberText<float>(bytes);
    case PJRT_Buffer_Type_F64:
      return NumberText<double>(bytes);
    case PJRT_Buffer_Type_S32:
      return NumberText<int32_t>(bytes);
    case PJRT_Buffer_Type_S64:
      return NumberText<int64_t>(bytes);
    default:
      break;
  }
  std::string text = "0x";
  for (size_t i = size; i-- > 0;) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(bytes[i]));
    text += digits;
  }
  return text;
}

}  // namespace

int64_t Array::elements() const {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

std::string Array::Shape() const {
  std::string text = TypeName(type) + "[";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  return text + "]";
}

Array Pattern(PJRT_Buffer_Type type, std::vector<int64_t> dims, int seed) {
  Array array{type, std::move(dims), {}};
  const int bits = InfoOf(type).bits;
  const size_t size = HostBytesOf(type);
  array.bytes.resize(static_cast<size_t>(array.elements()) * size);
  // A byte above 0x3f in every place would make NaNs of floats, whose bits need not survive arithmetic.
  const unsigned mask = bits < 8 ? (1u << bits) - 1 : 0x3f;
  for (size_t i = 0; i < array.bytes.size(); ++i) {
    const size_t element = i / size;
    array.bytes[i] = static_cast<char>((element * 7 + (i % size) * 3 + static_cast<size_t>(seed) + 1) & mask);
  }
  return array;
}

Status Same(const Array& got, const Array& want) {
  if (got.type != want.type || got.dims != want.dims) {
    return UnknownError(got.Shape() + " where " + want.Shape() + " is expected");
  }
  if (got.bytes.size() != want.bytes.size()) {
    return UnknownError(std::to_string(got.bytes.size()) + " bytes where " + std::to_string(want.bytes.size()) +
                        " are expected");
  }
  // Of an element below a byte only its bits count: plugins fill the rest with zeros or with the sign.
  const int bits = InfoOf(want.type).bits;
  const unsigned mask = IsPacked(want.type) ? (1u << bits) - 1 : 0xff;
  const auto [first, second] =
      std::mismatch(got.bytes.begin(), got.bytes.end(), want.bytes.begin(), [mask](char a, char b) {
        return (static_cast<unsigned char>(a) & mask) == (static_cast<unsigned char>(b) & mask);
      });
  if (first == got.bytes.end()) return Status();
  const auto index = (first - got.bytes.begin()) / static_cast<int64_t>(HostBytesOf(want.type));
  return UnknownError("element " + std::to_string(index) + " of " + want.Shape() + " is " + ElementText(got, index) +
                      " where " + ElementText(want, index) + " is expected: " + ValuesText(got) + " against " +
                      ValuesText(want));
}

std::string ValuesText(const Array& array, size_t most) {
  std::string text = "[";
  const int64_t shown = std::min<int64_t>(array.elements(), static_cast<int64_t>(most));
  for (int64_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + ElementText(array, i);
  return text + (shown < array.elements() ? ", …]" : "]");
}

std::string TypeName(PJRT_Buffer_Type type) { return std::string(InfoOf(type).name); }

std::string TypeId(PJRT_Buffer_Type type) {
  if (type == PJRT_Buffer_Type_C64) return "c64";
  if (type == PJRT_Buffer_Type_C128) return "c128";
  std::string name = TypeName(type);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name;
}

std::vector<PJRT_Buffer_Type> ArrayTypes() {
  std::vector<PJRT_Buffer_Type> types;
  for (const pjrt::ElementTypeInfo& info : pjrt::ElementTypes()) {
    if (info.bits > 0) types.push_back(static_cast<PJRT_Buffer_Type>(static_cast<int>(info.type)));
  }
  return types;
}

int TypeSince(PJRT_Buffer_Type type) { return InfoOf(type).since_minor; }

size_t HostBytesOf(PJRT_Buffer_Type type) {
  return static_cast<size_t>(pjrt::HostBytesPerElement(static_cast<pjrt::ElementType>(static_cast<int>(type))));
}

}  // namespace cppjrt::conform
