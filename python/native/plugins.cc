// Plugin, and where plugins are found.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pjrt/discovery.h"
#include "pjrt/plugin.h"
#include "pjrt/trace.h"
#include "python/native/bind.h"
#include "python/native/docs.h"

namespace cppjrt::python {
namespace {

using pjrt::Plugin;

nb::object RangeOf(const Plugin& plugin) {
  const auto range = plugin.stablehlo_range();
  if (!range) return nb::none();
  return nb::make_tuple(pjrt::ToString(range->minimum), pjrt::ToString(range->current));
}

nb::list ExtensionsOf(const Plugin& plugin) {
  nb::list result;
  for (const pjrt::ExtensionInfo& extension : plugin.extensions()) result.append(extension.name);
  return result;
}

nb::list FindAll() {
  nb::list result;
  for (const pjrt::PluginCandidate& found : Unlocked([] { return pjrt::FindPlugins(); })) {
    nb::dict row;
    row["name"] = found.name;
    row["path"] = found.path;
    row["source"] = found.source;
    row["note"] = found.note;
    result.append(row);
  }
  return result;
}

}  // namespace

void BindPlugins(nb::module_& module) {
  Documented<Plugin>(module, "Plugin")
      .def(nb::new_([](const std::string& name) { return Take(Unlocked([&] { return Plugin::Find(name); })); }),
           nb::arg("name_or_path"))
      .def_prop_ro("path", &Plugin::name)
      .def_prop_ro("api_version",
                   [](const Plugin& self) {
                     return nb::make_tuple(self.api_version().major_version, self.api_version().minor_version);
                   })
      .def_prop_ro("num_slots", &Plugin::num_slots)
      .def_prop_ro("extensions", &ExtensionsOf)
      .def_prop_ro("attributes", [](const Plugin& self) { return ToPython(self.attributes()); })
      .def_prop_ro("stablehlo_versions", &RangeOf)
      .def(
          "has_slot", [](const Plugin& self, const std::string& name) { return self.HasSlot(name); }, nb::arg("name"))
      .def("__repr__", [](const Plugin& self) { return "<Plugin " + self.name() + ">"; });
  module.def("find_plugins", &FindAll, DocOf("find_plugins"));
  module.def(
      "start_trace", [](const std::string& path) { Check(pjrt::StartTrace(path)); }, nb::arg("path"),
      DocOf("start_trace"));
  module.def("stop_trace", [] { Check(Unlocked([] { return pjrt::StopTrace(); })); }, DocOf("stop_trace"));
}

}  // namespace cppjrt::python
