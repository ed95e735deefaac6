#include "cpu/ffi/attributes.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace cppjrt::cpu {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::AttrTable;
using stablehlo::ElementType;
using stablehlo::Module;
using stablehlo::TypeId;

constexpr int kMaxDepth = 32;
constexpr int64_t kMaxElements = 1 << 24;

StatusOr<ElementType> TypeOf(const Module& module, TypeId type) {
  const std::optional<ElementType> element = stablehlo::ToElementType(module.types(), type);
  if (!element || ToFfiType(*element) == XLA_FFI_DataType_INVALID) {
    return InvalidArgumentError("its type has no place in the FFI");
  }
  return *element;
}

// Words to elements of `bytes` bytes, one behind the other. Low bytes come first in both.
std::vector<uint64_t> Pack(const std::vector<uint64_t>& words, int64_t bytes) {
  const auto size = static_cast<size_t>(bytes);
  std::vector<uint64_t> packed((words.size() * size + 7) / 8 + 1);
  auto* out = reinterpret_cast<std::byte*>(packed.data());
  for (size_t i = 0; i < words.size(); ++i) std::memcpy(out + i * size, &words[i], size);
  return packed;
}

}  // namespace

XLA_FFI_DataType ToFfiType(ElementType type) {
  using enum ElementType;
  switch (type) {
    case kI1:
      return XLA_FFI_DataType_PRED;
    case kI2:
      return XLA_FFI_DataType_S2;
    case kI4:
      return XLA_FFI_DataType_S4;
    case kI8:
      return XLA_FFI_DataType_S8;
    case kI16:
      return XLA_FFI_DataType_S16;
    case kI32:
      return XLA_FFI_DataType_S32;
    case kI64:
      return XLA_FFI_DataType_S64;
    case kUI2:
      return XLA_FFI_DataType_U2;
    case kUI4:
      return XLA_FFI_DataType_U4;
    case kUI8:
      return XLA_FFI_DataType_U8;
    case kUI16:
      return XLA_FFI_DataType_U16;
    case kUI32:
      return XLA_FFI_DataType_U32;
    case kUI64:
      return XLA_FFI_DataType_U64;
    case kF4E2M1FN:
      return XLA_FFI_DataType_F4E2M1FN;
    case kF6E2M3FN:
      return XLA_FFI_DataType_INVALID;
    case kF6E3M2FN:
      return XLA_FFI_DataType_INVALID;
    case kF8E3M4:
      return XLA_FFI_DataType_F8E3M4;
    case kF8E4M3:
      return XLA_FFI_DataType_F8E4M3;
    case kF8E4M3FN:
      return XLA_FFI_DataType_F8E4M3FN;
    case kF8E4M3FNUZ:
      return XLA_FFI_DataType_F8E4M3FNUZ;
    case kF8E4M3B11FNUZ:
      return XLA_FFI_DataType_F8E4M3B11FNUZ;
    case kF8E5M2:
      return XLA_FFI_DataType_F8E5M2;
    case kF8E5M2FNUZ:
      return XLA_FFI_DataType_F8E5M2FNUZ;
    case kF8E8M0FNU:
      return XLA_FFI_DataType_F8E8M0FNU;
    case kBF16:
      return XLA_FFI_DataType_BF16;
    case kF16:
      return XLA_FFI_DataType_F16;
    case kF32:
      return XLA_FFI_DataType_F32;
    case kF64:
      return XLA_FFI_DataType_F64;
    case kC64:
      return XLA_FFI_DataType_C64;
    case kC128:
      return XLA_FFI_DataType_C128;
  }
  return XLA_FFI_DataType_INVALID;
}

Status FfiAttributes::Read(const Module& module, AttrId dictionary) {
  if (!dictionary.valid()) return OkStatus();
  return Fill(module, dictionary, top_, 0);
}

Status FfiAttributes::Fill(const Module& module, AttrId attr, Dictionary& dictionary, int depth) {
  const AttrTable& attrs = module.attrs();
  for (size_t i = 0; i < attrs.size(attr); ++i) {
    const stablehlo::NamedAttr entry = attrs.entry(attr, i);
    const std::string& name = strings_.emplace_back(module.name(entry.name));
    StatusOr<Attribute> converted = Convert(module, entry.value, depth + 1);
    if (!converted.ok()) return converted.status().WithContext("attribute '" + name + "' of a custom call");
    dictionary.name_pointers.push_back(&dictionary.names.emplace_back(XLA_FFI_ByteSpan{name.data(), name.size()}));
    dictionary.types.push_back(converted->type);
    dictionary.values.push_back(converted->value);
  }
  dictionary.attrs.size = static_cast<int64_t>(dictionary.values.size());
  dictionary.attrs.types = dictionary.types.data();
  dictionary.attrs.names = dictionary.name_pointers.data();
  dictionary.attrs.attrs = dictionary.values.data();
  return OkStatus();
}

StatusOr<FfiAttributes::Attribute> FfiAttributes::Convert(const Module& module, AttrId attr, int depth) {
  if (depth > kMaxDepth) return InvalidArgumentError("it is nested too deeply");
  const AttrTable& attrs = module.attrs();
  switch (attrs.kind(attr)) {
    case AttrKind::kUnit:
      return Scalar(XLA_FFI_DataType_PRED, 1);
    case AttrKind::kBool:
      return Scalar(XLA_FFI_DataType_PRED, attrs.boolean(attr) ? 1 : 0);
    case AttrKind::kInteger: {
      CPPJRT_ASSIGN_OR_RETURN(const ElementType type, TypeOf(module, attrs.type(attr)));
      return Scalar(ToFfiType(type), static_cast<uint64_t>(attrs.integer(attr)));
    }
    case AttrKind::kFloat: {
      CPPJRT_ASSIGN_OR_RETURN(const ElementType type, TypeOf(module, attrs.type(attr)));
      return Scalar(ToFfiType(type), attrs.float_bits(attr));
    }
    case AttrKind::kString: {
      const std::string& text = strings_.emplace_back(attrs.string(attr));
      return Attribute{XLA_FFI_AttrType_STRING, &spans_.emplace_back(XLA_FFI_ByteSpan{text.data(), text.size()})};
    }
    case AttrKind::kDictionary: {
      Dictionary& inner = dictionaries_.emplace_back();
      CPPJRT_RETURN_IF_ERROR(Fill(module, attr, inner, depth));
      return Attribute{XLA_FFI_AttrType_DICTIONARY, &inner.attrs};
    }
    case AttrKind::kDenseArray:
      return ArrayOfWords(module, attr);
    case AttrKind::kArray:
      return ArrayOfAttributes(module, attr);
    case AttrKind::kDense:
      return ArrayOfDense(module, attr);
    default:
      return InvalidArgumentError(
          "handlers can get numbers, strings, arrays of numbers and dictionaries, found another kind");
  }
}

StatusOr<FfiAttributes::Attribute> FfiAttributes::Scalar(XLA_FFI_DataType type, uint64_t bits) {
  Elements& elements = elements_.emplace_back();
  elements.storage = {bits};
  elements.scalar = {type, elements.storage.data()};
  return Attribute{XLA_FFI_AttrType_SCALAR, &elements.scalar};
}

FfiAttributes::Attribute FfiAttributes::Array(XLA_FFI_DataType type, int64_t bytes, std::vector<uint64_t> words) {
  Elements& elements = elements_.emplace_back();
  elements.storage = Pack(words, bytes);
  elements.array = {type, words.size(), elements.storage.data()};
  return {XLA_FFI_AttrType_ARRAY, &elements.array};
}

StatusOr<FfiAttributes::Attribute> FfiAttributes::ArrayOfWords(const Module& module, AttrId attr) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, TypeOf(module, module.attrs().type(attr)));
  const std::span<const int64_t> words = module.attrs().words(attr);
  return Array(ToFfiType(type), stablehlo::ElementBytes(type), {words.begin(), words.end()});
}

// [1 : i32, 2 : i32]: numbers of one type.
StatusOr<FfiAttributes::Attribute> FfiAttributes::ArrayOfAttributes(const Module& module, AttrId attr) {
  const AttrTable& attrs = module.attrs();
  std::vector<uint64_t> words;
  std::optional<ElementType> type;
  for (size_t i = 0; i < attrs.size(attr); ++i) {
    const AttrId element = attrs.element(attr, i);
    const bool is_bool = attrs.Is(element, AttrKind::kBool);
    const bool is_float = attrs.Is(element, AttrKind::kFloat);
    if (!is_bool && !is_float && !attrs.Is(element, AttrKind::kInteger)) {
      return InvalidArgumentError("an array holds something else than numbers");
    }
    ElementType own = ElementType::kI1;
    if (!is_bool) {
      CPPJRT_ASSIGN_OR_RETURN(own, TypeOf(module, attrs.type(element)));
    }
    if (type && *type != own) return InvalidArgumentError("an array holds numbers of several types");
    type = own;
    words.push_back(is_bool    ? static_cast<uint64_t>(attrs.boolean(element))
                    : is_float ? attrs.float_bits(element)
                               : static_cast<uint64_t>(attrs.integer(element)));
  }
  const ElementType of = type.value_or(ElementType::kI64);
  return Array(ToFfiType(of), stablehlo::ElementBytes(of), std::move(words));
}

StatusOr<FfiAttributes::Attribute> FfiAttributes::ArrayOfDense(const Module& module, AttrId attr) {
  const stablehlo::DenseElements dense = module.attrs().dense(attr);
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, TypeOf(module, module.types().element_type(dense.type)));
  const auto size = static_cast<size_t>(stablehlo::ElementBytes(type));
  const int64_t count = module.types().num_elements(dense.type).value_or(kMaxElements + 1);
  if (size > sizeof(uint64_t) || count > kMaxElements)
    return InvalidArgumentError("a dense array is too large or complex");
  std::vector<uint64_t> words(static_cast<size_t>(count));
  for (size_t i = 0; i < words.size(); ++i) {
    std::memcpy(&words[i], dense.bytes.data() + (dense.is_splat ? 0 : i * size), size);
  }
  return Array(ToFfiType(type), stablehlo::ElementBytes(type), std::move(words));
}

}  // namespace cppjrt::cpu
