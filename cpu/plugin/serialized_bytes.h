// Bytes that a slot gives away with an object that owns them and a function that frees it.
#ifndef CPPJRT_CPU_PLUGIN_SERIALIZED_BYTES_H_
#define CPPJRT_CPU_PLUGIN_SERIALIZED_BYTES_H_

#include <memory>
#include <string>
#include <utility>

namespace cppjrt::cpu {

template <class Holder>
void GiveBytes(std::string content, const char*& bytes, size_t& size, Holder*& holder, void (*&deleter)(Holder*)) {
  auto owned = std::make_unique<std::string>(std::move(content));
  bytes = owned->data();
  size = owned->size();
  deleter = [](Holder* given) { delete reinterpret_cast<std::string*>(given); };
  holder = reinterpret_cast<Holder*>(owned.release());
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_SERIALIZED_BYTES_H_
