// Documentation of the module's classes, taken from the stub _native.pyi (make_docs.py), so that it is written once.
//
//   Documented<PyClient> client(module, "Client");
//   client.def("upload", &Upload, …);             // help(Client.upload) shows what the stub says
#ifndef CPPJRT_PYTHON_NATIVE_DOCS_H_
#define CPPJRT_PYTHON_NATIVE_DOCS_H_

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <utility>

namespace cppjrt::python {

namespace nb = nanobind;

// The docstring of "Client" or "Client.upload"; "" if the stub has none.
const char* DocOf(std::string_view name);

template <typename T, typename... Bases>
class Documented : public nb::class_<T, Bases...> {
 public:
  using Base = nb::class_<T, Bases...>;

  template <typename... Extra>
  Documented(nb::handle scope, const char* name, const Extra&... extra)
      : Base(scope, name, DocOf(name), extra...), name_(name) {}

  template <typename F, typename... Extra>
  Documented& def(const char* name, F&& function, const Extra&... extra) {
    Base::def(name, std::forward<F>(function), Doc(name), extra...);
    return *this;
  }
  // Constructors, which the class' own text describes.
  template <typename... Args, typename... Extra>
  Documented& def(nb::init<Args...> init, const Extra&... extra) {
    Base::def(std::move(init), extra...);
    return *this;
  }
  template <typename F, typename... Extra>
  Documented& def(nb::new_<F>&& make, const Extra&... extra) {
    Base::def(std::move(make), extra...);
    return *this;
  }
  template <typename F, typename... Extra>
  Documented& def_static(const char* name, F&& function, const Extra&... extra) {
    Base::def_static(name, std::forward<F>(function), Doc(name), extra...);
    return *this;
  }
  template <typename F, typename... Extra>
  Documented& def_prop_ro(const char* name, F&& getter, const Extra&... extra) {
    Base::def_prop_ro(name, std::forward<F>(getter), Doc(name), extra...);
    return *this;
  }
  template <typename D, typename... Extra>
  Documented& def_ro(const char* name, D member, const Extra&... extra) {
    Base::def_ro(name, member, Doc(name), extra...);
    return *this;
  }

 private:
  const char* Doc(const char* name) const { return DocOf(name_ + "." + name); }

  std::string name_;
};

}  // namespace cppjrt::python

#endif  // CPPJRT_PYTHON_NATIVE_DOCS_H_
