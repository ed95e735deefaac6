// CutObject: pieces (piece.h) out of an object file.
#ifndef CPPJRT_CPU_CODEGEN_CUT_OBJECT_H_
#define CPPJRT_CPU_CODEGEN_CUT_OBJECT_H_

#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/codegen/piece.h"

namespace cppjrt::cpu::codegen {

// A piece for each named function: its instructions, the constants it uses, and addresses of what it calls. REQUIRES: a
// relocatable ELF file for x86-64 or AArch64 with a section for each function and each table.
// INTERNAL, naming it, for a kind of reference that is not known here (relocations.h); OUT_OF_RANGE if something is too far
// from who refers to it.
StatusOr<std::vector<Piece>> CutObject(std::string_view object, const std::vector<std::string>& functions);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_CUT_OBJECT_H_
