// Valid programs at random.
//
//   Random random(seed);
//   FuzzProgram program = Generate(random, {.ops = {"add", "reduce"}});
//
// Ops that work element by element come from the op table: operands of the type classes of their rows. Each of the others has
// a recipe (recipes.h) that chooses attributes which its rule accepts. What has neither is listed with the reason in
// OpsWithoutRecipe.
#ifndef CPPJRT_CONFORM_FUZZ_GENERATE_H_
#define CPPJRT_CONFORM_FUZZ_GENERATE_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/fuzz/program.h"
#include "conform/fuzz/random.h"

namespace cppjrt::conform {

struct GenerateOptions {
  std::set<std::string, std::less<>> ops = {};  // mnemonics; empty: all
  std::set<stablehlo::ElementType> types = {};  // empty: all
  size_t max_steps = 12;
  bool small = false;  // dimensions of a few elements only
};

FuzzProgram Generate(Random& random, const GenerateOptions& options);

// The mnemonics that can be asked for.
std::vector<std::string> OpsWithRecipe();
struct LeftOut {
  std::string_view op;
  std::string_view reason;
};
std::vector<LeftOut> OpsWithoutRecipe();

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_GENERATE_H_
