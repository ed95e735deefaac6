#include "cpu/executable/dumps.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>

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

}  // namespace

Dumps::Dumps(const Settings& settings, std::string_view program_name, std::string_view fingerprint) {
  if (settings.dump_to.empty()) return;
  stages_ = settings.dump;
  std::error_code ignored;
  std::filesystem::create_directories(settings.dump_to, ignored);
  prefix_ = settings.dump_to + "/" + FileName(program_name) + "." + std::string(fingerprint.substr(0, kDigits)) + ".";
}

bool Dumps::Wants(std::string_view stage) const { return std::ranges::find(stages_, stage) != stages_.end(); }

void Dumps::Write(std::string_view stage, std::string_view text) const {
  std::ofstream file(prefix_ + std::string(stage) + std::string(Suffix(stage)), std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void Dumps::Attach(NativeOptions& options) {
  if (stages_.empty()) return;
  options.dump = [this](std::string_view stage, const std::string& text) {
    if (Wants(stage)) Write(stage, text);
  };
  options.dump_code = Wants("llvm") || Wants("llvm.optimized") || Wants("asm");
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

}  // namespace cppjrt::cpu
