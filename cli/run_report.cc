#include "cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "cli/data/npy.h"
#include "cli/data/npy_header.h"
#include "cli/data/print.h"

namespace cppjrt::cli {
namespace {

using data::Array;

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
  StatusOr<data::TypedArray> want = data::As(std::move(npy), result.array->type(), "the program's " + result.name);
  if (!want.ok()) return Differs(std::string(want.status().message()));
  return data::Compare(*result.array, want->array, tolerance);
}

void PrintPretty(const Report& report, bool quiet) {
  for (const std::string& note : report.notes) fmt::print("note: {}\n", note);
  for (const Result& result : report.results) {
    if (!quiet) {
      const std::string text = result.array.has_value() ? data::Pretty(*result.array) : "token";
      fmt::print("{}: {}\n", result.name, text);
    }
    if (result.comparison.has_value()) {
      fmt::print("{}: {}: {}\n", result.name, result.comparison->pass ? "as expected" : "DIFFERS",
                 result.comparison->text);
    }
  }
  if (const std::string text = TimingText(report.timing); !text.empty()) fmt::print("{}\n", text);
}

void PrintJson(const Report& report) {
  // Arrays may be large, and their text is made already: the document is put together around them.
  std::string text = "{\"results\":[";
  for (size_t i = 0; i < report.results.size(); ++i) {
    const Result& result = report.results[i];
    nlohmann::ordered_json head = {{"name", result.name}};
    if (result.comparison.has_value()) {
      head["pass"] = result.comparison->pass;
      head["comparison"] = result.comparison->text;
    }
    std::string entry = head.dump();
    entry.pop_back();
    text += (i == 0 ? "" : ",") + entry +
            ",\"value\":" + (result.array.has_value() ? data::ToJson(*result.array) : "null") + "}";
  }
  const nlohmann::ordered_json timing = {{"compile_ms", report.timing.compile_ms}, {"run_ms", report.timing.run_ms}};
  text += "],\"timing\":" + timing.dump() + ",\"notes\":" + nlohmann::ordered_json(report.notes).dump() + "}";
  fmt::print("{}\n", text);
}

Status PrintNpy(const Report& report) {
  if (report.results.size() != 1 || !report.results[0].array.has_value()) {
    return InvalidArgumentError(fmt::format(
        "--format npy prints one array, the program has {} results; use --output DIR", report.results.size()));
  }
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

Status CompareResults(const std::vector<std::string>& files, const std::vector<double>& rtol,
                      const std::vector<double>& atol, std::vector<Result>& results) {
  if (files.size() != results.size()) {
    return InvalidArgumentError(fmt::format("the program has {} results, --expect names {} files ('-' leaves one out)",
                                            results.size(), files.size()));
  }
  for (const auto* list : {&rtol, &atol}) {
    if (list->size() != 1 && list->size() != files.size()) {
      return InvalidArgumentError(
          fmt::format("{} tolerances for {} results: give one for all or one for each", list->size(), results.size()));
    }
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (files[i] == "-") continue;
    const data::Tolerance tolerance{rtol[rtol.size() == 1 ? 0 : i], atol[atol.size() == 1 ? 0 : i]};
    CPPJRT_ASSIGN_OR_RETURN(results[i].comparison, CompareWithFile(files[i], results[i], tolerance));
  }
  return Status();
}

Status WriteResults(const std::string& directory, size_t num_devices, const std::vector<Result>& results) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return InvalidArgumentError(fmt::format("cannot create {}: {}", directory, error.message()));
  const size_t per_device = num_devices == 0 ? 0 : results.size() / num_devices;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].array.has_value()) continue;
    const std::string prefix = num_devices > 1 ? fmt::format("device{}_", i / per_device) : std::string();
    CPPJRT_RETURN_IF_ERROR(
        data::WriteNpy(fmt::format("{}/{}out_{}.npy", directory, prefix, i % per_device), *results[i].array));
  }
  return Status();
}

Status PrintReport(const Report& report, Format format, bool quiet) {
  if (format == Format::kNpy) return PrintNpy(report);
  format == Format::kJson ? PrintJson(report) : PrintPretty(report, quiet);
  return Status();
}

bool AllPass(const Report& report) {
  return std::all_of(report.results.begin(), report.results.end(),
                     [](const Result& r) { return !r.comparison.has_value() || r.comparison->pass; });
}

}  // namespace cppjrt::cli
