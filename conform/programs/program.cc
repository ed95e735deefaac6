#include "conform/programs/program.h"

#include <algorithm>
#include <set>

namespace cppjrt::conform {
namespace {

std::string Name(size_t value) { return "%v" + std::to_string(value); }
std::string FunctionName(size_t function) { return function == 0 ? "main" : "f" + std::to_string(function); }

class Printer {
 public:
  explicit Printer(const WholeProgram& program) : program_(program) {}

  std::string Print() {
    for (size_t i = 0; i < program_.functions.size(); ++i) Function(i);
    return std::move(text_);
  }

 private:
  std::string Names(const std::vector<size_t>& values) const {
    std::string names;
    for (const size_t value : values) names += (names.empty() ? "" : ", ") + Name(value);
    return names;
  }
  std::string Types(const std::vector<size_t>& values) const {
    std::string types;
    for (const size_t value : values) types += (types.empty() ? "" : ", ") + TypeText(program_.type(value));
    return "(" + types + ")";
  }

  void Function(size_t number) {
    const Block& block = program_.functions[number];
    text_ += "func.func " + std::string(number == 0 ? "public" : "private") + " @" + FunctionName(number) + "(";
    for (size_t i = 0; i < block.arguments.size(); ++i) {
      text_ += (i > 0 ? ", " : "") + Name(block.arguments[i]) + ": " + TypeText(program_.type(block.arguments[i]));
      if (number == 0) text_ += Donation(program_.arguments[i]);
    }
    text_ += ") -> " + Types(block.returns) + " {\n";
    for (const Operation& operation : block.operations) Add(operation, 1);
    text_ += "  return";
    if (!block.returns.empty()) {
      const std::string types = Types(block.returns);
      text_ += " " + Names(block.returns) + " : " + types.substr(1, types.size() - 2);
    }
    text_ += "\n}\n";
  }

  static std::string Donation(const Argument& argument) {
    if (!argument.donated) return {};
    if (argument.alias == SIZE_MAX) return " {jax.buffer_donor = true}";
    return " {tf.aliasing_output = " + std::to_string(argument.alias) + " : i32}";
  }

  void Add(const Operation& operation, size_t depth) {
    const std::string indent(2 * depth, ' ');
    text_ += indent;
    if (!operation.results.empty()) text_ += Names(operation.results) + " = ";
    if (operation.name == "func.call") {
      text_ += "func.call @" + FunctionName(operation.callee) + "(" + Names(operation.operands) + ")";
    } else {
      text_ += "\"" + operation.name + "\"(" + Names(operation.operands) + ")";
      const std::string attributes = Attributes(operation);
      if (!attributes.empty()) text_ += " " + attributes;
      if (!operation.body.empty()) text_ += " " + operation.body;
      if (!operation.blocks.empty()) Regions(operation.blocks, depth);
    }
    text_ += " : " + Types(operation.operands) + " -> " + Types(operation.results) + "\n";
  }

  static std::string Attributes(const Operation& operation) {
    if (operation.name != "stablehlo.composite") return operation.attributes;
    const std::string callee = FunctionName(operation.callee);
    return "<{name = \"fuzz." + callee + "\", decomposition = @" + callee + "}>";
  }

  void Regions(const std::vector<Block>& blocks, size_t depth) {
    const std::string indent(2 * depth, ' ');
    text_ += " (";
    for (size_t i = 0; i < blocks.size(); ++i) {
      const Block& block = blocks[i];
      text_ += std::string(i > 0 ? ", " : "") + "{\n";
      if (!block.arguments.empty()) {
        text_ += indent + "^bb0(";
        for (size_t k = 0; k < block.arguments.size(); ++k) {
          text_ += (k > 0 ? ", " : "") + Name(block.arguments[k]) + ": " + TypeText(program_.type(block.arguments[k]));
        }
        text_ += "):\n";
      }
      for (const Operation& operation : block.operations) Add(operation, depth + 1);
      text_ += indent + "  \"stablehlo.return\"(" + Names(block.returns) + ") : " + Types(block.returns) + " -> ()\n";
      text_ += indent + "}";
    }
    text_ += ")";
  }

  const WholeProgram& program_;
  std::string text_;
};

int64_t Count(const Block& block) {
  int64_t count = 0;
  for (const Operation& operation : block.operations) {
    ++count;
    for (const Block& inner : operation.blocks) count += Count(inner);
  }
  return count;
}

bool IsUpdate(const Operation& operation) {
  return operation.name == "stablehlo.dynamic_update_slice" || operation.name == "stablehlo.scatter";
}

class FactFinder {
 public:
  void Look(const Block& block, int depth) {
    for (const Operation& operation : block.operations) {
      Look(operation);
      const bool loop = operation.name == "stablehlo.while";
      facts_.loops += loop;
      facts_.nested_loops += loop && depth > 0;
      if (loop) carried_.insert(operation.blocks[1].arguments.begin(), operation.blocks[1].arguments.end());
      for (const Block& inner : operation.blocks) Look(inner, depth + loop);
    }
  }
  const ProgramFacts& facts() const { return facts_; }

 private:
  void Look(const Operation& operation) {
    facts_.branches += operation.name == "stablehlo.case" || operation.name == "stablehlo.if";
    facts_.calls += operation.callee != SIZE_MAX;
    if (!IsUpdate(operation)) return;
    ++facts_.updates;
    facts_.carries_update |= carried_.contains(operation.operands[0]);
  }

  std::set<size_t> carried_;
  ProgramFacts facts_;
};

}  // namespace

std::string Print(const WholeProgram& program) { return Printer(program).Print(); }

int64_t CountOperations(const WholeProgram& program) {
  int64_t count = 0;
  for (const Block& function : program.functions) count += Count(function);
  return count;
}

ProgramFacts FactsOf(const WholeProgram& program) {
  FactFinder finder;
  for (const Block& function : program.functions) finder.Look(function, 0);
  return finder.facts();
}

}  // namespace cppjrt::conform
