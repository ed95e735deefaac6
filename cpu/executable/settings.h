// Settings: how a program is compiled and run beyond what the program says, from compile options, the client's create options
// and the environment.
//
//   CPPJRT_ASSIGN_OR_RETURN(Settings settings, Settings::Read({{"compile", "lazy"}, {"cppjrt_check", "nan"}}));
//   settings.mode == CompileMode::kLazy; settings.check.nan
//
// settings.def is the table of all there are.
#ifndef CPPJRT_CPU_EXECUTABLE_SETTINGS_H_
#define CPPJRT_CPU_EXECUTABLE_SETTINGS_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/passes/check_settings.h"

namespace cppjrt::cpu {

enum class CompileMode { kEager, kLazy, kBackground };
enum class Engine { kAuto, kNative, kEvaluator };

struct Settings {
  using Option = std::pair<std::string, std::string>;  // name, value

  CompileMode mode = CompileMode::kEager;
  Engine engine = Engine::kAuto;
  bool reproducible = false;  // across processors; the engine is then the native one
  bool select_masked_products = false;
  CheckSettings check;
  std::string remarks;            // a file; empty: none
  std::string dump_to;            // a folder; empty: nothing is dumped
  std::vector<std::string> dump;  // stages
  std::string stop_after = "load";
  std::vector<std::string> skip_passes;
  std::string xla_dump_to;  // a folder for dumps named as XLA names them; empty: none
  // Options of XLA's that change nothing here: "xla_cpu_enable_fast_math".
  std::vector<std::string> ignored;

  // INVALID_ARGUMENT for an option that does not exist (with the one that was probably meant), a value that it does not
  // take, and settings that contradict each other; environment variables likewise. Of XLA's options (xla_options.h) values
  // have been checked.
  //
  // `client_options` are the client's, by the names of settings.def; `options` go before them.
  static StatusOr<Settings> Read(const std::vector<Option>& options, const std::vector<Option>& client_options = {});
};

// A row of settings.def.
struct SettingRow {
  enum class Kind { choice, list, text, client, process };
  std::string_view name;
  Kind kind;
  std::string_view values;
  std::string_view otherwise;  // the default
  const char* env;
  std::string_view doc;
};
std::span<const SettingRow> SettingRows();
// The row that a create option sets; null if the name is not one of them.
const SettingRow* FindClientSetting(std::string_view name);
// INVALID_ARGUMENT, which begins with `source`, if the row does not take the value.
Status CheckSetting(const SettingRow& row, std::string_view source, const std::string& value);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_SETTINGS_H_
