#include "tests/corpus/eval_program.h"

#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/opcode.h"
#include "stablehlo/parse.h"
#include "stablehlo/transforms/chlo.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"
#include "tests/corpus/before_run.h"

namespace cppjrt::stablehlo {
namespace {

// What the entry will be called with, for the refinement of dynamic shapes.
std::vector<ArgumentType> TypesOf(std::span<const RuntimeValue> arguments) {
  std::vector<ArgumentType> types;
  for (const RuntimeValue& value : arguments) {
    if (!value.is_tensor()) return {};
    const Tensor& tensor = value.tensor();
    types.push_back({tensor.type(), std::vector<int64_t>(tensor.dims().begin(), tensor.dims().end())});
  }
  return types;
}

// Checks whose results nobody uses must run all the same.
void KeepChecks(Module& module) {
  const AttrId yes = module.attrs().Bool(true);
  for (const OpId op : PreOrder(module, module.root())) {
    if (module.op(op).opcode != Opcode::kCustomCall) continue;
    const AttrId target = module.attr(op, "call_target_name");
    if (target.valid() && module.attrs().string(target).starts_with("check."))
      module.set_attr(op, "has_side_effect", yes);
  }
}

StatusOr<Module> Parsed(const std::string& bytes, const std::string& name, bool artifact, CheckTargets& targets,
                        ProgramOutcome& outcome) {
  outcome.stage = "parse";
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(bytes, name));
  KeepChecks(module);
  if (!artifact) return module;
  targets.Extract(module);
  outcome.stage = "decompose";
  DiagnosticSink sink(&module.source());
  CPPJRT_RETURN_IF_ERROR(DecomposeChlo(module, sink));  // frameworks do so before they write
  outcome.stage = "write";
  StatusOr<std::string> written = WriteArtifact(module, kNewestVersion);
  outcome.cannot_write = !written.ok();
  if (!written.ok()) return written.status();
  outcome.stage = "read";
  return Parse(std::move(*written), name + ".mlirbc");
}

Status RunStages(const std::string& bytes, const std::string& name, ProgramRun& run, CheckTargets& targets,
                 ProgramOutcome& outcome) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parsed(bytes, name, run.artifact, targets, outcome));
  outcome.stage = "verify";
  DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  outcome.stage = "transform";
  RunnableOptions options;
  options.refine.argument_types = TypesOf(run.arguments);
  options.inline_everything = inline_before_run;
  DiagnosticSink transform_sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), options, transform_sink));
  outcome.stage = "prepare";
  Environment environment;
  environment.custom_calls = &targets;
  CPPJRT_ASSIGN_OR_RETURN(runnable, before_run(std::move(runnable), environment, {}));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                          Program::Prepare(std::move(runnable), environment));
  outcome.stage = "run";
  CPPJRT_RETURN_IF_ERROR(CheckArguments(program->module(), program->entry(), run.arguments));
  RunOptions run_options;
  run_options.pool = run.pool;
  run_options.host = run.host;
  CPPJRT_ASSIGN_OR_RETURN(outcome.results, run_prepared(program, environment, std::move(run.arguments), run_options));
  return OkStatus();
}

// A value of that type with nothing but zeros.
StatusOr<RuntimeValue> Zeros(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  if (types.kind(type) == TypeKind::kToken) return RuntimeValue::Token();
  if (types.kind(type) == TypeKind::kTuple) {
    std::vector<RuntimeValue> members;
    for (size_t i = 0; i < types.num_members(type); ++i) {
      CPPJRT_ASSIGN_OR_RETURN(RuntimeValue member, Zeros(module, types.member(type, i)));
      members.push_back(std::move(member));
    }
    return RuntimeValue::Tuple(std::move(members));
  }
  if (!types.IsTensor(type)) return UnimplementedError("an argument of this type");
  const std::optional<ElementType> element = ToElementType(types, types.element_type(type));
  if (!element) return UnimplementedError("an argument of such elements");
  Dims dims(types.dims(type));
  for (int64_t& d : dims) d = d == kDynamic ? 2 : d;
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(*element, dims, MemoryAllocator::Heap()));
  if (tensor.num_bytes() > 0) std::memset(tensor.mutable_bytes(), 0, static_cast<size_t>(tensor.num_bytes()));
  return RuntimeValue(std::move(tensor));
}

Status RunOnZeros(const std::string& bytes, const std::string& name, const std::string& function, ThreadPool& pool) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(bytes, name));
  DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  const OpId entry = FindEntry(verified.module(), function);
  const TypeId type = Function(verified.module(), entry).type();
  std::vector<RuntimeValue> arguments;
  for (size_t i = 0; i < verified->types().num_inputs(type); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(RuntimeValue value, Zeros(verified.module(), verified->types().input(type, i)));
    arguments.push_back(std::move(value));
  }
  RunnableOptions options;
  options.entry = function;
  options.refine.argument_types = TypesOf(arguments);
  DiagnosticSink transform_sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), options, transform_sink));
  CPPJRT_ASSIGN_OR_RETURN(runnable, before_run(std::move(runnable), {}, function));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                          Program::Prepare(std::move(runnable), {}, function));
  CPPJRT_RETURN_IF_ERROR(CheckArguments(program->module(), program->entry(), arguments));
  MemoryHost host;
  RunOptions run;
  run.pool = &pool;
  run.host = &host;
  return program->Run(std::move(arguments), run).status();
}

}  // namespace

std::vector<std::pair<std::string, Status>> RunFunctionsOnZeros(const std::string& bytes, const std::string& name,
                                                                ThreadPool& pool) {
  std::vector<std::pair<std::string, Status>> outcomes;
  StatusOr<Module> module = Parse(bytes, name);
  if (!module.ok()) return outcomes;
  std::vector<std::string> functions;
  for (const OpId op : module->ops(module->body())) {
    const Function function(*module, op);
    if (module->op(op).opcode == Opcode::kFunc && function.body().valid()) functions.emplace_back(function.name());
  }
  DiagnosticSink sink(&module->source());
  if (!Verify(std::move(*module), sink).ok()) return outcomes;
  for (const std::string& function : functions) {
    outcomes.emplace_back(function, RunOnZeros(bytes, name, function, pool));
  }
  return outcomes;
}

ProgramOutcome RunProgram(const std::string& bytes, const std::string& name, ProgramRun run) {
  ProgramOutcome outcome;
  CheckTargets targets(run.relaxed);
  outcome.status = RunStages(bytes, name, run, targets, outcome);
  outcome.checks = targets.count();
  return outcome;
}

}  // namespace cppjrt::stablehlo
