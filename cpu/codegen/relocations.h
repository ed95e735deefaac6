// Relocations: the places in object files that say where something else is, by architecture.
//
//   const Relocation* kind = FindRelocation(EM_AARCH64, R_AARCH64_CALL26);
//   kind->refers == Reference::kFunction;
//   CPPJRT_RETURN_IF_ERROR(Relocate(*kind, piece.bytes, where, target));     // writes the distance into the instruction
#ifndef CPPJRT_CPU_CODEGEN_RELOCATIONS_H_
#define CPPJRT_CPU_CODEGEN_RELOCATIONS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "cppjrt/status.h"

namespace cppjrt::cpu::codegen {

// What a place wants to know of a symbol.
enum class Reference : uint8_t {
  kPlace,     // where it is
  kFunction,  // where to jump to call it: what is outside is reached by a stub
  kSlot,      // where its address is
  kAddress,   // its address itself, in eight bytes
};

// How a number is written.
enum class Field : uint8_t {
  kWord32,     // a distance in four bytes
  kWord64,     // in eight
  kAddress64,  // filled in when the code is loaded
  kBranch26,   // AArch64: four bytes each, bits 0 to 25
  kBranch19,   // bits 5 to 23: of conditional branches, and of loads of what is near
  kBranch14,   // bits 5 to 18
  kAdr21,      // a distance in bits 29 to 30 and 5 to 23
  kAdrPage21,  // the same, in pages of 4 KiB
  kLowOfPage,  // bits 10 to 21: the place within its page, divided by `scale`
};

struct Relocation {
  uint32_t type;
  Reference refers;
  Field field;
  uint8_t scale;  // of kLowOfPage: log2 of the bytes of an access
};

// Null for one that is not known here. `machine`: e_machine.
const Relocation* FindRelocation(uint16_t machine, uint32_t type);

// Whether it holds only where code is put at a multiple of 4 KiB.
inline bool IsOfPages(const Relocation& kind) {
  return kind.field == Field::kAdrPage21 || kind.field == Field::kLowOfPage;
}

// A stub that jumps to the function whose address is in the slot. `stub` and `slot`: where they are.
struct Stub {
  std::string_view code;  // with the distance still to be written
  uint32_t relocation;    // of the distance to the slot
  uint64_t where;         // within the stub
  int64_t addend;
};
// Null for a machine that is not known here.
const Stub* StubOf(uint16_t machine);

// Writes the distance from `where` to `target` (which includes the addend), both places in `bytes`. OUT_OF_RANGE if it does
// not fit. REQUIRES: the field is not kAddress64.
Status Relocate(const Relocation& kind, std::string& bytes, uint64_t where, int64_t target);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_RELOCATIONS_H_
