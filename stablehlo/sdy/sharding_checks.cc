#include "stablehlo/sdy/sharding_checks.h"

#include <algorithm>

#include "stablehlo/op/infer_text.h"
#include "stablehlo/sdy/axes.h"

namespace cppjrt::stablehlo::sdy {
namespace {

bool SaysNothing(const TensorSharding& sharding) {
  return sharding.dims.empty() && sharding.replicated.empty() && sharding.unreduced.empty();
}

bool NoDimIsSharded(const TensorSharding& sharding) {
  return std::ranges::all_of(sharding.dims, [](const DimSharding& dim) { return dim.axes.empty(); });
}

std::string PartProblem(const SubAxis& part, int64_t axis_size, const std::string& text) {
  if (part.pre_size < 1) return "sub-axis pre-size must be at least 1: " + text;
  if (part.size <= 1) return "sub-axis sizes must be greater than 1: " + text;
  int64_t end = 0;
  if (__builtin_mul_overflow(part.pre_size, part.size, &end) || axis_size % end != 0) {
    return Cat("sub-axis doesn't divide the size of the full axis ", axis_size, ": ", text);
  }
  if (part.size == axis_size) return "sub-axis size is equal to the full axis size: " + text;
  return {};
}

std::string PriorityProblem(const DimSharding& dim, size_t index) {
  if (!dim.priority || !dim.closed || !dim.axes.empty()) return {};
  return Cat("dim ", index, " is empty and closed but has a priority");
}

std::string ManualProblem(const TensorSharding& sharding, std::span<const std::string_view> manual) {
  if (manual.empty()) return {};
  AxisList all = sharding.replicated;
  all.insert(all.end(), sharding.unreduced.begin(), sharding.unreduced.end());
  for (const DimSharding& dim : sharding.dims) all.insert(all.end(), dim.axes.begin(), dim.axes.end());
  for (const AxisRef& axis : all) {
    if (std::ranges::find(manual, axis.name) == manual.end()) continue;
    return Cat("operates on axis \"", axis.name, "\" which is already bound by a parent sdy.manual_computation");
  }
  return {};
}

std::string AxesProblem(const TensorSharding& sharding, const Mesh& mesh) {
  AxisChecker checker(mesh);
  for (size_t i = 0; i < sharding.dims.size(); ++i) {
    if (std::string problem = PriorityProblem(sharding.dims[i], i); !problem.empty()) return problem;
    if (std::string problem = checker.Add(sharding.dims[i].axes); !problem.empty()) return problem;
  }
  if (std::string problem = checker.AddSorted(sharding.replicated, "replicated"); !problem.empty()) return problem;
  if (std::string problem = checker.AddSorted(sharding.unreduced, "unreduced"); !problem.empty()) return problem;
  return checker.PartsProblem();
}

}  // namespace

std::string AxisChecker::Add(std::span<const AxisRef> axes) {
  const AxisRef* previous = nullptr;
  for (const AxisRef& axis : axes) {
    if (!mesh_->Find(axis.name)) return Cat("unknown axis name: \"", axis.name, "\"");
    if (std::ranges::find(seen_, axis) != seen_.end()) return "duplicate axis ref: " + Text(axis);
    seen_.push_back(axis);
    if (previous != nullptr && CanMerge(*previous, axis)) {
      return Cat("two consecutive sub-axes can be merged: ", Text(*previous), ", ", Text(axis));
    }
    previous = &axis;
  }
  return {};
}

std::string AxisChecker::AddSorted(std::span<const AxisRef> axes, std::string_view name) {
  for (const AxisRef& axis : axes) {
    if (!mesh_->Find(axis.name)) return Cat("unknown axis name: \"", axis.name, "\"");
  }
  const auto before = [&](const AxisRef& a, const AxisRef& b) { return ComesBefore(a, b, *mesh_); };
  if (!std::ranges::is_sorted(axes, before)) return Cat(name, " axes are not ordered w.r.t. mesh");
  return Add(axes);
}

std::string AxisChecker::PartsProblem() const {
  for (const MeshAxis& axis : mesh_->axes) {
    if (std::string problem = PartsProblem(axis); !problem.empty()) return problem;
  }
  return {};
}

std::string AxisChecker::PartsProblem(const MeshAxis& axis) const {
  AxisList parts;
  for (const AxisRef& seen : seen_) {
    if (seen.name == axis.name && seen.sub_axis) parts.push_back(seen);
  }
  if (!parts.empty() && std::ranges::find(seen_, AxisRef{axis.name}) != seen_.end()) {
    return Cat("both sub-axis and full-axis are used for axis name: \"", axis.name, "\"");
  }
  std::ranges::sort(parts, [&](const AxisRef& a, const AxisRef& b) { return ComesBefore(a, b, *mesh_); });
  for (size_t i = 0; i < parts.size(); ++i) {
    if (std::string problem = PartProblem(*parts[i].sub_axis, axis.size, Text(parts[i])); !problem.empty()) {
      return problem;
    }
    if (i > 0 && Overlap(parts[i - 1], parts[i])) {
      return Cat("overlapping sub-axes: ", Text(parts[i - 1]), ", ", Text(parts[i]));
    }
  }
  return {};
}

ShardedValue ValueOfType(const TypeTable& types, TypeId type) {
  ShardedValue value;
  if (types.kind(type) == TypeKind::kTuple) {
    value.tuple_size = types.num_members(type);
    if (value.tuple_size != 1) return value;
    type = types.member(type, 0);
  }
  if (types.kind(type) == TypeKind::kUnrankedTensor) value.kind = ShardedValue::Kind::kUnranked;
  if (!types.IsTensor(type)) return value;
  value.kind = ShardedValue::Kind::kTensor;
  value.rank = types.dims(type).size();
  return value;
}

std::string ShardingProblem(const TensorSharding& sharding, const Mesh* mesh, const ShardedValue& value,
                            std::span<const std::string_view> manual) {
  if (mesh == nullptr) return Cat("unknown mesh: @", sharding.mesh_name);
  const bool nothing = value.kind == ShardedValue::Kind::kNothing;
  if (mesh->maximal() || (nothing && NoDimIsSharded(sharding))) {
    return SaysNothing(sharding) ? "" : "a maximal sharding can only have rank 0 and no replicated or unreduced axes";
  }
  if (value.tuple_size != 1) return "ops can only have a sharding for a tuple of size 1";
  if (value.kind == ShardedValue::Kind::kUnranked) return "only ranked tensors can have a sharding";
  if (value.kind != ShardedValue::Kind::kTensor) {
    return SaysNothing(sharding)
               ? ""
               : "values that are not tensors can only have a sharding of rank 0 and no replicated or unreduced axes";
  }
  if (sharding.dims.size() != value.rank) {
    return Cat("sharding doesn't match tensor rank: ", sharding.dims.size(), " != ", value.rank);
  }
  if (std::string problem = AxesProblem(sharding, *mesh); !problem.empty()) return problem;
  return ManualProblem(sharding, manual);
}

}  // namespace cppjrt::stablehlo::sdy
