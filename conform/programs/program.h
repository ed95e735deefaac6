// WholeProgram: a program with control flow as the program fuzzer holds it: blocks of operations, easy to cut and to print.
//
//   WholeProgram program = GenerateWhole(seed, {});
//   std::string text = Print(program);            // func.func public @main(%v0: tensor<3x8xi32>) -> … { … }
//
// Values are numbered through the whole program, and `types` has the type of each. A value is visible in its block behind the
// operation that makes it, and in the blocks of later operations there; functions see only their own values.
#ifndef CPPJRT_CONFORM_PROGRAMS_PROGRAM_H_
#define CPPJRT_CONFORM_PROGRAMS_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "conform/fuzz/program.h"

namespace cppjrt::conform {

struct Operation;

struct Block {
  std::vector<size_t> arguments;
  std::vector<Operation> operations;
  std::vector<size_t> returns;
};

struct Operation {
  std::string name;                   // "stablehlo.add"
  std::vector<size_t> operands = {};  // values
  std::string attributes = {};        // "<{dimension = 0 : i64}>", or empty
  std::vector<Block> blocks = {};     // of control flow
  std::string body = {};              // the region of a reduction and the like, as text
  std::vector<size_t> results = {};   // values
  size_t callee = SIZE_MAX;           // of calls: the function
};

// What an argument of @main is filled with: whole numbers from low to high.
struct Argument {
  int64_t low = 0;
  int64_t high = 0;
  bool donated = false;
  // The result that takes the argument's memory; SIZE_MAX: any, if donated.
  size_t alias = SIZE_MAX;
  // The argument given a second time under this number; SIZE_MAX: none.
  size_t same_as = SIZE_MAX;
};

struct WholeProgram {
  std::vector<ValueType> types;     // of values
  std::vector<Block> functions;     // the first is @main, number n is @fn
  std::vector<Argument> arguments;  // of @main

  Block& main() { return functions[0]; }
  const Block& main() const { return functions[0]; }
  const ValueType& type(size_t value) const { return types[value]; }
  size_t NewValue(const ValueType& type) {
    types.push_back(type);
    return types.size() - 1;
  }
};

// The program as text, in generic form.
std::string Print(const WholeProgram& program);

// Operations of the program, those inside of others included.
int64_t CountOperations(const WholeProgram& program);

// What a program has, for statistics.
struct ProgramFacts {
  int loops = 0;
  int nested_loops = 0;
  int branches = 0;
  int calls = 0;
  int updates = 0;              // dynamic_update_slice and scatter
  bool carries_update = false;  // a loop's body updates an array that it carries
};
ProgramFacts FactsOf(const WholeProgram& program);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_PROGRAMS_PROGRAM_H_
