// A plugin of the command line as an engine (conform/engine) that worker processes open.
#ifndef CPPJRT_CLI_ENGINE_H_
#define CPPJRT_CLI_ENGINE_H_

#include "cli/command.h"
#include "conform/engine/worker.h"

namespace cppjrt::cli {

// Opens the plugin when it is called, in the process that shall run it. The name "evaluator" is the evaluator of libstablehlo.
conform::EngineFactory EngineOf(const PluginChoice& choice);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_ENGINE_H_
