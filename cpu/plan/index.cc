#include "cpu/plan/index.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "cpu/graph/scalar.h"

namespace cppjrt::cpu {
namespace {

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Sums of products of two int64_t, which it holds.
using Wide = __int128;

int64_t Clamped(Wide number) {
  return static_cast<int64_t>(std::clamp<Wide>(number, kUnboundedRange.low, kUnboundedRange.high));
}

}  // namespace

Affine Affine::Overflowed() {
  Affine a;
  a.overflowed_ = true;
  return a;
}

Affine Affine::Of(TermId term, int64_t factor) {
  Affine a;
  if (factor != 0) a.terms_.emplace_back(term, factor);
  return a;
}

int64_t Affine::factor(TermId term) const {
  for (const auto& [id, factor] : terms_) {
    if (id == term) return factor;
  }
  return 0;
}

Affine Affine::Without(TermId term) const {
  Affine a = *this;
  std::erase_if(a.terms_, [&](const auto& entry) { return entry.first == term; });
  return a;
}

Affine operator+(const Affine& a, const Affine& b) {
  Affine sum;
  if (a.overflowed_ || b.overflowed_ || __builtin_add_overflow(a.constant_, b.constant_, &sum.constant_)) {
    return Affine::Overflowed();
  }
  sum.terms_.reserve(a.terms_.size() + b.terms_.size());
  auto i = a.terms_.begin();
  auto j = b.terms_.begin();
  while (i != a.terms_.end() || j != b.terms_.end()) {
    if (j == b.terms_.end() || (i != a.terms_.end() && i->first < j->first)) {
      sum.terms_.push_back(*i++);
    } else if (i == a.terms_.end() || j->first < i->first) {
      sum.terms_.push_back(*j++);
    } else {
      int64_t factor = 0;
      if (__builtin_add_overflow(i->second, j->second, &factor)) return Affine::Overflowed();
      if (factor != 0) sum.terms_.emplace_back(i->first, factor);
      ++i, ++j;
    }
  }
  return sum;
}

Affine operator*(const Affine& a, int64_t factor) {
  if (a.overflowed_) return a;
  if (factor == 0) return {};
  Affine product = a;
  bool overflow = __builtin_mul_overflow(a.constant_, factor, &product.constant_);
  for (auto& entry : product.terms_) overflow |= __builtin_mul_overflow(entry.second, factor, &entry.second);
  return overflow ? Affine::Overflowed() : product;
}

Affine IndexSpace::Intern(Term term) {
  const Key key(term.kind, term.number, term.of, term.value.node, term.value.index, term.at,
                term.kind == Term::Kind::kDynamic ? term.range.low : 0,
                term.kind == Term::Kind::kDynamic ? term.range.high : 0);
  const auto [at, added] = ids_.emplace(key, static_cast<TermId>(terms_.size()));
  if (added) terms_.push_back(std::move(term));
  return Affine::Of(at->second);
}

Affine IndexSpace::Loop(int64_t number, int64_t extent) {
  if (extent <= 1) return {};
  Term term;
  term.kind = Term::Kind::kLoop;
  term.number = number;
  term.range = {0, extent - 1};
  return Intern(std::move(term));
}

void IndexSpace::SetLoopRange(int64_t number, Range range) {
  for (Term& term : terms_) {
    if (term.kind == Term::Kind::kLoop && term.number == number) term.range = range;
  }
}

Range IndexSpace::RangeOf(const Affine& a) const {
  if (a.overflowed()) return kUnboundedRange;
  Wide low = a.constant();
  Wide high = a.constant();
  for (const auto& [id, factor] : a.terms()) {
    const Range of = RangeOfTerm(id);
    low += Wide{factor} * (factor > 0 ? of.low : of.high);
    high += Wide{factor} * (factor > 0 ? of.high : of.low);
  }
  return {Clamped(low), Clamped(high)};
}

bool IndexSpace::Computable(const Affine& a) const {
  if (a.overflowed()) return false;
  Wide low = std::min<int64_t>(a.constant(), 0);
  Wide high = std::max<int64_t>(a.constant(), 0);
  for (const auto& [id, factor] : a.terms()) {
    const Term& term = terms_[id];
    const Range of = RangeOfTerm(id);
    const Wide ends[] = {Wide{factor} * of.low, Wide{factor} * of.high};
    low += std::min<Wide>(0, std::min(ends[0], ends[1]));
    high += std::max<Wide>(0, std::max(ends[0], ends[1]));
    if (term.kind == Term::Kind::kDiv && !Computable(term.of)) return false;
    if (!std::ranges::all_of(term.at, [&](const Affine& at) { return Computable(at); })) return false;
  }
  return low >= kComputableRange.low && high <= kComputableRange.high;
}

// Of what it is made of: loops may have been given another range since.
Range IndexSpace::RangeOfTerm(TermId id) const {
  const Term& term = terms_[id];
  if (term.kind != Term::Kind::kDiv) return term.range;
  const Range of = RangeOf(term.of);
  return {FloorDiv(of.low, term.number), FloorDiv(of.high, term.number)};
}

Affine IndexSpace::Div(const Affine& a, int64_t divisor) {
  if (divisor == 1 || a.overflowed()) return a;
  // What the divisor divides comes out whole; the rest often lies within one step.
  Affine whole(FloorDiv(a.constant(), divisor));
  Affine rest(a.constant() - whole.constant() * divisor);
  for (const auto& [id, factor] : a.terms()) {
    const int64_t quotient = FloorDiv(factor, divisor);
    whole = whole + Affine::Of(id, quotient);
    rest = rest + Affine::Of(id, factor - quotient * divisor);
  }
  const Range range = RangeOf(rest);
  const int64_t low = FloorDiv(range.low, divisor);
  if (low == FloorDiv(range.high, divisor)) return whole + low;
  // (g a + b) / (g d) is a / d as long as 0 <= b < g.
  for (const auto& [id, factor] : rest.terms()) {
    const int64_t g = std::gcd(factor, divisor);
    if (g == 1) continue;
    Affine multiple(FloorDiv(rest.constant(), g));
    Affine within(rest.constant() - multiple.constant() * g);
    for (const auto& [other, f] : rest.terms()) {
      if (f % g == 0) {
        multiple = multiple + Affine::Of(other, f / g);
      } else {
        within = within + Affine::Of(other, f);
      }
    }
    if (RangeOf(within).Within({0, g - 1})) return whole + Div(multiple, divisor / g);
  }
  Term term;
  term.kind = Term::Kind::kDiv;
  term.number = divisor;
  term.of = std::move(rest);
  term.range = {low, FloorDiv(range.high, divisor)};
  return whole + Intern(std::move(term));
}

Affine IndexSpace::Mod(const Affine& a, int64_t divisor) {
  if (a.overflowed()) return a;
  if (divisor == 1) return {};
  Affine rest(a.constant() - FloorDiv(a.constant(), divisor) * divisor);
  for (const auto& [id, factor] : a.terms()) {
    rest = rest + Affine::Of(id, factor - FloorDiv(factor, divisor) * divisor);
  }
  const Range range = RangeOf(rest);
  const int64_t low = FloorDiv(range.low, divisor);
  if (low == FloorDiv(range.high, divisor)) return rest - low * divisor;
  // rest mod d = rest - d * (rest div d): with the quotient as the only new term, what is put together again cancels.
  return rest - Div(rest, divisor) * divisor;
}

Affine IndexSpace::Dynamic(Value value, Index at, Range clamp) {
  if (clamp.low == clamp.high) return clamp.low;
  if (value.node->kind == NodeKind::kConstant) {
    const Tensor& constant = value.node->attr<ConstantAttrs>().value;
    if (constant.num_elements() == 1) {  // the same for every index
      const int64_t number = IntAt(constant);
      if (!stablehlo::IsSigned(value.type()) && number < 0) return clamp.high;
      return std::clamp(number, clamp.low, clamp.high);
    }
  }
  Term term;
  term.kind = Term::Kind::kDynamic;
  term.value = value;
  term.at = std::move(at);
  term.range = clamp;
  return Intern(std::move(term));
}

void IndexSpace::ForEachTerm(const Affine& a, const std::function<void(TermId)>& visit) const {
  for (const auto& [id, factor] : a.terms()) {
    visit(id);
    ForEachTerm(terms_[id].of, visit);
    for (const Affine& at : terms_[id].at) ForEachTerm(at, visit);
  }
}

bool IndexSpace::DependsOn(const Affine& a, int64_t loop) const {
  bool depends = false;
  ForEachTerm(a, [&](TermId id) { depends |= terms_[id].kind == Term::Kind::kLoop && terms_[id].number == loop; });
  return depends;
}

std::string IndexSpace::ToText(const Affine& a) const {
  std::string text;
  for (const auto& [id, factor] : a.terms()) {
    const Term& term = terms_[id];
    if (!text.empty()) text += " + ";
    if (factor != 1) text += std::to_string(factor) + "*";
    switch (term.kind) {
      case Term::Kind::kLoop:
        text += "i" + std::to_string(term.number);
        break;
      case Term::Kind::kDiv:
        text += "(" + ToText(term.of) + ")/" + std::to_string(term.number);
        break;
      case Term::Kind::kDynamic:
        text += "dyn" + std::to_string(term.value.node->id);
        break;
    }
  }
  if (text.empty() || a.constant() != 0) text += (text.empty() ? "" : " + ") + std::to_string(a.constant());
  return text;
}

Affine LinearOffset(const Index& index, const Dims& dims) {
  Affine offset;
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    offset = offset + index[i] * stride;
    stride = stablehlo::SaturatingMultiply(stride, dims[i]);
  }
  return offset;
}

Index Delinearize(IndexSpace& space, const Affine& offset, const Dims& dims) {
  Index index(dims.size());
  if (NumElements(dims) == 0) return index;  // of no element
  Affine rest = offset;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i] == 1) continue;
    index[i] = space.Mod(rest, dims[i]);
    rest = space.Div(rest, dims[i]);
  }
  // What is left of the first dimension needs no remainder: the offset is within the array.
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) continue;
    Affine outer = offset;
    int64_t inner = 1;
    for (size_t k = i + 1; k < dims.size(); ++k) inner = stablehlo::SaturatingMultiply(inner, dims[k]);
    index[i] = space.Div(outer, inner);
    break;
  }
  return index;
}

}  // namespace cppjrt::cpu
