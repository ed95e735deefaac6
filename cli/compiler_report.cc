#include "cli/compiler_report.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace cppjrt::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kRemarks[] = "remarks";

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The file of a stage: NAME.FINGERPRINT.STAGE.SUFFIX. "llvm" is not "llvm.optimized".
bool IsOfStage(const fs::path& path, const std::string& stage) {
  return path.stem().string().ends_with("." + stage) && path.extension() != "";
}

}  // namespace

CompilerReport::~CompilerReport() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

void CompilerReport::AddOptions(CLI::App& command) {
  command
      .add_option("--dump", dump_,
                  "Print stages of our CPU plugin's compiler: graph, graph.optimized, plan,\nllvm, "
                  "llvm.optimized, asm, time")
      ->type_name("STAGE,…")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--remarks", remarks_,
                   "Print what the compiler did not fuse, vectorize, or count, what the evaluator runs, and why");
  command
      .add_option("--stop-after", stop_after_,
                  "The last stage of the compiler: import, optimize, plan, generate, or load; before load\nthe "
                  "evaluator runs the program")
      ->type_name("STAGE");
}

Status CompilerReport::Ask(pjrt::CompileOptions& options) {
  if (!stop_after_.empty()) options.env_option_overrides["cppjrt_stop_after"] = stop_after_;
  if (!asked()) return OkStatus();
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "pjrt-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr)
    return UnavailableError("cannot create a temporary folder for --dump");
  folder_ = name;
  if (!dump_.empty()) {
    std::string stages;
    for (const std::string& stage : dump_) stages += (stages.empty() ? "" : ",") + stage;
    options.env_option_overrides["cppjrt_dump"] = stages;
    options.env_option_overrides["cppjrt_dump_to"] = folder_;
  }
  if (remarks_) options.env_option_overrides["cppjrt_remarks"] = folder_ + "/" + kRemarks;
  return OkStatus();
}

std::string CompilerReport::Text() const {
  std::string text;
  std::error_code ignored;
  for (const std::string& stage : dump_) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
      if (IsOfStage(entry.path(), stage)) text += "// " + stage + "\n" + ReadAll(entry.path());
    }
  }
  if (remarks_) text += ReadAll(fs::path(folder_) / kRemarks);
  return text;
}

}  // namespace cppjrt::cli
