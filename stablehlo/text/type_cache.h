// TypeCache: the tensor types a program has spelled out lately.
//
// A program writes the same few types over and over, and nearly all of them, tensor<4x8xf32>, end at the first ">". Such a
// type is looked up by its text before anything is parsed. A slot holds the last type whose text hashed there.
//
//   if (const TypeId known = cache.Find(TypeCache::KeyAt(lexer.rest()))) …
#ifndef CPPJRT_STABLEHLO_TEXT_TYPE_CACHE_H_
#define CPPJRT_STABLEHLO_TEXT_TYPE_CACHE_H_

#include <array>
#include <cstring>
#include <string_view>

#include "stablehlo/ir/hash.h"
#include "stablehlo/ir/ids.h"

namespace cppjrt::stablehlo::text {

class TypeCache {
 public:
  // The type at the beginning of `text` if it is a short one of the form tensor<…> that may be in the cache, otherwise
  // nothing. Aliases and what stands in brackets of its own may mean something else the next time.
  static std::string_view KeyAt(std::string_view text) {
    constexpr std::string_view kStart = "tensor<";
    constexpr size_t kLongest = 40;
    if (!text.starts_with(kStart)) return {};
    for (size_t i = kStart.size(); i < text.size() && i < kLongest; ++i) {
      if (text[i] == '>') return text.substr(0, i + 1);
      if (text[i] == '<' || text[i] == '!' || text[i] == '#') break;
    }
    return {};
  }

  // None if it is not here.
  TypeId Find(std::string_view key) const {
    const Entry& entry = entries_[SlotOf(key)];
    return entry.key == key ? entry.type : TypeId();
  }
  // REQUIRES: the text of `key` stays as long as the cache.
  void Add(std::string_view key, TypeId type) { entries_[SlotOf(key)] = {key, type}; }

 private:
  struct Entry {
    std::string_view key = {};
    TypeId type = {};
  };
  static constexpr size_t kSlots = 64;

  static size_t SlotOf(std::string_view key) { return HashBytes(key.data(), key.size()) % kSlots; }

  std::array<Entry, kSlots> entries_;
};

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_TYPE_CACHE_H_
