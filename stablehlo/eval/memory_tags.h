// MemoryTags: which value is in which bytes while a program runs, for check=memory.
//
//   MemoryTags tags;
//   tags.Stamp(data, 64, 7);         // value 7 is there now, and whatever was in those bytes is gone
//   tags.At(data, 64)                // 7; -1 if those bytes hold nothing else, or not all of one value
//
// Values are numbers that whoever stamps them can name. Not thread-safe: one for each run.
#ifndef CPPJRT_STABLEHLO_EVAL_MEMORY_TAGS_H_
#define CPPJRT_STABLEHLO_EVAL_MEMORY_TAGS_H_

#include <cstdint>
#include <functional>
#include <map>

namespace cppjrt::stablehlo {

class MemoryTags {
 public:
  static constexpr int64_t kNothing = -1;

  void Stamp(const void* data, int64_t bytes, int64_t value);
  // The same for what was there before the program ran. Where another such value is, the two are one: an argument given twice.
  void StampGiven(const void* data, int64_t bytes, int64_t value);
  // Nothing is in those bytes any more.
  void Erase(const void* data, int64_t bytes);
  // Of all values that `gone` says yes to.
  void EraseIf(const std::function<bool(int64_t value)>& gone);
  int64_t At(const void* data, int64_t bytes) const;
  // Whether all of the value is there.
  bool Holds(const void* data, int64_t bytes, int64_t value) const;
  // A value with some of those bytes.
  int64_t AnyAt(const void* data, int64_t bytes) const;

 private:
  struct Tag {
    uintptr_t end = 0;
    int64_t value = kNothing;
  };
  int64_t OneOf(int64_t value) const;

  std::map<uintptr_t, Tag> tags_;     // by where they begin; apart
  std::map<int64_t, int64_t> given_;  // values that were there before, and which they are one with
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_MEMORY_TAGS_H_
