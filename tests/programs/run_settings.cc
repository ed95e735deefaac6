#include "tests/programs/run_settings.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "cpu/passes/pipeline.h"

namespace cppjrt::fuzz {
namespace {

std::vector<std::string> PassNames() {
  std::set<std::string> names;
  for (const cpu::Pass& pass : cpu::Passes()) names.emplace(pass.name);
  return {names.begin(), names.end()};
}

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

}  // namespace

std::string RunSettings::ToText() const {
  const RunSettings usual;
  std::string text = "threads=" + std::to_string(threads);
  if (executable) text += " layer=executable";
  if (compile != usual.compile) text += " compile=" + compile;
  if (!check.empty()) text += " check=" + check;
  if (!skip.empty()) text += " skip=" + Joined(skip);
  if (program_order) text += " program_order=1";
  if (keep_all) text += " keep_all=1";
  if (!give) text += " give=0";
  if (runs != 1) text += " runs=" + std::to_string(runs);
  if (together != 1) text += " together=" + std::to_string(together);
  if (!target.empty()) text += " target=" + target;
  return text;
}

StatusOr<RunSettings> RunSettings::Parse(std::string_view text) {
  RunSettings settings;
  std::istringstream stream{std::string(text)};
  for (std::string word; stream >> word;) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos) return InvalidArgumentError("expected name=value, found '" + word + "'");
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    const int number = std::atoi(value.c_str());
    if (name == "threads")
      settings.threads = number;
    else if (name == "layer")
      settings.executable = value == "executable";
    else if (name == "compile")
      settings.compile = value;
    else if (name == "check")
      settings.check = value;
    else if (name == "skip")
      settings.skip = Split(value);
    else if (name == "program_order")
      settings.program_order = number != 0;
    else if (name == "keep_all")
      settings.keep_all = number != 0;
    else if (name == "give")
      settings.give = number != 0;
    else if (name == "runs")
      settings.runs = number;
    else if (name == "together")
      settings.together = number;
    else if (name == "target")
      settings.target = value;
    else
      return InvalidArgumentError("there is no setting '" + name + "'");
  }
  return settings;
}

RunSettings ChooseSettings(conform::Random& random) {
  constexpr int kThreads[] = {1, 1, 2, 8};
  constexpr const char* kModes[] = {"eager", "eager", "lazy", "background"};
  constexpr const char* kChecks[] = {"", "", "", "bounds", "nan", "uninit", "memory", "memory"};
  static const std::vector<std::string> passes = PassNames();
  RunSettings settings;
  settings.threads = random.Pick(kThreads);
  settings.executable = random.Chance(0.35);
  if (settings.executable) {
    settings.compile = random.Pick(kModes);
    settings.check = random.Pick(kChecks);
  } else {
    settings.program_order = random.Chance(0.15);
    settings.keep_all = random.Chance(0.15);
  }
  if (random.Chance(0.35)) {
    for (int64_t i = random.Between(1, 3); i > 0; --i) settings.skip.push_back(random.Pick(passes));
    std::ranges::sort(settings.skip);
    settings.skip.erase(std::ranges::unique(settings.skip).begin(), settings.skip.end());
  }
  settings.give = random.Chance(0.7);
  if (random.Chance(0.15)) settings.runs = 2;
  if (random.Chance(0.05)) settings.together = 2;
  return settings;
}

std::string ChooseTarget(conform::Random& random) {
  constexpr const char* kTargets[] = {"", "", "avx2", "sse4.2", "avx512"};
  return random.Pick(kTargets);
}

void ApplyTarget(const std::string& target) {
  if (target.empty()) return;
  setenv("CPPJRT_CPU_TARGET", target.c_str(), 1);
  setenv("CPPJRT_CPU_ISA", target == "sse4.2" ? "baseline" : target.c_str(), 1);
}

}  // namespace cppjrt::fuzz
