#include "pjrt/extensions/tpu_executable.h"

#include <vector>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "client/named_values.h"
#include "pjrt/abi/pjrt_c_api_tpu_executable_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_TpuExecutable_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_TpuExecutable_Extension>(extension);
}

// A text of the plugin with the object that holds it, released.
template <class Holder>
std::string TakeText(const char* data, size_t size, Holder* holder, void (*deleter)(Holder*)) {
  std::string text = detail::Text(data, size);
  if (deleter != nullptr) deleter(holder);
  return text;
}

template <class Args>
Args OfExecutable(std::string_view executable) {
  Args args{};
  args.serialized_executable = executable.data();
  args.serialized_executable_size = executable.size();
  return args;
}

}  // namespace

StatusOr<std::string> TpuExecutableExtension::TargetArguments(std::string_view executable) const {
  auto args = OfExecutable<PJRT_TpuExecutable_GetTargetArguments_Args>(executable);
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_target_arguments, args));
  return TakeText(args.target_arguments, args.target_arguments_size, args.target_arguments_ptr,
                  args.target_arguments_deleter);
}

StatusOr<std::string> TpuExecutableExtension::HloModuleWithConfig(std::string_view executable) const {
  auto args = OfExecutable<PJRT_TpuExecutable_GetHloModuleWithConfig_Args>(executable);
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_hlo_module_with_config, args));
  return TakeText(args.hlo_module_with_config, args.hlo_module_with_config_size, args.hlo_module_with_config_ptr,
                  args.hlo_module_with_config_deleter);
}

StatusOr<std::string> TpuExecutableExtension::CompiledMemoryStats(std::string_view executable) const {
  auto args = OfExecutable<PJRT_TpuExecutable_GetCompiledMemoryStats_Args>(executable);
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_compiled_memory_stats, args));
  return TakeText(args.compiled_memory_stats, args.compiled_memory_stats_size, args.compiled_memory_stats_ptr,
                  args.compiled_memory_stats_deleter);
}

StatusOr<NamedValues> TpuExecutableExtension::CostAnalysis(std::string_view target_arguments,
                                                           std::span<const std::string> hlo_modules) const {
  std::vector<const char*> modules;
  std::vector<size_t> sizes;
  for (const std::string& module : hlo_modules) {
    modules.push_back(module.data());
    sizes.push_back(module.size());
  }
  PJRT_TpuExecutable_RunHloCostAnalysis_Args args{};
  args.target_arguments = target_arguments.data();
  args.target_arguments_size = target_arguments.size();
  args.hlo_module = modules.data();
  args.hlo_module_size = sizes.data();
  args.num_hlo_modules = modules.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), run_hlo_cost_analysis, args));
  StatusOr<NamedValues> values = detail::FromNamedValues(args.analysis_results, args.num_analysis_results);
  if (args.analysis_results_deleter != nullptr) args.analysis_results_deleter(args.analysis_results_ptr);
  return values;
}

StatusOr<std::string> TpuExecutableExtension::SetCompilationEnvironment(std::string_view environments) const {
  PJRT_TpuExecutable_SetTpuCompilationEnv_Args args{};
  args.serialized_compilation_environments = environments.data();
  args.serialized_compilation_environments_size = environments.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), set_tpu_compilation_env, args));
  return TakeText(args.result_compilation_environments, args.result_compilation_environments_size,
                  args.result_compilation_environments_ptr, args.result_compilation_environments_deleter);
}

StatusOr<std::string> TpuExecutableExtension::CompilationEnvironmentField(std::string_view environments,
                                                                          std::string_view field) const {
  PJRT_TpuExecutable_GetTpuCompilationEnvFieldAsString_Args args{};
  args.serialized_compilation_environments = environments.data();
  args.serialized_compilation_environments_size = environments.size();
  args.field_name = field.data();
  args.field_name_size = field.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_tpu_compilation_env_field_as_string, args));
  return TakeText(args.field_value, args.field_value_size, args.field_value_ptr, args.field_value_deleter);
}

StatusOr<bool> TpuExecutableExtension::IsPredeterminedError(std::string_view serialized_status) const {
  PJRT_TpuExecutable_IsTpuPredeterminedError_Args args{};
  args.serialized_status = serialized_status.data();
  args.serialized_status_size = serialized_status.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), is_tpu_predetermined_error, args));
  return args.is_predetermined;
}

}  // namespace v0
}  // namespace pjrt
