// Attributes of a call as C++ values:
//
//   bool, int8_t … uint64_t, float, double, std::complex<float>, std::complex<double>, Opaque (f16, bf16)    scalar of that type
//   an enum                                    scalar of its underlying type
//   std::span<const T>, std::vector<T>         array
//   std::string_view, std::string              string
//   Dictionary                                 dictionary
//   std::optional<T>                           any of these, or none
#ifndef PJRT_FFI_ATTRIBUTES_H_
#define PJRT_FFI_ATTRIBUTES_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/ffi/frame.h"
#include "pjrt/ffi/types.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {
namespace detail {

template <class T>
constexpr ElementType ScalarType() {
  if constexpr (std::is_same_v<T, std::complex<float>>)
    return C64;
  else if constexpr (std::is_same_v<T, std::complex<double>>)
    return C128;
  else if constexpr (std::is_same_v<T, Native<F16>>)
    return F16;
  else if constexpr (std::is_same_v<T, Native<BF16>>)
    return BF16;
  else
    return ElementTypeOf<T>();
}

// NOT_FOUND, or INVALID_ARGUMENT: "attribute eps is a string, the kernel takes a scalar of f32".
Status WrongAttribute(std::string_view name, const AttributeView& view, AttributeView::Kind kind, ElementType type);

template <class T>
struct AttributeReader {
  static StatusOr<T> Read(std::string_view name, const AttributeView& view) {
    if constexpr (std::is_enum_v<T>) {
      CPPJRT_ASSIGN_OR_RETURN(const auto number, AttributeReader<std::underlying_type_t<T>>::Read(name, view));
      return static_cast<T>(number);
    } else {
      static_assert(ScalarType<T>() != ElementType::kInvalid, "see attributes.h for the types of attributes");
      if (view.kind != AttributeView::Kind::kScalar || view.type != ScalarType<T>()) {
        return WrongAttribute(name, view, AttributeView::Kind::kScalar, ScalarType<T>());
      }
      return *static_cast<const T*>(view.data);
    }
  }
};

template <class T>
struct AttributeReader<std::span<const T>> {
  static StatusOr<std::span<const T>> Read(std::string_view name, const AttributeView& view) {
    // An empty array has lost its type.
    const bool fits = view.kind == AttributeView::Kind::kArray && (view.type == ScalarType<T>() || view.size == 0);
    if (!fits) return WrongAttribute(name, view, AttributeView::Kind::kArray, ScalarType<T>());
    return std::span<const T>(static_cast<const T*>(view.data), view.size);
  }
};

template <class T>
struct AttributeReader<std::vector<T>> {
  static StatusOr<std::vector<T>> Read(std::string_view name, const AttributeView& view) {
    CPPJRT_ASSIGN_OR_RETURN(const std::span<const T> values, AttributeReader<std::span<const T>>::Read(name, view));
    return std::vector<T>(values.begin(), values.end());
  }
};

template <>
struct AttributeReader<std::string_view> {
  static StatusOr<std::string_view> Read(std::string_view name, const AttributeView& view) {
    if (view.kind != AttributeView::Kind::kString) {
      return WrongAttribute(name, view, AttributeView::Kind::kString, ElementType::kInvalid);
    }
    return std::string_view(static_cast<const char*>(view.data), view.size);
  }
};

template <>
struct AttributeReader<std::string> {
  static StatusOr<std::string> Read(std::string_view name, const AttributeView& view) {
    CPPJRT_ASSIGN_OR_RETURN(const std::string_view text, AttributeReader<std::string_view>::Read(name, view));
    return std::string(text);
  }
};

template <>
struct AttributeReader<Dictionary> {
  static StatusOr<Dictionary> Read(std::string_view name, const AttributeView& view) {
    if (view.kind != AttributeView::Kind::kDictionary) {
      return WrongAttribute(name, view, AttributeView::Kind::kDictionary, ElementType::kInvalid);
    }
    return Dictionary(view.data);
  }
};

template <class T>
struct AttributeReader<std::optional<T>> {
  static StatusOr<std::optional<T>> Read(std::string_view name, const AttributeView& view) {
    if (view.kind == AttributeView::Kind::kNone) return std::optional<T>();
    CPPJRT_ASSIGN_OR_RETURN(T value, AttributeReader<T>::Read(name, view));
    return std::optional<T>(std::move(value));
  }
};

}  // namespace detail

template <class T>
StatusOr<T> Dictionary::Get(std::string_view name) const {
  return detail::AttributeReader<T>::Read(name, Find(name));
}

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_ATTRIBUTES_H_
