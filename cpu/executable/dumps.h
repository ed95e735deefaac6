// Dumps: what each stage of the compiler makes of a program, as files.
//
//   Dumps dumps(settings, "jit_f", fingerprint);
//   dumps.Attach(native_options);                 // NAME.FINGERPRINT.graph.txt, ….plan.txt, ….llvm.ll, ….asm.s, ….time.txt
//
// Where XLA was asked for dumps (xla_dump_to), there are files of the names that its users look for, with what we have of it:
//
//   module_0000.jit_f.before_optimizations.txt       the program, as StableHLO
//   module_0000.jit_f.cpu_after_optimizations.txt    what runs, as StableHLO; …-graph.txt, …-buffer-assignment.txt: graph, plan
//   module_0000.jit_f.ir-no-opt.ll, ….ir-with-opt.ll, ….s
//
// What cannot be written is left out: a compilation does not fail for it.
#ifndef CPPJRT_CPU_EXECUTABLE_DUMPS_H_
#define CPPJRT_CPU_EXECUTABLE_DUMPS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/executable/settings.h"
#include "cpu/native/native_program.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

class Dumps {
 public:
  // Names are those of programs and may be anything: what is no letter, digit, '-' or '_' becomes '_'.
  // `xla_prefix` as from XlaDumpPrefix.
  Dumps(const Settings& settings, std::string_view program_name, std::string_view fingerprint, std::string xla_prefix);

  // Has `options` tell what is to be written. This must stay where it is as long as they are used.
  void Attach(NativeOptions& options);
  // The times, once they are all there.
  void Finish();

 private:
  bool Wants(std::string_view stage) const;
  bool WantsAny(std::span<const std::string_view> stages) const;
  void Write(std::string_view stage, std::string_view text) const;

  std::vector<std::string> stages_;  // empty: nothing is dumped
  std::string prefix_;
  std::string xla_prefix_;  // empty: XLA's files are not asked for
  std::string times_;
};

// What the names of XLA's files of a program begin with, folder included, which is made; another one for each call. Empty if
// they are not asked for.
std::string XlaDumpPrefix(const Settings& settings, std::string_view program_name);
// A program at a stage that XLA has a file for: before_optimizations, cpu_after_optimizations.
void DumpXlaProgram(const std::string& prefix, std::string_view stage, const stablehlo::Module& module);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_DUMPS_H_
