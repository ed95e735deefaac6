#include "cli/fuzz_whole.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cli/data/npy.h"
#include "cli/engine.h"
#include "cli/usage.h"

namespace cppjrt::cli {
namespace {

Status WriteTensor(const std::string& path, const stablehlo::Tensor& tensor) {
  const auto type = pjrt::ElementTypeFromName(stablehlo::ElementTypeName(tensor.type()));
  if (!type) return UnimplementedError("arrays of this type cannot be written");
  const data::Shape shape = {*type, {tensor.dims().begin(), tensor.dims().end()}};
  CPPJRT_ASSIGN_OR_RETURN(const data::Array array, data::Array::FromBytes(shape, tensor.bytes()));
  return data::WriteNpy(path, array);
}

// The program, its arguments and the judge's results; `command` repeats the run.
Status WriteFinding(const std::string& folder, const conform::WholeFinding& found, std::string& command) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string stem = folder + "/whole-" + std::to_string(found.seed);
  std::ofstream out(stem + ".mlir", std::ios::binary);
  out << "// " << found.cause << "\n" << found.program;
  out.close();
  if (!out) return UnknownError("cannot write " + stem + ".mlir");
  command = "pjrt run " + stem + ".mlir --atol 0 --rtol 0";
  for (size_t i = 0; i < found.arguments.size(); ++i) {
    const std::string path = stem + "-in" + std::to_string(i) + ".npy";
    CPPJRT_RETURN_IF_ERROR(WriteTensor(path, found.arguments[i]));
    command += " --input " + path;
  }
  for (size_t i = 0; i < found.want.size(); ++i) {
    const std::string path = stem + "-out" + std::to_string(i) + ".npy";
    CPPJRT_RETURN_IF_ERROR(WriteTensor(path, found.want[i]));
    command += " --expect " + path;
  }
  return OkStatus();
}

Status Show(const conform::WholeFinding& found, const std::string& folder) {
  fmt::print("{}\n", found.cause);
  if (folder.empty()) {
    fmt::print("{}", found.program);
    return OkStatus();
  }
  std::string command;
  CPPJRT_RETURN_IF_ERROR(WriteFinding(folder, found, command));
  fmt::print("  {}\n", command);
  return OkStatus();
}

void PrintResult(const conform::WholeFuzzResult& result) {
  const std::string api = result.engine.api.empty() ? "" : " " + result.engine.api;
  fmt::print(
      "{}{} against {}: {} whole programs in {:.0f} s, {} with loops, {} of them update arrays that they carry; {} "
      "compared, {} not supported, {} not judged; {} findings\n",
      result.engine.name, api, result.judge.name, result.programs, result.seconds, result.with_loops,
      result.with_updates, result.compared, result.unsupported, result.unjudged, result.findings.size());
  for (const auto& [reason, count] : result.unsupported_reasons) fmt::print("not supported ({}): {}\n", count, reason);
}

}  // namespace

int FuzzWholePrograms(const PluginChoice& plugin, const PluginChoice& judge, const conform::WholeFuzzOptions& options,
                      const std::string& folder) {
  const bool terminal = isatty(STDERR_FILENO) == 1;
  size_t shown = 0;
  Status written;
  const auto progress = [&](const conform::WholeFuzzResult& so_far) {
    if (terminal) {
      std::fprintf(stderr, "\r\033[K%ld programs, %zu findings ", static_cast<long>(so_far.programs),
                   so_far.findings.size());
    }
    for (; shown < so_far.findings.size() && written.ok(); ++shown) {
      if (terminal) std::fprintf(stderr, "\r\033[K");
      written = Show(so_far.findings[shown], folder);
      std::fflush(stdout);
    }
    return written.ok();
  };
  PJRT_CLI_ASSIGN(kNoPlugin, const conform::WholeFuzzResult result,
                  conform::FuzzWhole(EngineOf(plugin), EngineOf(judge), options, progress));
  if (terminal) std::fprintf(stderr, "\r\033[K");
  PJRT_CLI_TRY(kBadInput, written);
  PrintResult(result);
  return result.findings.empty() ? kSuccess : kDiffers;
}

}  // namespace cppjrt::cli
