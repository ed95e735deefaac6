// Index expressions: where in an array the loops of a kernel are.
//
// An Affine is a constant plus integer multiples of terms; a term is a loop variable, the quotient of an affine expression
// by a constant (a remainder is a difference with it), or a number that is only known at run time (the start of a dynamic slice, an entry of
// a gather's indices). Every term has a range, so that bounds can be proven and quotients go away:
//
//   IndexSpace space;
//   const Affine i = space.Loop(0, 4), j = space.Loop(1, 8);   // 0 <= i < 4, 0 <= j < 8
//   space.Div(i * 8 + j, 8) == i;  space.Mod(i * 8 + j, 8) == j;  space.RangeOf(i * 8 + j) == [0, 31]
//
// Terms are numbers in their space: equal terms have equal numbers.
//
// Arithmetic is checked. An expression whose numbers left int64_t is `overflowed`; whatever is made of it is, too, and its range
// is kUnboundedRange. Code is only generated for expressions that are Computable; the evaluator runs what has others.
#ifndef CPPJRT_CPU_PLAN_INDEX_H_
#define CPPJRT_CPU_PLAN_INDEX_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

using TermId = uint32_t;

// Both ends included.
struct Range {
  int64_t low = 0, high = 0;
  bool Within(const Range& other) const { return low >= other.low && high <= other.high; }
  bool Disjoint(const Range& other) const { return high < other.low || low > other.high; }
  friend bool operator==(const Range&, const Range&) = default;
};

// No number that takes part in computing an index is beyond these (Computable).
inline constexpr Range kComputableRange = {-(int64_t{1} << 56), int64_t{1} << 56};
// Of what is not known. Its ends can be added up without overflow.
inline constexpr Range kUnboundedRange = {-(int64_t{1} << 61), int64_t{1} << 61};

class Affine {
 public:
  Affine() = default;
  Affine(int64_t constant) : constant_(constant) {}  // NOLINT(google-explicit-constructor)
  static Affine Of(TermId term, int64_t factor = 1);

  int64_t constant() const { return constant_; }
  // Sorted by term; no factor is 0.
  const std::vector<std::pair<TermId, int64_t>>& terms() const { return terms_; }
  bool is_constant() const { return terms_.empty() && !overflowed_; }
  bool overflowed() const { return overflowed_; }
  int64_t factor(TermId term) const;
  // The same without `term`.
  Affine Without(TermId term) const;

  friend Affine operator+(const Affine& a, const Affine& b);
  friend Affine operator-(const Affine& a, const Affine& b) { return a + b * -1; }
  friend Affine operator*(const Affine& a, int64_t factor);
  friend auto operator<=>(const Affine&, const Affine&) = default;

 private:
  static Affine Overflowed();

  int64_t constant_ = 0;
  std::vector<std::pair<TermId, int64_t>> terms_;
  bool overflowed_ = false;  // then there are no terms
};

// One for each dimension of an array.
using Index = std::vector<Affine>;

struct Term {
  enum class Kind : uint8_t { kLoop, kDiv, kDynamic };
  Kind kind = Kind::kLoop;
  int64_t number = 0;  // loop: which; quotient: the divisor
  Affine of;           // quotient: of what
  Value value;         // dynamic: the element of `value` at `at`, clamped into `range`
  Index at;
  Range range;
};

class IndexSpace {
 public:
  // Loop `number` runs over [0, extent). The same number must be given the same extent, unless SetLoopRange changed it.
  Affine Loop(int64_t number, int64_t extent);
  // What is known of a loop in the part of the code that is worked on.
  void SetLoopRange(int64_t number, Range range);
  Affine Div(const Affine& a, int64_t divisor);  // rounds down; REQUIRES: divisor > 0
  Affine Mod(const Affine& a, int64_t divisor);  // not negative
  Affine Dynamic(Value value, Index at, Range clamp);

  const Term& term(TermId id) const { return terms_[id]; }
  // Clamped to kUnboundedRange.
  Range RangeOf(const Affine& a) const;
  // Whether all sums and products in it, and within its terms, stay in kComputableRange, in any order.
  bool Computable(const Affine& a) const;
  // Whether the loop occurs in it, also within terms.
  bool DependsOn(const Affine& a, int64_t loop) const;
  // For each term, also the terms within.
  void ForEachTerm(const Affine& a, const std::function<void(TermId)>& visit) const;
  std::string ToText(const Affine& a) const;

 private:
  using Key = std::tuple<Term::Kind, int64_t, Affine, const Node*, uint32_t, Index, int64_t, int64_t>;
  Affine Intern(Term term);
  Range RangeOfTerm(TermId id) const;

  std::vector<Term> terms_;
  std::map<Key, TermId> ids_;
};

// Row-major offset of an index in an array, in elements.
Affine LinearOffset(const Index& index, const Dims& dims);
// The index of the element at a row-major offset.
Index Delinearize(IndexSpace& space, const Affine& offset, const Dims& dims);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_INDEX_H_
