// What "compiling" makes of a program: the directives in its text, the shapes of its entry function, compile options.
//
// Any text is a program. Directives may stand anywhere in it, so comments are the place:
//   // fault.outputs = 2
//   // fault.execute_error = "DATA_LOSS: the disk is gone"
// README.md lists them.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_PROGRAM_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fault_plugin/arrays.h"
#include "tests/fault_plugin/errors.h"

namespace fault {

struct Program {
  std::string text;
  std::string options;  // CompileOptionsProto as it came

  std::string name;
  std::string fingerprint;
  size_t num_outputs = 1;
  int64_t num_parameters = -1;  // -1: any number
  std::vector<int64_t> donated;
  int64_t delay_us = 0;
  Failure execute_error;         // code OK: none
  int64_t send_channel = -1;     // -1: none
  int64_t receive_channel = -1;  // -1: none

  std::vector<Shape> parameters;  // of @main as written; may be fewer than it takes
  std::vector<Shape> outputs;     // num_outputs of them

  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  bool portable = false;
  // device_ids[replica * num_partitions + partition]
  std::vector<int64_t> device_ids;
};

// Throws what `fault.compile_error` says, INVALID_ARGUMENT for malformed directives and options.
std::shared_ptr<const Program> CompileProgram(std::string_view text, std::string_view options);

// The bytes of a serialized executable and back.
std::string SerializeProgram(const Program& program);
// `options`, if not empty, replaces those it was compiled with.
std::shared_ptr<const Program> DeserializeProgram(std::string_view bytes, std::string_view options);

// xla.DeviceAssignmentProto.
std::string SerializeAssignment(const Program& program);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_PROGRAM_H_
