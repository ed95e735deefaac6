// Bytes handed out together with the function that frees them.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_SERIALIZED_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_SERIALIZED_H_

#include <string>
#include <utility>

#include "tests/fault_plugin/counts.h"

namespace fault {

struct Serialized : Counted<FaultKind::kSerialized> {
  explicit Serialized(std::string what) : bytes(std::move(what)) {}
  const std::string bytes;
};

// Fills the four outputs all such functions have. `Handle` is the C API's incomplete type for the owner.
template <class Handle>
void GiveSerialized(std::string bytes, const char** data, size_t* size, Handle** handle, void (**deleter)(Handle*)) {
  auto* owner = new Serialized(std::move(bytes));
  *data = owner->bytes.data();
  *size = owner->bytes.size();
  *handle = reinterpret_cast<Handle*>(owner);
  *deleter = [](Handle* owned) { delete reinterpret_cast<Serialized*>(owned); };
}

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_SERIALIZED_H_
