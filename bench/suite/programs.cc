#include "bench/suite/programs.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace cppjrt::bench {
namespace {

using Json = nlohmann::json;

struct NamedRule {
  const char* name;
  FillRule rule;
};
constexpr NamedRule kRules[] = {
    {"normal", FillRule::kNormal},
    {"uniform", FillRule::kUniform},
    {"uniform_int", FillRule::kUniformInt},
    {"sorted_uniform_int", FillRule::kSortedUniformInt},
    {"arange", FillRule::kArange},
    {"spd", FillRule::kSpd},
    {"value", FillRule::kValue},
    {"zeros", FillRule::kZeros},
};

// {"normal": [0.0, 1.0]}, {"value": 0.5}.
Fill ReadFill(const Json& json) {
  Fill fill;
  for (const NamedRule& row : kRules) {
    if (!json.contains(row.name)) continue;
    fill.rule = row.rule;
    const Json& numbers = json.at(row.name);
    fill.a = numbers.is_array() ? numbers.at(0).get<double>() : numbers.get<double>();
    fill.b = numbers.is_array() && numbers.size() > 1 ? numbers.at(1).get<double>() : 0;
    return fill;
  }
  throw std::runtime_error("unknown fill rule " + json.dump());
}

ArrayInfo ReadArray(const Json& json) {
  ArrayInfo array;
  const auto name = json.at("dtype").get<std::string>();
  const auto type = pjrt::ElementTypeFromName(name);
  if (!type) throw std::runtime_error("unknown element type " + name);
  array.type = *type;
  array.dims = json.at("shape").get<std::vector<int64_t>>();
  if (json.contains("fill")) array.fill = ReadFill(json.at("fill"));
  return array;
}

BenchProgram ReadProgram(const Json& json, const std::string& folder) {
  BenchProgram program;
  program.name = json.at("name").get<std::string>();
  program.what = json.at("what").get<std::string>();
  program.kind = json.at("kind").get<std::string>();
  program.path = folder + "/" + program.name + ".mlir";
  if (json.contains("flops") && json.at("flops").is_number()) program.flops = json.at("flops").get<double>();
  for (const Json& array : json.at("args")) program.arguments.push_back(ReadArray(array));
  for (const Json& array : json.at("results")) program.results.push_back(ReadArray(array));
  return program;
}

}  // namespace

int64_t ArrayInfo::size() const {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

int64_t ArrayInfo::bytes() const { return size() * pjrt::HostBytesPerElement(type); }

int64_t BenchProgram::bytes_moved() const {
  int64_t bytes = 0;
  for (const ArrayInfo& array : arguments) bytes += array.bytes();
  for (const ArrayInfo& array : results) bytes += array.bytes();
  return bytes;
}

std::string ProgramsFolder() {
  const char* folder = std::getenv("CPPJRT_BENCH_PROGRAMS");
  return folder != nullptr ? folder : CPPJRT_DEFAULT_BENCH_PROGRAMS;
}

std::optional<std::vector<BenchProgram>> ReadPrograms(const std::string& folder) {
  std::ifstream file(folder + "/bench.json");
  if (!file) return std::nullopt;
  try {
    std::vector<BenchProgram> programs;
    const Json suite = Json::parse(file);
    for (const Json& program : suite.at("programs")) programs.push_back(ReadProgram(program, folder));
    return programs;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s/bench.json: %s\n", folder.c_str(), error.what());
    return std::nullopt;
  }
}

const BenchProgram* FindProgram(const std::vector<BenchProgram>& programs, std::string_view name) {
  for (const BenchProgram& program : programs) {
    if (program.name == name) return &program;
  }
  return nullptr;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace cppjrt::bench
