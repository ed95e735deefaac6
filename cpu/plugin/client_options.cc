#include "cpu/plugin/client_options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/thread_pool.h"
#include "cpu/plugin/error.h"

namespace cppjrt::cpu {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// Either `number` or `flag` says which member the option sets.
struct OptionRow {
  std::string_view name;
  int64_t ClientOptions::* number = nullptr;
  int64_t least = 0;
  int64_t most = kMost;
  bool ClientOptions::* flag = nullptr;
};

// clang-format off
constexpr OptionRow kOptions[] = {
    {"num_devices",      &ClientOptions::num_devices,  0, 65536},
    {"cpu_device_count", &ClientOptions::num_devices,  0, 65536},
    {"num_threads",      &ClientOptions::num_threads,  0, 4096},
    {"memory_limit",     &ClientOptions::memory_limit, 0, kMost},
    {"max_inflight",     &ClientOptions::max_inflight, 1, kMost},
    {"process_id",       &ClientOptions::process_id,   0, 1 << 19},
    {"rng_seed",         &ClientOptions::rng_seed,     0, kMost},
    {"deadline_ms",      &ClientOptions::deadline_ms,  0, kMaxDeadlineMs},
    {"num_nodes",        &ClientOptions::num_nodes,    1, 1},
    {"node_id",          &ClientOptions::node_id,      0, 0},
    {"asynchronous",     nullptr, 0, 0, &ClientOptions::asynchronous},
    {"inspect_shardings", nullptr, 0, 0, &ClientOptions::inspect_shardings},
    {"copy_unaligned_views", nullptr, 0, 0, &ClientOptions::copy_unaligned_views},
};
// clang-format on

std::string_view TypeName(PJRT_NamedValue_Type type) {
  constexpr std::string_view kNames[] = {"a string", "an int64", "a list of int64", "a float", "a bool"};
  const auto number = static_cast<size_t>(type);
  return number < std::size(kNames) ? kNames[number] : "no type that exists";
}

Status WrongType(std::string_view name, PJRT_NamedValue_Type given, PJRT_NamedValue_Type expected) {
  return InvalidArgumentError("option " + std::string(name) + " is " + std::string(TypeName(given)) + ", expected " +
                              std::string(TypeName(expected)));
}

Status Set(const OptionRow& row, const PJRT_NamedValue& value, ClientOptions& options) {
  if (row.flag != nullptr) {
    if (value.type != PJRT_NamedValue_kBool) return WrongType(row.name, value.type, PJRT_NamedValue_kBool);
    options.*row.flag = value.bool_value;
    return OkStatus();
  }
  if (value.type != PJRT_NamedValue_kInt64) return WrongType(row.name, value.type, PJRT_NamedValue_kInt64);
  if (value.int64_value < row.least || value.int64_value > row.most) {
    return InvalidArgumentError("option " + std::string(row.name) + " is " + std::to_string(value.int64_value) +
                                ", expected " + std::to_string(row.least) +
                                (row.most == kMost ? " or more" : " to " + std::to_string(row.most)));
  }
  options.*row.number = value.int64_value;
  return OkStatus();
}

// A setting of the compiler, as text. Clients may write one that reads as a bool or a number as such a value.
Status SetSetting(const SettingRow& row, const PJRT_NamedValue& value, ClientOptions& options) {
  std::string text;
  if (value.type == PJRT_NamedValue_kString) {
    text = View(value.string_value, value.value_size);
  } else if (value.type == PJRT_NamedValue_kBool) {
    text = value.bool_value ? "true" : "false";
  } else if (value.type == PJRT_NamedValue_kInt64) {
    text = std::to_string(value.int64_value);
  } else {
    return WrongType(row.name, value.type, PJRT_NamedValue_kString);
  }
  CPPJRT_RETURN_IF_ERROR(CheckSetting(row, "create option " + std::string(row.name), text));
  if (row.kind == SettingRow::Kind::client) {
    options.code_cache = std::move(text);
  } else {
    options.settings.emplace_back(row.name, std::move(text));
  }
  return OkStatus();
}

Status UnknownOption(std::string_view name) {
  std::string known;
  for (const OptionRow& row : kOptions) known += std::string(row.name) + ", ";
  for (const SettingRow& row : SettingRows()) {
    if (FindClientSetting(row.name) != nullptr) known += std::string(row.name) + ", ";
  }
  known.resize(known.size() - 2);
  return InvalidArgumentError("unknown create option '" + std::string(name) + "'; known are " + known);
}

// None if the variable is not set, or is no number of 64 bits.
std::optional<int64_t> NumberInEnvironment(const char* name) {
  const char* text = std::getenv(name);
  const std::string_view digits = text == nullptr ? "" : text;
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace

StatusOr<ClientOptions> ClientOptions::Parse(const PJRT_NamedValue* values, size_t count) {
  CPPJRT_REQUIRE(values != nullptr || count == 0, "create_options is null");
  ClientOptions options;
  for (size_t i = 0; i < count; ++i) {
    const std::string_view name = View(values[i].name, values[i].name_size);
    const auto* row =
        std::find_if(std::begin(kOptions), std::end(kOptions), [&](const auto& r) { return r.name == name; });
    if (row != std::end(kOptions)) {
      CPPJRT_RETURN_IF_ERROR(Set(*row, values[i], options));
      continue;
    }
    const SettingRow* const setting = FindClientSetting(name);
    if (setting == nullptr) return UnknownOption(name);
    CPPJRT_RETURN_IF_ERROR(SetSetting(*setting, values[i], options));
  }
  return options;
}

int64_t ClientOptions::Deadline() const {
  if (deadline_ms > 0) return deadline_ms;
  return std::clamp<int64_t>(NumberInEnvironment("CPPJRT_DEADLINE_MS").value_or(0), 0, kMaxDeadlineMs);
}

int ClientOptions::Threads() const {
  if (num_threads > 0) return static_cast<int>(num_threads);
  const std::optional<int64_t> threads = NumberInEnvironment("CPPJRT_NUM_THREADS");
  if (threads && *threads > 0) return static_cast<int>(std::min<int64_t>(*threads, 4096));
  return std::max(1, ThreadPool::AvailableThreads());
}

std::string ClientOptions::CodeCacheFolder() const {
  if (code_cache) return *code_cache;
  const char* const folder = std::getenv("CPPJRT_CPU_CODE_CACHE");
  return folder == nullptr ? "" : folder;
}

uint64_t ClientOptions::Seed() const {
  if (rng_seed >= 0) return static_cast<uint64_t>(rng_seed);
  return static_cast<uint64_t>(NumberInEnvironment("CPPJRT_CPU_RNG_SEED").value_or(0));
}

}  // namespace cppjrt::cpu
