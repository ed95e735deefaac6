// Fields of an op's struct attributes:
//
//   FieldDims(op, "dimension_numbers", "offset_dims"); FieldInt(op, "dimension_numbers", "index_vector_dim")
#ifndef CPPJRT_STABLEHLO_EVAL_STRUCT_FIELDS_H_
#define CPPJRT_STABLEHLO_EVAL_STRUCT_FIELDS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo {

// None if the attribute or the field is absent.
inline AttrId Field(const OpRef& op, std::string_view attr, std::string_view field) {
  const AttrId id = op.attr(attr);
  if (!op.attrs().Is(id, AttrKind::kStruct)) return AttrId();
  const int index = FindField(op.attrs().struct_kind(id), field);
  return index < 0 ? AttrId() : op.attrs().field(id, static_cast<size_t>(index));
}
// Empty if absent.
inline std::vector<int64_t> FieldDims(const OpRef& op, std::string_view attr, std::string_view field) {
  const AttrId id = Field(op, attr, field);
  if (!op.attrs().Is(id, AttrKind::kDenseArray)) return {};
  const std::span<const int64_t> values = op.attrs().i64s(id);
  return {values.begin(), values.end()};
}
inline int64_t FieldInt(const OpRef& op, std::string_view attr, std::string_view field, int64_t otherwise = 0) {
  const AttrId id = Field(op, attr, field);
  return op.attrs().Is(id, AttrKind::kInteger) ? op.attrs().integer(id) : otherwise;
}

// The element type of a tensor type. INVALID_ARGUMENT if it is none that can run.
inline StatusOr<ElementType> ElementOf(const OpRef& op, TypeId tensor) {
  const std::optional<ElementType> type = ToElementType(op.types(), op.types().element_type(tensor));
  if (!type) return op.Error(StatusCode::kUnimplemented, "cannot run on elements of this type");
  return *type;
}
// True for the positions named by `dims`.
inline std::vector<bool> Mask(std::span<const int64_t> dims, size_t rank) {
  std::vector<bool> mask(rank, false);
  for (const int64_t d : dims) mask[static_cast<size_t>(d)] = true;
  return mask;
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_STRUCT_FIELDS_H_
