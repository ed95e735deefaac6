// FitProgram: makes a program one that a plugin reads. In a library of its own (pjrt::fit), which brings the StableHLO front end along;
// the client itself depends on nothing.
//
//   CPPJRT_ASSIGN_OR_RETURN(FittedProgram fitted, FitProgram(plugin, program));
//   CPPJRT_ASSIGN_OR_RETURN(LoadedExecutable executable, client.Compile(fitted.program, options));
#ifndef PJRT_FIT_PROGRAM_H_
#define PJRT_FIT_PROGRAM_H_

#include <optional>
#include <string>

#include "pjrt/plugin.h"
#include "pjrt/program.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

struct FittedProgram {
  Program program;
  // The version it was written anew for; nothing if it is as it was given.
  std::optional<StableHloVersion> rewritten_for;
};

// Compares what the program needs with what the plugin says it reads (stablehlo_minimum_version, stablehlo_current_version).
//
// - An artifact of a version the plugin reads, text and bytecode that any version can say, and programs of other formats stay as they
//   are; so does everything for a plugin that does not say what it reads.
// - An artifact that is newer (or older) is written anew for the newest version that both sides know.
// - Text, too, is asked whether the plugin's version can say it, but is handed on as text.
//
// FAILED_PRECONDITION names the first operation, with its place, that the plugin's version does not have, and the version that it
// came with. INVALID_ARGUMENT for a newer artifact that cannot be read. Text that this library cannot read (other dialects) is handed on:
// the plugin may know better.
StatusOr<FittedProgram> FitProgram(const Plugin& plugin, Program program);
// The same for a range of versions that is known otherwise, without a plugin: for a target elsewhere.
StatusOr<FittedProgram> FitProgram(const StableHloRange& reads, Program program);

// The oldest version that can say the program, of those this library writes. INVALID_ARGUMENT if it cannot be read.
StatusOr<StableHloVersion> OldestVersionFor(const Program& program);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FIT_PROGRAM_H_
