// Errors in both directions. The exception classes are Python's own (cppjrt/_errors.py), found when the first error comes.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include "python/native/bind.h"

namespace cppjrt::python {
namespace {

// cppjrt._errors.make(code, message, payloads) gives the exception.
void Raise(const Status& status) {
  nb::dict payloads;
  for (const auto& [url, bytes] : status.payloads()) payloads[url.c_str()] = FromBytes(bytes);
  const std::string_view message = status.message();
  PyObject* const text =
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace");
  const nb::object error =
      nb::module_::import_("cppjrt._errors").attr("make")(static_cast<int>(status.code()), nb::steal(text), payloads);
  PyErr_SetObject(error.type().ptr(), error.ptr());
}

void Translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const StatusError& error) {
    try {
      Raise(error.status());
    } catch (nb::python_error& other) {
      other.restore();
    }
  }
}

std::string TextOf(nb::handle object) { return nb::cast<std::string>(nb::str(object)); }

}  // namespace

Status StatusOfPython(nb::python_error& error) {
  const nb::object value = nb::borrow(error.value());
  int code = static_cast<int>(StatusCode::kInternal);
  if (nb::hasattr(value, "code_number")) {
    code = nb::cast<int>(value.attr("code_number"));
    return Status(static_cast<StatusCode>(code), TextOf(value.attr("message")));
  }
  if (error.matches(PyExc_NotImplementedError)) code = static_cast<int>(StatusCode::kUnimplemented);
  if (error.matches(PyExc_ValueError) || error.matches(PyExc_TypeError)) {
    code = static_cast<int>(StatusCode::kInvalidArgument);
  }
  if (error.matches(PyExc_KeyboardInterrupt)) code = static_cast<int>(StatusCode::kCancelled);
  if (error.matches(PyExc_KeyError)) code = static_cast<int>(StatusCode::kNotFound);
  if (error.matches(PyExc_TimeoutError)) code = static_cast<int>(StatusCode::kDeadlineExceeded);
  if (error.matches(PyExc_MemoryError)) code = static_cast<int>(StatusCode::kResourceExhausted);
  // With the lines of the program: what() has them.
  return Status(static_cast<StatusCode>(code), error.what());
}

void BindErrors(nb::module_&) { nb::register_exception_translator(&Translate); }

}  // namespace cppjrt::python
