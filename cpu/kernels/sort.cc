#include "cpu/kernels/sort.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <vector>

#include "cpu/kernels/parallel.h"
#include "cpu/kernels/scratch.h"
#include "cpu/kernels/sort_buckets.h"
#include "cpu/kernels/sort_keys.h"
#include "cpu/kernels/sort_radix.h"
#include "cpu/kernels/sort_rows.h"
#include "cpu/kernels/sort_set.h"

namespace cppjrt::cpu::kernels {
namespace {

// Words are made in pieces that stay in the first cache while all keys are added.
constexpr int64_t kPiece = 2048;
constexpr int64_t kOutputGrain = int64_t{1} << 15;

class KeySort {
 public:
  KeySort(const SortShape& shape, std::span<const SortOperand> operands, std::span<const SortKey> keys,
          const SortOptions& options, ThreadPool* pool)
      : shape_(shape),
        operands_(operands),
        words_(PackKeys(operands, keys)),
        index_bits_(IndexBits(shape.n)),
        holds_index_(words_.size() == 1 && words_[0].bits + index_bits_ <= 64),
        set_(SortSetFor(options.isa)),
        pool_(pool) {}

  Status Run() {
    const int64_t rows = NumRows(shape_);
    // Few long rows: all threads on each. Their results do not depend on which way it is done.
    if (shape_.n >= kBucketMinimum && rows < 8) {
      for (int64_t row = 0; row < rows; ++row) RunRow(row, pool_);
    } else {
      ParallelFor(pool_, rows, RowGrain(shape_), [this](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) RunRow(row, nullptr);
      });
    }
    return failed_ ? NoMemoryToSort(shape_.n) : Status();
  }

 private:
  // What a row needs: two arrays of words or pairs, the order, a byte an element.
  struct Memory {
    std::byte* first;
    std::byte* second;
    uint32_t* order;
    uint8_t* ids;
  };

  bool Allocate(Memory* memory) {
    const auto n = static_cast<size_t>((shape_.n + 63) / 64 * 64);
    const size_t array = n * (holds_index_ ? sizeof(uint64_t) : sizeof(WordPair));
    std::byte* block = Scratch(ScratchSlot::kShared, 2 * array + n * sizeof(uint32_t) + n);
    if (block == nullptr) {
      failed_ = true;
      return false;
    }
    *memory = {block, block + array, reinterpret_cast<uint32_t*>(block + 2 * array),
               reinterpret_cast<uint8_t*>(block + 2 * array + n * sizeof(uint32_t))};
    return true;
  }

  void RunRow(int64_t row, ThreadPool* pool) {
    Memory memory{};
    if (!Allocate(&memory)) return;
    if (holds_index_) {
      OrderByWord(row, memory, pool);
    } else {
      OrderByPairs(row, memory, pool);
    }
    ParallelFor(pool, shape_.n, kOutputGrain,
                [&](int64_t begin, int64_t end) { WriteRow(shape_, operands_, row, memory.order, begin, end); });
  }

  // words[0, end - begin): the keys of elements [begin, end).
  void MakeWords(const KeyWord& word, int64_t row, int64_t begin, int64_t end, uint64_t* words) const {
    std::memset(words, 0, static_cast<size_t>(end - begin) * sizeof(uint64_t));
    const int64_t first = RowOffset(shape_, row) + begin * shape_.inner;
    for (const PlacedKey& key : word.keys) {
      const SortOperand& operand = operands_[static_cast<size_t>(key.operand)];
      const std::byte* in = static_cast<const std::byte*>(operand.in) + first * key.rule.bytes;
      set_.append_keys(key.rule, in, shape_.inner, end - begin, words);
    }
  }

  void OrderByWord(int64_t row, const Memory& memory, ThreadPool* pool) const {
    auto* words = reinterpret_cast<uint64_t*>(memory.first);
    ParallelFor(pool, shape_.n, kPiece, [&](int64_t begin, int64_t end) {
      MakeWords(words_[0], row, begin, end, words + begin);
      set_.append_index(begin, index_bits_, end - begin, words + begin);
    });
    if (shape_.n >= kBucketMinimum) {
      auto* sorted = reinterpret_cast<uint64_t*>(memory.second);
      SortInBuckets(set_, words, sorted, memory.ids, shape_.n, index_bits_, pool);
      words = sorted;
    } else {
      words = SortByBits(words, reinterpret_cast<uint64_t*>(memory.second), shape_.n, index_bits_);
    }
    const uint64_t mask = (uint64_t{1} << index_bits_) - 1;
    ParallelFor(pool, shape_.n, kOutputGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) memory.order[i] = static_cast<uint32_t>(words[i] & mask);
    });
  }

  // Word by word from the least significant one.
  void OrderByPairs(int64_t row, const Memory& memory, ThreadPool* pool) const {
    for (int64_t i = 0; i < shape_.n; ++i) memory.order[i] = static_cast<uint32_t>(i);
    for (size_t w = words_.size(); w-- > 0;) {
      auto* pairs = reinterpret_cast<WordPair*>(memory.first);
      auto* spare = reinterpret_cast<WordPair*>(memory.second);
      MakePairs(words_[w], row, memory, w + 1 == words_.size(), pool);
      if (shape_.n >= kBucketMinimum) {
        SortInBuckets(set_, pairs, spare, memory.ids, shape_.n, 0, pool);
        pairs = spare;
      } else {
        pairs = SortByBits(pairs, spare, shape_.n, 0);
      }
      for (int64_t i = 0; i < shape_.n; ++i) memory.order[i] = static_cast<uint32_t>(pairs[i].value);
    }
  }

  // In the order so far.
  void MakePairs(const KeyWord& word, int64_t row, const Memory& memory, bool in_order, ThreadPool* pool) const {
    auto* pairs = reinterpret_cast<WordPair*>(memory.first);
    auto* words = reinterpret_cast<uint64_t*>(memory.second);
    ParallelFor(pool, shape_.n, kPiece,
                [&](int64_t begin, int64_t end) { MakeWords(word, row, begin, end, words + begin); });
    ParallelFor(pool, shape_.n, kOutputGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const uint64_t element = in_order ? static_cast<uint64_t>(i) : memory.order[i];
        pairs[i] = {element, words[element]};
      }
    });
  }

  const SortShape shape_;
  const std::span<const SortOperand> operands_;
  const std::vector<KeyWord> words_;
  const int index_bits_;
  const bool holds_index_;
  const SortSet& set_;
  ThreadPool* const pool_;
  std::atomic<bool> failed_ = false;
};

Status CheckKeys(std::span<const SortOperand> operands, std::span<const SortKey> keys) {
  if (keys.empty()) return InvalidArgumentError("sort: there is no key");
  for (const SortKey& key : keys) {
    if (key.operand < 0 || static_cast<size_t>(key.operand) >= operands.size()) {
      return InvalidArgumentError("sort: the key is operand " + std::to_string(key.operand) + " of " +
                                  std::to_string(operands.size()));
    }
    const SortOperand& operand = operands[static_cast<size_t>(key.operand)];
    if (operand.in == nullptr) return InvalidArgumentError("sort: a key needs values, not indices");
    if (IsComplex(operand.type)) return UnimplementedError("sort: complex keys have no order of their own");
  }
  return Status();
}

}  // namespace

Status Sort(const SortShape& shape, std::span<const SortOperand> operands, std::span<const SortKey> keys,
            const SortOptions& options, ThreadPool* pool) {
  CPPJRT_RETURN_IF_ERROR(CheckSort(shape, operands));
  if (IsEmpty(shape)) return Status();
  CPPJRT_RETURN_IF_ERROR(CheckKeys(operands, keys));
  if (WantsTiles(shape, operands)) {
    return SortTiles(shape, operands, pool, [&](const SortShape& rows, std::span<const SortOperand> copies) {
      return KeySort(rows, copies, keys, options, nullptr).Run();
    });
  }
  return KeySort(shape, operands, keys, options, pool).Run();
}

}  // namespace cppjrt::cpu::kernels
