#include "cpu/plan/fusion.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cpu/plan/element_loop.h"
#include "cpu/plan/index.h"
#include "cpu/plan/rematerialize.h"
#include "cpu/plan/view.h"

namespace cppjrt::cpu {
namespace {

// In simple instructions (ElementCost).
constexpr double kCheap = 3;
constexpr double kWorthMemory = 8;
// Beyond so many instructions (CodeLength) an expression is cut.
constexpr int64_t kLongest = 250;
// Integers are divided one by one.
constexpr int64_t kIntegerDivision = 20;
// A value evaluated in more ways than this goes to memory.
constexpr size_t kMostEvaluations = 12;
// Dots below so many multiplications are loops of our own: a call costs more.
constexpr int64_t kSmallDot = 8192;
constexpr int64_t kSmallVectorProduct = 1 << 15;
// A matrix of so few numbers is in registers while the columns of the other one go by.
constexpr int64_t kFewNumbers = 64;
constexpr int64_t kManyColumns = 256;
// Of many such products each is less work than its call.
constexpr int64_t kTinyDot = 256;
constexpr size_t kMostParts = 6;
// Reshapes followed one through the other: each may put quotients into the quotients of the index, whose length doubles.
constexpr int kMaxReshapes = 4;
// Elements, of which a vector is made.
constexpr int64_t kShortRun = 8;
constexpr int64_t kManyParts = 8;

// A small matrix by one whose rows are long and lie along the result's.
bool IsFewRows(const Node& dot) {
  const auto& attrs = dot.attr<DotAttrs>();
  const Dims& rhs = dot.operands[1].dims();
  const auto last = static_cast<int64_t>(rhs.size()) - 1;
  return attrs.lhs_batch.empty() && dot.operands[0].shape().num_elements() <= kFewNumbers && !rhs.empty() &&
         rhs[static_cast<size_t>(last)] >= kManyColumns / 4 && dot.operands[1].shape().num_elements() >= kManyColumns &&
         std::ranges::find(attrs.rhs_contracting, last) == attrs.rhs_contracting.end();
}

double OwnCost(const Node& node) {
  switch (node.kind) {
    case NodeKind::kElementwise:
      return ElementCost(node.op()) * (stablehlo::IsComplex(node.shape().type) ? 4 : 1);
    case NodeKind::kGather:
    case NodeKind::kPad:
    case NodeKind::kConcatenate:
      return 2;
    default:
      return 0;
  }
}

class Chooser {
 public:
  Chooser(const Graph& graph, const ValueSet& again)
      : again_(again),
        cost_(graph.num_nodes()),
        size_(graph.num_nodes()),
        reshapes_(graph.num_nodes()),
        products_(graph.num_nodes()),
        evaluations_(graph.num_nodes()) {
    Decide(graph.entry());
  }

  ValueSet Take() { return std::move(chosen_); }

 private:
  void Decide(const Body& body) {
    for (const Node* node : body.parameters) chosen_.insert({const_cast<Node*>(node), 0});
    for (Node* node : body.nodes) Measure(*node);
    for (const Value v : body.results) NeedMemory(v);
    for (size_t i = body.nodes.size(); i-- > 0;) Visit(*body.nodes[i]);
  }

  // What a reshape shows is in the same memory, and may share loops with others under its own dimensions.
  static Value Reshaped(Value v) {
    const Value operand = v.node->kind == NodeKind::kReshape ? v.node->operands[0] : Value();
    if (!operand.valid() || operand.node->parent != v.node->parent) return v;
    const bool computed = GroupOf(operand.node->kind) == NodeGroup::kMap || operand.node->kind == NodeKind::kReshape;
    return computed ? operand : v;
  }

  void NeedMemory(Value v) {
    for (Value below = Reshaped(v); !(below == v); below = Reshaped(v)) {
      chosen_.insert(v);
      v = below;
    }
    chosen_.insert(v);
  }

  // As NeedMemory, for those who follow views.
  void NeedMemoryUnder(Value v) {
    for (Value below = Reshaped(v); !(below == v); below = Reshaped(v)) v = below;
    chosen_.insert(v);
  }

  // Forward: what computing an element costs if everything under it that can be is computed with it.
  void Measure(Node& node) {
    if (!IsFusible(node)) return;
    double cost = OwnCost(node);
    int64_t size = CodeLength(node);
    for (const Value v : node.operands) {
      const Node& operand = *v.node;
      if (!IsFusible(operand) || chosen_.contains(v)) {
        cost += 1;
        continue;
      }
      cost += cost_[operand.id];
      size += size_[operand.id];
    }
    if (size > kLongest) {
      for (const Value v : node.operands) {
        if (IsFusible(*v.node) && size_[v.node->id] > kLongest / 8) NeedMemory(v);
      }
      size = CodeLength(node) + static_cast<int64_t>(node.operands.size());
      cost = OwnCost(node) + static_cast<double>(node.operands.size());
    }
    cost_[node.id] = std::min(cost, 1e6);
    size_[node.id] = size;
    LimitReshapes(node);
    if (node.kind == NodeKind::kElementwise) CountProducts(node);
  }

  // Of the reshapes that an element of `node` is computed through, the longest chain is cut by memory where it gets too long.
  void LimitReshapes(const Node& node) {
    const auto chain = [this](Value v) {
      return IsFusible(*v.node) && !chosen_.contains(v) ? reshapes_[v.node->id] : 0;
    };
    const int own = node.kind == NodeKind::kReshape && !OnlyMovesUnits(node) ? 1 : 0;
    int longest = 0;
    for (const Value v : node.operands) {
      if (chain(v) + own > kMaxReshapes) NeedMemory(v);
      longest = std::max(longest, chain(v));
    }
    reshapes_[node.id] = longest + own;
  }

  // How many large results of library calls an element of a value reads, if it is computed where it is used.
  int64_t ProductsOf(Value v) const {
    const Node& node = *v.node;
    if (chosen_.contains(v) && IsFusible(node)) return node.kind == NodeKind::kParameter ? 0 : 1;
    if (IsFusible(node)) return products_[node.id];
    return IsLargeProduct(v) ? 1 : 0;
  }

  // A sum of many products is kept as a sum of those that are there, each added when it is made: else all are kept to the end.
  void CountProducts(const Node& node) {
    int64_t all = 0;
    for (const Value v : node.operands) all += ProductsOf(v);
    for (const Value v : node.operands) {
      const int64_t here = ProductsOf(v);
      if (here < 2 || all == here) continue;
      KeepSum(v);
      all -= here - 1;
    }
    products_[node.id] = all;
  }

  // Down from a value that reads several products to where two of them meet: that is kept, and read as one.
  void KeepSum(Value v) {
    const auto several = [&](Value operand) { return IsFusible(*operand.node) && ProductsOf(operand) >= 2; };
    std::vector<uint32_t> above;
    for (;;) {
      const auto next = std::ranges::find_if(v.node->operands, several);
      if (next == v.node->operands.end()) break;
      above.push_back(v.node->id);
      v = *next;
    }
    for (const uint32_t id : above) products_[id] -= products_[v.node->id] - 1;
    NeedMemory(v);
  }

  void Visit(Node& node) {
    if (!IsFusible(node)) {
      for (uint32_t i = 0; i < node.shapes.size(); ++i) NeedMemory({&node, i});
      VisitOperandsOfStep(node);
      return;
    }
    const Value v = {&node, 0};
    std::vector<Evaluation>& evaluations = evaluations_[node.id];
    if (node.kind == NodeKind::kConstant && !IsSplat(node)) NeedMemory(v);
    if (WantsMemory(node, evaluations) && !again_.contains(v)) NeedMemory(v);
    if (chosen_.contains(v)) evaluations = {{Mix(node.id, 1), 1}};
    for (const Value operand : node.operands) PassOn(node, operand, evaluations);
  }

  // One way in which a value's elements are computed: the same `at` stands for the same elements at the same points of loops.
  struct Evaluation {
    uint64_t at = 0;
    double share = 1;  // of the value's elements
  };

  bool WantsMemory(const Node& node, const std::vector<Evaluation>& evaluations) const {
    if (node.operands.empty()) return false;
    if (node.kind == NodeKind::kDynamicUpdate) return true;
    if (node.kind == NodeKind::kConcatenate && node.operands.size() > kMostParts) return true;
    if (evaluations.size() > kMostEvaluations) return cost_[node.id] > kCheap;
    double times = 0;
    for (const Evaluation& e : evaluations) times += e.share;
    return (times - 1) * cost_[node.id] > kWorthMemory;
  }

  // How `user` evaluates an operand.
  void PassOn(const Node& user, Value operand, const std::vector<Evaluation>& evaluations) {
    const Node& node = *operand.node;
    if (!IsFusible(node)) return;
    if (user.kind == NodeKind::kDynamicUpdate && operand == user.operands[0]) {
      NeedMemory(operand);  // updated in place, or copied first; a constant of an outer body too
      return;
    }
    if (node.parent != user.parent) {
      Captured(operand);
      return;
    }
    if ((Repeats(user, operand) && cost_[node.id] > kCheap) ||
        (IsShortPart(user, operand) && cost_[node.id] > kWorthMemory)) {
      NeedMemoryUnder(operand);
      return;
    }
    std::vector<Evaluation>& at = evaluations_[node.id];
    const uint64_t place = PlaceOf(user, operand);
    double share = 1;
    if (user.kind == NodeKind::kSlice || user.kind == NodeKind::kDynamicSlice) {
      share = static_cast<double>(user.shape().num_elements()) / static_cast<double>(operand.shape().num_elements());
    }
    for (const Evaluation& e : evaluations) Insert(at, {place == 0 ? e.at : Mix(e.at, place), e.share * share});
  }

  static Dims Units(const Dims& dims) {
    Dims without;
    for (const int64_t d : dims) {
      if (d != 1) without.push_back(d);
    }
    return without;
  }
  static bool OnlyMovesUnits(const Node& node) {
    return node.kind == NodeKind::kReshape && Units(node.operands[0].dims()) == Units(node.shape().dims);
  }
  // Which elements of the operand are computed for those of the user: 0 if those at the same place, else a number that is the same
  // for all that are viewed in the same way.
  static uint64_t PlaceOf(const Node& user, Value operand) {
    if (GroupOf(user.kind) == NodeGroup::kMap || OnlyMovesUnits(user)) return 0;
    uint64_t place = Mix(static_cast<uint64_t>(user.kind), 4);
    const auto add = [&](const Dims& dims) {
      for (const int64_t d : dims) place = Mix(place, static_cast<uint64_t>(d));
      place = Mix(place, dims.size());
    };
    switch (user.kind) {
      case NodeKind::kConcatenate: {
        const auto dim = static_cast<size_t>(user.dims_attr()[0]);
        const bool stacks = std::ranges::all_of(user.operands, [&](Value part) { return part.dims()[dim] == 1; });
        return stacks ? 0 : user.id + uint64_t{1};
      }
      case NodeKind::kGather:
        if (operand != user.operands[1]) return user.id + uint64_t{1};
        if (user.attr<GatherAttrs>().offset_dims.empty()) return 0;
        add(user.attr<GatherAttrs>().offset_dims);
        add(user.shape().dims);
        return place;
      case NodeKind::kBroadcast:
      case NodeKind::kTranspose:
      case NodeKind::kReverse:
        add(user.dims_attr());
        add(operand.dims());
        return place;
      case NodeKind::kReshape:
        add(user.shape().dims);
        add(operand.dims());
        return place;
      case NodeKind::kSlice:
        add(user.attr<SliceAttrs>().start);
        add(user.attr<SliceAttrs>().stride);
        return place;
      default:
        return user.id + uint64_t{1};
    }
  }

  // Whether one element of the operand counts for many of the user's.
  static bool Repeats(const Node& user, Value operand) {
    const int64_t from = operand.shape().num_elements();
    const int64_t to = user.shape().num_elements();
    if (user.kind == NodeKind::kBroadcast) return to > from;
    if (user.kind == NodeKind::kGather) return operand == user.operands[1] ? to > from : to * 4 > from;
    if (user.kind == NodeKind::kDynamicSlice || user.kind == NodeKind::kDynamicUpdate) {
      return operand.shape().rank() == 0;  // a start
    }
    return false;
  }

  // Whether the elements of an operand are few that lie side by side in a concatenation: there they cannot be computed in
  // vectors.
  static bool IsShortPart(const Node& user, Value operand) {
    if (user.kind != NodeKind::kConcatenate || operand.shape().num_elements() < kManyParts * kShortRun) return false;
    int64_t run = 1;
    for (auto d = static_cast<size_t>(user.dims_attr()[0]); d < operand.shape().rank(); ++d) run *= operand.dims()[d];
    return run < kShortRun;
  }

  // A value of an outer body: once in memory instead of computed for each turn of the loop.
  void Captured(Value v) {
    const Node& node = *v.node;
    if (node.operands.empty()) return;
    const bool moves = node.kind == NodeKind::kTranspose || node.kind == NodeKind::kReverse || cost_[node.id] > 0;
    if (moves) {
      NeedMemory(v);
      return;
    }
    // Views are followed in the loop; what is under them belongs to the outer body all the same.
    for (const Value operand : node.operands) {
      if (IsFusible(*operand.node)) Captured(operand);
    }
    Insert(evaluations_[node.id], {Mix(node.id, 2), 1});
  }

  void VisitOperandsOfStep(Node& node) {
    if ((node.kind == NodeKind::kWhile && !IsElementLoop(node)) || node.kind == NodeKind::kCase) {
      for (const Value v : node.operands) NeedMemory(v);
      for (const Body* body : node.bodies) Decide(*body);
      return;
    }
    for (const Body* body : node.bodies) CapturesOfElementBody(*body);
    if (IsKernelReduction(node)) {
      const bool repeats = node.kind != NodeKind::kReduce;
      for (const Value v : node.operands) {
        if (!IsFusible(*v.node)) continue;
        if (v.node->parent != node.parent) {
          Captured(v);
        } else if (repeats && cost_[v.node->id] > kCheap) {
          NeedMemory(v);
        } else {
          Insert(evaluations_[v.node->id], {Mix(node.id, 3), 1});
        }
      }
      return;
    }
    for (const Value v : node.operands) {
      if (node.kind != NodeKind::kWhile || !IsSplat(*v.node)) NeedForCall(node, v);
    }
  }

  void NeedForCall(const Node& node, Value v) {
    if (node.kind == NodeKind::kDot || node.kind == NodeKind::kConvolution) {
      const StridedView view = ViewOf(v);
      if (view.base.valid()) {
        NeedMemory(view.base);
        return;
      }
    }
    NeedMemory(v);
  }

  void CapturesOfElementBody(const Body& body) {
    for (const Node* node : body.nodes) {
      for (const Value v : node->operands) {
        if (v.node->parent != &body && IsFusible(*v.node) && !v.node->operands.empty()) NeedMemory(v);
      }
      for (const Body* inner : node->bodies) CapturesOfElementBody(*inner);
    }
  }

  static uint64_t Mix(uint64_t a, uint64_t b) { return (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u; }
  static void Insert(std::vector<Evaluation>& set, const Evaluation& e) {
    const auto same = std::ranges::find(set, e.at, &Evaluation::at);
    if (same != set.end()) {
      same->share = std::max(same->share, e.share);
    } else if (set.size() <= kMostEvaluations) {
      set.push_back(e);
    }
  }

  const ValueSet& again_;  // that are not worth memory
  ValueSet chosen_;
  std::vector<double> cost_;
  std::vector<int64_t> size_;
  std::vector<int> reshapes_;      // one through the other
  std::vector<int64_t> products_;  // that an element reads
  std::vector<std::vector<Evaluation>> evaluations_;
};

}  // namespace

int64_t CodeLength(const Node& node) {
  if (node.kind != NodeKind::kElementwise) return 1;
  const ElementOp op = node.op();
  const ElementType type = node.shape().type;
  if ((op == ElementOp::kDivide || op == ElementOp::kRemainder) && stablehlo::IsInteger(type)) return kIntegerDivision;
  return std::max<int64_t>(1, ElementCost(op)) * (stablehlo::IsComplex(type) ? 4 : 1);
}

bool IsSplat(const Node& node) {
  return node.kind == NodeKind::kConstant && node.attr<ConstantAttrs>().value.num_elements() == 1;
}

bool IsFusible(const Node& node) {
  const NodeGroup group = GroupOf(node.kind);
  if (node.kind == NodeKind::kParameter) return false;
  return group == NodeGroup::kSource || group == NodeGroup::kMap || group == NodeGroup::kView;
}

bool IsKernelReduction(const Node& node) {
  if (node.kind == NodeKind::kReduce || node.kind == NodeKind::kReduceWindow) return true;
  if (node.kind != NodeKind::kDot) return false;
  int64_t contracted = 1;
  for (const int64_t d : node.attr<DotAttrs>().lhs_contracting) {
    contracted *= node.operands[0].dims()[static_cast<size_t>(d)];
  }
  const int64_t work = node.shape().num_elements() * contracted;
  if (IsFewRows(node)) return true;
  int64_t batch = 1;
  for (const int64_t d : node.attr<DotAttrs>().lhs_batch) batch *= node.operands[0].dims()[static_cast<size_t>(d)];
  if (batch > 1 && work <= batch * kTinyDot) return true;
  // Each element of the larger operand counts once in a product with a vector: there is nothing to block.
  const int64_t larger = std::max(node.operands[0].shape().num_elements(), node.operands[1].shape().num_elements());
  return work <= (work == larger ? kSmallVectorProduct : kSmallDot);
}

bool IsLargeProduct(Value v) {
  const bool product = v.node->kind == NodeKind::kDot || v.node->kind == NodeKind::kConvolution;
  return product && !IsKernelReduction(*v.node) && v.shape().num_bytes() >= kLargeProduct;
}

bool HasElementBodies(const Node& node) {
  return !node.bodies.empty() && node.kind != NodeKind::kWhile && node.kind != NodeKind::kCase;
}

StridedView ViewOf(Value v, const ValueSet* stop) {
  IndexSpace space;
  Index index(v.shape().rank());
  for (size_t d = 0; d < index.size(); ++d) index[d] = space.Loop(static_cast<int64_t>(d), v.dims()[d]);
  const Dims dims = v.dims();
  while (GroupOf(v.node->kind) == NodeGroup::kView && (stop == nullptr || !stop->contains(v))) {
    std::vector<Source> sources = Resolve(space, *v.node, index);
    if (sources.size() != 1 || !sources[0].guards.empty()) return {};
    v = sources[0].value;
    index = std::move(sources[0].index);
  }
  StridedView view;
  const Affine offset = LinearOffset(index, v.dims());
  view.offset = offset.constant();
  view.strides = Dims(dims.size(), 0);
  for (const auto& [id, factor] : offset.terms()) {
    const Term& term = space.term(id);
    if (term.kind != Term::Kind::kLoop) return {};
    view.strides[static_cast<size_t>(term.number)] = factor;
  }
  view.base = v;
  return view;
}

ValueSet ChooseMaterialized(const Graph& graph) { return Chooser(graph, {}).Take(); }
ValueSet ChooseMaterializedBut(const Graph& graph, const ValueSet& again) { return Chooser(graph, again).Take(); }

}  // namespace cppjrt::cpu
