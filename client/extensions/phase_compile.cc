#include "pjrt/extensions/phase_compile.h"

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_phase_compile_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_PhaseCompile_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_PhaseCompile_Extension>(extension);
}

// Strings as arrays of pointers and sizes; views into `texts`.
struct TextArrays {
  explicit TextArrays(std::span<const std::string> texts) {
    for (const std::string& text : texts) {
      data.push_back(text.data());
      sizes.push_back(text.size());
    }
  }
  std::vector<const char*> data;
  std::vector<size_t> sizes;
};

}  // namespace

StatusOr<PhaseCompiler> PhaseCompileExtension::GetCompiler() const {
  PJRT_PhaseCompile_Get_Compiler_Args args{};
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), phase_compile_get_compiler, args));
  if (args.phase_compiler == nullptr) return cppjrt::InternalError("the plugin returned no phase compiler");
  return PhaseCompiler(*this, args.phase_compiler);
}

PhaseCompiler::~PhaseCompiler() {
  if (raw_ == nullptr) return;
  PJRT_PhaseCompile_Destroy_Compiler_Args args{};
  args.phase_compiler = raw_;
  static_cast<void>(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), phase_compile_destroy_compiler, args).ok());
}

// Copies what the plugin gave and gives it back.
StatusOr<std::vector<std::string>> PhaseCompiler::TakeBuffers(const char** buffers, const size_t* sizes,
                                                              size_t count) const {
  if ((buffers == nullptr || sizes == nullptr) && count != 0) {
    return cppjrt::InternalError("the plugin returned no array of texts");
  }
  std::vector<std::string> texts;
  for (size_t i = 0; i < count; ++i) texts.push_back(detail::Text(buffers[i], sizes[i]));
  PJRT_PhaseCompile_C_Buffers_Destroy_Args args{};
  args.char_buffers = buffers;
  args.char_buffer_sizes = sizes;
  args.num_char_buffers = count;
  static_cast<void>(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), phase_compile_c_buffers_destroy, args).ok());
  return texts;
}

StatusOr<std::vector<std::string>> PhaseCompiler::PhaseNames() const {
  PJRT_PhaseCompile_Get_PhaseNames_Args args{};
  args.phase_compiler = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), phase_compile_get_phase_names, args));
  return TakeBuffers(args.phase_names, args.phase_names_sizes, args.num_phase_names);
}

StatusOr<std::vector<std::string>> PhaseCompiler::RunPhases(std::span<const std::string> programs,
                                                            std::span<const std::string> phases,
                                                            const CompileOptions& options,
                                                            const Topology& topology) const {
  CPPJRT_ASSIGN_OR_RETURN(const std::string serialized, options.Serialize());
  TextArrays inputs(programs);
  TextArrays names(phases);
  PJRT_PhaseCompile_Run_Phase_Args args{};
  args.phase_compiler = raw_;
  args.input_programs = inputs.data.data();
  args.input_programs_sizes = inputs.sizes.data();
  args.num_input_programs = inputs.data.size();
  args.phases_to_run = names.data.data();
  args.phases_to_run_sizes = names.sizes.data();
  args.num_phases_to_run = names.data.size();
  args.compile_options = serialized.data();
  args.compile_options_size = serialized.size();
  args.topology = topology.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), phase_compile_run_phases, args));
  return TakeBuffers(args.output_programs, args.output_programs_sizes, args.num_output_programs);
}

}  // namespace v0
}  // namespace pjrt
