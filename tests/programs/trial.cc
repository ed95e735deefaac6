#include "tests/programs/trial.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sstream>
#include <utility>

#include "conform/programs/shrink.h"
#include "conform/programs/values.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/transforms/pipeline.h"

namespace cppjrt::fuzz {
namespace {

using conform::Argument;

// The verdict as a line: "2 1 text".
std::string Encode(const Verdict& verdict) {
  return std::to_string(static_cast<int>(verdict.end)) + " " + (verdict.exact ? "1 " : "0 ") + verdict.text;
}

Verdict Decode(const std::string& line) {
  Verdict verdict;
  verdict.end = static_cast<Verdict::End>(std::atoi(line.c_str()));
  const size_t space = line.find(' ');
  verdict.exact = line[space + 1] == '1';
  verdict.text = line.substr(space + 3);
  return verdict;
}

// Reads to the end of the pipe; false if that takes too long.
bool ReadAll(int from, double seconds, std::string& text) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  char buffer[4096];
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd wait = {from, POLLIN, 0};
    if (left.count() <= 0 || poll(&wait, 1, static_cast<int>(left.count())) == 0) return false;
    const ssize_t got = read(from, buffer, sizeof buffer);
    if (got <= 0) return true;
    text.append(buffer, static_cast<size_t>(got));
  }
}

std::string WithoutNewlines(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text.substr(0, 600);
}

// "0:7 -2:3,donated,alias=1 0:1,same=0"
std::string ArgumentsText(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& argument : arguments) {
    text += " " + std::to_string(argument.low) + ":" + std::to_string(argument.high);
    if (argument.donated) text += ",donated";
    if (argument.alias != SIZE_MAX) text += ",alias=" + std::to_string(argument.alias);
    if (argument.same_as != SIZE_MAX) text += ",same=" + std::to_string(argument.same_as);
  }
  return text;
}

Argument ParseArgument(const std::string& word) {
  Argument argument;
  argument.low = std::stoll(word);
  argument.high = std::stoll(word.substr(word.find(':', 1) + 1));
  argument.donated = word.find(",donated") != std::string::npos;
  const auto number = [&](const char* name, size_t& out) {
    const size_t at = word.find(name);
    if (at != std::string::npos) out = std::stoull(word.substr(at + std::strlen(name)));
  };
  number(",alias=", argument.alias);
  number(",same=", argument.same_as);
  return argument;
}

std::string LineBehind(const std::string& text, const std::string& head) {
  const size_t at = text.find(head);
  if (at == std::string::npos) return {};
  return text.substr(at + head.size(), text.find('\n', at) - at - head.size());
}

std::string PrettyText(const conform::WholeProgram& program) {
  const std::string text = Print(program);
  StatusOr<stablehlo::Module> module = stablehlo::Parse(text, "program");
  return module.ok() ? stablehlo::Print(*module) : text;
}

RunnableProgram RunnableOf(std::string text, const std::vector<Argument>& arguments,
                           std::vector<stablehlo::Tensor> values, size_t results) {
  RunnableProgram runnable{std::move(text), std::move(values), {}, std::vector<int64_t>(results, -1)};
  for (size_t i = 0; i < arguments.size(); ++i) {
    runnable.donated.push_back(arguments[i].donated);
    if (arguments[i].alias < results) runnable.aliases[arguments[i].alias] = static_cast<int64_t>(i);
  }
  return runnable;
}

StatusOr<std::vector<conform::ValueType>> ArgumentTypes(const std::string& text) {
  CPPJRT_ASSIGN_OR_RETURN(const stablehlo::Module module, stablehlo::Parse(text, "program"));
  const stablehlo::TypeTable& table = module.types();
  const stablehlo::TypeId function = stablehlo::Function(module, stablehlo::FindEntry(module, "")).type();
  std::vector<conform::ValueType> types;
  for (size_t i = 0; i < table.num_inputs(function); ++i) {
    const stablehlo::TypeId type = table.input(function, i);
    const auto element = stablehlo::ToElementType(table, table.element_type(type));
    if (!element) return InvalidArgumentError("an argument is no tensor");
    types.push_back({*element, {table.dims(type).begin(), table.dims(type).end()}});
  }
  return types;
}

// Settings one by one back to what is usual.
std::vector<RunSettings> Simpler(const RunSettings& from) {
  std::vector<RunSettings> simpler;
  const auto add = [&](auto change) {
    RunSettings settings = from;
    change(settings);
    if (settings.ToText() != from.ToText()) simpler.push_back(settings);
  };
  add([&](RunSettings& s) { s = {}; });
  add([&](RunSettings& s) { s = {}, s.target = from.target; });
  add([](RunSettings& s) { s.threads = 1; });
  add([](RunSettings& s) { s.executable = false, s.compile = "eager", s.check = ""; });
  add([](RunSettings& s) { s.compile = "eager"; });
  add([](RunSettings& s) { s.check = ""; });
  add([](RunSettings& s) { s.skip.clear(); });
  for (size_t i = 0; i < from.skip.size(); ++i) {
    add([&](RunSettings& s) { s.skip.erase(s.skip.begin() + static_cast<ptrdiff_t>(i)); });
  }
  add([](RunSettings& s) { s.program_order = false; });
  add([](RunSettings& s) { s.keep_all = false; });
  add([](RunSettings& s) { s.give = true; });
  add([](RunSettings& s) { s.runs = s.together = 1; });
  add([](RunSettings& s) { s.target = ""; });
  return simpler;
}

}  // namespace

RunnableProgram Runnable(const Trial& trial) {
  return RunnableOf(Print(trial.program), trial.program.arguments, ArgumentValues(trial.program, trial.values),
                    trial.program.main().returns.size());
}

Verdict Run(const Trial& trial) { return RunBoth(Runnable(trial), trial.settings); }

Verdict RunInChild(const Trial& trial, double seconds) {
  int ends[2];
  if (pipe(ends) != 0) return {Verdict::kInvalid, "no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    ApplyTarget(trial.settings.target);
    const std::string line = Encode(Run(trial));
    [[maybe_unused]] const ssize_t written = write(ends[1], line.data(), line.size());
    _exit(0);
  }
  close(ends[1]);
  std::string line;
  const bool ended = child > 0 && ReadAll(ends[0], seconds, line);
  close(ends[0]);
  if (child < 0) return {Verdict::kInvalid, "no process"};
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  if (!ended) return {Verdict::kHang, "no answer in time"};
  if (WIFSIGNALED(status)) return {Verdict::kCrash, std::string("signal: ") + strsignal(WTERMSIG(status))};
  if (line.empty()) return {Verdict::kCrash, "the process left"};
  return Decode(line);
}

Trial Smaller(const Trial& trial, Verdict::End end, double seconds) {
  Trial small = trial;
  const double limit = end == Verdict::kHang ? 5 : 3;
  const auto fails = [&](const Trial& candidate) {
    const Verdict verdict = RunInChild(candidate, limit);
    return verdict.end == end && verdict.exact;
  };
  const auto simplify_once = [&] {
    for (const RunSettings& settings : Simpler(small.settings)) {
      Trial candidate = small;
      candidate.settings = settings;
      if (!fails(candidate)) continue;
      small.settings = settings;
      return true;
    }
    return false;
  };
  const auto simplify = [&] {
    while (simplify_once()) {
    }
  };
  simplify();
  const auto program_fails = [&](const conform::WholeProgram& program) {
    return fails({program, small.values, small.settings});
  };
  small.program = conform::Shrink(small.program, program_fails, {.candidates = 4000, .seconds = seconds});
  simplify();
  return small;
}

std::string ReproducerText(const Trial& trial, const Verdict& verdict) {
  return "// " + std::string(EndName(verdict.end)) + ": " + WithoutNewlines(verdict.text) +
         "\n// settings: " + trial.settings.ToText() + "\n// values: " + std::to_string(trial.values) +
         "\n// arguments:" + ArgumentsText(trial.program.arguments) +
         "\n// results: " + std::to_string(trial.program.main().returns.size()) + "\n" + PrettyText(trial.program);
}

StatusOr<Replay> ReadReproducer(const std::string& text) {
  Replay replay;
  CPPJRT_ASSIGN_OR_RETURN(replay.settings, RunSettings::Parse(LineBehind(text, "// settings: ")));
  const std::string seed = LineBehind(text, "// values: "), results = LineBehind(text, "// results: ");
  if (seed.empty() || results.empty()) return InvalidArgumentError("no lines '// values:' and '// results:'");
  std::vector<Argument> arguments;
  std::istringstream words(LineBehind(text, "// arguments:"));
  for (std::string word; words >> word;) arguments.push_back(ParseArgument(word));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<conform::ValueType> types, ArgumentTypes(text));
  if (types.size() != arguments.size())
    return InvalidArgumentError("the line '// arguments:' has another number of them");
  conform::WholeProgram program;
  program.functions.emplace_back();
  program.arguments = arguments;
  for (const conform::ValueType& type : types) program.main().arguments.push_back(program.NewValue(type));
  replay.program = RunnableOf(text, arguments, ArgumentValues(program, std::stoull(seed)), std::stoull(results));
  return replay;
}

}  // namespace cppjrt::fuzz
