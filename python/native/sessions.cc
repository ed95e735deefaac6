// Session: a program with its arguments by name.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pjrt/session.h"
#include "python/native/arrays.h"
#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::Buffer;
using pjrt::Session;

// A session is of one thread at a time; Python's threads may meet where the interpreter's lock is given up.
struct PySession {
  PySession(pjrt::Client of, Session made) : client(std::move(of)), session(std::move(made)) {}

  template <typename F>
  auto Locked(F&& function) {
    return Unlocked([&] {
      const std::lock_guard lock(mutex);
      return function();
    });
  }

  pjrt::Client client;
  Session session;
  std::mutex mutex;
};

std::unique_ptr<PySession> MakeSession(const PyExecutable& program, std::vector<std::string> inputs,
                                       std::vector<std::string> outputs, nb::handle feedback) {
  pjrt::SessionOptions options;
  options.inputs = std::move(inputs);
  options.outputs = std::move(outputs);
  if (!feedback.is_none()) {
    for (const auto& [from, to] : nb::cast<nb::dict>(feedback)) {
      options.feedback.emplace_back(nb::cast<std::string>(from), nb::cast<std::string>(to));
    }
  }
  pjrt::Client client(program.client.client_state());
  Session session = Take(Session::Create(client, program.executable.Share(), std::move(options)));
  return std::make_unique<PySession>(std::move(client), std::move(session));
}

// A Buffer of Python goes on living beside the session's, so the session gets a copy of the device's memory; an array is uploaded.
Buffer OwnBuffer(const PySession& self, size_t device, nb::handle value) {
  const pjrt::Device& where = self.session.executable().devices()[device];
  if (nb::isinstance<PyBuffer>(value)) {
    const std::shared_ptr<Buffer> buffer = nb::inst_ptr<PyBuffer>(value)->buffer;
    return Take(Unlocked([&]() -> StatusOr<Buffer> {
      CPPJRT_ASSIGN_OR_RETURN(const pjrt::Memory memory, where.default_memory());
      return buffer->CopyToMemory(memory);
    }));
  }
  pjrt::UploadOptions options;
  options.device = &where;
  return UploadArray(self.client, value, options);
}

void Set(PySession& self, const std::string& name, nb::handle value) {
  const size_t num_devices = self.session.executable().devices().size();
  const bool rows = nb::isinstance<nb::list>(value);
  if (rows && nb::len(value) != num_devices) {
    Check(cppjrt::InvalidArgumentError("argument " + name + " was given " + std::to_string(nb::len(value)) +
                                       " values for " + std::to_string(num_devices) + " devices"));
  }
  std::vector<Buffer> buffers;
  for (size_t i = 0; i < num_devices; ++i) {
    const nb::object one = rows ? nb::object(value[i]) : nb::borrow(value);
    buffers.push_back(OwnBuffer(self, i, one));
  }
  Check(self.Locked([&] { return self.session.Set(name, std::move(buffers)); }));
}

void SetLoader(PySession& self, const std::string& name, nb::object function) {
  auto held = std::make_shared<Held>(std::move(function));
  Check(self.Locked([&] {
    return self.session.SetLoader(name,
                                  [held](const pjrt::Client& client, const pjrt::Device& device) -> StatusOr<Buffer> {
                                    std::optional<Buffer> loaded;
                                    CPPJRT_RETURN_IF_ERROR(WithPython([&] {
                                      const nb::object array = CallPython(held->get(), nb::make_tuple(device));
                                      pjrt::UploadOptions options;
                                      options.device = &device;
                                      loaded = UploadArray(client, array, options);
                                      return OkStatus();
                                    }));
                                    return std::move(*loaded);
                                  });
  }));
}

// Arguments of one run: what is no Buffer is uploaded to each device.
struct RunArguments {
  std::vector<std::string> names;
  std::vector<std::vector<Buffer>> uploaded;
  std::vector<const Buffer*> given;

  std::vector<Session::Argument> List() const {
    std::vector<Session::Argument> result;
    for (size_t i = 0; i < names.size(); ++i) {
      if (given[i] != nullptr) {
        result.emplace_back(names[i], *given[i]);
      } else {
        result.emplace_back(names[i], std::span<const Buffer>(uploaded[i]));
      }
    }
    return result;
  }
};

RunArguments ToArguments(const PySession& self, const nb::kwargs& values) {
  const size_t num_devices = self.session.executable().devices().size();
  RunArguments result;
  for (const auto& [name, value] : values) {
    result.names.push_back(nb::cast<std::string>(name));
    std::vector<Buffer>& uploaded = result.uploaded.emplace_back();
    const bool as_it_is = nb::isinstance<PyBuffer>(value) && num_devices == 1;
    result.given.push_back(as_it_is ? nb::inst_ptr<PyBuffer>(value)->buffer.get() : nullptr);
    for (size_t i = 0; !as_it_is && i < num_devices; ++i) uploaded.push_back(OwnBuffer(self, i, value));
  }
  return result;
}

// Results by name: a Buffer, or one for each device if there are several. Those that were fed back are not in it.
nb::dict Run(PySession& self, const nb::kwargs& values) {
  const RunArguments arguments = ToArguments(self, values);
  const std::vector<Session::Argument> list = arguments.List();
  Session::Results results = Take(self.Locked([&] { return self.session.Run(list); }));
  const size_t num_devices = self.session.executable().devices().size();
  nb::dict found;
  for (const pjrt::Slot& slot : self.session.outputs()) {
    if (!results.Find(slot.name).ok()) continue;
    nb::list row;
    for (size_t i = 0; i < num_devices; ++i) row.append(nb::cast(PyBuffer(Take(results.Take(slot.name, i)))));
    found[slot.name.c_str()] = num_devices == 1 ? nb::object(row[0]) : nb::object(row);
  }
  return found;
}

// Arrays of the host: what is in the session may be donated by the next run.
nb::object Get(PySession& self, const std::string& name) {
  const std::span<const Buffer> buffers = Take(self.session.Get(name));
  nb::list row;
  for (const Buffer& buffer : buffers) {
    const pjrt::ArrayShape shape = Take(buffer.shape());
    const NewArray array = MakeArray(shape.type, shape.dims);
    Check(AwaitInterruptibly(buffer.ReadyEvent()));
    Check(Unlocked([&] { return buffer.CopyToHost(array.bytes).Await(); }));
    row.append(array.array);
  }
  if (buffers.empty()) return nb::none();
  return buffers.size() == 1 ? nb::object(row[0]) : nb::object(row);
}

nb::list SlotsOf(const std::vector<pjrt::Slot>& slots) {
  nb::list result;
  for (const pjrt::Slot& slot : slots) {
    result.append(nb::make_tuple(slot.name, NameOf(slot.shape.type), ToTuple(slot.shape.dims)));
  }
  return result;
}

}  // namespace

void BindSessions(nb::module_& module) {
  Documented<PySession>(module, "Session")
      .def(nb::new_(&MakeSession), nb::arg("executable"), nb::arg("inputs") = std::vector<std::string>(),
           nb::arg("outputs") = std::vector<std::string>(), nb::arg("feedback") = nb::none())
      .def_prop_ro("inputs", [](const PySession& self) { return SlotsOf(self.session.inputs()); })
      .def_prop_ro("outputs", [](const PySession& self) { return SlotsOf(self.session.outputs()); })
      .def("set", &Set, nb::arg("name"), nb::arg("value"))
      .def("set_loader", &SetLoader, nb::arg("name"), nb::arg("loader"))
      .def("get", &Get, nb::arg("name"))
      .def("run", &Run)
      .def("wait", [](PySession& self) { Check(self.Locked([&] { return self.session.Wait(); })); })
      .def(
          "save",
          [](PySession& self, const std::string& path, nb::handle note) {
            const pjrt::NamedValues values = ToNamedValues(note);
            Check(self.Locked([&] { return self.session.Save(path, values); }));
          },
          nb::arg("path"), nb::arg("note") = nb::none())
      .def(
          "restore",
          [](PySession& self, const std::string& path) {
            return ToPython(Take(self.Locked([&] { return self.session.Restore(path); })));
          },
          nb::arg("path"));
}

}  // namespace cppjrt::python
