#include "tests/aarch64/disassemble.h"

#include <llvm-c/Core.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Object.h>
#include <llvm-c/Target.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace cppjrt::cpu::aarch64_test {
namespace {

template <auto kFree>
struct FreeBy {
  template <typename T>
  void operator()(T* it) const {
    kFree(it);
  }
};
using Disassembler = std::unique_ptr<void, FreeBy<LLVMDisasmDispose>>;
using Buffer = std::unique_ptr<LLVMOpaqueMemoryBuffer, FreeBy<LLVMDisposeMemoryBuffer>>;
using Binary = std::unique_ptr<LLVMOpaqueBinary, FreeBy<LLVMDisposeBinary>>;
using Section = std::unique_ptr<LLVMOpaqueSectionIterator, FreeBy<LLVMDisposeSectionIterator>>;

Status DisassembleSection(LLVMDisasmContextRef disassembler, LLVMSectionIteratorRef it,
                          std::vector<std::string>& lines) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(LLVMGetSectionContents(it));
  const uint64_t size = LLVMGetSectionSize(it);
  for (uint64_t at = 0; at < size;) {
    char text[256];
    const size_t taken =
        LLVMDisasmInstruction(disassembler, const_cast<uint8_t*>(bytes) + at, size - at, at, text, sizeof(text));
    if (taken == 0) {
      return InvalidArgumentError("no instruction at " + std::to_string(at) + " of " + LLVMGetSectionName(it));
    }
    const std::string_view line = text;
    lines.emplace_back(line.substr(line.find_first_not_of(" \t")));
    at += taken;
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::vector<std::string>> Disassemble(const std::string& object, const char* triple, const char* features) {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64Disassembler();
  const Disassembler disassembler(LLVMCreateDisasmCPUFeatures(triple, "", features, nullptr, 0, nullptr, nullptr));
  if (disassembler == nullptr) return UnimplementedError(std::string("no disassembler for ") + triple);
  const Buffer buffer(LLVMCreateMemoryBufferWithMemoryRange(object.data(), object.size(), "object", 0));
  char* message = nullptr;
  const Binary binary(LLVMCreateBinary(buffer.get(), nullptr, &message));
  if (binary == nullptr) {
    const std::string why = message;
    LLVMDisposeMessage(message);
    return InvalidArgumentError(why);
  }
  std::vector<std::string> lines;
  const Section section(LLVMObjectFileCopySectionIterator(binary.get()));
  for (; LLVMObjectFileIsSectionIteratorAtEnd(binary.get(), section.get()) == 0; LLVMMoveToNextSection(section.get())) {
    const char* name = LLVMGetSectionName(section.get());
    if (name == nullptr || !std::string_view(name).starts_with(".text.")) continue;
    CPPJRT_RETURN_IF_ERROR(DisassembleSection(disassembler.get(), section.get(), lines));
  }
  return lines;
}

}  // namespace cppjrt::cpu::aarch64_test
