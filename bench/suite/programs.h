// The performance programs (bench.json, NAME.mlir) and the arguments their fill rules ask for.
//
//   const auto suite = ReadPrograms(ProgramsFolder());
//   const HostData argument = MakeArgument(suite->front(), 0);   // same bytes in every process
#ifndef CPPJRT_BENCH_SUITE_PROGRAMS_H_
#define CPPJRT_BENCH_SUITE_PROGRAMS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/element_type.h"

namespace cppjrt::bench {

// How the values of an argument are made; the numbers mean what bench.json says of the rule.
enum class FillRule { kNormal, kUniform, kUniformInt, kSortedUniformInt, kArange, kSpd, kValue, kZeros };

struct Fill {
  FillRule rule = FillRule::kZeros;
  double a = 0;
  double b = 0;
};

struct ArrayInfo {
  pjrt::ElementType type = pjrt::ElementType::kInvalid;
  std::vector<int64_t> dims;
  Fill fill;

  int64_t size() const;   // elements
  int64_t bytes() const;  // dense, on the host
};

struct BenchProgram {
  std::string name;
  std::string what;
  std::string kind;
  std::string path;  // of the .mlir
  double flops = 0;  // 0: not counted
  std::vector<ArrayInfo> arguments;
  std::vector<ArrayInfo> results;

  // Of all arguments and results: what a program that streams must move.
  int64_t bytes_moved() const;
};

// $CPPJRT_BENCH_PROGRAMS, else the folder beside the checkout.
std::string ProgramsFolder();

// Nothing if the folder has no bench.json that can be used.
std::optional<std::vector<BenchProgram>> ReadPrograms(const std::string& folder);

const BenchProgram* FindProgram(const std::vector<BenchProgram>& programs, std::string_view name);

// The whole file; empty if it cannot be read.
std::string ReadFile(const std::string& path);

// Values of argument `index`, row-major. Depends on the program's name and the index only.
std::vector<std::byte> MakeArgument(const BenchProgram& program, size_t index);

// Element `i` of an array of `type`.
double ValueAt(const std::byte* data, pjrt::ElementType type, int64_t i);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_SUITE_PROGRAMS_H_
