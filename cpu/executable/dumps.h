// Dumps: what each stage of the compiler makes of a program, as files.
//
//   Dumps dumps(settings, "jit_f", fingerprint);
//   dumps.Attach(native_options);                 // NAME.FINGERPRINT.graph.txt, ….plan.txt, ….llvm.ll, ….asm.s, ….time.txt
//
// What cannot be written is left out: a compilation does not fail for it.
#ifndef CPPJRT_CPU_EXECUTABLE_DUMPS_H_
#define CPPJRT_CPU_EXECUTABLE_DUMPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "cpu/executable/settings.h"
#include "cpu/native/native_program.h"

namespace cppjrt::cpu {

class Dumps {
 public:
  // Names are those of programs and may be anything: what is no letter, digit, '-' or '_' becomes '_'.
  Dumps(const Settings& settings, std::string_view program_name, std::string_view fingerprint);

  // Has `options` tell what is to be written. This must stay where it is as long as they are used.
  void Attach(NativeOptions& options);
  // The times, once they are all there.
  void Finish();

 private:
  bool Wants(std::string_view stage) const;
  void Write(std::string_view stage, std::string_view text) const;

  std::vector<std::string> stages_;  // empty: nothing is dumped
  std::string prefix_;
  std::string times_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_DUMPS_H_
