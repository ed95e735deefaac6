// Disassemble: the instructions of an object file, by LLVM.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::vector<std::string> lines, Disassemble(object, "aarch64-linux-gnu"));
//   lines[0] == "fmla\tv0.4s, v3.4s, v4.4s"
#ifndef CPPJRT_TESTS_AARCH64_DISASSEMBLE_H_
#define CPPJRT_TESTS_AARCH64_DISASSEMBLE_H_

#include <string>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::cpu::aarch64_test {

// Of all sections of instructions. INVALID_ARGUMENT for bytes among them that are no instruction of a processor that has the
// features ("+sve").
StatusOr<std::vector<std::string>> Disassemble(const std::string& object, const char* triple, const char* features);

}  // namespace cppjrt::cpu::aarch64_test

#endif  // CPPJRT_TESTS_AARCH64_DISASSEMBLE_H_
