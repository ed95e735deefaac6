// CompilerReport: what our CPU plugin's compiler made of a program on the way, through its options (docs/compiler.md).
//
//   CompilerReport report;                                       // options --dump, --remarks, --stop-after are set
//   PJRT_CLI_TRY(kUsage, report.Ask(compile_options));
//   …compile…
//   std::cout << report.Text();
#ifndef CPPJRT_CLI_COMPILER_REPORT_H_
#define CPPJRT_CLI_COMPILER_REPORT_H_

#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/compile_options.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cppjrt::cli {

class CompilerReport {
 public:
  CompilerReport() = default;
  CompilerReport(const CompilerReport&) = delete;
  CompilerReport& operator=(const CompilerReport&) = delete;
  // Removes what the compiler wrote.
  ~CompilerReport();

  void AddOptions(CLI::App& command);
  bool asked() const { return !dump_.empty() || remarks_; }

  // Has the compiler write into a folder made for it. UNAVAILABLE if there can be none.
  Status Ask(pjrt::CompileOptions& options);
  // Each stage that was asked for, in that order, then the remarks.
  std::string Text() const;

 private:
  std::vector<std::string> dump_;
  bool remarks_ = false;
  std::string stop_after_;
  std::string folder_;
};

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_COMPILER_REPORT_H_
