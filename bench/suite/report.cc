#include "bench/suite/report.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "bench/measure.h"

namespace cppjrt::bench {
namespace {

std::optional<double> Median(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return Quantile(values, 0.5);
}

std::optional<double> Ratio(std::optional<double> ours, std::optional<double> theirs) {
  if (!ours || !theirs || *theirs <= 0) return std::nullopt;
  return *ours / *theirs;
}

using Figure = std::function<std::optional<double>(const Side&)>;

std::optional<double> CompileMs(const Side& side) { return Median(side.compile_ms); }
// Whoever keeps nothing compiles again.
std::optional<double> WarmMs(const Side& side) { return side.warm_ms ? side.warm_ms : CompileMs(side); }
std::optional<double> RunMs(const Side& side) { return Median(side.run_ms); }
std::optional<double> TempBytes(const Side& side) {
  if (!side.temp_bytes) return std::nullopt;
  return static_cast<double>(*side.temp_bytes);
}
// With a page more on both sides, so that there is a ratio where a side needs none.
std::optional<double> TempPages(const Side& side) {
  const auto bytes = TempBytes(side);
  if (!bytes) return std::nullopt;
  return *bytes / 4096 + 1;
}

std::optional<double> RatioOf(const SuiteRow& row, const Figure& figure) {
  if (!row.theirs) return std::nullopt;
  return Ratio(figure(row.ours), figure(*row.theirs));
}

std::string Text(std::optional<double> value, const char* format) {
  if (!value) return "-";
  char text[32];
  std::snprintf(text, sizeof text, format, *value);
  return text;
}

std::string Milliseconds(std::optional<double> ms) {
  if (!ms) return "-";
  return Text(ms, *ms < 0.1 ? "%.5f" : *ms < 10 ? "%.3f" : *ms < 1000 ? "%.1f" : "%.0f");
}

std::string Megabytes(std::optional<double> bytes) {
  if (!bytes) return "-";
  return Text(*bytes / 1e6, "%.2f");
}

std::string Spread(const std::vector<double>& values) {
  if (values.empty()) return "";
  return Milliseconds(Quantile(values, 0.1)) + "-" + Milliseconds(Quantile(values, 0.9));
}

// Widths of the columns; what a line goes between.
constexpr int kWidths[] = {-23, 9, 9, 6, 9, 9, 9, 9, 9, 6, 6, 8, 8, 6, 4, 8};
constexpr bool kEndsGroup[] = {true,  false, false, false, true,  false, true, false,
                               false, false, true,  false, false, true,  true, false};

void PrintCells(const std::array<std::string, std::size(kWidths)>& cells) {
  for (size_t i = 0; i < cells.size(); ++i)
    std::printf("%*s%s", kWidths[i], cells[i].c_str(), kEndsGroup[i] ? " | " : " ");
  std::printf("\n");
  std::fflush(stdout);
}

// Of the bandwidth measured, for programs that do little else than move memory.
std::string StreamShare(const SuiteRow& row, const SuiteHeader& header) {
  const auto run = RunMs(row.ours);
  if (row.program->kind != "memory" || !run || header.stream_in_cache.triad <= 0) return "";
  const double rate = static_cast<double>(row.program->bytes_moved()) / *run * 1e-6;
  return Text(rate / header.stream_in_cache.triad * 100, "%.0f%%");
}

void PrintError(const char* who, const std::string& error) {
  if (!error.empty()) std::printf("  %s: %.300s\n", who, error.c_str());
}

struct Target {
  const char* name;
  Figure figure;
  double geomean;  // at most
  double worst;
};
const Target kTargets[] = {{"compile", CompileMs, 0.2, 0.5},
                           {"warm", WarmMs, 0.03, 0.5},
                           {"run", RunMs, 0.4, 1.1},
                           {"temp", TempPages, 1.0, 1.0}};

void PrintTarget(const std::vector<SuiteRow>& rows, const Target& target) {
  double logarithms = 0;
  int count = 0;
  int over = 0;
  double worst = 0;
  const char* worst_name = "";
  for (const SuiteRow& row : rows) {
    const auto ratio = RatioOf(row, target.figure);
    if (!ratio) continue;
    logarithms += std::log(*ratio);
    ++count;
    over += *ratio > target.worst ? 1 : 0;
    if (*ratio <= worst) continue;
    worst = *ratio;
    worst_name = row.program->name.c_str();
  }
  if (count == 0) return;
  std::printf("%-8s ratio to XLA: geomean %.3f (aim %.2f), worst %.3f %s (aim %.2f, %d of %d above)\n", target.name,
              std::exp(logarithms / count), target.geomean, worst, worst_name, target.worst, over, count);
}

nlohmann::json ToJson(const Side& side) {
  nlohmann::json json = {{"compile_ms", side.compile_ms}, {"run_ms", side.run_ms}};
  if (!side.error.empty()) json["error"] = side.error;
  if (side.warm_ms) json["warm_ms"] = *side.warm_ms;
  if (side.first_ms) json["first_ms"] = *side.first_ms;
  if (side.temp_bytes) json["temp_bytes"] = *side.temp_bytes;
  if (side.fallbacks) json["fallbacks"] = *side.fallbacks;
  return json;
}

nlohmann::json ToJson(const SuiteRow& row) {
  nlohmann::json json = {{"name", row.program->name}, {"kind", row.program->kind}, {"ours", ToJson(row.ours)}};
  if (row.theirs) json["xla"] = ToJson(*row.theirs);
  if (row.difference) {
    json["difference"] = {
        {"error", row.difference->error}, {"integers", row.difference->integers}, {"nans", row.difference->nans}};
  }
  for (const Target& target : kTargets) {
    if (const auto ratio = RatioOf(row, target.figure)) json[std::string(target.name) + "_ratio"] = *ratio;
  }
  return json;
}

}  // namespace

void PrintSuiteHeader(const SuiteHeader& header) {
  std::printf("suite: %d threads; ours beside XLA CPU, in turn; medians, and 10-90 %% of the run times",
              header.threads);
#ifndef NDEBUG
  std::printf("; WARNING: built without optimization");
#endif
  std::printf("\nours: %s\nXLA:  %s\n", header.our_plugin.c_str(),
              header.their_plugin.empty() ? "none" : header.their_plugin.c_str());
  std::printf("memory: triad %.1f GB/s, copy %.1f GB/s over 48 MB; triad %.1f, copy %.1f over 384 MB\n",
              header.stream_in_cache.triad, header.stream_in_cache.copy, header.stream.triad, header.stream.copy);
  std::printf(
      "ms; warm: compiled by a process that finds what another has kept; stream: of the triad over 48 MB; fall: nodes "
      "left to the evaluator; diff: of the results\n\n");
  PrintCells({"program", "compile", "XLA", "ratio", "warm", "first run", "XLA", "run", "XLA", "ratio", "stream",
              "temp MB", "XLA", "ratio", "fall", "diff"});
}

void PrintSuiteRow(const SuiteRow& row, const SuiteHeader& header) {
  const Side none;
  const Side& ours = row.ours;
  const Side& theirs = row.theirs ? *row.theirs : none;
  PrintCells({row.program->name, Milliseconds(CompileMs(ours)), Milliseconds(CompileMs(theirs)),
              Text(RatioOf(row, CompileMs), "%.3f"), Milliseconds(ours.warm_ms), Milliseconds(ours.first_ms),
              Milliseconds(theirs.first_ms), Milliseconds(RunMs(ours)), Milliseconds(RunMs(theirs)),
              Text(RatioOf(row, RunMs), "%.3f"), StreamShare(row, header), Megabytes(TempBytes(ours)),
              Megabytes(TempBytes(theirs)), Text(RatioOf(row, TempPages), "%.2f"),
              ours.fallbacks ? std::to_string(*ours.fallbacks) : "-",
              row.difference ? ToString(*row.difference) : "-"});
  if (!ours.run_ms.empty() || !theirs.run_ms.empty()) {
    std::printf("%93s ours %s, XLA %s\n", "", Spread(ours.run_ms).c_str(), Spread(theirs.run_ms).c_str());
  }
  PrintError("ours", ours.error);
  PrintError("XLA", theirs.error);
  std::fflush(stdout);
}

void PrintSuiteSummary(const std::vector<SuiteRow>& rows) {
  std::printf("\n");
  for (const Target& target : kTargets) PrintTarget(rows, target);
  int failed = 0;
  int differ = 0;
  for (const SuiteRow& row : rows) {
    failed += row.ours.error.empty() ? 0 : 1;
    differ += row.difference && !row.difference->acceptable() ? 1 : 0;
  }
  std::printf("%zu programs; %d failed or not finished on ours, %d with different results\n", rows.size(), failed,
              differ);
}

bool WriteSuiteJson(const std::vector<SuiteRow>& rows, const SuiteHeader& header, const std::string& path) {
  nlohmann::json json = {{"format", 1},
                         {"threads", header.threads},
                         {"stream_gb_s",
                          {{"triad_48mb", header.stream_in_cache.triad},
                           {"triad_384mb", header.stream.triad},
                           {"copy_48mb", header.stream_in_cache.copy},
                           {"copy_384mb", header.stream.copy}}},
                         {"programs", nlohmann::json::array()}};
  for (const SuiteRow& row : rows) json["programs"].push_back(ToJson(row));
  std::ofstream file(path);
  file << json.dump(1) << '\n';
  return static_cast<bool>(file);
}

}  // namespace cppjrt::bench
