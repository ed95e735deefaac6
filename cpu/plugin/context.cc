#include "cpu/plugin/context.h"

#include "cpu/plugin/entry.h"

namespace cppjrt::cpu {

Status Serve(PJRT_ExecuteContext_Create_Args& args) {
  args.context = ExecuteContexts::New();
  return OkStatus();
}

Status Serve(PJRT_ExecuteContext_Destroy_Args& args) { return ExecuteContexts::Delete(args.context, "context"); }

}  // namespace cppjrt::cpu
