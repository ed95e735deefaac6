// What compiled programs tell of themselves.
#include "cpu/plugin/executable.h"

#include <cstring>
#include <utility>

#include "cpu/executable/serialized.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/serialized_bytes.h"
#include "stablehlo/ir/type.h"

namespace cppjrt::cpu {
namespace {

constexpr std::string_view kMlir = "mlir";

void Finish(PJRT_Executable::Texts& texts) {
  for (const std::string& text : texts.owned) {
    texts.pointers.push_back(text.c_str());
    texts.sizes.push_back(text.size());
  }
}

void AddCosts(const Executable& program, NamedValues& costs) {
  costs.AddFloat("flops", static_cast<float>(program.cost().flops));
  costs.AddFloat("transcendentals", static_cast<float>(program.cost().transcendentals));
  costs.AddFloat("bytes accessed", static_cast<float>(program.cost().bytes_accessed));
  costs.AddFloat("cppjrt fallbacks", static_cast<float>(program.num_fallbacks()));
  if (const std::string why = program.why_evaluated(); !why.empty()) costs.AddString("cppjrt evaluated because", why);
  int64_t results = 0;
  for (const ArraySpec& spec : program.signature().results) results += spec.bytes();
  for (size_t i = 0; i < program.signature().parameters.size(); ++i) {
    const auto bytes = static_cast<float>(program.signature().parameters[i].bytes());
    costs.AddFloat("bytes accessed" + std::to_string(i) + "{}", bytes);
  }
  costs.AddFloat("bytes accessedout{}", static_cast<float>(results));
}

// Extents that are not known before the program runs are told as -1.
int64_t ToldDim(int64_t dim) { return dim == stablehlo::kDynamic ? -1 : dim; }

}  // namespace
}  // namespace cppjrt::cpu

PJRT_Executable::PJRT_Executable(std::shared_ptr<const cppjrt::cpu::Executable> what)
    : program(std::move(what)), fingerprint(program->fingerprint()) {
  using cppjrt::cpu::Dims;
  const auto& signature = program->signature();
  for (size_t i = 0; i < signature.results.size(); ++i) {
    const cppjrt::cpu::ArraySpec& spec = signature.results[i];
    Dims dims = spec.dims;
    const cppjrt::cpu::Sharding& sharding = program->result_shardings()[i];
    for (size_t k = 0; k < dims.size(); ++k) {
      const int64_t told = cppjrt::cpu::ToldDim(dims[k]);
      result_dims.push_back(told < 0 ? told : told / sharding.tiles[k]);
    }
    result_ranks.push_back(dims.size());
    result_types.push_back(spec.token ? PJRT_Buffer_Type_TOKEN : cppjrt::cpu::BufferType(spec.type));
    result_kinds.owned.push_back(spec.memory_kind);
    result_shardings.owned.push_back(cppjrt::cpu::ToProto(sharding));
  }
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    parameter_kinds.owned.push_back(signature.parameters[i].memory_kind);
    parameter_shardings.owned.push_back(cppjrt::cpu::ToProto(program->parameter_shardings()[i]));
  }
  for (Texts* texts : {&parameter_kinds, &result_kinds, &parameter_shardings, &result_shardings}) {
    cppjrt::cpu::Finish(*texts);
  }
}

const cppjrt::cpu::NamedValues& PJRT_Executable::costs() {
  std::call_once(costs_made_, [this] { cppjrt::cpu::AddCosts(*program, costs_); });
  return costs_;
}

namespace cppjrt::cpu {

Status Serve(PJRT_Executable_Destroy_Args& args) { return Executables::Delete(args.executable, "executable"); }

Status Serve(PJRT_Executable_Name_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.executable_name = args.executable->program->name().c_str();
  args.executable_name_size = args.executable->program->name().size();
  return OkStatus();
}

Status Serve(PJRT_Executable_NumReplicas_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.num_replicas = static_cast<size_t>(args.executable->program->options().num_replicas);
  return OkStatus();
}

Status Serve(PJRT_Executable_NumPartitions_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.num_partitions = static_cast<size_t>(args.executable->program->options().num_partitions);
  return OkStatus();
}

Status Serve(PJRT_Executable_NumOutputs_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.num_outputs = args.executable->result_types.size();
  return OkStatus();
}

Status Serve(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.size_in_bytes = args.executable->program->code_bytes();
  return OkStatus();
}

Status Serve(PJRT_Executable_Fingerprint_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.executable_fingerprint = args.executable->fingerprint.c_str();
  args.executable_fingerprint_size = args.executable->fingerprint.size();
  return OkStatus();
}

Status Serve(PJRT_Executable_GetCostAnalysis_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.properties = args.executable->costs().data();
  args.num_properties = args.executable->costs().size();
  return OkStatus();
}

// Devices are host memory, so that the host's own figures are all 0.
Status Serve(PJRT_Executable_GetCompiledMemoryStats_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  const MemoryFigures figures = args.executable->program->memory();
  args.generated_code_size_in_bytes = args.executable->program->code_bytes();
  args.argument_size_in_bytes = figures.arguments;
  args.output_size_in_bytes = figures.results;
  args.alias_size_in_bytes = figures.aliased;
  args.temp_size_in_bytes = figures.temporary;
  args.host_generated_code_size_in_bytes = 0;
  args.host_argument_size_in_bytes = 0;
  args.host_output_size_in_bytes = 0;
  args.host_alias_size_in_bytes = 0;
  args.host_temp_size_in_bytes = 0;
  args.peak_memory_in_bytes = figures.peak();
  args.total_size_in_bytes = figures.peak() + figures.constants;
  args.total_allocation_bytes = figures.peak();
  args.indefinite_allocations = figures.constants;
  args.peak_unpadded_heap_bytes = figures.temporary + figures.results;
  return OkStatus();
}

Status Serve(PJRT_Executable_OutputElementTypes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.output_types = args.executable->result_types.data();
  args.num_output_types = args.executable->result_types.size();
  return OkStatus();
}

Status Serve(PJRT_Executable_OutputDimensions_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.num_outputs = args.executable->result_ranks.size();
  args.dims = args.executable->result_dims.data();
  args.dim_sizes = args.executable->result_ranks.data();
  return OkStatus();
}

Status Serve(PJRT_Executable_OutputMemoryKinds_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.num_outputs = args.executable->result_kinds.owned.size();
  args.memory_kinds = args.executable->result_kinds.pointers.data();
  args.memory_kind_sizes = args.executable->result_kinds.sizes.data();
  return OkStatus();
}

Status Serve(PJRT_Executable_ParameterMemoryKinds_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.num_parameters = args.executable->parameter_kinds.owned.size();
  args.memory_kinds = args.executable->parameter_kinds.pointers.data();
  args.memory_kind_sizes = args.executable->parameter_kinds.sizes.data();
  return OkStatus();
}

// The first call, with null code, asks for the size; the second brings the space.
Status Serve(PJRT_Executable_OptimizedProgram_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  CPPJRT_REQUIRE(args.program != nullptr, "program is null");
  const std::string text = args.executable->program->OptimizedProgram();
  PJRT_Program& program = *args.program;
  program.format = kMlir.data();
  program.format_size = kMlir.size();
  if (program.code == nullptr) {
    program.code_size = text.size();
    return OkStatus();
  }
  if (program.code_size < text.size()) {
    return InvalidArgumentError("code has room for " + std::to_string(program.code_size) + " bytes, the program has " +
                                std::to_string(text.size()));
  }
  std::memcpy(program.code, text.data(), text.size());
  program.code_size = text.size();
  return OkStatus();
}

Status Serve(PJRT_Executable_Serialize_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  GiveBytes(Serialize(*args.executable->program), args.serialized_bytes, args.serialized_bytes_size,
            args.serialized_executable, args.serialized_executable_deleter);
  return OkStatus();
}

Status Serve(PJRT_Executable_GetCompileOptions_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  GiveBytes(args.executable->program->options().bytes, args.serialized_bytes, args.serialized_bytes_size,
            args.serialized_compile_options, args.serialized_compile_options_deleter);
  return OkStatus();
}

}  // namespace cppjrt::cpu
