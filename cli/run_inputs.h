// What --input means: from texts of the command line to one array per argument of the program.
#ifndef CPPJRT_CLI_RUN_INPUTS_H_
#define CPPJRT_CLI_RUN_INPUTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/data/array.h"
#include "cli/data/npy.h"
#include "cppjrt/status.h"
#include "pjrt/program.h"

namespace cppjrt::cli {

enum class Fill { kRandom, kZeros, kIota };

// One input, known as far as it can be without the program.
struct Input {
  // For messages: as on the command line, long ones cut.
  std::string text;
  // Out of a file, written out, or to be made up.
  std::variant<data::NpyArray, data::Array, Fill> value;
};

// Reads files whole. Each text is one of
//   F.npy            one argument
//   F.npz            one argument per member, in the order of the file; F.npz:KEY is one member
//   SHAPE=VALUE      one argument written out, "f32[2,2]=1,2,3,4" (cli/data/literal.h)
//   random|zeros|iota  one argument made up; as the last text, it and all that remain
StatusOr<std::vector<Input>> ReadInputs(const std::vector<std::string>& texts);

// With the program's signature, numbers, types and dimensions are checked, and what a file leaves open (bf16 stored as void)
// is taken from it; without, files must say their type and made-up arguments are refused. `notes` receives what was
// assumed, a sentence each.
StatusOr<std::vector<data::Array>> BindInputs(std::vector<Input> inputs, uint64_t seed,
                                              const std::optional<pjrt::ProgramShape>& signature,
                                              std::vector<std::string>& notes);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_RUN_INPUTS_H_
