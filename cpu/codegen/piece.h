// Piece: the machine code of one unit, which runs wherever it is put: constants lie behind the instructions, and what it calls
// outside is reached through addresses that are filled in when it is loaded.
//
//   CPPJRT_ASSIGN_OR_RETURN(Piece piece, CutPiece(object, "unit7"));    // cut_object.h
//   std::string bytes = WritePiece(piece);                              // kept on disk
//   CPPJRT_ASSIGN_OR_RETURN(Piece same, ReadPiece(bytes));
//   CPPJRT_ASSIGN_OR_RETURN(auto block, CodeBlock::Load({&same}));      // code_block.h
#ifndef CPPJRT_CPU_CODEGEN_PIECE_H_
#define CPPJRT_CPU_CODEGEN_PIECE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::cpu::codegen {

struct Piece {
  static constexpr size_t kAlignment = 64;
  static constexpr size_t kPage = 4096;

  struct Import {
    std::string symbol;   // of runtime_symbols.h; empty: the piece itself
    uint64_t offset = 0;  // of the eight bytes that its address is added to; a multiple of 8
  };

  std::string bytes;
  uint64_t entry = 0;               // offset of the first instruction
  uint64_t alignment = kAlignment;  // of where it is put: that, or kPage
  std::vector<Import> imports;
  // Of kernels: as in UnitCode.
  int64_t extent = 1;
  int64_t grain = 1;
  bool parallel = false;
};

std::string WritePiece(const Piece& piece);
// DATA_LOSS, saying what, for bytes that WritePiece does not write. The code itself is believed: who keeps pieces sees to
// it that they are what was written.
StatusOr<Piece> ReadPiece(std::string_view bytes);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_PIECE_H_
