#include "cpu/codegen/kernel.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "cpu/codegen/element.h"
#include "cpu/codegen/nest.h"
#include "cpu/plan/kernels.h"
#include "cpu/plan/reduction.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::cpu::codegen {
namespace {

using stablehlo::IsComplex;
using stablehlo::IsFloat;
using stablehlo::IsSigned;

// Simple instructions, on single elements, that are worth waking a thread for.
constexpr double kWorthThreads = 8e5;
constexpr double kGrain = 2e5;
// Pieces of more work look from time to time whether the run is to end.
constexpr double kLongPiece = 8e5;
constexpr int64_t kMostLanes = 64;        // elementary.h
constexpr int64_t kReductionVectors = 4;  // so that one sum need not wait for the one before

// In loops kernels of so little work are straight code.
constexpr double kUnrolledCost = 600;
constexpr int64_t kUnrolledTurns = 64;
// So are products of so few numbers, if they are computed by few instructions.
constexpr int64_t kProductTurns = 16;
constexpr double kProductCost = 8;

// The largest and smallest numbers, for the start of minima and maxima.
llvm::Constant* Identity(llvm::LLVMContext& context, Monoid monoid, ElementType type) {
  llvm::Type* reg = ComputeType(context, type);
  const ElementType real = stablehlo::RealType(type);
  const unsigned width = reg->getScalarSizeInBits();
  // Integers of fewer bits than a byte are extended to one.
  const unsigned bits = std::min(width, static_cast<unsigned>(stablehlo::ElementBits(real)));
  switch (monoid) {
    case Monoid::kAdd:
      return IsFloat(real) ? llvm::ConstantFP::get(reg, -0.0) : llvm::Constant::getNullValue(reg);
    case Monoid::kMultiply:
      return IsFloat(real) ? llvm::ConstantFP::get(reg, 1.0) : llvm::ConstantInt::get(reg, 1);
    case Monoid::kMaximum:
      if (IsFloat(real)) return llvm::ConstantFP::getInfinity(reg, true);
      return llvm::ConstantInt::get(
          reg, IsSigned(real) ? llvm::APInt::getSignedMinValue(bits).sext(width) : llvm::APInt(width, 0));
    case Monoid::kMinimum:
      if (IsFloat(real)) return llvm::ConstantFP::getInfinity(reg, false);
      return llvm::ConstantInt::get(
          reg, (IsSigned(real) ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getAllOnes(bits)).zext(width));
    case Monoid::kAnd:
      return llvm::Constant::getAllOnesValue(reg);
    default:
      return llvm::Constant::getNullValue(reg);
  }
}

// Dots and convolutions add products. Windows of narrow floats are rounded at each step, as their bodies are written.
std::optional<Monoid> MonoidOfNode(const Node& node) {
  if (node.bodies.empty()) return Monoid::kAdd;
  if (node.kind == NodeKind::kReduceWindow && stablehlo::IsNarrowFloat(node.shape().type)) return std::nullopt;
  return ReducerMonoid(*node.bodies[0]);
}

class KernelEmitter {
 public:
  KernelEmitter(llvm::Module& module, const Target& target, const Plan& plan, const ValueSet& in_memory,
                const Kernel& kernel, const std::string& name, std::vector<BufferId> table)
      : plan_(plan),
        in_memory_(in_memory),
        kernel_(kernel),
        e_(module, target, plan, name, KernelCodeType(module.getContext()), std::move(table)) {}

  void SetUnrolling(int64_t most_turns) {
    e_.SetUnrolling(most_turns);
    straight_ = most_turns > 1;
  }

  KernelFunction Emit() {
    lanes_ = LanesOf(kernel_, e_.target());
    nest_ = ChooseNest(e_.space(), kernel_, in_memory_, lanes_, straight_);
    KernelFunction made;
    ChooseFirst(made);
    if (RunsLong(made)) e_.SetStop(e_.function()->getArg(kKernelStop));
    const Emitter::Bounds bounds = {e_.function()->getArg(1), e_.function()->getArg(2)};
    const Emitter::Bounds* split = made.parallel ? &bounds : nullptr;
    int64_t outer_lanes = nest_.vectorized ? LanesFor(nest_.loops.back().extent) : 1;
    if (nest_.vectorized && nest_.loops.back().extent >= kReductionVectors * lanes_ &&
        std::all_of(kernel_.stages.begin(), kernel_.stages.end(), [&](const Stage& s) { return SumsOnly(s); })) {
      outer_lanes = std::min(kMostLanes, kReductionVectors * lanes_);
    }
    const bool maps = kernel_.stages.size() == 1 && nest_.loops.empty();
    e_.SetBodyIterations(StageIterations());
    e_.Loops(nest_.loops, outer_lanes, maps ? nullptr : split, true, [&] {
      e_.ClearRegisters();
      for (size_t s = 0; s < kernel_.stages.size(); ++s) {
        EmitStage(kernel_.stages[s], nest_.stages[s], maps ? split : nullptr);
      }
    });
    e_.builder().CreateRetVoid();
    made.function = e_.function();
    made.buffers = e_.Finish();
    return made;
  }

 private:
  int64_t LanesFor(int64_t extent) const {
    return std::min(lanes_, static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(extent))));
  }

  // Whether a piece that a thread is handed may take more than a fraction of a millisecond.
  bool RunsLong(const KernelFunction& made) const {
    const auto pieces = static_cast<double>(made.parallel ? (made.extent - 1) / made.grain + 1 : 1);
    return kernel_.cost / pieces > kLongPiece;
  }

  // Of the stages' loops in one iteration of the shared ones.
  int64_t StageIterations() const {
    int64_t iterations = 0;
    for (const NestStage& stage : nest_.stages) {
      int64_t of_stage = 1;
      for (const NestLoop& loop : stage.loops) of_stage *= loop.extent;
      iterations += stage.vectorized ? (of_stage - 1) / lanes_ + 1 : of_stage;
    }
    return iterations;
  }

  // Which loop comes first: threads share it.
  void ChooseFirst(KernelFunction& made) {
    const bool maps = kernel_.stages.size() == 1 && nest_.loops.empty() && !HasReduction(kernel_.stages[0]);
    std::vector<NestLoop>& loops = maps ? nest_.stages[0].loops : nest_.loops;
    const bool vectorized = maps ? nest_.stages[0].vectorized : nest_.vectorized;
    if (loops.empty() || kernel_.cost < kWorthThreads) return;
    const auto tile = static_cast<size_t>(maps ? nest_.stages[0].tile_loops : 0);
    const size_t ordered = loops.size() - std::max<size_t>(vectorized ? 1 : 0, tile);
    size_t best = 0;
    for (size_t i = 1; i < ordered; ++i) {
      if (loops[best].extent < 16 && loops[i].extent > loops[best].extent) best = i;
    }
    if (best != 0)
      std::rotate(loops.begin(), loops.begin() + static_cast<int64_t>(best),
                  loops.begin() + static_cast<int64_t>(best) + 1);
    const NestLoop& first = loops[0];
    if (first.extent < 2) return;
    const double each = kernel_.cost / static_cast<double>(first.extent);
    made.grain = std::max<int64_t>(1, static_cast<int64_t>(kGrain / each));
    if (vectorized && loops.size() == 1) made.grain = (made.grain + 63) / 64 * 64;
    made.extent = first.extent;
    made.parallel = made.extent > made.grain;
  }

  static bool HasReduction(const Stage& stage) {
    return std::any_of(stage.roots.begin(), stage.roots.end(),
                       [](const Root& root) { return root.kind == RootKind::kReduce; });
  }

  void EmitStage(const Stage& stage, const NestStage& nest, const Emitter::Bounds* bounds) {
    const bool reduces = HasReduction(stage);
    int64_t lanes = 1;
    if (nest.vectorized) {
      lanes = LanesFor(nest.loops.back().extent);
      if (reduces && nest.loops.back().extent >= 2 * kReductionVectors * lanes_ && IsLight(stage)) {
        lanes = std::min(kMostLanes, lanes_ * kReductionVectors);
      }
    }
    reduce_lanes_ = nest.vectorized ? lanes : e_.lanes();
    std::vector<std::vector<llvm::AllocaInst*>> sums(stage.roots.size());
    for (size_t r = 0; r < stage.roots.size(); ++r) {
      if (stage.roots[r].kind == RootKind::kReduce) StartReduction(*stage.roots[r].node, sums[r]);
    }
    e_.SetRoots(&stage.roots);
    e_.Loops(nest.loops, lanes, bounds, !reduces, [&] { EmitPoint(stage, nest, sums); });
    e_.SetRoots(nullptr);
    e_.Forget();
    for (size_t r = 0; r < stage.roots.size(); ++r) {
      if (stage.roots[r].kind == RootKind::kReduce) FinishReduction(*stage.roots[r].node, nest, sums[r]);
    }
  }

  // One or two sums of something simple: there are registers for several of each.
  bool SumsOnly(const Stage& stage) const { return IsLight(stage) && std::ranges::all_of(stage.roots, IsSum); }
  static bool IsSum(const Root& root) { return root.kind == RootKind::kReduce; }

  // What is in memory is read, whatever made it.
  bool IsLight(const Stage& stage) const {
    const auto is_light = [](const Node& node) {
      return node.kind != NodeKind::kElementwise || ElementCost(node.op()) <= 4;
    };
    const auto is_light_operand = [&](Value v) { return in_memory_.contains(v) || is_light(*v.node); };
    return stage.roots.size() <= 2 && std::all_of(stage.roots.begin(), stage.roots.end(), [&](const Root& root) {
             return is_light(*root.node) && (root.node->operands.empty() || is_light_operand(root.node->operands[0]));
           });
  }

  // All values first, then all stores: a root may be made in memory that another one reads.
  void EmitPoint(const Stage& stage, const NestStage& nest, const std::vector<std::vector<llvm::AllocaInst*>>& sums) {
    std::vector<std::pair<const Root*, Number>> stores;
    for (size_t r = 0; r < stage.roots.size(); ++r) {
      const Root& root = stage.roots[r];
      if (root.kind == RootKind::kReduce) {
        AddPoint(*root.node, nest, sums[r]);
      } else if (root.kind == RootKind::kUpdate) {
        stores.emplace_back(&root, e_.Element(root.node->operands[1], nest.inner));
      } else {
        const Index index = RootIndex(root, e_.space(), nest_.outer, nest.inner);
        stores.emplace_back(&root, e_.Compute({root.node, root.result}, index));
      }
    }
    for (const auto& [root, number] : stores) {
      const Value v = {root->node, root->result};
      if (!plan_.buffer_of.contains(v)) {  // for later stages only
        e_.SetRegister(v, number);
        continue;
      }
      e_.Store(v, RootIndex(*root, e_.space(), nest_.outer, nest.inner), number);
    }
  }

  // --- Reductions ---------------------------------------------------------------------------------------------------

  // Sums by a known operation are kept in the form that is computed with, others in that of registers.
  llvm::Type* SumType(const Node& node, ElementType type) {
    llvm::LLVMContext& context = e_.builder().getContext();
    llvm::Type* reg = MonoidOfNode(node).has_value() ? ComputeType(context, type) : RegisterType(context, type);
    return reduce_lanes_ > 1 ? llvm::FixedVectorType::get(reg, static_cast<unsigned>(reduce_lanes_)) : reg;
  }

  // For each result a place for what has been combined so far; for complex ones two.
  void StartReduction(const Node& node, std::vector<llvm::AllocaInst*>& sums) {
    Builder& b = e_.builder();
    const std::optional<Monoid> monoid = MonoidOfNode(node);
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      const ElementType type = node.shapes[i].type;
      Number start;
      if (monoid.has_value()) {
        start.real = Identity(b.getContext(), *monoid, type);
        if (IsComplex(type)) {
          start.imaginary =
              *monoid == Monoid::kMultiply ? llvm::Constant::getNullValue(start.real->getType()) : start.real;
        }
      } else {
        start = e_.Element(node.operands[node.shapes.size() + i], {});
      }
      for (llvm::Value* part : {start.real, start.imaginary}) {
        llvm::AllocaInst* sum = part == nullptr ? nullptr : e_.Local(SumType(node, type));
        sums.push_back(sum);
        if (sum != nullptr) b.CreateStore(Wide(part), sum);
      }
    }
  }

  llvm::Value* Wide(llvm::Value* v) {
    if (reduce_lanes_ <= 1 || v->getType()->isVectorTy()) return v;
    return Splat(e_.builder(), v, static_cast<unsigned>(reduce_lanes_));
  }

  Number SumOf(const std::vector<llvm::AllocaInst*>& sums, size_t i) {
    Builder& b = e_.builder();
    const auto load = [&](llvm::AllocaInst* sum) -> llvm::Value* {
      return sum == nullptr ? nullptr : b.CreateLoad(sum->getAllocatedType(), sum);
    };
    return {load(sums[2 * i]), load(sums[2 * i + 1])};
  }

  void AddPoint(const Node& node, const NestStage& nest, const std::vector<llvm::AllocaInst*>& sums) {
    Builder& b = e_.builder();
    const std::vector<Source> sources = ReductionSources(e_.space(), node, nest_.outer, nest.inner);
    std::vector<Number> before;
    for (size_t i = 0; i < node.shapes.size(); ++i) before.push_back(SumOf(sums, i));
    std::vector<Number> after;
    if (node.bodies.empty()) {
      after.push_back(AddProduct(node, sources, before[0]));
    } else {
      std::vector<Number> elements;
      for (size_t i = 0; i < sources.size(); ++i) elements.push_back(Widened(node, ElementOrInit(node, sources[i], i)));
      after = Combine(node, before, elements);
    }
    for (size_t i = 0; i < after.size(); ++i) {
      Number next = after[i];
      if (llvm::Value* mask = nest.vectorized ? e_.mask() : nullptr) {
        Number m = {mask, nullptr};
        UnifyNumbers(b, {&m, &next, &before[i]});
        next.real = b.CreateSelect(m.real, next.real, before[i].real);
        if (next.imaginary != nullptr) next.imaginary = b.CreateSelect(m.real, next.imaginary, before[i].imaginary);
      }
      b.CreateStore(Wide(next.real), sums[2 * i]);
      if (next.imaginary != nullptr) b.CreateStore(Wide(next.imaginary), sums[2 * i + 1]);
    }
  }

  // Outside of the array a window sees the initial value.
  Number ElementOrInit(const Node& node, const Source& source, size_t i) {
    if (source.guards.empty()) return e_.Element(source.value, source.index);
    const std::optional<Monoid> monoid = MonoidOfNode(node);
    const ElementType type = node.shapes[i].type;
    Number outside;
    if (monoid.has_value() && !IsComplex(type)) {
      outside.real = FromCompute(e_.builder(), type, Identity(e_.builder().getContext(), *monoid, type));
    } else {
      outside = e_.Element(node.operands[node.shapes.size() + i], {});
    }
    return e_.ElementOf(source, outside, type);
  }

  // Sums with elements, or sums with sums. By a known operation both are in the form that is computed with.
  std::vector<Number> Combine(const Node& node, const std::vector<Number>& a, const std::vector<Number>& b) {
    const Body& body = *node.bodies[0];
    const std::optional<Monoid> monoid = MonoidOfNode(node);
    const ElementType type = node.shape().type;
    if (!monoid.has_value() || !stablehlo::IsNarrowFloat(type)) {
      std::vector<Number> arguments = a;
      arguments.insert(arguments.end(), b.begin(), b.end());
      return e_.Call(body, arguments);
    }
    Number x = a[0];
    Number y = b[0];
    UnifyNumbers(e_.builder(), {&x, &y});
    return {{EmitFloatMonoid(e_.builder(), body.results[0].node->op(), x.real, y.real), nullptr}};
  }

  // Elements in the form that sums are kept in.
  Number Widened(const Node& node, Number element) {
    if (MonoidOfNode(node).has_value()) element.real = ToCompute(e_.builder(), node.shape().type, element.real);
    return element;
  }

  Number AddProduct(const Node& node, const std::vector<Source>& sources, const Number& sum) {
    Builder& b = e_.builder();
    const ElementType type = node.shape().type;
    Number factors[2];
    for (size_t i = 0; i < 2; ++i) {
      const ElementType from = sources[i].value.type();
      Number zero;
      zero.real = llvm::Constant::getNullValue(RegisterType(b.getContext(), from));
      if (IsComplex(from)) zero.imaginary = zero.real;
      factors[i] = ConvertFactor(from, type, e_.ElementOf(sources[i], zero, from));
    }
    Number acc = sum;
    UnifyNumbers(b, {&factors[0], &factors[1], &acc});
    if (IsComplex(type)) {
      const auto fma = [&](llvm::Value* x, llvm::Value* y, llvm::Value* z) {
        return b.CreateFAdd(b.CreateFMul(x, y), z);
      };
      return {fma(b.CreateFNeg(factors[0].imaginary), factors[1].imaginary,
                  fma(factors[0].real, factors[1].real, acc.real)),
              fma(factors[0].real, factors[1].imaginary, fma(factors[0].imaginary, factors[1].real, acc.imaginary))};
    }
    llvm::Value* x = factors[0].real;
    llvm::Value* y = factors[1].real;
    if (type == ElementType::kI1) return {b.CreateOr(acc.real, b.CreateAnd(x, y)), nullptr};
    if (!IsFloat(type)) return {b.CreateAdd(acc.real, b.CreateMul(x, y)), nullptr};
    if (!e_.target().fma) return {b.CreateFAdd(b.CreateFMul(x, y), acc.real), nullptr};
    return {b.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, acc.real}), nullptr};
  }

  // Factors are used as they are where the result's register holds them: a product of bf16 is not rounded to it.
  Number ConvertFactor(ElementType from, ElementType to, const Number& x) {
    const bool narrow = stablehlo::IsNarrowFloat(from) && IsFloat(to) && to != ElementType::kF64;
    if (narrow) return {ToCompute(e_.builder(), from, x.real), nullptr};
    if (from == to) return x;
    Number converted = ConvertNumber(e_.builder(), from, to, x);
    converted.real = ToCompute(e_.builder(), to, converted.real);
    return converted;
  }

  void FinishReduction(const Node& node, const NestStage& nest, const std::vector<llvm::AllocaInst*>& sums) {
    Builder& b = e_.builder();
    std::vector<Number> result;
    for (size_t i = 0; i < node.shapes.size(); ++i) result.push_back(SumOf(sums, i));
    if (nest.vectorized) result = AcrossLanes(node, result);
    if (MonoidOfNode(node).has_value() && !node.bodies.empty()) {
      result = Combine(node, {Widened(node, e_.Element(node.operands[1], {}))}, result);
    }
    for (uint32_t i = 0; i < result.size(); ++i) {
      if (MonoidOfNode(node).has_value()) result[i].real = FromCompute(b, node.shapes[i].type, result[i].real);
      const Value v = {const_cast<Node*>(&node), i};
      if (plan_.buffer_of.contains(v)) e_.Store(v, nest_.outer, result[i]);
      e_.SetRegister(v, result[i]);
    }
  }

  // Halves are combined until one lane is left.
  std::vector<Number> AcrossLanes(const Node& node, std::vector<Number> sums) {
    Builder& b = e_.builder();
    for (int64_t width = reduce_lanes_ / 2; width >= 1; width /= 2) {
      std::vector<int> low;
      std::vector<int> high;
      for (int i = 0; i < width; ++i) low.push_back(i), high.push_back(i + static_cast<int>(width));
      std::vector<Number> a;
      std::vector<Number> c;
      for (const Number& sum : sums) {
        const auto half = [&](llvm::Value* v, const std::vector<int>& lanes) -> llvm::Value* {
          return v == nullptr ? nullptr : b.CreateShuffleVector(v, lanes);
        };
        a.push_back({half(sum.real, low), half(sum.imaginary, low)});
        c.push_back({half(sum.real, high), half(sum.imaginary, high)});
      }
      sums = node.bodies.empty() ? std::vector<Number>{AddNumbers(node.shape().type, a[0], c[0])} : Combine(node, a, c);
    }
    for (Number& sum : sums) {
      sum.real = b.CreateExtractElement(sum.real, uint64_t{0});
      if (sum.imaginary != nullptr) sum.imaginary = b.CreateExtractElement(sum.imaginary, uint64_t{0});
    }
    return sums;
  }

  Number AddNumbers(ElementType type, const Number& x, const Number& y) {
    Builder& b = e_.builder();
    if (type == ElementType::kI1) return {b.CreateOr(x.real, y.real), nullptr};
    if (IsComplex(type)) return {b.CreateFAdd(x.real, y.real), b.CreateFAdd(x.imaginary, y.imaginary)};
    return {IsFloat(type) ? b.CreateFAdd(x.real, y.real) : b.CreateAdd(x.real, y.real), nullptr};
  }

  const Plan& plan_;
  const ValueSet& in_memory_;
  const Kernel& kernel_;
  Emitter e_;
  Nest nest_;
  int64_t lanes_ = 1;
  int64_t reduce_lanes_ = 1;
  bool straight_ = false;
};

// Products of a few numbers each and no more: loops would cost more than what is in them.
bool IsTinyProducts(const Kernel& kernel) {
  if (kernel.stages.size() != 1 || NumElements(kernel.stages[0].inner) > kProductTurns) return false;
  double points =
      static_cast<double>(NumElements(kernel.stages[0].inner)) * static_cast<double>(NumElements(kernel.outer));
  return kernel.cost <= kProductCost * points && std::ranges::all_of(kernel.stages[0].roots, [](const Root& root) {
           return root.kind == RootKind::kReduce && root.node->kind == NodeKind::kDot;
         });
}

}  // namespace

llvm::FunctionType* KernelCodeType(llvm::LLVMContext& context) {
  llvm::Type* ptr = llvm::PointerType::getUnqual(context);
  llvm::Type* i64 = llvm::Type::getInt64Ty(context);
  return llvm::FunctionType::get(llvm::Type::getVoidTy(context), {ptr, i64, i64, ptr}, false);
}

int64_t LanesOf(const Kernel& kernel, const Target& target) {
  int64_t widest = 1;
  int64_t narrowest = 8;
  const auto look = [&](ElementType type) {
    const ElementType real = stablehlo::RealType(type);
    int64_t bytes = stablehlo::ElementBytes(real);
    if (IsFloat(real) && bytes < 4) bytes = 4;
    widest = std::max(widest, bytes);
    narrowest = std::min(narrowest, bytes);
  };
  for (const Stage& stage : kernel.stages) {
    for (const Root& root : stage.roots) {
      look(root.node->shape().type);
      for (const Value v : root.node->operands) {
        if (v.shape().num_elements() > 1) look(v.type());
      }
    }
  }
  const int64_t bytes = widest > 4 && narrowest >= 8 ? 8 : std::min<int64_t>(widest, 4);
  return std::max<int64_t>(2, target.vector_bytes / std::max<int64_t>(bytes, 2));
}

KernelFunction EmitKernel(llvm::Module& module, const Target& target, const Plan& plan, const ValueSet& in_memory,
                          const Kernel& kernel, const std::string& name, bool in_loop, std::vector<BufferId> table) {
  KernelEmitter emitter(module, target, plan, in_memory, kernel, name, std::move(table));
  if (in_loop && kernel.cost <= kUnrolledCost) {
    emitter.SetUnrolling(kUnrolledTurns);
  } else if (IsTinyProducts(kernel)) {
    emitter.SetUnrolling(kProductTurns);
  }
  return emitter.Emit();
}

}  // namespace cppjrt::cpu::codegen
