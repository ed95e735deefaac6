#include "cpu/codegen/region.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu/codegen/frame.h"
#include "cpu/codegen/kernel.h"
#include "cpu/codegen/loops.h"
#include "cpu/plan/fusion.h"

namespace cppjrt::cpu::codegen {
namespace {

// Frame's members, in words.
enum FrameMembers : unsigned { kRun = 0, kCall, kContext, kStop };

static_assert(offsetof(Frame, run) == kRun * sizeof(void*) && offsetof(Frame, call) == kCall * sizeof(void*) &&
              offsetof(Frame, stop) == kStop * sizeof(void*));

constexpr size_t kSharedTable = 64;
// Larger copies are made in parts, with a safepoint after each.
constexpr int64_t kCopyBytes = 1 << 20;

class RegionEmitter {
 public:
  RegionEmitter(llvm::Module& module, const Target& target, const Plan& plan, const ValueSet& in_memory,
                const Unit& unit, const std::string& name)
      : module_(module),
        target_(target),
        plan_(plan),
        in_memory_(in_memory),
        unit_(unit),
        name_(name),
        b_(module.getContext()) {
    for (size_t i = 0; i < unit.buffers.size(); ++i) places_[unit.buffers[i]] = i;
  }

  llvm::Function* Emit() {
    llvm::Type* ptr = b_.getPtrTy();
    function_ = llvm::Function::Create(llvm::FunctionType::get(b_.getInt32Ty(), {ptr, ptr, b_.getInt64Ty()}, false),
                                       llvm::GlobalValue::ExternalLinkage, name_, module_);
    entry_ = NewBlock("entry");
    llvm::BasicBlock* start = NewBlock("start");
    fail_ = NewBlock("fail");
    b_.SetInsertPoint(fail_);
    failure_ = b_.CreatePHI(b_.getInt32Ty(), 2);
    b_.CreateRet(failure_);
    b_.SetInsertPoint(start);
    EmitStep(*unit_.step);
    GiveBack();
    b_.CreateRet(b_.getInt32(0));
    Builder(entry_).CreateBr(start);
    if (failure_->getNumIncomingValues() == 0) fail_->eraseFromParent();
    return function_;
  }

 private:
  llvm::BasicBlock* NewBlock(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, function_);
  }
  std::string Name(const char* what) { return name_ + "." + what + std::to_string(count_++); }

  void EmitBody(const BodyPlan& body) {
    for (const Step& step : body.steps) EmitStep(step);
  }

  void EmitStep(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kKernel:
        if (unit_.in_place[kernels_++]) {
          return PutInPlace(
              EmitKernel(module_, target_, plan_, in_memory_, step.kernel, Name("kernel"), /*in_loop=*/true));
        }
        return RunCallee(step.kernel);
      case Step::Kind::kCall:
        return EmitCall(step);
      case Step::Kind::kWhile:
        return EmitWhile(step);
      case Step::Kind::kCase:
        return EmitCase(step);
      case Step::Kind::kCopy:
        return EmitCopy(step);
      case Step::Kind::kSwap: {
        llvm::Value* from = Pointer(step.from);
        llvm::Value* to = Pointer(step.to);
        b_.CreateStore(from, Slot(step.to));
        b_.CreateStore(to, Slot(step.from));
        return;
      }
    }
  }

  // A result that may be made in an argument's memory may be the argument already.
  void EmitCopy(const Step& step) {
    if (step.bytes <= 0) return;
    llvm::Value* to = Pointer(step.to);
    llvm::Value* from = Pointer(step.from);
    if (step.bytes <= kCopyBytes) return Move(to, from, b_.getInt64(static_cast<uint64_t>(step.bytes)));
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* copy = NewBlock("copy");
    llvm::BasicBlock* copied = NewBlock("copied");
    b_.CreateBr(copy);
    b_.SetInsertPoint(copy);
    llvm::PHINode* at = b_.CreatePHI(b_.getInt64Ty(), 2);
    at->addIncoming(b_.getInt64(0), before);
    llvm::Value* bytes = b_.getInt64(static_cast<uint64_t>(step.bytes));
    llvm::Value* part =
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, b_.CreateSub(bytes, at), b_.getInt64(kCopyBytes));
    Move(b_.CreateGEP(b_.getInt8Ty(), to, at), b_.CreateGEP(b_.getInt8Ty(), from, at), part);
    Safepoint(innermost_while_);
    llvm::Value* next = b_.CreateAdd(at, part);
    at->addIncoming(next, b_.GetInsertBlock());
    b_.CreateCondBr(b_.CreateICmpULT(next, bytes), copy, copied);
    b_.SetInsertPoint(copied);
  }
  void Move(llvm::Value* to, llvm::Value* from, llvm::Value* bytes) {
    b_.CreateMemMove(to, llvm::Align(1), from, llvm::Align(1), bytes);
  }

  llvm::Value* FrameMember(unsigned i) {
    llvm::Value* place = b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), function_->getArg(0), i);
    return Fixed(b_.CreateLoad(b_.getPtrTy(), place));
  }

  // Of what does not change while the region runs: such loads leave loops.
  llvm::LoadInst* Fixed(llvm::LoadInst* load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
    return load;
  }

  // --- Buffers ------------------------------------------------------------------------------------------------------

  const Buffer& BufferOf(BufferId id) const { return plan_.buffers[static_cast<size_t>(id)]; }

  llvm::Value* TablePlace(Builder& b, size_t i) {
    return b.CreateConstInBoundsGEP1_64(b.getPtrTy(), function_->getArg(1), i);
  }

  // Of a buffer that moves, where its address is; of one on the stack, where it is: here, so that it may become registers.
  // What others see is taken over at the start, and given back at the end.
  llvm::Value* Slot(BufferId id) {
    llvm::Value*& slot = slots_[id];
    if (slot != nullptr) return slot;
    const Buffer& buffer = BufferOf(id);
    const size_t place = places_.at(id);
    Builder b(entry_);
    if (buffer.moves) {
      slot = b.CreateAlloca(b.getPtrTy());
      b.CreateStore(b.CreateLoad(b.getPtrTy(), TablePlace(b, place)), slot);
      shared_.push_back(id);
      return slot;
    }
    const auto bytes = static_cast<uint64_t>(std::max<int64_t>(1, buffer.bytes));
    llvm::AllocaInst* stack = b.CreateAlloca(llvm::ArrayType::get(b.getInt8Ty(), bytes));
    stack->setAlignment(llvm::Align(bytes > 16 ? 64 : 16));
    if (!unit_.is_private[place]) {
      llvm::Value* outside = b.CreateLoad(b.getPtrTy(), TablePlace(b, place));
      b.CreateMemCpy(stack, llvm::Align(16), outside, llvm::Align(16), bytes);
      shared_.push_back(id);
    }
    return slot = stack;
  }

  void GiveBack() {
    for (const BufferId id : shared_) {
      const Buffer& buffer = BufferOf(id);
      llvm::Value* place = TablePlace(b_, places_.at(id));
      if (buffer.moves) {
        b_.CreateStore(b_.CreateLoad(b_.getPtrTy(), slots_[id]), place);
      } else {
        b_.CreateMemCpy(b_.CreateLoad(b_.getPtrTy(), place), llvm::Align(16), slots_[id], llvm::Align(16),
                        static_cast<uint64_t>(std::max<int64_t>(1, buffer.bytes)));
      }
    }
  }

  // Read where it is asked for: thousands of addresses kept from the start on would be in nobody's registers.
  llvm::Value* Pointer(BufferId id) {
    const Buffer& buffer = BufferOf(id);
    if (buffer.moves) return b_.CreateLoad(b_.getPtrTy(), Slot(id));
    if (buffer.kind == Buffer::Kind::kStack) return Slot(id);
    return Fixed(b_.CreateLoad(b_.getPtrTy(), TablePlace(b_, places_.at(id))));
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

  void PutInPlace(const KernelFunction& kernel) {
    kernel.function->addFnAttr(llvm::Attribute::AlwaysInline);
    llvm::Value* extent = b_.getInt64(static_cast<uint64_t>(kernel.extent));
    b_.CreateCall(kernel.function, {TableOf(kernel.buffers, /*own=*/true), b_.getInt64(0), extent, FrameMember(kStop)});
  }

  // The next unit that the region runs: their order is that of the steps.
  llvm::Value* NextCallee() {
    return Fixed(b_.CreateLoad(b_.getPtrTy(), TablePlace(b_, unit_.buffers.size() + callees_++)));
  }

  void RunCallee(const Kernel& kernel) {
    llvm::Value* table = TableOf(KernelBuffers(plan_, kernel), /*own=*/false);
    llvm::Type* ptr = b_.getPtrTy();
    llvm::FunctionType* type = llvm::FunctionType::get(b_.getVoidTy(), {ptr, ptr, ptr}, false);
    b_.CreateCall(type, FrameMember(kRun), {function_->getArg(0), NextCallee(), table});
  }

  void EmitCall(const Step& step) {
    const Node& node = *step.node;
    if (HasLoops(node)) return PutInPlace(EmitLoops(module_, target_, plan_, node, Name("loops")));
    llvm::Type* ptr = b_.getPtrTy();
    std::vector<llvm::Value*> pointers;
    for (const BufferId id : CallBuffers(plan_, node)) {
      pointers.push_back(id == kNoBuffer ? llvm::ConstantPointerNull::get(b_.getPtrTy()) : Pointer(id));
    }
    if (TakesCode(step)) {
      const bool sort = node.kind == NodeKind::kSort;
      // The address is the first member of UnitCode.
      pointers.push_back(Fixed(b_.CreateLoad(ptr, NextCallee())));
      pointers.push_back(TableOf(sort ? ComparatorBuffers(plan_, node) : EpilogueBuffers(plan_, step), /*own=*/true));
    }
    llvm::FunctionType* type = llvm::FunctionType::get(b_.getInt32Ty(), {ptr, b_.getInt64Ty(), ptr}, false);
    llvm::Value* number = b_.CreateAdd(function_->getArg(2), b_.getInt64(calls_++));
    llvm::Value* status = b_.CreateCall(type, FrameMember(kCall), {function_->getArg(0), number, Table(pointers)});
    llvm::BasicBlock* next = NewBlock("next");
    failure_->addIncoming(status, b_.GetInsertBlock());
    b_.CreateCondBr(b_.CreateICmpEQ(status, b_.getInt32(0)), next, fail_);
    b_.SetInsertPoint(next);
  }

  llvm::Value* PointerOf(Value v) { return Pointer(plan_.buffer_of.at(v)); }

  // Leaves the region if the run is to end. The flag is read each time, by a load that leaves all others as they are.
  void Safepoint(uint64_t loop) {
    llvm::LoadInst* flag = b_.CreateAlignedLoad(b_.getInt8Ty(), FrameMember(kStop), llvm::Align(1));
    flag->setVolatile(true);
    flag->setAtomic(llvm::AtomicOrdering::Unordered);
    llvm::BasicBlock* next = NewBlock("next");
    failure_->addIncoming(b_.getInt32(static_cast<uint32_t>(kStopped + loop)), b_.GetInsertBlock());
    llvm::MDNode* likely = llvm::MDBuilder(module_.getContext()).createLikelyBranchWeights();
    b_.CreateCondBr(b_.CreateICmpEQ(flag, b_.getInt8(0)), next, fail_, likely);
    b_.SetInsertPoint(next);
  }

  void EmitWhile(const Step& step) {
    const uint64_t number = whiles_++;
    const uint64_t outside = std::exchange(innermost_while_, number);
    llvm::BasicBlock* head = NewBlock("while");
    llvm::BasicBlock* turn = NewBlock("turn");
    llvm::BasicBlock* done = NewBlock("done");
    b_.CreateBr(head);
    b_.SetInsertPoint(head);
    EmitBody(*step.bodies[0]);
    llvm::Value* more = b_.CreateLoad(b_.getInt8Ty(), PointerOf(step.bodies[0]->body->results[0]));
    b_.CreateCondBr(b_.CreateICmpNE(more, b_.getInt8(0)), turn, done);
    b_.SetInsertPoint(turn);
    EmitBody(*step.bodies[1]);
    Safepoint(number);
    b_.CreateBr(head);
    b_.SetInsertPoint(done);
    innermost_while_ = outside;
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
  const ValueSet& in_memory_;
  const Unit& unit_;
  const std::string name_;
  Builder b_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* fail_ = nullptr;
  llvm::PHINode* failure_ = nullptr;
  llvm::Value* shared_table_ = nullptr;
  std::unordered_map<BufferId, size_t> places_;       // in the region's table
  std::unordered_map<BufferId, llvm::Value*> slots_;  // see Slot
  std::vector<BufferId> shared_;                      // what GiveBack gives back
  size_t kernels_ = 0;
  size_t callees_ = 0;
  uint64_t calls_ = 0;
  uint64_t whiles_ = 0;           // so far
  uint64_t innermost_while_ = 0;  // the number of the one at hand
  int count_ = 0;
};

}  // namespace

llvm::Function* EmitRegion(llvm::Module& module, const Target& target, const Plan& plan, const ValueSet& in_memory,
                           const Unit& unit, const std::string& name) {
  return RegionEmitter(module, target, plan, in_memory, unit, name).Emit();
}

}  // namespace cppjrt::cpu::codegen
