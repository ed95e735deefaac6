#include "stablehlo/transforms/refine.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/infer_types.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/call_sites.h"
#include "stablehlo/transforms/refine_context.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {

ValueId RefineContext::ConstantAt(OpId op, const KnownInts& known, TypeId element) {
  const ValueId value = At(op).ConstantOf(AttrFromKnown(*module_, known, element));
  SetKnown(value, known);
  return value;
}

ValueId RefineContext::Resolve(ValueId v) const {
  while (v.index() < replacement_.size() && replacement_[v.index()].valid()) v = replacement_[v.index()];
  return v;
}

void RefineContext::Map(ValueId from, ValueId to) {
  if (from.index() >= replacement_.size()) replacement_.resize(module_->num_values() + module_->num_values() / 2);
  replacement_[from.index()] = Resolve(to);
}

void RefineContext::Replace(OpId op, std::span<const ValueId> values) {
  for (size_t i = 0; i < values.size(); ++i) Map(module_->op(op).result(i), values[i]);
  Drop();
}

namespace {

// Functions with dynamic shapes, or that call such.
class DynamicFunctions {
 public:
  DynamicFunctions(const Module& module, const SymbolTable& symbols) : is_dynamic_(module.num_ops(), false) {
    std::vector<std::pair<OpId, OpId>> calls;  // callee, caller
    std::vector<OpId> pending;
    for (const OpId function : module.ops(module.body())) {
      if (module.op(function).opcode != Opcode::kFunc) continue;
      for (const OpId op : PreOrder(module, function)) {
        if (UsesDynamic(module, op)) is_dynamic_[function.index()] = true;
        ForEachSymbol(module, op, [&](AttrId symbol) {
          const OpId callee = symbols.Find(module.attrs(), symbol);
          if (callee.valid()) calls.emplace_back(callee, function);
        });
      }
      if (is_dynamic_[function.index()]) pending.push_back(function);
    }
    std::ranges::sort(calls);
    while (!pending.empty()) {
      const OpId callee = pending.back();
      pending.pop_back();
      for (auto it = std::ranges::lower_bound(calls, std::pair(callee, OpId(size_t{0})));
           it != calls.end() && it->first == callee; ++it) {
        if (is_dynamic_[it->second.index()]) continue;
        is_dynamic_[it->second.index()] = true;
        pending.push_back(it->second);
      }
    }
  }
  bool Has(OpId function) const { return function.index() < is_dynamic_.size() && is_dynamic_[function.index()]; }

 private:
  static bool UsesDynamic(const Module& module, OpId op) {
    const auto is_dynamic = [&module](ValueId v) { return IsDynamicType(module, module.type(v)); };
    if (std::ranges::any_of(module.op(op).results(), is_dynamic)) return true;
    for (const RegionId region : module.op(op).regions()) {
      const BlockId block = module.region(region).first_block;
      if (block.valid() && std::ranges::any_of(module.block(block).args, is_dynamic)) return true;
    }
    const Opcode opcode = module.op(op).opcode;
    if (opcode != Opcode::kCustomCall) {
      // dynamic_slice and dynamic_update_slice have static shapes.
      const std::string_view name = OpName(module, op);
      return name.starts_with("stablehlo.dynamic_") && opcode != Opcode::kDynamicSlice &&
             opcode != Opcode::kDynamicUpdateSlice;
    }
    const std::string_view target = CallTargetName(module, op);
    return target == "shape_assertion" || target.starts_with("stablehlo.");
  }

  std::vector<bool> is_dynamic_;  // by op
};

// A function with the argument types and known integers it is called with.
struct Instance {
  OpId function;
  bool is_done = false;
  std::vector<std::optional<KnownInts>> known_results = {};
};

class Refiner {
 public:
  Refiner(Module& module, const RefineOptions& options, DiagnosticSink& sink)
      : module_(module),
        options_(options),
        context_(&module, &sink),
        dynamic_(module, context_.symbols()),
        cloner_(module, &module) {
    for (const OpId op : module.ops(module.body())) names_.insert(std::string(SymbolName(module, op)));
  }

  Status Run(OpId entry) {
    const bool is_given = !options_.argument_types.empty();
    CPPJRT_RETURN_IF_ERROR(SetArguments(entry));
    if (!dynamic_.Has(entry)) return OkStatus();
    instances_.push_back({.function = entry});
    Enter(0);
    while (!frames_.empty()) CPPJRT_RETURN_IF_ERROR(Step());
    return is_given ? CheckStatic() : OkStatus();
  }

 private:
  // A function in the middle of its walk.
  struct Frame {
    size_t instance;
    OpId at;               // none: at its end
    bool is_back = false;  // what is inside `at` is done
  };

  static constexpr size_t kMaxInstances = 20'000;
  static constexpr size_t kMaxKnownInSignature = 16;

  // ---- The entry's arguments

  // The value of an argument that is a global constant of jax.export, or none.
  std::optional<int64_t> GlobalConstant(OpId entry, size_t i) const {
    const AttrId attrs = Function(module_, entry).argument_attrs(i);
    if (!attrs.valid()) return std::nullopt;
    const AttrId name = module_.attrs().Lookup(attrs, "jax.global_constant");
    if (!module_.attrs().Is(name, AttrKind::kString)) return std::nullopt;
    const std::string_view text = module_.attrs().string(name);
    if (text == "_platform_index") return options_.platform_index;
    const auto it = std::ranges::find(options_.dimension_variables, text, &std::pair<std::string, int64_t>::first);
    if (it == options_.dimension_variables.end()) return std::nullopt;
    return it->second;
  }

  Status SetArguments(OpId entry) {
    const size_t given = options_.argument_types.size();
    if (given == 0) return OkStatus();
    CPPJRT_RETURN_IF_ERROR(RemoveGlobalConstants(entry));
    const std::vector<ValueId> arguments(Function(module_, entry).arguments().begin(),
                                         Function(module_, entry).arguments().end());
    if (arguments.size() != given) {
      return Invalid(module_, entry, context_.sink(),
                     Cat("takes ", Count(arguments.size(), "argument"), ", was given the types of ", given));
    }
    for (size_t i = 0; i < given; ++i) {
      const ArgumentType& type = options_.argument_types[i];
      const TypeId stated = module_.type(arguments[i]);
      const TypeId wanted = module_.types().Tensor(type.dims, WithStatedElement(stated, type.element));
      if (!CompatibleTypes(module_, stated, wanted)) {
        return Invalid(
            module_, entry, context_.sink(),
            Cat("argument ", i, " has type ", TypeText(module_, stated), ", was given ", TypeText(module_, wanted)));
      }
      module_.set_type(arguments[i], wanted);
      if (type.value && type.dims.empty() && MayBeKnown(module_.types(), wanted)) Fix(entry, arguments[i], *type.value);
    }
    SetFunctionType(entry);
    return OkStatus();
  }

  // Quantized elements are given by their storage.
  TypeId WithStatedElement(TypeId stated, ElementType given) {
    const TypeId element = module_.types().element_type(stated);
    const TypeId type = ToTypeId(module_.types(), given);
    const bool is_storage = module_.types().IsQuantized(element) && module_.types().quantized(element).storage == type;
    return is_storage ? element : type;
  }

  // Where fewer types are given than there are arguments, the global constants among these are not arguments.
  Status RemoveGlobalConstants(OpId entry) {
    size_t count = Function(module_, entry).arguments().size();
    for (size_t i = 0; i < count && count > options_.argument_types.size();) {
      const std::optional<int64_t> value = GlobalConstant(entry, i);
      const ValueId argument = Function(module_, entry).arguments()[i];
      if (!value || !MayBeKnown(module_.types(), module_.type(argument))) {
        ++i;
        continue;
      }
      Fix(entry, argument, *value);
      module_.RemoveArgument(Function(module_, entry).body(), i);
      RemoveArgumentAttrs(entry, i);
      --count;
    }
    return OkStatus();
  }

  // Uses of a scalar argument become uses of a constant.
  void Fix(OpId entry, ValueId argument, int64_t value) {
    const OpId first = module_.block(Function(module_, entry).body()).first_op;
    const TypeId element = module_.types().element_type(module_.type(argument));
    context_.Map(argument, context_.ConstantAt(first, {{}, {value}}, element));
  }

  void RemoveArgumentAttrs(OpId entry, size_t i) {
    AttrTable& attrs = module_.attrs();
    const AttrId list = module_.attr(entry, "arg_attrs");
    if (!attrs.Is(list, AttrKind::kArray)) return;
    std::vector<AttrId> kept;
    for (size_t k = 0; k < attrs.size(list); ++k) {
      if (k != i) kept.push_back(attrs.element(list, k));
    }
    module_.set_attr(entry, "arg_attrs", attrs.Array(kept));
  }

  // ---- The walk

  void Enter(size_t instance) {
    const BlockId body = Function(module_, instances_[instance].function).body();
    frames_.push_back({.instance = instance, .at = module_.block(body).first_op});
  }

  OpId FunctionOf(const Frame& frame) const { return instances_[frame.instance].function; }

  Status Step() {
    Frame& frame = frames_.back();
    if (!frame.at.valid()) return Finish();
    const OpId op = frame.at;
    if (!frame.is_back) {
      for (uint32_t i = 0; i < module_.op(op).num_operands; ++i) {
        module_.set_operand(op, i, context_.Resolve(module_.op(op).operands()[i]));
      }
      if (Dissolve(op)) return OkStatus();
      SetRegionArguments(op);
      const OpId inner = FirstInRegions(module_, op);
      if (inner.valid()) {
        frame.at = inner;
        return OkStatus();
      }
    }
    if (module_.op(op).opcode == Opcode::kCall) {
      bool is_pending = false;
      CPPJRT_RETURN_IF_ERROR(RefineCall(op, is_pending));
      if (is_pending) return OkStatus();
    } else {
      CPPJRT_RETURN_IF_ERROR(RefineOp(op));
    }
    Advance(frames_.back());
    if (context_.TakeDropped()) module_.Erase(op);
    return OkStatus();
  }

  // To what comes after `at` and everything inside it.
  void Advance(Frame& frame) {
    const OpId op = frame.at;
    frame.is_back = false;
    if (module_.op(op).next.valid()) {
      frame.at = module_.op(op).next;
      return;
    }
    const OpId parent = module_.parent(op);
    const size_t region = module_.region(module_.block(module_.op(op).block).region).index;
    if (parent == FunctionOf(frame)) {
      frame.at = OpId();
      return;
    }
    const OpId inner = FirstInRegions(module_, parent, region + 1);
    frame.at = inner.valid() ? inner : parent;
    frame.is_back = !inner.valid();
  }

  // A case or if whose branch is known becomes that branch; the walk goes on with its first op.
  bool Dissolve(OpId op) {
    const Op& record = module_.op(op);
    const bool is_if = record.opcode == Opcode::kIf;
    if (!is_if && record.opcode != Opcode::kCase) return false;
    const KnownInts* known = context_.Known(record.operands()[0]);
    if (known == nullptr || known->values.size() != 1) return false;
    const int64_t value = known->values[0];
    const auto branches = static_cast<int64_t>(record.num_regions);
    const int64_t last = branches - 1;
    const int64_t branch = is_if ? (value != 0 ? 0 : 1) : (value < 0 || value > last ? last : value);
    const BlockId block = module_.entry_block(op, static_cast<size_t>(branch));
    const OpId terminator = module_.last_op(block);
    for (size_t i = 0; i < record.num_results; ++i) {
      context_.Map(record.result(i), module_.op(terminator).operands()[i]);
    }
    module_.Erase(terminator);
    const OpId first = module_.block(block).first_op;
    module_.Splice(block, record.block, op);
    Frame& frame = frames_.back();
    if (first.valid()) {
      frame.at = first;
    } else {
      Advance(frame);
    }
    module_.Erase(op);
    return true;
  }

  // What the arguments of an op's regions are follows from its operands.
  void SetRegionArguments(OpId op) {
    const Opcode opcode = module_.op(op).opcode;
    const std::span<const ValueId> operands = module_.op(op).operands();
    if (opcode != Opcode::kWhile && opcode != Opcode::kAsyncStart && opcode != Opcode::kChloScan) return;
    const size_t inputs = opcode == Opcode::kChloScan ? OperandGroup(module_, op, 0).size() : 0;
    for (const RegionId region : module_.op(op).regions()) {
      const std::span<const ValueId> arguments = module_.block(module_.region(region).first_block).args;
      for (size_t i = 0; i < arguments.size() && i < operands.size(); ++i) {
        TypeId type = module_.type(operands[i]);
        if (i < inputs) type = WithoutDimension(type, module_.attrs().integer(module_.attr(op, "dimension")));
        module_.set_type(arguments[i], type);
      }
    }
  }

  TypeId WithoutDimension(TypeId type, int64_t dimension) {
    Shape shape = ShapeOf(module_, type);
    shape.dims.erase(shape.dims.begin() + dimension);
    if (!shape.bounds.empty()) shape.bounds.erase(shape.bounds.begin() + dimension);
    return MakeTensor(module_, shape, module_.types().element_type(type));
  }

  Status RefineOp(OpId op) {
    const Opcode opcode = module_.op(op).opcode;
    if (opcode == Opcode::kConstant) {
      if (std::optional<KnownInts> known = KnownFromAttr(module_, module_.attr(op, "value"))) {
        context_.SetKnown(module_.op(op).result(0), std::move(*known));
      }
      return OkStatus();
    }
    if (FoldOp(op)) return OkStatus();
    CPPJRT_RETURN_IF_ERROR(MakeStatic(context_, op));
    if (context_.TakeDropped()) {
      context_.Drop();
      return OkStatus();
    }
    return InferTypes(context_, op);
  }

  // Replaces an op on known integers by what it gives.
  bool FoldOp(OpId op) {
    const Op& record = module_.op(op);
    if (record.num_results == 0 || record.num_regions > 0 || !Is(module_, op, Trait::kPure)) return false;
    if (record.opcode == Opcode::kReplicaId || record.opcode == Opcode::kPartitionId) return false;
    const auto may_be_known = [this](ValueId v) { return MayBeKnown(module_.types(), module_.type(v)); };
    if (!std::ranges::all_of(record.results(), may_be_known)) return false;
    std::vector<KnownInts> operands;
    for (const ValueId v : record.operands()) {
      const KnownInts* known = context_.Known(v);
      if (known == nullptr) return false;
      operands.push_back(*known);
    }
    const std::optional<std::vector<KnownInts>> results = Fold(module_, op, operands);
    if (!results) return false;
    ReplaceByConstants(op, *results);
    return true;
  }

  void ReplaceByConstants(OpId op, std::span<const KnownInts> results) {
    std::vector<ValueId> constants;
    for (size_t i = 0; i < results.size(); ++i) {
      const TypeId element = module_.types().element_type(module_.type(module_.op(op).result(i)));
      constants.push_back(context_.ConstantAt(op, results[i], element));
    }
    context_.Replace(op, constants);
  }

  // ---- Calls

  // Refines the callee for the operands of the call, or lets it be if it is static. `is_pending`: its walk has begun, the call
  // is to be looked at again.
  Status RefineCall(OpId call, bool& is_pending) {
    const OpId callee = context_.symbols().Find(module_.attrs(), module_.attr(call, "callee"));
    if (!callee.valid() || !Function(module_, callee).body().valid() || !NeedsInstance(call, callee)) return OkStatus();
    const std::vector<int64_t> signature = SignatureOf(call, callee);
    const auto found = by_signature_.find(signature);
    if (found != by_signature_.end()) {
      const Instance& instance = instances_[found->second];
      if (instance.is_done) return FinishCall(call, instance), OkStatus();
      return Invalid(module_, call, context_.sink(),
                     Cat("@", Function(module_, callee).name(), " calls itself with the same types of arguments"));
    }
    if (instances_.size() >= kMaxInstances) {
      return ResourceExhaustedError(Cat("refining shapes needs more than ", kMaxInstances, " copies of functions; @",
                                        Function(module_, callee).name(), " is called with ever new shapes"));
    }
    by_signature_[signature] = instances_.size();
    instances_.push_back({.function = CloneFunction(callee)});
    PassArguments(call, instances_.back().function);
    Enter(instances_.size() - 1);
    is_pending = true;
    frames_[frames_.size() - 2].is_back = true;
    return OkStatus();
  }

  bool NeedsInstance(OpId call, OpId callee) const {
    if (dynamic_.Has(callee)) return true;
    const std::span<const ValueId> operands = module_.op(call).operands();
    const std::span<const ValueId> arguments = Function(module_, callee).arguments();
    bool same_types = operands.size() == arguments.size();
    for (size_t i = 0; same_types && i < operands.size(); ++i) {
      same_types = module_.type(operands[i]) == module_.type(arguments[i]);
    }
    // A static function of known integers is shape arithmetic.
    const auto is_known = [this](ValueId v) { return context_.Known(v) != nullptr; };
    return !same_types || (!operands.empty() && std::ranges::all_of(operands, is_known));
  }

  bool IsInSignature(ValueId v) const {
    const KnownInts* known = context_.Known(v);
    return known != nullptr && known->values.size() <= kMaxKnownInSignature;
  }

  std::vector<int64_t> SignatureOf(OpId call, OpId callee) const {
    std::vector<int64_t> signature = {callee.index()};
    for (const ValueId v : module_.op(call).operands()) {
      signature.push_back(module_.type(v).index());
      signature.push_back(IsInSignature(v) ? 1 : 0);
      if (!IsInSignature(v)) continue;
      const std::vector<int64_t>& values = context_.Known(v)->values;
      signature.insert(signature.end(), values.begin(), values.end());
    }
    return signature;
  }

  OpId CloneFunction(OpId function) {
    const OpId copy = cloner_.CloneOp(function);
    const std::string base(Function(module_, function).name());
    std::string name;
    do {
      name = Cat(base, "_", ++copies_[base]);
    } while (!names_.insert(name).second);
    module_.set_attr(copy, "sym_name", module_.attrs().String(name));
    module_.set_attr(copy, "sym_visibility", module_.attrs().String("private"));
    module_.Append(copy, module_.body());
    return copy;
  }

  // Known integers become constants in the copy, so that all that looks for constants finds them.
  void PassArguments(OpId call, OpId function) {
    const std::span<const ValueId> operands = module_.op(call).operands();
    const std::span<const ValueId> arguments = Function(module_, function).arguments();
    const OpId first = module_.block(Function(module_, function).body()).first_op;
    for (size_t i = 0; i < operands.size(); ++i) {
      module_.set_type(arguments[i], module_.type(operands[i]));
      if (!IsInSignature(operands[i])) continue;
      const TypeId element = module_.types().element_type(module_.type(operands[i]));
      const KnownInts known = *context_.Known(operands[i]);
      context_.Map(arguments[i], context_.ConstantAt(first, known, element));
    }
  }

  void FinishCall(OpId call, const Instance& instance) {
    const Function function(module_, instance.function);
    module_.set_attr(call, "callee", module_.attrs().SymbolRef(function.name()));
    const ValueRange results = module_.op(call).results();
    for (size_t i = 0; i < results.size(); ++i) {
      module_.set_type(results[i], module_.types().result(function.type(), i));
    }
    const bool all_known = !instance.known_results.empty() &&
                           std::ranges::all_of(instance.known_results, [](const auto& k) { return k.has_value(); });
    if (!all_known) return;
    std::vector<KnownInts> known;
    for (const std::optional<KnownInts>& k : instance.known_results) known.push_back(*k);
    ReplaceByConstants(call, known);
  }

  // ---- The end of a function

  void SetFunctionType(OpId op) {
    const Function function(module_, op);
    std::vector<TypeId> inputs;
    std::vector<TypeId> results;
    for (const ValueId v : function.arguments()) inputs.push_back(module_.type(v));
    for (size_t i = 0; i < module_.types().num_results(function.type()); ++i) {
      results.push_back(module_.types().result(function.type(), i));
    }
    const OpId terminator = module_.last_op(function.body());
    if (terminator.valid() && module_.op(terminator).opcode == Opcode::kFuncReturn) {
      for (size_t i = 0; i < results.size(); ++i) {
        results[i] = module_.type(context_.Resolve(module_.op(terminator).operands()[i]));
      }
    }
    module_.set_attr(op, "function_type", module_.attrs().Type(module_.types().Function(inputs, results)));
  }

  Status Finish() {
    Instance& instance = instances_[frames_.back().instance];
    SetFunctionType(instance.function);
    const OpId terminator = module_.last_op(Function(module_, instance.function).body());
    for (const ValueId v : module_.op(terminator).operands()) {
      const KnownInts* known = context_.Known(v);
      instance.known_results.push_back(known == nullptr ? std::nullopt : std::optional(*known));
    }
    instance.is_done = true;
    frames_.pop_back();
    return OkStatus();
  }

  Status CheckStatic() {
    for (const Instance& instance : instances_) {
      for (const OpId op : PreOrder(module_, instance.function)) {
        for (const ValueId v : module_.op(op).results()) {
          if (!IsDynamicType(module_, module_.type(v), /*bounds_count=*/false)) continue;
          return Invalid(module_, op, context_.sink(),
                         Cat("its result stays ", TypeText(module_, module_.type(v)),
                             ": the types of the arguments do not determine its shape"));
        }
      }
    }
    return OkStatus();
  }

  Module& module_;
  const RefineOptions& options_;
  RefineContext context_;
  DynamicFunctions dynamic_;
  Cloner cloner_;  // one for all copies: what is inside a function is mapped anew each time
  std::set<std::string> names_;
  std::map<std::string, int> copies_;
  std::deque<Instance> instances_;
  std::map<std::vector<int64_t>, size_t> by_signature_;
  std::vector<Frame> frames_;
};

}  // namespace

Status RefineShapes(Module& module, OpId entry, const RefineOptions& options, DiagnosticSink& sink) {
  if (!entry.valid() || !Function(module, entry).body().valid()) return OkStatus();
  return Refiner(module, options, sink).Run(entry);
}

}  // namespace cppjrt::stablehlo
