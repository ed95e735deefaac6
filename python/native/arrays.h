// Arrays of Python as the client sees them, and the client's as Python sees them. numpy is used if it is there, and ml_dtypes for the
// types that numpy has no name for; without it arrays are memoryviews.
#ifndef CPPJRT_PYTHON_NATIVE_ARRAYS_H_
#define CPPJRT_PYTHON_NATIVE_ARRAYS_H_

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pjrt/buffer.h"
#include "pjrt/element_type.h"

namespace cppjrt::python {

namespace nb = nanobind;

// The memory of a Python object that has the buffer protocol, held until the end. The lock of the interpreter is needed to make and
// to destroy one.
class HostView {
 public:
  // `type`: what the bytes are, for an object that does not say; `dims`: what shape they have. TypeError and ValueError for what is
  // no array, a type that the client has no name for, other byte order, or a type that is not the one asked for.
  HostView(nb::handle object, std::optional<pjrt::ElementType> type, std::optional<std::vector<int64_t>> dims);
  HostView(const HostView&) = delete;
  HostView& operator=(const HostView&) = delete;
  ~HostView() { PyBuffer_Release(&view_); }

  // Borrowed.
  pjrt::HostArray array() const { return {view_.buf, type_, dims_, strides_}; }

 private:
  void Describe(std::optional<pjrt::ElementType> type, std::optional<std::vector<int64_t>> dims);

  Py_buffer view_;
  std::optional<pjrt::ElementType> named_;  // from the name of a dtype
  pjrt::ElementType type_ = pjrt::ElementType::kInvalid;
  std::vector<int64_t> dims_;
  std::vector<int64_t> strides_;
};

// "f32", also a numpy dtype or its name. ValueError for an unknown one.
pjrt::ElementType ToElementType(nb::handle object);
std::optional<pjrt::ElementType> ToOptionalElementType(nb::handle object);
std::string NameOf(pjrt::ElementType type);

// As the buffer protocol writes a type; null if it has no letter for it.
const char* FormatOf(pjrt::ElementType type);

// numpy's dtype; None if there is no numpy. UNIMPLEMENTED if numpy has none.
nb::object DtypeOf(pjrt::ElementType type);

nb::tuple ToTuple(std::span<const int64_t> dims);

// An array over the memory of `owner`, which has the buffer protocol: numpy's, or a memoryview.
nb::object ArrayOver(nb::handle owner, pjrt::ElementType type, std::span<const int64_t> dims);

// A new array with room for what CopyToHost writes, and that room.
struct NewArray {
  nb::object array;
  std::span<std::byte> bytes;
};
NewArray MakeArray(pjrt::ElementType type, std::span<const int64_t> dims);

}  // namespace cppjrt::python

#endif  // CPPJRT_PYTHON_NATIVE_ARRAYS_H_
