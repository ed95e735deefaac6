// rng_bit_generator as arithmetic on counters: Threefry and Philox of the op's spec, the same bits as the evaluator's
// (stablehlo/eval/rng_bit_generator.cc says which counter gives which element).
#include <array>

#include "cpu/graph/importer.h"

namespace cppjrt::cpu {
namespace {

constexpr ElementType kU32 = ElementType::kUI32;
constexpr ElementType kU64 = ElementType::kUI64;

// Arithmetic on arrays of one shape, and on scalars.
class Arithmetic {
 public:
  explicit Arithmetic(Body& body) : body_(body) {}
  Body& body() const { return body_; }

  Value Add(Value a, Value b) const { return body_.Elementwise(ElementOp::kAdd, {a, b}); }
  Value Xor(Value a, Value b) const { return body_.Elementwise(ElementOp::kXor, {a, b}); }
  Value Times(Value a, uint64_t factor) const { return body_.Elementwise(ElementOp::kMultiply, {a, Same(a, factor)}); }
  Value Plus(Value a, uint64_t number) const { return Add(a, Same(a, number)); }
  Value Left(Value a, uint64_t bits) const { return body_.Elementwise(ElementOp::kShiftLeft, {a, Same(a, bits)}); }
  Value Right(Value a, uint64_t bits) const {
    return body_.Elementwise(ElementOp::kShiftRightLogical, {a, Same(a, bits)});
  }
  Value Rotated(Value a, uint64_t bits) const {
    return body_.Elementwise(ElementOp::kOr, {Left(a, bits), Right(a, 32 - bits)});
  }
  // Of a number of 64 bits.
  Value Low(Value a) const { return body_.Convert(a, kU32); }
  Value High(Value a) const { return body_.Convert(Right(a, 32), kU32); }
  Value Join(Value low, Value high) const {
    return body_.Elementwise(ElementOp::kOr, {body_.Convert(low, kU64), Left(body_.Convert(high, kU64), 32)});
  }

 private:
  Value Same(Value like, uint64_t number) const {
    return body_.SplatInt(like.type(), like.dims(), static_cast<int64_t>(number));
  }
  Body& body_;
};

using Words2 = std::array<Value, 2>;
using Words4 = std::array<Value, 4>;

Words2 Threefry(const Arithmetic& a, Words2 x, const Words2& key) {
  constexpr uint64_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const Dims& dims = x[0].dims();
  const Value mixed = a.Xor(a.Xor(key[0], key[1]), a.body().SplatInt(kU32, {}, 0x1BD11BDA));
  const Value schedule[3] = {Spread(a.body(), key[0], dims), Spread(a.body(), key[1], dims),
                             Spread(a.body(), mixed, dims)};
  x[0] = a.Add(x[0], schedule[0]);
  x[1] = a.Add(x[1], schedule[1]);
  for (uint64_t group = 0; group < 5; ++group) {
    for (const uint64_t rotation : kRotations[group % 2]) {
      x[0] = a.Add(x[0], x[1]);
      x[1] = a.Xor(a.Rotated(x[1], rotation), x[0]);
    }
    x[0] = a.Add(x[0], schedule[(group + 1) % 3]);
    x[1] = a.Add(x[1], a.Plus(schedule[(group + 2) % 3], group + 1));
  }
  return x;
}

Words4 Philox(const Arithmetic& a, Words4 x, Words2 key) {
  const Dims& dims = x[0].dims();
  for (int round = 0; round < 10; ++round) {
    const Value first = a.Times(a.body().Convert(x[0], kU64), 0xD2511F53);
    const Value second = a.Times(a.body().Convert(x[2], kU64), 0xCD9E8D57);
    x = {a.Xor(a.Xor(a.High(second), x[1]), Spread(a.body(), key[0], dims)), a.Low(second),
         a.Xor(a.Xor(a.High(first), x[3]), Spread(a.body(), key[1], dims)), a.Low(first)};
    key = {a.Plus(key[0], 0x9E3779B9), a.Plus(key[1], 0xBB67AE85)};
  }
  return x;
}

// Arrays of one extent, element by element in turn: the first of each, the second of each, …
Value Interleaved(Body& body, std::vector<Value> parts) {
  const int64_t n = parts[0].dims()[0];
  const auto count = static_cast<int64_t>(parts.size());
  for (Value& part : parts) part = body.Reshape(part, {n, 1});
  return body.Reshape(body.Concatenate(std::move(parts), 1), {n * count});
}

class Generator {
 public:
  Generator(Body& body, Value state, const Shape& result) : body_(body), a_(body), result_(result) {
    for (int64_t i = 0; i < state.dims()[0]; ++i) {
      words_.push_back(body.Reshape(body.Slice(state, {i}, {i + 1}, {1}), {}));
    }
    key_ = {a_.Low(words_[0]), a_.High(words_[0])};
  }

  // The new state and the bits.
  std::array<Value, 2> Run(bool threefry) {
    const bool wide = stablehlo::ElementBits(result_.type) == 64;
    Value bits;
    if (!threefry) {
      bits = OfPhilox(wide);
    } else {
      bits = wide ? OfThreefry() : OfThreefryPairs();
    }
    std::vector<Value> state;
    for (const Value word : words_) state.push_back(body_.Reshape(word, {1}));
    return {body_.Concatenate(std::move(state), 0), Finish(bits)};
  }

 private:
  // Counters from the state's on, which is advanced by `n`.
  Value Counters(int64_t n) {
    const Value counters = a_.Add(body_.Iota({kU64, {n}}, 0), Spread(body_, words_[1], {n}));
    const Value before = words_[1];
    words_[1] = a_.Plus(before, static_cast<uint64_t>(n));
    if (words_.size() == 3) {
      const Value carry = body_.Compare(CompareDirection::kLt, words_[1], before);
      words_[2] = a_.Add(words_[2], body_.Convert(carry, kU64));
    }
    return counters;
  }

  Value OfThreefry() {
    const Value counters = Counters(result_.num_elements());
    const Words2 x = Threefry(a_, {a_.Low(counters), a_.High(counters)}, key_);
    return a_.Join(x[0], x[1]);
  }

  // A counter gives two elements along the first even dimension, or the largest.
  Value OfThreefryPairs() {
    const Dims& dims = result_.dims;
    size_t split = 0;
    for (size_t i = 1; i < dims.size() && dims[split] % 2 != 0; ++i) {
      if (dims[i] % 2 == 0 || dims[i] > dims[split]) split = i;
    }
    int64_t outer = 1, size = 1, inner = 1;
    for (size_t i = 0; i < dims.size(); ++i) (i < split ? outer : i == split ? size : inner) *= dims[i];
    const int64_t half = size / 2 + size % 2;
    const Value counters = Counters(outer * half * inner);
    const Words2 x = Threefry(a_, {a_.Low(counters), a_.High(counters)}, key_);
    const Dims one = {outer, half, 1, inner};
    const Value pairs = body_.Concatenate({body_.Reshape(x[0], one), body_.Reshape(x[1], one)}, 2);
    return body_.Slice(body_.Reshape(pairs, {outer, 2 * half, inner}), {0, 0, 0}, {outer, size, inner}, {1, 1, 1});
  }

  Value OfPhilox(bool wide) {
    const int64_t n = result_.num_elements();
    const int64_t each = wide ? 2 : 4;
    const int64_t count = n / each + (n % each != 0 ? 1 : 0);
    const Value low = Spread(body_, words_[1], {count});
    const Value high_word = words_[words_.size() == 3 ? 2 : 0];
    const Value counters = Counters(count);
    const Value carry = body_.Compare(CompareDirection::kLt, counters, low);
    const Value high = a_.Add(Spread(body_, high_word, {count}), body_.Convert(carry, kU64));
    const Words4 x = Philox(a_, {a_.Low(counters), a_.High(counters), a_.Low(high), a_.High(high)}, key_);
    const Value all = wide ? Interleaved(body_, {a_.Join(x[0], x[1]), a_.Join(x[2], x[3])})
                           : Interleaved(body_, {x[0], x[1], x[2], x[3]});
    return body_.Slice(all, {0}, {n}, {1});
  }

  // The low bits, as elements of the result.
  Value Finish(Value bits) {
    ElementType same = kU64;
    switch (stablehlo::ElementBits(result_.type)) {
      case 8:
        same = ElementType::kUI8;
        break;
      case 16:
        same = ElementType::kUI16;
        break;
      case 32:
        same = kU32;
        break;
      default:
        break;
    }
    return body_.Bitcast(body_.Convert(body_.Reshape(bits, result_.dims), same), result_.type);
  }

  Body& body_;
  Arithmetic a_;
  const Shape& result_;
  std::vector<Value> words_;
  Words2 key_;
};

}  // namespace

Status ImportRngBitGenerator(OpImport& op) {
  constexpr uint32_t kThreefry = 1;  // of op/enums.def
  const Shape state = op.In(0).shape();
  const Shape result = op.ResultShape(1);
  const bool threefry = op.Enum("rng_algorithm") == kThreefry;
  const bool fits = state.type == kU64 && state.rank() == 1 &&
                    (state.dims[0] == 2 || (state.dims[0] == 3 && !threefry)) && !stablehlo::IsComplex(result.type) &&
                    stablehlo::ElementBits(result.type) % 8 == 0 && result.num_elements() > 0;
  if (!fits || op.HasQuantized()) return Evaluate(op);
  const auto [next, bits] = Generator(op.body(), op.In(0), result).Run(threefry);
  op.Return(next, 0);
  op.Return(bits, 1);
  return OkStatus();
}

}  // namespace cppjrt::cpu
