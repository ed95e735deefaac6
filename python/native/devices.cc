// Device and Memory.
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pjrt/device.h"
#include "python/native/bind.h"
#include "python/native/docs.h"

namespace cppjrt::python {
namespace {

using pjrt::Device;
using pjrt::Memory;

nb::dict StatsOf(const Device& device) {
  const pjrt::MemoryStats stats = Take(Unlocked([&] { return device.memory_stats(); }));
  nb::dict result;
  result["bytes_in_use"] = stats.bytes_in_use;
  const auto add = [&](const char* name, const std::optional<int64_t>& value) {
    if (value) result[name] = *value;
  };
  add("peak_bytes_in_use", stats.peak_bytes_in_use);
  add("num_allocs", stats.num_allocs);
  add("largest_alloc_size", stats.largest_alloc_size);
  add("bytes_limit", stats.bytes_limit);
  add("bytes_reserved", stats.bytes_reserved);
  add("peak_bytes_reserved", stats.peak_bytes_reserved);
  add("bytes_reservable_limit", stats.bytes_reservable_limit);
  add("largest_free_block_bytes", stats.largest_free_block_bytes);
  add("pool_bytes", stats.pool_bytes);
  add("peak_pool_bytes", stats.peak_pool_bytes);
  add("peak_allocated_bytes", stats.peak_allocated_bytes);
  return result;
}

void BindMemory(Documented<Memory>& memory) {
  memory.def_prop_ro("id", &Memory::id)
      .def_prop_ro("kind", &Memory::kind)
      .def_prop_ro("devices", &Memory::devices)
      .def(
          "__eq__",
          [](const Memory& a, nb::handle b) { return nb::isinstance<Memory>(b) && a == nb::cast<const Memory&>(b); },
          nb::arg("other").none())
      .def("__hash__", [](const Memory& self) { return std::hash<const void*>()(self.raw()); })
      .def("__repr__", [](const Memory& self) { return "<Memory " + self.debug_text() + ">"; });
}

}  // namespace

void BindDevices(nb::module_& module) {
  Documented<Device> device(module, "Device");
  Documented<Memory> memory(module, "Memory");
  device.def_prop_ro("id", &Device::id)
      .def_prop_ro("kind", &Device::kind)
      .def_prop_ro("process_index", [](const Device& self) { return self.description().process_index; })
      .def_prop_ro("local_hardware_id", &Device::local_hardware_id)
      .def_prop_ro("addressable", &Device::addressable)
      .def_prop_ro("attributes", [](const Device& self) { return ToPython(self.description().attributes); })
      .def_prop_ro("memories", &Device::memories)
      .def_prop_ro("default_memory", [](const Device& self) { return Take(self.default_memory()); })
      .def("memory_stats", &StatsOf)
      .def("clear_memory_stats", [](const Device& self) { Check(self.ClearMemoryStats()); })
      .def(
          "poison_execution",
          [](const Device& self, int launch_id, const std::string& message) {
            return Take(Unlocked([&] { return self.PoisonExecution(launch_id, cppjrt::CancelledError(message)); }));
          },
          nb::arg("launch_id"), nb::arg("message") = "poisoned")
      .def(
          "__eq__",
          [](const Device& a, nb::handle b) { return nb::isinstance<Device>(b) && a == nb::cast<const Device&>(b); },
          nb::arg("other").none())
      .def("__hash__", [](const Device& self) { return std::hash<const void*>()(self.raw()); })
      .def("__repr__", [](const Device& self) { return "<Device " + self.description().debug_text + ">"; });
  BindMemory(memory);
}

}  // namespace cppjrt::python
