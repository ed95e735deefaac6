// RunSettings: how a program is compiled and run by the program fuzzer, as text that a command line can repeat.
//
//   const RunSettings settings = ChooseSettings(random);
//   settings.ToText()                 // "threads=2 layer=executable compile=lazy skip=cse,unroll target=avx2"
//   CPPJRT_ASSIGN_OR_RETURN(RunSettings again, RunSettings::Parse(text));
#ifndef CPPJRT_TESTS_PROGRAMS_RUN_SETTINGS_H_
#define CPPJRT_TESTS_PROGRAMS_RUN_SETTINGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "conform/fuzz/random.h"
#include "cppjrt/status.h"

namespace cppjrt::fuzz {

struct RunSettings {
  int threads = 1;
  // Through cpu/executable, with its compile options, or the compiler alone.
  bool executable = false;
  std::string compile = "eager";  // of the executable: eager, lazy, background
  std::string check;              // of the executable: empty, bounds, nan, uninit, memory
  std::vector<std::string> skip;  // passes
  bool program_order = false;     // of the compiler alone: PlanOptions
  bool keep_all = false;
  bool give = true;  // donated arguments are given up
  int runs = 1;      // of the same code, one after the other
  int together = 1;  // at the same time
  // Of the process: CPPJRT_CPU_TARGET and CPPJRT_CPU_ISA. Empty: the machine's.
  std::string target;

  std::string ToText() const;
  static StatusOr<RunSettings> Parse(std::string_view text);
};

// Settings at random, but for the target.
RunSettings ChooseSettings(conform::Random& random);
std::string ChooseTarget(conform::Random& random);
// Sets the environment variables. Before anything is compiled in this process.
void ApplyTarget(const std::string& target);

}  // namespace cppjrt::fuzz

#endif  // CPPJRT_TESTS_PROGRAMS_RUN_SETTINGS_H_
