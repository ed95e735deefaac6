#include "bench/raw_client.h"

#include <dlfcn.h>

#include <cstring>
#include <string>
#include <vector>

#include "pjrt/discovery.h"

namespace cppjrt::bench {

const PJRT_Api* TableOf(const std::string& path) {
  // The client has loaded it, so this only finds it again.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = library == nullptr ? nullptr : dlsym(library, "GetPjrtApi");
  if (symbol == nullptr) {
    std::fprintf(stderr, "%s has no GetPjrtApi\n", path.c_str());
    std::exit(1);
  }
  const PJRT_Api* (*get_api)() = nullptr;
  std::memcpy(&get_api, &symbol, sizeof symbol);
  return get_api();
}

std::vector<pjrt::Plugin> Plugins(int argc, char** argv) {
  std::vector<pjrt::Plugin> plugins;
  for (int i = 1; i < argc; ++i) plugins.push_back(Must(pjrt::Plugin::Find(argv[i])));
  if (!plugins.empty()) return plugins;
  plugins.push_back(Must(pjrt::Plugin::Load(CPPJRT_NULL_PLUGIN)));
  if (auto xla = pjrt::Plugin::Find("xla-cpu"); xla.ok()) plugins.push_back(*std::move(xla));
  return plugins;
}

}  // namespace cppjrt::bench
