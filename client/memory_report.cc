#include "pjrt/memory_report.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace pjrt {
inline namespace v0 {
namespace {

constexpr size_t kMaxLargest = 8;
constexpr const char* kPayload = "pjrt.memory_report";

void AddLarge(MemoryReport& report, std::string what, const ArrayShape& shape) {
  const StatusOr<int64_t> bytes = HostBytes(shape.type, shape.dims);
  if (bytes.ok() && *bytes > 0) report.largest.push_back({std::move(what), shape, *bytes});
}

int64_t TotalOf(const CompiledMemoryStats& needs) {
  return needs.argument_size + needs.output_size - needs.alias_size + needs.temp_size + needs.generated_code_size;
}

// Arguments that results could take the place of, if the program takes over none.
void AdviseDonation(MemoryReport& report) {
  if (report.needs && report.needs->alias_size > 0) return;
  for (const auto& result : report.largest) {
    if (!result.what.starts_with("result")) continue;
    for (const auto& argument : report.largest) {
      if (!argument.what.starts_with("argument") || !(argument.shape == result.shape)) continue;
      report.advice.push_back(
          argument.what + " has the shape of " + result.what +
          ": if it is not needed afterwards, let the program take it over (tf.aliasing_output), which saves " +
          MemorySizeText(result.bytes));
      return;
    }
  }
}

void AdviseOnNeeds(MemoryReport& report) {
  if (!report.needs) return;
  const int64_t total = TotalOf(*report.needs);
  for (const auto& [device, stats] : report.devices) {
    if (!stats || !stats->bytes_limit || total <= *stats->bytes_limit) continue;
    report.advice.push_back("the program needs more than device " + std::to_string(device.id()) + " has (" +
                            MemorySizeText(*stats->bytes_limit) +
                            "): make the batch smaller, use narrower types, or split it over devices (num_partitions)");
    break;
  }
  if (report.needs->temp_size > total / 2) {
    report.advice.push_back(
        "more than half are temporaries: a smaller batch or computing them again (rematerialization) helps most");
  }
}

void AdviseOnDevices(MemoryReport& report, const std::string& platform) {
  const int64_t wanted = report.needs ? TotalOf(*report.needs) : 0;
  for (const auto& [device, stats] : report.devices) {
    if (!stats || !stats->bytes_limit) continue;
    const int64_t free = *stats->bytes_limit - stats->bytes_in_use;
    if (stats->largest_free_block_bytes && wanted > *stats->largest_free_block_bytes && wanted < free) {
      report.advice.push_back("the free memory of device " + std::to_string(device.id()) +
                              " is in pieces: allocate large buffers early, or make a new client");
    } else if (stats->bytes_in_use > *stats->bytes_limit / 2) {
      report.advice.push_back(MemorySizeText(stats->bytes_in_use) + " of device " + std::to_string(device.id()) +
                              " are in use: destroy or Delete() buffers and executables that are not needed");
    }
  }
  if (platform == "cuda" || platform == "rocm") {
    report.advice.push_back(
        "the client takes a share of the device at its start: the create option memory_fraction says how much");
  }
}

void ReadExecutable(const LoadedExecutable& executable, std::span<const Buffer* const> arguments,
                    MemoryReport& report) {
  report.executable = executable.name();
  if (auto needs = executable.executable().memory_stats(); needs.ok()) report.needs = *needs;
  if (const auto shapes = executable.executable().output_shapes(); shapes.ok()) {
    for (size_t i = 0; i < shapes->size(); ++i) AddLarge(report, "result " + std::to_string(i), (*shapes)[i]);
  }
  std::vector<ArrayShape> parameters;
  for (const Buffer* argument : arguments) {
    const auto shape =
        argument == nullptr || !argument->valid() ? StatusOr<ArrayShape>(ArrayShape{}) : argument->shape();
    parameters.push_back(shape.ok() ? *shape : ArrayShape{});
  }
  if (parameters.empty()) {
    if (auto signature = executable.executable().program_shape(); signature.ok()) parameters = signature->parameters;
  }
  for (size_t i = 0; i < parameters.size(); ++i) AddLarge(report, "argument " + std::to_string(i), parameters[i]);
}

void AppendFigure(std::string& line, const char* before, const std::optional<int64_t>& bytes) {
  if (bytes) line += before + MemorySizeText(*bytes);
}

std::string Line(const MemoryReport::DeviceMemory& memory) {
  std::string line = "\n  device " + std::to_string(memory.device.id()) + ": ";
  if (!memory.stats) return line + "the plugin keeps no statistics";
  line += MemorySizeText(memory.stats->bytes_in_use) + " in use";
  AppendFigure(line, " of ", memory.stats->bytes_limit);
  AppendFigure(line, ", peak ", memory.stats->peak_bytes_in_use);
  AppendFigure(line, ", largest free block ", memory.stats->largest_free_block_bytes);
  return line;
}

}  // namespace

std::string MemorySizeText(int64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto size = static_cast<double>(bytes);
  size_t unit = 0;
  for (; size >= 1024 && unit + 1 < std::size(kUnits); ++unit) size /= 1024;
  char text[64];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", size, kUnits[unit]);
  return text;
}

MemoryReport ReportMemory(const Client& client, const LoadedExecutable* executable,
                          std::span<const Buffer* const> arguments) {
  MemoryReport report;
  for (const Device& device : executable == nullptr ? client.addressable_devices() : executable->devices()) {
    const StatusOr<MemoryStats> stats = device.memory_stats();
    report.devices.push_back({device, stats.ok() ? std::optional(*stats) : std::nullopt});
  }
  if (executable != nullptr) ReadExecutable(*executable, arguments, report);
  std::sort(report.largest.begin(), report.largest.end(),
            [](const auto& a, const auto& b) { return a.bytes != b.bytes ? a.bytes > b.bytes : a.what < b.what; });
  AdviseOnNeeds(report);
  AdviseDonation(report);
  AdviseOnDevices(report, client.platform_name());
  if (report.largest.size() > kMaxLargest) report.largest.resize(kMaxLargest);
  return report;
}

std::string MemoryReport::ToString() const {
  std::string text;
  for (const DeviceMemory& memory : devices) text += Line(memory);
  if (needs) {
    text += "\n  " + (executable.empty() ? "the program" : executable) + " needs " + MemorySizeText(TotalOf(*needs)) +
            ": arguments " + MemorySizeText(needs->argument_size) + ", results " + MemorySizeText(needs->output_size) +
            ", of which aliased " + MemorySizeText(needs->alias_size) + ", temporaries " +
            MemorySizeText(needs->temp_size) + ", code " + MemorySizeText(needs->generated_code_size);
  }
  for (const LargeBuffer& buffer : largest) {
    text += "\n    " + MemorySizeText(buffer.bytes) + " " + buffer.what + " " + pjrt::ToString(buffer.shape);
  }
  for (const std::string& sentence : advice) text += "\n  to do: " + sentence;
  return text;
}

Status ExplainMemory(Status error, const Client& client, const LoadedExecutable* executable,
                     std::span<const Buffer* const> arguments) {
  // Some plugins call it OUT_OF_RANGE, as others do what has nothing to do with memory.
  const bool about_memory =
      error.code() == StatusCode::kResourceExhausted ||
      (error.code() == StatusCode::kOutOfRange && error.message().find("emory") != std::string_view::npos);
  if (!about_memory || error.payloads().contains(kPayload)) return error;
  const std::string report = ReportMemory(client, executable, arguments).ToString();
  if (report.empty()) return error;
  Status::Payloads payloads = error.payloads();
  payloads[kPayload] = report;
  return Status(error.code(), std::string(error.message()) + report, std::move(payloads));
}

}  // namespace v0
}  // namespace pjrt
