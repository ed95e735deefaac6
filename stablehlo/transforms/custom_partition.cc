#include "stablehlo/transforms/custom_partition.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "stablehlo/ir/builder.h"
#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/transforms/inline.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/transforms/rewriter.h"
#include "stablehlo/transforms/sharding.h"
#include "stablehlo/transforms/sharding_axes.h"
#include "stablehlo/transforms/sharding_flow.h"
#include "stablehlo/transforms/sharding_parts.h"
#include "stablehlo/transforms/sharding_writer.h"

namespace cppjrt::stablehlo {
namespace {

constexpr std::string_view kInspect = "InspectSharding";
// The mesh of programs that have none.
constexpr std::string_view kOwnMesh = "cppjrt_partitions";

std::string_view TextOf(const Module& module, AttrId attr) {
  const AttrTable& attrs = module.attrs();
  return attrs.Is(attr, AttrKind::kOpaque) || attrs.Is(attr, AttrKind::kString) ? attrs.string(attr)
                                                                                : std::string_view();
}

enum class CallKind { kNone, kPartitioned, kInspected };

CallKind KindOf(const Module& module, OpId op, const CustomPartitioners& partitioners) {
  const std::string_view target = CallTargetName(module, op);
  if (target.empty()) return CallKind::kNone;
  if (target == kInspect && module.op(op).num_operands == 1) {
    return partitioners.inspects() ? CallKind::kInspected : CallKind::kNone;
  }
  return partitioners.Has(target) ? CallKind::kPartitioned : CallKind::kNone;
}

// What is said of a function's argument or result, as text.
std::string Said(const Module& module, AttrId dictionary) {
  if (!module.attrs().Is(dictionary, AttrKind::kDictionary)) return {};
  const std::string_view shardy = TextOf(module, module.attrs().Lookup(dictionary, "sdy.sharding"));
  if (!shardy.empty()) return std::string(shardy);
  return std::string(TextOf(module, module.attrs().Lookup(dictionary, "mhlo.sharding")));
}

class Expander {
 public:
  Expander(Module& module, int64_t num_partitions, const CustomPartitioners& partitioners, DiagnosticSink& sink)
      : module_(module),
        num_partitions_(num_partitions),
        partitioners_(partitioners),
        sink_(sink),
        rewriter_(&module) {}

  Status Run();

 private:
  // The mesh of all partitions that shardings are written by; makes one if there is none.
  void ChooseMesh();
  void ReadFunction();
  void Collect();
  FlowedDims Flowed() const;
  // Asks for the results of calls that say nothing of them, in the order of the program, and writes the answers to the calls.
  Status InferResults();
  Status Expand(OpId call);
  Status Answer(OpId call);

  StatusOr<PartitionRequest> RequestFor(OpId call, const FlowedDims& flowed) const;
  StatusOr<SharedArray> Shared(OpId call, ValueId value, const FlowedDims& flowed) const;
  Sharding ShardingOf(ValueId value, const FlowedDims& flowed) const;
  // As an sdy.sharding.
  StatusOr<std::string> Text(OpId call, const Sharding& sharding) const;
  StatusOr<AttrId> PerValue(OpId call, const std::vector<Sharding>& shardings);
  AttrId ManualAxes();

  Status Check(OpId call, const PartitionRequest& request, const PartitionAnswer& answer) const;
  Status CheckParts(OpId call, std::string_view kind, const std::vector<SharedArray>& wholes,
                    const std::vector<Sharding>& shardings, const Module& parts, std::span<const ValueId> values) const;
  StatusOr<RegionId> BodyOf(OpId call, Module& parts);
  void RenumberChannels(OpId op);
  bool IsManual(OpId op) const;
  Status Wrong(OpId call, std::string_view why) const {
    return InvalidArgumentError(Cat("the partitioner of ", CallTargetName(module_, call), " ", why));
  }

  Module& module_;
  const int64_t num_partitions_;
  const CustomPartitioners& partitioners_;
  DiagnosticSink& sink_;
  Rewriter rewriter_;
  OpId function_;
  Meshes meshes_;
  std::string mesh_name_;
  bool has_shardy_ = true;  // says by meshes how values are shared
  std::vector<std::string> arguments_;
  std::vector<std::string> results_;
  std::vector<OpId> partitioned_;
  std::vector<OpId> inspected_;
  FlowedDims flowed_;
  int64_t last_channel_ = 0;
};

// ---- How values are shared

void Expander::ChooseMesh() {
  meshes_ = ReadMeshes(module_);
  for (const auto& [name, mesh] : meshes_) {
    std::vector<int64_t> sizes;
    for (const auto& [axis, size] : mesh.axes) sizes.push_back(size);
    if (DeviceCount(sizes) != num_partitions_) continue;
    mesh_name_ = name;
    return;
  }
  has_shardy_ = false;
  mesh_name_ = kOwnMesh;
  while (meshes_.contains(mesh_name_)) mesh_name_ += '_';
  const Mesh mesh = FinestMesh(num_partitions_);
  std::string text = "#sdy.mesh<[";
  for (const auto& [axis, size] : mesh.axes) text += Cat(text.ends_with('[') ? "" : ", ", "\"", axis, "\"=", size);
  OpBuilder builder(&module_);
  builder.SetInsertionPoint(module_.body(), module_.block(module_.body()).first_op);
  builder.Create(Opcode::kSdyMesh, {}, {},
                 {{"sym_name", module_.attrs().String(mesh_name_)}, {"mesh", module_.attrs().Opaque(text + "]>")}});
  meshes_.emplace(mesh_name_, mesh);
}

void Expander::ReadFunction() {
  const Function function(module_, function_);
  const auto translated = [&](AttrId dictionary, TypeId type) {
    std::string text = Said(module_, dictionary);
    if (text.empty() || text.starts_with("#sdy") || !module_.types().IsTensor(type)) return text;
    const StatusOr<Sharding> sharding =
        ParseSharding(text, module_.types().dims(type).size(), num_partitions_, meshes_);
    const auto axes = sharding.ok() ? AxesOf(*sharding, meshes_.at(mesh_name_)) : std::nullopt;
    return axes ? WriteSharding(*axes, num_partitions_, meshes_) : std::string();
  };
  for (size_t i = 0; i < function.arguments().size(); ++i) {
    arguments_.push_back(translated(function.argument_attrs(i), module_.type(function.arguments()[i])));
  }
  const OpId end = module_.last_op(function.body());
  for (size_t i = 0; i < module_.op(end).num_operands; ++i) {
    results_.push_back(translated(function.result_attrs(i), module_.type(module_.op(end).operands()[i])));
  }
}

void Expander::Collect() {
  for (const OpId op : PreOrder(module_, function_)) {
    const AttrId channel = module_.attr(op, "channel_handle");
    if (module_.attrs().Is(channel, AttrKind::kStruct)) {
      last_channel_ = std::max(last_channel_, module_.attrs().integer(module_.attrs().field(channel, 0)));
    }
    const CallKind kind = KindOf(module_, op, partitioners_);
    if (kind == CallKind::kPartitioned) partitioned_.push_back(op);
    if (kind == CallKind::kInspected) inspected_.push_back(op);
  }
}

FlowedDims Expander::Flowed() const {
  FlowOptions options;
  options.num_partitions = num_partitions_;
  options.arguments = arguments_;
  options.results = results_;
  return FlowShardings(module_, function_, options, meshes_);
}

Sharding Expander::ShardingOf(ValueId value, const FlowedDims& flowed) const {
  const TypeId type = module_.type(value);
  const size_t rank = module_.types().IsTensor(type) ? module_.types().dims(type).size() : 0;
  const auto dims = flowed.find(value.index());
  if (dims == flowed.end()) return Sharding::Replicated(rank, num_partitions_);
  StatusOr<Sharding> sharding =
      ParseSharding(WriteSharding(dims->second, num_partitions_, meshes_), rank, num_partitions_, meshes_);
  return sharding.ok() ? std::move(*sharding) : Sharding::Replicated(rank, num_partitions_);
}

StatusOr<SharedArray> Expander::Shared(OpId call, ValueId value, const FlowedDims& flowed) const {
  const TypeTable& types = module_.types();
  const TypeId type = module_.type(value);
  const std::optional<ElementType> element =
      types.IsStaticTensor(type) ? ToElementType(types, types.element_type(type)) : std::nullopt;
  if (!element || types.IsQuantized(types.element_type(type))) {
    return UnimplementedError(Cat("custom_call @", CallTargetName(module_, call),
                                  " cannot be partitioned: it takes or gives ", TypeText(module_, type),
                                  ", which is no array of static shape"));
  }
  const std::span<const int64_t> dims = types.dims(type);
  return SharedArray{*element, Dims(dims), ShardingOf(value, flowed)};
}

StatusOr<PartitionRequest> Expander::RequestFor(OpId call, const FlowedDims& flowed) const {
  PartitionRequest request;
  request.target = CallTargetName(module_, call);
  request.config = TextOf(module_, module_.attr(call, "backend_config"));
  for (const ValueId operand : module_.op(call).operands()) {
    CPPJRT_ASSIGN_OR_RETURN(SharedArray array, Shared(call, operand, flowed));
    request.operands.push_back(std::move(array));
  }
  for (const ValueId result : module_.op(call).results()) {
    CPPJRT_ASSIGN_OR_RETURN(SharedArray array, Shared(call, result, flowed));
    request.results.push_back(std::move(array));
  }
  return request;
}

Status Expander::InferResults() {
  for (const OpId call : partitioned_) {
    const bool says = module_.attr(call, "sdy.sharding_rule").valid() || module_.attr(call, "sdy.sharding").valid();
    if (says || has_shardy_) continue;
    CPPJRT_ASSIGN_OR_RETURN(const PartitionRequest request, RequestFor(call, Flowed()));
    StatusOr<std::optional<std::vector<Sharding>>> inferred = partitioners_.Infer(request);
    if (!inferred.ok()) return inferred.status().WithContext(Cat("custom_call @", request.target));
    if (!*inferred) continue;
    if ((*inferred)->size() != request.results.size()) return Wrong(call, "infers shardings of other results");
    CPPJRT_ASSIGN_OR_RETURN(const AttrId shardings, PerValue(call, **inferred));
    module_.set_attr(call, "sdy.sharding", shardings, false);
  }
  return OkStatus();
}

// ---- Texts

StatusOr<std::string> Expander::Text(OpId call, const Sharding& sharding) const {
  const auto axes = AxesOf(sharding, meshes_.at(mesh_name_));
  if (!axes) {
    return UnimplementedError(Cat("the partitioner of ", CallTargetName(module_, call),
                                  " asks for a sharding that the axes of mesh @", mesh_name_, " do not make"));
  }
  const std::string text = WriteSharding(*axes, num_partitions_, meshes_);
  if (!text.empty()) return text;
  std::string whole = Cat("#sdy.sharding<@", mesh_name_, ", [");
  for (size_t d = 0; d < axes->size(); ++d) whole += d == 0 ? "{}" : ", {}";
  return whole + "]>";
}

StatusOr<AttrId> Expander::PerValue(OpId call, const std::vector<Sharding>& shardings) {
  constexpr std::string_view kOne = "#sdy.sharding";
  std::string text = "#sdy.sharding_per_value<[";
  for (const Sharding& sharding : shardings) {
    CPPJRT_ASSIGN_OR_RETURN(const std::string one, Text(call, sharding));
    text += Cat(text.ends_with('[') ? "" : ", ", one.substr(kOne.size()));
  }
  return module_.attrs().Opaque(text + "]>");
}

AttrId Expander::ManualAxes() {
  std::string text = "#sdy<manual_axes{";
  for (const auto& [axis, size] : meshes_.at(mesh_name_).axes)
    text += Cat(text.ends_with('{') ? "" : ", ", "\"", axis, "\"");
  return module_.attrs().Opaque(text + "}>");
}

// ---- Calls

bool Expander::IsManual(OpId op) const {
  for (OpId outer = module_.parent(op); outer.valid(); outer = module_.parent(outer)) {
    if (module_.op(outer).opcode == Opcode::kSdyManualComputation) return true;
  }
  return false;
}

Status Expander::CheckParts(OpId call, std::string_view kind, const std::vector<SharedArray>& wholes,
                            const std::vector<Sharding>& shardings, const Module& parts,
                            std::span<const ValueId> values) const {
  if (shardings.size() != wholes.size() || values.size() != wholes.size()) {
    return Wrong(call, Cat("gives a program of ", values.size(), " and shardings of ", shardings.size(), " ", kind,
                           "s, the call has ", wholes.size()));
  }
  for (size_t i = 0; i < wholes.size(); ++i) {
    const StatusOr<Dims> dims = shardings[i].ShardDims(wholes[i].dims);
    if (!dims.ok())
      return dims.status().WithContext(Cat(kind, " ", i, " of the partitioner of ", CallTargetName(module_, call)));
    const TypeTable& types = parts.types();
    const TypeId type = parts.type(values[i]);
    const bool fits = types.IsStaticTensor(type) && std::ranges::equal(types.dims(type), *dims) &&
                      ToElementType(types, types.element_type(type)) == wholes[i].type;
    if (fits) continue;
    return Wrong(call, Cat("gives a program whose ", kind, " ", i, " is ", TypeText(parts, type),
                           ", which is no part that the sharding it gives makes"));
  }
  return OkStatus();
}

// Those of the program of one partition may be numbered as others here are.
void Expander::RenumberChannels(OpId root) {
  AttrTable& attrs = module_.attrs();
  std::unordered_map<int64_t, int64_t> renumbered;
  for (const OpId op : PreOrder(module_, root)) {
    const AttrId channel = module_.attr(op, "channel_handle");
    if (!attrs.Is(channel, AttrKind::kStruct)) continue;
    const auto [number, is_new] = renumbered.emplace(attrs.integer(attrs.field(channel, 0)), last_channel_ + 1);
    if (is_new) ++last_channel_;
    const AttrId fields[] = {attrs.I64(number->second), attrs.field(channel, 1)};
    module_.set_attr(op, "channel_handle", attrs.Struct(StructKind::kChannelHandle, fields));
  }
}

// The program of one partition as the body of a manual computation.
StatusOr<RegionId> Expander::BodyOf(OpId call, Module& parts) {
  const Function function(parts, FindEntry(parts, {}));
  Cloner cloner(parts, &module_);
  std::vector<TypeId> types;
  for (const ValueId argument : function.arguments()) types.push_back(cloner.CloneType(parts.type(argument)));
  OpBuilder builder(&module_);
  const auto [region, block] = builder.NewRegion(types);
  for (size_t i = 0; i < types.size(); ++i) cloner.Map(function.arguments()[i], module_.block(block).args[i]);
  const OpId end = parts.last_op(function.body());
  for (const OpId op : parts.ops(function.body())) {
    if (op != end) module_.Append(cloner.CloneOp(op), block);
  }
  std::vector<ValueId> returned;
  for (const ValueId value : parts.op(end).operands()) returned.push_back(cloner.Lookup(value));
  builder.SetInsertionPoint(block);
  builder.SetLocation(module_.op(call).loc);
  OpState state;
  state.opcode = Opcode::kSdyReturn;
  state.loc = module_.op(call).loc;
  state.operands = returned;
  builder.Create(state);
  return region;
}

Status Expander::Expand(OpId call) {
  CPPJRT_ASSIGN_OR_RETURN(const PartitionRequest request, RequestFor(call, flowed_));
  if (IsManual(call)) {
    return UnimplementedError(
        Cat("custom_call @", request.target,
            " cannot be partitioned inside of a manual computation: its operands are parts already"));
  }
  StatusOr<PartitionAnswer> asked = partitioners_.Partition(request);
  if (!asked.ok()) return asked.status().WithContext(Cat("custom_call @", request.target));
  auto answer = std::make_shared<PartitionAnswer>(std::move(*asked));
  Module& parts = answer->module;
  CallDecompositions(parts);
  CPPJRT_RETURN_IF_ERROR(InlineCalls(parts, {.everything = true}, sink_));
  CPPJRT_RETURN_IF_ERROR(LowerSharding(parts, {}, sink_));
  CPPJRT_RETURN_IF_ERROR(Check(call, request, *answer));
  CPPJRT_ASSIGN_OR_RETURN(const RegionId body, BodyOf(call, parts));
  CPPJRT_ASSIGN_OR_RETURN(const AttrId in, PerValue(call, answer->operands));
  CPPJRT_ASSIGN_OR_RETURN(const AttrId out, PerValue(call, answer->results));
  std::vector<TypeId> types;
  for (const ValueId result : module_.op(call).results()) types.push_back(module_.type(result));
  Emitter& emit = rewriter_.At(call);
  const std::vector<ValueId> results =
      emit.Create(Opcode::kSdyManualComputation, module_.op(call).operands(), types,
                  {{"in_shardings", in}, {"out_shardings", out}, {"manual_axes", ManualAxes()}}, {body});
  RenumberChannels(module_.region(body).op);
  rewriter_.Replace(call, results);
  // Constants are not copied.
  module_.KeepAlive(answer);
  return OkStatus();
}

Status Expander::Check(OpId call, const PartitionRequest& request, const PartitionAnswer& answer) const {
  const OpId entry = FindEntry(answer.module, {});
  const BlockId body = entry.valid() ? answer.module.entry_block(entry) : BlockId();
  const OpId end = body.valid() ? answer.module.last_op(body) : OpId();
  if (!end.valid()) return Wrong(call, "gives a program without a function to start with");
  CPPJRT_RETURN_IF_ERROR(
      CheckParts(call, "operand", request.operands, answer.operands, answer.module, answer.module.block(body).args));
  return CheckParts(call, "result", request.results, answer.results, answer.module, answer.module.op(end).operands());
}

Status Expander::Answer(OpId call) {
  const ValueId operand = module_.op(call).operands()[0];
  const Sharding sharding = ShardingOf(operand, flowed_);
  CPPJRT_RETURN_IF_ERROR(partitioners_.Inspect(TextOf(module_, module_.attr(call, "backend_config")),
                                               IsManual(call) ? nullptr : &sharding));
  const bool is_operand =
      module_.op(call).num_results == 1 && module_.type(module_.op(call).result(0)) == module_.type(operand);
  if (is_operand) rewriter_.Replace(call, {operand});
  return OkStatus();
}

Status Expander::Run() {
  CallDecompositions(module_);
  CPPJRT_RETURN_IF_ERROR(InlineCalls(module_, {.everything = true}, sink_));
  function_ = FindEntry(module_, {});
  const BlockId body = function_.valid() ? module_.entry_block(function_) : BlockId();
  if (!body.valid() || !module_.last_op(body).valid()) return OkStatus();
  ChooseMesh();
  ReadFunction();
  Collect();
  CPPJRT_RETURN_IF_ERROR(InferResults());
  flowed_ = Flowed();
  for (const OpId call : inspected_) CPPJRT_RETURN_IF_ERROR(Answer(call));
  for (const OpId call : partitioned_) CPPJRT_RETURN_IF_ERROR(Expand(call));
  rewriter_.Finish();
  return OkStatus();
}

}  // namespace

bool HasCustomPartitions(const Module& module, const CustomPartitioners& partitioners) {
  for (const OpId op : PreOrder(module, module.root())) {
    if (KindOf(module, op, partitioners) != CallKind::kNone) return true;
  }
  return false;
}

Status ExpandCustomPartitions(Module& module, int64_t num_partitions, const CustomPartitioners& partitioners,
                              DiagnosticSink& sink) {
  return Expander(module, num_partitions, partitioners, sink).Run();
}

}  // namespace cppjrt::stablehlo
