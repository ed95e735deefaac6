#include "stablehlo/op/defaults.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace cppjrt::stablehlo {
namespace {

bool AreAll(std::span<const int64_t> words, int64_t value) {
  return !words.empty() && std::ranges::all_of(words, [value](int64_t word) { return word == value; });
}

bool IsList(const AttrTable& attrs, AttrId a, int64_t value) {
  return attrs.Is(a, AttrKind::kDenseArray) && AreAll(attrs.words(a), value);
}

bool IsZeroTensor(const Module& module, AttrId a) {
  if (!module.attrs().Is(a, AttrKind::kDense)) return false;
  const DenseElements elements = module.attrs().dense(a);
  return !elements.bytes.empty() && std::ranges::all_of(elements.bytes, [](std::byte b) { return b == std::byte{0}; });
}

bool IsEmpty(const AttrTable& attrs, AttrId a) {
  switch (attrs.kind(a)) {
    case AttrKind::kArray:
    case AttrKind::kDictionary:
      return attrs.size(a) == 0;
    case AttrKind::kString:
      return attrs.string(a).empty();
    case AttrKind::kDenseArray:
      return attrs.words(a).empty();
    case AttrKind::kDense:
      return attrs.dense(a).bytes.empty();
    default:
      return false;
  }
}

bool IsNumber(const AttrTable& attrs, AttrId a, int64_t number) {
  if (attrs.Is(a, AttrKind::kEnum)) return attrs.enum_value(a) == number;
  return attrs.Is(a, AttrKind::kInteger) && attrs.integer(a) == number;
}

bool IsDefaultPrecision(const AttrTable& attrs, AttrId a) {
  if (!attrs.Is(a, AttrKind::kArray)) return false;
  for (size_t i = 0; i < attrs.size(a); ++i) {
    if (!attrs.Is(attrs.element(a, i), AttrKind::kEnum) || attrs.enum_value(attrs.element(a, i)) != 0) return false;
  }
  return true;
}

// Zero of either sign.
bool IsZero(const AttrTable& attrs, AttrId a) { return attrs.Is(a, AttrKind::kFloat) && attrs.float_bits(a) << 1 == 0; }

bool IsDefaultAccuracy(const AttrTable& attrs, AttrId a) {
  return attrs.Is(a, AttrKind::kStruct) && attrs.struct_kind(a) == StructKind::kResultAccuracy &&
         IsZero(attrs, attrs.field(a, 0)) && IsZero(attrs, attrs.field(a, 1)) &&
         IsNumber(attrs, attrs.field(a, 2), 0) && IsNumber(attrs, attrs.field(a, 3), 0);
}

bool IsNoChannel(const AttrTable& attrs, AttrId a) {
  return attrs.Is(a, AttrKind::kStruct) && attrs.struct_kind(a) == StructKind::kChannelHandle &&
         IsNumber(attrs, attrs.field(a, 0), 0);
}

AttrId DefaultAccuracy(AttrTable& attrs) {
  const AttrId fields[] = {attrs.F64(0), attrs.F64(0), attrs.I64(0), attrs.Enum(EnumKind::kResultAccuracyMode, 0)};
  return attrs.Struct(StructKind::kResultAccuracy, fields);
}

// VHLO's version of a composite is an i64 if it is not given.
AttrId DefaultNumber(AttrTable& attrs, const AttrInfo& info) {
  const AttrClassInfo& attr_class = Info(info.attr_class);
  const auto number = static_cast<uint32_t>(info.default_value.number);
  if (attr_class.memory == AttrKind::kEnum) return attrs.Enum(static_cast<EnumKind>(attr_class.detail), number);
  if (info.attr_class == AttrClass::kApiVersion) return attrs.I32(info.default_value.number);
  return attrs.I64(info.default_value.number);
}

AttrId Zeros(Module& module, size_t rank) {
  static constexpr std::byte kZero[8] = {};
  const TypeId type = module.types().Tensor({static_cast<int64_t>(rank), 2}, scalar::kI64);
  const std::span<const std::byte> bytes = rank == 0 ? std::span<const std::byte>() : std::span(kZero);
  return module.attrs().Dense(type, rank != 0, bytes);
}

AttrId EmptyIntegers(Module& module, const AttrInfo& info) {
  if (info.attr_class == AttrClass::kI64Array) return module.attrs().I64Array({});
  return module.attrs().Dense(module.types().Tensor({0}, scalar::kI64), false, {});
}

}  // namespace

bool IsDefault(const Module& module, const AttrInfo& info, AttrId a) {
  const AttrTable& attrs = module.attrs();
  switch (info.default_value.kind) {
    case DefaultKind::kFalse:
      return attrs.Is(a, AttrKind::kBool) && !attrs.boolean(a);
    case DefaultKind::kTrue:
      return attrs.Is(a, AttrKind::kBool) && attrs.boolean(a);
    case DefaultKind::kInt:
      return IsNumber(attrs, a, info.default_value.number);
    case DefaultKind::kEmptyString:
    case DefaultKind::kEmptyArray:
    case DefaultKind::kEmptyDict:
    case DefaultKind::kEmptyI64s:
      return IsEmpty(attrs, a);
    case DefaultKind::kOnes:
      return IsList(attrs, a, 1);
    case DefaultKind::kAllFalse:
      return IsList(attrs, a, 0);
    case DefaultKind::kZeroPairs:
      return IsZeroTensor(module, a);
    case DefaultKind::kDefaultPrecisions:
      return IsDefaultPrecision(attrs, a);
    case DefaultKind::kDefaultAccuracy:
      return IsDefaultAccuracy(attrs, a);
    case DefaultKind::kNoChannel:
      return IsNoChannel(attrs, a);
    case DefaultKind::kSdySum:
      return IsNumber(attrs, a, 0);
    case DefaultKind::kReal:
      return attrs.Is(a, AttrKind::kFloat) && attrs.float_bits(a) == std::bit_cast<uint64_t>(info.default_value.real);
    case DefaultKind::kNoAlgorithm:
    case DefaultKind::kNoDefault:
      break;
  }
  return false;
}

AttrId MakeDefault(Module& module, const AttrInfo& info, size_t rank) {
  AttrTable& attrs = module.attrs();
  switch (info.default_value.kind) {
    case DefaultKind::kFalse:
    case DefaultKind::kTrue:
      return attrs.Bool(info.default_value.kind == DefaultKind::kTrue);
    case DefaultKind::kInt:
      return DefaultNumber(attrs, info);
    case DefaultKind::kEmptyString:
      return attrs.String(std::string_view());
    case DefaultKind::kEmptyArray:
      return attrs.Array({});
    case DefaultKind::kEmptyDict:
      return attrs.Dictionary({});
    case DefaultKind::kEmptyI64s:
      return EmptyIntegers(module, info);
    case DefaultKind::kOnes:
      return attrs.I64Array(std::vector<int64_t>(rank, 1));
    case DefaultKind::kAllFalse:
      return attrs.DenseArray(scalar::kI1, std::vector<int64_t>(rank, 0));
    case DefaultKind::kZeroPairs:
      return Zeros(module, rank);
    case DefaultKind::kDefaultPrecisions: {
      const AttrId precision = attrs.Enum(EnumKind::kPrecision, 0);
      return attrs.Array(std::vector<AttrId>(2, precision));
    }
    case DefaultKind::kDefaultAccuracy:
      return DefaultAccuracy(attrs);
    case DefaultKind::kNoChannel: {
      const AttrId fields[] = {attrs.I64(0), attrs.I64(0)};
      return attrs.Struct(StructKind::kChannelHandle, fields);
    }
    case DefaultKind::kReal:
    case DefaultKind::kNoAlgorithm:
    case DefaultKind::kSdySum:
    case DefaultKind::kNoDefault:
      break;
  }
  return AttrId();
}

size_t DefaultRank(const Module& module, OpId op) {
  const AttrTable& attrs = module.attrs();
  AttrId dims = module.attr(op, "window_dimensions");
  const AttrId numbers = module.attr(op, "dimension_numbers");
  if (attrs.Is(numbers, AttrKind::kStruct) && attrs.struct_kind(numbers) == StructKind::kConvDimensionNumbers) {
    dims = attrs.field(numbers,
                       static_cast<size_t>(FindField(StructKind::kConvDimensionNumbers, "input_spatial_dimensions")));
  }
  return attrs.Is(dims, AttrKind::kDenseArray) ? attrs.words(dims).size() : 0;
}

}  // namespace cppjrt::stablehlo
