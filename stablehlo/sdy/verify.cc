#include "stablehlo/sdy/verify.h"

#include <algorithm>
#include <iterator>

#include "stablehlo/ir/function.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/sdy/axes.h"
#include "stablehlo/sdy/collective_checks.h"
#include "stablehlo/sdy/rule_checks.h"
#include "stablehlo/sdy/sharding_checks.h"

namespace cppjrt::stablehlo::sdy {
namespace {

bool HasShardyAttributes(const Module& module) {
  for (uint32_t i = 0; i < module.attrs().size(); ++i) {
    const AttrId attr(i);
    if (module.attrs().kind(attr) == AttrKind::kOpaque && module.attrs().string(attr).starts_with("#sdy")) return true;
  }
  return false;
}

std::vector<TypeId> TypesOf(const Module& module, auto&& values) {
  std::vector<TypeId> types;
  for (const ValueId value : values) types.push_back(module.type(value));
  return types;
}

// What the body of a computation takes and what it returns.
std::vector<TypeId> ArgumentTypes(const Module& module, OpId op) {
  const BlockId body = module.entry_block(op);
  return body ? TypesOf(module, module.block(body).args) : std::vector<TypeId>();
}

std::vector<TypeId> ReturnedTypes(const Module& module, OpId op) {
  const BlockId body = module.entry_block(op);
  const OpId last = body ? module.last_op(body) : OpId();
  return last ? TypesOf(module, module.op(last).operands()) : std::vector<TypeId>();
}

bool IsShardy(const Module& module, OpId op) {
  const Opcode opcode = module.op(op).opcode;
  return opcode != Opcode::kUnregistered && Info(opcode).dialect == "sdy";
}

bool HasBody(Opcode opcode) {
  return opcode == Opcode::kSdyManualComputation || opcode == Opcode::kSdyNamedComputation;
}

// A mesh that all of the shardings have; empty ones go with any. Null if they differ or there is none.
const Mesh* CommonMesh(std::span<const Mesh* const> meshes) {
  const Mesh* common = nullptr;
  for (const Mesh* mesh : meshes) {
    if (common == nullptr || common->empty()) {
      common = mesh;
    } else if (mesh != nullptr && !mesh->empty() && *mesh != *common) {
      return nullptr;
    }
  }
  return common;
}

bool IsManual(const AxisRef& axis, const ManualAxes& manual) {
  return std::ranges::find(manual.names, axis.name) != manual.names.end();
}

}  // namespace

// One side of a manual computation: its operands or its results, whole and as the body has them.
struct ShardyVerifier::Side {
  std::string_view kind;  // "operand"
  const ShardingPerValue& shardings;
  std::vector<TypeId> global;
  std::vector<TypeId> local;
};

ShardyVerifier::ShardyVerifier(Module& module, DiagnosticSink& sink)
    : module_(module), sink_(sink), shardings_(module), any_(HasShardyAttributes(module)) {}

bool ShardyVerifier::Fail(OpId op, std::string_view what, const std::string& problem) {
  const std::string_view name = OpName(module_, op);
  const bool is_short = name.starts_with("stablehlo.");
  sink_.Error(module_, op, {},
              Cat(is_short ? name.substr(name.find('.') + 1) : name, ": ", what, what.empty() ? "" : ": ", problem));
  return false;
}

// ---- Attributes

bool ShardyVerifier::IsWellFormed(OpId op, std::string_view name, AttrId attr) {
  if (!attr) return true;
  const AttrTable& attrs = module_.attrs();
  if (attr.index() >= states_.size()) states_.resize(attrs.size(), State::kUnknown);
  if (states_[attr.index()] != State::kUnknown) return states_[attr.index()] == State::kGood;
  bool good = true;
  const AttrKind kind = attrs.kind(attr);
  for (size_t i = 0; kind == AttrKind::kArray && i < attrs.size(attr); ++i) {
    good = good && IsWellFormed(op, name, attrs.element(attr, i));
  }
  for (size_t i = 0; kind == AttrKind::kDictionary && i < attrs.size(attr); ++i) {
    const NamedAttr entry = attrs.entry(attr, i);
    good = good && IsWellFormed(op, module_.name(entry.name), entry.value);
  }
  if (kind == AttrKind::kOpaque && attrs.string(attr).starts_with("#sdy")) {
    const std::string problem = Problem(attrs.string(attr));
    good = problem.empty() || Fail(op, Cat("attribute ", name), problem);
  }
  states_[attr.index()] = good ? State::kGood : State::kBad;
  return good;
}

bool ShardyVerifier::CheckNamed(OpId op, std::string_view name, AttrId attr) {
  const Op& record = module_.op(op);
  if (name == "sdy.sharding") {
    const ShardingPerValue* list = shardings_.Get<ShardingPerValue>(attr);
    if (list == nullptr)
      return Fail(op, "sdy.sharding", "expected #sdy.sharding_per_value, a sharding for each result");
    const std::string problem = ShardingsProblem(*list, op, TypesOf(module_, record.results()));
    return problem.empty() || Fail(op, "sdy.sharding, result", problem);
  }
  const bool opaque = module_.attrs().Is(attr, AttrKind::kOpaque);
  std::string problem;
  if (name == "sdy.sharding_rule") {
    ShardingRule rule;
    if (!opaque) return Fail(op, name, "expected #sdy.op_sharding_rule");
    if (!Read(module_.attrs().string(attr), rule, problem)) return Fail(op, name, problem);
    problem = RuleProblem(rule, module_, op);
  } else if (name == "sdy.propagation_edges") {
    PropagationEdges edges;
    if (!opaque) return Fail(op, name, "expected #sdy.propagation_edges");
    if (!Read(module_.attrs().string(attr), edges, problem)) return Fail(op, name, problem);
    problem = EdgesProblem(edges, module_, op, shardings_);
  } else if (name == "sdy.result_propagation_edges" || name == "sdy.block_arg_propagation_edges") {
    const AttrTable& attrs = module_.attrs();
    if (!attrs.Is(attr, AttrKind::kArray)) return Fail(op, name, "expected an array of #sdy.propagation_edges");
    for (size_t i = 0; problem.empty() && i < attrs.size(attr); ++i) {
      const AttrId edge = attrs.element(attr, i);
      if (!attrs.Is(edge, AttrKind::kOpaque) || KindOf(attrs.string(edge)) != "propagation_edges") {
        problem = "expected an array of #sdy.propagation_edges";
      }
    }
  }
  return problem.empty() || Fail(op, name, problem);
}

bool ShardyVerifier::CheckFunctionValues(OpId op, std::string_view list, std::string_view kind, bool results) {
  const AttrTable& attrs = module_.attrs();
  const Function function(module_, op);
  const TypeId type = function.type();
  const AttrId dictionaries = module_.attr(op, list);
  if (!type || !attrs.Is(dictionaries, AttrKind::kArray)) return true;
  const TypeTable& types = module_.types();
  const size_t count = std::min(attrs.size(dictionaries), results ? types.num_results(type) : types.num_inputs(type));
  for (size_t i = 0; i < count; ++i) {
    const AttrId dictionary = attrs.element(dictionaries, i);
    const AttrId attr =
        attrs.Is(dictionary, AttrKind::kDictionary) ? attrs.Lookup(dictionary, "sdy.sharding") : AttrId();
    if (!attr) continue;
    const TensorSharding* sharding = shardings_.Get<TensorSharding>(attr);
    if (sharding == nullptr) return Fail(op, Cat(kind, " ", i), "sdy.sharding: expected #sdy.sharding");
    const std::string problem =
        ShardingOfTypeProblem(*sharding, op, results ? types.result(type, i) : types.input(type, i));
    if (!problem.empty()) return Fail(op, Cat(kind, " ", i), "sdy.sharding: " + problem);
  }
  return true;
}

bool ShardyVerifier::CheckFunction(OpId op) {
  return CheckFunctionValues(op, "arg_attrs", "argument", false) &&
         CheckFunctionValues(op, "res_attrs", "result", true);
}

bool ShardyVerifier::CheckAttributes(OpId op) {
  bool good = true;
  for (const NamedAttr& attr : module_.op(op).attributes()) {
    if (any_) good = IsWellFormed(op, module_.name(attr.name), attr.value) && good;
  }
  if (!good) return false;
  for (const NamedAttr& attr : module_.op(op).discardable()) {
    const std::string_view name = module_.name(attr.name);
    if (name.starts_with("sdy.") && !CheckNamed(op, name, attr.value)) return false;
  }
  return module_.op(op).opcode != Opcode::kFunc || CheckFunction(op);
}

// ---- Shardings of values

std::vector<std::string_view> ShardyVerifier::ManualAxesAround(OpId op) {
  std::vector<std::string_view> names;
  for (OpId around = module_.parent(op); around; around = module_.parent(around)) {
    if (module_.op(around).opcode != Opcode::kSdyManualComputation) continue;
    const ManualAxes* axes = shardings_.Get<ManualAxes>(module_.attr(around, "manual_axes"));
    if (axes != nullptr) names.insert(names.end(), axes->names.begin(), axes->names.end());
  }
  return names;
}

std::string ShardyVerifier::ShardingOfTypeProblem(const TensorSharding& sharding, OpId op, TypeId type) {
  return ShardingProblem(sharding, shardings_.MeshOf(sharding, op), ValueOfType(module_.types(), type),
                         ManualAxesAround(op));
}

std::string ShardyVerifier::ShardingsProblem(const ShardingPerValue& list, OpId op, const std::vector<TypeId>& types) {
  if (types.empty() && list.shardings.size() == 1) {
    const TensorSharding& only = list.shardings[0];
    const Mesh* mesh = shardings_.MeshOf(only, op);
    const bool replicated = std::ranges::all_of(only.dims, [](const DimSharding& dim) { return dim.axes.empty(); });
    if (replicated || (mesh != nullptr && mesh->maximal())) {
      return ShardingProblem(only, mesh, {.kind = ShardedValue::Kind::kNothing}, {});
    }
  }
  if (list.shardings.size() != types.size()) {
    return Cat("shardings don't match number of values: ", list.shardings.size(), " shardings vs ", types.size(),
               " values");
  }
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string problem = ShardingOfTypeProblem(list.shardings[i], op, types[i]);
    if (!problem.empty()) return Cat(i, ": ", problem);
  }
  return {};
}

// ---- Ops

std::string ShardyVerifier::MeshOpProblem(OpId op) {
  const AttrId mesh = module_.attr(op, "mesh");
  if (!mesh && module_.attr(op, "stablehlo.mesh")) return {};
  return shardings_.Get<Mesh>(mesh) != nullptr ? "" : "expected #sdy.mesh as attribute mesh";
}

std::string ShardyVerifier::ConstraintProblem(OpId op) {
  const TensorSharding* sharding = shardings_.Get<TensorSharding>(module_.attr(op, "sharding"));
  if (sharding == nullptr) return "expected #sdy.sharding as attribute sharding";
  const std::string problem = ShardingOfTypeProblem(*sharding, op, module_.type(module_.op(op).result(0)));
  if (!problem.empty()) return problem;
  ValueId source = module_.op(op).operands()[0];
  for (OpId by = module_.defining_op(source); by && module_.op(by).opcode == Opcode::kSdyPropagationBarrier;) {
    source = module_.op(by).operands()[0];
    by = module_.defining_op(source);
  }
  const TensorSharding* from = shardings_.Of(source);
  return from == nullptr ? std::string() : ReductionProblem(*from, *sharding, std::nullopt);
}

std::string ShardyVerifier::BarrierProblem(OpId op) {
  const AttrId attr = module_.attr(op, "allowed_direction");
  Direction direction = Direction::kNone;
  std::string problem;
  if (module_.attrs().Is(attr, AttrKind::kInteger)) {  // as generic form writes it: 0 : i32
    const int64_t number = module_.attrs().integer(attr);
    if (module_.attrs().type(attr) != scalar::kI32 || number < 0 || number > static_cast<int64_t>(Direction::kBoth))
      return "unknown direction";
    direction = static_cast<Direction>(number);
  } else if (!module_.attrs().Is(attr, AttrKind::kOpaque)) {
    return "expected a direction as attribute allowed_direction: NONE, FORWARD or BACKWARD";
  } else if (!Read(module_.attrs().string(attr), direction, problem)) {
    return problem;
  }
  return direction != Direction::kBoth ? ""
                                       : "BOTH as the direction blocks nothing, expected NONE, FORWARD or BACKWARD";
}

bool ShardyVerifier::HasOneUse(ValueId value) {
  if (!uses_) uses_.emplace(module_, module_.root());
  return uses_->has_one(value);
}

std::string ShardyVerifier::StaticValueProblem(OpId op) {
  const TypeId type = module_.type(module_.op(op).result(0));
  const TypeTable& types = module_.types();
  if (!types.IsTensor(type) || std::ranges::find(types.dims(type), kDynamic) != types.dims(type).end()) {
    return Cat("expected a result of static shape, found ", TypeText(module_, type));
  }
  return HasOneUse(module_.op(op).operands()[0]) ? "" : "expected its operand to have this user only";
}

std::string ShardyVerifier::EdgeProblem(OpId op) {
  if (std::string problem = StaticValueProblem(op); !problem.empty()) return problem;
  const OpId source = module_.defining_op(module_.op(op).operands()[0]);
  if (source && IsShardy(module_, source) && !HasBody(module_.op(source).opcode)) {
    return Cat("its operand is the result of ", OpName(module_, source), ", expected an op that is not of sdy");
  }
  const AttrId attr = module_.attr(op, "sharding");
  return attr ? ConstraintProblem(op) : std::string();
}

std::string ShardyVerifier::FunctionEdgeProblem(OpId op) {
  if (std::string problem = StaticValueProblem(op); !problem.empty()) return problem;
  const ValueId operand = module_.op(op).operands()[0];
  const OpId source = module_.defining_op(operand);
  if (source) {
    return module_.op(source).opcode == Opcode::kCall ? "" : "expected its operand to be the result of a call";
  }
  const BlockId block = module_.argument_block(operand);
  const OpId owner = block ? module_.region(module_.block(block).region).op : OpId();
  const bool is_function = owner && module_.op(owner).opcode == Opcode::kFunc;
  return is_function ? "" : "expected its operand to be an argument of a function";
}

// 0, 1, 2: sum, max, min.
std::string ShardyVerifier::ReductionOpProblem(OpId op) {
  const AttrId attr = module_.attr(op, "reduction_op");
  if (!module_.attrs().Is(attr, AttrKind::kInteger)) return {};
  const int64_t number = module_.attrs().integer(attr);
  const bool is_known = number >= 0 && number <= static_cast<int64_t>(Reduction::kMin);
  return is_known && module_.attrs().type(attr) == scalar::kI32 ? "" : "reduction_op is not sum, max or min";
}

std::string ShardyVerifier::CollectiveOpProblem(OpId op) {
  const TensorSharding* sharding = shardings_.Get<TensorSharding>(module_.attr(op, "out_sharding"));
  if (sharding == nullptr) return "expected #sdy.sharding as attribute out_sharding";
  std::string problem = ReductionOpProblem(op);
  if (problem.empty()) problem = ShardingOfTypeProblem(*sharding, op, module_.type(module_.op(op).result(0)));
  return problem.empty() ? CollectiveProblem(module_, op, shardings_) : problem;
}

// ---- Computations with a body

// The body's type of a value is the value's type, each dimension divided by the manual axes it is sharded along.
std::string ShardyVerifier::LocalTypeProblem(OpId op, const Side& side, size_t index, const TensorSharding& sharding,
                                             const ManualAxes& axes) {
  TypeTable& types = module_.types();
  const TypeId global = side.global[index];
  const Mesh* mesh = shardings_.MeshOf(sharding, op);
  if (!types.IsTensor(global) || mesh == nullptr) return {};
  std::vector<int64_t> dims(types.dims(global).begin(), types.dims(global).end());
  for (size_t i = 0; i < dims.size() && i < sharding.dims.size(); ++i) {
    AxisList manual;
    std::ranges::copy_if(sharding.dims[i].axes, std::back_inserter(manual),
                         [&](const AxisRef& axis) { return IsManual(axis, axes); });
    const std::optional<int64_t> parts = ProductOfSizes(manual, *mesh);
    if (dims[i] == kDynamic) continue;
    if (!parts || *parts < 1 || dims[i] % *parts != 0) {
      return Cat(side.kind, " ", index, ": dimension size ", dims[i],
                 " is not divisible by the size of its manual axes ", Text(manual));
    }
    dims[i] /= *parts;
  }
  const TypeId expected = types.Tensor(dims, types.element_type(global));
  if (expected == side.local[index]) return {};
  return Cat(side.kind, " ", index, ": the body has ", TypeText(module_, side.local[index]), ", expected ",
             TypeText(module_, expected), ", a shard of ", TypeText(module_, global));
}

std::string ShardyVerifier::ManualSideProblem(OpId op, const Side& side, const ManualAxes& axes) {
  if (side.global.empty() && side.local.empty() && side.shardings.shardings.empty()) return {};
  if (std::string problem = ShardingsProblem(side.shardings, op, side.global); !problem.empty()) {
    return Cat(side.kind, " ", problem);
  }
  if (side.global.size() != side.local.size()) {
    return Cat("the op has ", Count(side.global.size(), side.kind), ", its body has ", side.local.size());
  }
  for (size_t i = 0; i < side.global.size(); ++i) {
    const TensorSharding& sharding = side.shardings.shardings[i];
    for (const DimSharding& dim : sharding.dims) {
      const auto free = std::ranges::find_if(dim.axes, [&](const AxisRef& axis) { return !IsManual(axis, axes); });
      if (std::any_of(free, dim.axes.end(), [&](const AxisRef& axis) { return IsManual(axis, axes); })) {
        return Cat(side.kind, " ", i, ": manual axes must come before free axes in ", Text(dim.axes));
      }
    }
    if (std::string problem = LocalTypeProblem(op, side, i, sharding, axes); !problem.empty()) return problem;
  }
  return {};
}

std::string ShardyVerifier::ManualComputationProblem(OpId op) {
  const ManualAxes* axes = shardings_.Get<ManualAxes>(module_.attr(op, "manual_axes"));
  const ShardingPerValue* in = shardings_.Get<ShardingPerValue>(module_.attr(op, "in_shardings"));
  const ShardingPerValue* out = shardings_.Get<ShardingPerValue>(module_.attr(op, "out_shardings"));
  if (axes == nullptr || in == nullptr || out == nullptr) {
    return "expected #sdy.sharding_per_value as in_shardings and out_shardings, and manual_axes";
  }
  const std::vector<std::string_view> taken = ManualAxesAround(op);
  for (const std::string_view name : axes->names) {
    if (std::ranges::find(taken, name) == taken.end()) continue;
    return Cat("operates on axis \"", name, "\" which is already bound by a parent sdy.manual_computation");
  }
  const Op& record = module_.op(op);
  const Side operands{"operand", *in, TypesOf(module_, record.operands()), ArgumentTypes(module_, op)};
  if (std::string problem = ManualSideProblem(op, operands, *axes); !problem.empty()) return problem;
  const Side results{"result", *out, TypesOf(module_, record.results()), ReturnedTypes(module_, op)};
  if (std::string problem = ManualSideProblem(op, results, *axes); !problem.empty()) return problem;
  if (in->shardings.empty() && out->shardings.empty()) return {};
  std::vector<const Mesh*> meshes;
  for (const ShardingPerValue* list : {in, out}) {
    for (const TensorSharding& sharding : list->shardings) meshes.push_back(shardings_.MeshOf(sharding, op));
  }
  const Mesh* mesh = CommonMesh(meshes);
  if (mesh == nullptr) {
    return axes->names.empty() ? "" : "all in and out shardings must be bound to the same mesh or an empty mesh";
  }
  for (const std::string_view name : axes->names) {
    if (!mesh->Find(name)) return Cat("unknown manual axis: \"", name, "\"");
  }
  return {};
}

std::string ShardyVerifier::NamedComputationProblem(OpId op) {
  const Op& record = module_.op(op);
  const std::vector<TypeId> operands = TypesOf(module_, record.operands());
  const std::vector<TypeId> results = TypesOf(module_, record.results());
  const std::vector<TypeId> arguments = ArgumentTypes(module_, op);
  if (arguments != operands) {
    return Cat("its body takes (", TypesText(module_, arguments), "), expected its operands' types (",
               TypesText(module_, operands), ")");
  }
  if (const std::vector<TypeId> returned = ReturnedTypes(module_, op); returned != results) {
    return Cat("its body returns (", TypesText(module_, returned), "), expected its results' types (",
               TypesText(module_, results), ")");
  }
  for (const auto& [name, types] : {std::pair("in_shardings", &operands), std::pair("out_shardings", &results)}) {
    const AttrId attr = module_.attr(op, name);
    if (!attr) continue;
    const ShardingPerValue* list = shardings_.Get<ShardingPerValue>(attr);
    if (list == nullptr) return Cat("expected #sdy.sharding_per_value as attribute ", name);
    if (std::string problem = ShardingsProblem(*list, op, *types); !problem.empty()) return Cat(name, " ", problem);
  }
  return {};
}

bool ShardyVerifier::CheckOp(OpId op) {
  struct Row {
    Opcode opcode;
    std::string (ShardyVerifier::*problem)(OpId op);
  };
  static constexpr Row kRows[] = {
      {Opcode::kSdyDataFlowEdge, &ShardyVerifier::EdgeProblem},
      {Opcode::kSdyFuncDataFlowEdge, &ShardyVerifier::FunctionEdgeProblem},
      {Opcode::kSdyManualComputation, &ShardyVerifier::ManualComputationProblem},
      {Opcode::kSdyMesh, &ShardyVerifier::MeshOpProblem},
      {Opcode::kSdyNamedComputation, &ShardyVerifier::NamedComputationProblem},
      {Opcode::kSdyPropagationBarrier, &ShardyVerifier::BarrierProblem},
      {Opcode::kSdyReshard, &ShardyVerifier::ConstraintProblem},
      {Opcode::kSdyShardingConstraint, &ShardyVerifier::ConstraintProblem},
  };
  const Opcode opcode = module_.op(op).opcode;
  const auto row = std::ranges::find(kRows, opcode, &Row::opcode);
  std::string problem;
  if (row != std::end(kRows)) problem = (this->*row->problem)(op);
  if (IsCollective(opcode)) problem = CollectiveOpProblem(op);
  return problem.empty() || Fail(op, {}, problem);
}

}  // namespace cppjrt::stablehlo::sdy
