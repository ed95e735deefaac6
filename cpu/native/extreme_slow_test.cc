// Programs of extreme sizes and attributes are compiled or refused; nothing overflows, loops for long, or crashes.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "cpu/native/compile_test.h"
#include "cpu/native/extreme_program.h"

namespace cppjrt::cpu {
namespace {

using Clock = std::chrono::steady_clock;

std::string RandomProgram(uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> bytes(256);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  return ExtremeProgram(bytes).Text();
}

struct Counts {
  int compiled = 0, refused = 0;
};

Counts Compile(uint32_t begin, uint32_t end, const std::string& stage) {
  Counts counts;
  for (uint32_t seed = begin; seed < end; ++seed) {
    const std::string text = RandomProgram(seed);
    NativeOptions options;
    options.stop_after = stage;
    const Clock::time_point start = Clock::now();
    const StatusOr<CompiledText> made = TryCompileText(text, options, /*wants_plan=*/false);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    EXPECT_LT(seconds, 30) << "seed " << seed << "\n" << text;
    const bool stopped = !made.ok() && made.status().message().find("was to stop") != std::string::npos;
    ++(made.ok() || stopped ? counts.compiled : counts.refused);
    if (made.ok() || stopped) continue;
    EXPECT_FALSE(made.status().message().empty()) << text;
    EXPECT_NE(made.status().code(), StatusCode::kInternal) << made.status().ToString() << "\n" << text;
  }
  return counts;
}

// With sanitizers these take minutes; `./dev fuzz plan` makes such programs for them.
bool IsSanitized() { return std::getenv("CPPJRT_SANITIZED") != nullptr; }
constexpr char kSanitized[] = "too slow with sanitizers: ./dev fuzz plan";

TEST(ExtremeTest, ProgramsArePlannedOrRefused) {
  if (IsSanitized()) GTEST_SKIP() << kSanitized;
  const Counts counts = Compile(0, 6000, "plan");
  EXPECT_GT(counts.compiled, 600);
  EXPECT_GT(counts.refused, 600);
}

TEST(ExtremeTest, ProgramsBecomeCodeOrAreRefused) {
  if (IsSanitized()) GTEST_SKIP() << kSanitized;
  const Counts counts = Compile(100000, 100300, "load");
  EXPECT_GT(counts.compiled, 30);
}

}  // namespace
}  // namespace cppjrt::cpu
