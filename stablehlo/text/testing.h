// For the tests of this folder.
#ifndef CPPJRT_STABLEHLO_TEXT_TESTING_H_
#define CPPJRT_STABLEHLO_TEXT_TESTING_H_

#include <string>
#include <string_view>

#include "stablehlo/text/equal.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer.h"

namespace cppjrt::stablehlo::text {

// The rendered errors of a text, empty if it has none.
inline std::string Errors(std::string_view program) {
  const StatusOr<Module> module = ParseText(std::string(program), "t.mlir");
  return module.ok() ? std::string() : std::string(module.status().message());
}

// What the parsed text prints as; the errors if there are any.
inline std::string Printed(std::string_view program, const PrintOptions& options = {}) {
  StatusOr<Module> module = ParseText(std::string(program), "t.mlir");
  return module.ok() ? Print(*module, options) : std::string(module.status().message());
}

// Empty if the text, printed in both forms with locations, reads back as an equal module.
inline std::string RoundtripProblem(std::string_view program) {
  StatusOr<Module> module = ParseText(std::string(program), "t.mlir");
  if (!module.ok()) return std::string(module.status().message());
  for (const bool generic : {false, true}) {
    StatusOr<Module> again = ParseText(Print(*module, {.generic = generic, .locations = true}), "printed");
    if (!again.ok()) return std::string(again.status().message());
    std::string difference = FindDifference(*module, *again, {.locations = true});
    if (!difference.empty()) return difference;
  }
  return {};
}

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_TESTING_H_
