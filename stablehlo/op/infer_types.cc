#include "stablehlo/op/infer_types.h"

#include <algorithm>

#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo {
namespace {

// No dimension is larger than the bound the other type gives it.
bool WithinBounds(const Module& module, TypeId sized, TypeId bounded) {
  const std::span<const int64_t> bounds = Bounds(module.types(), module.attrs(), bounded);
  const std::span<const int64_t> dims = module.types().dims(sized);
  for (size_t i = 0; i < std::min(bounds.size(), dims.size()); ++i) {
    if (!IsDynamic(bounds[i]) && !IsDynamic(dims[i]) && dims[i] > bounds[i]) return false;
  }
  return true;
}

bool CompatibleQuantized(const TypeTable& types, TypeId a, TypeId b) {
  if (types.kind(a) != types.kind(b)) return false;
  const QuantizedType qa = types.quantized(a);
  const QuantizedType qb = types.quantized(b);
  return qa.storage == qb.storage && qa.expressed == qb.expressed && qa.storage_min == qb.storage_min &&
         qa.storage_max == qb.storage_max;
}

}  // namespace

bool CompatibleDims(std::span<const int64_t> a, std::span<const int64_t> b) {
  return std::ranges::equal(a, b, [](int64_t x, int64_t y) { return CompatibleDims(x, y); });
}

bool IsShaped(const TypeTable& types, TypeId t) {
  const TypeKind kind = types.kind(t);
  return kind == TypeKind::kTensor || kind == TypeKind::kUnrankedTensor || kind == TypeKind::kMemRef;
}

bool CompatibleShapes(const TypeTable& types, TypeId a, TypeId b) {
  if (a == b) return true;
  if (!IsShaped(types, a) || !IsShaped(types, b)) return false;
  if (types.kind(a) == TypeKind::kUnrankedTensor || types.kind(b) == TypeKind::kUnrankedTensor) return true;
  return CompatibleDims(types.dims(a), types.dims(b));
}

bool CompatibleElements(const TypeTable& types, TypeId a, TypeId b) {
  if (a == b) return true;
  return types.IsQuantized(a) && types.IsQuantized(b) && CompatibleQuantized(types, a, b);
}

bool CompatibleTypes(const Module& module, TypeId a, TypeId b) {
  if (a == b) return true;
  const TypeTable& types = module.types();
  if (!IsShaped(types, a) || !IsShaped(types, b)) return false;
  if (!CompatibleShapes(types, a, b) || !CompatibleElements(types, types.element_type(a), types.element_type(b))) {
    return false;
  }
  if (!types.IsTensor(a) || !types.IsTensor(b)) return true;
  return WithinBounds(module, a, b) && WithinBounds(module, b, a);
}

bool CompatibleTypes(const Module& module, std::span<const TypeId> a, std::span<const TypeId> b) {
  return std::ranges::equal(a, b, [&module](TypeId x, TypeId y) { return CompatibleTypes(module, x, y); });
}

int64_t ElementBits(const TypeTable& types, TypeId element) {
  switch (types.kind(element)) {
    case TypeKind::kInteger:
    case TypeKind::kFloat:
    case TypeKind::kIndex:
      return types.bits(element);
    case TypeKind::kComplex:
      return int64_t{2} * types.bits(types.element_type(element));
    case TypeKind::kQuantized:
    case TypeKind::kQuantizedAxis:
      return types.bits(types.quantized(element).storage);
    default:
      return 0;
  }
}

bool IsPromotable(const TypeTable& types, TypeId from, TypeId to) {
  if (from == to) return true;
  if (types.IsQuantized(from) && types.IsQuantized(to)) {
    return types.quantized(from).expressed == types.quantized(to).expressed &&
           ElementBits(types, from) <= ElementBits(types, to);
  }
  if (types.kind(from) != types.kind(to)) return false;
  if (types.IsFloat(from)) return true;
  return (types.IsInteger(from) || types.IsComplex(from)) && ElementBits(types, from) <= ElementBits(types, to);
}

std::optional<int64_t> CheckedAdd(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) return std::nullopt;
  return sum;
}

std::optional<int64_t> CheckedMultiply(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t product = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &product)) return std::nullopt;
  return product;
}

std::optional<int64_t> Product(std::span<const int64_t> dims) {
  if (std::ranges::find(dims, 0) != dims.end()) return 0;
  std::optional<int64_t> product = 1;
  for (int64_t dim : dims) product = CheckedMultiply(product, dim);
  return product;
}

void Shape::Add(int64_t dim, int64_t bound) {
  if (!IsDynamic(bound) && bounds.empty()) bounds.assign(dims.size(), kDynamic);
  const bool bounded = !IsDynamic(bound) || !bounds.empty();
  dims.push_back(dim);
  if (bounded) bounds.push_back(bound);
}

Shape ShapeOf(const Module& module, TypeId tensor) {
  const std::span<const int64_t> dims = module.types().dims(tensor);
  const std::span<const int64_t> bounds = Bounds(module.types(), module.attrs(), tensor);
  Shape shape = {{dims.begin(), dims.end()}, {bounds.begin(), bounds.end()}};
  if (shape.bounds.size() != shape.dims.size()) shape.bounds.clear();
  return shape;
}

TypeId MakeTensor(Module& module, const Shape& shape, TypeId element) {
  const bool bounded = !std::ranges::all_of(shape.bounds, IsDynamic);
  AttrId encoding;
  if (bounded) {
    const AttrId bounds = module.attrs().I64Array(shape.bounds);
    encoding = module.attrs().Struct(StructKind::kTypeExtensions, {&bounds, 1});
  }
  return module.types().Tensor(shape.dims, element, encoding);
}

TypeId WithElement(Module& module, TypeId t, TypeId element) {
  TypeTable& types = module.types();
  if (types.element_type(t) == element) return t;
  if (!types.IsTensor(t)) return types.UnrankedTensor(element);
  return types.Tensor(types.dims(t), element, types.encoding(t));
}

std::optional<Extent> MostSpecific(Extent a, Extent b) {
  Extent result;
  if (!IsDynamic(a.bound) && !IsDynamic(b.bound)) {
    result.bound = std::min(a.bound, b.bound);
  } else {
    result.bound = IsDynamic(a.bound) ? b.bound : a.bound;
  }
  if (IsDynamic(a.dim) && IsDynamic(b.dim)) return result;
  if (!CompatibleDims(a.dim, b.dim)) return std::nullopt;
  result.dim = IsDynamic(a.dim) ? b.dim : a.dim;
  if (!IsDynamic(result.bound) && result.dim > result.bound) return std::nullopt;
  result.bound = kDynamic;
  return result;
}

std::optional<Extent> LeastSpecific(Extent a, Extent b) {
  if (!CompatibleDims(a.dim, b.dim)) return std::nullopt;
  if (!IsDynamic(a.dim) && !IsDynamic(b.dim)) return a;
  const int64_t most_a = IsDynamic(a.dim) ? a.bound : a.dim;
  const int64_t most_b = IsDynamic(b.dim) ? b.bound : b.dim;
  Extent result;
  if (!IsDynamic(most_a) && !IsDynamic(most_b)) result.bound = std::max(most_a, most_b);
  return result;
}

}  // namespace cppjrt::stablehlo
