// CompileOptions: fields of the C++ struct as attributes; anything else by name, as the command line does.
#include "pjrt/compile_options.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::CompileOptions;
using pjrt::DeviceAssignment;

std::string TextOf(nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value) ? "true" : "false";
  return nb::cast<std::string>(nb::str(value));
}

DeviceAssignment ToAssignment(const std::vector<std::vector<int64_t>>& rows) {
  DeviceAssignment result;
  result.num_replicas = static_cast<int64_t>(rows.size());
  result.num_partitions = rows.empty() ? 0 : static_cast<int64_t>(rows.front().size());
  for (const auto& row : rows) {
    if (static_cast<int64_t>(row.size()) != result.num_partitions) {
      throw nb::value_error("device_assignment: rows differ in length");
    }
    result.device_ids.insert(result.device_ids.end(), row.begin(), row.end());
  }
  return result;
}

void SetOne(CompileOptions& options, const std::string& name, nb::handle value) {
  if (name == "device_assignment") {
    options.device_assignment = ToAssignment(nb::cast<std::vector<std::vector<int64_t>>>(value));
    return;
  }
  Check(options.Set(name, TextOf(value)));
}

}  // namespace

CompileOptions ToCompileOptions(nb::handle object) {
  CompileOptions options;
  if (object.is_none()) return options;
  if (nb::isinstance<CompileOptions>(object)) return nb::cast<const CompileOptions&>(object);
  options.raw_bytes = ToBytes(object);
  return options;
}

nb::list ToPython(const DeviceAssignment& assignment) {
  nb::list result;
  size_t next = 0;
  for (int64_t replica = 0; replica < assignment.num_replicas; ++replica) {
    nb::list row;
    for (int64_t i = 0; i < assignment.num_partitions; ++i) row.append(assignment.device_ids[next++]);
    result.append(row);
  }
  return result;
}

void BindCompileOptions(nb::module_& module) {
  Documented<CompileOptions>(module, "CompileOptions")
      .def("__init__",
           [](CompileOptions* self, const nb::kwargs& fields) {
             CompileOptions options;
             for (const auto& [name, value] : fields) SetOne(options, nb::cast<std::string>(name), value);
             new (self) CompileOptions(std::move(options));
           })
      .def("set", &SetOne, nb::arg("name"), nb::arg("value"))
      .def_rw("num_replicas", &CompileOptions::num_replicas)
      .def_rw("num_partitions", &CompileOptions::num_partitions)
      .def_rw("use_spmd_partitioning", &CompileOptions::use_spmd_partitioning)
      .def_rw("use_shardy_partitioner", &CompileOptions::use_shardy_partitioner)
      .def_rw("compile_portable_executable", &CompileOptions::compile_portable_executable)
      .def_prop_ro("device_assignment",
                   [](const CompileOptions& self) -> nb::object {
                     if (!self.device_assignment) return nb::none();
                     return ToPython(*self.device_assignment);
                   })
      .def("serialize", [](const CompileOptions& self) { return FromBytes(Take(self.Serialize())); });
}

}  // namespace cppjrt::python
