// The command as `./dev run` builds it first: it has one subcommand, and so needs a fraction of the sources.
#include "cli/command.h"

namespace cppjrt::cli {

std::span<const AddCommand> Commands() {
  static constexpr AddCommand kCommands[] = {AddRun};
  return kCommands;
}

}  // namespace cppjrt::cli
