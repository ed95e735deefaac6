// In order of first use, each into the smallest gap that holds it; gaps that meet become one.
#include "cpu/plan/arena.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

namespace cppjrt::cpu {
namespace {

constexpr int64_t kAlignment = 64;

int64_t Rounded(int64_t bytes) { return (std::max<int64_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment; }

class Gaps {
 public:
  int64_t Take(int64_t bytes) {
    const auto fit = by_size_.lower_bound({bytes, 0});
    if (fit == by_size_.end()) return Grow(bytes);
    const auto [size, offset] = *fit;
    Remove(offset, size);
    if (size > bytes) Insert(offset + bytes, size - bytes);
    return offset;
  }
  void Give(int64_t offset, int64_t bytes) {
    const auto after = by_offset_.lower_bound(offset);
    if (after != by_offset_.end() && after->first == offset + bytes) {
      const int64_t more = after->second;
      Remove(offset + bytes, more);
      bytes += more;
    }
    const auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.begin()) {
      const auto [start, size] = *std::prev(next);
      if (start + size == offset) {
        Remove(start, size);
        offset = start;
        bytes += size;
      }
    }
    Insert(offset, bytes);
  }
  int64_t end() const { return end_; }

 private:
  int64_t Grow(int64_t bytes) {
    int64_t offset = end_;
    // A gap at the end grows.
    if (!by_offset_.empty()) {
      const auto [start, size] = *by_offset_.rbegin();
      if (start + size == end_) {
        Remove(start, size);
        offset = start;
      }
    }
    end_ = offset + bytes;
    return offset;
  }
  void Insert(int64_t offset, int64_t bytes) {
    by_offset_[offset] = bytes;
    by_size_.emplace(bytes, offset);
  }
  void Remove(int64_t offset, int64_t bytes) {
    by_offset_.erase(offset);
    by_size_.erase({bytes, offset});
  }

  std::map<int64_t, int64_t> by_offset_;
  std::set<std::pair<int64_t, int64_t>> by_size_;  // size, offset
  int64_t end_ = 0;
};

}  // namespace

int64_t LayOutArena(std::vector<ArenaRequest>& requests) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return std::pair(requests[a].first, a) < std::pair(requests[b].first, b); });
  using End = std::pair<int64_t, size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> alive;
  Gaps gaps;
  for (const size_t i : order) {
    ArenaRequest& request = requests[i];
    while (!alive.empty() && alive.top().first < request.first) {
      const ArenaRequest& gone = requests[alive.top().second];
      gaps.Give(gone.offset, Rounded(gone.bytes));
      alive.pop();
    }
    request.offset = gaps.Take(Rounded(request.bytes));
    alive.emplace(request.last, i);
  }
  return gaps.end();
}

ArenaPeak FindPeak(const std::vector<ArenaRequest>& requests) {
  std::map<int64_t, int64_t> changes;  // of the bytes alive, by time
  for (const ArenaRequest& request : requests) {
    changes[request.first] += Rounded(request.bytes);
    changes[request.last + 1] -= Rounded(request.bytes);
  }
  ArenaPeak peak;
  int64_t now = 0;
  int64_t when = 0;
  for (const auto& [time, change] : changes) {
    now += change;
    if (now > peak.bytes) peak.bytes = now, when = time;
  }
  for (size_t i = 0; i < requests.size() && peak.bytes > 0; ++i) {
    if (requests[i].first <= when && when <= requests[i].last) peak.alive.push_back(i);
  }
  return peak;
}

}  // namespace cppjrt::cpu
