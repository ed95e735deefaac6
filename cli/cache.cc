// pjrt cache: what `pjrt run --cache` and CompileCache of the client library keep.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/bytes_text.h"
#include "cli/command.h"
#include "cli/json_values.h"
#include "pjrt/compile_cache.h"

namespace cppjrt::cli {
namespace {

using pjrt::CompileCache;

struct Options {
  std::string directory;
  bool json = false;
  bool remove = false;
  uint64_t max_bytes = 0;
};

StatusOr<CompileCache> OpenCache(const Options& options) {
  return CompileCache::Open({.directory = options.directory});
}

std::string TimeText(const CompileCache::Entry& entry) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(entry.last_used)));
}

std::string EntryText(const CompileCache::Entry& entry) {
  return fmt::format("{}  {:>10}  {}  {}", entry.key.substr(0, 16), BytesText(entry.bytes), TimeText(entry),
                     entry.label);
}

nlohmann::ordered_json ToJson(const CompileCache::Entry& entry) {
  return {{"key", entry.key}, {"bytes", entry.bytes}, {"last_used", TimeText(entry) + "Z"}, {"label", entry.label}};
}

std::string Total(const std::vector<CompileCache::Entry>& entries) {
  int64_t bytes = 0;
  for (const CompileCache::Entry& entry : entries) bytes += entry.bytes;
  return fmt::format("{} {}, {}", entries.size(), entries.size() == 1 ? "entry" : "entries", BytesText(bytes));
}

int List(const Options& options) {
  PJRT_CLI_ASSIGN(kBadInput, const CompileCache cache, OpenCache(options));
  const std::vector<CompileCache::Entry> entries = cache.List();
  if (options.json) {
    nlohmann::ordered_json json = {{"directory", cache.options().directory},
                                   {"entries", nlohmann::ordered_json::array()}};
    for (const CompileCache::Entry& entry : entries) json["entries"].push_back(ToJson(entry));
    fmt::print("{}\n", JsonText(json, 2));
    return kSuccess;
  }
  for (const CompileCache::Entry& entry : entries) fmt::print("{}\n", EntryText(entry));
  fmt::print("{} in {}\n", Total(entries), cache.options().directory);
  return kSuccess;
}

// Damage is an error; with --remove it is mended.
int Verify(const Options& options) {
  PJRT_CLI_ASSIGN(kBadInput, const CompileCache cache, OpenCache(options));
  const std::vector<CompileCache::Entry> entries = cache.Verify(options.remove);
  size_t damaged = 0;
  for (const CompileCache::Entry& entry : entries) {
    if (entry.status.ok()) continue;
    ++damaged;
    fmt::print("{}: {}\n", entry.key, entry.status.message());
  }
  fmt::print("{}: {} damaged{}\n", Total(entries), damaged, damaged > 0 && options.remove ? " and removed" : "");
  return damaged == 0 || options.remove ? kSuccess : kBadInput;
}

int Collect(const Options& options, int64_t max_bytes) {
  PJRT_CLI_ASSIGN(kBadInput, const CompileCache cache, OpenCache(options));
  const CompileCache::Removed removed = cache.Collect(max_bytes);
  fmt::print("removed {} {}, {}; {} left\n", removed.entries, removed.entries == 1 ? "entry" : "entries",
             BytesText(removed.bytes), Total(cache.List()));
  return kSuccess;
}

CLI::App* AddAction(CLI::App& cache, Options& options, const char* name, const char* what) {
  CLI::App* action = cache.add_subcommand(name, what);
  action
      ->add_option("--cache-dir", options.directory,
                   "The cache's directory (default: $CPPJRT_CACHE_DIR, or cppjrt/executables in\n"
                   "$XDG_CACHE_HOME or ~/.cache)")
      ->type_name("DIR");
  return action;
}

}  // namespace

void AddCache(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* cache = app.add_subcommand("cache", "Manage the cache of compiled programs");
  cache->require_subcommand(1);
  CLI::App* list = AddAction(*cache, *options, "ls", "List the entries, most recently used first");
  list->add_flag("--json", options->json, "Print JSON");
  list->callback([options, &exit_code] { exit_code = List(*options); });
  CLI::App* verify = AddAction(*cache, *options, "verify", "Read every entry; exit with 3 if one is damaged");
  verify->add_flag("--remove", options->remove, "Remove damaged entries");
  verify->callback([options, &exit_code] { exit_code = Verify(*options); });
  CLI::App* collect = AddAction(*cache, *options, "gc", "Remove the least recently used entries, and leftover files");
  collect->add_option("--max-size", options->max_bytes, "Size that may remain, such as 500MB or 2G")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(/*kb_is_1000=*/false))
      ->required();
  collect->callback([options, &exit_code] { exit_code = Collect(*options, static_cast<int64_t>(options->max_bytes)); });
  CLI::App* clear = AddAction(*cache, *options, "clear", "Remove all entries");
  clear->callback([options, &exit_code] { exit_code = Collect(*options, 0); });
  cache->footer(
      "Examples:\n  pjrt run model.mlir --input x.npy --cache\n  pjrt cache ls\n  pjrt cache gc --max-size 1G");
}

}  // namespace cppjrt::cli
