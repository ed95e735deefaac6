#include "cpu/codegen/target.h"

#include <algorithm>
#include <cstdlib>

namespace cppjrt::cpu::codegen {
namespace {

// Those of an architecture from the least to the most. Of x86-64 each can do what those before it can.
// clang-format off
constexpr TargetRow kRows[] = {
    // name            architecture            cpu            features  vector  fma    masks  scalable
    {"sse4.2",         Architecture::kX86_64,  "x86-64-v2",   "",       16,     false, false, 0},
    {"avx2",           Architecture::kX86_64,  "x86-64-v3",   "",       32,     true,  false, 0},
    {"avx512",         Architecture::kX86_64,  "x86-64-v4",   "",       64,     true,  true,  0},
    {"aarch64",        Architecture::kAArch64, "generic",     "+neon",  16,     true,  false, 0},
    {"aarch64-sve256", Architecture::kAArch64, "neoverse-v1", "+sve",   32,     true,  true,  2},
};
// clang-format on

constexpr int64_t kReproducibleVectorBytes = 32;

Target FromRow(const TargetRow& row) {
  Target target;
  target.name = row.name;
  target.architecture = row.architecture;
  target.cpu = row.cpu;
  target.features = row.features;
  target.vector_bytes = row.vector_bytes;
  target.fma = row.fma;
  target.cheap_masks = row.cheap_masks;
  target.scalable = row.scalable;
  return target;
}

const TargetRow* FindRow(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &TargetRow::name);
  return row == std::end(kRows) ? nullptr : row;
}

#if defined(__x86_64__)

bool HasAvx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}

bool HasAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
         __builtin_cpu_supports("bmi2");
}

std::string_view FindHost() {
  const char* wanted = std::getenv("CPPJRT_CPU_TARGET");
  const std::string_view name = wanted == nullptr ? "" : wanted;
  const bool avx2 = HasAvx2() && name != "sse4.2";
  const bool avx512 = avx2 && HasAvx512() && name != "avx2";
  return avx512 ? "avx512" : avx2 ? "avx2" : "sse4.2";
}

#else

std::string_view FindHost() { return "aarch64"; }

#endif

}  // namespace

std::span<const TargetRow> TargetRows() { return kRows; }

StatusOr<Target> NamedTarget(std::string_view name) {
  if (const TargetRow* row = FindRow(name)) return FromRow(*row);
  std::string known;
  for (const TargetRow& row : kRows) known += (known.empty() ? "" : ", ") + std::string(row.name);
  return InvalidArgumentError("there is no target '" + std::string(name) + "', expected one of " + known);
}

const Target& HostTarget() {
  static const Target target = FromRow(*FindRow(FindHost()));
  return target;
}

Target Reproducible(const Target& target) {
  Target made = target;
  made.vector_bytes = kReproducibleVectorBytes;
  made.fma = false;
  made.cheap_masks = false;  // how a tile is cut is a matter of shape alone
  return made;
}

}  // namespace cppjrt::cpu::codegen
