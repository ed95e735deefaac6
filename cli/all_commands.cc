// The subcommands of `pjrt`, in the order of `pjrt --help`.
#include "cli/command.h"

namespace cppjrt::cli {

std::span<const AddCommand> Commands() {
  static constexpr AddCommand kCommands[] = {AddRun,     AddCompile, AddBench, AddInspect, AddCache,
                                             AddConform, AddDevices, AddFuzz,  AddPlugin,  AddCompletion};
  return kCommands;
}

}  // namespace cppjrt::cli
