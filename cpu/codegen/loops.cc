#include "cpu/codegen/loops.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cpu/codegen/element.h"
#include "cpu/codegen/element_loop.h"
#include "cpu/codegen/linear_algebra.h"
#include "cpu/plan/element_loop.h"
#include "cpu/plan/reduction.h"
#include "cpu/plan/view.h"

namespace cppjrt::cpu::codegen {
namespace {

using stablehlo::IsSigned;

bool Has(const Dims& dims, size_t d) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
}

// Loops over all elements of an array, numbered from `first`.
Index AllLoops(Emitter& e, const Dims& dims, int64_t first, std::vector<NestLoop>& loops) {
  Index index;
  for (size_t d = 0; d < dims.size(); ++d) {
    index.push_back(e.space().Loop(first + static_cast<int64_t>(d), dims[d]));
    if (dims[d] != 1) loops.push_back({first + static_cast<int64_t>(d), dims[d], {}});
  }
  return index;
}

int64_t IterationsOf(const std::vector<NestLoop>& loops) {
  int64_t iterations = 1;
  for (const NestLoop& loop : loops) iterations *= loop.extent;
  return iterations;
}

// A number computed when the code runs, as an index: the value of a loop that the emitter does not run itself.
class Variables {
 public:
  explicit Variables(Emitter& e) : e_(e) {}
  Affine Set(llvm::Value* value, int64_t extent) {
    const int64_t number = kFirst + next_++;
    const Affine a = e_.space().Loop(number, std::max<int64_t>(extent, 2));
    e_.SetLoop(number, value);
    return a;
  }

 private:
  static constexpr int64_t kFirst = 1 << 20;
  Emitter& e_;
  int64_t next_ = 0;
};

// if (condition) body()
void If(Emitter& e, llvm::Value* condition, const std::function<void()>& body) {
  Builder& b = e.builder();
  llvm::BasicBlock* then = llvm::BasicBlock::Create(b.getContext(), "then", e.function());
  llvm::BasicBlock* done = llvm::BasicBlock::Create(b.getContext(), "done", e.function());
  b.CreateCondBr(condition, then, done);
  b.SetInsertPoint(then);
  e.Forget();
  body();
  e.Forget();
  b.CreateBr(done);
  b.SetInsertPoint(done);
}

// --- Scatter --------------------------------------------------------------------------------------------------------

// For each update in order: where its slice starts; a slice that sticks out is skipped; its elements are combined.
class ScatterLoops {
 public:
  ScatterLoops(Emitter& e, const Plan& plan, const Node& node)
      : e_(e),
        plan_(plan),
        node_(node),
        attrs_(node.attr<ScatterAttrs>()),
        variables_(e),
        inputs_(node.shapes.size()) {}

  void Emit() {
    const Value updates = node_.operands[inputs_ + 1];
    std::vector<NestLoop> all;
    const Index index = AllLoops(e_, updates.dims(), 0, all);
    // Scatter dimensions outside, those of the window inside.
    std::vector<NestLoop> outer;
    std::vector<NestLoop> inner;
    for (const NestLoop& loop : all) {
      (Has(attrs_.update_window_dims, static_cast<size_t>(loop.number)) ? inner : outer).push_back(loop);
    }
    e_.SetBodyIterations(std::max<int64_t>(1, IterationsOf(inner) / LanesOf(inner)));
    e_.Loops(outer, 1, nullptr, true, [&] {
      e_.Forget();
      const std::vector<llvm::Value*> starts = Starts(index);
      If(e_, Inside(starts), [&] {
        std::vector<Affine> first;
        for (size_t d = 0; d < starts.size(); ++d) first.push_back(variables_.Set(starts[d], InputDims()[d]));
        // Elements of one window are different elements of the input.
        e_.Loops(inner, LanesOf(inner), nullptr, true, [&] {
          e_.Forget();
          Update(index, first);
        });
      });
    });
  }

 private:
  const Dims& InputDims() const { return node_.shape().dims; }

  // The first index of the slice along each dimension of the input, as a signed number.
  std::vector<llvm::Value*> Starts(const Index& update) {
    Builder& b = e_.builder();
    const Value indices = node_.operands[inputs_];
    const auto vector_dim = static_cast<size_t>(attrs_.index_vector_dim);
    Index batch;
    for (size_t d = 0; d < update.size(); ++d) {
      if (!Has(attrs_.update_window_dims, d)) batch.push_back(update[d]);
    }
    std::vector<llvm::Value*> starts(InputDims().size(), b.getInt64(0));
    for (size_t k = 0; k < attrs_.scatter_dims_to_operand_dims.size(); ++k) {
      Index at = batch;
      if (vector_dim < indices.shape().rank()) {
        at.insert(at.begin() + static_cast<int64_t>(vector_dim), Affine(static_cast<int64_t>(k)));
      }
      llvm::Value* number = e_.Element(indices, at).real;
      const bool is_signed = IsSigned(indices.type());
      number = is_signed ? b.CreateSExt(number, b.getInt64Ty()) : b.CreateZExt(number, b.getInt64Ty());
      starts[static_cast<size_t>(attrs_.scatter_dims_to_operand_dims[k])] = number;
    }
    for (size_t k = 0; k < attrs_.input_batching_dims.size(); ++k) {
      auto from = static_cast<size_t>(attrs_.scatter_indices_batching_dims[k]);
      if (from > vector_dim) --from;
      starts[static_cast<size_t>(attrs_.input_batching_dims[k])] = e_.Scalar(batch[from]);
    }
    return starts;
  }

  bool IsWindow(size_t d) const { return !Has(attrs_.inserted_window_dims, d) && !Has(attrs_.input_batching_dims, d); }

  int64_t SliceSize(size_t d) const {
    if (!IsWindow(d)) return 1;
    size_t position = 0;
    for (size_t k = 0; k < d; ++k) position += IsWindow(k);
    return node_.operands[inputs_ + 1].dims()[static_cast<size_t>(attrs_.update_window_dims[position])];
  }

  llvm::Value* Inside(const std::vector<llvm::Value*>& starts) {
    Builder& b = e_.builder();
    llvm::Value* inside = b.getTrue();
    for (size_t d = 0; d < starts.size(); ++d) {
      const int64_t last = InputDims()[d] - SliceSize(d);
      if (last < 0) return b.getFalse();
      inside = b.CreateAnd(inside, b.CreateICmpULE(starts[d], b.getInt64(static_cast<uint64_t>(last))));
    }
    return inside;
  }

  // Vectors along the last loop, if it is that of the input's last dimension.
  int64_t LanesOf(const std::vector<NestLoop>& inner) const {
    const size_t last = InputDims().size() - 1;
    if (inner.empty() || !IsWindow(last) ||
        inner.back().number != attrs_.update_window_dims[attrs_.update_window_dims.size() - 1]) {
      return 1;
    }
    const int64_t bytes = std::max<int64_t>(4, stablehlo::ElementBytes(stablehlo::RealType(node_.shape().type)));
    int64_t lanes = e_.target().vector_bytes / bytes;
    while (lanes > 1 && lanes > inner.back().extent) lanes /= 2;
    return lanes;
  }

  void Update(const Index& update, const std::vector<Affine>& starts) {
    Index at = starts;
    size_t window = 0;
    for (size_t d = 0; d < starts.size(); ++d) {
      if (IsWindow(d)) at[d] = at[d] + update[static_cast<size_t>(attrs_.update_window_dims[window++])];
    }
    const Affine offset = LinearOffset(at, InputDims());
    std::vector<Number> arguments;
    for (uint32_t i = 0; i < inputs_; ++i) {
      arguments.push_back(e_.Load(BufferOf(i), node_.shapes[i].type, offset));
    }
    for (size_t i = 0; i < inputs_; ++i) arguments.push_back(e_.Element(node_.operands[inputs_ + 1 + i], update));
    const std::vector<Number> results = e_.Call(*node_.bodies[0], arguments);
    for (uint32_t i = 0; i < inputs_; ++i) e_.StoreTo(BufferOf(i), node_.shapes[i].type, offset, results[i]);
  }

  BufferId BufferOf(uint32_t i) const { return plan_.buffer_of.at({const_cast<Node*>(&node_), i}); }

  Emitter& e_;
  const Plan& plan_;
  const Node& node_;
  const ScatterAttrs& attrs_;
  Variables variables_;
  const size_t inputs_;
};

// --- Select and scatter ---------------------------------------------------------------------------------------------

// The result starts with the initial value; for each window the selected element gets the source's element.
class SelectAndScatterLoops {
 public:
  SelectAndScatterLoops(Emitter& e, const Plan& plan, const Node& node)
      : e_(e), plan_(plan), node_(node), window_(node.attr<WindowAttrs>()), variables_(e) {}

  void Emit() {
    const Value result = {const_cast<Node*>(&node_), 0};
    std::vector<NestLoop> fill;
    const Index everywhere = AllLoops(e_, result.dims(), 0, fill);
    e_.Loops(fill, 1, nullptr, true, [&] { e_.Store(result, everywhere, e_.Element(node_.operands[2], {})); });
    std::vector<NestLoop> outer;
    const Value source = node_.operands[1];
    const Index at = AllLoops(e_, source.dims(), 64, outer);
    e_.SetBodyIterations(NumElements(window_.size));
    e_.Loops(outer, 1, nullptr, true, [&] {
      e_.Forget();
      Window(at);
    });
  }

 private:
  void Window(const Index& at) {
    Builder& b = e_.builder();
    const Value operand = node_.operands[0];
    const ElementType type = operand.type();
    llvm::Type* reg = RegisterType(b.getContext(), type);
    llvm::AllocaInst* best[2] = {e_.Local(reg), stablehlo::IsComplex(type) ? e_.Local(reg) : nullptr};
    llvm::AllocaInst* place = e_.Local(b.getInt64Ty());
    b.CreateStore(b.getInt64(static_cast<uint64_t>(-1)), place);
    b.CreateStore(llvm::Constant::getNullValue(reg), best[0]);
    if (best[1] != nullptr) b.CreateStore(llvm::Constant::getNullValue(reg), best[1]);
    std::vector<NestLoop> loops;
    const Index within = AllLoops(e_, window_.size, 128, loops);
    e_.Loops(loops, 1, nullptr, true, [&] {
      e_.Forget();
      Index index;
      std::vector<Guard> guards;
      for (size_t d = 0; d < within.size(); ++d) {
        index.push_back(at[d] * window_.stride[d] + within[d] - window_.low[d]);
        guards.push_back({index[d], 0, operand.dims()[d], 1});
      }
      llvm::Value* holds = e_.Holds(guards);
      If(e_, holds == nullptr ? b.getTrue() : holds, [&] {
        const Number element = e_.Element(operand, index);
        llvm::Value* offset = e_.Scalar(LinearOffset(index, operand.dims()));
        Number kept = {b.CreateLoad(reg, best[0]), best[1] == nullptr ? nullptr : b.CreateLoad(reg, best[1])};
        llvm::Value* none = b.CreateICmpSLT(b.CreateLoad(b.getInt64Ty(), place), b.getInt64(0));
        llvm::Value* keeps = e_.Call(*node_.bodies[0], {kept, element})[0].real;
        If(e_, b.CreateOr(none, b.CreateNot(keeps)), [&] {
          b.CreateStore(element.real, best[0]);
          if (best[1] != nullptr) b.CreateStore(element.imaginary, best[1]);
          b.CreateStore(offset, place);
        });
      });
    });
    e_.Forget();
    llvm::Value* offset = b.CreateLoad(b.getInt64Ty(), place);
    If(e_, b.CreateICmpSGE(offset, b.getInt64(0)), [&] {
      const Affine where = variables_.Set(offset, operand.shape().num_elements());
      const BufferId buffer = plan_.buffer_of.at({const_cast<Node*>(&node_), 0});
      const ElementType result_type = node_.shape().type;
      const Number old = e_.Load(buffer, result_type, where);
      const Number source = e_.Element(node_.operands[1], at);
      e_.StoreTo(buffer, result_type, where, e_.Call(*node_.bodies[1], {old, source})[0]);
    });
  }

  Emitter& e_;
  const Plan& plan_;
  const Node& node_;
  const WindowAttrs& window_;
  Variables variables_;
};

// --- Scan -----------------------------------------------------------------------------------------------------------

// Along the dimension one element after the other; across, if the innermost dimension is another one, in vectors.
void EmitScan(Emitter& e, const Node& node) {
  Builder& b = e.builder();
  const auto& attrs = node.attr<ScanAttrs>();
  const auto dim = static_cast<size_t>(attrs.dim);
  const size_t inputs = node.shapes.size();
  const Dims& dims = node.shape().dims;
  std::vector<NestLoop> all;
  Index index = AllLoops(e, dims, 0, all);
  std::vector<NestLoop> across;
  for (const NestLoop& loop : all) {
    if (loop.number != attrs.dim) across.push_back(loop);
  }
  const bool vectors = !across.empty() && across.back().number > attrs.dim && across.back().extent > 1;
  int64_t lanes = 1;
  if (vectors) {
    lanes =
        e.target().vector_bytes / std::max<int64_t>(4, stablehlo::ElementBytes(stablehlo::RealType(node.shape().type)));
    while (lanes > across.back().extent) lanes /= 2;
  }
  const std::vector<NestLoop> along = {{attrs.dim, dims[dim], {}}};
  if (attrs.reverse) index[dim] = Affine(dims[dim] - 1) - index[dim];
  e.SetBodyIterations(dims[dim]);
  e.Loops(across, lanes, nullptr, true, [&] {
    std::vector<llvm::AllocaInst*> sums;
    for (size_t i = 0; i < inputs; ++i) {
      const Number init = e.Element(node.operands[inputs + i], {});
      for (llvm::Value* part : {init.real, init.imaginary}) {
        if (part == nullptr) {
          sums.push_back(nullptr);
          continue;
        }
        if (e.lanes() > 1 && !part->getType()->isVectorTy()) part = Splat(b, part, static_cast<unsigned>(e.lanes()));
        sums.push_back(e.Local(part->getType()));
        b.CreateStore(part, sums.back());
      }
    }
    e.Loops(along, 1, nullptr, true, [&] {
      e.Forget();
      std::vector<Number> arguments;
      for (size_t i = 0; i < inputs; ++i) {
        const auto load = [&](llvm::AllocaInst* sum) -> llvm::Value* {
          return sum == nullptr ? nullptr : b.CreateLoad(sum->getAllocatedType(), sum);
        };
        arguments.push_back({load(sums[2 * i]), load(sums[2 * i + 1])});
      }
      for (size_t i = 0; i < inputs; ++i) arguments.push_back(e.Element(node.operands[i], index));
      std::vector<Number> results = e.Call(*node.bodies[0], arguments);
      for (uint32_t i = 0; i < inputs; ++i) {
        for (llvm::Value** part : {&results[i].real, &results[i].imaginary}) {
          if (*part == nullptr) continue;
          if (e.lanes() > 1 && !(*part)->getType()->isVectorTy())
            *part = Splat(b, *part, static_cast<unsigned>(e.lanes()));
        }
        b.CreateStore(results[i].real, sums[2 * i]);
        if (results[i].imaginary != nullptr) b.CreateStore(results[i].imaginary, sums[2 * i + 1]);
        e.Store({const_cast<Node*>(&node), i}, index, results[i]);
      }
    });
    e.Forget();
  });
}

}  // namespace

bool HasLoops(const Node& node) {
  if (node.kind == NodeKind::kScan) return !IsPlainScan(node);
  if (node.kind == NodeKind::kWhile) return IsElementLoop(node);
  return node.kind == NodeKind::kScatter || node.kind == NodeKind::kSelectAndScatter ||
         node.kind == NodeKind::kLinearAlgebra;
}

KernelFunction EmitLoops(llvm::Module& module, const Target& target, const Plan& plan, const Node& node,
                         const std::string& name, std::vector<BufferId> table) {
  Emitter e(module, target, plan, name, KernelCodeType(module.getContext()), std::move(table));
  e.SetStop(e.function()->getArg(kKernelStop));
  KernelFunction made;
  if (node.kind == NodeKind::kWhile) {
    EmitElementLoop(e, plan, node, made);
  } else if (node.kind == NodeKind::kScatter) {
    ScatterLoops(e, plan, node).Emit();
  } else if (node.kind == NodeKind::kSelectAndScatter) {
    SelectAndScatterLoops(e, plan, node).Emit();
  } else if (node.kind == NodeKind::kLinearAlgebra) {
    EmitLinearAlgebra(e, node);
  } else {
    EmitScan(e, node);
  }
  e.builder().CreateRetVoid();
  made.function = e.function();
  made.buffers = e.Finish();
  return made;
}

KernelFunction EmitComparator(llvm::Module& module, const Target& target, const Plan& plan, const Node& sort,
                              const std::string& name, std::vector<BufferId> table) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* ptr = llvm::PointerType::getUnqual(context);
  Emitter e(module, target, plan, name, llvm::FunctionType::get(llvm::Type::getInt1Ty(context), {ptr, ptr, ptr}, false),
            std::move(table));
  Builder& b = e.builder();
  std::vector<Number> arguments;
  for (size_t i = 0; i < sort.operands.size(); ++i) {
    const ElementType type = sort.operands[i].type();
    llvm::Type* stored = StorageType(context, type);
    for (unsigned side = 1; side <= 2; ++side) {
      llvm::Value* pointer = b.CreateLoad(ptr, b.CreateConstInBoundsGEP1_64(ptr, e.function()->getArg(side), i));
      Number number;
      number.real = b.CreateAlignedLoad(stored, pointer, llvm::Align(1));
      if (stablehlo::IsComplex(type)) {
        number.imaginary =
            b.CreateAlignedLoad(stored, b.CreateConstInBoundsGEP1_64(stored, pointer, 1), llvm::Align(1));
      } else {
        number.real = FromStorage(b, type, number.real);
      }
      arguments.push_back(number);
    }
  }
  b.CreateRet(e.Call(*sort.bodies[0], arguments)[0].real);
  KernelFunction made;
  made.function = e.function();
  made.function->addRetAttr(llvm::Attribute::ZExt);
  made.buffers = e.Finish();
  return made;
}

}  // namespace cppjrt::cpu::codegen
