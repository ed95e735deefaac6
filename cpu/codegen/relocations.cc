#include "cpu/codegen/relocations.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace cppjrt::cpu::codegen {
namespace {

constexpr int64_t kPage = 4096;

// clang-format off
constexpr Relocation kX86[] = {
    {R_X86_64_64,            Reference::kAddress,  Field::kAddress64, 0},
    {R_X86_64_PC32,          Reference::kFunction, Field::kWord32,    0},
    {R_X86_64_PLT32,         Reference::kFunction, Field::kWord32,    0},
    {R_X86_64_PC64,          Reference::kPlace,    Field::kWord64,    0},
    {R_X86_64_GOTPCREL,      Reference::kSlot,     Field::kWord32,    0},
    {R_X86_64_GOTPCRELX,     Reference::kSlot,     Field::kWord32,    0},
    {R_X86_64_REX_GOTPCRELX, Reference::kSlot,     Field::kWord32,    0},
};

constexpr Relocation kAArch64[] = {
    {R_AARCH64_ABS64,                Reference::kAddress,  Field::kAddress64, 0},
    {R_AARCH64_PREL32,               Reference::kFunction, Field::kWord32,    0},
    {R_AARCH64_PREL64,               Reference::kPlace,    Field::kWord64,    0},
    {R_AARCH64_CALL26,               Reference::kFunction, Field::kBranch26,  0},
    {R_AARCH64_JUMP26,               Reference::kFunction, Field::kBranch26,  0},
    {R_AARCH64_CONDBR19,             Reference::kFunction, Field::kBranch19,  0},
    {R_AARCH64_TSTBR14,              Reference::kFunction, Field::kBranch14,  0},
    {R_AARCH64_LD_PREL_LO19,         Reference::kPlace,    Field::kBranch19,  0},
    {R_AARCH64_GOT_LD_PREL19,        Reference::kSlot,     Field::kBranch19,  0},
    {R_AARCH64_ADR_PREL_LO21,        Reference::kPlace,    Field::kAdr21,     0},
    {R_AARCH64_ADR_PREL_PG_HI21,     Reference::kPlace,    Field::kAdrPage21, 0},
    {R_AARCH64_ADR_PREL_PG_HI21_NC,  Reference::kPlace,    Field::kAdrPage21, 0},
    {R_AARCH64_ADR_GOT_PAGE,         Reference::kSlot,     Field::kAdrPage21, 0},
    {R_AARCH64_LD64_GOT_LO12_NC,     Reference::kSlot,     Field::kLowOfPage, 3},
    {R_AARCH64_ADD_ABS_LO12_NC,      Reference::kPlace,    Field::kLowOfPage, 0},
    {R_AARCH64_LDST8_ABS_LO12_NC,    Reference::kPlace,    Field::kLowOfPage, 0},
    {R_AARCH64_LDST16_ABS_LO12_NC,   Reference::kPlace,    Field::kLowOfPage, 1},
    {R_AARCH64_LDST32_ABS_LO12_NC,   Reference::kPlace,    Field::kLowOfPage, 2},
    {R_AARCH64_LDST64_ABS_LO12_NC,   Reference::kPlace,    Field::kLowOfPage, 3},
    {R_AARCH64_LDST128_ABS_LO12_NC,  Reference::kPlace,    Field::kLowOfPage, 4},
};
// clang-format on

// jmp *slot(%rip)
constexpr Stub kX86Stub = {{"\xff\x25\0\0\0\0", 6}, R_X86_64_PC32, 2, -4};
// ldr x16, slot; br x16
constexpr Stub kAArch64Stub = {{"\x10\0\0\x58\0\x02\x1f\xd6", 8}, R_AARCH64_LD_PREL_LO19, 0, 0};

Status TooFar(int64_t distance) {
  return OutOfRangeError("object file: a distance of " + std::to_string(distance) + " bytes is too long for its field");
}

void PutBits(std::string& bytes, uint64_t where, int64_t value, int from, int count) {
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + where, sizeof(word));
  const uint32_t mask = (uint32_t{1} << count) - 1;
  word = (word & ~(mask << from)) | (static_cast<uint32_t>(value) & mask) << from;
  std::memcpy(bytes.data() + where, &word, sizeof(word));
}

bool Fits(int64_t value, int bits) {
  const int64_t limit = int64_t{1} << (bits - 1);
  return value >= -limit && value < limit;
}

// Distances of instructions, in fours.
Status PutBranch(std::string& bytes, uint64_t where, int64_t distance, int from, int count) {
  if (distance % 4 != 0 || !Fits(distance / 4, count)) return TooFar(distance);
  PutBits(bytes, where, distance / 4, from, count);
  return OkStatus();
}

Status PutAdr(std::string& bytes, uint64_t where, int64_t value, int64_t distance) {
  if (!Fits(value, 21)) return TooFar(distance);
  PutBits(bytes, where, value, 29, 2);
  PutBits(bytes, where, value >> 2, 5, 19);
  return OkStatus();
}

}  // namespace

const Relocation* FindRelocation(uint16_t machine, uint32_t type) {
  const auto find = [type](std::span<const Relocation> table) {
    const auto found = std::ranges::find(table, type, &Relocation::type);
    return found == table.end() ? nullptr : &*found;
  };
  if (machine == EM_X86_64) return find(kX86);
  return machine == EM_AARCH64 ? find(kAArch64) : nullptr;
}

const Stub* StubOf(uint16_t machine) {
  if (machine == EM_X86_64) return &kX86Stub;
  return machine == EM_AARCH64 ? &kAArch64Stub : nullptr;
}

Status Relocate(const Relocation& kind, std::string& bytes, uint64_t where, int64_t target) {
  const int64_t distance = target - static_cast<int64_t>(where);
  if (target < 0 && IsOfPages(kind)) return TooFar(distance);
  const uint64_t size = kind.field == Field::kWord64 ? 8 : 4;
  if (where > bytes.size() || bytes.size() - where < size) {
    return InternalError("object file: a relocation outside of its section");
  }
  switch (kind.field) {
    case Field::kWord32:
      if (!Fits(distance, 32)) return TooFar(distance);
      std::memcpy(bytes.data() + where, &distance, 4);
      return OkStatus();
    case Field::kWord64:
      std::memcpy(bytes.data() + where, &distance, 8);
      return OkStatus();
    case Field::kBranch26:
      return PutBranch(bytes, where, distance, 0, 26);
    case Field::kBranch19:
      return PutBranch(bytes, where, distance, 5, 19);
    case Field::kBranch14:
      return PutBranch(bytes, where, distance, 5, 14);
    case Field::kAdr21:
      return PutAdr(bytes, where, distance, distance);
    case Field::kAdrPage21:
      return PutAdr(bytes, where, target / kPage - static_cast<int64_t>(where) / kPage, distance);
    case Field::kLowOfPage: {
      const int64_t low = target % kPage;
      if (low % (int64_t{1} << kind.scale) != 0) return InternalError("object file: an access that is not aligned");
      PutBits(bytes, where, low >> kind.scale, 10, 12);
      return OkStatus();
    }
    case Field::kAddress64:
      break;
  }
  return InternalError("object file: an address is no distance");
}

}  // namespace cppjrt::cpu::codegen
