#include "pjrt/executable.h"

#include <utility>

#include "client/api.h"
#include "client/c_text.h"
#include "client/client_state.h"
#include "client/named_values.h"

namespace pjrt {
inline namespace v0 {
namespace {

// No program is larger; a plugin that says so is not believed.
constexpr size_t kMaxProgramBytes = size_t{1} << 34;

// Copies bytes the plugin lends until their deleter is called.
template <class Args, class Object>
std::string TakeBytes(const Args& args, Object* object, void (*deleter)(Object*)) {
  std::string bytes = detail::Text(args.serialized_bytes, args.serialized_bytes_size);
  if (deleter != nullptr) deleter(object);
  return bytes;
}

StatusOr<std::vector<std::string>> Strings(const char* const* texts, const size_t* sizes, size_t count) {
  std::vector<std::string> result;
  if (count != 0 && (texts == nullptr || sizes == nullptr)) return cppjrt::InternalError("the plugin gave a null list");
  for (size_t i = 0; i < count; ++i) result.push_back(detail::Text(texts[i], sizes[i]));
  return result;
}

}  // namespace

Executable::Executable(Executable&& other) noexcept
    : api_(other.api_), raw_(std::exchange(other.raw_, nullptr)), owner_(std::move(other.owner_)) {}

Executable& Executable::operator=(Executable&& other) noexcept {
  if (this != &other) {
    Release();
    api_ = other.api_;
    raw_ = std::exchange(other.raw_, nullptr);
    owner_ = std::move(other.owner_);
  }
  return *this;
}

Executable::~Executable() { Release(); }

void Executable::Release() noexcept {
  if (raw_ == nullptr) return;
  PJRT_Executable_Destroy_Args args{};
  args.executable = std::exchange(raw_, nullptr);
  api_->Destroy(args);
  owner_.reset();
}

// Calls the slot of Args on this executable.
#define PJRT_CALL_ON_EXECUTABLE(Args, args)                                                            \
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the executable is empty (moved from)"); \
  Args args{};                                                                                         \
  args.executable = raw_;                                                                              \
  CPPJRT_RETURN_IF_ERROR(api_->Call(args))

StatusOr<std::string> Executable::name() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_Name_Args, args);
  return detail::Text(args.executable_name, args.executable_name_size);
}

StatusOr<int64_t> Executable::num_replicas() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_NumReplicas_Args, args);
  return static_cast<int64_t>(args.num_replicas);
}

StatusOr<int64_t> Executable::num_partitions() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_NumPartitions_Args, args);
  return static_cast<int64_t>(args.num_partitions);
}

StatusOr<int64_t> Executable::num_outputs() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_NumOutputs_Args, args);
  return static_cast<int64_t>(args.num_outputs);
}

StatusOr<int64_t> Executable::code_size() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args, args);
  return args.size_in_bytes;
}

StatusOr<std::string> Executable::fingerprint() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_Fingerprint_Args, args);
  return detail::Text(args.executable_fingerprint, args.executable_fingerprint_size);
}

StatusOr<std::vector<ElementType>> Executable::output_element_types() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_OutputElementTypes_Args, args);
  std::vector<ElementType> types;
  for (size_t i = 0; i < args.num_output_types; ++i) types.push_back(static_cast<ElementType>(args.output_types[i]));
  return types;
}

StatusOr<std::vector<std::vector<int64_t>>> Executable::output_dimensions() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_OutputDimensions_Args, args);
  std::vector<std::vector<int64_t>> result;
  const int64_t* next = args.dims;
  for (size_t i = 0; i < args.num_outputs; ++i) {
    result.emplace_back(next, next + args.dim_sizes[i]);
    next += args.dim_sizes[i];
  }
  return result;
}

StatusOr<std::vector<ArrayShape>> Executable::output_shapes() const {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ElementType> types, output_element_types());
  CPPJRT_ASSIGN_OR_RETURN(std::vector<std::vector<int64_t>> dims, output_dimensions());
  if (types.size() != dims.size())
    return cppjrt::InternalError("the plugin reports different numbers of output types and dimensions");
  std::vector<ArrayShape> shapes;
  for (size_t i = 0; i < types.size(); ++i) shapes.push_back({types[i], std::move(dims[i]), {}});
  return shapes;
}

StatusOr<std::vector<std::string>> Executable::parameter_memory_kinds() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_ParameterMemoryKinds_Args, args);
  return Strings(args.memory_kinds, args.memory_kind_sizes, args.num_parameters);
}

StatusOr<std::vector<std::string>> Executable::output_memory_kinds() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_OutputMemoryKinds_Args, args);
  return Strings(args.memory_kinds, args.memory_kind_sizes, args.num_outputs);
}

StatusOr<NamedValues> Executable::cost_analysis() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_GetCostAnalysis_Args, args);
  return detail::FromNamedValues(args.properties, args.num_properties);
}

StatusOr<CompiledMemoryStats> Executable::memory_stats() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_GetCompiledMemoryStats_Args, args);
  CompiledMemoryStats stats;
  stats.generated_code_size = args.generated_code_size_in_bytes;
  stats.argument_size = args.argument_size_in_bytes;
  stats.output_size = args.output_size_in_bytes;
  stats.alias_size = args.alias_size_in_bytes;
  stats.temp_size = args.temp_size_in_bytes;
  stats.host_generated_code_size = args.host_generated_code_size_in_bytes;
  stats.host_argument_size = args.host_argument_size_in_bytes;
  stats.host_output_size = args.host_output_size_in_bytes;
  stats.host_alias_size = args.host_alias_size_in_bytes;
  stats.host_temp_size = args.host_temp_size_in_bytes;
  // What came later is zero from a plugin that does not know it, which is not the same as none.
#define PJRT_TAKE_FIELD(member, field) \
  if (PJRT_KNOWS(*api_, PJRT_Executable_GetCompiledMemoryStats_Args, field)) stats.member = args.field;
  PJRT_TAKE_FIELD(peak_memory, peak_memory_in_bytes)
  PJRT_TAKE_FIELD(total_size, total_size_in_bytes)
  PJRT_TAKE_FIELD(total_allocation_bytes, total_allocation_bytes)
  PJRT_TAKE_FIELD(indefinite_allocations, indefinite_allocations)
  PJRT_TAKE_FIELD(peak_unpadded_heap_bytes, peak_unpadded_heap_bytes)
#undef PJRT_TAKE_FIELD
  return stats;
}

// The plugin says how large the program is, then fills a buffer of that size.
StatusOr<Program> Executable::OptimizedProgram() const {
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the executable is empty (moved from)");
  PJRT_Program program = api_->New<PJRT_Program>();
  PJRT_Executable_OptimizedProgram_Args args{};
  args.executable = raw_;
  args.program = &program;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  if (program.code_size > kMaxProgramBytes) {
    return cppjrt::InternalError("the plugin claims an optimized program of " + std::to_string(program.code_size) +
                                 " bytes");
  }
  Program result{std::string(program.code_size, '\0'), detail::Text(program.format, program.format_size)};
  program.code = result.code.data();
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return result;
}

StatusOr<ProgramShape> Executable::program_shape() const {
  CPPJRT_ASSIGN_OR_RETURN(Program optimized, OptimizedProgram());
  return ReadProgramShape(optimized);
}

StatusOr<std::string> Executable::compile_options() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_GetCompileOptions_Args, args);
  return TakeBytes(args, args.serialized_compile_options, args.serialized_compile_options_deleter);
}

StatusOr<std::string> Executable::Serialize() const {
  PJRT_CALL_ON_EXECUTABLE(PJRT_Executable_Serialize_Args, args);
  return TakeBytes(args, args.serialized_executable, args.serialized_executable_deleter);
}

#undef PJRT_CALL_ON_EXECUTABLE

}  // namespace v0
}  // namespace pjrt
