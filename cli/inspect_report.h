// What `pjrt inspect` shows, in its three forms.
#ifndef CPPJRT_CLI_INSPECT_REPORT_H_
#define CPPJRT_CLI_INSPECT_REPORT_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/program_facts.h"
#include "pjrt/executable.h"

namespace cppjrt::cli {

// What a plugin says of the program once it has compiled it. A figure it does not give is empty.
struct CompiledFacts {
  std::string plugin;
  double compile_ms = 0;
  std::string name;
  std::string fingerprint;
  std::optional<int64_t> code_size;
  std::vector<std::string> parameter_memory_kinds;
  std::vector<std::string> output_memory_kinds;
  std::optional<pjrt::CompiledMemoryStats> memory;
  pjrt::NamedValues cost;
  // Bytes of the serialized executable.
  std::optional<int64_t> serialized_size;
};

struct InspectReport {
  std::string file;
  // What kind of file it is and whatever comes with it: names and values in the order they are shown.
  std::vector<std::pair<std::string, std::string>> about;
  std::optional<ProgramFacts> program;
  std::optional<CompiledFacts> compiled;
};

std::string InspectText(const InspectReport& report);
std::string InspectJson(const InspectReport& report);
// A page that loads nothing: tables, memory over time, the graph of each function.
std::string InspectHtml(const InspectReport& report);

// The figures of `memory` that are there, by name, for all three forms.
std::vector<std::pair<std::string, int64_t>> MemoryRows(const pjrt::CompiledMemoryStats& memory);

// The graph of one function: a layer for each step of the longest way from its arguments, an arrow for each operand.
std::string GraphSvg(const FunctionFacts& function);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_INSPECT_REPORT_H_
