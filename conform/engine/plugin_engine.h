// A PJRT plugin as an engine: programs run on its first device, through our client.
#ifndef CPPJRT_CONFORM_ENGINE_PLUGIN_ENGINE_H_
#define CPPJRT_CONFORM_ENGINE_PLUGIN_ENGINE_H_

#include <memory>
#include <string>

#include "conform/engine/engine.h"
#include "pjrt/client.h"
#include "pjrt/value.h"

namespace cppjrt::conform {

// On a client there is.
std::unique_ptr<Engine> PluginEngineOn(pjrt::Client client);
// Loads the library and makes a client with these options. Errors as Plugin::Load and Client::Create.
StatusOr<std::unique_ptr<Engine>> OpenPluginEngine(const std::string& path, const pjrt::NamedValues& create_options);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ENGINE_PLUGIN_ENGINE_H_
