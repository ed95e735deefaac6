#include "stablehlo/eval/custom_call_layouts.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {
namespace {

bool IsRowMajor(std::span<const int64_t> minor_to_major) {
  for (size_t i = 0; i < minor_to_major.size(); ++i) {
    if (minor_to_major[i] != static_cast<int64_t>(minor_to_major.size() - 1 - i)) return false;
  }
  return true;
}

// Elements from one index to the next along each dimension, in a layout.
Dims Strides(std::span<const int64_t> dims, std::span<const int64_t> minor_to_major) {
  Dims strides(dims.size(), 1);
  int64_t stride = 1;
  for (const int64_t d : minor_to_major) {
    strides[static_cast<size_t>(d)] = stride;
    stride *= dims[static_cast<size_t>(d)];
  }
  return strides;
}

StatusOr<CallLayout> ReadLayout(const OpRef& op, AttrId attr, std::string_view what, size_t i) {
  CPPJRT_ASSIGN_OR_RETURN(const Tensor order, op.Constant(attr));
  const auto rank = static_cast<size_t>(order.num_elements());
  if (rank == 0) return CallLayout();
  if (order.type() != ElementType::kI64)
    return InvalidArgumentError("a layout has elements of another type than index");
  std::vector<int64_t> minor_to_major(order.data<int64_t>(), order.data<int64_t>() + rank);
  std::vector<bool> seen(rank, false);
  for (const int64_t d : minor_to_major) {
    if (d < 0 || static_cast<size_t>(d) >= rank || seen[static_cast<size_t>(d)]) {
      return InvalidArgumentError("layout of " + std::string(what) + " " + std::to_string(i) +
                                  " is no permutation of its dimensions");
    }
    seen[static_cast<size_t>(d)] = true;
  }
  return CallLayout(std::move(minor_to_major));
}

StatusOr<std::vector<CallLayout>> ReadLayouts(const OpRef& op, std::string_view name, std::string_view what,
                                              std::span<const TypeId> types) {
  std::vector<CallLayout> layouts(types.size());
  const AttrId attr = op.attr(name);
  if (!attr.valid() || op.attrs().size(attr) == 0) return layouts;
  if (op.attrs().size(attr) != types.size()) {
    return InvalidArgumentError(std::string(name) + " has " + std::to_string(op.attrs().size(attr)) +
                                " layouts, expected " + std::to_string(types.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(layouts[i], ReadLayout(op, op.attrs().element(attr, i), what, i));
  }
  return layouts;
}

}  // namespace

CallLayout::CallLayout(std::vector<int64_t> minor_to_major) {
  if (!IsRowMajor(minor_to_major)) minor_to_major_ = std::move(minor_to_major);
}

Dims CallLayout::MemoryDims(const Dims& dims) const {
  if (row_major()) return dims;
  Dims memory(dims.size(), 1);
  for (size_t i = 0; i < dims.size(); ++i) {
    memory[dims.size() - 1 - i] = dims[static_cast<size_t>(minor_to_major_[i])];
  }
  return memory;
}

StatusOr<Tensor> CallLayout::Apply(Call& call, const Tensor& tensor) const {
  return row_major() ? tensor : Copy(call, tensor);
}

StatusOr<Tensor> CallLayout::Copy(Call& call, const Tensor& tensor) const {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(tensor.type(), tensor.dims()));
  if (tensor.num_elements() == 0) return result;
  if (row_major()) {
    std::memcpy(result.mutable_bytes(), tensor.bytes().data(), static_cast<size_t>(tensor.num_bytes()));
    return result;
  }
  if (tensor.rank() != minor_to_major_.size()) return InvalidArgumentError("a tensor has another rank than its layout");
  StridedCopy(ElementBytes(tensor.type()), tensor.dims(), RowMajorStrides(tensor.dims()),
              Strides(tensor.dims(), minor_to_major_))
      .Run(tensor.bytes().data(), result.mutable_bytes());
  return result;
}

StatusOr<Tensor> CallLayout::Undo(Call& call, Tensor tensor) const {
  if (row_major() || tensor.num_elements() == 0) return tensor;
  if (tensor.rank() != minor_to_major_.size()) return InvalidArgumentError("a tensor has another rank than its layout");
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(tensor.type(), tensor.dims()));
  StridedCopy(ElementBytes(tensor.type()), tensor.dims(), Strides(tensor.dims(), minor_to_major_),
              RowMajorStrides(tensor.dims()))
      .Run(tensor.bytes().data(), result.mutable_bytes());
  return result;
}

StatusOr<CallLayouts> CallLayouts::Read(const OpRef& op) {
  std::vector<TypeId> operands;
  std::vector<TypeId> results;
  for (size_t i = 0; i < op.num_operands(); ++i) operands.push_back(op.operand_type(i));
  for (size_t i = 0; i < op.num_results(); ++i) results.push_back(op.result_type(i));
  CallLayouts layouts;
  CPPJRT_ASSIGN_OR_RETURN(layouts.operands_, ReadLayouts(op, "operand_layouts", "operand", operands));
  CPPJRT_ASSIGN_OR_RETURN(layouts.results_, ReadLayouts(op, "result_layouts", "result", results));
  return layouts;
}

StatusOr<std::vector<std::optional<size_t>>> ReadAliases(const OpRef& op) {
  std::vector<std::optional<size_t>> aliases(op.num_results());
  const AttrTable& attrs = op.attrs();
  const AttrId list = op.attr("output_operand_aliases");
  for (size_t i = 0; list.valid() && i < attrs.size(list); ++i) {
    const AttrId alias = attrs.element(list, i);
    const std::span<const int64_t> output = attrs.i64s(attrs.field(alias, 0));
    const int64_t operand = attrs.integer(attrs.field(alias, 1));
    if (!attrs.i64s(attrs.field(alias, 2)).empty() || output.size() > 1) {
      return UnimplementedError("output_operand_aliases of parts of tuples cannot run");
    }
    const int64_t result = output.empty() ? 0 : output[0];
    if (result < 0 || static_cast<size_t>(result) >= op.num_results() || operand < 0 ||
        static_cast<size_t>(operand) >= op.num_operands()) {
      return InvalidArgumentError("output_operand_aliases names operand " + std::to_string(operand) + " and result " +
                                  std::to_string(result) + ", the op has no such");
    }
    aliases[static_cast<size_t>(result)] = static_cast<size_t>(operand);
  }
  return aliases;
}

}  // namespace cppjrt::stablehlo
