#include "cpu/codegen/nest.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "cpu/plan/kernels.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::cpu::codegen {
namespace {

// A loop cut at more places than this is left whole: the code would become too long.
constexpr size_t kMostBreaks = 4;
// Of a concatenation there is code for each part anyway.
constexpr size_t kMostParts = 600;
constexpr int kMostSplits = 6;
// Adding up the lanes of a vector costs more than adding so few numbers one by one.
constexpr int64_t kFewestSummed = 8;
// What a vector of instructions gains, in vectors read: little, as most kernels wait for memory.
constexpr double kWork = 0.05;
// Elements from which on two accesses are in different lines of cache.
constexpr int64_t kFar = 16;
// A row of so many vectors is combined in that many places.
constexpr int64_t kVectorsInOrder = 4;

// Accesses of a stage: affine offsets into memory, guards.
struct Accesses {
  std::vector<Affine> reads;
  std::vector<Affine> writes;
  std::vector<Guard> guards;
  std::vector<Affine> counts;  // of iota
};

class NestMaker {
 public:
  NestMaker(IndexSpace& space, const Kernel& kernel, const ValueSet& in_memory, int64_t lanes, bool straight)
      : space_(space),
        kernel_(kernel),
        in_memory_(in_memory),
        lanes_(lanes),
        straight_(straight),
        work_(kWork * WorkOf(kernel)) {}

  Nest Make() {
    Nest nest;
    std::vector<int64_t> outer = LoopsOf(kernel_.outer, 0, [&](const Index& index) { return AllAccesses(index); });
    nest.outer = IndexOf(kernel_.outer, outer, 0, nest.loops);
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      const Stage& stage = kernel_.stages[s];
      const auto first = static_cast<int64_t>(s + 1) * 64;
      NestStage& made = nest.stages.emplace_back();
      std::vector<int64_t> inner =
          LoopsOf(stage.inner, first, [&](const Index& index) { return AccessesOf(stage, nest.outer, index); });
      made.inner = IndexOf(stage.inner, inner, first, made.loops);
    }
    Vectorize(nest);
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      AddBreaks(AccessesOf(kernel_.stages[s], nest.outer, nest.stages[s].inner), nest.loops, nest.stages[s].loops);
    }
    return nest;
  }

 private:
  // The extents of the loops that `dims` become: one number for each loop; dims are cut from them in row-major order.
  template <typename AccessFunction>
  std::vector<int64_t> LoopsOf(const Dims& dims, int64_t first, const AccessFunction& accesses) {
    std::vector<int64_t> loops;
    for (const int64_t d : dims) {
      if (d != 1) loops.push_back(d);
    }
    if (NumElements(dims) == 0) return loops;
    Split(dims, first, accesses, loops);
    // From the innermost outwards: one loop out of two, as long as nothing but sums of them is used.
    for (size_t i = loops.size(); i-- > 1;) {
      std::vector<int64_t> fewer = loops;
      fewer[i - 1] *= fewer[i];
      fewer.erase(fewer.begin() + static_cast<int64_t>(i));
      if (!Cuts(dims, fewer, first, accesses)) loops = std::move(fewer);
    }
    return loops;
  }

  // Whether an index would need a quotient of one of these loops.
  template <typename AccessFunction>
  bool Cuts(const Dims& dims, const std::vector<int64_t>& loops, int64_t first, const AccessFunction& accesses) {
    std::vector<NestLoop> made;
    const Accesses found = accesses(IndexOf(dims, loops, first, made));
    return FirstCut(found, first, loops.size()).first >= 0;
  }

  // A loop's number and the divisor of a quotient that depends on it, or -1.
  std::pair<int64_t, int64_t> FirstCut(const Accesses& found, int64_t first, size_t count) {
    std::pair<int64_t, int64_t> cut = {-1, 0};
    const auto look = [&](const Affine& a) {
      space_.ForEachTerm(a, [&](TermId id) {
        const Term& term = space_.term(id);
        if (term.kind != Term::Kind::kDiv || cut.first >= 0) return;
        for (const auto& [inner, factor] : term.of.terms()) {
          const Term& of = space_.term(inner);
          if (of.kind != Term::Kind::kLoop) continue;
          if (of.number >= first && of.number < first + static_cast<int64_t>(count)) {
            const int64_t f = std::abs(factor);
            cut = {of.number, term.number % f == 0 ? term.number / f : 0};
          }
        }
      });
    };
    for (const Affine& a : found.reads) look(a);
    for (const Affine& a : found.writes) look(a);
    for (const Affine& a : found.counts) look(a);
    for (const Guard& g : found.guards) look(g.expr);
    return cut;
  }

  template <typename AccessFunction>
  void Split(const Dims& dims, int64_t first, const AccessFunction& accesses, std::vector<int64_t>& loops) {
    for (int i = 0; i < kMostSplits; ++i) {
      std::vector<NestLoop> made;
      const Accesses found = accesses(IndexOf(dims, loops, first, made));
      const auto [number, divisor] = FirstCut(found, first, loops.size());
      if (number < 0 || divisor <= 1) return;
      const auto at = static_cast<size_t>(number - first);
      if (loops[at] % divisor != 0 || loops[at] == divisor) return;
      loops[at] /= divisor;
      loops.insert(loops.begin() + static_cast<int64_t>(at) + 1, divisor);
    }
  }

  // The plan's loops as sums and, where loops were joined, quotients of the ones we make.
  Index IndexOf(const Dims& dims, const std::vector<int64_t>& loops, int64_t first, std::vector<NestLoop>& made) {
    // Numbers are given anew for each try: a try has its own ranges.
    made.clear();
    Affine offset;
    int64_t stride = 1;
    for (size_t i = loops.size(); i-- > 0;) {
      const int64_t number = first + static_cast<int64_t>(i);
      const Affine loop = space_.Loop(number, loops[i]);
      space_.SetLoopRange(number, {0, std::max<int64_t>(loops[i], 1) - 1});
      offset = offset + loop * stride;
      stride *= loops[i];
    }
    for (size_t i = 0; i < loops.size(); ++i) made.push_back({first + static_cast<int64_t>(i), loops[i], {}});
    return Delinearize(space_, offset, dims);
  }

  Accesses AllAccesses(const Index& outer) {
    Accesses all;
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      std::vector<NestLoop> made;
      std::vector<int64_t> plain;
      for (const int64_t d : kernel_.stages[s].inner) {
        if (d != 1) plain.push_back(d);
      }
      const Index inner = IndexOf(kernel_.stages[s].inner, plain, static_cast<int64_t>(s + 1) * 64, made);
      Accesses found = AccessesOf(kernel_.stages[s], outer, inner);
      all.reads.insert(all.reads.end(), found.reads.begin(), found.reads.end());
      all.writes.insert(all.writes.end(), found.writes.begin(), found.writes.end());
      all.guards.insert(all.guards.end(), found.guards.begin(), found.guards.end());
      all.counts.insert(all.counts.end(), found.counts.begin(), found.counts.end());
    }
    return all;
  }

  Accesses AccessesOf(const Stage& stage, const Index& outer, const Index& inner) {
    Accesses found;
    ExpressionWalk walk(
        space_, in_memory_, [&](Value v, const Index& index) { found.reads.push_back(LinearOffset(index, v.dims())); },
        [&](const Guard& guard) { found.guards.push_back(guard); },
        [&](const Affine& count) { found.counts.push_back(count); });
    for (const Root& root : stage.roots) {
      WalkRoot(walk, space_, root, outer, inner);
      const Index at = RootIndex(root, space_, outer, inner);
      if (root.kind != RootKind::kReduce) found.writes.push_back(LinearOffset(at, root.node->shape().dims));
    }
    return found;
  }

  // --- The loop of vectors ------------------------------------------------------------------------------------------

  // Simple instructions for each element that the kernel visits.
  static double WorkOf(const Kernel& kernel) {
    double elements = 0;
    for (const Stage& stage : kernel.stages) elements += static_cast<double>(NumElements(stage.inner));
    return kernel.cost / std::max(1.0, elements * static_cast<double>(NumElements(kernel.outer)));
  }

  // How well accesses go when the loop is one of vectors, and how much there is to do in them.
  double Score(const Accesses& found, int64_t loop) const {
    double score = work_;
    for (const Affine& a : found.reads) score += ScoreOf(a, loop, 1);
    for (const Affine& a : found.writes) score += ScoreOf(a, loop, 2);
    for (const Guard& g : found.guards) score -= space_.DependsOn(g.expr, loop) ? 0.5 : 0;
    for (const Affine& a : found.counts) score += Stride(a, loop) == kUnknown ? -2 : 0.25;
    return score;
  }

  static constexpr int64_t kUnknown = INT64_MIN;

  int64_t Stride(const Affine& a, int64_t loop) const {
    int64_t stride = 0;
    for (const auto& [id, factor] : a.terms()) {
      const Term& term = space_.term(id);
      if (term.kind == Term::Kind::kLoop) {
        if (term.number == loop) stride = factor;
      } else if (space_.DependsOn(Affine::Of(id), loop)) {
        return kUnknown;
      }
    }
    return stride;
  }

  double ScoreOf(const Affine& a, int64_t loop, double weight) const {
    const int64_t stride = Stride(a, loop);
    if (stride == 0) return weight * 0.5;
    if (stride == 1) return weight;
    // Elements are put together one by one, as they would be read without vectors.
    if (stride == kUnknown) return weight > 1 ? -weight * 4 : -1.25;
    if (straight_ && weight == 1) return 0;
    return -weight * (std::abs(stride) <= 4 ? 1.5 : 3);
  }

  double ExtentFactor(int64_t extent) const {
    if (extent >= lanes_) return 1;
    return static_cast<double>(extent) / static_cast<double>(lanes_);
  }

  void Vectorize(Nest& nest) {
    std::vector<Accesses> found;
    for (size_t s = 0; s < kernel_.stages.size(); ++s) {
      found.push_back(AccessesOf(kernel_.stages[s], nest.outer, nest.stages[s].inner));
    }
    // Each stage by itself.
    double inside = 0;
    std::vector<int> choice(nest.stages.size(), -1);
    std::vector<double> weights;
    for (size_t s = 0; s < nest.stages.size(); ++s) {
      double best = 0;
      const bool reduces_by_body = NeedsOrder(kernel_.stages[s]);
      for (size_t l = 0; l < nest.stages[s].loops.size() && !reduces_by_body; ++l) {
        const NestLoop& loop = nest.stages[s].loops[l];
        if (loop.extent < 2 || (loop.extent < kFewestSummed && Reduces(kernel_.stages[s]))) continue;
        const double score = (Score(found[s], loop.number) + 0.01 * static_cast<double>(l)) * ExtentFactor(loop.extent);
        if (score > best) best = score, choice[s] = static_cast<int>(l);
      }
      weights.push_back(static_cast<double>(NumElements(kernel_.stages[s].inner)));
      inside += best * weights.back();
    }
    // One shared loop for all stages.
    double shared = 0;
    int shared_loop = -1;
    // (Local values have no place for several points of the outer loops.)
    for (size_t l = 0; l < nest.loops.size() && kernel_.locals.empty(); ++l) {
      if (nest.loops[l].extent < 2) continue;
      double score = 0;
      for (size_t s = 0; s < nest.stages.size(); ++s) {
        const bool several = nest.loops[l].extent >= kVectorsInOrder * lanes_;
        const double bonus = ReduceBonus(kernel_.stages[s]) + OrderBonus(kernel_.stages[s], found[s], several);
        score += (Score(found[s], nest.loops[l].number) + bonus) * ExtentFactor(nest.loops[l].extent) * weights[s];
        // The result of a reduction is written once for all points of its stage.
        for (const Root& root : kernel_.stages[s].roots) {
          if (root.kind != RootKind::kReduce) continue;
          const Affine written = LinearOffset(nest.outer, root.node->shape().dims);
          score += ScoreOf(written, nest.loops[l].number, 2) * ExtentFactor(nest.loops[l].extent);
        }
      }
      if (score > shared) shared = score, shared_loop = static_cast<int>(l);
    }
    if (shared_loop >= 0 && shared >= inside) {
      MoveLast(nest.loops, static_cast<size_t>(shared_loop));
      nest.vectorized = true;
      return;
    }
    for (size_t s = 0; s < nest.stages.size(); ++s) {
      NestStage& stage = nest.stages[s];
      const int loop = choice[s] >= 0 ? choice[s] : WrittenAlong(found[s], stage.loops);
      if (loop < 0 || NeedsOrder(kernel_.stages[s])) continue;
      const bool tiled = nest.loops.empty() && Tile(kernel_.stages[s], found[s], loop, stage);
      stage.vectorized = tiled || choice[s] >= 0;
      if (choice[s] >= 0 && !tiled) MoveLast(stage.loops, static_cast<size_t>(choice[s]));
    }
  }

  // --- Tiles --------------------------------------------------------------------------------------------------------

  // Cuts the loop of vectors and the one along which other accesses are contiguous, if that pays: all elements of a line of
  // cache are then used before it is lost. Puts the two tile loops last.
  bool Tile(const Stage& stage, const Accesses& found, int vector_loop, NestStage& made) {
    const NestLoop across = made.loops[static_cast<size_t>(vector_loop)];
    const int other = OtherContiguous(found, across.number, made.loops);
    if (other < 0) return false;
    const NestLoop along = made.loops[static_cast<size_t>(other)];
    const int64_t across_size = TileSize(across.extent);
    const int64_t along_size = TileSize(along.extent);
    if (across_size == 0 || along_size == 0) return false;
    for (const Guard& g : found.guards) {
      if (space_.DependsOn(g.expr, across.number) || space_.DependsOn(g.expr, along.number)) return false;
    }
    std::vector<int64_t> extents;
    std::vector<size_t> order;  // the loops of tiles, and within them
    size_t across_at = 0;
    size_t along_at = 0;
    for (const NestLoop& loop : made.loops) {
      const int64_t size = loop.number == across.number ? across_size : loop.number == along.number ? along_size : 1;
      order.push_back(extents.size());
      extents.push_back(loop.extent / size);
      if (size == 1) continue;
      (loop.number == across.number ? across_at : along_at) = extents.size();
      extents.push_back(size);
    }
    order.push_back(along_at);
    order.push_back(across_at);
    std::vector<NestLoop> loops;
    made.inner = IndexOf(stage.inner, extents, made.loops[0].number, loops);
    made.loops.clear();
    for (const size_t i : order) made.loops.push_back(loops[i]);
    made.tile_loops = 2;
    return true;
  }

  // The loop along which the results are contiguous; -1: none.
  int WrittenAlong(const Accesses& found, const std::vector<NestLoop>& loops) const {
    for (size_t l = 0; l < loops.size() && !found.writes.empty(); ++l) {
      if (std::all_of(found.writes.begin(), found.writes.end(),
                      [&](const Affine& a) { return Stride(a, loops[l].number) == 1; })) {
        return static_cast<int>(l);
      }
    }
    return -1;
  }

  // The loop, another than `across`, along which an access is contiguous that is far from it along `across`; -1: none.
  int OtherContiguous(const Accesses& found, int64_t across, const std::vector<NestLoop>& loops) const {
    for (const std::vector<Affine>* accesses : {&found.reads, &found.writes}) {
      for (const Affine& a : *accesses) {
        const int64_t far = Stride(a, across);
        if (far == kUnknown || std::abs(far) < kFar) continue;
        for (size_t l = 0; l < loops.size(); ++l) {
          if (loops[l].number != across && std::abs(Stride(a, loops[l].number)) == 1) return static_cast<int>(l);
        }
      }
    }
    return -1;
  }

  // A divisor of the extent that is a good size, best first; 0: there is none.
  static int64_t TileSize(int64_t extent) {
    for (const int64_t size : {32, 24, 40, 16, 20, 28, 36, 48, 56, 64, 25, 30, 50}) {
      if (extent % size == 0 && extent > size) return size;
    }
    return 0;
  }

  // Lanes that are results of their own need not be combined at the end.
  static double ReduceBonus(const Stage& stage) {
    double bonus = 0;
    for (const Root& root : stage.roots) bonus += root.kind == RootKind::kReduce ? 1.0 : 0;
    return bonus;
  }

  // Where each point waits for the one before, even elements gathered from afar are worth it, all the more if `several` vectors
  // can be worked on at once.
  static double OrderBonus(const Stage& stage, const Accesses& found, bool several) {
    return NeedsOrder(stage) ? 3.5 * static_cast<double>(found.reads.size()) + (several ? 1 : 0) : 0;
  }

  static bool Reduces(const Stage& stage) {
    return std::any_of(stage.roots.begin(), stage.roots.end(),
                       [](const Root& root) { return root.kind == RootKind::kReduce; });
  }

  static bool NeedsOrder(const Stage& stage) {
    for (const Root& root : stage.roots) {
      if (root.kind != RootKind::kReduce || root.node->bodies.empty()) continue;
      const bool rounds =
          root.node->kind == NodeKind::kReduceWindow && stablehlo::IsNarrowFloat(root.node->shape().type);
      if (rounds || !ReducerMonoid(*root.node->bodies[0]).has_value()) return true;
    }
    return false;
  }

  static void MoveLast(std::vector<NestLoop>& loops, size_t i) {
    std::rotate(loops.begin() + static_cast<int64_t>(i), loops.begin() + static_cast<int64_t>(i) + 1, loops.end());
  }

  // --- Where guards change ------------------------------------------------------------------------------------------

  void AddBreaks(const Accesses& found, std::vector<NestLoop>& outer, std::vector<NestLoop>& inner) {
    for (const Guard& guard : found.guards) {
      if (guard.expr.terms().size() != 1) continue;
      const auto [id, factor] = guard.expr.terms()[0];
      const Term& term = space_.term(id);
      if (term.kind != Term::Kind::kLoop || std::abs(factor) != 1) continue;
      for (std::vector<NestLoop>* loops : {&outer, &inner}) {
        for (NestLoop& loop : *loops) {
          if (loop.number != term.number) continue;
          // factor * i + constant crosses low or high.
          for (const int64_t edge : {guard.low, guard.high}) {
            const int64_t at = factor > 0 ? edge - guard.expr.constant() : guard.expr.constant() - edge + 1;
            if (at > 0 && at < loop.extent) AddBreak(loop, at);
          }
        }
      }
    }
    const bool parts = std::any_of(kernel_.stages.begin(), kernel_.stages.end(), [](const Stage& stage) {
      return stage.roots.size() == 1 && stage.roots[0].node->kind == NodeKind::kConcatenate;
    });
    for (std::vector<NestLoop>* loops : {&outer, &inner}) {
      for (NestLoop& loop : *loops) {
        if (loop.breaks.size() > (parts ? kMostParts : kMostBreaks)) loop.breaks.clear();
      }
    }
  }

  static void AddBreak(NestLoop& loop, int64_t at) {
    const auto place = std::lower_bound(loop.breaks.begin(), loop.breaks.end(), at);
    if (place == loop.breaks.end() || *place != at) loop.breaks.insert(place, at);
  }

  IndexSpace& space_;
  const Kernel& kernel_;
  const ValueSet& in_memory_;
  const int64_t lanes_;
  const bool straight_;  // what is read at several points is read once
  const double work_;    // what vectors gain apart from memory
};

}  // namespace

Nest ChooseNest(IndexSpace& space, const Kernel& kernel, const ValueSet& in_memory, int64_t lanes, bool straight) {
  return NestMaker(space, kernel, in_memory, lanes, straight).Make();
}

}  // namespace cppjrt::cpu::codegen
