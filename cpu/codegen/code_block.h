// CodeBlock: pieces of code in memory, ready to run, until the last share is gone.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const CodeBlock> block, CodeBlock::Load({&piece, &another}));
//   block->address(0);
#ifndef CPPJRT_CPU_CODEGEN_CODE_BLOCK_H_
#define CPPJRT_CPU_CODEGEN_CODE_BLOCK_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/codegen/piece.h"

namespace cppjrt::cpu::codegen {

class CodeBlock {
 public:
  // RESOURCE_EXHAUSTED without memory; INTERNAL for a piece that wants a function there is not.
  static StatusOr<std::shared_ptr<const CodeBlock>> Load(const std::vector<const Piece*>& pieces);
  ~CodeBlock();
  CodeBlock(const CodeBlock&) = delete;
  CodeBlock& operator=(const CodeBlock&) = delete;

  // Of the first instruction of a piece, by its place in the list.
  const void* address(size_t i) const { return addresses_[i]; }

 private:
  CodeBlock() = default;
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  std::vector<const void*> addresses_;
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_CODE_BLOCK_H_
