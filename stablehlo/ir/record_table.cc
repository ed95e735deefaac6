#include "stablehlo/ir/record_table.h"

#include <cstring>

#include "stablehlo/ir/hash.h"

namespace cppjrt::stablehlo {
namespace {

bool Same(const Record& record, uint8_t kind, uint8_t sub, uint32_t extra, std::span<const int64_t> words) {
  return record.kind == kind && record.sub == sub && record.extra == extra && record.count == words.size() &&
         (words.empty() || std::memcmp(record.words, words.data(), words.size_bytes()) == 0);
}

}  // namespace

uint32_t RecordTable::Intern(uint8_t kind, uint8_t sub, uint32_t extra, std::span<const int64_t> words) {
  if (records_.size() * 2 >= slots_.size()) Grow();
  const uint64_t head = kind | static_cast<uint64_t>(sub) << 8 | static_cast<uint64_t>(extra) << 32;
  const uint32_t hash = static_cast<uint32_t>(HashWords(head, words)) | 1;
  const size_t mask = slots_.size() - 1;
  for (size_t slot = (hash >> 1) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      const uint32_t index = Append(kind, sub, extra, words);
      records_[index].hash = hash;
      slots_[slot] = index + 1;
      return index;
    }
    const Record& record = records_[slots_[slot] - 1];
    if (record.hash == hash && Same(record, kind, sub, extra, words)) return slots_[slot] - 1;
  }
}

uint32_t RecordTable::Append(uint8_t kind, uint8_t sub, uint32_t extra, std::span<const int64_t> words) {
  const std::span<int64_t> copy = arena_->Copy(words);
  records_.push_back({kind, sub, extra, 0, static_cast<uint32_t>(words.size()), copy.data()});
  return size() - 1;
}

void RecordTable::Grow() {
  slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, 0);
  const size_t mask = slots_.size() - 1;
  for (uint32_t i = 0; i < size(); ++i) {
    if (records_[i].hash == 0) continue;
    size_t slot = (records_[i].hash >> 1) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

}  // namespace cppjrt::stablehlo
