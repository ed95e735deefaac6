// Trial: a whole program with its arguments and settings; in a process of its own, so that crashes and hangs are verdicts too.
#ifndef CPPJRT_TESTS_PROGRAMS_TRIAL_H_
#define CPPJRT_TESTS_PROGRAMS_TRIAL_H_

#include <cstdint>
#include <string>

#include "conform/programs/program.h"
#include "tests/programs/run_program.h"

namespace cppjrt::fuzz {

struct Trial {
  conform::WholeProgram program;
  uint64_t values = 0;  // the seed of the arguments
  RunSettings settings;
};

RunnableProgram Runnable(const Trial& trial);
// In this process.
Verdict Run(const Trial& trial);
// In a child process, with the trial's target. REQUIRES: this process has one thread, and has compiled nothing.
Verdict RunInChild(const Trial& trial, double seconds);

// A smaller trial with the same kind of verdict.
Trial Smaller(const Trial& trial, Verdict::End end, double seconds);

// The program as people read it, with lines in front that tell arguments, settings and what is wrong: `program_fuzz --replay FILE`
// repeats it.
std::string ReproducerText(const Trial& trial, const Verdict& verdict);
// What such a file says.
struct Replay {
  RunnableProgram program;
  RunSettings settings;
};
StatusOr<Replay> ReadReproducer(const std::string& text);

}  // namespace cppjrt::fuzz

#endif  // CPPJRT_TESTS_PROGRAMS_TRIAL_H_
