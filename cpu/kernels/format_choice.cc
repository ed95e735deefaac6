#include "cpu/kernels/format_choice.h"

#include <string>

namespace cppjrt::cpu::kernels {
namespace {

constexpr const char* kNames[] = {"i1",       "si8",        "ui8",          "si16",        "ui16",   "si32",
                                  "ui32",     "si64",       "ui64",         "f8E3M4",      "f8E4M3", "f8E4M3B11FNUZ",
                                  "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2",       "f8E5M2FNUZ",  "f16",    "bf16",
                                  "f32",      "f64",        "complex<f32>", "complex<f64>"};

// In order of preference.
constexpr Format kFormats[] = {Format::kI8,  Format::kI16, Format::kBf16, Format::kF32, Format::kU32,
                               Format::kF64, Format::kU64, Format::kC64,  Format::kC128};

bool Serves(const KernelSet& set, Format format, ElementType a, ElementType b, ElementType c) {
  return set.micro[static_cast<int>(format)].mr > 0 && MakeFetch(set, a, format, true).function != nullptr &&
         MakeFetch(set, b, format, false).function != nullptr && MakeStore(format, c) != nullptr;
}

// Sums of f32 would lose what f64 results of f32 have, sums modulo 2^32 what 64-bit results have.
bool Exact(Format format, ElementType a, ElementType b, ElementType c) {
  if (format == Format::kU32) return c == ElementType::kBool ? ByteSize(a) < 4 && ByteSize(b) < 4 : ByteSize(c) <= 4;
  if (format == Format::kI8 || format == Format::kI16) return c != ElementType::kBool && ByteSize(c) <= 4;
  if (format == Format::kF32 && c == ElementType::kF64) return a != ElementType::kF32 && b != ElementType::kF32;
  return true;
}

}  // namespace

StatusOr<Format> ChooseFormat(ElementType a, ElementType b, ElementType c, Isa isa, bool exact_bf16) {
  const KernelSet& set = Kernels(isa);
  for (const Format format : kFormats) {
    const bool slow = isa == Isa::kAvx512Bf16 && !HasFastBf16Dot();
    if (format == Format::kBf16 && (exact_bf16 || slow)) continue;
    if (Exact(format, a, b, c) && Serves(set, format, a, b, c)) return format;
  }
  return Status(StatusCode::kUnimplemented, std::string("no kernel contracts ") + kNames[static_cast<int>(a)] +
                                                " with " + kNames[static_cast<int>(b)] + " to " +
                                                kNames[static_cast<int>(c)] +
                                                "; convert the operands or the result first");
}

}  // namespace cppjrt::cpu::kernels
