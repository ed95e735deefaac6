// Custom kernels written in Python. A kernel gets its arguments and then its results as arrays over the plugin's memory, and the
// attributes of the call by name:
//
//   @cppjrt.ffi.register("scale")
//   def scale(x, y, *, factor):
//       y[...] = factor * x
#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "pjrt/execute_context.h"
#include "pjrt/ffi/kernel.h"
#include "python/native/arrays.h"
#include "python/native/bind.h"
#include "python/native/docs.h"
#include "python/native/objects.h"

namespace cppjrt::python {
namespace {

using pjrt::ElementType;
using pjrt::ffi::ArrayView;
using pjrt::ffi::AttributeView;
using pjrt::ffi::Dictionary;
using pjrt::ffi::Frame;

// What a kernel that asks for its context gets; valid during the call.
struct CallContext {
  int64_t run_id = 0;
  int32_t device_ordinal = 0;
};

template <typename T>
T Load(const void* data, size_t i) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(data) + i * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
nb::object ComplexOf(const void* data, size_t i) {
  const T real = Load<T>(data, 2 * i);
  const T imaginary = Load<T>(data, 2 * i + 1);
  return nb::steal(PyComplex_FromDoubles(static_cast<double>(real), static_cast<double>(imaginary)));
}

// Types that Python has no number for are read by numpy.
nb::object NumpyScalar(ElementType type, const void* data, size_t i) {
  const auto bytes = static_cast<size_t>(pjrt::HostBytesPerElement(type));
  const nb::bytes copy(static_cast<const char*>(data) + i * bytes, bytes);
  const nb::object array = ArrayOver(copy, type, std::vector<int64_t>{1});
  return nb::float_(array[0]);
}

nb::object ScalarOf(ElementType type, const void* data, size_t i) {
  switch (type) {
    case ElementType::kPred:
      return nb::bool_(Load<uint8_t>(data, i) != 0);
    case ElementType::kS8:
      return nb::int_(Load<int8_t>(data, i));
    case ElementType::kS16:
      return nb::int_(Load<int16_t>(data, i));
    case ElementType::kS32:
      return nb::int_(Load<int32_t>(data, i));
    case ElementType::kS64:
      return nb::int_(Load<int64_t>(data, i));
    case ElementType::kU8:
      return nb::int_(Load<uint8_t>(data, i));
    case ElementType::kU16:
      return nb::int_(Load<uint16_t>(data, i));
    case ElementType::kU32:
      return nb::int_(Load<uint32_t>(data, i));
    case ElementType::kU64:
      return nb::int_(Load<uint64_t>(data, i));
    case ElementType::kF32:
      return nb::float_(static_cast<double>(Load<float>(data, i)));
    case ElementType::kF64:
      return nb::float_(Load<double>(data, i));
    case ElementType::kC64:
      return ComplexOf<float>(data, i);
    case ElementType::kC128:
      return ComplexOf<double>(data, i);
    default:
      return NumpyScalar(type, data, i);
  }
}

nb::object ToPython(const AttributeView& view);

nb::dict ToPython(const Dictionary& attributes) {
  nb::dict result;
  for (int64_t i = 0; i < attributes.size(); ++i) {
    result[nb::cast(std::string(attributes.name(i)))] = ToPython(attributes.at(i));
  }
  return result;
}

// A scalar is a number, an array a list of them, a string a str, a dictionary a dict.
nb::object ToPython(const AttributeView& view) {
  switch (view.kind) {
    case AttributeView::Kind::kScalar:
      return ScalarOf(view.type, view.data, 0);
    case AttributeView::Kind::kArray: {
      nb::list result;
      for (size_t i = 0; i < view.size; ++i) result.append(ScalarOf(view.type, view.data, i));
      return result;
    }
    case AttributeView::Kind::kString:
      return nb::steal(PyUnicode_DecodeUTF8(static_cast<const char*>(view.data), static_cast<Py_ssize_t>(view.size),
                                            "surrogateescape"));
    case AttributeView::Kind::kDictionary:
      return ToPython(Dictionary(view.data));
    case AttributeView::Kind::kNone:
      break;
  }
  return nb::none();
}

// The arrays of one call, and what of them must not outlive it.
class CallArguments {
 public:
  void Add(const ArrayView& view, bool writable) {
    if (view.type == ElementType::kInvalid || view.type == ElementType::kToken) {
      objects_.push_back(nb::none());
      return;
    }
    const int64_t bytes = Take(pjrt::HostBytes(view.type, view.dims));
    const int flags = writable ? PyBUF_WRITE : PyBUF_READ;
    const nb::object memory =
        nb::steal(PyMemoryView_FromMemory(static_cast<char*>(view.data), static_cast<Py_ssize_t>(bytes), flags));
    objects_.push_back(ArrayOver(memory, view.type, view.dims));
  }

  nb::object Call(nb::handle function, const nb::dict& attributes) const {
    const nb::object args = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(objects_.size())));
    if (!args.is_valid()) throw nb::python_error();
    for (size_t i = 0; i < objects_.size(); ++i) {
      PyTuple_SetItem(args.ptr(), static_cast<Py_ssize_t>(i), nb::object(objects_[i]).release().ptr());
    }
    return CallPython(function, args, attributes);
  }

  // INTERNAL if the kernel kept an array: its memory is about to be used for something else.
  Status CheckDropped(const std::string& target) const {
    for (size_t i = 0; i < objects_.size(); ++i) {
      if (objects_[i].is_none() || Py_REFCNT(objects_[i].ptr()) == 1) continue;
      return cppjrt::InternalError("kernel " + target + " kept array " + std::to_string(i) +
                                   " beyond its call, whose memory goes then; let it keep a copy");
    }
    return OkStatus();
  }

 private:
  std::vector<nb::object> objects_;
};

struct PythonKernel {
  PythonKernel(std::string name, nb::object python, bool context)
      : target(std::move(name)), function(std::move(python)), wants_context(context) {}
  std::string target;
  Held function;
  bool wants_context;
};

// REQUIRES: the lock of the interpreter.
Status Call(const PythonKernel& kernel, const Frame& frame) {
  CallArguments arguments;
  for (int64_t i = 0; i < frame.num_args(); ++i) arguments.Add(Take(frame.Arg(i)), false);
  for (int64_t i = 0; i < frame.num_rets(); ++i) arguments.Add(Take(frame.Ret(i)), true);
  nb::dict attributes = ToPython(frame.attributes());
  if (kernel.wants_context) {
    attributes["context"] = nb::cast(CallContext{frame.run_id().value_or(0), frame.device_ordinal().value_or(0)});
  }
  arguments.Call(kernel.function.get(), attributes);
  return arguments.CheckDropped(kernel.target);
}

Status Run(const PythonKernel& kernel, const Frame& frame) {
  return WithPythonKernel([&]() -> Status { return Call(kernel, frame); }).WithContext("kernel " + kernel.target);
}

// What runs carry whose kernels may be written in Python: a plugin calls handlers of runs that carry data before it returns,
// where it can. So their errors come at once, on the thread that called, and signals are heard in them.
struct RunsPython {
  int unused = 0;
};

struct Context {
  const void* plugin;
  std::unique_ptr<pjrt::ExecuteContext> context;  // null where the plugin has none
};
std::vector<Context>& Contexts() {
  static auto* const contexts = new std::vector<Context>();  // guarded by the interpreter's lock
  return *contexts;
}

void AddContext(const pjrt::Plugin& plugin) {
  for (const Context& known : Contexts()) {
    if (known.plugin == &plugin.api()) return;
  }
  Context& made = Contexts().emplace_back(&plugin.api(), nullptr);
  StatusOr<pjrt::ExecuteContext> context = pjrt::ExecuteContext::Create(plugin);
  if (!context.ok()) return;
  static RunsPython data;
  if (!pjrt::ffi::AddUserData(*context, &data).ok()) return;
  made.context = std::make_unique<pjrt::ExecuteContext>(std::move(*context));
}

void Register(const pjrt::Plugin& plugin, const std::string& target, nb::object function, const std::string& platform,
              bool context) {
  auto kernel = std::make_shared<const PythonKernel>(target, std::move(function), context);
  pjrt::ffi::Function execute;
  execute.call = [kernel](const Frame& frame) { return Run(*kernel, frame); };
  Check(Unlocked([&] { return pjrt::ffi::Register(plugin, target, std::move(execute), platform); }));
  AddContext(plugin);
}

// The pointer in a capsule of whatever name, a number, or None.
void* PointerOf(nb::handle object) {
  if (object.is_none()) return nullptr;
  if (nb::isinstance<nb::int_>(object)) return reinterpret_cast<void*>(nb::cast<uintptr_t>(object));
  if (!PyCapsule_CheckExact(object.ptr())) throw nb::type_error("a handler is a PyCapsule or an address");
  void* const pointer = PyCapsule_GetPointer(object.ptr(), PyCapsule_GetName(object.ptr()));
  if (pointer == nullptr) throw nb::python_error();
  return pointer;
}

void RegisterRaw(const pjrt::Plugin& plugin, const std::string& target, nb::handle execute, nb::handle instantiate,
                 nb::handle prepare, nb::handle initialize, uint32_t traits, const std::string& platform) {
  const pjrt::ffi::RawKernel kernel = {PointerOf(execute), PointerOf(instantiate), PointerOf(prepare),
                                       PointerOf(initialize), traits};
  Check(Unlocked([&] { return pjrt::ffi::RegisterRaw(plugin, target, kernel, platform); }));
}

}  // namespace

const pjrt::ExecuteContext* KernelContext(const pjrt::Plugin& plugin) {
  for (const Context& known : Contexts()) {
    if (known.plugin == &plugin.api()) return known.context.get();
  }
  return nullptr;
}

void BindFfi(nb::module_& module) {
  Documented<CallContext>(module, "CallContext")
      .def_ro("run_id", &CallContext::run_id)
      .def_ro("device_ordinal", &CallContext::device_ordinal);
  module.def("register_kernel", &Register, nb::arg("plugin"), nb::arg("target"), nb::arg("function"),
             nb::arg("platform") = "", nb::arg("context") = false, DocOf("register_kernel"));
  module.def(
      "keep_for_ever", [](nb::object object) { static_cast<void>(object.release()); }, nb::arg("object"),
      DocOf("keep_for_ever"));
  module.def("wait_for_kernels", &WaitForKernels, DocOf("wait_for_kernels"));
  module.def("register_handler", &RegisterRaw, nb::arg("plugin"), nb::arg("target"), nb::arg("execute"), nb::kw_only(),
             nb::arg("instantiate") = nb::none(), nb::arg("prepare") = nb::none(), nb::arg("initialize") = nb::none(),
             nb::arg("traits") = 0, nb::arg("platform") = "", DocOf("register_handler"));
}

}  // namespace cppjrt::python
