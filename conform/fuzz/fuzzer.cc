#include "conform/fuzz/fuzzer.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "conform/fuzz/values.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/op/version.h"
#include "stablehlo/parse.h"

namespace cppjrt::conform {
namespace {

using stablehlo::Tensor;
using Clock = std::chrono::steady_clock;

// Shaken runs before a difference is believed at first, and in the end.
constexpr int kFewShakes = 6;
constexpr int kManyShakes = 40;
// Attempts to find a smaller program with the same difference.
constexpr int kRegenerations = 60;

// A program with what goes in and what must come out.
struct Trial {
  FuzzProgram program;
  std::vector<Tensor> arguments;
  std::vector<Tensor> want;
};

// How a trial ended.
struct Ending {
  Difference difference = Difference::kNone;
  size_t result = 0;
  std::string text;
  std::vector<double> allowed;
};

class Fuzzer {
 public:
  Fuzzer(const EngineFactory& engine, const EngineFactory& judge, const FuzzOptions& options)
      : options_(options), engine_(engine, options.limits), judge_(judge, options.limits) {}

  StatusOr<FuzzResult> Run(const FuzzProgress& progress) {
    CPPJRT_ASSIGN_OR_RETURN(result_.engine, engine_.Facts());
    CPPJRT_ASSIGN_OR_RETURN(result_.judge, judge_.Facts());
    version_ = stablehlo::Version::Parse(result_.engine.artifact_version).value_or(stablehlo::Version{1, 0, 0});
    version_ = std::min(version_, stablehlo::kNewestVersion);
    const auto start = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    for (int64_t i = 0; elapsed() < options_.seconds && (options_.programs == 0 || i < options_.programs); ++i) {
      // A stream of its own for each program: what one run draws does not depend on what another found.
      Random random(options_.seed * 0x100000001b3u + static_cast<uint64_t>(i));
      One(random, i % 2 == 1 && options_.artifacts);
      result_.seconds = elapsed();
      if (progress && !progress(result_)) break;
    }
    return std::move(result_);
  }

 private:
  void One(Random& random, bool artifact) {
    FuzzProgram program = Generate(random, options_.generate);
    if (program.steps.empty()) return;
    ++result_.programs;
    Trial trial = {program, Values(program, random), {}};
    const Request request = RequestFor(trial, artifact);
    engine_.Start(request);
    const FuzzProgram all = WithAllValues(program);
    Answer judged = judge_.Run(TextOf(all, trial.arguments));
    const Answer answer = engine_.Finish();
    if (judged.end != End::kOk) {
      ++result_.unjudged;
      ++result_.unjudged_reasons[std::string(EndName(judged.end)) + ": " +
                                 std::string(judged.status.message().substr(0, 400))];
      return;
    }
    std::vector<Tensor> values = trial.arguments;
    values.insert(values.end(), judged.results.begin(), judged.results.end());
    for (const size_t value : program.results) trial.want.push_back(values[value]);
    if (answer.end == End::kUnsupported) return Unsupported(program);
    ++result_.compared;
    const Ending verdict = Judge(trial, answer, kFewShakes);
    if (verdict.difference == Difference::kNone || options_.allowed.contains(verdict.difference)) return;
    Investigate(trial, values, verdict);
  }

  std::vector<Tensor> Values(const FuzzProgram& program, Random& random) const {
    std::vector<Tensor> values = MakeValues(program, random);
    if (!options_.subnormals) std::ranges::transform(values, values.begin(), WithoutSubnormals);
    return values;
  }

  static Request TextOf(const FuzzProgram& program, const std::vector<Tensor>& arguments,
                        std::span<const Shake> shakes = {}) {
    return {Print(program, shakes), arguments, program.replicas()};
  }

  // An artifact of the program, or its text where it cannot be written.
  Request RequestFor(const Trial& trial, bool artifact) const {
    Request request = TextOf(trial.program, trial.arguments);
    if (!artifact) return request;
    StatusOr<stablehlo::Module> module = stablehlo::Parse(request.program, "program");
    if (!module.ok()) return request;
    StatusOr<std::string> written = stablehlo::WriteArtifact(*module, version_, {.with_locations = false});
    if (written.ok()) request.program = *std::move(written);
    return request;
  }

  void Unsupported(const FuzzProgram& program) {
    ++result_.unsupported;
    if (program.steps.size() == 1) {
      ++result_.unsupported_ops[program.steps[0].op + " " +
                                std::string(stablehlo::ElementTypeName(program.type(0).element))];
    }
  }

  static Difference DifferenceOf(End end) {
    switch (end) {
      case End::kOk:
      case End::kUnsupported:
        return Difference::kNone;
      case End::kCrash:
        return Difference::kCrash;
      case End::kHang:
        return Difference::kHang;
      default:
        return Difference::kRefused;
    }
  }

  // Whether the answer is the wanted one; where it is not at once, after a look at how far shaken runs go.
  Ending Judge(const Trial& trial, const Answer& answer, int shakes) {
    Ending verdict;
    verdict.difference = DifferenceOf(answer.end);
    verdict.text = answer.status.message();
    if (answer.end != End::kOk) return verdict;
    if (answer.results.size() != trial.want.size()) return {Difference::kShape, 0, "another number of results", {}};
    const bool single = trial.program.steps.size() == 1;
    std::vector<Tolerance> tolerances;
    const bool by_parts = single && WorksByParts(trial.program.steps[0].op);
    for (size_t i = 0; i < trial.want.size(); ++i)
      tolerances.emplace_back(trial.want[i], UlpsOfResult(trial.program, i), by_parts);
    verdict = Worst(answer, trial, tolerances, single);
    if (verdict.difference == Difference::kNone) return verdict;
    // A shaken complex number is multiplied by another, which infinities do not stand.
    const std::vector<Shake> plan = by_parts ? std::vector<Shake>() : ShakesFor(trial.program);
    if (single) {
      Bound(trial, tolerances);
    } else {
      OpenSums(trial, tolerances);
      double ulps = 0;
      for (const Shake& shake : plan) ulps = std::max(ulps, shake.ulps);
      for (Tolerance& tolerance : tolerances) tolerance.Floor(ulps);
    }
    if (by_parts || !single) verdict = Worst(answer, trial, tolerances, single);
    if (verdict.difference == Difference::kNone) return verdict;
    for (int i = 0; i < shakes && !plan.empty(); ++i) {
      Widen(trial, plan, static_cast<uint64_t>(i), tolerances);
      if (i % 6 != 5 && i + 1 != shakes) continue;
      verdict = Worst(answer, trial, tolerances, single);
      if (verdict.difference == Difference::kNone) return verdict;
    }
    for (const Tolerance& tolerance : tolerances) verdict.allowed.push_back(tolerance.largest());
    verdict.allowed.resize(trial.want.size());
    return verdict;
  }

  static double UlpsOfResult(const FuzzProgram& program, size_t result) {
    for (const Shake& shake : ShakesFor(program)) {
      const size_t value = program.results[result];
      if (shake.result != SIZE_MAX && program.first_result(shake.step) + shake.result == value) return shake.ulps;
    }
    return 0;
  }

  static Ending Worst(const Answer& answer, const Trial& trial, const std::vector<Tolerance>& tolerances,
                      bool zero_signs) {
    Ending worst;
    for (size_t i = 0; i < trial.want.size(); ++i) {
      const bool exact_op = UlpsOf(trial.program.steps[0].op) <= 1;
      const Found found = Compare(answer.results[i], trial.want[i], tolerances[i], zero_signs && exact_op);
      const bool worse = found.difference != Difference::kNone &&
                         (worst.difference == Difference::kNone || found.difference < worst.difference);
      if (worse) worst = {found.difference, i, found.text, {}};
    }
    return worst;
  }

  // What is open in one sum of a trial's own arguments: where it overflows without their signs, its order decides; of bf16,
  // where subnormal numbers count.
  void Bound(const Trial& trial, std::vector<Tolerance>& tolerances) {
    if (!std::ranges::any_of(trial.program.steps, Accumulates)) return;
    Request request = TextOf(trial.program, trial.arguments);
    std::ranges::transform(request.arguments, request.arguments.begin(), Absolute);
    const Answer absolute = judge_.Run(request);
    if (absolute.end != End::kOk || absolute.results.size() != tolerances.size()) return;
    for (size_t i = 0; i < tolerances.size(); ++i) tolerances[i].Bound(absolute.results[i]);
    if (!IsNarrowProduct(trial)) return;
    std::ranges::transform(trial.arguments, request.arguments.begin(), WithoutSubnormals);
    const Answer flushed = judge_.Run(request);
    if (flushed.end != End::kOk) return;
    for (size_t i = 0; i < tolerances.size(); ++i) tolerances[i].Widen(flushed.results[i]);
  }

  static bool IsNarrowProduct(const Trial& trial) {
    const std::string_view op = OpName(trial.program.steps[0].op);
    return (op == "dot_general" || op == "convolution" || op == "dynamic_conv") && !trial.arguments.empty() &&
           trial.arguments[0].type() == stablehlo::ElementType::kBF16;
  }

  // Of results that depend on a sum of which something is open nothing is said: cut out, the sum is looked at by itself.
  void OpenSums(const Trial& trial, std::vector<Tolerance>& tolerances) {
    const FuzzProgram& program = trial.program;
    if (!std::ranges::any_of(program.steps, Accumulates)) return;
    const Answer all = judge_.Run(TextOf(WithAllValues(program), trial.arguments));
    if (all.end != End::kOk) return;
    std::vector<Tensor> values = trial.arguments;
    values.insert(values.end(), all.results.begin(), all.results.end());
    std::vector<bool> open(program.num_values());
    for (size_t s = 0; s < program.steps.size(); ++s) {
      const Step& step = program.steps[s];
      bool is_open = Accumulates(step) && IsOpenSum(CutTrial(program, values, {s}));
      for (const auto* list : {&step.operands, &step.captures}) {
        for (const size_t value : *list) is_open = is_open || open[value];
      }
      for (size_t k = 0; k < step.results.size(); ++k) open[program.first_result(s) + k] = is_open;
    }
    for (size_t i = 0; i < tolerances.size(); ++i) {
      if (open[program.results[i]]) tolerances[i].Open();
    }
  }

  bool IsOpenSum(Trial sum) {
    const Answer judged = judge_.Run(TextOf(sum.program, sum.arguments));
    if (judged.end != End::kOk) return false;
    sum.want = judged.results;
    std::vector<Tolerance> tolerances;
    for (size_t i = 0; i < sum.want.size(); ++i) tolerances.emplace_back(sum.want[i], UlpsOfResult(sum.program, i));
    const std::vector<Tolerance> before = tolerances;
    Bound(sum, tolerances);
    for (size_t i = 0; i < tolerances.size(); ++i) {
      const auto count = NumbersOf(sum.want[i]).size();
      for (size_t n = 0; n < count; ++n) {
        if (tolerances[i].unstable(n) || tolerances[i].at(n) > before[i].at(n)) return true;
      }
    }
    return false;
  }

  void Widen(const Trial& trial, const std::vector<Shake>& plan, uint64_t seed, std::vector<Tolerance>& tolerances) {
    Random random(seed + 77);
    Request request = TextOf(trial.program, trial.arguments, plan);
    for (const Shake& shake : plan) request.arguments.push_back(MakeShake(shake, random));
    const Answer shaken = judge_.Run(request);
    if (shaken.end != End::kOk || shaken.results.size() != tolerances.size()) return;
    for (size_t i = 0; i < tolerances.size(); ++i) tolerances[i].Widen(shaken.results[i]);
  }

  // Runs a trial on both; none if the judge cannot.
  std::optional<Ending> Try(Trial& trial, int shakes) {
    const Answer judged = judge_.Run(TextOf(trial.program, trial.arguments));
    if (judged.end != End::kOk) return std::nullopt;
    trial.want = judged.results;
    return Judge(trial, engine_.Run(TextOf(trial.program, trial.arguments)), shakes);
  }

  // The steps `steps` of a program, with the values that the judge had there.
  static Trial CutTrial(const FuzzProgram& program, const std::vector<Tensor>& values,
                        const std::vector<size_t>& steps) {
    Trial trial;
    std::vector<size_t> from;
    trial.program = Cut(program, steps, from);
    for (const size_t value : from) trial.arguments.push_back(values[value]);
    return trial;
  }

  void Investigate(const Trial& whole, const std::vector<Tensor>& values, const Ending& first) {
    // One step alone, most often.
    for (size_t s = 0; s < whole.program.steps.size(); ++s) {
      Trial one = CutTrial(whole.program, values, {s});
      const std::optional<Ending> verdict = Try(one, kFewShakes);
      if (verdict && verdict->difference != Difference::kNone && !options_.allowed.contains(verdict->difference)) {
        return Report(std::move(one), *verdict);
      }
    }
    Trial smaller = Reduce(whole, values, first.difference);
    const std::optional<Ending> verdict = Try(smaller, kManyShakes);
    if (verdict && verdict->difference != Difference::kNone && !options_.allowed.contains(verdict->difference)) {
      return Report(std::move(smaller), *verdict);
    }
    // As it stood: what cutting hides is a finding as well.
    const Ending again = Judge(whole, engine_.Run(TextOf(whole.program, whole.arguments)), kManyShakes);
    if (again.difference == Difference::kNone || options_.allowed.contains(again.difference)) {
      ++result_.unstable;
      return;
    }
    Report(whole, again);
  }

  // Leaves out steps as long as the difference stays.
  Trial Reduce(const Trial& whole, const std::vector<Tensor>& values, Difference difference) {
    std::vector<size_t> steps(whole.program.steps.size());
    std::iota(steps.begin(), steps.end(), size_t{0});
    for (size_t chunk = std::max<size_t>(steps.size() / 2, 1);; chunk /= 2) {
      for (size_t at = 0; at < steps.size() && steps.size() > 1;) {
        std::vector<size_t> fewer = steps;
        const size_t end = std::min(at + chunk, fewer.size());
        fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(at), fewer.begin() + static_cast<ptrdiff_t>(end));
        if (!fewer.empty() && Differs(whole.program, values, fewer, difference)) {
          steps = fewer;
        } else {
          at += chunk;
        }
      }
      if (chunk == 1) break;
    }
    return CutTrial(whole.program, values, steps);
  }

  bool Differs(const FuzzProgram& program, const std::vector<Tensor>& values, const std::vector<size_t>& steps,
               Difference difference) {
    Trial trial = CutTrial(program, values, steps);
    const std::optional<Ending> verdict = Try(trial, kFewShakes);
    return verdict && verdict->difference == difference;
  }

  // What findings are told apart by: the ops, the type they work on, what differs.
  static std::string KeyOf(const FuzzProgram& program, const Ending& verdict) {
    std::string ops;
    std::string previous;
    for (const Step& step : program.steps) {
      const std::string name(OpName(step.op));
      if (name != previous) ops += (ops.empty() ? "" : "+") + name;
      previous = name;
    }
    const Step& last = program.steps.back();
    const size_t at = verdict.result < program.results.size() ? program.results[verdict.result] : 0;
    const ValueType& to = program.results.empty() ? last.results[0] : program.type(at);
    const ValueType& from = program.steps[0].operands.empty() ? to : program.type(program.steps[0].operands[0]);
    std::string types(stablehlo::ElementTypeName(from.element));
    if (from.element != to.element) types += ">" + std::string(stablehlo::ElementTypeName(to.element));
    return ops + " " + types + " " + std::string(DifferenceName(verdict.difference));
  }

  void Report(Trial trial, Ending verdict) {
    const std::string key = KeyOf(trial.program, verdict);
    if (!keys_.insert(key).second) {
      ++result_.repeated;
      return;
    }
    if (trial.program.steps.size() == 1) Shrink(trial, verdict, key);
    const std::optional<Ending> sure = Try(trial, kManyShakes);
    if (sure && sure->difference == Difference::kNone) {
      ++result_.unstable;
      keys_.erase(key);
      return;
    }
    if (sure) verdict = *sure;
    FuzzCase found;
    found.program = std::move(trial.program);
    found.arguments = std::move(trial.arguments);
    found.want = std::move(trial.want);
    found.allowed = verdict.allowed;
    found.allowed.resize(found.want.size());
    found.difference = verdict.difference;
    found.key = key;
    std::string text = verdict.text.substr(0, 300);
    std::ranges::replace(text, '\n', ' ');
    found.cause = key + ": " + text;
    result_.cases.push_back(std::move(found));
  }

  // A smaller program with the same difference: one element if that is enough, or another program of the same op.
  void Shrink(Trial& trial, Ending& verdict, const std::string& key) {
    if (OneElement(trial, verdict, key)) return;
    GenerateOptions options = options_.generate;
    const std::string op = trial.program.steps[0].op;
    options.ops = {std::string(OpName(op))};
    options.small = true;
    options.max_steps = 1;
    for (int i = 0; i < kRegenerations; ++i) {
      Random random(static_cast<uint64_t>(i) * 7919 + options_.seed);
      Trial other = {Generate(random, options), {}, {}};
      if (other.program.steps.size() != 1 || Size(other.program) >= Size(trial.program)) continue;
      other.arguments = Values(other.program, random);
      std::vector<size_t> from;
      other.program = Cut(other.program, std::vector<size_t>{0}, from);
      std::vector<Tensor> arguments;
      for (const size_t value : from) arguments.push_back(other.arguments[value]);
      other.arguments = std::move(arguments);
      const std::optional<Ending> found = Try(other, kFewShakes);
      if (!found || found->difference == Difference::kNone || KeyOf(other.program, *found) != key) continue;
      trial = std::move(other);
      verdict = *found;
    }
  }

  static int64_t Size(const FuzzProgram& program) {
    int64_t size = 0;
    for (const Parameter& parameter : program.parameters) size += NumElements(parameter.type) + 1;
    for (const Step& step : program.steps) size += NumElements(step.results[0]);
    return size;
  }

  // The element that differs, alone, where an op works element by element.
  bool OneElement(Trial& trial, Ending& verdict, const std::string& key) {
    const Step& step = trial.program.steps[0];
    const ValueType whole = step.results[0];
    if (step.results.size() != 1 || !step.regions.empty() || !step.captures.empty() || NumElements(whole) < 2)
      return false;
    for (const Parameter& parameter : trial.program.parameters) {
      if (parameter.type.dims != whole.dims) return false;
    }
    for (const int64_t length : {int64_t{1}, int64_t{4}, int64_t{16}}) {
      for (int64_t element = 0; element < std::min<int64_t>(NumElements(whole), 200); ++element) {
        const size_t at = static_cast<size_t>(ElementAt(verdict, whole, element));
        Trial one = {trial.program, {}, {}};
        one.program.steps[0].results[0].dims = {length};
        for (size_t i = 0; i < trial.arguments.size(); ++i) {
          one.program.parameters[i].type.dims = {length};
          one.arguments.push_back(Repeated(trial.arguments[i], at, length));
        }
        const std::optional<Ending> found = Try(one, kFewShakes);
        if (!found || KeyOf(one.program, *found) != key) {
          if (element > 8) break;
          continue;
        }
        trial = std::move(one);
        verdict = *found;
        return true;
      }
    }
    return false;
  }

  // The elements in order, but first the one that the verdict names.
  static int64_t ElementAt(const Ending& verdict, const ValueType& type, int64_t i) {
    if (i > 0) return i - 1;
    int64_t flat = 0;
    size_t at = verdict.text.find('[');
    for (const int64_t d : type.dims) {
      if (at == std::string::npos) return 0;
      flat = flat * d + std::strtoll(verdict.text.c_str() + at + 1, nullptr, 10);
      at = verdict.text.find_first_of(",]", at + 1);
    }
    return std::clamp<int64_t>(flat, 0, NumElements(type) - 1);
  }

  static Tensor Repeated(const Tensor& from, size_t element, int64_t length) {
    const auto size = static_cast<size_t>(stablehlo::ElementBytes(from.type()));
    std::vector<std::byte> bytes;
    for (int64_t i = 0; i < length; ++i) {
      const auto one = from.bytes().subspan(element * size, size);
      bytes.insert(bytes.end(), one.begin(), one.end());
    }
    return *Tensor::Copy(from.type(), {length}, bytes, stablehlo::MemoryAllocator::Heap());
  }

  const FuzzOptions& options_;
  Worker engine_;
  Worker judge_;
  FuzzResult result_;
  std::set<std::string> keys_;
  stablehlo::Version version_;
};

}  // namespace

StatusOr<FuzzResult> Fuzz(const EngineFactory& engine, const EngineFactory& judge, const FuzzOptions& options,
                          const FuzzProgress& progress) {
  return Fuzzer(engine, judge, options).Run(progress);
}

}  // namespace cppjrt::conform
