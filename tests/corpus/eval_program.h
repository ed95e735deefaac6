// One program through all stages to its end: parse, verify, transform, prepare, run.
#ifndef CPPJRT_TESTS_CORPUS_EVAL_PROGRAM_H_
#define CPPJRT_TESTS_CORPUS_EVAL_PROGRAM_H_

#include <string>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/host.h"
#include "stablehlo/eval/tensor.h"
#include "tests/corpus/eval_checks.h"

namespace cppjrt::stablehlo {

struct ProgramRun {
  bool artifact = false;  // written as a portable artifact and read again first
  bool relaxed = false;   // judge by the relaxed rule
  ThreadPool* pool = nullptr;
  Host* host = nullptr;
  std::vector<RuntimeValue> arguments;
};

struct ProgramOutcome {
  Status status;
  std::string stage;          // where it failed: "parse", "verify", "write", "transform", "prepare", "run"
  bool cannot_write = false;  // an artifact cannot say the program: it uses test dialects
  std::vector<RuntimeValue> results;
  int checks = 0;
};

// Runs the program to its end.
ProgramOutcome RunProgram(const std::string& bytes, const std::string& name, ProgramRun run);

// Each function of a program, called with zeros (dynamic dimensions are 2): its name, and what came of it. Empty if the program
// is not valid.
std::vector<std::pair<std::string, Status>> RunFunctionsOnZeros(const std::string& bytes, const std::string& name,
                                                                ThreadPool& pool);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_TESTS_CORPUS_EVAL_PROGRAM_H_
