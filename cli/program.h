// A program as the subcommands take it: bytes out of a file, and what the front end says of them.
//
//   PJRT_CLI_ASSIGN(kBadInput, std::string code, ReadProgramFile(path));
//   StatusOr<stablehlo::Module> module = ParseProgram(code, ProgramName(path));
//   if (module.ok()) signature = SignatureOf(*module);
//
// A program that the front end refuses may still be one that a plugin takes (other dialects, HLO), so commands that only
// hand it on go on without.
#ifndef CPPJRT_CLI_PROGRAM_H_
#define CPPJRT_CLI_PROGRAM_H_

#include <span>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/client.h"
#include "pjrt/plugin.h"
#include "pjrt/program.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cli {

// The program in messages: its file's name, or "the program" for "-".
std::string ProgramName(const std::string& path);

// The bytes of the file; of standard input for "-". NOT_FOUND, or INVALID_ARGUMENT if it cannot be read or is empty.
StatusOr<std::string> ReadProgramFile(const std::string& path);

// "NAME=VALUE" each, as CompileOptions::Set reads them; for `devices` replicas unless partitions are asked for. The Shardy
// partitioner is on for programs that are annotated for it. INVALID_ARGUMENT with what is wrong.
StatusOr<pjrt::CompileOptions> ReadCompileOptions(std::span<const std::string> texts, const std::string& code,
                                                  int devices);

// Parsed and verified; ops of dialects the front end does not know may stand in it. The error has all problems, as `shlo
// verify` shows them.
StatusOr<stablehlo::Module> ParseProgram(std::string code, const std::string& name);

// Type and sizes of an array; UNIMPLEMENTED for what no host array has: dynamic sizes, tuples.
StatusOr<pjrt::ArrayShape> ShapeOf(const stablehlo::Module& module, stablehlo::TypeId type);
// Arguments and results of the entry function: @main, or else the first public one. Errors as ShapeOf.
StatusOr<pjrt::ProgramShape> SignatureOf(const stablehlo::Module& module);

// The program as the plugin can read it: an artifact newer than what the plugin says it reads is written anew at the plugin's
// version. FAILED_PRECONDITION if that version cannot say it; the message names the op.
StatusOr<std::string> CodeForPlugin(const std::string& code, stablehlo::Module& module, const pjrt::Plugin& plugin);

// Compiles what CodeForPlugin gives; text that the plugin refuses is tried as an artifact of the plugin's version too, as its
// parser may be older than the text. `notes` receives what was done, a sentence each. Null `module`: one the front end could
// not read, which goes as it is.
StatusOr<pjrt::LoadedExecutable> CompileFor(const pjrt::Client& client, const std::string& code,
                                            stablehlo::Module* module, const pjrt::CompileOptions& options,
                                            std::vector<std::string>& notes);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_PROGRAM_H_
