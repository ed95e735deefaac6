#include "cpu/codegen/code_block.h"

#include <sys/mman.h>

#include <cstring>
#include <string>

#include "cpu/codegen/runtime_symbols.h"

namespace cppjrt::cpu::codegen {
namespace {

size_t RoundedUp(size_t size, size_t to) { return (size + to - 1) / to * to; }

// Puts the addresses of what the piece refers to into it.
Status Bind(const Piece& piece, std::byte* at) {
  for (const Piece::Import& import : piece.imports) {
    const void* symbol = import.symbol.empty() ? at : RuntimeSymbol(import.symbol);
    if (symbol == nullptr) return InternalError("generated code calls " + import.symbol + ", which there is not");
    uint64_t address = 0;
    std::memcpy(&address, at + import.offset, sizeof(address));
    address += reinterpret_cast<uintptr_t>(symbol);
    std::memcpy(at + import.offset, &address, sizeof(address));
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::shared_ptr<const CodeBlock>> CodeBlock::Load(const std::vector<const Piece*>& pieces) {
  std::shared_ptr<CodeBlock> block(new CodeBlock());
  size_t size = 0;
  for (const Piece* piece : pieces) size = RoundedUp(size, piece->alignment) + piece->bytes.size();
  if (size == 0) return std::shared_ptr<const CodeBlock>(std::move(block));
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return ResourceExhaustedError("no memory for " + std::to_string(size) + " bytes of code");
  block->data_ = static_cast<std::byte*>(memory);
  block->size_ = size;
  size_t offset = 0;
  for (const Piece* piece : pieces) {
    offset = RoundedUp(offset, piece->alignment);
    std::byte* const at = block->data_ + offset;
    std::memcpy(at, piece->bytes.data(), piece->bytes.size());
    CPPJRT_RETURN_IF_ERROR(Bind(*piece, at));
    block->addresses_.push_back(at + piece->entry);
    offset += piece->bytes.size();
  }
  // Never writable and executable at a time.
  if (mprotect(memory, size, PROT_READ | PROT_EXEC) != 0) {
    return ResourceExhaustedError("this process may not make memory executable");
  }
  __builtin___clear_cache(static_cast<char*>(memory), static_cast<char*>(memory) + size);
  return std::shared_ptr<const CodeBlock>(std::move(block));
}

CodeBlock::~CodeBlock() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace cppjrt::cpu::codegen
