// Executable: a compiled program on its devices. A call takes Buffers, or arrays that are uploaded, and gives Buffers.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "pjrt/executable.h"
#include "python/native/arrays.h"
#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::Buffer;
using pjrt::ExecuteOptions;

// The arguments of one device: buffers are borrowed, arrays are uploaded to it.
class Arguments {
 public:
  void Add(const PyExecutable& self, size_t device, nb::handle object) {
    if (nb::isinstance<PyBuffer>(object)) {
      pointers_.push_back(nb::inst_ptr<PyBuffer>(object)->buffer.get());
      return;
    }
    pjrt::UploadOptions options;
    options.device = &self.executable.devices()[device];
    uploaded_.push_back(std::make_unique<Buffer>(UploadArray(self.client, object, options)));
    pointers_.push_back(uploaded_.back().get());
  }
  void Reserve(size_t count) { pointers_.reserve(count); }
  const std::vector<const Buffer*>& pointers() const { return pointers_; }

 private:
  std::vector<const Buffer*> pointers_;
  std::vector<std::unique_ptr<Buffer>> uploaded_;
};

// The caller's number for an execution, or a new one.
int LaunchId(const PyExecutable& self, int wanted) {
  static std::atomic<uint32_t> next = 1U << 30;
  return wanted != 0 || !self.numbered ? wanted : static_cast<int>(next.fetch_add(1) % (1U << 30) + (1U << 30));
}

nb::list Run(const PyExecutable& self, const Arguments& arguments, ExecuteOptions options) {
  options.context = KernelContext(self.client.plugin());
  options.launch_id = LaunchId(self, options.launch_id);
  std::vector<Buffer> results(self.executable.num_outputs());
  CheckAfterWait(Unlocked([&] { return self.executable.Execute(arguments.pointers(), results, options); }));
  return ToPython(std::move(results), options.launch_id);
}

nb::list Call(const PyExecutable& self, const nb::args& args) {
  Arguments arguments;
  arguments.Reserve(args.size());
  if (self.executable.devices().empty())
    Check(cppjrt::FailedPreconditionError("the program has no device of this process"));
  for (const nb::handle object : args) arguments.Add(self, 0, object);
  return Run(self, arguments, {});
}

nb::list Execute(const PyExecutable& self, const nb::sequence& args, const std::vector<int64_t>& non_donatable,
                 int launch_id) {
  ExecuteOptions options;
  options.non_donatable_inputs = non_donatable;
  options.launch_id = launch_id;
  Arguments arguments;
  if (self.executable.devices().empty())
    Check(cppjrt::FailedPreconditionError("the program has no device of this process"));
  for (const nb::handle object : args) arguments.Add(self, 0, object);
  return Run(self, arguments, options);
}

nb::list ExecuteSharded(const PyExecutable& self, const nb::sequence& rows, const std::vector<int64_t>& non_donatable,
                        int launch_id) {
  ExecuteOptions options;
  options.non_donatable_inputs = non_donatable;
  options.launch_id = LaunchId(self, launch_id);
  options.context = KernelContext(self.client.plugin());
  const size_t num_devices = self.executable.devices().size();
  std::vector<Arguments> arguments;
  for (const nb::handle row : rows) {
    if (arguments.size() == num_devices) {
      Check(cppjrt::InvalidArgumentError("more rows of arguments than the program's " + std::to_string(num_devices) +
                                         " devices"));
    }
    Arguments& here = arguments.emplace_back();
    for (const nb::handle object : nb::cast<nb::sequence>(row)) here.Add(self, arguments.size() - 1, object);
  }
  std::vector<std::vector<const Buffer*>> pointers;
  for (const Arguments& row : arguments) pointers.push_back(row.pointers());
  StatusOr<std::vector<std::vector<Buffer>>> executed =
      Unlocked([&] { return self.executable.ExecuteSharded(pointers, options); });
  CheckAfterWait(executed.status());
  std::vector<std::vector<Buffer>> results = *std::move(executed);
  nb::list result;
  for (std::vector<Buffer>& row : results) result.append(ToPython(std::move(row), options.launch_id));
  return result;
}

nb::object SignatureOf(const pjrt::Executable& executable) {
  const pjrt::ProgramShape shape = Take(Unlocked([&] { return executable.program_shape(); }));
  return nb::make_tuple(ToPython(shape.parameters), ToPython(shape.results));
}

nb::list LogicalIds(const PyExecutable& self) {
  nb::list result;
  for (const auto& [replica, partition] : Take(self.executable.logical_device_ids())) {
    result.append(nb::make_tuple(replica, partition));
  }
  return result;
}

// What both classes tell of a compiled program; `get` leads to it.
template <typename T, typename Get>
void BindFacts(Documented<T>& cls, Get get) {
  cls.def_prop_ro("name", [get](const T& self) { return Take(get(self).name()); })
      .def_prop_ro("num_replicas", [get](const T& self) { return Take(get(self).num_replicas()); })
      .def_prop_ro("num_partitions", [get](const T& self) { return Take(get(self).num_partitions()); })
      .def_prop_ro("num_outputs", [get](const T& self) { return Take(get(self).num_outputs()); })
      .def_prop_ro("code_size", [get](const T& self) { return Take(get(self).code_size()); })
      .def_prop_ro("fingerprint", [get](const T& self) { return FromBytes(Take(get(self).fingerprint())); })
      .def_prop_ro("output_shapes", [get](const T& self) { return ToPython(Take(get(self).output_shapes())); })
      .def_prop_ro("output_memory_kinds", [get](const T& self) { return Take(get(self).output_memory_kinds()); })
      .def("signature", [get](const T& self) { return SignatureOf(get(self)); })
      .def("cost_analysis",
           [get](const T& self) { return ToPython(Take(Unlocked([&] { return get(self).cost_analysis(); }))); })
      .def("memory_stats", [get](const T& self) { return ToPython(Take(get(self).memory_stats())); })
      .def("optimized_program",
           [get](const T& self) {
             const pjrt::Program program = Take(Unlocked([&] { return get(self).OptimizedProgram(); }));
             return nb::make_tuple(program.format, FromBytes(program.code));
           })
      .def("compile_options", [get](const T& self) { return FromBytes(Take(get(self).compile_options())); })
      .def("serialize",
           [get](const T& self) { return FromBytes(Take(Unlocked([&] { return get(self).Serialize(); }))); });
}

}  // namespace

nb::dict ToPython(const pjrt::CompiledMemoryStats& stats) {
  nb::dict result;
  result["generated_code_size"] = stats.generated_code_size;
  result["argument_size"] = stats.argument_size;
  result["output_size"] = stats.output_size;
  result["alias_size"] = stats.alias_size;
  result["temp_size"] = stats.temp_size;
  result["host_generated_code_size"] = stats.host_generated_code_size;
  result["host_argument_size"] = stats.host_argument_size;
  result["host_output_size"] = stats.host_output_size;
  result["host_alias_size"] = stats.host_alias_size;
  result["host_temp_size"] = stats.host_temp_size;
  const auto add = [&](const char* name, const std::optional<int64_t>& value) {
    if (value) result[name] = *value;
  };
  add("peak_memory", stats.peak_memory);
  add("total_size", stats.total_size);
  add("total_allocation_bytes", stats.total_allocation_bytes);
  add("indefinite_allocations", stats.indefinite_allocations);
  add("peak_unpadded_heap_bytes", stats.peak_unpadded_heap_bytes);
  return result;
}

void BindExecutables(nb::module_& module) {
  Documented<PyExecutable> loaded(module, "Executable");
  BindFacts(loaded, [](const PyExecutable& self) -> const pjrt::Executable& { return self.executable.executable(); });
  loaded
      .def_prop_ro("devices",
                   [](const PyExecutable& self) {
                     const auto devices = self.executable.devices();
                     return std::vector<pjrt::Device>(devices.begin(), devices.end());
                   })
      .def_prop_ro("device_assignment",
                   [](const PyExecutable& self) { return ToPython(Take(self.executable.device_assignment())); })
      .def_prop_ro("logical_device_ids", &LogicalIds)
      .def("__call__", &Call)
      .def("execute", &Execute, nb::arg("args"), nb::kw_only(), nb::arg("non_donatable") = std::vector<int64_t>(),
           nb::arg("launch_id") = 0)
      .def("execute_sharded", &ExecuteSharded, nb::arg("rows"), nb::kw_only(),
           nb::arg("non_donatable") = std::vector<int64_t>(), nb::arg("launch_id") = 0)
      .def("delete", [](const PyExecutable& self) { Check(self.executable.Delete()); })
      .def_prop_ro("is_deleted", [](const PyExecutable& self) { return Take(self.executable.IsDeleted()); })
      .def("__repr__", [](const PyExecutable& self) { return "<Executable " + self.executable.name() + ">"; });
  Documented<pjrt::Executable> compiled(module, "CompiledProgram");
  BindFacts(compiled, [](const pjrt::Executable& self) -> const pjrt::Executable& { return self; });
}

}  // namespace cppjrt::python
