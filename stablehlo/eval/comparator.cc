#include "stablehlo/eval/comparator.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

// Numbers of the enumerators of ComparisonDirection and ComparisonType (op/enums.def).
enum class Direction : uint32_t { kEq = 0, kNe = 1, kGe = 2, kGt = 3, kLe = 4, kLt = 5 };
constexpr uint32_t kTotalOrder = 2;

// What one side of a comparison reads: an argument of the block, perhaps part of it, perhaps canonical.
struct Term {
  size_t argument = 0;
  SortKey::Part part = SortKey::Part::kWhole;
  bool one_zero = false;
  bool one_nan = false;
};

class Recognizer {
 public:
  explicit Recognizer(const OpRef& op) : op_(op), module_(op.module()), block_(module_.entry_block(op.id())) {}

  std::optional<std::vector<SortKey>> Run() {
    const OpId terminator = module_.last_op(block_);
    if (!terminator.valid() || module_.op(terminator).operands().size() != 1) return std::nullopt;
    std::vector<SortKey> keys;
    ValueId value = module_.op(terminator).operands()[0];
    // Each step takes one key off: or(less, and(equal, rest)).
    for (size_t step = 0; step <= 2 * module_.block(block_).args.size(); ++step) {
      if (const std::optional<SortKey> last = Key(value, /*equal=*/false)) {
        keys.push_back(*last);
        return keys;
      }
      const std::optional<std::pair<SortKey, ValueId>> next = Lexicographic(value);
      if (!next) return std::nullopt;
      keys.push_back(next->first);
      value = next->second;
    }
    return std::nullopt;
  }

 private:
  OpId Defining(ValueId value, Opcode opcode) const {
    const OpId op = module_.defining_op(value);
    return op.valid() && module_.op(op).opcode == opcode ? op : OpId();
  }
  Direction DirectionOf(OpId op) const {
    return static_cast<Direction>(module_.attrs().enum_value(module_.attr(op, "comparison_direction")));
  }
  bool IsTotal(OpId op) const {
    const AttrId type = module_.attr(op, "compare_type");
    return type.valid() && module_.attrs().enum_value(type) == kTotalOrder;
  }

  std::optional<std::pair<SortKey, ValueId>> Lexicographic(ValueId value) const {
    const OpId either = Defining(value, Opcode::kOr);
    if (!either.valid()) return std::nullopt;
    for (const size_t first : {size_t{0}, size_t{1}}) {
      const std::optional<SortKey> less = Key(module_.op(either).operands()[first], false);
      const OpId both = Defining(module_.op(either).operands()[1 - first], Opcode::kAnd);
      if (!less || !both.valid()) continue;
      for (const size_t second : {size_t{0}, size_t{1}}) {
        const std::optional<SortKey> equal = Key(module_.op(both).operands()[second], true);
        if (!equal) continue;
        SortKey same = *less;
        same.descending = false;
        if (*equal == same) return std::pair(*less, module_.op(both).operands()[1 - second]);
      }
    }
    return std::nullopt;
  }

  // A strict comparison of the two sides of one operand, or (`equal`) their equality.
  std::optional<SortKey> Key(ValueId value, bool equal) const {
    const OpId compare = Defining(value, Opcode::kCompare);
    if (!compare.valid()) return std::nullopt;
    const Direction direction = DirectionOf(compare);
    const bool strict = direction == Direction::kLt || direction == Direction::kGt;
    if (equal ? direction != Direction::kEq : !strict) return std::nullopt;
    const std::optional<Term> a = Read(module_.op(compare).operands()[0]);
    const std::optional<Term> b = Read(module_.op(compare).operands()[1]);
    if (!a || !b || a->argument / 2 != b->argument / 2 || a->argument == b->argument || a->part != b->part ||
        a->one_zero != b->one_zero || a->one_nan != b->one_nan) {
      return std::nullopt;
    }
    const TypeId element = module_.types().element_type(module_.type(module_.op(compare).operands()[0]));
    SortKey key;
    key.operand = a->argument / 2;
    key.part = a->part;
    key.descending = !equal && (direction == Direction::kGt) != (a->argument > b->argument);
    if (!module_.types().IsFloat(element)) return Discrete(element) ? std::optional(key) : std::nullopt;
    const bool total = IsTotal(compare);
    key.zeros = !total || a->one_zero ? SortKey::Zeros::kEqual : SortKey::Zeros::kDistinct;
    key.nans = !total ? SortKey::NaNs::kUnordered : a->one_nan ? SortKey::NaNs::kEqual : SortKey::NaNs::kOrdered;
    return key;
  }
  bool Discrete(TypeId element) const { return module_.types().IsInteger(element); }

  std::optional<Term> Read(ValueId value) const {
    if (module_.argument_block(value) == block_) return Term{module_.value(value).index};
    if (const OpId part = Defining(value, Opcode::kReal); part.valid()) return Part(part, SortKey::Part::kReal);
    if (const OpId part = Defining(value, Opcode::kImag); part.valid()) return Part(part, SortKey::Part::kImaginary);
    const OpId select = Defining(value, Opcode::kSelect);
    if (!select.valid()) return std::nullopt;
    const std::span<const ValueId> operands = module_.op(select).operands();
    std::optional<Term> term = Read2(operands[2]);
    const OpId compare = Defining(operands[0], Opcode::kCompare);
    if (!term || !compare.valid()) return std::nullopt;
    const std::span<const ValueId> sides = module_.op(compare).operands();
    const std::optional<Term> tested = Plain(sides[0]);
    if (!tested || tested->argument != term->argument || tested->part != term->part || IsTotal(compare))
      return std::nullopt;
    if (DirectionOf(compare) == Direction::kNe && SameTerm(sides[1], *tested) && IsPositiveNaN(operands[1])) {
      term->one_nan = true;
    } else if (DirectionOf(compare) == Direction::kEq && IsZero(sides[1]) && IsZero(operands[1])) {
      term->one_zero = true;
    } else {
      return std::nullopt;
    }
    return term;
  }
  // Below a select: one more select at most, so that nothing recurses by the depth of the program.
  std::optional<Term> Read2(ValueId value) const {
    if (const std::optional<Term> plain = Plain(value)) return plain;
    const OpId select = Defining(value, Opcode::kSelect);
    if (!select.valid() || !Plain(module_.op(select).operands()[2])) return std::nullopt;
    return Read(value);
  }
  std::optional<Term> Plain(ValueId value) const {
    if (module_.argument_block(value) == block_) return Term{module_.value(value).index};
    if (const OpId part = Defining(value, Opcode::kReal); part.valid()) return Part(part, SortKey::Part::kReal);
    if (const OpId part = Defining(value, Opcode::kImag); part.valid()) return Part(part, SortKey::Part::kImaginary);
    return std::nullopt;
  }
  bool SameTerm(ValueId value, const Term& term) const {
    const std::optional<Term> other = Plain(value);
    return other && other->argument == term.argument && other->part == term.part;
  }
  std::optional<Term> Part(OpId op, SortKey::Part part) const {
    const ValueId source = module_.op(op).operands()[0];
    const bool complex = module_.types().IsComplex(module_.types().element_type(module_.type(source)));
    if (module_.argument_block(source) != block_ || !complex) return std::nullopt;
    return Term{module_.value(source).index, part};
  }

  // A float constant as double; none for anything else.
  std::optional<double> FloatConstant(ValueId value) const {
    const OpId constant = Defining(value, Opcode::kConstant);
    if (!constant.valid() || !module_.types().IsFloat(module_.types().element_type(module_.type(value))))
      return std::nullopt;
    const StatusOr<Tensor> tensor = op_.Constant(module_.attr(constant, "value"));
    if (!tensor.ok() || tensor->num_elements() != 1) return std::nullopt;
    double buffer[1];
    return *LoadBlock(tensor->type(), tensor->bytes().data(), 1, buffer);
  }
  bool IsZero(ValueId value) const {
    const std::optional<double> x = FloatConstant(value);
    return x && *x == 0 && !std::signbit(*x);
  }
  bool IsPositiveNaN(ValueId value) const {
    const std::optional<double> x = FloatConstant(value);
    return x && std::isnan(*x) && !std::signbit(*x);
  }

  const OpRef& op_;
  const Module& module_;
  BlockId block_;
};

// A float in total order: the sign decides which way the rest counts.
uint64_t OrderedBits(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  return (bits >> 63) != 0 ? ~bits : bits | (uint64_t{1} << 63);
}
uint64_t OrderedBits(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  return (bits >> 31) != 0 ? static_cast<uint32_t>(~bits) : bits | (uint32_t{1} << 31);
}

template <typename T>
bool FloatKey(const SortKey& key, T value, uint64_t& out) {
  if (value != value) {
    if (key.nans == SortKey::NaNs::kUnordered) return false;
    if (key.nans == SortKey::NaNs::kEqual) value = std::numeric_limits<T>::quiet_NaN();
  } else if (value == 0 && key.zeros == SortKey::Zeros::kEqual) {
    value = 0;
  }
  out = OrderedBits(value);
  return true;
}

}  // namespace

std::optional<std::vector<SortKey>> RecognizeComparator(const OpRef& op) { return Recognizer(op).Run(); }

bool SortKeys(const SortKey& key, const Tensor& operand, int64_t begin, int64_t stride, int64_t n, uint64_t* keys) {
  const ElementType type = operand.type();
  const int64_t bytes = ElementBytes(type);
  const bool ok = DispatchCompute(ComputeTypeOf(type), [&]<typename T>(CppType<T>) {
    for (int64_t i = 0; i < n; ++i) {
      T buffer[1];
      const T value = *LoadBlock(type, operand.bytes().data() + (begin + i * stride) * bytes, 1, buffer);
      if constexpr (kIsComplex<T>) {
        if (!FloatKey(key, key.part == SortKey::Part::kImaginary ? value.imag() : value.real(), keys[i])) return false;
      } else if constexpr (std::is_floating_point_v<T>) {
        if (!FloatKey(key, value, keys[i])) return false;
      } else {
        // Biased, so that negative ones come first.
        constexpr bool kSigned = std::is_signed_v<T>;
        const auto wide = static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
        keys[i] = kSigned ? wide ^ (uint64_t{1} << (8 * sizeof(T) - 1)) : wide;
      }
    }
    return true;
  });
  if (key.descending) {
    for (int64_t i = 0; i < n; ++i) keys[i] = ~keys[i];
  }
  return ok;
}

}  // namespace cppjrt::stablehlo
