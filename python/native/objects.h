// The C++ objects behind the classes of the module.
#ifndef CPPJRT_PYTHON_NATIVE_OBJECTS_H_
#define CPPJRT_PYTHON_NATIVE_OBJECTS_H_

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/executable.h"
#include "python/native/bind.h"

namespace cppjrt::python {

struct PyClient {
  explicit PyClient(pjrt::Client made) : client(std::move(made)) {}
  pjrt::Client client;
};

// Shared with views of its memory and with tensors of DLPack.
struct PyBuffer {
  explicit PyBuffer(pjrt::Buffer made, int of_launch = 0)
      : buffer(std::make_shared<pjrt::Buffer>(std::move(made))), launch_id(of_launch) {}
  std::shared_ptr<pjrt::Buffer> buffer;
  int launch_id;  // of the execution it is a result of; 0: not known, or of none
};

// Whether executions get numbers of their own, by which they can be ended: on this package's plugin. Others may compare them
// across processes.
inline bool NumbersLaunches(const pjrt::Client& client) { return client.platform_version().starts_with("cppjrt"); }

// A program on its devices, and the client it came from, for arguments that are to be uploaded.
struct PyExecutable {
  PyExecutable(const pjrt::Client& from, pjrt::LoadedExecutable made)
      : client(from.client_state()), executable(std::move(made)), numbered(NumbersLaunches(client)) {}
  pjrt::Client client;
  pjrt::LoadedExecutable executable;
  bool numbered;
};

// What runs of a plugin carry once kernels in Python are registered there; null before.
const pjrt::ExecuteContext* KernelContext(const pjrt::Plugin& plugin);

// Names the type in messages: "argument 2".
const pjrt::Buffer& BufferOf(nb::handle object, const char* what);

// Uploads an array to a device, waiting only as long as its memory is read.
pjrt::Buffer UploadArray(const pjrt::Client& client, nb::handle array, const pjrt::UploadOptions& options,
                         nb::handle type = nb::none(), nb::handle dims = nb::none());

// None, a CompileOptions, or the serialized message as bytes.
pjrt::CompileOptions ToCompileOptions(nb::handle object);
// str or bytes, and how the plugin shall read them.
pjrt::Program ToProgram(nb::handle code, const std::string& format);
nb::list ToPython(std::vector<pjrt::Buffer> buffers, int launch_id = 0);
nb::dict ToPython(const pjrt::CompiledMemoryStats& stats);
// ("f32", (2, 3)) for each.
nb::list ToPython(const std::vector<pjrt::ArrayShape>& shapes);

// A list of device lists: assignment[replica][partition].
nb::list ToPython(const pjrt::DeviceAssignment& assignment);

}  // namespace cppjrt::python

#endif  // CPPJRT_PYTHON_NATIVE_OBJECTS_H_
