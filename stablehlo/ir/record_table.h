// Interned records: the one store behind types, attributes and locations.
//
// A record is a kind, a small number, an optional 32-bit extra (for attributes the type) and a list of 64-bit words;
// what they mean is the business of TypeTable, AttrTable and LocTable. Two equal records have one index, so equality
// of types and attributes is equality of ids. tensor<2x3xf32>, for one, is
//
//   {kind = kRankedTensor, sub = 0, extra = none, words = {f32 | encoding << 32, 2, 3}}
#ifndef CPPJRT_STABLEHLO_IR_RECORD_TABLE_H_
#define CPPJRT_STABLEHLO_IR_RECORD_TABLE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cppjrt/arena.h"

namespace cppjrt::stablehlo {

struct Record {
  uint8_t kind = 0;
  uint8_t sub = 0;
  uint32_t extra = 0;
  uint32_t hash = 0;  // 0 for records that are not interned
  uint32_t count = 0;
  const int64_t* words = nullptr;

  std::span<const int64_t> span() const { return {words, count}; }
};

class RecordTable {
 public:
  explicit RecordTable(Arena* arena) : arena_(arena) { records_.reserve(kRoom); }
  // Starts with the records of `first`, whose words outlive the table.
  RecordTable(Arena* arena, const RecordTable& first) : arena_(arena), slots_(first.slots_) {
    records_.reserve(first.records_.size() + kRoom);
    records_.assign(first.records_.begin(), first.records_.end());
  }
  RecordTable(const RecordTable&) = delete;
  RecordTable& operator=(const RecordTable&) = delete;

  // The index of the record, made if it is new; the words are copied then.
  uint32_t Intern(uint8_t kind, uint8_t sub, uint32_t extra, std::span<const int64_t> words);
  // A record of its own, never found by Intern: for large data that is not worth hashing.
  uint32_t Append(uint8_t kind, uint8_t sub, uint32_t extra, std::span<const int64_t> words);

  // The reference is good until the next Intern or Append, its words as long as the arena.
  const Record& operator[](uint32_t index) const { return records_[index]; }
  uint32_t size() const { return static_cast<uint32_t>(records_.size()); }

 private:
  static constexpr size_t kRoom = 64;

  void Grow();

  Arena* arena_;
  std::vector<Record> records_;
  std::vector<uint32_t> slots_;  // index + 1, 0 = free; a power of two, at most half full
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_RECORD_TABLE_H_
