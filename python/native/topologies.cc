// Topology: devices a program can be compiled for, present or not.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pjrt/topology.h"
#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::Topology;

nb::list DevicesOf(const Topology& topology) {
  nb::list result;
  for (const pjrt::DeviceDescription& device : Take(topology.devices())) {
    nb::dict row;
    row["id"] = device.id;
    row["process_index"] = device.process_index;
    row["kind"] = device.kind;
    row["text"] = device.text;
    row["attributes"] = ToPython(device.attributes);
    result.append(row);
  }
  return result;
}

pjrt::Executable Compile(const Topology& self, nb::handle program, nb::handle options, const std::string& format) {
  const pjrt::Program code = ToProgram(program, format);
  const pjrt::CompileOptions wanted = ToCompileOptions(options);
  return Take(Unlocked([&] { return self.Compile(code, wanted); }));
}

}  // namespace

void BindTopologies(nb::module_& module) {
  Documented<Topology>(module, "Topology")
      .def(nb::new_([](const pjrt::Plugin& plugin, const std::string& name, nb::handle options) {
             const pjrt::NamedValues values = ToNamedValues(options);
             return Take(Unlocked([&] { return Topology::Create(plugin, name, values); }));
           }),
           nb::arg("plugin"), nb::arg("name") = "", nb::arg("options") = nb::none())
      .def_static(
          "deserialize",
          [](const pjrt::Plugin& plugin, nb::handle data) {
            return Take(Topology::Deserialize(plugin, ToBytes(data)));
          },
          nb::arg("plugin"), nb::arg("data"))
      .def_prop_ro("platform_name", [](const Topology& self) { return Take(self.platform_name()); })
      .def_prop_ro("platform_version", [](const Topology& self) { return Take(self.platform_version()); })
      .def_prop_ro("devices", &DevicesOf)
      .def_prop_ro("attributes", [](const Topology& self) { return ToPython(Take(self.attributes())); })
      .def_prop_ro("fingerprint", [](const Topology& self) { return Take(self.fingerprint()); })
      .def("serialize", [](const Topology& self) { return FromBytes(Take(self.Serialize())); })
      .def("compile", &Compile, nb::arg("program"), nb::arg("options") = nb::none(), nb::kw_only(),
           nb::arg("format") = "mlir");
}

}  // namespace cppjrt::python
