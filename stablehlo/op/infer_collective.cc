// Ops that talk to other processes: collectives, send, recv, infeed, outfeed.

#include <algorithm>
#include <unordered_set>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

constexpr std::string_view kGroups = "replica_groups";

struct GroupRules {
  int unique;
  int range;
  bool ragged;              // groups may be padded with -1
  bool global;              // use_global_device_ids is set
  int64_t group_size = -1;  // if one is asked for
  int size = 0;             // constraint on group_size
};

// Replica ids in a dense list: none twice, from 0 on without gaps. A mesh is given by axes instead and not listed.
class ReplicaGroups {
 public:
  ReplicaGroups(const OpView& op, const GroupRules& rules) : op_(op), rules_(rules) {}

  bool Check() {
    const AttrId attr = op_.attr(kGroups);
    if (!op_.attrs().Is(attr, AttrKind::kDense)) return CheckMesh(attr);
    const IntElements ids(op_.module(), attr);
    if (ids.dims().size() != 2) {
      return op_.Fail(rules_.unique,
                      Cat("replica_groups has rank ", ids.dims().size(), ", expected replica groups of rank 2"));
    }
    if (rules_.global && ids.size() == 0) {
      return op_.Fail(rules_.range, "replica_groups is empty, expected groups because use_global_device_ids is set");
    }
    return CheckIds(ids) && CheckSize(ids);
  }

 private:
  bool CheckIds(const IntElements& ids) {
    std::unordered_set<int64_t> seen;
    // A splat repeats itself: two tell as much as all.
    const int64_t count = ids.is_splat() ? std::min<int64_t>(ids.size(), 2) : ids.size();
    for (int64_t i = 0; i < count; ++i) {
      const int64_t id = ids[i];
      if (id == -1 && rules_.ragged) continue;
      if (id < 0)
        return op_.Fail(rules_.range,
                        Cat("replica id is ", id, " in replica_groups, expected a positive value or 0 (>= 0)"));
      if (!seen.insert(id).second) {
        return op_.Fail(rules_.unique,
                        Cat("replica id ", id, " is seen more than once, a duplicate, expected unique ids"));
      }
    }
    if (op_.opcode() == Opcode::kCollectiveBroadcast) return true;  // some processes may be in no group
    for (size_t id = 0; id < seen.size(); ++id) {
      if (!seen.contains(static_cast<int64_t>(id))) {
        return op_.Fail(
            rules_.range,
            Cat("replica id ", id, " is missing (not found) in replica_groups, expected all ids up to the largest"));
      }
    }
    return true;
  }

  bool CheckSize(const IntElements& ids) const {
    if (rules_.group_size < 0) return true;
    const std::span<const int64_t> dims = ids.dims();
    if (dims[0] != 0 && dims[1] == rules_.group_size) return true;
    return op_.Fail(rules_.size, Cat("group size of replica_groups is ", dims[1], " in ", dims[0],
                                     " groups, expected size ", rules_.group_size));
  }

  // The axes name axes of the mesh, if that is given here and not by name.
  bool CheckMesh(AttrId groups) const {
    const AttrTable& attrs = op_.attrs();
    const AttrId mesh = attrs.field(groups, 0);
    const AttrId axes = attrs.field(groups, 1);
    const bool is_mesh = attrs.Is(mesh, AttrKind::kStruct) && attrs.struct_kind(mesh) == StructKind::kMesh;
    if (!is_mesh && !attrs.Is(mesh, AttrKind::kSymbolRef)) {
      return op_.Fail({}, "mesh of replica_groups is of another kind, expected a mesh or a symbol reference");
    }
    if (!attrs.Is(axes, AttrKind::kArray))
      return op_.Fail({}, "axes of replica_groups is of another kind, expected an array of axis_ref");
    for (size_t i = 0; is_mesh && i < attrs.size(axes); ++i) {
      if (!CheckAxis(attrs.field(mesh, 0), attrs.element(axes, i))) return false;
    }
    return true;
  }

  bool CheckAxis(AttrId mesh_axes, AttrId axis) const {
    const AttrTable& attrs = op_.attrs();
    if (!attrs.Is(axis, AttrKind::kStruct) || attrs.struct_kind(axis) != StructKind::kAxisRef) {
      return op_.Fail({}, "axes of replica_groups hold something else, expected axis_ref");
    }
    for (size_t i = 0; i < attrs.size(mesh_axes); ++i) {
      const AttrId mesh_axis = attrs.element(mesh_axes, i);
      if (attrs.struct_kind(mesh_axis) == StructKind::kMeshAxis && attrs.field(mesh_axis, 0) == attrs.field(axis, 0))
        return true;
    }
    return op_.Fail({},
                    Cat("axis '", attrs.string(attrs.field(axis, 0)), "' of replica_groups is not found in its mesh"));
  }

  const OpView& op_;
  GroupRules rules_;
};

bool CheckGroups(const OpView& op, const GroupRules& rules) { return ReplicaGroups(op, rules).Check(); }

bool CheckChannel(const OpView& op, int constraint, int64_t least) {
  if (!op.Flag("use_global_device_ids")) return true;
  const int64_t channel = op.FieldInt("channel_handle", "handle", 0);
  if (channel >= least) return true;
  return op.Fail(constraint,
                 Cat("channel_id is ", channel, ", expected it ", least > 0 ? "positive" : "not negative, >= 0",
                     " because use_global_device_ids is set"));
}

// One reducer for each operand alone.
bool CheckReducers(const OpView& op, int constraint, std::span<const TypeId> inputs) {
  for (TypeId input : inputs) {
    if (!CheckReducer(op, constraint, 0, {&input, 1}, {}, {})) return false;
  }
  return true;
}

void PushAccumulated(const OpView& op, std::span<const TypeId> inputs, Results& results) {
  for (TypeId input : inputs) PushReduced(op, 0, {&input, 1}, results);
}

// ---- all_gather and reduce_scatter

// spec: all_gather C6
bool CheckGathered(const OpView& op, size_t i, size_t dim) {
  const std::span<const int64_t> from = op.dims(i);
  const std::span<const int64_t> to = op.types().dims(op.result(i));
  if (from[dim] == 0)
    return op.Fail(6, Cat("size of operand ", i, " in all_gather_dim ", dim, " is 0, expected it not zero"));
  if (from.size() != to.size())
    return op.Fail(
        6, Cat("operand ", i, " has rank ", from.size(), ", its result rank ", to.size(), ", expected the same"));
  for (size_t d = 0; d < from.size(); ++d) {
    if (d == dim || CompatibleDims(from[d], to[d])) continue;
    return op.Fail(6, Cat("operand ", i, " has shape ", DimsText(from), ", its result ", DimsText(to),
                          ", expected the same sizes but for all_gather_dim ", dim));
  }
  if (IsDynamic(from[dim]) || IsDynamic(to[dim]) || to[dim] % from[dim] == 0) return true;
  return op.Fail(6, Cat("result has size ", to[dim], " in the gather dimension, expected a multiple of the operand's ",
                        from[dim]));
}

// spec: reduce_scatter C1, C8, C9
bool CheckScattered(const OpView& op, size_t dim) {
  const std::span<const int64_t> from = op.dims(0);
  const std::span<const int64_t> to = op.types().dims(op.result(0));
  if (!IsDynamic(from[dim]) && !IsDynamic(to[dim])) {
    if (to[dim] == 0)
      return op.Fail(8, Cat("size of the result in scatter_dimension ", dim, " is 0, expected it not zero"));
    if (from[dim] == 0)
      return op.Fail(8, Cat("size of the operand in scatter_dimension ", dim, " is 0, expected it not zero"));
    if (from[dim] % to[dim] != 0) {
      return op.Fail(1, Cat("operand has size ", from[dim],
                            " in the scatter dimension, expected a multiple of the result's ", to[dim]));
    }
  }
  for (size_t d = 0; d < from.size(); ++d) {
    if (d == dim || CompatibleDims(from[d], to[d])) continue;
    return op.Fail(8, Cat("size of dimension ", d, ", which is not the scatter dimension, is ", from[d],
                          " in the operand, ", to[d], " in the result, expected the same"));
  }
  Results accumulated;
  const TypeId input = op.operand(0);
  PushReduced(op, 0, {&input, 1}, accumulated);
  const TypeId element = op.types().element_type(accumulated[0]);
  if (element == op.result_element()) return true;
  return op.Fail(9, Cat("result has element type ", op.Text(op.result_element()), ", expected ", op.Text(element)));
}

// ---- collective_broadcast and collective_reduce

// The operands without the root that has_dynamic_root puts last. spec: collective_broadcast C3, C4
std::optional<std::vector<TypeId>> DataOperands(const OpView& op) {
  std::vector<TypeId> data = op.operand_types();
  if (!op.Flag("has_dynamic_root")) {
    if (!data.empty()) return data;
    op.Fail(3, Cat(op.name(), " has 0 data operands, it requires at least 1"));
    return std::nullopt;
  }
  if (data.size() < 2) {
    op.Fail(4, Cat(op.name(), " has ", Count(data.size(), "operand"),
                   ", expected at least 2, data and root, because of has_dynamic_root"));
    return std::nullopt;
  }
  const TypeId root = data.back();
  data.pop_back();
  const TypeTable& types = op.types();
  const auto count = static_cast<int64_t>(data.size());
  if (types.element_type(root) == scalar::kI32 && types.rank(root) == 1 && types.dims(root)[0] == count) return data;
  op.Fail(4, Cat("the last operand of ", op.name(), " has type ", op.Text(root), ", expected rank 1 and ", count,
                 " elements of i32, the root of each operand, because of has_dynamic_root"));
  return std::nullopt;
}

// ---- pairs, channels and results of transfers

bool CheckPairs(const OpView& op, int first_constraint) {
  const AttrId attr = op.attr("source_target_pairs");
  if (!attr) return true;
  const IntElements pairs(op.module(), attr);
  if (pairs.dims().size() == 1 && pairs.size() == 0) return true;  // the default, dense<> : tensor<0xi64>
  if (pairs.dims().size() != 2 || pairs.dims()[1] != 2) {
    return op.Fail(first_constraint, Cat("source_target_pairs has rank ", pairs.dims().size(), " and shape ",
                                         DimsText(pairs.dims()), ", expected [N, 2]"));
  }
  std::unordered_set<int64_t> seen[2];
  const int64_t count = pairs.is_splat() ? std::min<int64_t>(pairs.size(), 4) : pairs.size();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t id = pairs[i];
    const bool source = i % 2 == 0;
    if (id < 0)
      return op.Fail(first_constraint + 3, Cat("source_target_pairs holds replica id ", id, ", expected >= 0"));
    if (!seen[i % 2].insert(id).second) {
      return op.Fail(first_constraint + (source ? 1 : 2),
                     Cat("source_target_pairs has ", source ? "source " : "target ", id,
                         " more than once, a duplicate, expected unique ", source ? "sources" : "targets"));
    }
  }
  return true;
}

enum ChannelType : int64_t { kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3 };

bool CheckChannelType(const OpView& op, ChannelType host, std::string_view host_name) {
  const int64_t type = op.FieldInt("channel_handle", "type");
  const bool is_host = op.Flag("is_host_transfer");
  const ChannelType wanted = is_host ? host : kDeviceToDevice;
  if (type == wanted) return true;
  return op.Fail(5, Cat("channel_type is ", type, ", expected ", is_host ? host_name : "DEVICE_TO_DEVICE", ", ",
                        int64_t{wanted}, ", because is_host_transfer is ", is_host ? "true" : "false"));
}

// Tensors, then a token. spec: infeed C1 to C3
bool CheckTransferResults(const OpView& op) {
  if (!op.has_results()) return true;
  const std::vector<TypeId> types = op.result_types();
  if (types.empty()) return op.Fail(1, "has 0 results, expected a size of at least 1");
  for (size_t i = 0; i + 1 < types.size(); ++i) {
    if (op.types().IsTensor(types[i])) continue;
    return op.Fail(2, Cat("result ", i, " has type ", op.Text(types[i]),
                          ", expected all elements but the last, the token, to be tensors"));
  }
  if (types.back() == scalar::kToken) return true;
  return op.Fail(3, Cat("the last element of the results has type ", op.Text(types.back()), ", expected a token"));
}

// One list of integers for each result but the token.
bool CheckInfeedLayout(const OpView& op) {
  const AttrId layout = op.attr("layout");
  if (!layout || !op.has_results()) return true;
  const AttrTable& attrs = op.attrs();
  if (attrs.size(layout) != op.num_results() - 1) {
    return op.Fail({}, Cat("layout has size ", attrs.size(layout), ", expected one for each result but the token, ",
                           op.num_results() - 1));
  }
  for (size_t i = 0; i < attrs.size(layout); ++i) {
    const AttrId list = attrs.element(layout, i);
    if (!attrs.Is(list, AttrKind::kArray))
      return op.Fail({}, Cat("element ", i, " of layout is of another type, expected an array"));
    for (size_t j = 0; j < attrs.size(list); ++j) {
      if (attrs.Is(attrs.element(list, j), AttrKind::kInteger)) continue;
      return op.Fail({}, Cat("leaf ", j, " of element ", i, " of layout is of another type, expected an integer"));
    }
  }
  return true;
}

}  // namespace

bool AllGather(const OpView& op, Results&) {
  const int64_t dim = op.Int("all_gather_dim");
  if (!CheckGroups(op, {2, 4, false, op.Flag("use_global_device_ids")}) || !CheckChannel(op, 5, 0)) return false;
  for (size_t i = 0; i < op.num_operands(); ++i) {
    if (!CheckIndex(op, 1, "all_gather_dim", dim, op.rank(i))) return false;
    if (op.has_results() && !CheckGathered(op, i, static_cast<size_t>(dim))) return false;
  }
  return true;
}

bool AllReduce(const OpView& op, Results& results) {
  const std::vector<TypeId> inputs = op.operand_types();
  if (!CheckGroups(op, {1, 3, true, op.Flag("use_global_device_ids")}) || !CheckChannel(op, 4, 1) ||
      !CheckReducers(op, 5, inputs)) {
    return false;
  }
  PushAccumulated(op, inputs, results);
  return true;
}

bool AllToAll(const OpView& op, Results& results) {
  const int64_t split = op.Int("split_dimension");
  const int64_t concat = op.Int("concat_dimension");
  const int64_t count = op.Int("split_count");
  if (count < 1) return op.Fail(4, Cat("split_count is ", count, ", expected a positive 64-bit integer, > 0"));
  if (split < 0) return CheckIndex(op, 1, "split_dimension", split, 0);
  if (concat < 0) return CheckIndex(op, 3, "concat_dimension", concat, 0);
  if (!CheckGroups(op, {5, 7, false, false, count, 8})) return false;
  for (size_t i = 0; i < op.num_operands(); ++i) {
    if (!CheckIndex(op, 1, "split_dimension", split, op.rank(i)) ||
        !CheckIndex(op, 3, "concat_dimension", concat, op.rank(i)))
      return false;
    Shape shape = ShapeOf(op.module(), op.operand(i));
    for (DimList* list : {&shape.dims, &shape.bounds}) {
      if (list->empty()) continue;
      int64_t& from = (*list)[static_cast<size_t>(split)];
      int64_t& to = (*list)[static_cast<size_t>(concat)];
      const bool sizes = list == &shape.dims;
      if (sizes && !IsDynamic(from) && from % count != 0) {
        return op.Fail(2, Cat("size of the split dimension is ", from, ", expected a multiple of split_count ", count));
      }
      if (!IsDynamic(from)) from /= count;
      if (!IsDynamic(to)) to = CheckedMultiply(to, count).value_or(kDynamic);
    }
    results.push_back(MakeTensor(op.module(), shape, op.element(i)));
  }
  return true;
}

bool CollectiveBroadcast(const OpView& op, Results& results) {
  if (!CheckGroups(op, {1, 2, false, false})) return false;
  const std::optional<std::vector<TypeId>> data = DataOperands(op);
  if (data) results = *data;
  return data.has_value();
}

bool CollectiveReduce(const OpView& op, Results& results) {
  if (!CheckGroups(op, {1, 2, true, op.Flag("use_global_device_ids")}) || !CheckChannel(op, 2, 1)) return false;
  const std::optional<std::vector<TypeId>> data = DataOperands(op);
  if (!data || !CheckReducers(op, 4, *data)) return false;
  PushAccumulated(op, *data, results);
  return true;
}

bool CollectivePermute(const OpView& op, Results& results) {
  results.push_back(op.operand(0));
  return CheckSameElements(op, 5) && CheckPairs(op, 1);
}

bool ReduceScatter(const OpView& op, Results&) {
  const int64_t dim = op.Int("scatter_dimension");
  const TypeId input = op.operand(0);
  if (!CheckGroups(op, {3, 5, false, op.Flag("use_global_device_ids")}) || !CheckReducers(op, 7, {&input, 1}))
    return false;
  if (op.has_results() && op.types().rank(op.result(0)) != op.rank(0)) {
    return op.Fail(8, Cat("result has rank ", op.types().rank(op.result(0)), ", operand has rank ", op.rank(0),
                          ", expected the same"));
  }
  if (!CheckIndex(op, 2, "scatter_dimension", dim, op.rank(0)) || !CheckChannel(op, 6, 1)) return false;
  return !op.has_results() || CheckScattered(op, static_cast<size_t>(dim));
}

bool ProcessId(const OpView& op, Results& results) {
  results.push_back(MakeTensor(op.module(), {}, scalar::kUI32));
  return true;
}

bool Send(const OpView& op, Results& results) {
  results.push_back(scalar::kToken);
  return CheckPairs(op, 1) && CheckChannelType(op, kDeviceToHost, "DEVICE_TO_HOST");
}

bool Recv(const OpView& op, Results&) {
  return CheckPairs(op, 1) && CheckChannelType(op, kHostToDevice, "HOST_TO_DEVICE") && CheckTransferResults(op);
}

bool Infeed(const OpView& op, Results&) { return CheckTransferResults(op) && CheckInfeedLayout(op); }

}  // namespace cppjrt::stablehlo::rules
