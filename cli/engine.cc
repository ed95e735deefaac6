#include "cli/engine.h"

#include <memory>
#include <utility>

#include "conform/engine/plugin_engine.h"

namespace cppjrt::cli {

conform::EngineFactory EngineOf(const PluginChoice& choice) {
  if (choice.plugin == "evaluator") {
    return [] { return StatusOr<std::unique_ptr<conform::Engine>>(conform::EvaluatorEngine()); };
  }
  return [choice]() -> StatusOr<std::unique_ptr<conform::Engine>> {
    CPPJRT_ASSIGN_OR_RETURN(const OpenedPlugin opened, OpenPlugin(choice));
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, OpenClient(opened, choice));
    return conform::PluginEngineOn(std::move(client));
  };
}

}  // namespace cppjrt::cli
