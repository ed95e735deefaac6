// What the files of the Python module share: errors that become exceptions, the lock of the interpreter, and one function for each
// file that adds its classes to the module.
//
//   module.def("f", [](const PyClient& client) { return Take(Unlocked([&] { return client.client.topology(); })); });
#ifndef CPPJRT_PYTHON_NATIVE_BIND_H_
#define CPPJRT_PYTHON_NATIVE_BIND_H_

#include <nanobind/nanobind.h>

#include <exception>
#include <string>
#include <utility>

#include "pjrt/status.h"
#include "pjrt/value.h"
#include "python/native/interpreter.h"

namespace cppjrt::python {

namespace nb = nanobind;

// A Status on its way through nanobind, which makes it a cppjrt.Error.
class StatusError : public std::exception {
 public:
  explicit StatusError(Status status) : status_(std::move(status)) {}
  const Status& status() const { return status_; }
  const char* what() const noexcept override { return "cppjrt.Error"; }

 private:
  Status status_;
};

inline void Check(Status status) {
  if (!status.ok()) throw StatusError(std::move(status));
}

// Check of what a call gave that may have waited for long: what a signal's handler raises comes first.
inline void CheckAfterWait(Status status) {
  if (!status.ok() && PyErr_CheckSignals() != 0) throw nb::python_error();
  Check(std::move(status));
}

template <typename T>
T Take(StatusOr<T> result) {
  if (!result.ok()) throw StatusError(std::move(result).status());
  return std::move(result).value();
}

// The status of the Python exception that is being handled, as kernels, stores and loaders written in Python report theirs.
Status StatusOfPython(nb::python_error& error);

nb::object ToPython(const pjrt::Value& value);
nb::dict ToPython(const pjrt::NamedValues& values);
// TypeError for what is no str, bool, int, float or sequence of int.
pjrt::NamedValues ToNamedValues(nb::handle mapping);

// bytes, bytearray and the like, or str as UTF-8. TypeError for others.
std::string ToBytes(nb::handle object);
inline nb::bytes FromBytes(const std::string& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

// One for each file; they are called in this order, since annotations name classes that come before.
void BindErrors(nb::module_& module);
void BindDevices(nb::module_& module);
void BindStores(nb::module_& module);
void BindPlugins(nb::module_& module);
void BindCompileOptions(nb::module_& module);
void BindBuffers(nb::module_& module);
void BindExecutables(nb::module_& module);
void BindTopologies(nb::module_& module);
void BindClients(nb::module_& module);
void BindArtifacts(nb::module_& module);
void BindSessions(nb::module_& module);
void BindFfi(nb::module_& module);
void BindJaxCallbacks(nb::module_& module);

}  // namespace cppjrt::python

#endif  // CPPJRT_PYTHON_NATIVE_BIND_H_
