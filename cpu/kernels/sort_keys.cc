#include "cpu/kernels/sort_keys.h"

#include <bit>

namespace cppjrt::cpu::kernels {
namespace {

// The bits of infinity, or of the largest number where there is none; what is above is NaN.
uint64_t InfinityOf(ElementType type) {
  switch (type) {
    case ElementType::kF8E3M4:
      return 0x70;
    case ElementType::kF8E4M3:
      return 0x78;
    case ElementType::kF8E4M3Fn:
      return 0x7e;
    case ElementType::kF8E5M2:
      return 0x7c;
    case ElementType::kF16:
      return 0x7c00;
    case ElementType::kBf16:
      return 0x7f80;
    case ElementType::kF32:
      return 0x7f800000;
    default:
      return 0x7ff0000000000000;
  }
}

bool IsFnuz(ElementType type) {
  return type == ElementType::kF8E4M3B11Fnuz || type == ElementType::kF8E4M3Fnuz || type == ElementType::kF8E5M2Fnuz;
}

bool IsSigned(ElementType type) {
  return type == ElementType::kI8 || type == ElementType::kI16 || type == ElementType::kI32 ||
         type == ElementType::kI64;
}

}  // namespace

KeyRule MakeKeyRule(ElementType type, const SortKey& key) {
  KeyRule rule;
  rule.bytes = static_cast<int>(ByteSize(type));
  rule.bits = 8 * rule.bytes;
  rule.descending = key.descending;
  if (type == ElementType::kBool) {
    rule.bits = 8;
  } else if (IsInteger(type)) {
    rule.kind = IsSigned(type) ? KeyRule::Kind::kSigned : KeyRule::Kind::kUnsigned;
  } else if (IsFnuz(type)) {
    rule.kind = KeyRule::Kind::kFloat;
    rule.nan_is_minus_zero = true;
    rule.bits = 9;
  } else {
    rule.kind = KeyRule::Kind::kFloat;
    rule.infinity = InfinityOf(type);
    rule.zeros_equal = key.zeros_equal;
    rule.nans_equal = key.nans_equal;
  }
  return rule;
}

std::vector<KeyWord> PackKeys(std::span<const SortOperand> operands, std::span<const SortKey> keys) {
  std::vector<KeyWord> words;
  for (const SortKey& key : keys) {
    const KeyRule rule = MakeKeyRule(operands[static_cast<size_t>(key.operand)].type, key);
    if (words.empty() || words.back().bits + rule.bits > 64) words.emplace_back();
    words.back().keys.push_back({rule, key.operand});
    words.back().bits += rule.bits;
  }
  return words;
}

int IndexBits(int64_t n) { return n <= 1 ? 1 : std::bit_width(static_cast<uint64_t>(n - 1)); }

}  // namespace cppjrt::cpu::kernels
