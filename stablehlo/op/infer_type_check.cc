// What types must be like by themselves, wherever they stand.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/infer_types.h"

namespace cppjrt::stablehlo {
namespace {

std::string BoundsProblem(const Module& module, TypeId type) {
  const AttrId encoding = module.types().encoding(type);
  if (!module.attrs().Is(encoding, AttrKind::kStruct)) return {};
  if (module.attrs().struct_kind(encoding) != StructKind::kTypeExtensions) return {};
  const std::span<const int64_t> bounds = Bounds(module.types(), module.attrs(), type);
  const std::span<const int64_t> dims = module.types().dims(type);
  if (bounds.size() != dims.size()) {
    return Cat("bounds have length ", bounds.size(), ", expected the rank of the tensor, ", dims.size());
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    if (IsDynamic(bounds[i])) continue;
    if (!IsDynamic(dims[i]))
      return Cat("static dimension ", i, " has a bound, expected one for dynamic dimensions only");
  }
  return {};
}

// The largest number of the expressed type, and the smallest above 0.
std::pair<double, double> ScaleRange(const TypeTable& types, TypeId expressed) {
  if (expressed == scalar::kF16) return {65504.0, 0x1p-24};
  if (expressed == scalar::kBF16) return {0x1.fep127, 0x1p-133};
  if (expressed == scalar::kF32) return {static_cast<double>(std::numeric_limits<float>::max()), 0x1p-149};
  static_cast<void>(types);
  return {std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()};
}

std::string QuantizedProblem(const TypeTable& types, TypeId element) {
  const QuantizedType q = types.quantized(element);
  if (!types.IsInteger(q.storage)) return "storage type of a quantized type is no integer";
  if (!types.IsFloat(q.expressed)) return "expressed type of a quantized type is no float";
  const auto [largest, smallest] = ScaleRange(types, q.expressed);
  for (int64_t bits : q.scale_bits) {
    const auto scale = std::bit_cast<double>(bits);
    if (scale <= largest && scale >= smallest) continue;
    return Cat("quantized scale ", std::to_string(scale), " is out of the range of the expressed type");
  }
  return {};
}

std::string ZeroPointProblem(const QuantizedType& q) {
  for (int64_t zero_point : q.zero_points) {
    if (zero_point >= q.storage_min && zero_point <= q.storage_max) continue;
    return Cat("quantized zero_point ", zero_point, " is out of the storage range [", q.storage_min, ", ",
               q.storage_max, "]");
  }
  return {};
}

std::string AxisProblem(const TypeTable& types, TypeId type, const QuantizedType& q) {
  if (q.axis < 0) return {};
  const std::span<const int64_t> dims = types.dims(type);
  if (q.axis >= static_cast<int64_t>(dims.size())) {
    return Cat("quantized dimension is ", q.axis, ", out of bounds for rank ", dims.size());
  }
  const int64_t dim = dims[static_cast<size_t>(q.axis)];
  if (IsDynamic(dim) || dim == static_cast<int64_t>(q.scale_bits.size())) return {};
  return Cat("number of quantized scales is ", q.scale_bits.size(), ", expected the size of dimension ", q.axis, ", ",
             dim);
}

std::string ShapedProblem(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  for (int64_t dim : types.dims(type)) {
    if (dim < 0 && !IsDynamic(dim)) return Cat("a dimension is ", dim, ", expected >= 0");
  }
  if (types.IsTensor(type)) {
    if (std::string problem = BoundsProblem(module, type); !problem.empty()) return problem;
  }
  const TypeId element = types.element_type(type);
  return types.IsQuantized(element) ? QuantizedProblem(types, element) : std::string();
}

}  // namespace

std::string QuantizationProblem(const TypeTable& types, TypeId type) {
  if (!types.IsTensor(type) || !types.IsQuantized(types.element_type(type))) return {};
  const QuantizedType q = types.quantized(types.element_type(type));
  std::string problem = ZeroPointProblem(q);
  return problem.empty() ? AxisProblem(types, type, q) : problem;
}

std::string TypeProblem(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  switch (types.kind(type)) {
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      return ShapedProblem(module, type);
    case TypeKind::kFuture:
      for (size_t i = 0; i < types.num_members(type); ++i) {
        if (types.IsTensor(types.member(type, i))) continue;
        return Cat("element ", i, " of a future is ", TypeText(module, types.member(type, i)),
                   ", expected a ranked tensor");
      }
      return {};
    default:
      return {};
  }
}

}  // namespace cppjrt::stablehlo
