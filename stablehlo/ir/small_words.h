// A short list of 64-bit words on the stack, for building the records of types and attributes; long ones go to the
// heap.
#ifndef CPPJRT_STABLEHLO_IR_SMALL_WORDS_H_
#define CPPJRT_STABLEHLO_IR_SMALL_WORDS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace cppjrt::stablehlo {

class SmallWords {
 public:
  void push_back(int64_t word) {
    if (size_ < kInline) {
      inline_[size_++] = word;
      return;
    }
    if (size_ == kInline) heap_.assign(inline_, inline_ + kInline);
    heap_.push_back(word);
    ++size_;
  }
  void append(std::span<const int64_t> words) {
    for (int64_t word : words) push_back(word);
  }
  std::span<const int64_t> span() const { return {size_ <= kInline ? inline_ : heap_.data(), size_}; }

 private:
  static constexpr size_t kInline = 16;

  size_t size_ = 0;
  int64_t inline_[kInline];
  std::vector<int64_t> heap_;
};

// Two 32-bit numbers in one word.
inline int64_t PackWord(uint32_t low, uint32_t high) {
  return static_cast<int64_t>(static_cast<uint64_t>(high) << 32 | low);
}
inline uint32_t LowWord(int64_t word) { return static_cast<uint32_t>(word); }
inline uint32_t HighWord(int64_t word) { return static_cast<uint32_t>(static_cast<uint64_t>(word) >> 32); }

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_SMALL_WORDS_H_
