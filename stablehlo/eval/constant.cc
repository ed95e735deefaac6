#include "stablehlo/eval/constant.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {
namespace {

// Splats larger than this are spread out each time they are needed, so that a loaded program holds no memory for
// them.
constexpr int64_t kKeptBytes = 64 << 10;
// No tensor has so many elements; the bytes of fewer are a number.
constexpr int64_t kMost = int64_t{1} << 58;

struct Shape {
  ElementType element = ElementType::kI1;
  Dims dims;
};

std::optional<Shape> ShapeOf(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  if (!type.valid() || !types.IsStaticTensor(type)) return std::nullopt;
  const std::optional<ElementType> element = ToElementType(types, types.element_type(type));
  if (!element || types.num_elements(type).value_or(kMost) >= kMost) return std::nullopt;
  return Shape{*element, Dims(types.dims(type))};
}

Status NoElements(const std::string& why) { return InvalidArgumentError("the constant has no elements: " + why); }

bool Aligned(const std::byte* data, ElementType type) {
  const auto alignment = static_cast<uintptr_t>(std::min<int64_t>(8, ElementBytes(type)));
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

// Whether each element is in the form of DenseElements: readers see to it for dense constants, not for resources.
bool IsCanonical(ElementType type, std::span<const std::byte> bytes) {
  const int bits = ElementBits(type);
  if (bits >= 8) return true;
  return std::ranges::all_of(bytes, [&](std::byte b) {
    const auto value = static_cast<int8_t>(b);
    if (IsSigned(type)) return value >= -(1 << (bits - 1)) && value < 1 << (bits - 1);
    return static_cast<uint8_t>(b) < 1u << bits;
  });
}

StatusOr<Tensor> ViewOrCopy(const Shape& shape, std::span<const std::byte> bytes, const Environment& environment,
                            const std::shared_ptr<const void>& owner) {
  const int64_t wanted = NumElements(shape.dims) * ElementBytes(shape.element);
  if (static_cast<uint64_t>(wanted) != bytes.size()) {
    return NoElements(ShapeText(shape.element, shape.dims) + " takes " + std::to_string(wanted) + " bytes, there are " +
                      std::to_string(bytes.size()));
  }
  if (owner == nullptr || !Aligned(bytes.data(), shape.element)) {
    return Tensor::Copy(shape.element, shape.dims, bytes, *environment.memory);
  }
  auto* data = const_cast<std::byte*>(bytes.data());  // never written: the block is not writable
  return Tensor::Adopt(shape.element, shape.dims,
                       MemoryBlock::Wrap(data, bytes.size(), /*writable=*/false, [owner] {}));
}

StatusOr<Tensor> Splat(const Shape& shape, std::span<const std::byte> element, MemoryAllocator& memory) {
  if (static_cast<int64_t>(element.size()) != ElementBytes(shape.element)) return NoElements("the splat has none");
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, Tensor::Allocate(shape.element, shape.dims, memory));
  FillElements(result.mutable_bytes(), element.data(), ElementBytes(shape.element), result.num_elements());
  return result;
}

StatusOr<Tensor> DenseTensor(const Module& module, AttrId attr, const Environment& environment,
                             const std::shared_ptr<const void>& owner) {
  const DenseElements elements = module.attrs().dense(attr);
  const std::optional<Shape> shape = ShapeOf(module, elements.type);
  if (!shape) return NoElements("its type is not one that can be computed with");
  if (elements.is_splat && NumElements(shape->dims) != 1) return Splat(*shape, elements.bytes, *environment.memory);
  return ViewOrCopy(*shape, elements.bytes, environment, owner);
}

StatusOr<Tensor> ResourceTensor(const Module& module, AttrId attr, const Environment& environment,
                                const std::shared_ptr<const void>& owner) {
  const std::optional<Shape> shape = ShapeOf(module, module.attrs().type(attr));
  if (!shape) return NoElements("its type is not one that can be computed with");
  const NameId key = module.attrs().name(attr);
  const Resource* resource = module.resource(key);
  if (resource == nullptr) return NoElements("the program has no resource " + std::string(module.name(key)));
  if (!IsCanonical(shape->element, resource->bytes)) {
    return NoElements("resource " + std::string(module.name(key)) + " holds values that " +
                      std::string(ElementTypeName(shape->element)) + " does not have");
  }
  return ViewOrCopy(*shape, resource->bytes, environment, owner);
}

// The offset of the element at `index`, or none if it is outside.
std::optional<int64_t> OffsetOf(std::span<const int64_t> index, const Dims& dims) {
  int64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (index[d] < 0 || index[d] >= dims[d]) return std::nullopt;
    offset = offset * dims[d] + index[d];
  }
  return offset;
}

// All zero but for the values at the indices, a row of `indices` each.
StatusOr<Tensor> SparseTensor(const Module& module, AttrId attr, const Environment& environment) {
  const AttrTable& attrs = module.attrs();
  const std::optional<Shape> shape = ShapeOf(module, attrs.type(attr));
  if (!shape) return NoElements("its type is not one that can be computed with");
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, Tensor::Allocate(shape->element, shape->dims, *environment.memory));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor values, ConstantTensor(module, attrs.sparse_values(attr), environment, nullptr));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor indices,
                          ConstantTensor(module, attrs.sparse_indices(attr), environment, nullptr));
  const size_t rank = shape->dims.size();
  const int64_t count = values.num_elements();
  if (values.type() != shape->element || indices.type() != ElementType::kI64 ||
      indices.num_elements() != count * static_cast<int64_t>(rank)) {
    return NoElements("its indices and values do not fit its type");
  }
  const int64_t size = ElementBytes(shape->element);
  std::memset(result.mutable_bytes(), 0, static_cast<size_t>(result.num_bytes()));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t* row = indices.data<int64_t>() + i * static_cast<int64_t>(rank);
    const std::optional<int64_t> offset = OffsetOf({row, rank}, shape->dims);
    if (!offset) return NoElements("index " + std::to_string(i) + " is outside of its type");
    std::memcpy(result.mutable_bytes() + *offset * size, values.bytes().data() + i * size, static_cast<size_t>(size));
  }
  return result;
}

template <typename T>
int64_t LoadInt(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return static_cast<int64_t>(value);
}

int64_t IntAt(ElementType type, const std::byte* from) {
  const bool is_signed = IsSigned(type);
  switch (ElementBytes(type)) {
    case 1:
      return is_signed ? LoadInt<int8_t>(from) : LoadInt<uint8_t>(from);
    case 2:
      return is_signed ? LoadInt<int16_t>(from) : LoadInt<uint16_t>(from);
    case 4:
      return is_signed ? LoadInt<int32_t>(from) : LoadInt<uint32_t>(from);
    default:
      return LoadInt<int64_t>(from);
  }
}

}  // namespace

void FillElements(std::byte* to, const std::byte* element, int64_t size, int64_t count) {
  if (count == 0) return;
  const auto total = static_cast<size_t>(size * count);
  auto done = static_cast<size_t>(size);
  if (size == 1) {
    std::memset(to, static_cast<int>(*element), total);
    return;
  }
  // Doubling what is there, up to pieces that stay in the cache.
  std::memcpy(to, element, done);
  constexpr size_t kPiece = 32 << 10;
  for (; done < std::min(total, kPiece);) {
    const size_t piece = std::min(done, total - done);
    std::memcpy(to + done, to, piece);
    done += piece;
  }
  for (const size_t step = done; done < total;) {
    const size_t piece = std::min(step, total - done);
    std::memcpy(to + done, to, piece);
    done += piece;
  }
}

StatusOr<Tensor> ConstantTensor(const Module& module, AttrId attr, const Environment& environment,
                                const std::shared_ptr<const void>& owner) {
  if (!attr.valid()) return NoElements("there is none");
  switch (module.attrs().kind(attr)) {
    case AttrKind::kDense:
      return DenseTensor(module, attr, environment, owner);
    case AttrKind::kResource:
      return ResourceTensor(module, attr, environment, owner);
    case AttrKind::kSparse:
      return SparseTensor(module, attr, environment);
    default:
      return NoElements("it is no dense, sparse or resource attribute");
  }
}

std::vector<int64_t> ConstantInts(const Module& module, AttrId attr) {
  if (!module.attrs().Is(attr, AttrKind::kDense)) return {};
  const DenseElements elements = module.attrs().dense(attr);
  const std::optional<Shape> shape = ShapeOf(module, elements.type);
  if (!shape || IsFloat(shape->element) || IsComplex(shape->element)) return {};
  const int64_t count = NumElements(shape->dims);
  const int64_t size = ElementBytes(shape->element);
  if (count > 1 << 20 || (!elements.is_splat && static_cast<int64_t>(elements.bytes.size()) != count * size)) return {};
  std::vector<int64_t> values(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    values[static_cast<size_t>(i)] = IntAt(shape->element, elements.bytes.data() + (elements.is_splat ? 0 : i * size));
  }
  return values;
}

StatusOr<Kernel> PrepareConstant(const OpRef& op) {
  const AttrId attr = op.attr("value");
  const std::optional<Shape> shape = ShapeOf(op.module(), op.result_type());
  if (op.attrs().Is(attr, AttrKind::kDense) && shape) {
    const DenseElements elements = op.attrs().dense(attr);
    const int64_t count = NumElements(shape->dims);
    // A big splat: made anew each time.
    if (elements.is_splat && count * ElementBytes(shape->element) > kKeptBytes) {
      const std::vector<std::byte> element(elements.bytes.begin(), elements.bytes.end());
      return Kernel([shape = *shape, element](Call& call) -> Status {
        CPPJRT_ASSIGN_OR_RETURN(Tensor result, Splat(shape, element, *call.options().memory));
        call.Return(std::move(result));
        return OkStatus();
      });
    }
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor value, op.Constant(attr));
  return Kernel([value = std::move(value)](Call& call) -> Status {
    call.Return(value);
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
