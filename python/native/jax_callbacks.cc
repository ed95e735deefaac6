// Python callbacks of JAX (pure_callback, io_callback, jax.debug) on a plugin.
//
// jaxlib has handlers for them in its own CPU client, which keep state that it does not hand out; these here do their work. The
// functions to call travel with each execution: jaxlib puts an array of them into the execution's user data, under a type id that is
// found by calling jaxlib's handler with a frame of no arrays and seeing what it asks for.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <string>
#include <vector>

#include "pjrt/abi/xla_ffi_c_api.h"
#include "pjrt/ffi/kernel.h"
#include "python/native/arrays.h"
#include "python/native/bind.h"
#include "python/native/docs.h"

namespace cppjrt::python {
namespace {

using pjrt::ElementType;
using pjrt::ffi::ArrayView;
using pjrt::ffi::Frame;

// --- the type id

thread_local int64_t asked_type_id = 0;

XLA_FFI_Error* SomeError() { return reinterpret_cast<XLA_FFI_Error*>(1); }
template <typename Args>
XLA_FFI_Error* Refuse(Args*) {
  return SomeError();
}
XLA_FFI_Error* SeeTypeId(XLA_FFI_ExecutionContext_Get_Args* args) {
  if (asked_type_id == 0) asked_type_id = args->type_id->type_id;
  return SomeError();
}
void GiveNoMessage(XLA_FFI_Error_GetMessage_Args* args) { args->message = ""; }
void Forget(XLA_FFI_Error_Destroy_Args*) {}

// A table in which every function fails and the context only remembers what it was asked for.
XLA_FFI_Api RefusingApi() {
  XLA_FFI_Api api{};
  api.struct_size = XLA_FFI_Api_STRUCT_SIZE;
  api.api_version.struct_size = XLA_FFI_Api_Version_STRUCT_SIZE;
  api.api_version.major_version = XLA_FFI_API_MAJOR;
  api.api_version.minor_version = XLA_FFI_API_MINOR;
  api.XLA_FFI_Error_Create = &Refuse;
  api.XLA_FFI_Error_GetMessage = &GiveNoMessage;
  api.XLA_FFI_Error_Destroy = &Forget;
  api.XLA_FFI_Handler_Register = &Refuse;
  api.XLA_FFI_Stream_Get = &Refuse;
  api.XLA_FFI_Type_Register = &Refuse;
  api.XLA_FFI_ExecutionContext_Get = &SeeTypeId;
  api.XLA_FFI_State_Set = &Refuse;
  api.XLA_FFI_State_Get = &Refuse;
  api.XLA_FFI_DeviceMemory_Allocate = &Refuse;
  api.XLA_FFI_DeviceMemory_Free = &Refuse;
  api.XLA_FFI_ThreadPool_Schedule = &Refuse;
  api.XLA_FFI_ThreadPool_NumThreads = &Refuse;
  api.XLA_FFI_Future_Create = &Refuse;
  api.XLA_FFI_Future_SetAvailable = &Refuse;
  api.XLA_FFI_Future_SetError = &Refuse;
  api.XLA_FFI_RunId_Get = &Refuse;
  api.XLA_FFI_DeviceOrdinal_Get = &Refuse;
  return api;
}

// The first type of user data that the handler asks for in a call with the attribute `index`; 0 if it asks for none.
int64_t TypeIdOf(XLA_FFI_Handler* handler) {
  const XLA_FFI_Api api = RefusingApi();
  uint64_t index = 0;
  XLA_FFI_Scalar scalar{XLA_FFI_DataType_U64, &index};
  XLA_FFI_ByteSpan name{"index", 5};
  XLA_FFI_ByteSpan* names[] = {&name};
  XLA_FFI_AttrType types[] = {XLA_FFI_AttrType_SCALAR};
  void* values[] = {&scalar};
  XLA_FFI_CallFrame frame{};
  frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
  frame.api = &api;
  frame.ctx = reinterpret_cast<XLA_FFI_ExecutionContext*>(1);
  frame.stage = XLA_FFI_ExecutionStage_EXECUTE;
  frame.args.struct_size = XLA_FFI_Args_STRUCT_SIZE;
  frame.rets.struct_size = XLA_FFI_Rets_STRUCT_SIZE;
  frame.attrs.struct_size = XLA_FFI_Attrs_STRUCT_SIZE;
  frame.attrs.size = 1;
  frame.attrs.types = types;
  frame.attrs.names = names;
  frame.attrs.attrs = values;
  asked_type_id = 0;
  handler(&frame);
  return asked_type_id;
}

// --- a call

StatusOr<nb::handle> FunctionOf(const Frame& frame, int64_t type_id) {
  XLA_FFI_TypeId type{type_id};
  XLA_FFI_ExecutionContext_Get_Args get{};
  get.struct_size = XLA_FFI_ExecutionContext_Get_Args_STRUCT_SIZE;
  get.ctx = frame.raw()->ctx;
  get.type_id = &type;
  const XLA_FFI_Api& api = *frame.raw()->api;
  if (XLA_FFI_Error* const error = api.XLA_FFI_ExecutionContext_Get(&get); error != nullptr) {
    XLA_FFI_Error_Destroy_Args destroy{};
    destroy.struct_size = XLA_FFI_Error_Destroy_Args_STRUCT_SIZE;
    destroy.error = error;
    api.XLA_FFI_Error_Destroy(&destroy);
    return cppjrt::FailedPreconditionError("the execution carries no Python callbacks");
  }
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t index, frame.attributes().Get<uint64_t>("index"));
  // The user data begins with a pointer to an array of PyObject*.
  PyObject* const* const functions = *static_cast<PyObject* const* const*>(get.data);
  return nb::handle(functions[index]);
}

bool IsToken(const ArrayView& view) { return view.type == ElementType::kToken || view.type == ElementType::kInvalid; }

// A copy, as functions may keep what they are given.
nb::object ArgumentOf(const ArrayView& view) {
  if (IsToken(view)) return nb::none();
  const NewArray result = MakeArray(view.type, view.dims);
  if (!result.bytes.empty()) std::memcpy(result.bytes.data(), view.data, result.bytes.size());
  return result.array;
}

void Store(const ArrayView& view, nb::handle value) {
  if (IsToken(view)) return;
  const int64_t bytes = Take(pjrt::HostBytes(view.type, view.dims));
  if (bytes == 0) return;
  const nb::object memory =
      nb::steal(PyMemoryView_FromMemory(static_cast<char*>(view.data), static_cast<Py_ssize_t>(bytes), PyBUF_WRITE));
  nb::object into = ArrayOver(memory, view.type, view.dims);
  into[nb::ellipsis()] = value;
}

Status Call(const Frame& frame, int64_t type_id) {
  CPPJRT_ASSIGN_OR_RETURN(const nb::handle function, FunctionOf(frame, type_id));
  const nb::object arguments = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(frame.num_args())));
  if (!arguments.is_valid()) throw nb::python_error();
  for (int64_t i = 0; i < frame.num_args(); ++i) {
    PyTuple_SetItem(arguments.ptr(), static_cast<Py_ssize_t>(i), ArgumentOf(Take(frame.Arg(i))).release().ptr());
  }
  const nb::object results = CallPython(function, arguments);
  if (results.is_none()) return OkStatus();
  for (int64_t i = 0; i < frame.num_rets(); ++i) Store(Take(frame.Ret(i)), results[static_cast<size_t>(i)]);
  return OkStatus();
}

Status Run(const Frame& frame, int64_t type_id) {
  return WithPython([&]() -> Status {
    try {
      return Call(frame, type_id);
    } catch (nb::python_error& error) {
      return cppjrt::InternalError("Python callback: " + std::string(error.what()));
    }
  });
}

// `handler`: jaxlib's own, in a capsule. NOT_FOUND if it asks for no user data, which another jaxlib may do.
void RegisterCallbacks(const pjrt::Plugin& plugin, nb::handle handler, const std::vector<std::string>& targets) {
  auto* const theirs =
      reinterpret_cast<XLA_FFI_Handler*>(PyCapsule_GetPointer(handler.ptr(), PyCapsule_GetName(handler.ptr())));
  if (theirs == nullptr) throw nb::python_error();
  const int64_t type_id = TypeIdOf(theirs);
  if (type_id == 0) Check(cppjrt::NotFoundError("this jaxlib looks for its Python callbacks in another way"));
  for (const std::string& target : targets) {
    pjrt::ffi::Function execute;
    execute.call = [type_id](const Frame& frame) { return Run(frame, type_id); };
    Check(Unlocked([&] { return pjrt::ffi::Register(plugin, target, std::move(execute)); }));
  }
}

}  // namespace

void BindJaxCallbacks(nb::module_& module) {
  module.def("register_jax_callbacks", &RegisterCallbacks, nb::arg("plugin"), nb::arg("handler"), nb::arg("targets"),
             DocOf("register_jax_callbacks"));
}

}  // namespace cppjrt::python
