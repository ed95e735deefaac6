// Three ways. By time: each request, in order of first use, into the smallest gap that holds it, be it in a region or in the
// arena; gaps that meet become one. By size: the largest first, each at the lowest place that nothing alive with it has; this
// packs better, but looks at all pairs.
// By size, of equal ones the last first: in a chain of steps that ends in a result, every other value can be in that result's
// memory, counted from the end.
#include "cpu/plan/arena.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

namespace cppjrt::cpu {
namespace {

constexpr int64_t kAlignment = 64;
// Small regions are not worth looking at, nor are many.
constexpr int64_t kSmallestRegion = 256;
constexpr size_t kMostRegions = 48;
constexpr size_t kMostBySize = 1500;

int64_t Rounded(int64_t bytes) { return (std::max<int64_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment; }

class Gaps {
 public:
  Gaps() = default;
  explicit Gaps(int64_t bytes) : end_(bytes) { Insert(0, bytes); }

  // The size of the gap that Take would take; -1 if there is none and the end would grow.
  int64_t Fit(int64_t bytes) const {
    const auto fit = by_size_.lower_bound({bytes, 0});
    return fit == by_size_.end() ? -1 : fit->first;
  }
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

int64_t Rounded(const ArenaRegion& region) { return region.bytes / kAlignment * kAlignment; }

// In order of time.
int64_t ByTime(std::vector<ArenaRequest>& requests, const std::vector<ArenaRegion>& regions,
               const std::vector<int32_t>& usable) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return std::pair(requests[a].first, a) < std::pair(requests[b].first, b); });
  using End = std::pair<int64_t, size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> alive;
  std::vector<Gaps> gaps(1);  // of the arena, then of regions
  for (const int32_t r : usable) gaps.emplace_back(Rounded(regions[static_cast<size_t>(r)]));
  std::vector<size_t> taken_from(requests.size());
  for (const size_t i : order) {
    ArenaRequest& request = requests[i];
    while (!alive.empty() && alive.top().first < request.first) {
      const size_t gone = alive.top().second;
      gaps[taken_from[gone]].Give(requests[gone].offset, Rounded(requests[gone].bytes));
      alive.pop();
    }
    const int64_t bytes = Rounded(request.bytes);
    size_t best = 0;
    int64_t least = -1;
    for (size_t g = 1; g < gaps.size(); ++g) {
      if (request.last > regions[static_cast<size_t>(usable[g - 1])].until) continue;
      const int64_t fit = gaps[g].Fit(bytes);
      if (fit >= 0 && (least < 0 || fit < least)) best = g, least = fit;
    }
    request.offset = gaps[best].Take(bytes);
    request.region = best == 0 ? -1 : usable[best - 1];
    taken_from[i] = best;
    alive.emplace(request.last, i);
  }
  return gaps[0].end();
}

// What has been placed in the arena or in one region.
struct Placed {
  int64_t bytes = INT64_MAX;  // room
  int64_t until = INT64_MAX;
  int32_t region = -1;
  std::vector<size_t> by_offset;  // requests

  // The lowest offset at which the request fits; -1 if there is none.
  int64_t Lowest(const std::vector<ArenaRequest>& requests, const ArenaRequest& request) const {
    if (request.last > until) return -1;
    const int64_t wanted = Rounded(request.bytes);
    int64_t offset = 0;
    for (const size_t other : by_offset) {
      const ArenaRequest& o = requests[other];
      if (o.first > request.last || request.first > o.last) continue;
      if (o.offset >= offset + wanted) break;
      offset = std::max(offset, o.offset + Rounded(o.bytes));
    }
    return offset <= bytes - request.bytes ? offset : -1;
  }
  void Add(const std::vector<ArenaRequest>& requests, size_t i) {
    const auto before = [&](size_t a, size_t b) { return requests[a].offset < requests[b].offset; };
    by_offset.insert(std::upper_bound(by_offset.begin(), by_offset.end(), i, before), i);
  }
};

// The largest first; of equal ones the earliest or latest.
int64_t BySize(std::vector<ArenaRequest>& requests, const std::vector<ArenaRegion>& regions,
               const std::vector<int32_t>& usable, bool latest) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (requests[a].bytes != requests[b].bytes) return requests[a].bytes > requests[b].bytes;
    if (latest && requests[a].last != requests[b].last) return requests[a].last > requests[b].last;
    return a < b;
  });
  std::vector<Placed> places;
  for (const int32_t r : usable) {
    const ArenaRegion& region = regions[static_cast<size_t>(r)];
    places.push_back({region.bytes, region.until, r, {}});
  }
  places.emplace_back();  // the arena, in the end
  int64_t end = 0;
  for (const size_t i : order) {
    ArenaRequest& request = requests[i];
    for (Placed& place : places) {
      const int64_t offset = place.Lowest(requests, request);
      if (offset < 0) continue;
      request.offset = offset;
      request.region = place.region;
      place.Add(requests, i);
      if (place.region < 0) end = std::max(end, offset + Rounded(request.bytes));
      break;
    }
  }
  return end;
}

// The regions that are looked at: the largest ones, in order of size from the smallest.
std::vector<int32_t> UsableRegions(const std::vector<ArenaRegion>& regions) {
  std::vector<int32_t> usable;
  for (size_t r = 0; r < regions.size(); ++r) {
    if (regions[r].bytes >= kSmallestRegion) usable.push_back(static_cast<int32_t>(r));
  }
  const auto bytes = [&](int32_t r) { return regions[static_cast<size_t>(r)].bytes; };
  std::sort(usable.begin(), usable.end(),
            [&](int32_t a, int32_t b) { return bytes(a) != bytes(b) ? bytes(a) > bytes(b) : a < b; });
  if (usable.size() > kMostRegions) usable.resize(kMostRegions);
  std::reverse(usable.begin(), usable.end());
  return usable;
}

}  // namespace

int64_t LayOutArena(std::vector<ArenaRequest>& requests, const std::vector<ArenaRegion>& regions) {
  const std::vector<int32_t> usable = UsableRegions(regions);
  const int64_t by_time = ByTime(requests, regions, usable);
  // Nothing is better than none, and than what is alive at once where there is nothing but the arena.
  if (by_time == 0 || requests.size() > kMostBySize || (usable.empty() && by_time == FindPeak(requests).bytes)) {
    return by_time;
  }
  int64_t best = by_time;
  const std::vector<ArenaRequest> asked = requests;
  for (const bool latest : {false, true}) {
    std::vector<ArenaRequest> other = asked;
    const int64_t bytes = BySize(other, regions, usable, latest);
    if (bytes >= best) continue;
    best = bytes;
    requests = std::move(other);
  }
  return best;
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
