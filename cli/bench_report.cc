#include "cli/bench_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "cli/json_values.h"
#include "cli/svg.h"

namespace cppjrt::cli {
namespace {

using Json = nlohmann::ordered_json;

// "1.23 ms", "45.6 us".
std::string TimeText(double ms) {
  if (ms >= 1000) return fmt::format("{:.3g} s", ms / 1000);
  if (ms >= 1 || ms == 0) return fmt::format("{:.3g} ms", ms);
  if (ms >= 1e-3) return fmt::format("{:.3g} us", ms * 1e3);
  return fmt::format("{:.3g} ns", ms * 1e6);
}

std::string CpuName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

double LoadAverage() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

using Rows = std::vector<std::vector<std::string>>;

Rows SummaryRows(const BenchReport& report) {
  Rows rows = {{"", "compile", "first run", "p50", "min", "p10", "p90", "p99", "runs", "speedup", "rounds won"}};
  const double base = Summarize(report.subjects.front().runs).p50;
  for (const BenchSubject& subject : report.subjects) {
    const Summary summary = Summarize(subject.runs);
    const bool is_baseline = &subject == &report.subjects.front();
    rows.push_back({subject.label, TimeText(Summarize(subject.compile).p50), TimeText(subject.first_run),
                    TimeText(summary.p50), TimeText(summary.min), TimeText(summary.p10), TimeText(summary.p90),
                    TimeText(summary.p99), std::to_string(summary.count),
                    is_baseline || summary.p50 == 0 ? "" : fmt::format("{:.3g}x", base / summary.p50),
                    is_baseline ? "" : fmt::format("{:.0f} %", 100 * RoundsWon(subject, report.subjects.front()))});
  }
  return rows;
}

std::string TextTable(const Rows& rows) {
  std::vector<size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

Json ToJson(const Summary& summary) {
  return {{"count", summary.count}, {"min", summary.min}, {"p10", summary.p10}, {"p50", summary.p50},
          {"p90", summary.p90},     {"p99", summary.p99}, {"max", summary.max}, {"mean", summary.mean}};
}

Json ToJson(const BenchSubject& subject, const BenchSubject& base, bool samples) {
  Json json = {{"label", subject.label},       {"program", subject.program},
               {"plugin", subject.plugin},     {"api_version", subject.api_version},
               {"platform", subject.platform}, {"options", subject.options},
               {"devices", subject.devices},   {"load_ms", subject.load},
               {"client_ms", subject.client},  {"compile_ms", subject.compile},
               {"upload_ms", subject.upload},  {"first_run_ms", subject.first_run}};
  json["run_ms"] = ToJson(Summarize(subject.runs));
  json["rounds"] = subject.round_medians.size();
  if (&subject != &base) {
    json["speedup"] = Summarize(base.runs).p50 / Summarize(subject.runs).p50;
    json["rounds_won"] = RoundsWon(subject, base);
    json["results_agree"] = subject.agrees ? Json(*subject.agrees) : Json();
    json["comparison"] = subject.comparison;
  }
  if (samples) json["samples_ms"] = subject.runs;
  return json;
}

constexpr const char* kColors[] = {"#3572b0", "#d9822b", "#3d9150", "#a94fb8", "#c23b3b", "#6f7d86"};
const char* ColorOf(size_t subject) { return kColors[subject % std::size(kColors)]; }

constexpr double kWidth = 1000, kHeight = 300, kLeft = 70, kRight = 20, kTop = 14, kBottom = 40;

void Legend(const BenchReport& report, Svg& svg) {
  double x = kLeft;
  for (size_t i = 0; i < report.subjects.size(); ++i) {
    svg.Rect(x, kHeight - 14, 10, 10, fmt::format("fill=\"{}\"", ColorOf(i)));
    svg.Text(x + 14, kHeight - 5, report.subjects[i].label);
    x += 30 + 7 * static_cast<double>(report.subjects[i].label.size());
  }
}

// The cumulative distribution of run times over a logarithmic axis: curves further left are faster, steep curves are steady.
std::string DistributionSvg(const BenchReport& report) {
  double low = INFINITY, high = 0;
  for (const BenchSubject& subject : report.subjects) {
    const Summary summary = Summarize(subject.runs);
    if (summary.count == 0) continue;
    low = std::min(low, std::max(summary.min, 1e-6));
    high = std::max(high, summary.max);
  }
  if (!(low < INFINITY)) return {};
  high = std::max(high, low * 1.5);
  const auto x_of = [&](double ms) {
    return kLeft + (kWidth - kLeft - kRight) * std::log(std::max(ms, low) / low) / std::log(high / low);
  };
  const auto y_of = [](double share) { return kTop + (kHeight - kTop - kBottom) * (1 - share); };
  Svg svg(kWidth, kHeight);
  for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    svg.Line(kLeft, y_of(share), kWidth - kRight, y_of(share), "class=\"axis\"");
    svg.Text(kLeft - 6, y_of(share) + 4, fmt::format("{:.0f} %", 100 * share), "text-anchor=\"end\"");
  }
  for (int i = 0; i <= 5; ++i) {
    const double ms = low * std::pow(high / low, i / 5.0);
    svg.Text(x_of(ms), kHeight - kBottom + 16, TimeText(ms), i == 5 ? "text-anchor=\"end\"" : "text-anchor=\"middle\"");
  }
  constexpr int kSteps = 200;
  for (size_t k = 0; k < report.subjects.size(); ++k) {
    std::vector<double> sorted = report.subjects[k].runs;
    if (sorted.empty()) continue;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i <= kSteps; ++i) {
      const double share = static_cast<double>(i) / kSteps;
      points.emplace_back(x_of(Quantile(sorted, share)), y_of(share));
    }
    svg.Polyline(points, fmt::format("stroke=\"{}\" stroke-width=\"2\"", ColorOf(k)));
  }
  Legend(report, svg);
  return std::move(svg).Finish();
}

// Shows drift, for example from heat or from other load on the machine.
std::string RoundsSvg(const BenchReport& report) {
  double top = 0;
  size_t rounds = 0;
  for (const BenchSubject& subject : report.subjects) {
    for (const double median : subject.round_medians) top = std::max(top, median);
    rounds = std::max(rounds, subject.round_medians.size());
  }
  if (rounds < 2 || top <= 0) return {};
  const std::vector<double> ticks = Ticks(top);
  const auto x_of = [&](size_t round) {
    return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(round) / static_cast<double>(rounds - 1);
  };
  const auto y_of = [&](double ms) { return kTop + (kHeight - kTop - kBottom) * (1 - ms / ticks.back()); };
  Svg svg(kWidth, kHeight);
  for (const double tick : ticks) {
    svg.Line(kLeft, y_of(tick), kWidth - kRight, y_of(tick), "class=\"axis\"");
    svg.Text(kLeft - 6, y_of(tick) + 4, TimeText(tick), "text-anchor=\"end\"");
  }
  svg.Text(kLeft, kHeight - kBottom + 16, fmt::format("round 1 to {}", rounds), "class=\"faint\"");
  for (size_t k = 0; k < report.subjects.size(); ++k) {
    const std::vector<double>& medians = report.subjects[k].round_medians;
    // No more points than there are pixels to tell them apart.
    const size_t stride = std::max<size_t>(1, medians.size() / 1000);
    std::vector<std::pair<double, double>> points;
    for (size_t i = 0; i < medians.size(); i += stride) points.emplace_back(x_of(i), y_of(medians[i]));
    svg.Polyline(points, fmt::format("stroke=\"{}\"", ColorOf(k)));
  }
  Legend(report, svg);
  return std::move(svg).Finish();
}

Rows SubjectRows(const BenchReport& report) {
  Rows rows = {{"", "program", "plugin", "options", "results"}};
  for (const BenchSubject& subject : report.subjects) {
    rows.push_back({subject.label, subject.program,
                    fmt::format("{} (PJRT {}, {})", subject.plugin, subject.api_version, subject.platform),
                    subject.options, subject.comparison});
  }
  return rows;
}

std::string EscapedTable(Rows rows, size_t numbers) {
  for (auto& row : rows) {
    for (std::string& cell : row) cell = Escape(cell);
  }
  return HtmlTable(rows, numbers);
}

}  // namespace

double Quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - static_cast<double>(below));
}

Summary Summarize(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {
      values.size(),         values.front(),         Quantile(values, 0.1), Quantile(values, 0.5),
      Quantile(values, 0.9), Quantile(values, 0.99), values.back(),         sum / static_cast<double>(values.size())};
}

double RoundsWon(const BenchSubject& subject, const BenchSubject& base) {
  const size_t rounds = std::min(subject.round_medians.size(), base.round_medians.size());
  if (rounds == 0) return 0;
  size_t faster = 0;
  for (size_t i = 0; i < rounds; ++i) faster += subject.round_medians[i] < base.round_medians[i] ? 1 : 0;
  return static_cast<double>(faster) / static_cast<double>(rounds);
}

std::string BenchText(const BenchReport& report) {
  std::string out;
  for (const auto& [name, value] : report.machine) out += fmt::format("{:<10}{}\n", name, value);
  for (const BenchSubject& subject : report.subjects) {
    out += fmt::format("{:<10}{} on {} (PJRT {}){}{}\n", &subject == &report.subjects[0] ? "baseline" : "subject",
                       subject.program, subject.plugin, subject.api_version, subject.options.empty() ? "" : " with ",
                       subject.options);
    if (!subject.comparison.empty()) out += fmt::format("{:<10}results {}\n", "", subject.comparison);
  }
  out += "\n" + TextTable(SummaryRows(report));
  for (const std::string& note : report.notes) out += "note: " + note + "\n";
  return out;
}

std::string BenchJson(const BenchReport& report, bool samples) {
  Json json;
  for (const auto& [name, value] : report.machine) json["machine"][name] = value;
  json["subjects"] = Json::array();
  for (const BenchSubject& subject : report.subjects) {
    json["subjects"].push_back(ToJson(subject, report.subjects.front(), samples));
  }
  json["notes"] = report.notes;
  return JsonText(json, 2) + "\n";
}

std::string BenchHtml(const BenchReport& report) {
  std::string body = "<h1>pjrt bench</h1>\n";
  Rows machine = {{"", ""}};
  for (const auto& [name, value] : report.machine) machine.push_back({name, value});
  body += EscapedTable(machine, 9) + "<h2>Subjects</h2>\n" + EscapedTable(SubjectRows(report), 9);
  for (const std::string& note : report.notes) body += "<p>" + Escape(note) + "</p>\n";
  body += "<h2>Times</h2>\n" + EscapedTable(SummaryRows(report), 1);
  body += "<h2>Cumulative distribution of run time</h2>\n" + DistributionSvg(report);
  if (const std::string rounds = RoundsSvg(report); !rounds.empty())
    body += "<h2>Median run time of each round</h2>\n" + rounds;
  return HtmlPage("pjrt bench", body);
}

void DescribeMachine(BenchReport& report) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const double load = LoadAverage();
  report.machine = {{"machine", fmt::format("{}, {} threads", CpuName(), cores)},
                    {"load", fmt::format("{:.2f}", load)}};
  if (load > cores * 0.5) {
    report.notes.push_back(
        fmt::format("the machine is busy (load {:.2f} on {} threads): compare ratios, not times", load, cores));
  }
}

}  // namespace cppjrt::cli
