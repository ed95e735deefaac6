// Buffer: an array on a device, with numpy's, DLPack's and the buffer protocol's ways of looking at it.
//
// Views share the device's memory where the host can read it: a view holds an external reference, so the plugin neither moves nor
// reuses the memory, and no execution takes it over. Otherwise they hold a copy.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <string>
#include <vector>

#include "pjrt/dlpack.h"
#include "python/native/arrays.h"
#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::Buffer;
using pjrt::ElementType;

// Waits until the buffer is ready. A signal ends the wait, and the program that the buffer is a result of: nobody waits for it
// any more.
Status Await(const Buffer& buffer, int launch_id) {
  return AwaitInterruptibly(buffer.ReadyEvent(), [&] {
    if (launch_id == 0) return;
    const StatusOr<pjrt::Device> device = buffer.device();
    if (device.ok()) (void)device->PoisonExecution(launch_id, cppjrt::CancelledError("interrupted"));
  });
}

// The values of a buffer where the host can read them.
class HostValues {
 public:
  // Waits for the values, without the lock of the interpreter.
  explicit HostValues(const PyBuffer& buffer) : buffer_(buffer.buffer) {
    shape_ = Take(buffer_->shape());
    size_ = Take(pjrt::HostBytes(shape_.type, shape_.dims));
    Check(Await(*buffer_, buffer.launch_id));
    Check(Unlocked([&] { return Fill(); }));
  }
  HostValues(const HostValues&) = delete;
  HostValues& operator=(const HostValues&) = delete;
  ~HostValues() {
    if (shared_) (void)buffer_->DecreaseExternalReferenceCount();
  }

  const pjrt::ArrayShape& shape() const { return shape_; }
  int64_t size() const { return size_; }
  void* data() { return shared_ ? memory_ : copy_.data(); }

 private:
  Status Fill() {
    if (TakeMemory()) return OkStatus();
    copy_.resize(static_cast<size_t>(size_));
    return buffer_->CopyToHost(copy_).Await();
  }

  // True if the memory itself can be read, as a dense row-major array of host elements.
  bool TakeMemory() {
    if (size_ == 0 || pjrt::IsSubByte(shape_.type)) return false;
    const StatusOr<bool> on_host = buffer_->IsOnCpu();
    if (!on_host.ok() || !*on_host) return false;
    const StatusOr<pjrt::Layout> layout = buffer_->layout();
    if (!layout.ok() || !pjrt::IsRowMajor(*layout, shape_.dims, pjrt::HostBytesPerElement(shape_.type))) return false;
    if (!buffer_->IncreaseExternalReferenceCount().ok()) return false;
    shared_ = true;
    const StatusOr<void*> memory = buffer_->DeviceMemoryPointer();
    if (memory.ok() && *memory != nullptr) {
      memory_ = *memory;
      return true;
    }
    (void)buffer_->DecreaseExternalReferenceCount();
    shared_ = false;
    return false;
  }

  std::shared_ptr<Buffer> buffer_;
  pjrt::ArrayShape shape_;
  int64_t size_ = 0;
  bool shared_ = false;
  void* memory_ = nullptr;
  std::vector<std::byte> copy_;
};

// What a Py_buffer of a Buffer points into.
struct Export {
  explicit Export(const PyBuffer& buffer) : values(buffer) {}
  HostValues values;
  std::vector<Py_ssize_t> shape;
  std::vector<Py_ssize_t> strides;
};

void Describe(Export& exported, Py_buffer& view, int flags) {
  const pjrt::ArrayShape& shape = exported.values.shape();
  exported.shape.assign(shape.dims.begin(), shape.dims.end());
  exported.strides.resize(shape.dims.size());
  Py_ssize_t stride = pjrt::HostBytesPerElement(shape.type);
  view.itemsize = stride;
  for (size_t i = shape.dims.size(); i-- > 0;) {
    exported.strides[i] = stride;
    stride *= shape.dims[i];
  }
  view.buf = exported.values.data();
  view.len = exported.values.size();
  view.readonly = 1;
  view.ndim = static_cast<int>(shape.dims.size());
  view.format = (flags & PyBUF_FORMAT) != 0 ? const_cast<char*>(FormatOf(shape.type)) : nullptr;
  view.shape = (flags & PyBUF_ND) != 0 ? exported.shape.data() : nullptr;
  view.strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? exported.strides.data() : nullptr;
  view.suboffsets = nullptr;
  view.internal = &exported;
}

// numpy.asarray forgets what the buffer protocol raised and asks for __array__ next, which then must not wait again.
thread_local const Buffer* t_interrupted = nullptr;

int GetBuffer(PyObject* self, Py_buffer* view, int flags) {
  view->obj = nullptr;
  t_interrupted = nullptr;
  try {
    const PyBuffer& py_buffer = *nb::inst_ptr<PyBuffer>(self);
    const ElementType type = Take(py_buffer.buffer->element_type());
    if ((flags & PyBUF_WRITABLE) != 0) {
      PyErr_SetString(PyExc_BufferError, "a buffer of a device cannot be written");
      return -1;
    }
    if ((flags & PyBUF_FORMAT) != 0 && FormatOf(type) == nullptr) {
      PyErr_Format(PyExc_BufferError,
                   "the buffer protocol has no letter for %s; numpy.asarray gives an array of ml_dtypes",
                   NameOf(type).c_str());
      return -1;
    }
    auto exported = std::make_unique<Export>(py_buffer);
    Describe(*exported, *view, flags);
    exported.release();
    Py_INCREF(self);
    view->obj = self;
    return 0;
  } catch (const StatusError& error) {
    PyErr_SetString(PyExc_BufferError, error.status().ToString().c_str());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (nb::python_error& error) {
    t_interrupted = nb::inst_ptr<PyBuffer>(self)->buffer.get();
    error.restore();
  }
  return -1;
}

void ReleaseBuffer(PyObject*, Py_buffer* view) { delete static_cast<Export*>(view->internal); }

PyType_Slot buffer_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&GetBuffer)},
                              {Py_bf_releasebuffer, reinterpret_cast<void*>(&ReleaseBuffer)},
                              {0, nullptr}};

// The values as plain bytes, for numpy arrays of types that the buffer protocol has no letter for.
struct RawView {
  explicit RawView(const PyBuffer& buffer) : values(buffer) {}
  HostValues values;
};

int GetRawBuffer(PyObject* self, Py_buffer* view, int flags) {
  RawView& raw = *nb::inst_ptr<RawView>(self);
  return PyBuffer_FillInfo(view, self, raw.values.data(), static_cast<Py_ssize_t>(raw.values.size()), 1, flags);
}
PyType_Slot raw_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&GetRawBuffer)}, {0, nullptr}};

nb::object ViewOf(const PyBuffer& self) {
  const nb::object raw = nb::cast(new RawView(self), nb::rv_policy::take_ownership);
  const pjrt::ArrayShape& shape = nb::cast<RawView&>(raw).values.shape();
  return ArrayOver(raw, shape.type, shape.dims);
}

nb::object AsArray(const PyBuffer& self, nb::handle dtype, std::optional<bool> copy) {
  if (std::exchange(t_interrupted, nullptr) == self.buffer.get()) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
  }
  nb::object view = ViewOf(self);
  if (!dtype.is_none() && !nb::object(view.attr("dtype")).equal(dtype)) {
    if (copy && !*copy) throw nb::value_error("another dtype needs a copy");
    return view.attr("astype")(dtype);
  }
  return copy && *copy ? nb::object(view.attr("copy")()) : view;
}

nb::object ToHost(const PyBuffer& self) {
  const pjrt::ArrayShape shape = Take(self.buffer->shape());
  const NewArray result = MakeArray(shape.type, shape.dims);
  // A copy under way cannot be given up: it writes into the array.
  Check(Await(*self.buffer, self.launch_id));
  Check(Unlocked([&] { return self.buffer->CopyToHost(result.bytes).Await(); }));
  return result.array;
}

std::string Describe(const PyBuffer& self) {
  const StatusOr<bool> deleted = self.buffer->IsDeleted();
  if (!self.buffer->valid() || !deleted.ok() || *deleted) return "<Buffer (deleted)>";
  const StatusOr<pjrt::ArrayShape> shape = self.buffer->shape();
  const StatusOr<pjrt::Device> device = self.buffer->device();
  return "<Buffer " + (shape.ok() ? pjrt::ToString(*shape) : "?") + " on " +
         (device.ok() ? device->description().text : "?") + ">";
}

PyBuffer CopyTo(const PyBuffer& self, nb::handle where) {
  if (nb::isinstance<pjrt::Device>(where)) {
    const auto& device = nb::cast<const pjrt::Device&>(where);
    return PyBuffer(Take(Unlocked([&] { return self.buffer->CopyToDevice(device); })));
  }
  const auto& memory = nb::cast<const pjrt::Memory&>(where);
  return PyBuffer(Take(Unlocked([&] { return self.buffer->CopyToMemory(memory); })));
}

// --- DLPack

template <typename Tensor>
void DropTensor(PyObject* capsule, const char* name) {
  auto* const tensor = static_cast<Tensor*>(PyCapsule_GetPointer(capsule, name));
  if (tensor == nullptr) {
    PyErr_Clear();  // it was taken, and renamed
    return;
  }
  if (tensor->deleter != nullptr) tensor->deleter(tensor);
}

nb::object ToDlpack(const PyBuffer& self, nb::handle stream, nb::handle max_version, nb::handle,
                    std::optional<bool> copy) {
  pjrt::ToDlpackOptions options;
  options.copy = copy;
  if (!stream.is_none()) options.stream = nb::cast<intptr_t>(stream);
  const bool versioned = !max_version.is_none() && nb::cast<int>(nb::cast<nb::tuple>(max_version)[0]) >= 1;
  if (versioned) {
    auto* const tensor =
        Take(Unlocked([&] { return pjrt::ToDlpack(std::shared_ptr<const Buffer>(self.buffer), options); }));
    return nb::steal(PyCapsule_New(tensor, "dltensor_versioned", [](PyObject* capsule) {
      DropTensor<DLManagedTensorVersioned>(capsule, "dltensor_versioned");
    }));
  }
  auto* const tensor =
      Take(Unlocked([&] { return pjrt::ToDlpackLegacy(std::shared_ptr<const Buffer>(self.buffer), options); }));
  return nb::steal(
      PyCapsule_New(tensor, "dltensor", [](PyObject* capsule) { DropTensor<DLManagedTensor>(capsule, "dltensor"); }));
}

nb::tuple DlpackDevice(const PyBuffer& self) {
  const DLDevice device = Take(pjrt::DlpackDeviceOf(*self.buffer));
  return nb::make_tuple(static_cast<int>(device.device_type), device.device_id);
}

void BindViews(Documented<PyBuffer>& buffer) {
  buffer.def("view", &ViewOf)
      .def("to_host", &ToHost)
      .def("__array__", &AsArray, nb::arg("dtype") = nb::none(), nb::arg("copy") = nb::none())
      .def("__dlpack__", &ToDlpack, nb::kw_only(), nb::arg("stream") = nb::none(), nb::arg("max_version") = nb::none(),
           nb::arg("dl_device") = nb::none(), nb::arg("copy") = nb::none())
      .def("__dlpack_device__", &DlpackDevice)
      .def("unsafe_pointer", [](const PyBuffer& self) { return Take(self.buffer->UnsafePointer()); });
}

}  // namespace

const Buffer& BufferOf(nb::handle object, const char* what) {
  if (nb::isinstance<PyBuffer>(object)) return *nb::inst_ptr<PyBuffer>(object)->buffer;
  throw nb::type_error((std::string(what) + " is no Buffer").c_str());
}

nb::list ToPython(std::vector<Buffer> buffers, int launch_id) {
  nb::list result;
  for (Buffer& buffer : buffers) result.append(nb::cast(PyBuffer(std::move(buffer), launch_id)));
  return result;
}

nb::list ToPython(const std::vector<pjrt::ArrayShape>& shapes) {
  nb::list result;
  for (const pjrt::ArrayShape& shape : shapes) result.append(nb::make_tuple(NameOf(shape.type), ToTuple(shape.dims)));
  return result;
}

void BindBuffers(nb::module_& module) {
  Documented<RawView>(module, "_RawView", nb::type_slots(raw_slots));
  Documented<PyBuffer> buffer(module, "Buffer", nb::type_slots(buffer_slots), nb::is_weak_referenceable());
  buffer.def_prop_ro("shape", [](const PyBuffer& self) { return ToTuple(Take(self.buffer->dimensions())); })
      .def_prop_ro("element_type", [](const PyBuffer& self) { return NameOf(Take(self.buffer->element_type())); })
      .def_prop_ro("dtype", [](const PyBuffer& self) { return DtypeOf(Take(self.buffer->element_type())); })
      .def_prop_ro("ndim", [](const PyBuffer& self) { return Take(self.buffer->dimensions()).size(); })
      .def_prop_ro("size",
                   [](const PyBuffer& self) { return Take(pjrt::NumElements(Take(self.buffer->dimensions()))); })
      .def_prop_ro("nbytes",
                   [](const PyBuffer& self) {
                     const pjrt::ArrayShape shape = Take(self.buffer->shape());
                     return Take(pjrt::HostBytes(shape.type, shape.dims));
                   })
      .def_prop_ro("on_device_size", [](const PyBuffer& self) { return Take(self.buffer->OnDeviceSize()); })
      .def_prop_ro("layout", [](const PyBuffer& self) { return pjrt::ToString(Take(self.buffer->layout())); })
      .def_prop_ro("device", [](const PyBuffer& self) { return Take(self.buffer->device()); })
      .def_prop_ro("memory", [](const PyBuffer& self) { return Take(self.buffer->memory()); })
      .def_prop_ro("is_deleted", [](const PyBuffer& self) { return Take(self.buffer->IsDeleted()); })
      .def("is_ready", [](const PyBuffer& self) { return self.buffer->ReadyEvent().IsReady(); })
      .def("block_until_ready",
           [](nb::handle_t<PyBuffer> self) {
             const PyBuffer& waited = *nb::inst_ptr<PyBuffer>(self);
             Check(Await(*waited.buffer, waited.launch_id));
             return nb::borrow(self);
           })
      .def("copy_to", &CopyTo, nb::arg("where"))
      .def("delete", [](const PyBuffer& self) { Check(self.buffer->Delete()); })
      .def("__repr__", static_cast<std::string (*)(const PyBuffer&)>(&Describe));
  BindViews(buffer);
}

}  // namespace cppjrt::python
