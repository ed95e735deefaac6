#include "conform/programs/fuzz_whole.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "conform/programs/shrink.h"
#include "conform/programs/values.h"

namespace cppjrt::conform {
namespace {

using Clock = std::chrono::steady_clock;

struct Judged {
  End end = End::kOk;
  bool differs = false;
  std::string text;
  std::vector<Tensor> want;

  bool is_finding() const { return differs || (end != End::kOk && end != End::kUnsupported); }
};

class WholeFuzzer {
 public:
  WholeFuzzer(const EngineFactory& engine, const EngineFactory& judge, const WholeFuzzOptions& options)
      : options_(options), engine_(engine, options.limits), judge_(judge, options.limits) {}

  StatusOr<WholeFuzzResult> Run(const WholeFuzzProgress& progress) {
    CPPJRT_ASSIGN_OR_RETURN(result_.engine, engine_.Facts());
    CPPJRT_ASSIGN_OR_RETURN(result_.judge, judge_.Facts());
    const auto start = Clock::now();
    for (uint64_t seed = options_.seed; More(); ++seed) {
      RunSeed(seed);
      result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      if (progress && !progress(result_)) break;
    }
    return std::move(result_);
  }

 private:
  bool More() const {
    return result_.seconds < options_.seconds && (options_.programs == 0 || result_.programs < options_.programs) &&
           result_.findings.size() < options_.max_findings;
  }

  void RunSeed(uint64_t seed) {
    WholeProgram program = GenerateWhole(seed, options_.generate);
    DropUnused(program);
    const ProgramFacts facts = FactsOf(program);
    ++result_.programs;
    result_.with_loops += facts.loops > 0;
    result_.with_updates += facts.carries_update;
    const std::optional<Judged> judged = Judge(program, seed);
    if (!judged) {
      ++result_.unjudged;
    } else if (judged->end == End::kUnsupported) {
      ++result_.unsupported;
      ++result_.unsupported_reasons[judged->text.substr(0, 200)];
    } else {
      ++result_.compared;
      if (judged->is_finding()) Report(std::move(program), seed, *judged);
    }
  }

  // None if the judge cannot run the program, or its results are not exact.
  std::optional<Judged> Judge(const WholeProgram& program, uint64_t seed) {
    const Request request = {Print(program), ArgumentValues(program, seed)};
    judge_.Start(request);
    engine_.Start(request);
    const Answer wanted = judge_.Finish();
    const Answer got = engine_.Finish();
    if (wanted.end != End::kOk || !std::ranges::all_of(wanted.results, IsExact)) return std::nullopt;
    Judged judged = {got.end, false, std::string(got.status.message()), wanted.results};
    if (got.end != End::kOk) return judged;
    for (size_t i = 0; i < wanted.results.size() && !judged.differs; ++i) {
      if (i < got.results.size()) judged.text = DifferenceOf(got.results[i], wanted.results[i]);
      judged.differs = i >= got.results.size() || !judged.text.empty();
      if (judged.differs) judged.text = "result " + std::to_string(i) + ": " + judged.text;
    }
    return judged;
  }

  void Report(WholeProgram program, uint64_t seed, Judged judged) {
    const auto fails = [&](const WholeProgram& candidate) {
      const std::optional<Judged> again = Judge(candidate, seed);
      return again && again->end == judged.end && again->differs == judged.differs;
    };
    program = Shrink(std::move(program), fails, {.candidates = 2000, .seconds = options_.shrink_seconds});
    if (const std::optional<Judged> last = Judge(program, seed); last && last->is_finding()) judged = *last;
    std::string text = judged.text.substr(0, 300);
    std::ranges::replace(text, '\n', ' ');
    const std::string what = judged.differs ? "differs" : std::string(EndName(judged.end));
    result_.findings.push_back({seed, judged.end, "seed " + std::to_string(seed) + ": " + what + ": " + text,
                                Print(program), ArgumentValues(program, seed), judged.want});
  }

  const WholeFuzzOptions& options_;
  Worker engine_;
  Worker judge_;
  WholeFuzzResult result_;
};

}  // namespace

StatusOr<WholeFuzzResult> FuzzWhole(const EngineFactory& engine, const EngineFactory& judge,
                                    const WholeFuzzOptions& options, const WholeFuzzProgress& progress) {
  return WholeFuzzer(engine, judge, options).Run(progress);
}

}  // namespace cppjrt::conform
