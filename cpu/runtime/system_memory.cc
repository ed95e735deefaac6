#include "cpu/runtime/system_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace cppjrt::cpu {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

int64_t MachineMemory() {
  const int64_t pages = ::sysconf(_SC_PHYS_PAGES);
  const int64_t page_size = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page_size > 0 ? pages * page_size : kNoLimit;
}

int64_t ResourceLimit(decltype(RLIMIT_AS) resource) {
  rlimit limit = {};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNoLimit;
  return static_cast<int64_t>(std::min<rlim_t>(limit.rlim_cur, static_cast<rlim_t>(kNoLimit)));
}

// The number in a file; "max" and absent files do not limit.
int64_t NumberIn(const std::string& path) {
  std::ifstream file(path);
  uint64_t value = 0;
  if (!(file >> value) || value > static_cast<uint64_t>(kNoLimit)) return kNoLimit;
  return static_cast<int64_t>(value);
}

// The smallest limit on the way from `group` up to the root of the hierarchy mounted at `mount`.
int64_t LimitUpwards(const std::string& mount, std::string group, const std::string& file) {
  int64_t limit = NumberIn(mount + "/" + file);
  for (int depth = 0; depth < 64 && group.size() > 1; ++depth) {
    limit = std::min(limit, NumberIn(mount + group + "/" + file));
    group.resize(group.rfind('/'));
  }
  return limit;
}

// Lines of /proc/self/cgroup: "0::/a/b" (v2), "5:memory:/a/b" (v1).
int64_t CgroupLimit() {
  int64_t limit =
      std::min(NumberIn("/sys/fs/cgroup/memory.max"), NumberIn("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':');
    const size_t second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos || second + 1 >= line.size() || line[second + 1] != '/') continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) limit = std::min(limit, LimitUpwards("/sys/fs/cgroup", group, "memory.max"));
    if (controllers == "memory") {
      limit = std::min(limit, LimitUpwards("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
  }
  return limit;
}

}  // namespace

int64_t SystemMemoryLimit() {
  return std::min({MachineMemory(), ResourceLimit(RLIMIT_AS), ResourceLimit(RLIMIT_DATA), CgroupLimit()});
}

}  // namespace cppjrt::cpu
