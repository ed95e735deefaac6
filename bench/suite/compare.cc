#include "bench/suite/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace cppjrt::bench {
namespace {

std::vector<std::byte> ReadArray(std::ifstream& file, const ArrayInfo& array) {
  std::vector<std::byte> bytes(static_cast<size_t>(array.bytes()));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

void AddFloats(const ArrayInfo& array, const std::byte* ours, const std::byte* theirs, Difference& difference) {
  double scale = 0;
  double distance = 0;
  for (int64_t i = 0; i < array.size(); ++i) {
    const double a = ValueAt(ours, array.type, i);
    const double b = ValueAt(theirs, array.type, i);
    if (std::isnan(a) || std::isnan(b)) {
      difference.nans += std::isnan(a) != std::isnan(b) ? 1 : 0;
    } else if (a != b) {
      distance = std::max(distance, std::abs(a - b));
    }
    if (std::isfinite(b)) scale = std::max(scale, std::abs(b));
  }
  difference.error = std::max(difference.error, distance == 0 ? 0 : distance / scale);
}

double DifferingIntegers(const ArrayInfo& array, const std::byte* ours, const std::byte* theirs) {
  int64_t count = 0;
  for (int64_t i = 0; i < array.size(); ++i) {
    count += ValueAt(ours, array.type, i) != ValueAt(theirs, array.type, i) ? 1 : 0;
  }
  return static_cast<double>(count) / static_cast<double>(std::max<int64_t>(1, array.size()));
}

}  // namespace

std::string ToString(const Difference& difference) {
  char text[64];
  if (difference.nans > 0) {
    std::snprintf(text, sizeof text, "%lld NaN", static_cast<long long>(difference.nans));
  } else if (difference.integers > difference.error) {
    std::snprintf(text, sizeof text, "%.2g%% int", difference.integers * 100);
  } else {
    std::snprintf(text, sizeof text, "%.0e", difference.error);
  }
  return std::string(text) + (difference.acceptable() ? "" : " DIFFER");
}

std::optional<Difference> CompareResults(const BenchProgram& program, const std::string& ours,
                                         const std::string& theirs) {
  std::ifstream our_file(ours, std::ios::binary);
  std::ifstream their_file(theirs, std::ios::binary);
  Difference difference;
  for (const ArrayInfo& array : program.results) {
    const std::vector<std::byte> a = ReadArray(our_file, array);
    const std::vector<std::byte> b = ReadArray(their_file, array);
    if (!our_file || !their_file) return std::nullopt;
    const pjrt::ElementKind kind = pjrt::Info(array.type).kind;
    if (kind == pjrt::ElementKind::kFloat) {
      AddFloats(array, a.data(), b.data(), difference);
    } else {
      difference.integers = std::max(difference.integers, DifferingIntegers(array, a.data(), b.data()));
    }
  }
  return difference;
}

}  // namespace cppjrt::bench
