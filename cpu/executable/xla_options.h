// XLA's own compile options: which there are, and whether a value is one that an option takes, told in XLA's words.
//
//   CheckXlaOption("xla_embed_ir_in_executable", {OptionValue::Kind::kText, "maybe"})
//     ->  INVALID_ARGUMENT: While setting option xla_embed_ir_in_executable, 'maybe' is not a valid bool value, …
//
// xla_options.def is the table of them. What they do here: docs/compiler.md.
#ifndef CPPJRT_CPU_EXECUTABLE_XLA_OPTIONS_H_
#define CPPJRT_CPU_EXECUTABLE_XLA_OPTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::cpu {

// The value of a compile option as a client sent it.
struct OptionValue {
  enum class Kind { kText, kBool, kInt, kDouble };

  Kind kind = Kind::kText;
  std::string text;  // "true", "3", "0.5" of the others
};

bool IsXlaOption(std::string_view name);
// Names like this one.
std::vector<std::string> XlaOptionsLike(std::string_view name);
// INVALID_ARGUMENT for a value of another kind. Texts are taken for what they read as. REQUIRES: IsXlaOption(name).
Status CheckXlaOption(std::string_view name, const OptionValue& value);

// The value of --NAME=… in a list of flags, as $XLA_FLAGS is one: the last, or nothing.
std::string FlagIn(std::string_view flags, std::string_view name);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_XLA_OPTIONS_H_
