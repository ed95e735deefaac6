// Client: a plugin at work.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/dlpack.h"
#include "pjrt/memory_report.h"
#include "python/native/arrays.h"
#include "python/native/docs.h"
#include "python/native/objects.h"
#include "python/native/stores.h"

namespace cppjrt::python {
namespace {

using pjrt::Client;
using pjrt::UploadOptions;

std::vector<pjrt::Device> Copy(std::span<const pjrt::Device> devices) { return {devices.begin(), devices.end()}; }

PyClient MakeClient(const pjrt::Plugin& plugin, nb::handle options, nb::handle store) {
  pjrt::ClientOptions wanted;
  wanted.create_options = ToNamedValues(options);
  wanted.key_value_store = ToStore(store);
  return PyClient(Take(Unlocked([&] { return Client::Create(plugin, wanted); })));
}

// Where an upload goes, kept while the options point to it.
struct Place {
  explicit Place(nb::handle where) {
    if (nb::isinstance<pjrt::Memory>(where)) {
      memory = nb::cast<const pjrt::Memory&>(where);
      options.memory = &memory;
    } else if (!where.is_none()) {
      device = nb::cast<const pjrt::Device&>(where);
      options.device = &device;
    }
  }
  pjrt::Device device;
  pjrt::Memory memory;
  UploadOptions options;
};

std::optional<std::vector<int64_t>> ToDims(nb::handle shape) {
  if (shape.is_none()) return {};
  if (nb::isinstance<nb::int_>(shape)) return std::vector<int64_t>{nb::cast<int64_t>(shape)};
  return nb::cast<std::vector<int64_t>>(shape);
}

// A buffer that may use the array's own memory: the array is held until the plugin is done with it.
pjrt::Buffer UploadSharing(const Client& client, nb::handle array, const UploadOptions& options, nb::handle type,
                           nb::handle dims) {
  auto* const view = new HostView(array, ToOptionalElementType(type), ToDims(dims));
  UploadOptions sharing = options;
  sharing.semantics = pjrt::HostBufferSemantics::kImmutableZeroCopy;
  pjrt::Event done;
  sharing.done_with_host_buffer = &done;
  StatusOr<pjrt::Buffer> buffer = Unlocked([&] { return client.Upload(view->array(), sharing); });
  if (!buffer.ok()) {
    delete view;
    return Take(std::move(buffer));
  }
  Unlocked([&] {
    done.OnReady([view](const Status&) {
      static_cast<void>(WithPython([view] {
        delete view;
        return OkStatus();
      }));
    });
  });
  return Take(std::move(buffer));
}

PyBuffer Upload(const PyClient& self, nb::handle array, nb::handle where, nb::handle dtype, nb::handle shape,
                bool zero_copy) {
  const Place place(where);
  if (zero_copy) return PyBuffer(UploadSharing(self.client, array, place.options, dtype, shape));
  return PyBuffer(UploadArray(self.client, array, place.options, dtype, shape));
}

PyBuffer Empty(const PyClient& self, nb::handle shape, nb::handle dtype, nb::handle where) {
  const Place place(where);
  const auto type = ToElementType(dtype);
  const auto dims = *ToDims(shape);
  return PyBuffer(Take(self.client.CreateUninitialized(type, dims, place.options.device, place.options.memory)));
}

// Takes over what a capsule holds; renames it, as DLPack wants.
template <typename Tensor>
pjrt::Buffer TakeTensor(const Client& client, nb::handle capsule, const char* name, const char* used,
                        const pjrt::FromDlpackOptions& options) {
  auto* const tensor = static_cast<Tensor*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (tensor == nullptr) throw nb::python_error();
  StatusOr<pjrt::Buffer> buffer = Unlocked([&] { return pjrt::FromDlpack(client, tensor, options); });
  if (buffer.ok() && PyCapsule_SetName(capsule.ptr(), used) != 0) throw nb::python_error();
  return Take(std::move(buffer));
}

nb::object CapsuleOf(nb::handle object) {
  if (PyCapsule_CheckExact(object.ptr())) return nb::borrow(object);
  try {
    return object.attr("__dlpack__")(nb::arg("max_version") = nb::make_tuple(1, 1));
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_TypeError)) throw;  // a producer of before DLPack 1.0
  }
  return object.attr("__dlpack__")();
}

PyBuffer FromDlpack(const PyClient& self, nb::handle object, nb::handle device, std::optional<bool> copy) {
  const Place place(device);
  pjrt::FromDlpackOptions options;
  options.device = place.options.device;
  options.copy = copy;
  const nb::object capsule = CapsuleOf(object);
  if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned")) {
    return PyBuffer(TakeTensor<DLManagedTensorVersioned>(self.client, capsule, "dltensor_versioned",
                                                         "used_dltensor_versioned", options));
  }
  return PyBuffer(TakeTensor<DLManagedTensor>(self.client, capsule, "dltensor", "used_dltensor", options));
}

PyExecutable Compile(const PyClient& self, nb::handle program, nb::handle options, const std::string& format) {
  const pjrt::Program code = ToProgram(program, format);
  const pjrt::CompileOptions wanted = ToCompileOptions(options);
  return PyExecutable(self.client, Take(Unlocked([&] { return self.client.Compile(code, wanted); })));
}

PyExecutable Deserialize(const PyClient& self, nb::handle data, nb::handle options) {
  const std::string bytes = ToBytes(data);
  const pjrt::CompileOptions wanted = ToCompileOptions(options);
  const pjrt::CompileOptions* const given = options.is_none() ? nullptr : &wanted;
  return PyExecutable(self.client, Take(Unlocked([&] { return self.client.Deserialize(bytes, given); })));
}

void BindData(Documented<PyClient>& client) {
  client
      .def("upload", &Upload, nb::arg("array"), nb::arg("where") = nb::none(), nb::kw_only(),
           nb::arg("dtype") = nb::none(), nb::arg("shape") = nb::none(), nb::arg("zero_copy") = false)
      .def("empty", &Empty, nb::arg("shape"), nb::arg("dtype"), nb::arg("where") = nb::none())
      .def("from_dlpack", &FromDlpack, nb::arg("tensor"), nb::arg("device") = nb::none(), nb::kw_only(),
           nb::arg("copy") = nb::none());
}

}  // namespace

pjrt::Buffer UploadArray(const Client& client, nb::handle array, const UploadOptions& options, nb::handle type,
                         nb::handle dims) {
  const HostView view(array, ToOptionalElementType(type), ToDims(dims));
  return Take(Unlocked([&] { return client.Upload(view.array(), options); }));
}

pjrt::Program ToProgram(nb::handle code, const std::string& format) { return {ToBytes(code), format}; }

void BindClients(nb::module_& module) {
  Documented<PyClient> client(module, "Client", nb::is_weak_referenceable());
  client.def(nb::new_(&MakeClient), nb::arg("plugin"), nb::arg("options") = nb::none(), nb::arg("store") = nb::none())
      .def_prop_ro("plugin", [](const PyClient& self) { return self.client.plugin(); })
      .def_prop_ro("platform_name", [](const PyClient& self) { return self.client.platform_name(); })
      .def_prop_ro("platform_version", [](const PyClient& self) { return self.client.platform_version(); })
      .def_prop_ro("process_index", [](const PyClient& self) { return self.client.process_index(); })
      .def_prop_ro("devices", [](const PyClient& self) { return Copy(self.client.devices()); })
      .def_prop_ro("local_devices", [](const PyClient& self) { return Copy(self.client.addressable_devices()); })
      .def_prop_ro("memories",
                   [](const PyClient& self) {
                     return std::vector<pjrt::Memory>(self.client.memories().begin(), self.client.memories().end());
                   })
      .def(
          "device", [](const PyClient& self, int id) { return Take(self.client.LookupDevice(id)); }, nb::arg("id"))
      .def(
          "default_device_assignment",
          [](const PyClient& self, int replicas, int partitions) {
            return ToPython(Take(self.client.DefaultDeviceAssignment(replicas, partitions)));
          },
          nb::arg("num_replicas"), nb::arg("num_partitions"))
      .def("topology", [](const PyClient& self) { return Take(self.client.topology()); })
      .def("compile", &Compile, nb::arg("program"), nb::arg("options") = nb::none(), nb::kw_only(),
           nb::arg("format") = "mlir")
      .def("deserialize", &Deserialize, nb::arg("data"), nb::arg("options") = nb::none())
      .def("memory_report", [](const PyClient& self) { return pjrt::ReportMemory(self.client).ToString(); })
      .def("__repr__", [](const PyClient& self) {
        return "<Client " + self.client.platform_name() + ", " + std::to_string(self.client.devices().size()) +
               " devices>";
      });
  BindData(client);
}

}  // namespace cppjrt::python
