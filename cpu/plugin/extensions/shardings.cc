// How partitions share the parameters and results of a program.
#include "cpu/plugin/entry.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/extensions/extensions.h"
#include "pjrt/abi/pjrt_c_api_shardings_extension.h"

namespace cppjrt::cpu {
namespace {

// Null where each device has arrays of its own.
Status OfParameters(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  const PJRT_Executable::Texts& texts = args.executable->parameter_shardings;
  const bool shared = args.executable->program->global_view();
  args.num_parameters = texts.owned.size();
  args.shardings = shared ? texts.pointers.data() : nullptr;
  args.sharding_sizes = shared ? texts.sizes.data() : nullptr;
  return OkStatus();
}

Status OfOutputs(PJRT_Shardings_PJRT_Executable_OutputShardings_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  const PJRT_Executable::Texts& texts = args.executable->result_shardings;
  const bool shared = args.executable->program->global_view();
  args.num_outputs = texts.owned.size();
  args.shardings = shared ? texts.pointers.data() : nullptr;
  args.sharding_sizes = shared ? texts.sizes.data() : nullptr;
  return OkStatus();
}

}  // namespace

PJRT_Extension_Base& ShardingsExtension() {
  static PJRT_Shardings_Extension extension = {
      .base = {PJRT_Shardings_Extension_STRUCT_SIZE, PJRT_Extension_Type_Shardings, nullptr},
      .PJRT_Shardings_PJRT_Executable_ParameterShardings =
          &Entry<PJRT_Shardings_PJRT_Executable_ParameterShardings_Args, &OfParameters>::Call,
      .PJRT_Shardings_PJRT_Executable_OutputShardings =
          &Entry<PJRT_Shardings_PJRT_Executable_OutputShardings_Args, &OfOutputs>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
