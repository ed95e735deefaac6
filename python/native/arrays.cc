#include "python/native/arrays.h"

#include <nanobind/stl/string.h>

#include <array>
#include <atomic>
#include <string_view>

#include "python/native/bind.h"

namespace cppjrt::python {
namespace {

using pjrt::ElementType;

struct FormatRow {
  ElementType type;
  const char* format;
};
constexpr FormatRow kFormats[] = {{ElementType::kPred, "?"}, {ElementType::kS8, "b"},   {ElementType::kS16, "h"},
                                  {ElementType::kS32, "i"},  {ElementType::kS64, "q"},  {ElementType::kU8, "B"},
                                  {ElementType::kU16, "H"},  {ElementType::kU32, "I"},  {ElementType::kU64, "Q"},
                                  {ElementType::kF16, "e"},  {ElementType::kF32, "f"},  {ElementType::kF64, "d"},
                                  {ElementType::kC64, "Zf"}, {ElementType::kC128, "Zd"}};

constexpr ElementType kSigned[] = {ElementType::kS8, ElementType::kS16, ElementType::kS32, ElementType::kS64};
constexpr ElementType kUnsigned[] = {ElementType::kU8, ElementType::kU16, ElementType::kU32, ElementType::kU64};

ElementType IntegerOf(const ElementType (&types)[4], Py_ssize_t bytes) {
  for (const ElementType type : types) {
    if (pjrt::HostBytesPerElement(type) == bytes) return type;
  }
  return ElementType::kInvalid;
}

// The type of a format of the buffer protocol; kInvalid for those without one. 'l' is as wide as it is.
ElementType TypeOfFormat(std::string_view format, Py_ssize_t bytes) {
  if (!format.empty() && (format[0] == '@' || format[0] == '=' || format[0] == '<')) format.remove_prefix(1);
  if (format.empty()) return ElementType::kU8;
  if (format.size() == 1 && std::string_view("bhilqn").find(format[0]) != std::string_view::npos) {
    return IntegerOf(kSigned, bytes);
  }
  if (format.size() == 1 && std::string_view("BHILQNc").find(format[0]) != std::string_view::npos) {
    return IntegerOf(kUnsigned, bytes);
  }
  for (const FormatRow& row : kFormats) {
    if (format == row.format) return row.type;
  }
  return ElementType::kInvalid;
}

// cppjrt._dtypes, which knows numpy and ml_dtypes.
nb::object Dtypes() { return nb::module_::import_("cppjrt._dtypes"); }

// What is looked up once is not kept by a static's initializer: it would hold the static's guard while an import lets go of the
// interpreter's lock, which a thread may then hold that waits for the guard. Two threads that come first both look.
bool HasNumpy() {
  static std::atomic<int> known = -1;
  int has = known.load();
  if (has < 0) known = has = Dtypes().attr("numpy").is_none() ? 0 : 1;
  return has == 1;
}

nb::handle Frombuffer() {
  static std::atomic<PyObject*> known = nullptr;  // for ever
  PyObject* function = known.load();
  if (function == nullptr) known = function = nb::object(Dtypes().attr("numpy").attr("frombuffer")).release().ptr();
  return function;
}

constexpr int kReadFlags = PyBUF_STRIDES | PyBUF_FORMAT;

// The Py_buffer of an object. An array of a type that the protocol has no letter for (bfloat16) is looked at as bytes, and the type
// comes from the dtype's name; what has no memory of its own to show (a list) becomes an array first.
std::optional<ElementType> OpenView(nb::handle object, Py_buffer& view) {
  if (PyObject_CheckBuffer(object.ptr()) && PyObject_GetBuffer(object.ptr(), &view, kReadFlags) == 0) return {};
  PyErr_Clear();
  const nb::tuple pair = nb::cast<nb::tuple>(Dtypes().attr("as_bytes_array")(object));
  const nb::object array = pair[0];
  if (PyObject_GetBuffer(array.ptr(), &view, kReadFlags) != 0) throw nb::python_error();
  if (nb::object(pair[1]).is_none()) return {};
  return ToElementType(pair[1]);
}

}  // namespace

HostView::HostView(nb::handle object, std::optional<ElementType> type, std::optional<std::vector<int64_t>> dims) {
  named_ = OpenView(object, view_);
  try {
    Describe(type, std::move(dims));
  } catch (...) {
    PyBuffer_Release(&view_);
    throw;
  }
}

void HostView::Describe(std::optional<ElementType> type, std::optional<std::vector<int64_t>> dims) {
  const std::string_view format = view_.format == nullptr ? "" : view_.format;
  type_ = named_ ? *named_ : TypeOfFormat(format, view_.itemsize);
  const auto rank = static_cast<size_t>(view_.ndim);
  dims_.assign(view_.shape, view_.shape + rank);
  if (view_.strides != nullptr) strides_.assign(view_.strides, view_.strides + rank);
  // Plain bytes may be anything that is asked for.
  const bool bytes_as_type =
      type && !named_ && type_ == ElementType::kU8 && *type != type_ && PyBuffer_IsContiguous(&view_, 'C');
  if (bytes_as_type) {
    type_ = *type;
    if (!dims) dims = std::vector<int64_t>{view_.len / std::max<int64_t>(1, pjrt::HostBytesPerElement(type_))};
  }
  if (type_ == ElementType::kInvalid) {
    throw nb::type_error(("an array of format '" + std::string(format) + "' has no element type here").c_str());
  }
  if (type && *type != type_) {
    throw nb::type_error(("the array is of " + NameOf(type_) + ", not of " + NameOf(*type)).c_str());
  }
  if (!dims) return;
  const int64_t bytes = Take(pjrt::HostBytes(type_, *dims));
  if (bytes != view_.len || !PyBuffer_IsContiguous(&view_, 'C')) {
    const std::string text = "a shape of " + std::to_string(bytes) + " bytes for " + std::to_string(view_.len) +
                             (bytes == view_.len ? " bytes that are not in row-major order" : " bytes");
    throw nb::value_error(text.c_str());
  }
  dims_ = std::move(*dims);
  strides_.clear();
}

ElementType ToElementType(nb::handle object) {
  if (nb::isinstance<nb::str>(object)) {
    if (const auto type = pjrt::ElementTypeFromName(nb::cast<std::string>(object))) return *type;
  }
  const std::string name = nb::cast<std::string>(Dtypes().attr("element_type")(object));
  return pjrt::ElementTypeFromName(name).value_or(ElementType::kInvalid);
}

std::optional<ElementType> ToOptionalElementType(nb::handle object) {
  if (object.is_none()) return {};
  return ToElementType(object);
}

std::string NameOf(ElementType type) { return std::string(pjrt::Name(type)); }

const char* FormatOf(ElementType type) {
  for (const FormatRow& row : kFormats) {
    if (row.type == type) return row.format;
  }
  return nullptr;
}

nb::object DtypeOf(ElementType type) {
  static std::array<PyObject*, 64> known{};  // for ever; guarded by the interpreter's lock
  PyObject*& dtype = known[static_cast<size_t>(type) % known.size()];
  if (dtype == nullptr) dtype = nb::object(Dtypes().attr("numpy_dtype")(NameOf(type))).release().ptr();
  return nb::borrow(dtype);
}

nb::tuple ToTuple(std::span<const int64_t> dims) {
  PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(dims.size()));
  if (tuple == nullptr) throw nb::python_error();
  for (size_t i = 0; i < dims.size(); ++i) {
    PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(i), PyLong_FromLongLong(dims[i]));
  }
  return nb::steal<nb::tuple>(tuple);
}

nb::object ArrayOver(nb::handle owner, ElementType type, std::span<const int64_t> dims) {
  if (!HasNumpy()) {
    const nb::object view = nb::steal(PyMemoryView_FromObject(owner.ptr()));
    const char* const format = FormatOf(type);
    // A memoryview casts from bytes, in one dimension, and never to half or complex numbers.
    const bool casts = format != nullptr && std::string_view("?bhiqBHIQfd").find(format) != std::string_view::npos;
    if (!casts) return view;
    if (dims.empty()) return view.attr("cast")(format, nb::tuple());
    return view.attr("cast")(format, ToTuple(dims));
  }
  for (const int64_t dim : dims) {
    if (dim == 0) return Dtypes().attr("numpy").attr("empty")(ToTuple(dims), DtypeOf(type));
  }
  nb::object flat = Frombuffer()(owner, DtypeOf(type));
  if (dims.size() == 1) return flat;
  return flat.attr("reshape")(ToTuple(dims));
}

NewArray MakeArray(ElementType type, std::span<const int64_t> dims) {
  const int64_t size = Take(pjrt::HostBytes(type, dims));
  const nb::object owner = nb::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
  if (!owner.is_valid()) throw nb::python_error();
  NewArray result{nb::object(),
                  {reinterpret_cast<std::byte*>(PyByteArray_AsString(owner.ptr())), static_cast<size_t>(size)}};
  result.array = ArrayOver(owner, type, dims);
  return result;
}

}  // namespace cppjrt::python
