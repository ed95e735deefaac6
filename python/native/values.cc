// Named values and bytes, both ways.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string_view>
#include <variant>
#include <vector>

#include "python/native/bind.h"

namespace cppjrt::python {
namespace {

pjrt::Value ToValue(const std::string& name, nb::handle object) {
  // A bool is an int in Python, so it is asked for first.
  if (nb::isinstance<nb::bool_>(object)) return nb::cast<bool>(object);
  if (nb::isinstance<nb::str>(object)) return nb::cast<std::string>(object);
  if (nb::isinstance<nb::int_>(object)) return nb::cast<int64_t>(object);
  if (nb::isinstance<nb::float_>(object)) return static_cast<float>(nb::cast<double>(object));
  std::vector<int64_t> numbers;
  if (nb::isinstance<nb::sequence>(object) && nb::try_cast(object, numbers)) return numbers;
  throw nb::type_error(("option " + name + " is no str, bool, int, float or sequence of int").c_str());
}

}  // namespace

nb::object ToPython(const pjrt::Value& value) {
  return std::visit([](const auto& held) -> nb::object { return nb::cast(held); }, value);
}

nb::dict ToPython(const pjrt::NamedValues& values) {
  nb::dict result;
  for (const auto& [name, value] : values) result[name.c_str()] = ToPython(value);
  return result;
}

pjrt::NamedValues ToNamedValues(nb::handle mapping) {
  pjrt::NamedValues result;
  if (mapping.is_none()) return result;
  for (const auto& [key, value] : nb::cast<nb::dict>(mapping)) {
    std::string name = nb::cast<std::string>(key);
    pjrt::Value converted = ToValue(name, value);
    result.emplace(std::move(name), std::move(converted));
  }
  return result;
}

std::string ToBytes(nb::handle object) {
  if (nb::isinstance<nb::str>(object)) return nb::cast<std::string>(object);
  Py_buffer view;
  if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
  std::string result(static_cast<const char*>(view.buf), static_cast<size_t>(view.len));
  PyBuffer_Release(&view);
  return result;
}

}  // namespace cppjrt::python
