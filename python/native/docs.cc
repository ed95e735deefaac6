#include "python/native/docs.h"

#include <algorithm>
#include <iterator>

namespace cppjrt::python {
namespace {

struct Row {
  std::string_view name;
  const char* text;
};
constexpr Row kDocs[] = {
#include <cppjrt_python_docs.inc>  // made by make_docs.py
};

}  // namespace

const char* DocOf(std::string_view name) {
  const auto* const found = std::lower_bound(std::begin(kDocs), std::end(kDocs), name,
                                             [](const Row& row, std::string_view n) { return row.name < n; });
  return found != std::end(kDocs) && found->name == name ? found->text : "";
}

}  // namespace cppjrt::python
