// The module cppjrt._native: the C++ client as Python sees it. What is documented is in cppjrt/__init__.py and _native.pyi.
#include <nanobind/nanobind.h>

#include "python/native/bind.h"

NB_MODULE(_native, module) {
  using namespace cppjrt::python;
  nb::set_leak_warnings(false);  // handlers that plugins keep stay until the process ends
  BindErrors(module);
  BindDevices(module);
  BindStores(module);
  BindPlugins(module);
  BindCompileOptions(module);
  BindBuffers(module);
  BindExecutables(module);
  BindTopologies(module);
  BindClients(module);
  BindArtifacts(module);
  BindSessions(module);
  BindFfi(module);
  BindJaxCallbacks(module);
}
