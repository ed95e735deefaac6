#include "stablehlo/sdy/collective_checks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "stablehlo/op/infer_text.h"
#include "stablehlo/sdy/axes.h"
#include "stablehlo/sdy/sharding_checks.h"

namespace cppjrt::stablehlo::sdy {
namespace {

// A collective with its shardings at hand.
struct Collective {
  const Module& module;
  OpId op;
  const Mesh& mesh;  // of the result
  const Mesh* operand_mesh;
  const TensorSharding& from;
  const TensorSharding& to;

  template <typename T>
  bool Read(std::string_view name, T& out, std::string& problem) const {
    const AttrId attr = module.attr(op, name);
    if (module.attrs().Is(attr, AttrKind::kOpaque)) return sdy::Read(module.attrs().string(attr), out, problem);
    problem = Cat("attribute ", name, " is missing");
    return false;
  }
};

std::string DimProblem(const Collective& c, std::span<const AxisRef> expected, size_t dim) {
  if (std::ranges::equal(expected, c.to.dims[dim].axes)) return {};
  return Cat("result sharding doesn't match expected sharding ", Text(expected), " on dimension ", dim);
}

// Takes the axes off the end of those of a dimension.
std::string Gather(const Collective& c, std::span<const AxisRef> gathered, std::string_view name, size_t dim,
                   AxisList& axes) {
  axes = c.from.dims[dim].axes;
  for (size_t i = gathered.size(); i-- > 0;) {
    if (axes.empty() || !IsSuffix(gathered[i], axes.back(), c.mesh)) {
      return Cat("can't apply ", name, " axis ", Text(gathered[i]), " to operand sharding on dimension ", dim);
    }
    const AxisRef last = axes.back();
    axes.pop_back();
    if (const std::optional<AxisRef> rest = WithoutSuffix(last, gathered[i])) axes.push_back(*rest);
  }
  return {};
}

AxisList Slice(const Collective& c, std::span<const AxisRef> sliced, size_t dim) {
  AxisList axes = c.from.dims[dim].axes;
  for (const AxisRef& axis : sliced) Append(axes, axis, c.mesh);
  return axes;
}

std::string AxesPerDimProblem(const Collective& c, const AxesPerDim& axes) {
  AxisChecker checker(c.mesh);
  for (const AxisList& dim : axes.dims) {
    if (std::string problem = checker.Add(dim); !problem.empty()) return problem;
  }
  if (c.to.dims.size() == axes.dims.size()) return {};
  return Cat("result sharding has rank ", c.to.dims.size(), " but collective axes has rank ", axes.dims.size());
}

std::string GatherProblem(const Collective& c, std::string_view attribute, std::string_view name) {
  AxesPerDim gathered;
  std::string problem;
  if (!c.Read(attribute, gathered, problem)) return problem;
  if (problem = AxesPerDimProblem(c, gathered); !problem.empty()) return problem;
  for (size_t dim = 0; dim < gathered.dims.size(); ++dim) {
    AxisList expected;
    if (problem = Gather(c, gathered.dims[dim], name, dim, expected); !problem.empty()) return problem;
    if (problem = DimProblem(c, expected, dim); !problem.empty()) return problem;
  }
  return {};
}

std::string SliceProblem(const Collective& c, std::string_view attribute) {
  AxesPerDim sliced;
  std::string problem;
  if (!c.Read(attribute, sliced, problem)) return problem;
  if (problem = AxesPerDimProblem(c, sliced); !problem.empty()) return problem;
  for (size_t dim = 0; dim < sliced.dims.size(); ++dim) {
    if (problem = DimProblem(c, Slice(c, sliced.dims[dim], dim), dim); !problem.empty()) return problem;
  }
  return {};
}

std::string AllGatherProblem(const Collective& c) { return GatherProblem(c, "gathering_axes", "gathering"); }
std::string AllSliceProblem(const Collective& c) { return SliceProblem(c, "slicing_axes"); }

// The result is unreduced along the operand's axes and those that the op adds.
std::string UnreducedProblem(const Collective& c, std::span<const AxisRef> added) {
  AxisList expected = c.from.unreduced;
  expected.insert(expected.end(), added.begin(), added.end());
  SortAndMerge(expected, c.mesh);
  if (expected == c.to.unreduced) return {};
  return Cat("unreduced axes of out_sharding are ", Text(c.to.unreduced), ", expected ", Text(expected));
}

std::string ShardedToUnreducedProblem(const Collective& c) {
  if (c.to.reduction != Reduction::kSum) return "the reduction of out_sharding must be sum";
  if (std::string problem = GatherProblem(c, "axes", "shard-to-unreduce"); !problem.empty()) return problem;
  AxesPerDim axes;
  std::string problem;
  if (!c.Read("axes", axes, problem)) return problem;
  AxisList added;
  for (const AxisList& dim : axes.dims) added.insert(added.end(), dim.begin(), dim.end());
  return UnreducedProblem(c, added);
}

bool OverlapsAny(const AxisRef& axis, std::span<const AxisRef> others) {
  return std::ranges::any_of(others, [&](const AxisRef& other) { return Overlap(axis, other); });
}

bool OverlapsDims(const AxisRef& axis, const TensorSharding& sharding) {
  return std::ranges::any_of(sharding.dims, [&](const DimSharding& dim) { return OverlapsAny(axis, dim.axes); });
}

std::string ReplicatedToUnreducedProblem(const Collective& c) {
  if (c.to.reduction != Reduction::kSum) return "the reduction of out_sharding must be sum";
  if (c.from.dims != c.to.dims) return "operand and result must have the same dimension shardings";
  AxisList axes;
  std::string problem;
  if (!c.Read("axes", axes, problem)) return problem;
  if (axes.empty()) return "axes must not be empty";
  if (problem = AxisChecker(c.mesh).AddSorted(axes, "replicated-to-unreduced"); !problem.empty()) return problem;
  for (const AxisRef& axis : axes) {
    if (OverlapsDims(axis, c.from)) return Cat("axis ", Text(axis), " overlaps with operand dimension sharding");
    if (OverlapsAny(axis, c.from.unreduced)) return Cat("axis ", Text(axis), " overlaps with operand unreduced axes");
  }
  return UnreducedProblem(c, axes);
}

// How an all_reduce or reduce_scatter reduces: sum if it does not say.
Reduction ReductionOf(const Collective& c) {
  const AttrId attr = c.module.attr(c.op, "reduction_op");
  Reduction reduction = Reduction::kSum;
  std::string problem;
  if (c.module.attrs().Is(attr, AttrKind::kInteger)) return static_cast<Reduction>(c.module.attrs().integer(attr));
  if (c.module.attrs().Is(attr, AttrKind::kOpaque)) c.Read("reduction_op", reduction, problem);
  return reduction;
}

// The same axes along each dimension, or nothing sharded in either.
bool SameDims(const TensorSharding& a, const TensorSharding& b) {
  const auto is_replicated = [](const DimSharding& dim) { return dim.axes.empty(); };
  if (std::ranges::all_of(a.dims, is_replicated)) return std::ranges::all_of(b.dims, is_replicated);
  return a.SameMesh(b) && std::ranges::equal(a.dims, b.dims, {}, &DimSharding::axes, &DimSharding::axes);
}

std::string AllReduceProblem(const Collective& c) {
  if (!SameDims(c.from, c.to)) return "operand and result shardings are not equivalent";
  AxisList axes;
  std::string problem;
  if (!c.Read("reduction_axes", axes, problem)) return problem;
  if (problem = AxisChecker(c.mesh).AddSorted(axes, "reduction"); !problem.empty()) return problem;
  for (const AxisRef& axis : axes) {
    if (OverlapsDims(axis, c.from) || OverlapsAny(axis, c.from.replicated)) {
      return Cat("reduction axis ", Text(axis), " overlaps with operand dimension sharding or replicated axes");
    }
    if (OverlapsAny(axis, c.to.unreduced)) {
      return Cat("reduction axis ", Text(axis), " overlaps with result unreduced axes");
    }
  }
  return ReductionProblem(c.from, c.to, ReductionOf(c));
}

std::string PermuteProblem(const Collective& c) {
  const Mesh& operand_mesh = c.operand_mesh != nullptr ? *c.operand_mesh : c.mesh;
  if (c.mesh.axes != operand_mesh.axes) return "result mesh has different axes than operand mesh";
  if (!c.from.SameMesh(c.to) && c.mesh.device_ids == operand_mesh.device_ids) {
    return "result mesh name is different but same device ids as operand";
  }
  for (size_t dim = 0; dim < c.to.dims.size(); ++dim) {
    const std::optional<int64_t> from = ProductOfSizes(c.from.dims[dim].axes, c.mesh);
    const std::optional<int64_t> to = ProductOfSizes(c.to.dims[dim].axes, c.mesh);
    if (from != to) return Cat("sharded size of result doesn't match operand on dimension ", dim);
  }
  return {};
}

std::string ReduceScatterProblem(const Collective& c) {
  const std::string problem = ReductionProblem(c.from, c.to, ReductionOf(c));
  return problem.empty() ? SliceProblem(c, "reduce_scatter_axes") : problem;
}

// ---- all_to_all

std::string RangeProblem(int64_t dim, std::string_view name, size_t rank) {
  if (dim >= 0 && dim < static_cast<int64_t>(rank)) return {};
  return Cat(name, " dimension ", dim, " is out of range [0, ", rank, ")");
}

std::string ParamsProblem(const Collective& c, std::span<const AllToAllParam> params, std::vector<bool>& moved) {
  if (params.empty()) return "parameter list is empty";
  AxisChecker checker(c.mesh);
  int64_t previous = -1;
  for (const AllToAllParam& param : params) {
    if (std::string problem = checker.Add(param.axes); !problem.empty()) return problem;
    if (std::string problem = RangeProblem(param.source, "source", moved.size()); !problem.empty()) return problem;
    if (std::string problem = RangeProblem(param.target, "target", moved.size()); !problem.empty()) return problem;
    for (const int64_t dim : {param.source, param.target}) {
      if (moved[static_cast<size_t>(dim)]) {
        return Cat("overlapping source/target dimensions in all-to-all params: ", dim);
      }
      moved[static_cast<size_t>(dim)] = true;
    }
    if (param.source <= previous) {
      return Cat("source dimensions are not in ascending order: ", param.source, " appears after ", previous);
    }
    previous = param.source;
  }
  return {};
}

std::string AllToAllProblem(const Collective& c) {
  AllToAllParams all;
  std::string problem;
  if (!c.Read("params", all, problem)) return problem;
  std::vector<bool> moved(c.to.dims.size());
  if (problem = ParamsProblem(c, all.params, moved); !problem.empty()) return problem;
  for (const AllToAllParam& param : all.params) {
    const auto source = static_cast<size_t>(param.source);
    const auto target = static_cast<size_t>(param.target);
    AxisList expected;
    if (problem = Gather(c, param.axes, "all-to-all", source, expected); !problem.empty()) return problem;
    if (problem = DimProblem(c, expected, source); !problem.empty()) return problem;
    if (problem = DimProblem(c, Slice(c, param.axes, target), target); !problem.empty()) return problem;
  }
  for (size_t dim = 0; dim < moved.size(); ++dim) {
    if (moved[dim]) continue;
    if (problem = DimProblem(c, c.from.dims[dim].axes, dim); !problem.empty()) return problem;
  }
  return {};
}

// ---- The table

struct Row {
  Opcode opcode;
  std::string (*problem)(const Collective& collective);
  bool needs_sharding;  // of its operand; else an absent one says that the operand is replicated
  bool may_change_mesh = false;
};

constexpr Row kRows[] = {
    {Opcode::kSdyAllGather, AllGatherProblem, true},
    {Opcode::kSdyAllReduce, AllReduceProblem, false},
    {Opcode::kSdyAllSlice, AllSliceProblem, false},
    {Opcode::kSdyAllToAll, AllToAllProblem, true},
    {Opcode::kSdyCollectivePermute, PermuteProblem, true, true},
    {Opcode::kSdyReduceScatter, ReduceScatterProblem, false},
    {Opcode::kSdyReplicatedToUnreduced, ReplicatedToUnreducedProblem, true},
    {Opcode::kSdyShardedToUnreduced, ShardedToUnreducedProblem, true},
};

const Row* Find(Opcode opcode) {
  const auto found = std::ranges::find(kRows, opcode, &Row::opcode);
  return found == std::end(kRows) ? nullptr : found;
}

TensorSharding Replicated(const TensorSharding& like) {
  TensorSharding sharding;
  sharding.mesh_name = like.mesh_name;
  sharding.inline_mesh = like.inline_mesh;
  sharding.dims.resize(like.dims.size());
  return sharding;
}

}  // namespace

std::string ReductionProblem(const TensorSharding& from, const TensorSharding& to, std::optional<Reduction> reduces) {
  const auto is_in = [](const AxisRef& axis, const AxisList& axes) { return OverlapsAny(axis, axes); };
  for (const AxisRef& axis : to.unreduced) {
    if (!is_in(axis, from.unreduced)) {
      if (!reduces && to.reduction != Reduction::kSum)
        return Cat("unreduced axis ", Text(axis), " is new, expected it to be a sum");
    } else if (from.reduction != to.reduction) {
      return Cat("unreduced axis ", Text(axis), " changes how it is to be reduced");
    }
  }
  if (!reduces || from.reduction == *reduces) return {};
  for (const AxisRef& axis : from.unreduced) {
    if (!is_in(axis, to.unreduced))
      return Cat("unreduced axis ", Text(axis), " is reduced in another way than it says");
  }
  return {};
}

bool IsCollective(Opcode opcode) { return Find(opcode) != nullptr; }

std::string CollectiveProblem(const Module& module, OpId op, ModuleShardings& shardings) {
  const Row& row = *Find(module.op(op).opcode);
  const TensorSharding* to = shardings.Get<TensorSharding>(module.attr(op, "out_sharding"));
  const TensorSharding* given = shardings.Of(module.op(op).operands()[0]);
  if (to == nullptr) return "attribute out_sharding is missing";
  if (given == nullptr && row.needs_sharding) return "collective on operand without sharding";
  const TensorSharding from = given != nullptr ? *given : Replicated(*to);
  const Mesh* mesh = shardings.MeshOf(*to, op);
  const Mesh* operand_mesh = given != nullptr ? shardings.MeshOf(*given, op) : nullptr;
  if (mesh == nullptr) return Cat("unknown mesh: @", to->mesh_name);
  if (!row.may_change_mesh && operand_mesh != nullptr && *operand_mesh != *mesh) {
    return "result mesh does not match operand mesh";
  }
  if (from.dims.size() != to->dims.size()) {
    return Cat("result sharding has rank ", to->dims.size(), " but operand sharding has rank ", from.dims.size());
  }
  return row.problem({module, op, *mesh, operand_mesh, from, *to});
}

}  // namespace cppjrt::stablehlo::sdy
