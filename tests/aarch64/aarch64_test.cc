// Code for AArch64: what is in it, and that it computes the same bits as code for x86-64 of vectors of the same size. It runs
// under qemu, in a program that a cross-compiler makes; without these the tests of what it computes are skipped.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cpu/codegen/llvm_aarch64.h"
#include "cpu/lapack/targets.h"
#include "cpu/native/compile_test.h"
#include "cpu/native/cross_program.h"
#include "cpu/plan/epilogue.h"
#include "tests/aarch64/disassemble.h"
#include "tests/aarch64/random_memory.h"
#include "tests/aarch64/unit_job.h"

namespace cppjrt::cpu::aarch64_test {
namespace {

namespace fs = std::filesystem;
using codegen::NamedTarget;
using codegen::Target;
using codegen::Unit;
using codegen::UnitKind;

constexpr int64_t kMostBytes = 1 << 20;  // of a buffer: qemu is slow

struct Ready {
  std::shared_ptr<stablehlo::Module> module;
  NativeOptions options;
};

StatusOr<Ready> MakeReady(const std::string& text) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, ReadyModule(text));
  Ready ready;
  ready.module = std::make_shared<stablehlo::Module>(std::move(verified).Release());
  ready.options.owner = ready.module;
  ready.options.environment.custom_calls = &LapackTargets();
  ready.options.skip_passes = {"fold"};  // the programs' inputs are constants
  return ready;
}

StatusOr<CrossProgram> CompileTextFor(const Target& target, const std::string& text) {
  codegen::RegisterAArch64();
  CPPJRT_ASSIGN_OR_RETURN(const Ready ready, MakeReady(text));
  return CompileFor(target, *ready.module, stablehlo::FindEntry(*ready.module, ""), ready.options);
}

// --- What is in it --------------------------------------------------------------------------------------------------

constexpr char kSumOfSines[] = R"(
func.func @main(%a: tensor<64x1000xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.sine %a : tensor<64x1000xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
)";

bool AnyHas(const std::vector<std::string>& lines, std::string_view a, std::string_view b) {
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.starts_with(a) && line.find(b) != std::string::npos; });
}

TEST(AArch64, VectorsAreThoseOfNeon) {
  const StatusOr<CrossProgram> program = CompileTextFor(*NamedTarget("aarch64"), kSumOfSines);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto lines = Disassemble(program->code.object, "aarch64-linux-gnu", "");
  ASSERT_TRUE(lines.ok()) << lines.status().ToString();
  EXPECT_TRUE(AnyHas(*lines, "fmla", ".4s"));
  EXPECT_TRUE(AnyHas(*lines, "fadd", ".4s"));
  EXPECT_FALSE(AnyHas(*lines, "", "z0."));
}

TEST(AArch64, VectorsAreThoseOfSve) {
  const StatusOr<CrossProgram> program = CompileTextFor(*NamedTarget("aarch64-sve256"), kSumOfSines);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto lines = Disassemble(program->code.object, "aarch64-linux-gnu", "+sve");
  ASSERT_TRUE(lines.ok()) << lines.status().ToString();
  EXPECT_TRUE(AnyHas(*lines, "fmla", "z"));
}

TEST(AArch64, ConstantsFarAwayAreReachedByPages) {
  Target target = *NamedTarget("aarch64");
  target.far_constants = true;
  const StatusOr<CrossProgram> program = CompileTextFor(target, kSumOfSines);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  EXPECT_EQ(program->code.pieces[0].alignment, codegen::Piece::kPage);
  target.far_constants = false;
  const StatusOr<CrossProgram> near = CompileTextFor(target, kSumOfSines);
  ASSERT_TRUE(near.ok()) << near.status().ToString();
  EXPECT_EQ(near->code.pieces[0].alignment, codegen::Piece::kAlignment);
}

// --- What it computes -----------------------------------------------------------------------------------------------

// Types of what is in a buffer, by value; if one of several is i1, that: its bytes may be anything's.
std::map<BufferId, ElementType> TypesOf(const Plan& plan) {
  std::map<BufferId, ElementType> types;
  for (const auto& [v, buffer] : plan.buffer_of) {
    const auto [at, added] = types.emplace(buffer, v.type());
    if (!added && v.type() < at->second) at->second = v.type();
  }
  return types;
}

struct Case {
  std::string name;
  UnitJob x86;
  UnitJob arm;
  std::vector<ElementType> types;  // of the buffers
};

bool CallsOwnComplexFunctions(const codegen::Piece& piece) {
  return std::ranges::any_of(piece.imports,
                             [](const auto& import) { return import.symbol.starts_with("cppjrt_complex_"); });
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A machine, and one of x86-64 with vectors and instructions for the same code.
struct Pair {
  Target arm;
  Target x86;
};
Pair PairOf(std::string_view name) {
  Pair pair = {*NamedTarget(name), *NamedTarget("avx2")};
  pair.x86.vector_bytes = pair.arm.vector_bytes;
  pair.x86.cheap_masks = pair.arm.cheap_masks;
  return pair;
}

class Cases {
 public:
  // `loops`: with the regions of loops, which are to be such as end whatever the numbers.
  explicit Cases(Pair pair, bool loops = false) : x86_(std::move(pair.x86)), arm_(std::move(pair.arm)), loops_(loops) {}

  Status Add(const std::string& name, const std::string& text) {
    const StatusOr<CrossProgram> x86 = CompileTextFor(x86_, text);
    const StatusOr<CrossProgram> arm = CompileTextFor(arm_, text);
    if (x86.status().code() != arm.status().code()) return arm.status().WithContext(name);
    if (!x86.ok()) return OkStatus();  // one that must not compile, or that the evaluator runs
    const size_t count = x86->code.pieces.size();
    if (count != arm->code.pieces.size()) return InternalError(name + ": other units");
    for (size_t i = 0; i < count; ++i) AddUnit(name + " unit" + std::to_string(i), *x86, *arm, i);
    return OkStatus();
  }

  // Of the programs of tests/ops, in files whose names begin so, every `step`-th: compilers and emulators are slow.
  void AddOps(std::string_view prefix, size_t step) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(CPPJRT_TESTS_DIR "/ops")) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) {
      if (file.extension() == ".mlir" && file.stem().string().starts_with(prefix)) AddFile(file, step);
    }
  }

  std::vector<Case>& cases() { return cases_; }

 private:
  void AddFile(const fs::path& file, size_t step) {
    std::string text = ReadFile(file);
    for (size_t number = 0; !text.empty(); ++number) {
      const size_t end = std::min(text.find("// -----"), text.size());
      if (number % step == 0) {
        const Status status = Add(file.stem().string() + " " + std::to_string(number), text.substr(0, end));
        EXPECT_TRUE(status.ok()) << status.ToString();
      }
      text.erase(0, std::min(text.find('\n', end), text.size()));
    }
  }

  void AddUnit(const std::string& name, const CrossProgram& x86, const CrossProgram& arm, size_t i) {
    const Unit& unit = x86.code.program.units[i];
    // Comparisons give no memory; complex functions compute in long double. Loops may not end on any numbers.
    const bool region = unit.kind == UnitKind::kRegion;
    if (unit.kind == UnitKind::kComparator || (region && (!loops_ || !unit.calls.empty()))) return;
    if (CallsOwnComplexFunctions(x86.code.pieces[i])) return;
    Case made;
    made.name = name;
    if (unit.kind == UnitKind::kEpilogue) {
      const TileShape tile = *TileShapeOf(*unit.step->node);
      made.x86.kind = UnitJob::kTile;
      made.x86.batch = static_cast<uint64_t>(tile.batch);
      made.x86.rows = static_cast<uint64_t>(tile.rows);
      made.x86.columns = static_cast<uint64_t>(tile.columns);
    }
    if (region) made.x86.kind = UnitJob::kRegion;
    const std::map<BufferId, ElementType> types = TypesOf(x86.plan);
    for (const BufferId id : unit.buffers) {
      const int64_t bytes = x86.plan.buffers[static_cast<size_t>(id)].bytes;
      if (bytes > kMostBytes) return;
      made.types.push_back(types.at(id));
      made.x86.buffers.push_back(RandomMemory(made.types.back(), bytes, random_));
    }
    made.arm = made.x86;
    made.x86.piece = codegen::WritePiece(x86.code.pieces[i]);
    made.arm.piece = codegen::WritePiece(arm.code.pieces[i]);
    for (const uint32_t callee : unit.callees) made.x86.callees.push_back(codegen::WritePiece(x86.code.pieces[callee]));
    for (const uint32_t callee : arm.code.program.units[i].callees) {
      made.arm.callees.push_back(codegen::WritePiece(arm.code.pieces[callee]));
    }
    cases_.push_back(std::move(made));
  }

  const Target x86_;
  const Target arm_;
  const bool loops_;
  std::mt19937_64 random_{20};
  std::vector<Case> cases_;
};

// What the jobs leave on AArch64.
StatusOr<std::vector<UnitJob>> RunUnderQemu(const std::vector<UnitJob>& jobs) {
  const fs::path folder = fs::path(testing::TempDir()) / ("cppjrt_aarch64_" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "in", std::ios::binary) << WriteJobs(jobs);
  const std::string command = std::string(CPPJRT_QEMU_AARCH64) + " -cpu max,sve256=on,sve512=off " CPPJRT_RUN_JOBS " " +
                              (folder / "in").string() + " " + (folder / "out").string();
  const int status = system(command.c_str());
  StatusOr<std::vector<UnitJob>> done = ReadJobs(ReadFile(folder / "out"));
  fs::remove_all(folder);
  if (status != 0) return InternalError("`" + command + "` ended with " + std::to_string(status));
  return done;
}

std::string Difference(const Case& one, const UnitJob& arm) {
  for (size_t b = 0; b < one.types.size(); ++b) {
    const ElementType type = stablehlo::RealType(one.types[b]);
    const auto size = static_cast<size_t>(stablehlo::ElementBytes(type));
    const std::string& x = one.x86.buffers[b];
    const std::string& y = arm.buffers[b];
    if (x.size() != y.size()) return "buffers differ in size";
    for (size_t at = 0; at + size <= x.size(); at += size) {
      if (SameElement(type, x.data() + at, y.data() + at)) continue;
      uint64_t left = 0;
      uint64_t right = 0;
      std::memcpy(&left, x.data() + at, size);
      std::memcpy(&right, y.data() + at, size);
      char text[160];
      std::snprintf(text, sizeof(text), "buffer %zu, element %zu of %s: 0x%llx on x86-64, 0x%llx on AArch64", b,
                    at / size, std::string(stablehlo::ElementTypeName(type)).c_str(),
                    static_cast<unsigned long long>(left), static_cast<unsigned long long>(right));
      return text;
    }
  }
  return {};
}

// Why nothing can run; empty if it can.
std::string WhyNot() {
  if (std::string_view(CPPJRT_RUN_JOBS).empty()) return "needs qemu-aarch64 and aarch64-linux-gnu-g++";
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "" : "needs AVX2";
}

void ExpectSame(std::vector<Case>& cases) {
  std::vector<UnitJob> jobs;
  for (const Case& one : cases) jobs.push_back(one.arm);
  const StatusOr<std::vector<UnitJob>> done = RunUnderQemu(jobs);
  ASSERT_TRUE(done.ok()) << done.status().ToString();
  ASSERT_EQ(done->size(), cases.size());
  for (size_t i = 0; i < cases.size(); ++i) {
    const Status status = RunJob(cases[i].x86);
    ASSERT_TRUE(status.ok()) << cases[i].name << ": " << status.ToString();
    EXPECT_EQ(Difference(cases[i], (*done)[i]), "") << cases[i].name;
  }
}

TEST(AArch64, NeonComputesTheSameBitsForEveryOp) {
  if (!WhyNot().empty()) GTEST_SKIP() << WhyNot();
  Cases cases(PairOf("aarch64"));
  cases.AddOps("", 3);
  EXPECT_GT(cases.cases().size(), 100u);
  ExpectSame(cases.cases());
}

TEST(AArch64, SveComputesTheSameBits) {
  if (!WhyNot().empty()) GTEST_SKIP() << WhyNot();
  Cases cases(PairOf("aarch64-sve256"));
  for (const char* prefix : {"cos", "conv", "div", "exp", "reduce", "slice", "transpose"}) cases.AddOps(prefix, 4);
  EXPECT_GT(cases.cases().size(), 10u);
  ExpectSame(cases.cases());
}

// A loop of small kernels in place, and one that calls a large kernel and changes an array in place.
constexpr char kLoops[] = R"(
func.func @main(%x: tensor<5xf32>, %y: tensor<9000xf32>, %z: tensor<40x25xf64>) -> (tensor<5xf32>, tensor<9000xf32>, tensor<40x25xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<23> : tensor<i32>
  %w:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %z) : tensor<i32>, tensor<5xf32>, tensor<9000xf32>, tensor<40x25xf64>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = stablehlo.sine %a : tensor<5xf32>
      %t = stablehlo.add %s, %a : tensor<5xf32>
      %u = stablehlo.tanh %b : tensor<9000xf32>
      %v = stablehlo.exponential %u : tensor<9000xf32>
      %row = stablehlo.dynamic_slice %c, %i, %zero, sizes = [1, 25] : (tensor<40x25xf64>, tensor<i32>, tensor<i32>) -> tensor<1x25xf64>
      %cos = stablehlo.cosine %row : tensor<1x25xf64>
      %d = stablehlo.dynamic_update_slice %c, %cos, %i, %zero : (tensor<40x25xf64>, tensor<1x25xf64>, tensor<i32>, tensor<i32>) -> tensor<40x25xf64>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t, %v, %d : tensor<i32>, tensor<5xf32>, tensor<9000xf32>, tensor<40x25xf64>
    }
  return %w#1, %w#2, %w#3 : tensor<5xf32>, tensor<9000xf32>, tensor<40x25xf64>
}
)";

TEST(AArch64, LoopsComputeTheSameBits) {
  if (!WhyNot().empty()) GTEST_SKIP() << WhyNot();
  Cases cases(PairOf("aarch64"), /*loops=*/true);
  const Status status = cases.Add("loops", kLoops);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(std::ranges::any_of(cases.cases(), [](const Case& one) { return !one.arm.callees.empty(); }));
  ExpectSame(cases.cases());
}

TEST(AArch64, CodeThatReachesConstantsByPagesComputesTheSameBits) {
  if (!WhyNot().empty()) GTEST_SKIP() << WhyNot();
  Pair pair = PairOf("aarch64");
  pair.arm.far_constants = true;
  Cases cases(std::move(pair));
  for (const char* prefix : {"cos", "exp", "log", "sin"}) cases.AddOps(prefix, 4);
  const bool any_of_pages = std::ranges::any_of(cases.cases(), [](const Case& one) {
    return codegen::ReadPiece(one.arm.piece)->alignment == codegen::Piece::kPage;
  });
  EXPECT_TRUE(any_of_pages);
  ExpectSame(cases.cases());
}

}  // namespace
}  // namespace cppjrt::cpu::aarch64_test
