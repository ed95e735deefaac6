#include "cpu/codegen/element_loop.h"

#include <algorithm>
#include <map>
#include <vector>

#include "cpu/codegen/element.h"
#include "cpu/plan/view.h"

namespace cppjrt::cpu::codegen {
namespace {

// Simple instructions, on single elements, that are worth handing to a thread.
constexpr double kGrain = 2e5;
// Turns wait for one another: so many registers of each value are worked on at once, as long as there are few values.
constexpr size_t kShortBody = 12;
constexpr size_t kLongBody = 48;
// Numbers that what is picked has in the index space begin here.
constexpr int64_t kPicked = 1 << 20;

class ElementLoop {
 public:
  ElementLoop(Emitter& e, const Plan& plan, const Node& loop)
      : e_(e), b_(e.builder()), plan_(plan), loop_(loop), body_(*loop.bodies[1]), attrs_(loop.attr<WhileAttrs>()) {
    for (size_t k = 0; k < loop.shapes.size(); ++k) {
      if (IsCounter(k)) continue;
      dims_ = loop.shapes[k].dims;
      widest_ = std::max(widest_, stablehlo::ElementBytes(stablehlo::RealType(loop.shapes[k].type)));
    }
  }

  void Emit(KernelFunction& made) {
    const int64_t elements = NumElements(dims_);
    Share(elements, made);
    StoreCounter();
    const Affine flat = e_.space().Loop(0, elements);
    index_ = Delinearize(e_.space(), flat, dims_);
    const Emitter::Bounds bounds = {e_.function()->getArg(1), e_.function()->getArg(2)};
    e_.SetBodyIterations(attrs_.trip_count);
    e_.Loops({{0, elements, {}}}, Lanes(), &bounds, true, [&] { EmitElements(); });
  }

 private:
  using Numbers = std::map<std::pair<const Node*, uint32_t>, Number>;

  bool IsCounter(size_t k) const { return static_cast<int64_t>(k) == attrs_.counter; }

  int64_t Lanes() const {
    const int64_t lanes = e_.target().vector_bytes / widest_;
    const int64_t registers = body_.nodes.size() <= kShortBody ? 4 : body_.nodes.size() <= kLongBody ? 2 : 1;
    return std::min<int64_t>(64, lanes * registers);
  }

  void Share(int64_t elements, KernelFunction& made) const {
    double each = 0;
    for (const Node* node : body_.nodes) each += node->kind == NodeKind::kElementwise ? ElementCost(node->op()) : 0;
    each = std::max(1.0, each) * static_cast<double>(attrs_.trip_count);
    made.extent = elements;
    made.grain = std::clamp<int64_t>(static_cast<int64_t>(kGrain / each), 64, elements);
    made.grain = (made.grain + 63) / 64 * 64;
    made.parallel = made.extent > made.grain;
  }

  llvm::Type* CounterType() const {
    return RegisterType(b_.getContext(), loop_.shapes[static_cast<size_t>(attrs_.counter)].type);
  }
  // What the counter is in a turn.
  Number Counter(llvm::Value* turn) const {
    llvm::Value* number = b_.CreateMul(turn, b_.getInt64(static_cast<uint64_t>(attrs_.increment)));
    number = b_.CreateAdd(number, b_.getInt64(static_cast<uint64_t>(attrs_.start)));
    return {b_.CreateIntCast(number, CounterType(), true), nullptr};
  }

  // All threads write the same.
  void StoreCounter() {
    const Value result = {const_cast<Node*>(&loop_), static_cast<uint32_t>(attrs_.counter)};
    if (plan_.buffer_of.contains(result)) {
      e_.Store(result, {}, Counter(b_.getInt64(static_cast<uint64_t>(attrs_.trip_count))));
    }
  }

  void EmitElements() {
    e_.Forget();
    picked_ = 0;
    // What comes from outside is the same in each turn.
    Numbers outside;
    for (const Node* node : body_.nodes) {
      if (node->kind == NodeKind::kDynamicSlice) continue;
      for (const Value v : node->operands) Read(v, outside);
    }
    for (const Value v : body_.results) Read(v, outside);
    std::vector<std::vector<llvm::AllocaInst*>> carried(loop_.shapes.size());
    for (uint32_t k = 0; k < loop_.shapes.size(); ++k) {
      if (!IsCounter(k)) carried[k] = Start(e_.Element(loop_.operands[k], index_));
    }
    Turns([&](llvm::Value* turn) { EmitTurn(turn, outside, carried); });
    e_.Forget();
    for (uint32_t k = 0; k < loop_.shapes.size(); ++k) {
      const Value result = {const_cast<Node*>(&loop_), k};
      if (!IsCounter(k) && plan_.buffer_of.contains(result)) e_.Store(result, index_, LoadCarried(carried[k]));
    }
  }

  void Read(Value v, Numbers& outside) {
    if (v.node->parent == &body_ || outside.contains({v.node, v.index})) return;
    outside[{v.node, v.index}] = e_.Element(v, v.shape().rank() == 0 ? Index() : index_);
  }

  // In places of the frame, which become registers.
  std::vector<llvm::AllocaInst*> Start(const Number& number) {
    std::vector<llvm::AllocaInst*> places;
    for (llvm::Value* part : {number.real, number.imaginary}) {
      if (part == nullptr) continue;
      part = Wide(part);
      places.push_back(e_.Local(part->getType()));
      b_.CreateStore(part, places.back());
    }
    return places;
  }
  llvm::Value* Wide(llvm::Value* part) const {
    if (e_.lanes() <= 1 || part->getType()->isVectorTy()) return part;
    return Splat(b_, part, static_cast<unsigned>(e_.lanes()));
  }
  Number LoadCarried(const std::vector<llvm::AllocaInst*>& places) const {
    const auto load = [&](size_t i) -> llvm::Value* {
      return i < places.size() ? b_.CreateLoad(places[i]->getAllocatedType(), places[i]) : nullptr;
    };
    return {load(0), load(1)};
  }

  template <typename Turn>
  void Turns(const Turn& emit) {
    e_.CountedLoop(b_.getInt64(0), b_.getInt64(static_cast<uint64_t>(attrs_.trip_count)), 1, emit);
  }

  void EmitTurn(llvm::Value* turn, const Numbers& outside, const std::vector<std::vector<llvm::AllocaInst*>>& carried) {
    Numbers numbers = outside;
    for (size_t k = 0; k < carried.size(); ++k) {
      numbers[{body_.parameters[k], 0}] = IsCounter(k) ? Counter(turn) : LoadCarried(carried[k]);
    }
    for (const Node* node : body_.nodes) numbers[{node, 0}] = Compute(*node, numbers);
    std::vector<Number> next;
    for (const Value v : body_.results) next.push_back(numbers.at({v.node, v.index}));
    for (size_t k = 0; k < carried.size(); ++k) {
      if (IsCounter(k)) continue;
      b_.CreateStore(Wide(next[k].real), carried[k][0]);
      if (next[k].imaginary != nullptr) b_.CreateStore(Wide(next[k].imaginary), carried[k][1]);
    }
  }

  Number Compute(const Node& node, const Numbers& numbers) {
    switch (node.kind) {
      case NodeKind::kElementwise: {
        std::vector<Number> operands;
        for (const Value v : node.operands) operands.push_back(numbers.at({v.node, v.index}));
        return EmitElement(b_, e_.target().fma, node, operands);
      }
      case NodeKind::kConstant:
      case NodeKind::kIota:
        return e_.Element({const_cast<Node*>(&node), 0}, node.shape().rank() == 0 ? Index() : index_);
      case NodeKind::kDynamicSlice:
        return Picked(node, numbers);
      default:
        return numbers.at({node.operands[0].node, node.operands[0].index});
    }
  }

  // The element at starts that are moved inside.
  Number Picked(const Node& node, const Numbers& numbers) {
    const Value from = node.operands[0];
    Index at;
    for (size_t d = 0; d < from.shape().rank(); ++d) {
      const Value start = node.operands[1 + d];
      const Number known = start.node->parent == &body_ ? numbers.at({start.node, start.index}) : e_.Element(start, {});
      const bool is_signed = stablehlo::IsSigned(start.type());
      llvm::Value* number = b_.CreateIntCast(known.real, b_.getInt64Ty(), is_signed);
      llvm::Value* last = b_.getInt64(static_cast<uint64_t>(from.dims()[d] - 1));
      if (is_signed) number = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, number, b_.getInt64(0));
      number = b_.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, number, last);
      const int64_t variable = kPicked + picked_++;
      at.push_back(e_.space().Loop(variable, std::max<int64_t>(2, from.dims()[d])));
      e_.SetLoop(variable, number);
    }
    return e_.Element(from, at);
  }

  Emitter& e_;
  Builder& b_;
  const Plan& plan_;
  const Node& loop_;
  const Body& body_;
  const WhileAttrs& attrs_;
  Dims dims_;
  Index index_;
  int64_t widest_ = 4;
  int64_t picked_ = 0;
};

}  // namespace

void EmitElementLoop(Emitter& e, const Plan& plan, const Node& loop, KernelFunction& made) {
  ElementLoop(e, plan, loop).Emit(made);
}

}  // namespace cppjrt::cpu::codegen
