// Engine: something that runs StableHLO programs: a plugin, or the evaluator.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<Engine> engine, OpenPluginEngine("libpjrt_cpu.so", {}));
//   Answer answer = engine->Run({.program = text, .arguments = {x, y}});
//   if (answer.end == End::kOk) … answer.results …
//
// An engine runs in this process and may take it down; Worker (worker.h) puts one into a process of its own.
#ifndef CPPJRT_CONFORM_ENGINE_ENGINE_H_
#define CPPJRT_CONFORM_ENGINE_ENGINE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

using stablehlo::Tensor;

struct Request {
  std::string program;  // text, or an artifact
  std::vector<Tensor> arguments;
  // On so many devices, each with the same arguments; the results are those of the last.
  int64_t replicas = 1;
};

// How a request ended.
enum class End : uint8_t {
  kOk,
  kUnsupported,  // not compiled: UNIMPLEMENTED, or refused with another error that says so
  kRefused,      // not compiled, for another reason
  kFailed,       // compiled, but its run ended in an error
  kCrash,        // the process died
  kHang,         // no answer in time
};
std::string_view EndName(End end);  // "ok", "unsupported", …

struct Answer {
  End end = End::kOk;
  Status status;   // what the engine said, or how the process died
  int signal = 0;  // kCrash: 0 if it left by exit
  std::vector<Tensor> results;
  double compile_ms = 0;
  double run_ms = 0;
};

// What an engine says of itself.
struct EngineFacts {
  std::string name;              // "cpu", or "evaluator"
  std::string version;           // of the platform
  std::string api;               // "0.115"; empty for the evaluator
  std::string artifact_version;  // the newest it reads, "1.16.0"; empty if it does not say
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual Answer Run(const Request& request) = 0;
  virtual EngineFacts facts() const = 0;
};

// The evaluator of libstablehlo. With `wide`, sums of narrow floats accumulate in f64.
std::unique_ptr<Engine> EvaluatorEngine(bool wide = false);

// Whether an error of compilation says that the plugin lacks something, rather than that the program is wrong.
bool SaysUnsupported(const Status& status);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ENGINE_ENGINE_H_
