#include "cpu/executable/settings.h"

#include <algorithm>
#include <cstdlib>

#include "cpu/executable/xla_options.h"
#include "stablehlo/eval/custom_calls.h"

namespace cppjrt::cpu {
namespace {

constexpr SettingRow kRows[] = {
#define SETTING(name, kind, values, otherwise, env, doc) {#name, SettingRow::Kind::kind, values, otherwise, env, doc},
#include "cpu/executable/settings.def"
};

constexpr std::string_view kPrefix = "cppjrt_";
constexpr std::string_view kXlaPrefix = "xla_";
// Of a name that is not known, for messages.
constexpr size_t kLongestName = 64;

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool IsCompileOption(const SettingRow& row) {
  return row.kind != SettingRow::Kind::client && row.kind != SettingRow::Kind::process;
}

Status UnknownName(std::string_view name) {
  name = name.substr(0, kLongestName);
  std::vector<std::string> names;
  std::string known;
  for (const SettingRow& row : kRows) {
    if (!IsCompileOption(row)) continue;
    names.emplace_back(row.name);
    known += (known.empty() ? "" : ", ") + names.back();
  }
  const std::vector<std::string> near =
      name.starts_with(kXlaPrefix) ? XlaOptionsLike(name) : stablehlo::NearNames(name, names);
  // The first words are those that XLA has for it: clients look for them.
  return InvalidArgumentError("No such compile option: '" + std::string(name) + "'" +
                              (near.empty() ? "" : "; did you mean '" + near[0] + "'?") + "; known are " + known +
                              ", and XLA's own, which start with xla_");
}

Status NotACompileOption(const SettingRow& row) {
  const bool of_client = row.kind == SettingRow::Kind::client;
  return InvalidArgumentError("'" + std::string(row.name) + "' is no compile option, as it is of the whole " +
                              (of_client ? "client: create the client with it, or set " : "process: set ") + row.env +
                              " in the environment");
}

// The value of each row: the compile option's, else the create option's, else the variable's, else the default.
class Values {
 public:
  Values() : values_(std::size(kRows)), given_(std::size(kRows), false) {}

  Status ReadEnvironment() {
    for (size_t i = 0; i < values_.size(); ++i) {
      values_[i] = kRows[i].otherwise;
      const char* text = IsCompileOption(kRows[i]) ? std::getenv(kRows[i].env) : nullptr;
      if (text == nullptr || *text == '\0') continue;
      values_[i] = text;
      given_[i] = true;
      CPPJRT_RETURN_IF_ERROR(CheckSetting(kRows[i], kRows[i].env, values_[i]));
    }
    return OkStatus();
  }

  Status Set(std::string_view name, std::string_view source, const std::string& value) {
    if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
    const auto* row = std::ranges::find(kRows, name, &SettingRow::name);
    if (row == std::end(kRows)) return UnknownName(name);
    if (!IsCompileOption(*row)) return NotACompileOption(*row);
    CPPJRT_RETURN_IF_ERROR(CheckSetting(*row, std::string(source) + " " + std::string(name), value));
    values_[IndexOf(name)] = value;
    given_[IndexOf(name)] = true;
    return OkStatus();
  }

  const std::string& operator[](std::string_view name) const { return values_[IndexOf(name)]; }
  bool IsGiven(std::string_view name) const { return given_[IndexOf(name)]; }

 private:
  static size_t IndexOf(std::string_view name) {
    return static_cast<size_t>(std::ranges::find(kRows, name, &SettingRow::name) - std::begin(kRows));
  }

  std::vector<std::string> values_;
  std::vector<bool> given_;
};

// The number of a value of a choice.
template <typename Enum>
Enum Choice(const Values& values, std::string_view name, std::initializer_list<std::string_view> in_order) {
  const auto* at = std::ranges::find(in_order, values[name]);
  return static_cast<Enum>(at - in_order.begin());
}

// The evaluator leaves functions to the C library, which chooses its instructions itself.
Status CheckReproducible(const Settings& settings) {
  std::string what;
  if (settings.engine == Engine::kEvaluator) what = "engine=evaluator";
  if (settings.mode == CompileMode::kBackground) what = "compile=background";
  if (settings.stop_after != "load") what = "stop_after=" + settings.stop_after;
  if (!settings.reproducible || what.empty()) return OkStatus();
  return InvalidArgumentError(what +
                              " has programs run by the evaluator, whose bits depend on the processor: it does "
                              "not go with reproducible_across_cpus=true");
}

Status CheckTogether(const Settings& settings, const Values& values) {
  if (settings.mode == CompileMode::kBackground && settings.engine == Engine::kNative) {
    return InvalidArgumentError("compile=background runs programs by the evaluator first, which engine=native forbids");
  }
  if (settings.engine == Engine::kNative && settings.stop_after != "load") {
    return InvalidArgumentError("stop_after=" + settings.stop_after +
                                " leaves the program to the evaluator, which engine=native forbids");
  }
  if (settings.dump_to.empty() && values.IsGiven("dump")) {
    return InvalidArgumentError("dump=" + values["dump"] + " needs dump_to, the folder to write into");
  }
  return OkStatus();
}

}  // namespace

std::span<const SettingRow> SettingRows() { return kRows; }

const SettingRow* FindClientSetting(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &SettingRow::name);
  return row == std::end(kRows) || row->kind == SettingRow::Kind::process ? nullptr : row;
}

Status CheckSetting(const SettingRow& row, std::string_view source, const std::string& value) {
  if (row.values.empty()) return OkStatus();
  const std::vector<std::string> allowed = Split(row.values, '|');
  const auto is_allowed = [&](const std::string& part) { return std::ranges::find(allowed, part) != allowed.end(); };
  const bool list = row.kind == SettingRow::Kind::list;
  const std::vector<std::string> parts = list ? Split(value, ',') : std::vector<std::string>{value};
  const auto wrong = std::ranges::find_if_not(parts, is_allowed);
  if (wrong == parts.end()) return OkStatus();
  std::string expected;
  for (const std::string& a : allowed) expected += (expected.empty() ? "" : ", ") + a;
  return InvalidArgumentError(std::string(source) + " is '" + *wrong + "', expected " +
                              (list ? "some of " : "one of ") + expected);
}

StatusOr<Settings> Settings::Read(const std::vector<Option>& options, const std::vector<Option>& client_options) {
  Settings settings;
  Values values;
  CPPJRT_RETURN_IF_ERROR(values.ReadEnvironment());
  if (const char* flags = std::getenv("XLA_FLAGS")) settings.xla_dump_to = FlagIn(flags, "xla_dump_to");
  for (const auto& [name, value] : client_options) {
    CPPJRT_RETURN_IF_ERROR(values.Set(name, "create option", value));
  }
  for (const auto& [name, value] : options) {
    if (name == "xla_dump_to") {
      settings.xla_dump_to = value;
      continue;
    }
    if (IsXlaOption(name)) {
      if (!name.starts_with("xla_dump_")) settings.ignored.push_back(name);
      continue;
    }
    CPPJRT_RETURN_IF_ERROR(values.Set(name, "compile option", value));
  }
  settings.mode = Choice<CompileMode>(values, "compile", {"eager", "lazy", "background"});
  settings.engine = Choice<Engine>(values, "engine", {"auto", "native", "evaluator"});
  const std::vector<std::string> checks = Split(values["check"], ',');
  const auto has = [&](std::string_view what) { return std::ranges::find(checks, what) != checks.end(); };
  settings.check = {has("bounds"), has("nan"), has("uninit"), has("memory")};
  settings.select_masked_products = values["masked_products"] == "select";
  settings.remarks = values["remarks"];
  settings.dump_to = values["dump_to"];
  settings.dump = Split(values["dump"], ',');
  settings.stop_after = values["stop_after"];
  settings.skip_passes = Split(values["skip_passes"], ',');
  settings.reproducible = values["reproducible_across_cpus"] == "true";
  CPPJRT_RETURN_IF_ERROR(CheckReproducible(settings));
  if (settings.reproducible) settings.engine = Engine::kNative;
  CPPJRT_RETURN_IF_ERROR(CheckTogether(settings, values));
  return settings;
}

}  // namespace cppjrt::cpu
