#include "cpu/plan/kernels.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <utility>

#include "cpu/graph/body_facts.h"
#include "cpu/graph/sizes.h"
#include "cpu/plan/element_loop.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/expression.h"
#include "cpu/plan/in_place.h"

namespace cppjrt::cpu {
namespace {

// A row that stages share should stay in the fast caches.
constexpr int64_t kMostRowElements = 1 << 16;
// Rows together take threads away from their inner loops: only with enough of them, or with little work.
constexpr int64_t kFewestRows = 16;
constexpr int64_t kSmallWork = 1 << 14;
// Of a kernel, in instructions (CodeLength). LLVM's register allocation takes time in the square and more of a function whose
// values live across many calls for rare operands (cpu/math/rescue.h): 20 sines take 40 ms, 40 of them 160 ms, 80 more than 1 s.
constexpr int64_t kMostLength = 600;
// Values that a kernel reads and writes: the address of each lives through all of it.
constexpr size_t kMostTouched = 160;
constexpr int64_t kFewestLocal = 32;
constexpr int64_t kMostLocalBytes = 1 << 16;
constexpr int kSearch = 400;

struct Read {
  Value value;
  Index index;
  bool reshaped = false;  // seen under other dimensions, which the index does not say: no loop is it
};
// What a kernel reads, and its loops: outer, then those of its (only) stage.
struct Reads {
  std::vector<Read> reads;
  Index loops;
  int64_t num_nodes = 0;
  int64_t length = 0;
};

// A step while steps are put together.
struct Draft {
  Step step;
  int64_t num_nodes = 1;
  std::vector<Value> reads;   // in memory
  std::vector<Value> writes;  // of kernels: the roots' values
  int after = -1;             // of steps with effects: the one before, in the program's order
  size_t Touched() const { return reads.size() + writes.size(); }
};

bool IsReduceRoot(const Root& root) { return root.kind == RootKind::kReduce; }

bool HasReduction(const Kernel& kernel) {
  for (const Stage& stage : kernel.stages) {
    if (std::any_of(stage.roots.begin(), stage.roots.end(), IsReduceRoot)) return true;
  }
  return false;
}

Dims Suffix(const Dims& dims, size_t n) { return Dims(std::span(dims.begin() + n, dims.size() - n)); }
bool StartsWith(const Dims& dims, const Dims& prefix) {
  return dims.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), dims.begin());
}

class StepMaker {
 public:
  StepMaker(const Body& body, ValueSet& in_memory) : body_(body), in_memory_(in_memory) {}

  StatusOr<std::vector<Step>> Make() {
    for (const Node* node : body_.nodes) {
      if (node->kind == NodeKind::kDynamicUpdate) KeepUpdate(*node);
    }
    for (Node* node : body_.nodes) AddNode(*node);
    CPPJRT_RETURN_IF_ERROR(status_);
    DropLocals();
    return Ordered();
  }

 private:
  void AddNode(Node& node) {
    const Value v = {&node, 0};
    if (IsFusible(node) && node.shape().token) return;  // no memory
    if (IsAlias(v, in_memory_)) {
      const auto at = maker_.find(Canonical(v, in_memory_));
      if (at != maker_.end()) maker_[v] = at->second;
    } else if (node.kind == NodeKind::kConstant && !IsSplat(node)) {
      return;
    } else if (node.kind == NodeKind::kDynamicUpdate) {
      AddKernel(node, RootKind::kUpdate);
    } else if (IsFusible(node)) {
      if (in_memory_.contains(v)) AddKernel(node, RootKind::kMap);
    } else if (IsKernelReduction(node)) {
      AddKernel(node, RootKind::kReduce);
    } else {
      AddOther(node);
    }
  }

  // An update that reads the array elsewhere than where it changes it is worked out first, so that the array can change in place.
  // This is decided before any step is formed: whoever reads the update's value then reads it from memory.
  void KeepUpdate(const Node& node) {
    const Value update = node.operands[1];
    Step alone;
    alone.kind = Step::Kind::kKernel;
    alone.kernel.stages.push_back({update.dims(), {{RootKind::kUpdate, const_cast<Node*>(&node), 0}}});
    const bool small = 2 * update.shape().num_bytes() <= node.shape().num_bytes();
    const bool own = update.node->parent == &body_ && IsFusible(*update.node) && !in_memory_.contains(update);
    if (small && own && !IsMemoryOfOperand(update) && !UpdateReadsOnlyInPlace(in_memory_, alone)) {
      in_memory_.insert(update);
    }
  }

  // Whether it would be no memory of its own.
  bool IsMemoryOfOperand(Value v) const {
    if (v.node->kind != NodeKind::kReshape) return false;
    const Value operand = v.node->operands[0];
    return in_memory_.contains(operand) || !IsFusible(*operand.node);
  }

  // A call, loop or branch. What it reads: its operands, and what its bodies take from here.
  void AddOther(Node& node) {
    Draft draft;
    draft.step.node = &node;
    draft.step.kind = IsElementLoop(node)             ? Step::Kind::kCall
                      : node.kind == NodeKind::kWhile ? Step::Kind::kWhile
                      : node.kind == NodeKind::kCase  ? Step::Kind::kCase
                                                      : Step::Kind::kCall;
    std::set<std::pair<uint32_t, uint32_t>> seen;
    CollectUses(node, seen, draft.reads);
    const auto id = static_cast<int>(drafts_.size());
    if (HasEffects(node)) {
      if (last_effect_ >= 0) order_.emplace_back(last_effect_, id);
      draft.after = last_effect_;
      last_effect_ = id;
    }
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      maker_[{&node, i}] = id;
      draft.writes.push_back({&node, i});
    }
    drafts_.push_back(std::move(draft));
  }

  void CollectUses(const Node& node, std::set<std::pair<uint32_t, uint32_t>>& seen, std::vector<Value>& reads) {
    for (const Value v : node.operands) Use(v, seen, reads);
    for (const Body* inner : node.bodies) {
      for (const Node* n : inner->nodes) CollectUses(*n, seen, reads);
      for (const Value v : inner->results) Use(v, seen, reads);
    }
  }

  // Down to values in memory.
  void Use(Value v, std::set<std::pair<uint32_t, uint32_t>>& seen, std::vector<Value>& reads) {
    if (v.node->parent != &body_) return;
    if (!seen.emplace(v.node->id, v.index).second) return;
    if (in_memory_.contains(v) || !IsFusible(*v.node)) {
      reads.push_back(Canonical(v, in_memory_));
      return;
    }
    for (const Value operand : v.node->operands) Use(operand, seen, reads);
  }

  void AddKernel(Node& node, RootKind kind) {
    Draft draft;
    draft.step.kind = Step::Kind::kKernel;
    draft.step.node = &node;
    Kernel& kernel = draft.step.kernel;
    const Dims& dims = kind == RootKind::kUpdate ? node.operands[1].dims() : node.shape().dims;
    const Root root = {kind, &node, 0};
    if (kind == RootKind::kReduce) {
      kernel.outer = dims;
      kernel.stages.push_back({InnerDims(node), {root}});
    } else {
      kernel.stages.push_back({dims, {root}});
    }
    for (uint32_t i = 0; i < node.shapes.size(); ++i) draft.writes.push_back({&node, i});
    const Reads reads = ReadsOf(kernel);
    draft.num_nodes = reads.num_nodes;
    kernel.length = reads.length;
    if (kind == RootKind::kUpdate) draft.reads.push_back(Canonical(node.operands[0], in_memory_));
    for (const Read& read : reads.reads) {
      if (std::find(draft.reads.begin(), draft.reads.end(), read.value) == draft.reads.end()) {
        draft.reads.push_back(read.value);
      }
    }
    double points =
        static_cast<double>(NumElements(kernel.outer)) * static_cast<double>(NumElements(kernel.stages[0].inner));
    kernel.cost = points * static_cast<double>(draft.num_nodes + 1);
    if (kind != RootKind::kUpdate && MergeInto(draft, reads)) return;
    const auto id = static_cast<int>(drafts_.size());
    for (const Value v : draft.writes) maker_[v] = id;
    if (NumElements(dims) == 1 && kind == RootKind::kMap) last_scalar_ = id;
    for (const Value v : draft.reads) last_reader_[v] = id;
    drafts_.push_back(std::move(draft));
  }

  Reads ReadsOf(const Kernel& kernel) {
    IndexSpace space;
    Reads reads;
    bool computable = true;
    const auto visit = [&](Value v, const Index& index) {
      const Value base = Canonical(v, in_memory_);
      const bool reshaped = !(base == v);
      computable = computable && space.Computable(LinearOffset(index, v.dims()));
      reads.reads.push_back({base, reshaped ? Index(base.shape().rank(), Affine(-1)) : index, reshaped});
    };
    const auto guarded = [&](const Guard& guard) { computable = computable && space.Computable(guard.expr); };
    const auto count = [&](const Affine& a) { computable = computable && space.Computable(a); };
    ExpressionWalk walk(space, in_memory_, visit, guarded, count);
    reads.loops = OuterLoops(space, kernel);
    const Index outer = reads.loops;
    for (const Stage& stage : kernel.stages) {
      const Index inner = InnerLoops(space, kernel, stage);
      for (const Root& root : stage.roots) WalkRoot(walk, space, root, outer, inner);
      reads.loops.insert(reads.loops.end(), inner.begin(), inner.end());
    }
    reads.num_nodes = walk.num_nodes();
    reads.length = walk.length();
    if (!computable && status_.ok()) {
      const Node& node = *kernel.stages[0].roots[0].node;
      status_ = UnimplementedError(Where(node, node.shape()) + ": its indices may exceed 64 bits");
    }
    return reads;
  }

  // Puts a new kernel of one root into an earlier one, if there is one where that saves something.
  bool MergeInto(Draft& draft, const Reads& reads) {
    std::vector<int> candidates;
    const auto add = [&](int id) {
      if (id >= 0 && std::find(candidates.begin(), candidates.end(), id) == candidates.end()) candidates.push_back(id);
    };
    for (const Value v : draft.reads) {
      const auto at = maker_.find(v);
      if (at != maker_.end()) add(at->second);
    }
    if (NumElements(draft.step.node->shape().dims) == 1 && draft.step.kernel.outer.empty()) add(last_scalar_);
    for (const Value v : draft.reads) {
      const auto at = last_reader_.find(v);
      if (at != last_reader_.end()) add(at->second);
    }
    std::sort(candidates.rbegin(), candidates.rend());
    if (candidates.size() > 6) candidates.resize(6);
    for (const int id : candidates) {
      if (TryMerge(id, draft, reads)) return true;
    }
    return false;
  }

  bool TryMerge(int id, Draft& fresh, const Reads& reads) {
    Draft& into = drafts_[static_cast<size_t>(id)];
    if (into.step.kind != Step::Kind::kKernel) return false;
    if (into.step.kernel.length + fresh.step.kernel.length > kMostLength) return false;
    if (into.Touched() + fresh.Touched() > kMostTouched) return false;
    if (const Value old = UpdatedBy(into); old.valid() && ReadsFromMemory(fresh, old)) return false;
    Kernel merged = into.step.kernel;
    if (KeepsProducts(into, fresh) || !Place(merged, fresh.step.kernel, reads, id)) return false;
    if (DependsThroughOthers(fresh, id)) return false;
    into.step.kernel = std::move(merged);
    into.step.kernel.cost += fresh.step.kernel.cost;
    into.step.kernel.length += fresh.step.kernel.length;
    into.num_nodes += fresh.num_nodes;
    for (const Value v : fresh.reads) {
      if (std::find(into.reads.begin(), into.reads.end(), v) == into.reads.end()) into.reads.push_back(v);
      last_reader_[v] = id;
    }
    for (const Value v : fresh.writes) {
      into.writes.push_back(v);
      maker_[v] = id;
    }
    return true;
  }

  // Whether `into` would have to wait for another product, with two arrays that it alone is to read: each product is better
  // added to the others when it is made.
  static bool KeepsProducts(const Draft& into, const Draft& fresh) {
    const auto computed = [](Value v) {
      return v.node->kind != NodeKind::kParameter && v.node->kind != NodeKind::kConstant &&
             v.shape().num_bytes() >= kLargeProduct;
    };
    const auto more = [&](Value v) { return IsLargeProduct(v) && !ReadsFromMemory(into, v); };
    return std::ranges::any_of(into.reads, IsLargeProduct) && std::ranges::count_if(into.reads, computed) >= 2 &&
           std::ranges::any_of(fresh.reads, more);
  }

  // The array that a step updates, which would be best done where it is; not valid() for others.
  Value UpdatedBy(const Draft& draft) const {
    if (draft.step.kind == Step::Kind::kCall) {
      return draft.step.node->kind == NodeKind::kScatter ? Canonical(draft.step.node->operands[0], in_memory_)
                                                         : Value();
    }
    if (draft.step.kind != Step::Kind::kKernel || draft.step.kernel.stages.empty()) return {};
    const std::vector<Root>& roots = draft.step.kernel.stages[0].roots;
    if (roots.empty() || roots[0].kind != RootKind::kUpdate) return {};
    return Canonical(roots[0].node->operands[0], in_memory_);
  }
  static bool ReadsFromMemory(const Draft& draft, Value v) {
    return std::find(draft.reads.begin(), draft.reads.end(), v) != draft.reads.end();
  }

  // Who reads what is updated comes before, where it can.
  void OrderUpdates() {
    std::vector<std::vector<int>> before(drafts_.size());
    for (const auto& [first, second] : order_) before[static_cast<size_t>(second)].push_back(first);
    ValueMap<std::vector<int>> readers;
    for (size_t i = 0; i < drafts_.size(); ++i) {
      for (const Value v : drafts_[i].reads) readers[v].push_back(static_cast<int>(i));
    }
    for (size_t i = 0; i < drafts_.size(); ++i) {
      const auto update = static_cast<int>(i);
      const Value old = UpdatedBy(drafts_[i]);
      if (!old.valid()) continue;
      for (const int reader : readers[old]) {
        if (reader == update || Needs(reader, update, before)) continue;
        order_.emplace_back(reader, update);
        before[i].push_back(reader);
      }
    }
  }

  // Whether a step comes behind another one, by what is read and by what is said to be `before` it; also if that takes long to
  // find out.
  bool Needs(int step, int other, const std::vector<std::vector<int>>& before) const {
    std::vector<int> open = {step};
    std::set<int> seen = {step};
    int visited = 0;
    while (!open.empty()) {
      if (++visited > kSearch) return true;
      const int at = open.back();
      open.pop_back();
      if (at == other) return true;
      const auto visit = [&](int earlier) {
        if (earlier >= 0 && seen.insert(earlier).second) open.push_back(earlier);
      };
      for (const Value v : drafts_[static_cast<size_t>(at)].reads) visit(MakerOf(v));
      for (const int earlier : before[static_cast<size_t>(at)]) visit(earlier);
    }
    return false;
  }

  // Puts the fresh kernel's root into `kernel`, changing its shape if need be. False if the loops or reads do not fit.
  bool Place(Kernel& kernel, const Kernel& fresh, const Reads& reads, int id) {
    const Root& root = fresh.stages[0].roots[0];
    const bool reduces = root.kind == RootKind::kReduce;
    if (!reduces && !HasReduction(kernel) && kernel.outer.empty()) {
      // Maps over the same loops.
      if (kernel.stages.size() != 1 || !(kernel.stages[0].inner == fresh.stages[0].inner)) return false;
      if (root.node->kind == NodeKind::kConcatenate) return false;
      for (const Read& read : reads.reads) {
        if (MakerOf(read.value) != id) continue;
        if (read.reshaped || !IsIdentity(read.index, reads.loops, 0, read.index.size())) return false;
        if (IsUpdatedIn(kernel, read.value)) return false;  // a point of these loops is elsewhere in the array
      }
      kernel.stages[0].roots.push_back(root);
      return true;
    }
    return PlaceRows(kernel, fresh, reads, id);
  }

  static bool IsUpdatedIn(const Kernel& kernel, Value v) {
    const Root& first = kernel.stages[0].roots[0];
    return first.kind == RootKind::kUpdate && first.node == v.node;
  }

  bool PlaceRows(Kernel& kernel, const Kernel& fresh, const Reads& reads, int id) {
    const Root& root = fresh.stages[0].roots[0];
    const bool reduces = root.kind == RootKind::kReduce;
    Dims outer = kernel.outer;
    if (!HasReduction(kernel)) {
      // A map, and a reduction of its rows.
      if (!kernel.outer.empty() || kernel.stages.size() != 1) return false;
      // The loops of an update are all its own (RootIndex).
      if (kernel.stages[0].roots[0].kind == RootKind::kUpdate) return false;
      outer = fresh.outer;
      if (!StartsWith(kernel.stages[0].inner, outer)) return false;
      kernel.stages[0].inner = Suffix(kernel.stages[0].inner, outer.size());
      kernel.outer = outer;
    }
    Stage stage = fresh.stages[0];
    if (reduces) {
      if (!(fresh.outer == outer)) return false;
    } else {
      if (!StartsWith(stage.inner, outer)) return false;
      stage.inner = Suffix(stage.inner, outer.size());
    }
    const int64_t rows = NumElements(outer);
    int64_t row = NumElements(stage.inner);
    for (const Stage& other : kernel.stages) row = std::max(row, NumElements(other.inner));
    if (row > kMostRowElements || (rows < kFewestRows && rows * row > kSmallWork)) return false;
    size_t first = 0;
    for (const Read& read : reads.reads) {
      if (MakerOf(read.value) != id) continue;
      if (read.index.size() < outer.size() || !IsIdentity(read.index, reads.loops, 0, outer.size())) {
        return false;
      }
      first = std::max(first, FirstStage(kernel, stage, read, reads.loops, outer.size()));
    }
    for (size_t s = first; s < kernel.stages.size(); ++s) {
      if (kernel.stages[s].inner == stage.inner) {
        kernel.stages[s].roots.push_back(root);
        return true;
      }
    }
    kernel.stages.push_back(std::move(stage));
    return true;
  }

  // The first stage at whose point a root with such a read can stand.
  static size_t FirstStage(const Kernel& kernel, const Stage& stage, const Read& read, const Index& loops,
                           size_t outer) {
    for (size_t s = 0; s < kernel.stages.size(); ++s) {
      for (const Root& root : kernel.stages[s].roots) {
        if (root.node != read.value.node) continue;
        const bool here = root.kind == RootKind::kMap && !read.reshaped && kernel.stages[s].inner == stage.inner &&
                          read.index.size() == loops.size() && IsIdentity(read.index, loops, outer, loops.size());
        return here ? s : s + 1;
      }
    }
    return 0;
  }

  // Whether dimensions [from, to) of the index are the loops of those numbers.
  static bool IsIdentity(const Index& index, const Index& loops, size_t from, size_t to) {
    return to <= loops.size() &&
           std::equal(index.begin() + static_cast<int64_t>(from), index.begin() + static_cast<int64_t>(to),
                      loops.begin() + static_cast<int64_t>(from));
  }

  int MakerOf(Value v) const {
    const auto at = maker_.find(v);
    return at == maker_.end() ? -1 : at->second;
  }

  // Whether `fresh` needs a step that needs step `id`, or that comes behind one with effects which does.
  bool DependsThroughOthers(const Draft& fresh, int id) {
    std::vector<int> open;
    std::set<int> seen;
    for (const Value v : fresh.reads) {
      const int maker = MakerOf(v);
      if (maker >= 0 && maker != id && seen.insert(maker).second) open.push_back(maker);
    }
    int visited = 0;
    while (!open.empty()) {
      if (++visited > kSearch) return true;
      const int at = open.back();
      open.pop_back();
      const int after = drafts_[static_cast<size_t>(at)].after;
      if (after >= 0 && seen.insert(after).second) open.push_back(after);
      for (const Value v : drafts_[static_cast<size_t>(at)].reads) {
        const int maker = MakerOf(v);
        if (maker == id) return true;
        if (maker >= 0 && seen.insert(maker).second) open.push_back(maker);
      }
    }
    return false;
  }

  // Values read by nobody but their own stage, at the same point, need no memory.
  void DropLocals() {
    ValueSet needed;
    for (const Value v : body_.results) needed.insert(Canonical(v, in_memory_));
    for (const Draft& draft : drafts_) {
      for (const Value v : draft.reads) {
        if (std::find(draft.writes.begin(), draft.writes.end(), v) == draft.writes.end()) needed.insert(v);
      }
    }
    for (Draft& draft : drafts_) {
      if (draft.step.kind != Step::Kind::kKernel) continue;
      for (Stage& stage : draft.step.kernel.stages) {
        std::erase_if(stage.roots, [&](const Root& root) {
          const Value v = {root.node, root.result};
          if (root.kind != RootKind::kMap || needed.contains(v)) return false;
          if (ReadByLaterStage(draft.step.kernel, stage, v)) {
            if (NumElements(stage.inner) == 1 && !draft.step.kernel.outer.empty()) {
              in_memory_.erase(v);  // a register holds it
            } else {
              AddLocal(draft.step.kernel, stage, v);
            }
            return false;
          }
          in_memory_.erase(v);
          return true;
        });
      }
      // A reduction's results stay in registers if only its own kernel wants them.
      for (const Value v : draft.writes) {
        if (!needed.contains(v) && !IsFusible(*v.node)) in_memory_.erase(v);
      }
      std::erase_if(draft.step.kernel.stages, [](const Stage& stage) { return stage.roots.empty(); });
      const auto is_local = [&](Value v) { return !in_memory_.contains(v); };
      std::erase_if(draft.writes, is_local);
      std::erase_if(draft.reads, is_local);
    }
  }

  // Rows of a vector's length or more, as long as there is room in the frame. Where the outer loops have no dimension of
  // their own there is nothing to save.
  static void AddLocal(Kernel& kernel, const Stage& stage, Value v) {
    const int64_t row = stablehlo::SaturatingMultiply(NumElements(stage.inner), stablehlo::ElementBytes(v.type()));
    int64_t bytes = row;
    for (const Value other : kernel.locals) {
      bytes += other.shape().num_bytes() / std::max<int64_t>(1, NumElements(kernel.outer));
    }
    if (NumElements(kernel.outer) < 2 || NumElements(stage.inner) < kFewestLocal || bytes > kMostLocalBytes) return;
    kernel.locals.push_back(v);
  }

  bool ReadByLaterStage(const Kernel& kernel, const Stage& own, Value v) {
    bool later = false;
    for (const Stage& stage : kernel.stages) {
      if (&stage == &own) {
        later = true;
        continue;
      }
      if (!later) continue;
      Kernel one;
      one.outer = kernel.outer;
      one.stages.push_back(stage);
      for (const Read& read : ReadsOf(one).reads) {
        if (read.value == v) return true;
      }
    }
    return false;
  }

  // By need, and otherwise by the program's order.
  StatusOr<std::vector<Step>> Ordered() {
    OrderUpdates();
    const size_t n = drafts_.size();
    std::vector<std::vector<int>> users(n);
    std::vector<int> missing(n);
    const auto edge = [&](int from, int to) {
      users[static_cast<size_t>(from)].push_back(to);
      ++missing[static_cast<size_t>(to)];
    };
    for (size_t i = 0; i < n; ++i) {
      std::set<int> makers;
      for (const Value v : drafts_[i].reads) makers.insert(MakerOf(v));
      for (const int maker : makers) {
        if (maker >= 0 && maker != static_cast<int>(i)) edge(maker, static_cast<int>(i));
      }
    }
    for (const auto& [from, to] : order_) edge(from, to);
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (size_t i = 0; i < n; ++i) {
      if (missing[i] == 0) ready.push(static_cast<int>(i));
    }
    std::vector<Step> steps;
    size_t placed = 0;
    while (!ready.empty()) {
      const int at = ready.top();
      ready.pop();
      ++placed;
      for (const int user : users[static_cast<size_t>(at)]) {
        if (--missing[static_cast<size_t>(user)] == 0) ready.push(user);
      }
      Draft& draft = drafts_[static_cast<size_t>(at)];
      draft.step.reads = std::move(draft.reads);
      draft.step.writes = std::move(draft.writes);
      if (draft.step.kind == Step::Kind::kKernel && draft.step.kernel.stages.empty()) continue;
      steps.push_back(std::move(draft.step));
    }
    if (placed != n)
      return InternalError("steps wait for each other: " + std::to_string(n - placed) + " of " + std::to_string(n));
    return steps;
  }

  const Body& body_;
  ValueSet& in_memory_;
  Status status_;  // of the first kernel that no code can be generated for
  std::vector<Draft> drafts_;
  ValueMap<int> maker_;
  ValueMap<int> last_reader_;
  std::vector<std::pair<int, int>> order_;
  int last_scalar_ = -1;
  int last_effect_ = -1;
};

}  // namespace

Index OuterLoops(IndexSpace& space, const Kernel& kernel) {
  Index loops;
  for (size_t d = 0; d < kernel.outer.size(); ++d) {
    loops.push_back(space.Loop(static_cast<int64_t>(d), kernel.outer[d]));
  }
  return loops;
}

Index InnerLoops(IndexSpace& space, const Kernel& kernel, const Stage& stage) {
  Index loops;
  for (size_t d = 0; d < stage.inner.size(); ++d) {
    loops.push_back(space.Loop(static_cast<int64_t>(kernel.outer.size() + d), stage.inner[d]));
  }
  return loops;
}

Index RootIndex(const Root& root, IndexSpace& space, const Index& outer, const Index& inner) {
  Index index = outer;
  if (root.kind == RootKind::kUpdate) {
    const Node& node = *root.node;
    for (size_t d = 0; d < inner.size(); ++d) {
      index.push_back(inner[d] +
                      space.Dynamic(node.operands[2 + d], {}, {0, node.shape().dims[d] - node.operands[1].dims()[d]}));
    }
  }
  if (root.kind == RootKind::kMap) index.insert(index.end(), inner.begin(), inner.end());
  return index;
}

void WalkRoot(ExpressionWalk& walk, IndexSpace& space, const Root& root, const Index& outer, const Index& inner) {
  if (root.kind == RootKind::kReduce) {
    walk.Reduction(*root.node, outer, inner);
  } else if (root.kind == RootKind::kUpdate) {
    walk.Element(root.node->operands[1], inner);
    for (size_t d = 2; d < root.node->operands.size(); ++d) walk.Element(root.node->operands[d], {});
  } else {
    walk.Root({root.node, root.result}, RootIndex(root, space, outer, inner));
  }
}

bool IsAlias(Value v, const ValueSet& in_memory) {
  return v.node->kind == NodeKind::kReshape && in_memory.contains(v) &&
         (in_memory.contains(v.node->operands[0]) || !IsFusible(*v.node->operands[0].node));
}

Value Canonical(Value v, const ValueSet& in_memory) {
  while (IsAlias(v, in_memory)) v = v.node->operands[0];
  return v;
}

StatusOr<std::vector<Step>> FormSteps(const Body& body, ValueSet& in_memory) {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Step> steps, StepMaker(body, in_memory).Make());
  FuseEpilogues(steps, in_memory);
  return steps;
}

}  // namespace cppjrt::cpu
