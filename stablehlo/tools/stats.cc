// shlo stats: what is in a program, and what running it takes.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/cost.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo::tools {
namespace {

using Json = nlohmann::ordered_json;

// Values of a kind, and what they take in memory as far as that is known.
struct Values {
  int64_t count = 0;
  double bytes = 0;
  void Add(std::optional<double> size) {
    ++count;
    bytes += size.value_or(0);
  }
};

struct FunctionStats {
  std::string name;
  int64_t operations = 0;
  Cost cost;
};

struct Stats {
  std::string file;
  std::string form;
  std::string entry;  // "@main"; empty if there is none
  Values parameters;
  Values results;
  Values constants;
  int64_t operations = 0;
  Cost cost;
  std::vector<FunctionStats> functions;
  std::map<std::string, int64_t> by_name;
};

std::string FormOf(const Module& module) {
  if (module.source().is_text) return "text";
  return module.producer().starts_with("StableHLO_v") ? "artifact " + module.producer().substr(11) : "bytecode";
}

void CountOps(const Module& module, OpId function, const CostAnalysis& costs, Stats& stats, int64_t& operations) {
  for (OpId op : PreOrder(module, function)) {
    if (op == function) continue;
    ++operations;
    ++stats.by_name[std::string(OpName(module, op))];
    const bool is_constant = module.op(op).opcode != kNoOpcode && Is(module, op, Trait::kConstantLike);
    if (is_constant && module.op(op).num_results > 0)
      stats.constants.Add(costs.bytes(module.type(module.op(op).result(0))));
  }
}

void CountSignature(const Module& module, const CostAnalysis& costs, Stats& stats) {
  if (!costs.entry()) return;
  const Function entry(module, costs.entry());
  stats.entry = "@" + std::string(entry.name());
  const TypeTable& types = module.types();
  if (!entry.type() || types.kind(entry.type()) != TypeKind::kFunction) return;
  for (size_t i = 0; i < types.num_inputs(entry.type()); ++i) {
    stats.parameters.Add(costs.bytes(types.input(entry.type(), i)));
  }
  for (size_t i = 0; i < types.num_results(entry.type()); ++i) {
    stats.results.Add(costs.bytes(types.result(entry.type(), i)));
  }
}

Stats Count(const Module& module) {
  Stats stats;
  stats.file = module.source().file;
  stats.form = FormOf(module);
  const CostAnalysis costs(module);
  stats.cost = costs.program();
  CountSignature(module, costs, stats);
  for (OpId op : module.ops(module.body())) {
    FunctionStats function{std::string(SymbolName(module, op)), 0, costs.op(op)};
    CountOps(module, op, costs, stats, function.operations);
    stats.operations += function.operations;
    if (module.op(op).opcode == Opcode::kFunc) stats.functions.push_back(std::move(function));
  }
  return stats;
}

// Whole numbers as such, as long as a double has them exactly.
Json Number(double number) {
  constexpr double kExact = 9007199254740992.0;
  return number < kExact && number == std::floor(number) ? Json(static_cast<int64_t>(number)) : Json(number);
}

Json ToJson(const Values& values) { return {{"count", values.count}, {"bytes", Number(values.bytes)}}; }

void AddCost(const Cost& cost, Json& json) {
  json["flops"] = Number(cost.flops);
  json["transcendentals"] = Number(cost.transcendentals);
  json["bytes_accessed"] = Number(cost.bytes_accessed);
  json["unknown"] = cost.unknown;
}

Json ToJson(const Stats& stats) {
  Json json = {{"file", stats.file}, {"form", stats.form}, {"entry", stats.entry}, {"operations", stats.operations}};
  json["parameters"] = ToJson(stats.parameters);
  json["results"] = ToJson(stats.results);
  json["constants"] = ToJson(stats.constants);
  AddCost(stats.cost, json);
  for (const FunctionStats& function : stats.functions) {
    Json one = {{"name", function.name}, {"operations", function.operations}};
    AddCost(function.cost, one);
    json["functions"].push_back(std::move(one));
  }
  json["operations_by_name"] = stats.by_name;
  return json;
}

// A whole number; very large ones with six digits.
std::string Text(double number) {
  std::ostringstream out;
  if (number < 1e15) {
    out << std::fixed << std::setprecision(0) << number;
  } else {
    out << std::setprecision(6) << number;
  }
  return out.str();
}

std::string Text(const Values& values) {
  return std::to_string(values.count) + (values.count == 0 ? "" : ", " + Text(values.bytes) + " bytes");
}

void PrintCost(const Cost& cost) {
  std::cout << "flops           " << Text(cost.flops) << "\n"
            << "transcendentals " << Text(cost.transcendentals) << "\n"
            << "bytes accessed  " << Text(cost.bytes_accessed) << "\n";
  if (cost.unknown == 0) return;
  std::cout << "not counted     " << cost.unknown
            << " (unknown sizes, custom calls; loops of unknown length count once)\n";
}

void PrintFunctions(const std::vector<FunctionStats>& functions) {
  std::cout << "\nfunction                          operations           flops transcendentals  bytes accessed\n";
  for (const FunctionStats& function : functions) {
    std::cout << std::left << std::setw(32) << "@" + function.name << std::right << std::setw(12) << function.operations
              << std::setw(16) << Text(function.cost.flops) << std::setw(16) << Text(function.cost.transcendentals)
              << std::setw(16) << Text(function.cost.bytes_accessed) << "\n";
  }
}

void PrintNames(const std::map<std::string, int64_t>& by_name) {
  std::vector<std::pair<std::string, int64_t>> rows(by_name.begin(), by_name.end());
  std::ranges::sort(rows, {}, [](const auto& row) { return std::pair(-row.second, row.first); });
  std::cout << "\noperation                              count\n";
  for (const auto& [name, count] : rows) {
    std::cout << std::left << std::setw(32) << name << std::right << std::setw(12) << count << "\n";
  }
}

void PrintText(const Stats& stats) {
  std::cout << "program         " << stats.file << " (" << stats.form << ")\n"
            << "entry           " << (stats.entry.empty() ? "none" : stats.entry) << "\n"
            << "parameters      " << Text(stats.parameters) << "\n"
            << "results         " << Text(stats.results) << "\n"
            << "constants       " << Text(stats.constants) << "\n"
            << "operations      " << stats.operations << "\n";
  PrintCost(stats.cost);
  PrintFunctions(stats.functions);
  PrintNames(stats.by_name);
}

// Costs are defined for valid programs only.
bool ShowStats(const std::string& file, const std::string& program, bool json) {
  const Source source = MakeSource(file, program);
  DiagnosticSink sink(&source);
  StatusOr<Module> module = Parse(source, sink);
  if (module.ok() && CheckModule(*module, sink, {.allow_foreign_dialects = true}).ok()) {
    const Stats stats = Count(*module);
    if (json) {
      std::cout << ToJson(stats).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    } else {
      PrintText(stats);
    }
    return true;
  }
  std::cerr << (sink.ok() ? file + ": " + std::string(module.status().message()) + "\n" : sink.Render());
  return false;
}

}  // namespace

void AddStats(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("stats", "Count operations, parameters, constants, flops, and bytes");
  auto inputs = std::make_shared<Inputs>();
  auto json = std::make_shared<bool>(false);
  inputs->AddTo(*command);
  command->add_flag("--json", *json, "one JSON object for each program");
  command->callback([inputs, json, &exit_code] {
    exit_code = inputs->ForEachProgram(
        [json](const std::string& file, const std::string& program) { return ShowStats(file, program, *json); });
  });
}

}  // namespace cppjrt::stablehlo::tools
