// A program of extreme sizes, strides, paddings, dilations and windows (cpu/native/extreme_program_test.h makes one of any bytes)
// is compiled or refused with a message; nothing overflows, takes long, or is a fault of the compiler (INTERNAL). Most programs stop
// when they are planned, some become code.
//
//   ./dev fuzz plan 60

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "cpu/native/compile_test.h"
#include "cpu/native/extreme_program_test.h"
#include "fuzz/check.h"

using cppjrt::fuzz::Check;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text = cppjrt::cpu::ExtremeProgram({data + 1, size - 1}).Text();
  cppjrt::cpu::NativeOptions options;
  options.stop_after = data[0] % 32 == 0 ? "load" : "plan";
  const auto made = cppjrt::cpu::TryCompileText(text, options, /*wants_plan=*/false);
  if (made.ok()) return 0;
  Check(!made.status().message().empty(), "who refuses says why", text);
  Check(made.status().code() != cppjrt::StatusCode::kInternal, "no program is a fault of the compiler",
        made.status().ToString() + "\n" + text);
  return 0;
}
