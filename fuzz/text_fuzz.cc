// Text to a module or to errors, never anything else. A module prints, in both forms and with locations, as text that reads
// back as an equal module.
//
//   ./dev fuzz text 60

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/check.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer.h"

using cppjrt::fuzz::Check;
using namespace cppjrt::stablehlo;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto module = ParseText(std::string(reinterpret_cast<const char*>(data), size));
  if (!module.ok()) return 0;
  for (const bool generic : {false, true}) {
    const std::string text = Print(*module, {.generic = generic, .locations = true});
    auto again = ParseText(text);
    Check(again.ok(), "what is printed reads", again.ok() ? "" : again.status().ToString() + "\n" + text);
    const std::string difference = FindDifference(*module, *again, {.locations = true});
    Check(difference.empty(), "what is printed reads back equal", difference + "\n" + text);
  }
  return 0;
}
