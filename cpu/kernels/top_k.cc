// The first k of each row: words below the k-th best so far are collected, and the collection is cut to k when it is full.
// Most of a long row is only compared with that bound, many words at a time.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "cpu/kernels/parallel.h"
#include "cpu/kernels/scratch.h"
#include "cpu/kernels/sort.h"
#include "cpu/kernels/sort_keys.h"
#include "cpu/kernels/sort_rows.h"
#include "cpu/kernels/sort_set.h"

namespace cppjrt::cpu::kernels {
namespace {

constexpr int64_t kPiece = 1024;
constexpr int64_t kFirstPiece = 64;
// A row is searched in parts of this many elements, by shape alone; each part gives its own k.
constexpr int64_t kPart = int64_t{1} << 16;

class Selection {
 public:
  Selection(const TopKShape& shape, const void* in, ElementType type, const SortKey& key, void* values,
            int32_t* indices, const SortOptions& options, ThreadPool* pool)
      : shape_(shape),
        in_(static_cast<const std::byte*>(in)),
        type_(type),
        rule_(MakeKeyRule(type, key)),
        index_bits_(IndexBits(shape.n)),
        values_(static_cast<std::byte*>(values)),
        indices_(indices),
        set_(SortSetFor(options.isa)),
        pool_(pool),
        parts_(shape.n > 4 * shape.k ? (shape.n + kPart - 1) / kPart : 1) {}

  Status Run() {
    const auto n = static_cast<size_t>(shape_.rows * parts_ * shape_.k);
    best_ = reinterpret_cast<uint64_t*>(Scratch(ScratchSlot::kShared, n * sizeof(uint64_t)));
    if (best_ == nullptr) return NoMemoryToSort(shape_.n);
    const int64_t grain = std::max<int64_t>(1, 8192 / std::max<int64_t>(1, shape_.n));
    ParallelFor(pool_, shape_.rows * parts_, grain, [this](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) SearchPart(i / parts_, i % parts_);
    });
    ParallelFor(pool_, shape_.rows, grain, [this](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) Finish(row);
    });
    return failed_ ? NoMemoryToSort(shape_.n) : Status();
  }

 private:
  int64_t PartBegin(int64_t part) const { return parts_ == 1 ? 0 : part * kPart; }
  int64_t PartEnd(int64_t part) const { return parts_ == 1 ? shape_.n : std::min(shape_.n, (part + 1) * kPart); }
  uint64_t* Best(int64_t row, int64_t part) const { return best_ + (row * parts_ + part) * shape_.k; }

  // Words that hold key and index of elements [begin, end) of a row.
  void MakeWords(int64_t row, int64_t begin, int64_t end, uint64_t* words) const {
    std::memset(words, 0, static_cast<size_t>(end - begin) * sizeof(uint64_t));
    const std::byte* from = in_ + (row * shape_.n + begin) * rule_.bytes;
    set_.append_keys(rule_, from, 1, end - begin, words);
    set_.append_index(begin, index_bits_, end - begin, words);
  }

  void SearchPart(int64_t row, int64_t part) {
    const int64_t k = shape_.k;
    // Less than twice k, and a piece.
    auto* kept = reinterpret_cast<uint64_t*>(
        Scratch(ScratchSlot::kPanels, static_cast<size_t>(2 * k + 2 * kPiece) * sizeof(uint64_t)));
    if (kept == nullptr) {
      failed_ = true;
      return;
    }
    uint64_t words[kPiece];
    int64_t size = 0;
    uint64_t bound = ~uint64_t{0};
    // Pieces grow: a bound that few are below is found soon.
    int64_t piece = std::clamp(4 * k, kFirstPiece, kPiece);
    int64_t n = 0;
    for (int64_t begin = PartBegin(part); begin < PartEnd(part); begin += n) {
      n = std::min(piece, PartEnd(part) - begin);
      piece = std::min(2 * piece, kPiece);
      MakeWords(row, begin, begin + n, words);
      size = AppendBelow(bound, words, n, kept, size);
      if (size < 2 * k) continue;
      std::nth_element(kept, kept + k - 1, kept + size);
      size = k;
      bound = kept[k - 1];
    }
    Keep(kept, size, Best(row, part));
  }

  // Words below the bound go behind kept[0, size); returns how many there are then.
  int64_t AppendBelow(uint64_t bound, const uint64_t* words, int64_t n, uint64_t* kept, int64_t size) const {
    if (bound == ~uint64_t{0}) {
      std::copy(words, words + n, kept + size);
      return size + n;
    }
    for (int64_t i = set_.find_below(bound, words, n); i < n;) {
      kept[size++] = words[i++];
      i += set_.find_below(bound, words + i, n - i);
    }
    return size;
  }

  // The k smallest of kept[0, size), in no order; missing ones are made up, larger than any.
  void Keep(uint64_t* kept, int64_t size, uint64_t* best) const {
    const int64_t k = shape_.k;
    if (size > k) std::nth_element(kept, kept + k - 1, kept + size);
    const int64_t count = std::min(size, k);
    std::copy(kept, kept + count, best);
    std::fill(best + count, best + k, ~uint64_t{0});
  }

  void Finish(int64_t row) const {
    const int64_t k = shape_.k;
    uint64_t* all = Best(row, 0);
    const int64_t size = parts_ * k;
    if (size > k) std::nth_element(all, all + k - 1, all + size);
    std::sort(all, all + k);
    const uint64_t mask = (uint64_t{1} << index_bits_) - 1;
    const auto bytes = static_cast<size_t>(ByteSize(type_));
    for (int64_t i = 0; i < k; ++i) {
      const auto index = static_cast<int64_t>(all[i] & mask);
      if (indices_ != nullptr) indices_[row * k + i] = static_cast<int32_t>(index);
      if (values_ == nullptr) continue;
      std::memcpy(values_ + static_cast<size_t>(row * k + i) * bytes,
                  in_ + static_cast<size_t>(row * shape_.n + index) * bytes, bytes);
    }
  }

  const TopKShape shape_;
  const std::byte* in_;
  const ElementType type_;
  const KeyRule rule_;
  const int index_bits_;
  std::byte* values_;
  int32_t* indices_;
  const SortSet& set_;
  ThreadPool* const pool_;
  const int64_t parts_;
  uint64_t* best_ = nullptr;
  std::atomic<bool> failed_ = false;
};

// Copies the first k of each sorted row.
template <class T>
void CutRows(const TopKShape& shape, const T* sorted, T* out) {
  for (int64_t row = 0; row < shape.rows; ++row) {
    std::copy(sorted + row * shape.n, sorted + row * shape.n + shape.k, out + row * shape.k);
  }
}

// Sorts everything: for keys that do not fit into a word with their index, and for large k.
Status TopKBySorting(const TopKShape& shape, const void* in, ElementType type, SortKey key, void* values,
                     int32_t* indices, const SortOptions& options, ThreadPool* pool) {
  key.operand = 0;
  const auto count = static_cast<size_t>(shape.rows * shape.n);
  const auto bytes = static_cast<size_t>(ByteSize(type));
  std::byte* block = Scratch(ScratchSlot::kRows, count * (bytes + sizeof(int32_t)) + 64);
  if (block == nullptr) return NoMemoryToSort(shape.n);
  auto* order = reinterpret_cast<int32_t*>(block);
  std::byte* sorted = block + (count * sizeof(int32_t) + 63) / 64 * 64;
  const SortOperand operands[] = {{in, values == nullptr ? nullptr : sorted, type},
                                  {nullptr, indices == nullptr ? nullptr : order, ElementType::kI32}};
  CPPJRT_RETURN_IF_ERROR(Sort({shape.rows, shape.n, 1}, operands, {&key, 1}, options, pool));
  if (indices != nullptr) CutRows(shape, order, indices);
  if (values == nullptr) return Status();
  for (int64_t row = 0; row < shape.rows; ++row) {
    std::memcpy(static_cast<std::byte*>(values) + static_cast<size_t>(row * shape.k) * bytes,
                sorted + static_cast<size_t>(row * shape.n) * bytes, static_cast<size_t>(shape.k) * bytes);
  }
  return Status();
}

}  // namespace

Status TopK(const TopKShape& shape, const void* in, ElementType type, const SortKey& key, void* values,
            int32_t* indices, const SortOptions& options, ThreadPool* pool) {
  if (shape.rows < 0 || shape.k < 0 || shape.k > shape.n || shape.n > INT32_MAX) {
    return InvalidArgumentError("top_k: the first " + std::to_string(shape.k) + " of " + std::to_string(shape.rows) +
                                " rows of " + std::to_string(shape.n) + " cannot be");
  }
  if (IsComplex(type)) return UnimplementedError("top_k: complex numbers have no order");
  if (shape.rows == 0 || shape.k == 0) return Status();
  // Beyond this the cuts cost more than sorting all.
  const bool fits = MakeKeyRule(type, key).bits + IndexBits(shape.n) <= 64;
  if (!fits || shape.k > std::max<int64_t>(64, shape.n / 8)) {
    return TopKBySorting(shape, in, type, key, values, indices, options, pool);
  }
  return Selection(shape, in, type, key, values, indices, options, pool).Run();
}

}  // namespace cppjrt::cpu::kernels
