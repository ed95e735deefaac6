#include "cpu/codegen/program.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "cpu/codegen/element.h"
#include "cpu/codegen/epilogue.h"
#include "cpu/codegen/kernel.h"
#include "cpu/codegen/loops.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu::codegen {
namespace {

// Frame's members, in words.
enum Offsets : unsigned { kArguments = 0, kResults, kConstants, kArena, kParallel, kCall };

// A kernel of less work is put where it is called: in loops its scalars become registers, elsewhere only a call is saved.
constexpr double kInlineCostInLoops = 4000;
constexpr double kInlineCost = 250;
constexpr int64_t kMostInlineBytes = 512;
constexpr size_t kSharedTable = 64;

class ProgramEmitter {
 public:
  ProgramEmitter(llvm::Module& module, const Target& target, const Plan& plan, std::vector<const Step*>& calls)
      : module_(module),
        target_(target),
        plan_(plan),
        calls_(calls),
        b_(module.getContext()),
        slots_(plan.buffers.size()) {
    for (const auto& [v, buffer] : plan.buffer_of) in_memory_.insert(v);
  }

  void Emit() {
    llvm::Type* ptr = b_.getPtrTy();
    function_ = llvm::Function::Create(llvm::FunctionType::get(b_.getInt32Ty(), {ptr}, false),
                                       llvm::GlobalValue::ExternalLinkage, kEntryName, module_);
    entry_ = NewBlock("entry");
    llvm::BasicBlock* start = NewBlock("start");
    fail_ = NewBlock("fail");
    b_.SetInsertPoint(fail_);
    failure_ = b_.CreatePHI(b_.getInt32Ty(), 2);
    b_.CreateRet(failure_);
    b_.SetInsertPoint(start);
    EmitBody(plan_.entry);
    b_.CreateRet(b_.getInt32(0));
    Builder at_entry(entry_);
    at_entry.CreateBr(start);
    if (failure_->getNumIncomingValues() == 0) {
      fail_->eraseFromParent();
    }
  }

 private:
  llvm::BasicBlock* NewBlock(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, function_);
  }

  void EmitBody(const BodyPlan& body) {
    for (const Step& step : body.steps) EmitStep(step);
  }

  void EmitStep(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kKernel:
        Run(EmitKernel(module_, target_, plan_, in_memory_, step.kernel, Name("kernel"), loops_ > 0),
            MayBePutInPlace(step.kernel));
        break;
      case Step::Kind::kCall:
        EmitCall(step);
        break;
      case Step::Kind::kWhile:
        EmitWhile(step);
        break;
      case Step::Kind::kCase:
        EmitCase(step);
        break;
      case Step::Kind::kCopy:
        if (step.bytes > 0) EmitCopy(step);
        break;
      case Step::Kind::kSwap: {
        llvm::Value* from = Pointer(step.from);
        llvm::Value* to = Pointer(step.to);
        b_.CreateStore(from, Slot(step.to));
        b_.CreateStore(to, Slot(step.from));
        break;
      }
    }
  }

  // A result that may be made in an argument's memory may be the argument already.
  void EmitCopy(const Step& step) {
    llvm::Value* to = Pointer(step.to);
    llvm::Value* from = Pointer(step.from);
    const Buffer& target = plan_.buffers[static_cast<size_t>(step.to)];
    const bool may_be =
        target.kind == Buffer::Kind::kResult && plan_.result_may_be[static_cast<size_t>(target.number)] >= 0;
    llvm::BasicBlock* next = nullptr;
    if (may_be) {
      llvm::BasicBlock* copy = NewBlock("copy");
      next = NewBlock("next");
      b_.CreateCondBr(b_.CreateICmpEQ(to, from), next, copy);
      b_.SetInsertPoint(copy);
    }
    b_.CreateMemCpy(to, llvm::Align(1), from, llvm::Align(1), static_cast<uint64_t>(step.bytes));
    if (next == nullptr) return;
    b_.CreateBr(next);
    b_.SetInsertPoint(next);
  }

  std::string Name(const char* what) { return std::string(what) + std::to_string(count_++); }

  llvm::Value* FrameMember(Builder& b, unsigned i) {
    llvm::Value* place = b.CreateConstInBoundsGEP1_64(b.getPtrTy(), function_->getArg(0), i);
    return Fixed(b.CreateLoad(b.getPtrTy(), place));
  }

  // Of what does not change while the program runs: such loads leave loops.
  llvm::LoadInst* Fixed(llvm::LoadInst* load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
    return load;
  }

  // --- Buffers ------------------------------------------------------------------------------------------------------

  // Where a buffer is, worked out where it is asked for: thousands of addresses kept from the start on would be in nobody's
  // registers.
  llvm::Value* MakePointer(Builder& b, const Buffer& buffer) {
    const auto of_table = [&](unsigned table) -> llvm::Value* {
      llvm::Value* pointers = FrameMember(b, table);
      return Fixed(b.CreateLoad(
          b.getPtrTy(), b.CreateConstInBoundsGEP1_64(b.getPtrTy(), pointers, static_cast<uint64_t>(buffer.number))));
    };
    switch (buffer.kind) {
      case Buffer::Kind::kArgument:
        return of_table(kArguments);
      case Buffer::Kind::kResult:
        return of_table(kResults);
      case Buffer::Kind::kConstant:
        return of_table(kConstants);
      case Buffer::Kind::kSpare:
        return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), of_table(kResults), static_cast<uint64_t>(buffer.offset));
      case Buffer::Kind::kArena:
        return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), FrameMember(b, kArena),
                                            static_cast<uint64_t>(buffer.offset));
      default:
        return nullptr;  // a kernel's own, or the frame's
    }
  }

  // Of a buffer that moves, where its address is; of one on the stack, where it is.
  llvm::Value* Slot(BufferId id) {
    llvm::Value*& slot = slots_[static_cast<size_t>(id)];
    if (slot != nullptr) return slot;
    const Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
    Builder b(entry_);
    if (buffer.moves) {
      slot = b.CreateAlloca(b.getPtrTy());
      b.CreateStore(MakePointer(b, buffer), slot);
      return slot;
    }
    const auto bytes = static_cast<uint64_t>(std::max<int64_t>(1, buffer.bytes));
    llvm::AllocaInst* place = b.CreateAlloca(llvm::ArrayType::get(b.getInt8Ty(), bytes));
    place->setAlignment(llvm::Align(bytes > 16 ? 64 : 16));
    return slot = place;
  }

  llvm::Value* Pointer(BufferId id) {
    const Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
    if (buffer.moves) return b_.CreateLoad(b_.getPtrTy(), Slot(id));
    return buffer.kind == Buffer::Kind::kStack ? Slot(id) : MakePointer(b_, buffer);
  }

  // A table of pointers for a call. `own`: one that nothing else uses, which disappears if the call is put in place; others
  // share one, as each is read before the next call is prepared.
  llvm::Value* Table(const std::vector<llvm::Value*>& pointers, bool own = false) {
    llvm::Value* table = nullptr;
    if (own || pointers.size() > kSharedTable) {
      table = NewTable(std::max<size_t>(1, pointers.size()));
    } else {
      if (shared_table_ == nullptr) shared_table_ = NewTable(kSharedTable);
      table = shared_table_;
    }
    for (size_t i = 0; i < pointers.size(); ++i) {
      b_.CreateStore(pointers[i], b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), table, i));
    }
    return table;
  }

  llvm::Value* NewTable(size_t size) {
    Builder at_entry(entry_, entry_->begin());
    return at_entry.CreateAlloca(llvm::ArrayType::get(b_.getPtrTy(), size));
  }

  llvm::Value* TableOf(const std::vector<BufferId>& buffers, bool own) {
    std::vector<llvm::Value*> pointers;
    for (const BufferId id : buffers) pointers.push_back(Pointer(id));
    return Table(pointers, own);
  }

  // --- Steps --------------------------------------------------------------------------------------------------------

  // Rows of their own would add up in the frame of the program.
  bool MayBePutInPlace(const Kernel& kernel) const {
    int64_t bytes = 0;
    for (const Value v : kernel.locals) bytes += plan_.buffers[static_cast<size_t>(plan_.buffer_of.at(v))].bytes;
    return kernel.cost <= (loops_ > 0 ? kInlineCostInLoops : kInlineCost) && bytes <= kMostInlineBytes;
  }

  void Run(const KernelFunction& kernel, bool may_be_in_place) {
    const bool in_place = !kernel.parallel && may_be_in_place;
    llvm::Value* table = TableOf(kernel.buffers, in_place);
    llvm::Value* extent = b_.getInt64(static_cast<uint64_t>(kernel.extent));
    if (!kernel.parallel) {
      if (in_place) kernel.function->addFnAttr(llvm::Attribute::AlwaysInline);
      b_.CreateCall(kernel.function, {table, b_.getInt64(0), extent});
      return;
    }
    llvm::Type* ptr = b_.getPtrTy();
    llvm::Type* i64 = b_.getInt64Ty();
    llvm::FunctionType* type = llvm::FunctionType::get(b_.getVoidTy(), {ptr, ptr, ptr, i64, i64}, false);
    b_.CreateCall(
        type, FrameMember(b_, kParallel),
        {function_->getArg(0), kernel.function, table, extent, b_.getInt64(static_cast<uint64_t>(kernel.grain))});
  }

  void EmitCall(const Step& step) {
    const Node& node = *step.node;
    if (HasLoops(node)) {
      Run(EmitLoops(module_, target_, plan_, node, Name("loops")), /*may_be_in_place=*/true);
      return;
    }
    std::vector<llvm::Value*> pointers;
    for (const Value v : node.operands) pointers.push_back(OperandPointer(node, v));
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      const Value v = {const_cast<Node*>(&node), i};
      pointers.push_back(v.shape().token ? llvm::ConstantPointerNull::get(b_.getPtrTy()) : PointerOf(v));
    }
    if (node.kind == NodeKind::kSort) {
      const KernelFunction comparator = EmitComparator(module_, target_, plan_, node, Name("compare"));
      pointers.push_back(comparator.function);
      pointers.push_back(TableOf(comparator.buffers, /*own=*/true));
    }
    if (HasEpilogue(step)) {
      const KernelFunction epilogue = EmitEpilogue(module_, target_, plan_, step, Name("epilogue"));
      pointers.push_back(epilogue.function);
      pointers.push_back(TableOf(epilogue.buffers, /*own=*/true));
    }
    const auto number = static_cast<uint64_t>(calls_.size());
    calls_.push_back(&step);
    llvm::Type* ptr = b_.getPtrTy();
    llvm::FunctionType* type = llvm::FunctionType::get(b_.getInt32Ty(), {ptr, b_.getInt64Ty(), ptr}, false);
    llvm::Value* status =
        b_.CreateCall(type, FrameMember(b_, kCall), {function_->getArg(0), b_.getInt64(number), Table(pointers)});
    llvm::BasicBlock* next = NewBlock("next");
    failure_->addIncoming(status, b_.GetInsertBlock());
    b_.CreateCondBr(b_.CreateICmpEQ(status, b_.getInt32(0)), next, fail_);
    b_.SetInsertPoint(next);
  }

  llvm::Value* PointerOf(Value v) { return Pointer(plan_.buffer_of.at(v)); }

  llvm::Value* OperandPointer(const Node& node, Value v) {
    if (v.shape().token) return llvm::ConstantPointerNull::get(b_.getPtrTy());
    if (node.kind == NodeKind::kDot || node.kind == NodeKind::kConvolution) {
      const StridedView view = OperandView(plan_, v);
      if (view.base.valid()) return PointerOf(view.base);
    }
    return PointerOf(v);
  }

  void EmitWhile(const Step& step) {
    llvm::BasicBlock* head = NewBlock("while");
    llvm::BasicBlock* turn = NewBlock("turn");
    llvm::BasicBlock* done = NewBlock("done");
    b_.CreateBr(head);
    b_.SetInsertPoint(head);
    ++loops_;
    EmitBody(*step.bodies[0]);
    llvm::Value* more = b_.CreateLoad(b_.getInt8Ty(), PointerOf(step.bodies[0]->body->results[0]));
    b_.CreateCondBr(b_.CreateICmpNE(more, b_.getInt8(0)), turn, done);
    b_.SetInsertPoint(turn);
    EmitBody(*step.bodies[1]);
    --loops_;
    b_.CreateBr(head);
    b_.SetInsertPoint(done);
  }

  void EmitCase(const Step& step) {
    llvm::Value* index = b_.CreateLoad(b_.getInt32Ty(), PointerOf(step.node->operands[0]));
    llvm::BasicBlock* done = NewBlock("done");
    std::vector<llvm::BasicBlock*> branches;
    for (size_t i = 0; i < step.bodies.size(); ++i) branches.push_back(NewBlock("branch"));
    llvm::SwitchInst* choose = b_.CreateSwitch(index, branches.back());
    for (size_t i = 0; i + 1 < branches.size(); ++i)
      choose->addCase(b_.getInt32(static_cast<uint32_t>(i)), branches[i]);
    for (size_t i = 0; i < branches.size(); ++i) {
      b_.SetInsertPoint(branches[i]);
      EmitBody(*step.bodies[i]);
      b_.CreateBr(done);
    }
    b_.SetInsertPoint(done);
  }

  llvm::Module& module_;
  const Target& target_;
  const Plan& plan_;
  std::vector<const Step*>& calls_;
  ValueSet in_memory_;
  Builder b_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* fail_ = nullptr;
  llvm::PHINode* failure_ = nullptr;
  llvm::Value* shared_table_ = nullptr;
  int loops_ = 0;                    // around what is emitted
  std::vector<llvm::Value*> slots_;  // by buffer, see Slot
  int count_ = 0;
};

std::string NameOf(const Node& node) {
  std::string name(Mnemonic(node));
  if (!node.place.empty()) name += " at " + std::string(node.place);
  return name;
}

Status CheckBody(const Body& body, bool elements) {
  for (const Node* node : body.nodes) {
    if (node->kind == NodeKind::kElementwise && !CanEmit(*node)) {
      return UnimplementedError(NameOf(*node) + ": no code for it on its types");
    }
    const bool simple = node->kind == NodeKind::kElementwise || node->kind == NodeKind::kConstant ||
                        node->kind == NodeKind::kIota || node->kind == NodeKind::kReshape ||
                        node->kind == NodeKind::kBroadcast;
    if (elements && !(simple && node->shape().rank() == 0)) {
      return UnimplementedError(NameOf(*node) + ": in a function of single elements");
    }
    for (const Body* inner : node->bodies) CPPJRT_RETURN_IF_ERROR(CheckBody(*inner, HasElementBodies(*node)));
  }
  return OkStatus();
}

}  // namespace

Status CheckSupported(const Graph& graph) { return CheckBody(graph.entry(), false); }

void EmitProgram(llvm::Module& module, const Target& target, const Plan& plan, std::vector<const Step*>& calls) {
  ProgramEmitter(module, target, plan, calls).Emit();
}

}  // namespace cppjrt::cpu::codegen
