// shlo diff: two programs compared by meaning: text against artifact, whatever the names of values and the order of
// functions and attributes.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <vector>

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"
#include "stablehlo/tools/place.h"

namespace cppjrt::stablehlo::tools {
namespace {

struct Options {
  std::string a;
  std::string b;
  bool locations = false;
};

// The ops of a module that have a name, by name, and the others, such as modules without one; in the order of the text.
struct TopLevel {
  explicit TopLevel(const Module& module) {
    for (OpId op : module.ops(module.body())) {
      const std::string_view name = SymbolName(module, op);
      if (name.empty()) {
        unnamed.push_back(op);
      } else {
        named.emplace_back(name, op);
      }
    }
  }
  std::vector<std::pair<std::string, OpId>> named;
  std::vector<OpId> unnamed;
};

std::string Describe(Module& module, OpId op) {
  const std::string function = FunctionAround(module, op);
  return PlaceOf(module, op) + ": " + (function.empty() ? "" : "in " + function + ": ") +
         std::string(OpName(module, op));
}

// The attributes of an op, printed, by name.
std::map<std::string, std::string> Attributes(const Module& module, OpId op) {
  std::map<std::string, std::string> result;
  for (const NamedAttr& attr : module.op(op).attributes()) {
    result.emplace(module.name(attr.name), PrintAttr(module, attr.value));
  }
  return result;
}

class Diff {
 public:
  Diff(Module& a, Module& b, bool locations)
      : a_(a), b_(b), symbols_a_(a), symbols_b_(b), options_{.locations = locations, .defaults = true} {}

  // The number of differences: at most one for each function, printed.
  int Run() {
    CompareRoots();
    const TopLevel in_a(a_);
    const TopLevel in_b(b_);
    for (const auto& [name, op] : in_a.named) CompareSymbol(name, op);
    for (const auto& [name, op] : in_b.named) {
      if (!symbols_a_.Find(name)) SayOnlyIn(b_, op);
    }
    CompareUnnamed(in_a.unnamed, in_b.unnamed);
    return count_;
  }

 private:
  void Say(const std::string& what) {
    std::cout << what << "\n";
    ++count_;
  }

  void CompareRoots() {
    const auto attributes = Attributes(a_, a_.root());
    const auto others = Attributes(b_, b_.root());
    for (const auto& [name, value] : attributes) {
      const auto other = others.find(name);
      if (other == others.end()) {
        Say(a_.source().file + ": module attribute " + name + " only there");
      } else if (other->second != value) {
        Say(a_.source().file + ": module attribute " + name + " = " + value + " is " + other->second);
      }
    }
    for (const auto& [name, value] : others) {
      if (!attributes.contains(name)) Say(b_.source().file + ": module attribute " + name + " only there");
    }
  }

  void SayOnlyIn(Module& module, OpId op) { Say(Describe(module, op) + ": only in " + module.source().file); }

  // Without names the first goes with the first.
  void CompareUnnamed(const std::vector<OpId>& a, const std::vector<OpId>& b) {
    const size_t both = std::min(a.size(), b.size());
    for (size_t i = 0; i < both; ++i) Compare(a[i], b[i]);
    for (size_t i = both; i < a.size(); ++i) SayOnlyIn(a_, a[i]);
    for (size_t i = both; i < b.size(); ++i) SayOnlyIn(b_, b[i]);
  }

  void CompareSymbol(const std::string& name, OpId op) {
    const OpId other = symbols_b_.Find(name);
    other ? Compare(op, other) : SayOnlyIn(a_, op);
  }

  void Compare(OpId op, OpId other) {
    const std::optional<Difference> difference = FindDifference(a_, op, b_, other, options_);
    if (!difference) return;
    Say(Describe(a_, difference->a) + ": " + difference->what);
    std::cout << "  " << PlaceOf(b_, difference->b) << ": " << OpName(b_, difference->b) << "\n";
  }

  Module& a_;
  Module& b_;
  SymbolTable symbols_a_;
  SymbolTable symbols_b_;
  EqualOptions options_;
  int count_ = 0;
};

int RunDiff(const Options& options) {
  std::vector<Module> modules;
  for (const std::string& file : {options.a, options.b}) {
    std::optional<std::string> bytes = ReadFile(file);
    if (!bytes) return kUsage;
    std::optional<Module> module = ParseOrReport(file, std::move(*bytes));
    if (!module) return kUsage;
    modules.push_back(std::move(*module));
  }
  return Diff(modules[0], modules[1], options.locations).Run() == 0 ? kSuccess : kProblem;
}

}  // namespace

void AddDiff(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "diff", "Print the first difference of each function of two programs; prints nothing if they are equal");
  auto options = std::make_shared<Options>();
  command->add_option("A", options->a, "a program, text or bytecode")->required();
  command->add_option("B", options->b, "the program to compare it with")->required();
  command->add_flag("--locations", options->locations, "compare locations too");
  command->callback([options, &exit_code] { exit_code = RunDiff(*options); });
}

}  // namespace cppjrt::stablehlo::tools
