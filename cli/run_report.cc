#include "cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "cli/data/file.h"
#include "cli/data/npy.h"
#include "cli/data/npy_header.h"
#include "cli/data/print.h"
#include "cli/json_values.h"

namespace cppjrt::cli {
namespace {

using data::Array;

std::string Count(size_t results) { return fmt::format("{} result{}", results, results == 1 ? "" : "s"); }

double Quantile(std::vector<double> sorted, double q) {
  return sorted[std::min(sorted.size() - 1, static_cast<size_t>(q * static_cast<double>(sorted.size())))];
}

std::string TimingText(const Timing& timing) {
  std::vector<double> sorted = timing.run_ms;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.size() < 2) return "";
  return fmt::format("compile {:.1f} ms; {} runs: min {:.4f} ms, median {:.4f} ms, p90 {:.4f} ms, max {:.4f} ms",
                     timing.compile_ms, sorted.size(), sorted.front(), Quantile(sorted, 0.5), Quantile(sorted, 0.9),
                     sorted.back());
}

data::Comparison Differs(std::string text) {
  data::Comparison comparison;
  comparison.text = std::move(text);
  return comparison;
}

StatusOr<data::Comparison> CompareWithFile(const std::string& file, const Result& result, data::Tolerance tolerance) {
  CPPJRT_ASSIGN_OR_RETURN(data::NpyArray npy, data::ReadNpy(file));
  if (!result.array.has_value()) return Differs("a token has no value to compare");
  StatusOr<data::TypedArray> want = data::As(std::move(npy), result.array->shape(), result.name);
  if (!want.ok()) return Differs(std::string(want.status().message()));
  return data::Compare(*result.array, want->array, tolerance);
}

void PrintPretty(const Report& report, bool quiet, std::FILE* to) {
  for (const std::string& note : report.notes) fmt::print(to, "note: {}\n", note);
  for (const Result& result : report.results) {
    if (!quiet) {
      const std::string text = result.array.has_value() ? data::Pretty(*result.array) : "token";
      fmt::print(to, "{}: {}\n", result.name, text);
    }
    if (result.comparison.has_value()) {
      fmt::print(to, "{}: {}: {}\n", result.name, result.comparison->pass ? "as expected" : "DIFFERS",
                 result.comparison->text);
    }
  }
  if (const std::string text = TimingText(report.timing); !text.empty()) fmt::print(to, "{}\n", text);
}

void PrintJson(const Report& report, bool quiet) {
  // Arrays may be large, and their text is made already: the document is put together around them.
  std::string text = "{\"results\":[";
  for (size_t i = 0; i < report.results.size(); ++i) {
    const Result& result = report.results[i];
    nlohmann::ordered_json head = {{"name", result.name}};
    if (result.comparison.has_value()) {
      head["pass"] = result.comparison->pass;
      head["comparison"] = result.comparison->text;
    }
    std::string entry = JsonText(head);
    entry.pop_back();
    if (!quiet) entry += ",\"value\":" + (result.array.has_value() ? data::ToJson(*result.array) : "null");
    text += (i == 0 ? "" : ",") + entry + "}";
  }
  const nlohmann::ordered_json timing = {{"compile_ms", report.timing.compile_ms}, {"run_ms", report.timing.run_ms}};
  text += "],\"timing\":" + timing.dump() + ",\"notes\":" + JsonText(report.notes) + "}";
  fmt::print("{}\n", text);
}

Status PrintNpy(const Report& report, bool quiet) {
  CPPJRT_RETURN_IF_ERROR(CheckFormat(Format::kNpy, report.results.size()));
  if (!report.results[0].array.has_value()) {
    return InvalidArgumentError("--format npy prints an array, but the program's result is a token");
  }
  PrintPretty(report, /*quiet=*/true, stderr);
  if (quiet) return Status();
  const Array& array = *report.results[0].array;
  const std::string header = data::FormatNpyHeader(array.shape());
  std::fwrite(header.data(), 1, header.size(), stdout);
  std::fwrite(array.data(), 1, array.bytes().size(), stdout);
  return Status();
}

}  // namespace

StatusOr<std::vector<Result>> FetchResults(const std::vector<std::vector<pjrt::Buffer>>& outputs) {
  std::vector<Result> results;
  std::vector<pjrt::Event> copies;
  for (size_t device = 0; device < outputs.size(); ++device) {
    for (size_t i = 0; i < outputs[device].size(); ++i) {
      Result result;
      result.name =
          (outputs.size() > 1 ? fmt::format("device {} ", device) : std::string()) + fmt::format("result {}", i);
      CPPJRT_ASSIGN_OR_RETURN(pjrt::ArrayShape shape, outputs[device][i].shape());
      if (shape.type != pjrt::ElementType::kToken) {
        CPPJRT_ASSIGN_OR_RETURN(Array array, Array::Uninitialized(data::Shape{shape.type, std::move(shape.dims)}));
        copies.push_back(outputs[device][i].CopyToHost(array.bytes()));
        result.array = std::move(array);
      }
      results.push_back(std::move(result));
    }
  }
  Status first_error;
  // Every copy must end before the arrays may go.
  for (const pjrt::Event& copy : copies) {
    if (Status status = copy.Await(); !status.ok() && first_error.ok()) first_error = std::move(status);
  }
  CPPJRT_RETURN_IF_ERROR(first_error);
  return results;
}

Status Expectation::CheckFiles() const {
  for (const std::string& file : files) {
    std::error_code ignored;
    const auto kind = std::filesystem::status(file, ignored).type();
    const bool read_once = kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character;
    if (file != "-" && !read_once) CPPJRT_RETURN_IF_ERROR(data::OpenFile(file).status());
  }
  return Status();
}

Status Expectation::CheckTolerances() const {
  for (const auto& [name, list] : {std::pair("--rtol", &rtol), std::pair("--atol", &atol)}) {
    if (list->size() == 1 || files.empty() || list->size() == files.size()) continue;
    return InvalidArgumentError(
        fmt::format("{} has {} values, --expect names {} file{}: give one for all or one for each", name, list->size(),
                    files.size(), files.size() == 1 ? "" : "s"));
  }
  return Status();
}

Status CheckExpectedCount(const Expectation& expectation, size_t num_devices, size_t results_per_device) {
  const size_t files = expectation.files.size();
  if (files == 0 || files == results_per_device || files == num_devices * results_per_device) return Status();
  const std::string on = num_devices == 1 ? "" : fmt::format(" on each of {} devices", num_devices);
  return InvalidArgumentError(fmt::format("the program has {}{}, --expect names {} file{} ('-' skips one)",
                                          Count(results_per_device), on, files, files == 1 ? "" : "s"));
}

Status CompareResults(const Expectation& expectation, std::vector<Result>& results) {
  for (size_t i = 0; i < results.size() && !expectation.files.empty(); ++i) {
    const size_t k = i % expectation.files.size();
    if (expectation.files[k] == "-") continue;
    const data::Tolerance tolerance{expectation.rtol[expectation.rtol.size() == 1 ? 0 : k],
                                    expectation.atol[expectation.atol.size() == 1 ? 0 : k]};
    CPPJRT_ASSIGN_OR_RETURN(results[i].comparison, CompareWithFile(expectation.files[k], results[i], tolerance));
  }
  return Status();
}

Status MakeDirectory(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error) return Status();
  return InvalidArgumentError(fmt::format("cannot create the directory {}: {}", directory, error.message()));
}

Status WriteResults(const std::string& directory, size_t num_devices, const std::vector<Result>& results) {
  const size_t per_device = num_devices == 0 ? 0 : results.size() / num_devices;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].array.has_value()) continue;
    const std::string prefix = num_devices > 1 ? fmt::format("device{}_", i / per_device) : std::string();
    CPPJRT_RETURN_IF_ERROR(
        data::WriteNpy(fmt::format("{}/{}out_{}.npy", directory, prefix, i % per_device), *results[i].array));
  }
  return Status();
}

Status CheckFormat(Format format, size_t num_results) {
  if (format != Format::kNpy || num_results == 1) return Status();
  return InvalidArgumentError(
      fmt::format("--format npy prints one array, but there are {}; use --output DIR", Count(num_results)));
}

Status PrintReport(const Report& report, Format format, bool quiet) {
  if (format == Format::kNpy) return PrintNpy(report, quiet);
  format == Format::kJson ? PrintJson(report, quiet) : PrintPretty(report, quiet, stdout);
  return Status();
}

bool AllPass(const Report& report) {
  return std::all_of(report.results.begin(), report.results.end(),
                     [](const Result& r) { return !r.comparison.has_value() || r.comparison->pass; });
}

}  // namespace cppjrt::cli
