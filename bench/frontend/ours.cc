// cppjrt's front end as a rival: commands on standard input, a line of answer to each. frontend.py has the protocol.
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::bench {
namespace {

using namespace cppjrt::stablehlo;  // NOLINT(google-build-using-namespace)

bool IsArtifact(std::string_view program) { return program.starts_with("ML\xefR"); }

// Reads and verifies. The module refers to the program's bytes: they outlive it.
bool Load(const std::string& program, Module& module) {
  const Source source{"program", program, !IsArtifact(program)};
  DiagnosticSink sink(&source);
  if (source.is_text) {
    auto parsed = ParseText(source, sink);
    if (!parsed.ok()) return false;
    module = *std::move(parsed);
  } else {
    const std::shared_ptr<const void> nobody(std::shared_ptr<const void>(), program.data());
    const ReadBytecodeOptions options{.file = "program", .asm_reader = nullptr, .owner = nobody};
    if (!ReadBytecode(std::as_bytes(std::span(program)), module, sink, options)) return false;
  }
  auto verified = Verify(std::move(module), sink);
  if (!verified.ok()) return false;
  module = (*std::move(verified)).Release();
  return true;
}

void MustLoad(const std::string& program, Module& module) {
  if (Load(program, module)) return;
  std::fprintf(stderr, "a program that was accepted before is refused\n");
  std::exit(1);
}

// Of this thread's work: what others do on the machine does not count.
int64_t Clock() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

int64_t Nanoseconds(const std::function<void()>& work) {
  const int64_t start = Clock();
  work();
  return Clock() - start;
}

// Kilobytes of resident memory at the most since the last ResetPeak.
int64_t Peak() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:")) return std::atoll(line.c_str() + 6);
  }
  return 0;
}

void ResetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// ---- The commands: a number for a program.

// Ops, the module's own among them, or -1 if it is refused; the printed program goes to a file.
int64_t Describe(const std::string& program, const std::string& out) {
  Module module;
  if (!Load(program, module)) return -1;
  int64_t ops = 0;
  for ([[maybe_unused]] OpId op : PreOrder(module, module.root())) ++ops;
  std::ofstream(out, std::ios::binary) << Print(module);
  return ops;
}

int64_t TimeReading(const std::string& program) {
  return Nanoseconds([&program] {
    Module module;
    MustLoad(program, module);
  });
}

int64_t TimePrinting(const std::string& program) {
  Module module;
  MustLoad(program, module);
  return Nanoseconds([&module] { (void)Print(module); });
}

int64_t TimeWriting(const std::string& program) {
  Module module;
  MustLoad(program, module);
  bool ok = false;
  const int64_t time = Nanoseconds([&] { ok = WriteArtifact(module, kNewestVersion).ok(); });
  return ok ? time : -1;
}

// Of a process that has done nothing else.
int64_t Memory(const std::string& program) {
  ResetPeak();
  const int64_t before = Peak();
  Module module;
  MustLoad(program, module);
  return Peak() - before;
}

// ---- The loop

std::string FileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int64_t Answer(std::string_view what, const std::string& program, const std::string& out) {
  if (what == "describe") return Describe(program, out);
  if (what == "read") return TimeReading(program);
  if (what == "print") return TimePrinting(program);
  if (what == "write") return TimeWriting(program);
  return Memory(program);
}

void Run() {
  std::cout << "cppjrt, compiled by " << __VERSION__ << std::endl;
  std::map<std::string, std::vector<std::string>> lists;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string what;
    std::string list;
    std::string folder;
    words >> what >> list >> folder;
    const auto [found, is_new] = lists.try_emplace(list);
    std::ifstream paths(is_new ? list : std::string());
    for (std::string path; std::getline(paths, path);) found->second.push_back(FileBytes(path));
    size_t number = 0;
    for (const std::string& program : found->second) {
      std::cout << Answer(what, program, folder + "/" + std::to_string(number++)) << ' ';
    }
    std::cout << std::endl;
  }
}

}  // namespace
}  // namespace cppjrt::bench

int main() { cppjrt::bench::Run(); }
