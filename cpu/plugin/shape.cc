#include "cpu/plugin/shape.h"

#include <algorithm>
#include <utility>

#include "base/protobuf_wire.h"
#include "cpu/plugin/error.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementType;

// An element type of the C API: its name, what programs call it, bytes on the host, bits on the device, bits that
// count, and its number in XLA's PrimitiveType (0: XLA has none).
struct TypeRow {
  const char* name;
  std::optional<ElementType> element;
  int width;
  int bits;
  int value_bits;
  SmallElement small;
  int primitive;
};

// By PJRT_Buffer_Type. width 0: no array has it.
// clang-format off
constexpr TypeRow kTypes[] = {
    {"invalid",      std::nullopt,                  0,  0,   0, SmallElement::kNone,      0},
    {"i1",           ElementType::kI1,              1,  8,   1, SmallElement::kBool,      1},
    {"i8",           ElementType::kI8,              1,  8,   8, SmallElement::kNone,      2},
    {"i16",          ElementType::kI16,             2, 16,  16, SmallElement::kNone,      3},
    {"i32",          ElementType::kI32,             4, 32,  32, SmallElement::kNone,      4},
    {"i64",          ElementType::kI64,             8, 64,  64, SmallElement::kNone,      5},
    {"ui8",          ElementType::kUI8,             1,  8,   8, SmallElement::kNone,      6},
    {"ui16",         ElementType::kUI16,            2, 16,  16, SmallElement::kNone,      7},
    {"ui32",         ElementType::kUI32,            4, 32,  32, SmallElement::kNone,      8},
    {"ui64",         ElementType::kUI64,            8, 64,  64, SmallElement::kNone,      9},
    {"f16",          ElementType::kF16,             2, 16,  16, SmallElement::kNone,     10},
    {"f32",          ElementType::kF32,             4, 32,  32, SmallElement::kNone,     11},
    {"f64",          ElementType::kF64,             8, 64,  64, SmallElement::kNone,     12},
    {"bf16",         ElementType::kBF16,            2, 16,  16, SmallElement::kNone,     16},
    {"complex<f32>", ElementType::kC64,             8, 64,  64, SmallElement::kNone,     15},
    {"complex<f64>", ElementType::kC128,           16, 128, 128, SmallElement::kNone,    18},
    {"f8E5M2",       ElementType::kF8E5M2,          1,  8,   8, SmallElement::kNone,     19},
    {"f8E4M3FN",     ElementType::kF8E4M3FN,        1,  8,   8, SmallElement::kNone,     20},
    {"f8E4M3B11FNUZ", ElementType::kF8E4M3B11FNUZ,  1,  8,   8, SmallElement::kNone,     23},
    {"f8E5M2FNUZ",   ElementType::kF8E5M2FNUZ,      1,  8,   8, SmallElement::kNone,     24},
    {"f8E4M3FNUZ",   ElementType::kF8E4M3FNUZ,      1,  8,   8, SmallElement::kNone,     25},
    {"i4",           ElementType::kI4,              1,  4,   4, SmallElement::kSigned,   21},
    {"ui4",          ElementType::kUI4,             1,  4,   4, SmallElement::kUnsigned, 22},
    {"token",        std::nullopt,                  0,  0,   0, SmallElement::kNone,     17},
    {"i2",           ElementType::kI2,              1,  2,   2, SmallElement::kSigned,   26},
    {"ui2",          ElementType::kUI2,             1,  2,   2, SmallElement::kUnsigned, 27},
    {"f8E4M3",       ElementType::kF8E4M3,          1,  8,   8, SmallElement::kNone,     28},
    {"f8E3M4",       ElementType::kF8E3M4,          1,  8,   8, SmallElement::kNone,     29},
    {"f8E8M0FNU",    ElementType::kF8E8M0FNU,       1,  8,   8, SmallElement::kNone,     33},
    {"f4E2M1FN",     ElementType::kF4E2M1FN,        1,  4,   4, SmallElement::kUnsigned, 32},
    {"si1",          std::nullopt,                  1,  1,   1, SmallElement::kSigned,   30},
    {"ui1",          std::nullopt,                  1,  1,   1, SmallElement::kUnsigned, 31},
    {"f6E2M3FN",     ElementType::kF6E2M3FN,        1,  8,   6, SmallElement::kUnsigned,  0},
    {"f6E3M2FN",     ElementType::kF6E3M2FN,        1,  8,   6, SmallElement::kUnsigned,  0},
};
// clang-format on
static_assert(std::size(kTypes) == PJRT_Buffer_Type_F6E3M2FN + 1);

// A rank beyond this is no program's.
constexpr size_t kMostDims = 1 << 16;

StatusOr<TypeRow> RowOf(PJRT_Buffer_Type type) {
  const auto number = static_cast<int32_t>(type);
  if (number <= 0 || number >= static_cast<int32_t>(std::size(kTypes)) || kTypes[number].width == 0) {
    return InvalidArgumentError("element type " + std::to_string(number) + " has no arrays");
  }
  return kTypes[number];
}

Status CheckDims(std::span<const int64_t> dims, int64_t width) {
  int64_t bytes = width;
  for (const int64_t dim : dims) {
    if (dim < 0) return InvalidArgumentError("dimension " + std::to_string(dim) + " is negative");
  }
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return OkStatus();
  for (const int64_t dim : dims) {
    if (__builtin_mul_overflow(bytes, dim, &bytes) || bytes > (int64_t{1} << 60)) {
      return InvalidArgumentError("the size of the array overflows: more than 2^60 bytes");
    }
  }
  return OkStatus();
}

StatusOr<Dims> OrderOf(const PJRT_Buffer_MemoryLayout_Tiled& layout, size_t rank) {
  if (layout.minor_to_major_size != rank || (layout.minor_to_major == nullptr && rank > 0)) {
    return InvalidArgumentError("minor_to_major has " + std::to_string(layout.minor_to_major_size) +
                                " dimensions, the array has " + std::to_string(rank));
  }
  Dims order(std::span(layout.minor_to_major, rank));
  Dims sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < rank; ++i) {
    CPPJRT_REQUIRE(sorted[i] == static_cast<int64_t>(i), "minor_to_major is not an order of the dimensions");
  }
  if (layout.num_tiles > 0) return UnimplementedError("layouts with tiles: arrays lie dense here, in any order");
  return order;
}

// Strides that say the same as an order.
StatusOr<Dims> OrderOf(const PJRT_Buffer_MemoryLayout_Strides& layout, std::span<const int64_t> dims, int64_t width) {
  CPPJRT_REQUIRE(layout.num_byte_strides == dims.size() && (layout.byte_strides != nullptr || dims.empty()),
                 "the layout has another rank than the array");
  Dims order(dims.size(), 0);
  for (size_t i = 0; i < dims.size(); ++i) order[i] = static_cast<int64_t>(i);
  std::ranges::sort(order, {}, [&](int64_t dim) { return std::pair(layout.byte_strides[dim], -dim); });
  const Dims dense = DenseStrides(dims, width, order);
  for (size_t i = 0; i < dims.size(); ++i) {
    CPPJRT_REQUIRE(dims[i] <= 1 || layout.byte_strides[i] == dense[i], "the strides of a device layout must be dense");
  }
  return order;
}

StatusOr<Dims> OrderOf(const PJRT_Buffer_MemoryLayout& layout, std::span<const int64_t> dims, int64_t width) {
  if (layout.type == PJRT_Buffer_MemoryLayout_Type_Tiled) return OrderOf(layout.tiled, dims.size());
  CPPJRT_REQUIRE(layout.type == PJRT_Buffer_MemoryLayout_Type_Strides, "the layout has a type that does not exist");
  return OrderOf(layout.strides, dims, width);
}

Ref<BufferShape> Finish(const TypeRow& row, PJRT_Buffer_Type type, const Dims& dims, const Dims& order) {
  Ref<BufferShape> shape = MakeRef<BufferShape>();
  shape->type = type;
  shape->element = row.element;
  shape->format = {row.width, row.bits, row.value_bits, row.small, dims, {}};
  shape->minor_to_major = order.empty() ? RowMajorOrder(dims.size()) : order;
  shape->format.minor_to_major = shape->minor_to_major;
  if (shape->format.row_major()) shape->format.minor_to_major = {};
  shape->device_bytes = shape->format.device_bytes();
  return shape;
}

}  // namespace

std::string BufferShape::ToString() const {
  std::string text = std::string(kTypes[type].name) + "[";
  for (size_t i = 0; i < format.dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(format.dims[i]);
  return text + "]";
}

StatusOr<Ref<BufferShape>> MakeShape(PJRT_Buffer_Type type, const int64_t* dims, size_t num_dims,
                                     const PJRT_Buffer_MemoryLayout* layout) {
  CPPJRT_ASSIGN_OR_RETURN(const TypeRow row, RowOf(type));
  CPPJRT_REQUIRE(dims != nullptr || num_dims == 0, "dims is null");
  CPPJRT_REQUIRE(num_dims <= kMostDims, "the array has too many dimensions");
  const std::span<const int64_t> extents(dims, num_dims);
  CPPJRT_RETURN_IF_ERROR(CheckDims(extents, row.width));
  Dims order;
  if (layout != nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(order, OrderOf(*layout, extents, row.width));
  }
  return Finish(row, type, Dims(extents), order);
}

StatusOr<Ref<BufferShape>> MakeShape(const ArraySpec& spec, const Dims& dims) {
  if (spec.token) {
    Ref<BufferShape> token = MakeRef<BufferShape>();
    token->type = PJRT_Buffer_Type_TOKEN;
    token->token = true;
    token->format.dims = {0};
    return token;
  }
  const PJRT_Buffer_Type type = BufferType(spec.type);
  CPPJRT_ASSIGN_OR_RETURN(const TypeRow row, RowOf(type));
  CPPJRT_RETURN_IF_ERROR(CheckDims(dims, row.width));
  return Finish(row, type, dims, spec.minor_to_major);
}

StatusOr<Dims> HostStrides(const BufferShape& shape, const PJRT_Buffer_MemoryLayout* layout) {
  const ArrayFormat& format = shape.format;
  if (layout == nullptr) return DenseStrides(format.dims, format.width, format.minor_to_major);
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
    CPPJRT_ASSIGN_OR_RETURN(const Dims order, OrderOf(layout->tiled, format.dims.size()));
    return DenseStrides(format.dims, format.width, order);
  }
  const PJRT_Buffer_MemoryLayout_Strides& strides = layout->strides;
  CPPJRT_REQUIRE(
      strides.num_byte_strides == format.dims.size() && (strides.byte_strides != nullptr || format.dims.empty()),
      "the host layout has another rank than the array");
  return Dims(std::span(strides.byte_strides, strides.num_byte_strides));
}

StatusOr<int64_t> HostExtent(const BufferShape& shape, const Dims& strides) {
  if (shape.format.num_elements() == 0) return int64_t{0};
  int64_t last = 0;
  for (size_t i = 0; i < strides.size(); ++i) {
    int64_t reach = 0;
    CPPJRT_REQUIRE(strides[i] >= 0, "a host layout to write to has a negative stride");
    CPPJRT_REQUIRE(!__builtin_mul_overflow(shape.format.dims[i] - 1, strides[i], &reach) &&
                       !__builtin_add_overflow(last, reach, &last),
                   "the host layout overflows");
  }
  CPPJRT_REQUIRE(last < (int64_t{1} << 62), "the host layout overflows");
  return last + shape.format.width;
}

PJRT_Buffer_Type BufferType(ElementType element) {
  for (size_t i = 0; i < std::size(kTypes); ++i) {
    if (kTypes[i].element == element) return static_cast<PJRT_Buffer_Type>(i);
  }
  return PJRT_Buffer_Type_INVALID;
}

std::string LayoutText(const BufferShape& shape) {
  std::string text = "{";
  for (size_t i = 0; i < shape.minor_to_major.size(); ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(shape.minor_to_major[i]);
  }
  if (shape.format.packed()) text += ":E(" + std::to_string(shape.format.bits) + ")";
  return text + "}";
}

std::string ShapeProto(const BufferShape& shape) {
  const auto packed = [](const Dims& values) {
    WireWriter out;
    for (const int64_t value : values) out.Raw(static_cast<uint64_t>(value));
    return out.str();
  };
  constexpr int kElementSizeInBits = 6;
  WireWriter layout;
  layout.Bytes(1, packed(shape.minor_to_major));
  if (shape.format.packed()) layout.Int(kElementSizeInBits, shape.format.bits);
  WireWriter message;
  message.Int(2, kTypes[shape.type].primitive);
  message.Bytes(3, packed(shape.format.dims));
  message.Bytes(5, layout.str());
  return message.str();
}

std::string TupleShapeProto(std::span<const std::string> shapes) {
  constexpr int kTuple = 13;
  WireWriter message;
  message.Int(2, kTuple);
  for (const std::string& shape : shapes) message.Bytes(4, shape);
  return message.str();
}

}  // namespace cppjrt::cpu
