#include "cpu/executable/dumps.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "stablehlo/text/printer.h"

namespace cppjrt::cpu {
namespace {

constexpr size_t kLongestName = 80;
constexpr size_t kDigits = 8;  // of the fingerprint

std::string FileName(std::string_view name) {
  std::string safe(name.substr(0, kLongestName));
  for (char& c : safe) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  return safe.empty() ? "program" : safe;
}

std::string_view Suffix(std::string_view stage) {
  if (stage.starts_with("llvm")) return ".ll";
  return stage == "asm" ? ".s" : ".txt";
}

constexpr std::string_view kOfCode[] = {"llvm", "llvm.optimized", "asm"};

// XLA's file that a stage is most like; none of some.
struct XlaFile {
  std::string_view stage;
  std::string_view name;
};
constexpr XlaFile kXlaFiles[] = {
    {"graph.optimized", "cpu_after_optimizations-graph.txt"},
    {"plan", "cpu_after_optimizations-buffer-assignment.txt"},
    {"llvm", "ir-no-opt.ll"},
    {"llvm.optimized", "ir-with-opt.ll"},
    {"asm", "s"},
};

void WriteFile(const std::string& name, std::string_view text) {
  std::ofstream file(name, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

Dumps::Dumps(const Settings& settings, std::string_view program_name, std::string_view fingerprint,
             std::string xla_prefix)
    : xla_prefix_(std::move(xla_prefix)) {
  if (settings.dump_to.empty()) return;
  stages_ = settings.dump;
  std::error_code ignored;
  std::filesystem::create_directories(settings.dump_to, ignored);
  prefix_ = settings.dump_to + "/" + FileName(program_name) + "." + std::string(fingerprint.substr(0, kDigits)) + ".";
}

bool Dumps::Wants(std::string_view stage) const { return std::ranges::find(stages_, stage) != stages_.end(); }

bool Dumps::WantsAny(std::span<const std::string_view> stages) const {
  return std::ranges::any_of(stages, [this](std::string_view stage) { return Wants(stage); });
}

void Dumps::Write(std::string_view stage, std::string_view text) const {
  if (Wants(stage)) WriteFile(prefix_ + std::string(stage) + std::string(Suffix(stage)), text);
  if (xla_prefix_.empty()) return;
  const auto* file = std::ranges::find(kXlaFiles, stage, &XlaFile::stage);
  if (file != std::end(kXlaFiles)) WriteFile(xla_prefix_ + std::string(file->name), text);
}

void Dumps::Attach(NativeOptions& options) {
  if (stages_.empty() && xla_prefix_.empty()) return;
  options.dump = [this](std::string_view stage, const std::string& text) { Write(stage, text); };
  options.dump_code = !xla_prefix_.empty() || WantsAny(kOfCode);
  if (!Wants("time")) return;
  options.time = [this](std::string_view stage, double seconds) {
    char line[96];
    const int n = std::snprintf(line, sizeof line, "%10.3f ms  %.*s\n", 1e3 * seconds, static_cast<int>(stage.size()),
                                stage.data());
    times_.append(line, static_cast<size_t>(std::clamp(n, 0, static_cast<int>(sizeof line) - 1)));
  };
}

void Dumps::Finish() {
  if (!times_.empty()) Write("time", times_);
}

std::string XlaDumpPrefix(const Settings& settings, std::string_view program_name) {
  static std::atomic<unsigned> count = 0;
  // "-" is the terminal, which is not ours to write to.
  if (settings.xla_dump_to.empty() || settings.xla_dump_to == "-") return {};
  std::error_code ignored;
  std::filesystem::create_directories(settings.xla_dump_to, ignored);
  char number[32];
  std::snprintf(number, sizeof number, "/module_%04u.", count.fetch_add(1, std::memory_order_relaxed));
  return settings.xla_dump_to + number + FileName(program_name) + ".";
}

void DumpXlaProgram(const std::string& prefix, std::string_view stage, const stablehlo::Module& module) {
  if (prefix.empty()) return;
  // Only because printing resolves locations where they are asked for.
  WriteFile(prefix + std::string(stage) + ".txt", stablehlo::Print(const_cast<stablehlo::Module&>(module)));
}

}  // namespace cppjrt::cpu
