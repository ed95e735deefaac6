// sort: stable, along one dimension, by any comparator.
//
// The order is found for indices, and the operands follow. Where the comparator is a list of plain keys
// (comparator.h), the keys become unsigned numbers and the indices are sorted by them, least important key first.
// Any other comparator runs lifted, in a merge sort whose passes find the places of all elements at once: an element
// of the left run goes as far right as there are elements of the right run before it, found by bisection, one call
// of the comparator for a step of all. What comes out is a permutation whatever the comparator says. spec: sort

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "stablehlo/eval/comparator.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifting.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

// Elements that are worth a piece of their own.
constexpr int64_t kGrain = 1 << 14;
// From here on counting digits beats comparing.
constexpr int64_t kRadix = 512;
// Lanes of one call of a lifted comparator.
constexpr int64_t kLanes = 1 << 14;

// The lines of an array along one dimension: line l begins at Begin(l), its elements are `stride` apart.
struct Lines {
  int64_t count = 0;
  int64_t length = 0;
  int64_t stride = 1;

  Lines(const Dims& dims, size_t dimension) {
    length = dims[dimension];
    for (size_t d = dimension + 1; d < dims.size(); ++d) stride *= dims[d];
    count = length == 0 ? 0 : NumElements(dims) / length;
  }
  int64_t Begin(int64_t line) const { return line / stride * stride * length + line % stride; }
};

// Sorts (key, place) pairs by key, stably, by digits of 11 bits from the lowest; digits that all share are skipped.
struct Keyed {
  uint64_t key;
  int64_t place;
};
void RadixSort(std::vector<Keyed>& pairs, std::vector<Keyed>& spare) {
  constexpr int kBits = 11;
  constexpr size_t kDigits = size_t{1} << kBits;
  uint64_t differ = 0;
  for (const Keyed& pair : pairs) differ |= pair.key ^ pairs[0].key;
  spare.resize(pairs.size());
  for (int shift = 0; shift < 64; shift += kBits) {
    if ((differ >> shift & (kDigits - 1)) == 0) continue;
    size_t starts[kDigits] = {};
    for (const Keyed& pair : pairs) ++starts[pair.key >> shift & (kDigits - 1)];
    size_t sum = 0;
    for (size_t& start : starts) sum += std::exchange(start, sum);
    for (const Keyed& pair : pairs) spare[starts[pair.key >> shift & (kDigits - 1)]++] = pair;
    pairs.swap(spare);
  }
}

// Scratch of a thread.
struct KeyedLine {
  std::vector<uint64_t> keys;
  std::vector<Keyed> pairs;
  std::vector<Keyed> spare;
  std::vector<int64_t> last;  // the order before the pass
};

// order[i]: which element of the line comes ith. False if some elements are unordered.
bool SortLineByKeys(const std::vector<SortKey>& keys, const std::vector<Tensor>& operands, const Lines& lines,
                    int64_t line, KeyedLine& scratch, int64_t* order) {
  const int64_t n = lines.length;
  scratch.keys.resize(static_cast<size_t>(n));
  scratch.pairs.resize(static_cast<size_t>(n));
  std::iota(order, order + n, 0);
  for (size_t k = keys.size(); k-- > 0;) {
    const Tensor& operand = operands[keys[k].operand];
    if (!SortKeys(keys[k], operand, lines.Begin(line), lines.stride, n, scratch.keys.data())) return false;
    for (int64_t i = 0; i < n; ++i) {
      scratch.pairs[static_cast<size_t>(i)] = {scratch.keys[static_cast<size_t>(order[i])], i};
    }
    if (n < kRadix) {
      // The place decides between equal keys, so this is stable.
      std::sort(scratch.pairs.begin(), scratch.pairs.end(),
                [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
    } else {
      RadixSort(scratch.pairs, scratch.spare);
    }
    scratch.last.assign(order, order + n);
    for (size_t i = 0; i < scratch.pairs.size(); ++i) {
      order[i] = scratch.last[static_cast<size_t>(scratch.pairs[i].place)];
    }
  }
  return true;
}

bool SortByKeys(Call& call, const std::vector<SortKey>& keys, const std::vector<Tensor>& operands, const Lines& lines,
                int64_t* order) {
  std::atomic<bool> ordered = true;
  const int64_t grain = std::max<int64_t>(1, kGrain / lines.length);
  call.pool().ParallelFor(lines.count, grain, [&](int64_t begin, int64_t end) {
    KeyedLine scratch;
    for (int64_t line = begin; line < end && ordered; ++line) {
      if (!SortLineByKeys(keys, operands, lines, line, scratch, order + line * lines.length)) ordered = false;
    }
  });
  return ordered;
}

// The merge sort for any comparator. `order` holds for each line the elements in order.
class MergeSort {
 public:
  MergeSort(Call& call, const LiftedBody& comparator, const std::vector<Tensor>& operands, const Lines& lines)
      : call_(call), comparator_(comparator), operands_(operands), lines_(lines) {}

  Status Run(int64_t* order) {
    const int64_t n = lines_.length;
    for (int64_t line = 0; line < lines_.count; ++line) std::iota(order + line * n, order + (line + 1) * n, 0);
    std::vector<int64_t> merged(static_cast<size_t>(lines_.count * n));
    for (int64_t run = 1; run < n; run *= 2) {
      CPPJRT_RETURN_IF_ERROR(FindPlaces(order, run));
      Merge(order, run, merged.data());
      std::copy(merged.begin(), merged.end(), order);
    }
    return OkStatus();
  }

 private:
  // An element of a left run, and the part of the right run where its place may be.
  struct Search {
    int64_t line;
    int64_t element;  // position in the line's order
    int64_t right;    // where the right run begins
    int64_t low;      // elements of the right run known to come first
    int64_t high;     // and at most so many
  };

  void Collect(int64_t run) {
    searches_.clear();
    for (int64_t line = 0; line < lines_.count; ++line) {
      for (int64_t begin = 0; begin + run < lines_.length; begin += 2 * run) {
        const int64_t right = begin + run;
        const int64_t size = std::min(run, lines_.length - right);
        for (int64_t i = begin; i < right; ++i) searches_.push_back({line, i, right, 0, size});
      }
    }
  }

  Status FindPlaces(const int64_t* order, int64_t run) {
    Collect(run);
    for (bool open = true; open;) {
      open = false;
      for (size_t begin = 0; begin < searches_.size(); begin += kLanes) {
        const size_t end = std::min(searches_.size(), begin + kLanes);
        CPPJRT_RETURN_IF_ERROR(Step(order, std::span(searches_).subspan(begin, end - begin), open));
      }
    }
    return OkStatus();
  }

  // One bisection of those that are still open.
  Status Step(const int64_t* order, std::span<Search> searches, bool& open) {
    lanes_.clear();
    lefts_.clear();
    rights_.clear();
    for (size_t i = 0; i < searches.size(); ++i) {
      const Search& s = searches[i];
      if (s.low == s.high) continue;
      const int64_t base = lines_.Begin(s.line);
      const int64_t* line = order + s.line * lines_.length;
      lanes_.push_back(i);
      lefts_.push_back(base + line[s.element] * lines_.stride);
      rights_.push_back(base + line[s.right + (s.low + s.high) / 2] * lines_.stride);
    }
    if (lanes_.empty()) return OkStatus();
    const auto n = static_cast<int64_t>(lanes_.size());
    std::vector<RuntimeValue> arguments;
    for (const Tensor& operand : operands_) {
      for (const std::vector<int64_t>* side : {&rights_, &lefts_}) {
        CPPJRT_ASSIGN_OR_RETURN(Tensor picked, call_.Allocate(operand.type(), {n}));
        GatherElements(operand, side->data(), n, picked.mutable_bytes());
        arguments.emplace_back(std::move(picked));
      }
    }
    std::vector<RuntimeValue> results;
    CPPJRT_RETURN_IF_ERROR(comparator_.Run(call_, n, arguments, results));
    const uint8_t* before = results[0].tensor().data<uint8_t>();
    for (size_t i = 0; i < lanes_.size(); ++i) {
      Search& s = searches[lanes_[i]];
      const int64_t middle = (s.low + s.high) / 2;
      if (before[i] != 0) {
        s.low = middle + 1;
      } else {
        s.high = middle;
      }
      open = open || s.low < s.high;
    }
    return OkStatus();
  }

  // Places left elements where the searches say, right ones in between. A left element never goes in front of an
  // earlier one, as inconsistent comparators may ask.
  void Merge(const int64_t* order, int64_t run, int64_t* merged) const {
    std::copy_n(order, lines_.count * lines_.length, merged);
    for (size_t i = 0; i < searches_.size();) {
      const Search& first = searches_[i];
      const int64_t* line = order + first.line * lines_.length;
      int64_t* out = merged + first.line * lines_.length + first.element;
      const int64_t size = std::min(run, lines_.length - first.right);
      int64_t taken = 0;
      const size_t end = i + static_cast<size_t>(run);
      const int64_t right = first.right;
      for (; i < end; ++i) {
        for (; taken < searches_[i].low; ++taken) *out++ = line[right + taken];
        *out++ = line[searches_[i].element];
      }
      for (; taken < size; ++taken) *out++ = line[right + taken];
    }
  }

  Call& call_;
  const LiftedBody& comparator_;
  const std::vector<Tensor>& operands_;
  const Lines& lines_;
  std::vector<Search> searches_;
  std::vector<size_t> lanes_;
  std::vector<int64_t> lefts_;
  std::vector<int64_t> rights_;
};

struct SortPlan {
  size_t dimension = 0;
  std::optional<std::vector<SortKey>> keys;
  LiftedBody comparator;
};

// The operand with its lines in that order.
StatusOr<Tensor> Reorder(Call& call, const Tensor& operand, const Lines& lines, const int64_t* order) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), operand.dims()));
  std::byte* out = result.mutable_bytes();
  const int64_t grain = std::max<int64_t>(1, kGrain / lines.length);
  call.pool().ParallelFor(lines.count, grain, [&](int64_t begin, int64_t end) {
    std::vector<int64_t> from(static_cast<size_t>(lines.length));
    std::vector<int64_t> to(static_cast<size_t>(lines.length));
    for (int64_t line = begin; line < end; ++line) {
      const int64_t base = lines.Begin(line);
      for (int64_t i = 0; i < lines.length; ++i) {
        from[static_cast<size_t>(i)] = base + order[line * lines.length + i] * lines.stride;
        to[static_cast<size_t>(i)] = base + i * lines.stride;
      }
      MoveElements(operand, from.data(), to.data(), lines.length, out);
    }
  });
  return result;
}

Status Sort(const SortPlan& plan, Call& call) {
  const size_t count = call.num_operands();
  CPPJRT_RETURN_IF_ERROR(CheckSameDims(call, 0, count));
  const Lines lines(call.operand(0).dims(), plan.dimension);
  std::vector<Tensor> operands;
  for (size_t i = 0; i < count; ++i) operands.push_back(call.operand(i));
  if (lines.length < 2 || lines.count == 0) {
    for (size_t i = 0; i < count; ++i) call.Return(std::move(operands[i]), i);
    return OkStatus();
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor indices, call.Allocate(ElementType::kI64, {lines.count * lines.length}));
  int64_t* order = indices.mutable_data<int64_t>();
  if (!plan.keys || !SortByKeys(call, *plan.keys, operands, lines, order)) {
    CPPJRT_RETURN_IF_ERROR(MergeSort(call, plan.comparator, operands, lines).Run(order));
  }
  for (size_t i = 0; i < count; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor sorted, Reorder(call, operands[i], lines, order));
    call.Return(std::move(sorted), i);
  }
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareSort(const OpRef& op) {
  SortPlan plan;
  const int64_t rank = op.types().rank(op.operand_type(0));
  const int64_t dimension = op.I64("dimension", -1);
  CPPJRT_ASSIGN_OR_RETURN(plan.comparator, LiftedBody::Prepare(op, 0));
  if (rank == 0) {
    return Kernel([](Call& call) -> Status {
      for (size_t i = 0; i < call.num_operands(); ++i) call.Return(call.operand(i), i);
      return OkStatus();
    });
  }
  plan.dimension = static_cast<size_t>(dimension < 0 ? dimension + rank : dimension);
  plan.keys = RecognizeComparator(op);
  return Kernel([plan = std::move(plan)](Call& call) { return Sort(plan, call); });
}

}  // namespace cppjrt::stablehlo
