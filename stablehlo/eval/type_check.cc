#include "stablehlo/eval/type_check.h"

#include <optional>
#include <span>
#include <vector>

#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo {
namespace {

bool HasTensorType(const Module& module, const RuntimeValue& value, TypeId type) {
  if (!value.is_tensor()) return false;
  const TypeTable& types = module.types();
  const Tensor& tensor = value.tensor();
  if (!tensor.valid() || ToElementType(types, types.element_type(type)) != tensor.type()) return false;
  if (types.kind(type) == TypeKind::kUnrankedTensor) return true;
  const std::span<const int64_t> dims = types.dims(type);
  if (dims.size() != tensor.rank()) return false;
  const std::span<const int64_t> bounds = Bounds(types, module.attrs(), type);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t dim = tensor.dims()[i];
    if (dims[i] != kDynamic && dims[i] != dim) return false;
    if (dims[i] == kDynamic && !bounds.empty() && bounds[i] != kDynamic && dim > bounds[i]) return false;
  }
  return true;
}

}  // namespace

bool HasType(const Module& module, const RuntimeValue& value, TypeId type) {
  // A list of what is still to compare: tuples nest as deep as the program likes.
  std::vector<std::pair<const RuntimeValue*, TypeId>> todo;
  const RuntimeValue* at = &value;
  const TypeTable& types = module.types();
  for (;;) {
    switch (types.kind(type)) {
      case TypeKind::kTensor:
      case TypeKind::kUnrankedTensor:
      case TypeKind::kMemRef:
        if (!HasTensorType(module, *at, type)) return false;
        break;
      case TypeKind::kToken:
        if (at->kind() != RuntimeValue::Kind::kToken) return false;
        break;
      case TypeKind::kTuple:
      case TypeKind::kFuture: {
        if (at->kind() != RuntimeValue::Kind::kTuple || at->members().size() != types.num_members(type)) return false;
        for (size_t i = 0; i < at->members().size(); ++i) todo.emplace_back(&at->members()[i], types.member(type, i));
        break;
      }
      default:
        return false;
    }
    if (todo.empty()) return true;
    std::tie(at, type) = todo.back();
    todo.pop_back();
  }
}

Status CheckHasType(const Module& module, const RuntimeValue& value, TypeId type, const std::string& what) {
  if (HasType(module, value, type)) return OkStatus();
  return InvalidArgumentError(what + " is " + DescribeValue(value) + ", expected " + DescribeType(module, type));
}

std::string DescribeType(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  switch (types.kind(type)) {
    case TypeKind::kToken:
      return "token";
    case TypeKind::kTuple:
      return "tuple of " + std::to_string(types.num_members(type));
    case TypeKind::kFuture:
      return "future of " + std::to_string(types.num_members(type));
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      break;
    default:
      return "another type";
  }
  const std::optional<ElementType> element = ToElementType(types, types.element_type(type));
  const std::span<const int64_t> bounds = Bounds(types, module.attrs(), type);
  std::string text = "tensor<";
  for (size_t i = 0; i < types.dims(type).size(); ++i) {
    const int64_t dim = types.dims(type)[i];
    text += dim == kDynamic ? "?" : std::to_string(dim);
    if (dim == kDynamic && !bounds.empty() && bounds[i] != kDynamic)
      text += "(at most " + std::to_string(bounds[i]) + ")";
    text += "x";
  }
  return text + std::string(element ? ElementTypeName(*element) : "?") + ">";
}

std::string DescribeValue(const RuntimeValue& value) {
  switch (value.kind()) {
    case RuntimeValue::Kind::kNone:
      return "nothing";
    case RuntimeValue::Kind::kToken:
      return "token";
    case RuntimeValue::Kind::kTuple:
      return "tuple of " + std::to_string(value.members().size());
    case RuntimeValue::Kind::kTensor:
      return value.tensor().valid() ? ShapeText(value.tensor().type(), value.tensor().dims()) : "nothing";
  }
  return "nothing";
}

}  // namespace cppjrt::stablehlo
