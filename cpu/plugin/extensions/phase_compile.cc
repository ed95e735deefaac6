// Compilation in phases. Ours is one step from a program to an executable, with no partly compiled form in between that
// could be handed out.
#include "cpu/plugin/entry.h"
#include "cpu/plugin/extensions/extensions.h"
#include "pjrt/abi/pjrt_c_api_phase_compile_extension.h"

struct PJRT_PhaseCompiler {};

namespace cppjrt::cpu {
namespace {

constexpr PJRT_PhaseCompiler kCompiler;

Status GetCompiler(PJRT_PhaseCompile_Get_Compiler_Args& args) {
  args.phase_compiler = &kCompiler;
  return OkStatus();
}

Status DestroyCompiler(PJRT_PhaseCompile_Destroy_Compiler_Args&) { return OkStatus(); }

Status RunPhase(PJRT_PhaseCompile_Run_Phase_Args&) {
  return UnimplementedError("compilation here has no phases that could be run on their own; use PJRT_Client_Compile");
}

// None.
Status PhaseNames(PJRT_PhaseCompile_Get_PhaseNames_Args& args) {
  args.phase_names = nullptr;
  args.phase_names_sizes = nullptr;
  args.num_phase_names = 0;
  return OkStatus();
}

Status DestroyBuffers(PJRT_PhaseCompile_C_Buffers_Destroy_Args&) { return OkStatus(); }

}  // namespace

PJRT_Extension_Base& PhaseCompileExtension() {
  static PJRT_PhaseCompile_Extension extension = {
      .base = {PJRT_PhaseCompile_Extension_STRUCT_SIZE, PJRT_Extension_Type_PhaseCompile, nullptr},
      .phase_compile_get_compiler = &Entry<PJRT_PhaseCompile_Get_Compiler_Args, &GetCompiler>::Call,
      .phase_compile_destroy_compiler = &Entry<PJRT_PhaseCompile_Destroy_Compiler_Args, &DestroyCompiler>::CallVoid,
      .phase_compile_run_phases = &Entry<PJRT_PhaseCompile_Run_Phase_Args, &RunPhase>::Call,
      .phase_compile_get_phase_names = &Entry<PJRT_PhaseCompile_Get_PhaseNames_Args, &PhaseNames>::Call,
      .phase_compile_c_buffers_destroy = &Entry<PJRT_PhaseCompile_C_Buffers_Destroy_Args, &DestroyBuffers>::CallVoid,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
