#include "cpu/codegen/emitter.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>

#include "cpu/codegen/element.h"
#include "cpu/codegen/strided.h"
#include "cpu/plan/fusion.h"

namespace cppjrt::cpu::codegen {

using stablehlo::IsComplex;
using stablehlo::IsSigned;

namespace {

// A safepoint after so many iterations costs nothing, and none takes longer than a microsecond.
constexpr int64_t kSafepointIterations = 1024;

// Of all the loops together, the last of them in steps of `lanes`.
int64_t IterationsOf(std::span<const NestLoop> loops, int64_t lanes) {
  int64_t iterations = 1;
  for (size_t i = 0; i < loops.size(); ++i) {
    const int64_t step = i + 1 == loops.size() ? lanes : 1;
    iterations *= (loops[i].extent + step - 1) / step;
  }
  return iterations;
}

// Whether the loop is known to end before `length`.
bool IsShort(llvm::Value* begin, llvm::Value* end, int64_t length) {
  const auto* first = llvm::dyn_cast<llvm::ConstantInt>(begin);
  const auto* last = llvm::dyn_cast<llvm::ConstantInt>(end);
  return first != nullptr && last != nullptr && last->getSExtValue() - first->getSExtValue() < length;
}

}  // namespace

Emitter::Emitter(llvm::Module& module, const Target& target, const Plan& plan, const std::string& name,
                 llvm::FunctionType* type, std::vector<BufferId> table)
    : target_(target),
      plan_(plan),
      context_(module.getContext()),
      function_(llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, module)),
      b_(context_),
      entry_(llvm::BasicBlock::Create(context_, "entry", function_)),
      table_(std::move(table)) {
  for (size_t i = 0; i < table_.size(); ++i) places_[table_[i]] = i;
  llvm::BasicBlock* start = llvm::BasicBlock::Create(context_, "start", function_);
  b_.SetInsertPoint(start);
  domain_ = llvm::MDBuilder(context_).createAnonymousAliasScopeDomain(name);
}

std::vector<BufferId> Emitter::Finish() {
  Builder at_entry(entry_);
  at_entry.CreateBr(&*std::next(function_->begin()));
  // Memory of different buffers does not overlap, but for a result made in an argument's.
  for (const auto& [access, buffer] : accesses_) {
    llvm::SmallVector<llvm::Metadata*> others;
    for (const auto& [id, scope] : scopes_) {
      if (id != buffer) others.push_back(scope);
    }
    access->setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(context_, {scopes_[buffer]}));
    if (!others.empty()) access->setMetadata(llvm::LLVMContext::MD_noalias, llvm::MDNode::get(context_, others));
  }
  return table_;
}

llvm::AllocaInst* Emitter::Local(llvm::Type* type) {
  Builder at_entry(entry_, entry_->begin());
  return at_entry.CreateAlloca(type);
}

llvm::Value* Emitter::Pointer(BufferId buffer) {
  const auto found = pointers_.find(buffer);
  if (found != pointers_.end()) return found->second;
  const Buffer& b = plan_.buffers[static_cast<size_t>(buffer)];
  if (b.kind == Buffer::Kind::kLocal) {
    llvm::AllocaInst* place = Local(llvm::ArrayType::get(b_.getInt8Ty(), static_cast<uint64_t>(b.bytes)));
    place->setAlignment(llvm::Align(64));
    return pointers_[buffer] = place;
  }
  const auto [place, is_new] = places_.emplace(buffer, table_.size());
  if (is_new) table_.push_back(buffer);
  Builder at_entry(entry_);
  llvm::Value* slot = at_entry.CreateConstInBoundsGEP1_64(at_entry.getPtrTy(), function_->getArg(0), place->second);
  llvm::LoadInst* pointer = at_entry.CreateLoad(at_entry.getPtrTy(), slot);
  pointer->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
  pointers_[buffer] = pointer;
  return pointer;
}

void Emitter::Annotate(llvm::Instruction* access, BufferId buffer) {
  const Buffer& b = plan_.buffers[static_cast<size_t>(buffer)];
  if (b.kind == Buffer::Kind::kResult) {
    const int64_t argument = plan_.result_may_be[static_cast<size_t>(b.number)];
    if (argument >= 0) return;  // no promises
  }
  if (b.kind == Buffer::Kind::kArgument &&
      std::find(plan_.result_may_be.begin(), plan_.result_may_be.end(), b.number) != plan_.result_may_be.end()) {
    return;
  }
  if (!scopes_.contains(buffer)) {
    scopes_[buffer] = llvm::MDBuilder(context_).createAnonymousAliasScope(domain_);
  }
  accesses_.emplace_back(access, buffer);
}

// --- Loops ----------------------------------------------------------------------------------------------------------

void Emitter::Loops(const std::vector<NestLoop>& loops, int64_t lanes, const Bounds* bounds, bool narrow_tails,
                    const std::function<void()>& body) {
  const int64_t outside = body_iterations_;
  body_iterations_ = std::exchange(next_body_iterations_, 1);
  LoopsFrom(loops, 0, lanes, bounds, narrow_tails, body);
  body_iterations_ = outside;
}

void Emitter::LoopsFrom(const std::vector<NestLoop>& loops, size_t i, int64_t lanes, const Bounds* bounds,
                        bool narrow_tails, const std::function<void()>& body) {
  if (i == loops.size()) {
    body();
    return;
  }
  const NestLoop& loop = loops[i];
  const bool last = i + 1 == loops.size();
  const std::vector<int64_t> breaks = loop.breaks;
  int64_t from = 0;
  for (size_t s = 0; s <= breaks.size(); ++s) {
    const int64_t to = s < breaks.size() ? breaks[s] : loop.extent;
    space_.SetLoopRange(loop.number, {from, std::max(from, to - 1)});
    const auto next = [&] { LoopsFrom(loops, i + 1, lanes, nullptr, narrow_tails, body); };
    iterations_within_ = IterationsOf(std::span(loops).subspan(i + 1), lanes) * body_iterations_;
    if (from < to) Segment(loop, from, to, last ? lanes : 1, i == 0 ? bounds : nullptr, narrow_tails, next);
    from = to;
  }
  space_.SetLoopRange(loop.number, {0, std::max<int64_t>(0, loop.extent - 1)});
}

void Emitter::Segment(const NestLoop& loop, int64_t from, int64_t to, int64_t lanes, const Bounds* bounds,
                      bool narrow_tails, const std::function<void()>& next) {
  if (lanes > 1) {
    VectorSegment(loop, from, to, lanes, bounds, narrow_tails, next);
    return;
  }
  const auto body = [&](llvm::Value* i) {
    const auto outside = memo_;
    loop_values_[loop.number] = i;
    next();
    memo_ = outside;
  };
  if (bounds == nullptr && to - from == 1) {
    body(b_.getInt64(static_cast<uint64_t>(from)));
    return;
  }
  if (bounds == nullptr && Unrolled(loop, from, to, 1, body)) return;
  llvm::Value* begin = b_.getInt64(static_cast<uint64_t>(from));
  llvm::Value* end = b_.getInt64(static_cast<uint64_t>(to));
  if (bounds != nullptr) {
    begin = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bounds->begin, begin);
    end = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, bounds->end, end);
  }
  Counted(begin, end, 1, body);
}

void Emitter::InLanes(int64_t number, int64_t lanes, llvm::Value* at, llvm::Value* mask,
                      const std::function<void()>& body) {
  const auto outside = memo_;
  const int64_t old_lanes = lanes_;
  const int64_t old_loop = vector_loop_;
  llvm::Value* old_mask = mask_;
  lanes_ = lanes;
  vector_loop_ = lanes > 1 ? number : -1;
  loop_values_[number] = at;
  if (mask != nullptr) mask_ = mask;
  body();
  lanes_ = old_lanes;
  vector_loop_ = old_loop;
  mask_ = old_mask;
  memo_ = outside;
}

void Emitter::VectorSegment(const NestLoop& loop, int64_t from, int64_t to, int64_t lanes, const Bounds* bounds,
                            bool narrow_tails, const std::function<void()>& next) {
  const auto at = [&](int64_t i) { return b_.getInt64(static_cast<uint64_t>(i)); };
  if (bounds == nullptr) {
    const int64_t whole = (to - from) / lanes * lanes;
    if (whole > 0) {
      const auto body = [&](llvm::Value* i) { InLanes(loop.number, lanes, i, nullptr, next); };
      if (whole == lanes) {
        body(at(from));
      } else if (!Unrolled(loop, from, from + whole, lanes, body)) {
        Counted(at(from), at(from + whole), lanes, body);
      }
    }
    const int64_t rest = to - from - whole;
    if (rest == 0) return;
    space_.SetLoopRange(loop.number, {from + whole, to - 1});
    // Short rows in two vectors: what is stored under a mask is not there for the next load at once.
    if (whole == 0 && narrow_tails && unrolling_ > 1 && std::popcount(static_cast<uint64_t>(rest)) == 2) {
      const auto wide = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(rest)));
      InLanes(loop.number, wide, at(from), nullptr, next);
      InLanes(loop.number, rest - wide, at(from + wide), nullptr, next);
      return;
    }
    int64_t fewer = lanes;
    if (narrow_tails) fewer = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(rest)));
    llvm::Value* mask = nullptr;
    if (fewer != rest) {
      std::vector<llvm::Constant*> bits;
      for (int64_t i = 0; i < fewer; ++i) bits.push_back(b_.getInt1(i < rest));
      mask = llvm::ConstantVector::get(bits);
    }
    InLanes(loop.number, fewer, at(from + whole), mask, next);
    return;
  }
  llvm::Value* begin = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bounds->begin, at(from));
  llvm::Value* end = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, bounds->end, at(to));
  llvm::Value* count = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, b_.CreateSub(end, begin), at(0));
  llvm::Value* whole_end = b_.CreateAdd(begin, b_.CreateAnd(count, at(-lanes)));
  Counted(begin, whole_end, lanes, [&](llvm::Value* i) { InLanes(loop.number, lanes, i, nullptr, next); });
  // What is left runs once, in lanes that are within.
  llvm::BasicBlock* tail = llvm::BasicBlock::Create(context_, "tail", function_);
  llvm::BasicBlock* done = llvm::BasicBlock::Create(context_, "done", function_);
  b_.CreateCondBr(b_.CreateICmpSLT(whole_end, end), tail, done);
  b_.SetInsertPoint(tail);
  llvm::Value* left = b_.CreateTrunc(b_.CreateSub(end, whole_end), b_.getInt32Ty());
  llvm::Value* mask = b_.CreateICmpULT(LaneNumbersOf(lanes, 32, 1), Splat(b_, left, static_cast<unsigned>(lanes)));
  InLanes(loop.number, lanes, whole_end, mask, next);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

// False if there are too many iterations. Else the loop's range is the last iteration's: code that follows says its own.
bool Emitter::Unrolled(const NestLoop& loop, int64_t from, int64_t to, int64_t step,
                       const std::function<void(llvm::Value*)>& body) {
  const int64_t turns = (to - from + step - 1) / step;
  if (turns > unrolling_) return false;
  const int64_t outside = unrolling_;
  unrolling_ /= std::max<int64_t>(turns, 1);
  for (int64_t i = from; i < to; i += step) {
    space_.SetLoopRange(loop.number, {i, i + step - 1});
    body(b_.getInt64(static_cast<uint64_t>(i)));
  }
  unrolling_ = outside;
  return true;
}

void Emitter::Counted(llvm::Value* begin, llvm::Value* end, int64_t step,
                      const std::function<void(llvm::Value*)>& body) {
  const int64_t every = std::max<int64_t>(1, kSafepointIterations / std::max<int64_t>(1, iterations_within_));
  iterations_within_ = 1;
  if (stop_ == nullptr || IsShort(begin, end, step * every)) return PlainLoop(begin, end, step, body);
  if (every == 1) {
    return PlainLoop(begin, end, step, [&](llvm::Value* i) {
      Safepoint();
      body(i);
    });
  }
  PlainLoop(begin, end, step * every, [&](llvm::Value* first) {
    Safepoint();
    llvm::Value* last = b_.CreateAdd(first, b_.getInt64(static_cast<uint64_t>(step * every)));
    PlainLoop(first, b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, last, end), step, body);
  });
}

// Other threads set the flag: it is read each time, by a load that leaves all others as they are.
void Emitter::Safepoint() {
  llvm::LoadInst* flag = b_.CreateAlignedLoad(b_.getInt8Ty(), stop_, llvm::Align(1));
  flag->setVolatile(true);
  flag->setAtomic(llvm::AtomicOrdering::Unordered);
  if (stopped_ == nullptr) {
    stopped_ = llvm::BasicBlock::Create(context_, "stopped", function_);
    Builder(stopped_).CreateRetVoid();
  }
  llvm::BasicBlock* next = llvm::BasicBlock::Create(context_, "next", function_);
  llvm::MDNode* unlikely = llvm::MDBuilder(context_).createUnlikelyBranchWeights();
  b_.CreateCondBr(b_.CreateICmpNE(flag, b_.getInt8(0)), stopped_, next, unlikely);
  b_.SetInsertPoint(next);
}

void Emitter::PlainLoop(llvm::Value* begin, llvm::Value* end, int64_t step,
                        const std::function<void(llvm::Value*)>& body) {
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(context_, "loop", function_);
  llvm::BasicBlock* done = llvm::BasicBlock::Create(context_, "done", function_);
  b_.CreateCondBr(b_.CreateICmpSLT(begin, end), loop, done);
  b_.SetInsertPoint(loop);
  llvm::PHINode* i = b_.CreatePHI(b_.getInt64Ty(), 2);
  i->addIncoming(begin, before);
  body(i);
  llvm::Value* next = b_.CreateNSWAdd(i, b_.getInt64(static_cast<uint64_t>(step)));
  i->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next, end), loop, done);
  b_.SetInsertPoint(done);
}

void Emitter::PartOfLoop(int64_t number, int64_t lanes, const Bounds& bounds, const std::function<void()>& body) {
  Counted(bounds.begin, bounds.end, lanes, [&](llvm::Value* i) {
    llvm::Value* mask = nullptr;
    if (lanes > 1) {
      // More than a vector's lanes may be left: the number stays within 32 bits.
      llvm::Value* left = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, b_.CreateSub(bounds.end, i),
                                                   b_.getInt64(static_cast<uint64_t>(lanes)));
      left = Splat(b_, b_.CreateTrunc(left, b_.getInt32Ty()), static_cast<unsigned>(lanes));
      mask = b_.CreateICmpULT(LaneNumbersOf(lanes, 32, 1), left);
    }
    InLanes(number, lanes, i, mask, body);
  });
}

void Emitter::Where(llvm::Value* mask, const std::function<void()>& body) {
  llvm::Value* outside = mask_;
  if (mask != nullptr) {
    llvm::Value* both = mask;
    if (outside != nullptr) {
      llvm::Value* a = outside;
      Unify(b_, {&a, &both});
      both = b_.CreateAnd(a, both);
    }
    mask_ = both;
  }
  body();
  mask_ = outside;
}

// --- Indices --------------------------------------------------------------------------------------------------------

bool Emitter::DependsOnLanes(const Affine& a) const { return vector_loop_ >= 0 && space_.DependsOn(a, vector_loop_); }

bool Emitter::FitsInt32(const Affine& a) const {
  constexpr Range kInt32 = {-(int64_t{1} << 30), int64_t{1} << 30};
  if (!space_.RangeOf(a).Within(kInt32)) return false;
  return std::all_of(a.terms().begin(), a.terms().end(), [&](const auto& entry) {
    return space_.RangeOf(Affine::Of(entry.first, entry.second)).Within(kInt32);
  });
}

llvm::Value* Emitter::Scalar(const Affine& a) {
  llvm::Value* sum = nullptr;
  for (const auto& [id, factor] : a.terms()) {
    llvm::Value* term = TermScalar(id);
    if (factor != 1) term = b_.CreateMul(term, b_.getInt64(static_cast<uint64_t>(factor)), "", false, true);
    sum = sum == nullptr ? term : b_.CreateAdd(sum, term, "", false, true);
  }
  llvm::Value* constant = b_.getInt64(static_cast<uint64_t>(a.constant()));
  if (sum == nullptr) return constant;
  return a.constant() == 0 ? sum : b_.CreateAdd(sum, constant, "", false, true);
}

llvm::Value* Emitter::TermScalar(TermId id) {
  const Term term = space_.term(id);
  if (term.kind == Term::Kind::kLoop) return loop_values_.at(term.number);
  if (term.kind == Term::Kind::kDynamic) return DynamicScalar(term);
  const Range range = space_.RangeOf(term.of);
  if (range.low >= 0) return b_.CreateUDiv(Scalar(term.of), b_.getInt64(static_cast<uint64_t>(term.number)));
  // Moved up by a multiple of the divisor to where division rounds down.
  const int64_t up = (-range.low + term.number - 1) / term.number;
  llvm::Value* moved = Scalar(term.of + up * term.number);
  return b_.CreateSub(b_.CreateUDiv(moved, b_.getInt64(static_cast<uint64_t>(term.number))),
                      b_.getInt64(static_cast<uint64_t>(up)));
}

llvm::Value* Emitter::DynamicScalar(const Term& term) {
  const ElementType type = term.value.type();
  llvm::Value* value = Element(term.value, term.at).real;
  const bool is_signed = IsSigned(type);
  value = is_signed ? b_.CreateSExt(value, b_.getInt64Ty()) : b_.CreateZExt(value, b_.getInt64Ty());
  const auto low = b_.getInt64(static_cast<uint64_t>(term.range.low));
  const auto high = b_.getInt64(static_cast<uint64_t>(term.range.high));
  if (!is_signed) return b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, high);
  value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, low);
  return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, high);
}

llvm::Constant* Emitter::LaneNumbersOf(int64_t lanes, unsigned bits, int64_t factor) {
  std::vector<llvm::Constant*> numbers;
  for (int64_t i = 0; i < lanes; ++i) {
    numbers.push_back(llvm::ConstantInt::get(b_.getIntNTy(bits), static_cast<uint64_t>(i * factor), true));
  }
  return llvm::ConstantVector::get(numbers);
}

llvm::Value* Emitter::Lanes(const Affine& a, unsigned bits) {
  // What is the same for all lanes is added up first.
  Affine same(a.constant());
  llvm::Value* sum = nullptr;
  const auto add = [&](llvm::Value* v) { sum = sum == nullptr ? v : b_.CreateAdd(sum, v); };
  const auto lanes = static_cast<unsigned>(lanes_);
  for (const auto& [id, factor] : a.terms()) {
    const Affine one = Affine::Of(id, factor);
    if (!DependsOnLanes(one)) {
      same = same + one;
      continue;
    }
    if (space_.term(id).kind == Term::Kind::kLoop) {
      same = same + one;  // the first lane
      add(LaneNumbersOf(lanes_, bits, factor));
      continue;
    }
    llvm::Value* term = TermInLanes(id, bits);
    if (factor != 1) {
      term = b_.CreateMul(term,
                          Splat(b_, llvm::ConstantInt::get(b_.getIntNTy(bits), static_cast<uint64_t>(factor)), lanes));
    }
    add(term);
  }
  llvm::Value* first = b_.CreateIntCast(Scalar(same), b_.getIntNTy(bits), true);
  add(Splat(b_, first, lanes));
  return sum;
}

llvm::Value* Emitter::TermInLanes(TermId id, unsigned bits) {
  const Term term = space_.term(id);
  llvm::Type* type = llvm::FixedVectorType::get(b_.getIntNTy(bits), static_cast<unsigned>(lanes_));
  const auto number = [&](int64_t i) { return llvm::ConstantInt::get(type, static_cast<uint64_t>(i), true); };
  if (term.kind == Term::Kind::kDynamic) {
    const ElementType element = term.value.type();
    const bool is_signed = IsSigned(element);
    llvm::Value* value = Element(term.value, term.at).real;
    if (!value->getType()->isVectorTy()) value = Splat(b_, value, static_cast<unsigned>(lanes_));
    const unsigned width = value->getType()->getScalarSizeInBits();
    // Clamped in its own width, if the bounds fit: then it is small enough for any.
    const Range& range = term.range;
    if (width < bits) {
      llvm::Type* wide = type;
      value = is_signed ? b_.CreateSExt(value, wide) : b_.CreateZExt(value, wide);
    }
    const auto bound = [&](int64_t i) {
      return llvm::ConstantInt::get(value->getType(), static_cast<uint64_t>(i), true);
    };
    if (is_signed) {
      value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, bound(range.low));
      value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, bound(range.high));
    } else {
      value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, bound(range.high));
    }
    return b_.CreateIntCast(value, type, is_signed);
  }
  const Range of = space_.RangeOf(term.of);
  const unsigned wide = bits == 32 && !FitsInt32(term.of) ? 64 : bits;
  const int64_t up = of.low >= 0 ? 0 : (-of.low + term.number - 1) / term.number;
  llvm::Value* dividend = Lanes(term.of + up * term.number, wide);
  llvm::Value* divisor = llvm::ConstantInt::get(dividend->getType(), static_cast<uint64_t>(term.number));
  llvm::Value* quotient = b_.CreateIntCast(b_.CreateUDiv(dividend, divisor), type, false);
  return up == 0 ? quotient : b_.CreateSub(quotient, number(up));
}

llvm::Value* Emitter::HoldsOne(const Guard& guard) {
  const Affine above = guard.expr - guard.low;
  const auto extent = static_cast<uint64_t>(guard.high - guard.low);
  llvm::Value* value = nullptr;
  if (DependsOnLanes(above)) {
    value = Lanes(above, FitsInt32(above) ? 32 : 64);
  } else {
    value = Scalar(above);
  }
  const auto number = [&](uint64_t i) { return llvm::ConstantInt::get(value->getType(), i); };
  llvm::Value* holds = b_.CreateICmpULT(value, number(extent));
  if (guard.step != 1) {
    llvm::Value* rest = b_.CreateURem(value, number(static_cast<uint64_t>(guard.step)));
    holds = b_.CreateAnd(holds, b_.CreateICmpEQ(rest, number(0)));
  }
  return holds;
}

llvm::Value* Emitter::Holds(const std::vector<Guard>& guards) {
  llvm::Value* all = nullptr;
  for (const Guard& guard : guards) {
    if (Decide(space_, guard) == Truth::kAlways) continue;
    llvm::Value* one = HoldsOne(guard);
    if (all != nullptr) Unify(b_, {&all, &one});
    all = all == nullptr ? one : b_.CreateAnd(all, one);
  }
  return all;
}

// --- Memory ---------------------------------------------------------------------------------------------------------

Emitter::Address Emitter::AddressOf(const Affine& offset, int64_t scale, int64_t part) {
  const Affine at = offset * scale + part;
  if (!DependsOnLanes(at)) return {Address::Kind::kScalar, Scalar(at)};
  int64_t stride = 0;
  bool regular = true;
  for (const auto& [id, factor] : at.terms()) {
    const Term& term = space_.term(id);
    if (term.kind == Term::Kind::kLoop && term.number == vector_loop_) {
      stride = factor;
    } else if (DependsOnLanes(Affine::Of(id))) {
      regular = false;
    }
  }
  if (regular && stride == 1) return {Address::Kind::kContiguous, Scalar(at)};
  if (regular && stride == -1) return {Address::Kind::kReversed, Scalar(at - (lanes_ - 1))};
  Address address = {Address::Kind::kLanes, Lanes(at, FitsInt32(at) ? 32 : 64)};
  if (regular) address.first = at, address.stride = stride;
  return address;
}

llvm::Value* Emitter::VectorMask() {
  if (mask_ == nullptr || mask_->getType()->isVectorTy()) return mask_;
  return Splat(b_, mask_, static_cast<unsigned>(lanes_));
}

llvm::Value* Emitter::LoadPart(BufferId buffer, llvm::Type* type, const Affine& offset, int64_t scale, int64_t part) {
  const Address address = AddressOf(offset, scale, part);
  llvm::Value* base = Pointer(buffer);
  const llvm::Align align(type->getScalarSizeInBits() / 8);
  if (address.kind == Address::Kind::kScalar) {
    llvm::Value* at = address.offset;
    if (mask_ != nullptr) {
      // Where no lane counts, the address may be outside: the first element does as well.
      llvm::Value* any = mask_->getType()->isVectorTy() ? b_.CreateOrReduce(mask_) : mask_;
      at = b_.CreateSelect(any, at, b_.getInt64(0));
    }
    llvm::LoadInst* load = b_.CreateAlignedLoad(type, b_.CreateInBoundsGEP(type, base, at), align);
    Annotate(load, buffer);
    return load;
  }
  llvm::Type* vector = llvm::FixedVectorType::get(type, static_cast<unsigned>(lanes_));
  llvm::Value* mask = VectorMask();
  llvm::Instruction* load = nullptr;
  if (address.kind == Address::Kind::kLanes) {
    if (mask == nullptr && address.stride != 0) {
      StridedAccess access = {type, nullptr, address.stride, lanes_,
                              target_.vector_bytes * 8 / type->getScalarSizeInBits()};
      if (IsReadInParts(access)) {
        access.first = b_.CreateInBoundsGEP(type, base, Scalar(address.first));
        return LoadInParts(b_, access, [&](llvm::Instruction* made) { Annotate(made, buffer); });
      }
    }
    llvm::Value* pointers = b_.CreateGEP(type, base, address.offset);
    if (mask == nullptr) {
      mask = llvm::ConstantInt::getTrue(llvm::FixedVectorType::get(b_.getInt1Ty(), static_cast<unsigned>(lanes_)));
    }
    load = b_.CreateMaskedGather(vector, pointers, align, mask, llvm::Constant::getNullValue(vector));
    Annotate(load, buffer);
    return load;
  }
  llvm::Value* pointer = b_.CreateGEP(type, base, address.offset);
  const bool reversed = address.kind == Address::Kind::kReversed;
  if (mask == nullptr) {
    load = b_.CreateAlignedLoad(vector, pointer, align);
  } else {
    load = b_.CreateMaskedLoad(vector, pointer, align, reversed ? b_.CreateVectorReverse(mask) : mask,
                               llvm::Constant::getNullValue(vector));
  }
  Annotate(load, buffer);
  return reversed ? b_.CreateVectorReverse(load) : load;
}

void Emitter::StorePart(BufferId buffer, llvm::Value* value, const Affine& offset, int64_t scale, int64_t part) {
  const Address address = AddressOf(offset, scale, part);
  llvm::Value* base = Pointer(buffer);
  llvm::Type* type = value->getType()->getScalarType();
  const llvm::Align align(type->getScalarSizeInBits() / 8);
  if (address.kind == Address::Kind::kScalar) {
    // All lanes write the same place, and the same number: or the one lane there is.
    if (value->getType()->isVectorTy()) value = b_.CreateExtractElement(value, uint64_t{0});
    Annotate(b_.CreateAlignedStore(value, b_.CreateInBoundsGEP(type, base, address.offset), align), buffer);
    return;
  }
  if (!value->getType()->isVectorTy()) value = Splat(b_, value, static_cast<unsigned>(lanes_));
  llvm::Value* mask = VectorMask();
  llvm::Instruction* store = nullptr;
  if (address.kind == Address::Kind::kLanes) {
    llvm::Value* pointers = b_.CreateGEP(type, base, address.offset);
    if (mask == nullptr) {
      mask = llvm::ConstantInt::getTrue(llvm::FixedVectorType::get(b_.getInt1Ty(), static_cast<unsigned>(lanes_)));
    }
    store = b_.CreateMaskedScatter(value, pointers, align, mask);
  } else {
    llvm::Value* pointer = b_.CreateGEP(type, base, address.offset);
    if (address.kind == Address::Kind::kReversed) {
      value = b_.CreateVectorReverse(value);
      if (mask != nullptr) mask = b_.CreateVectorReverse(mask);
    }
    store = mask == nullptr ? static_cast<llvm::Instruction*>(b_.CreateAlignedStore(value, pointer, align))
                            : b_.CreateMaskedStore(value, pointer, align, mask);
  }
  Annotate(store, buffer);
}

// Both parts of contiguous complex numbers lie side by side.
bool Emitter::LoadComplex(BufferId buffer, llvm::Type* type, const Affine& offset, Number& number) {
  if (mask_ != nullptr || !DependsOnLanes(offset)) return false;
  const Address address = AddressOf(offset, 1, 0);
  if (address.kind != Address::Kind::kContiguous) return false;
  llvm::Value* first = b_.CreateShl(address.offset, 1);
  const auto lanes = static_cast<unsigned>(lanes_);
  llvm::Type* both = llvm::FixedVectorType::get(type, lanes * 2);
  llvm::LoadInst* load = b_.CreateAlignedLoad(both, b_.CreateInBoundsGEP(type, Pointer(buffer), first),
                                              llvm::Align(type->getScalarSizeInBits() / 8));
  Annotate(load, buffer);
  std::vector<int> even;
  std::vector<int> odd;
  for (int i = 0; i < static_cast<int>(lanes); ++i) even.push_back(2 * i), odd.push_back(2 * i + 1);
  number = {b_.CreateShuffleVector(load, even), b_.CreateShuffleVector(load, odd)};
  return true;
}

Number Emitter::Load(BufferId buffer, ElementType type, const Affine& offset) {
  llvm::Type* stored = StorageType(context_, type);
  if (!IsComplex(type)) return {FromStorage(b_, type, LoadPart(buffer, stored, offset, 1, 0)), nullptr};
  Number number;
  if (LoadComplex(buffer, stored, offset, number)) return number;
  return {LoadPart(buffer, stored, offset, 2, 0), LoadPart(buffer, stored, offset, 2, 1)};
}

void Emitter::StoreTo(BufferId buffer, ElementType type, const Affine& offset, const Number& number) {
  if (!IsComplex(type)) {
    StorePart(buffer, ToStorage(b_, type, number.real), offset, 1, 0);
    return;
  }
  if (mask_ == nullptr && DependsOnLanes(offset)) {
    const Address address = AddressOf(offset, 1, 0);
    if (address.kind == Address::Kind::kContiguous) {
      Number wide = number;
      Unify(b_, {&wide.real, &wide.imaginary});
      const auto lanes = static_cast<unsigned>(lanes_);
      if (!wide.real->getType()->isVectorTy()) {
        wide.real = Splat(b_, wide.real, lanes);
        wide.imaginary = Splat(b_, wide.imaginary, lanes);
      }
      std::vector<int> order;
      for (int i = 0; i < static_cast<int>(lanes); ++i)
        order.push_back(i), order.push_back(i + static_cast<int>(lanes));
      llvm::Type* part = StorageType(context_, type);
      llvm::Value* both = b_.CreateShuffleVector(wide.real, wide.imaginary, order);
      llvm::Value* pointer = b_.CreateInBoundsGEP(part, Pointer(buffer), b_.CreateShl(address.offset, 1));
      Annotate(b_.CreateAlignedStore(both, pointer, llvm::Align(part->getScalarSizeInBits() / 8)), buffer);
      return;
    }
  }
  StorePart(buffer, number.real, offset, 2, 0);
  StorePart(buffer, number.imaginary, offset, 2, 1);
}

// Of a local value the first dimensions do not count.
Affine Emitter::OffsetOf(BufferId buffer, Value v, const Index& index) const {
  const Buffer& b = plan_.buffers[static_cast<size_t>(buffer)];
  if (b.kind != Buffer::Kind::kLocal) return LinearOffset(index, v.dims());
  const Index inner(index.begin() + b.number, index.end());
  return LinearOffset(inner,
                      Dims(std::span(v.dims().begin() + b.number, v.dims().size() - static_cast<size_t>(b.number))));
}

void Emitter::Store(Value v, const Index& index, const Number& number) {
  const BufferId buffer = plan_.buffer_of.at(v);
  StoreTo(buffer, v.type(), OffsetOf(buffer, v, index), number);
}

// --- Expressions ----------------------------------------------------------------------------------------------------

bool Emitter::IsRootHere(Value v) const {
  return roots_ != nullptr && std::any_of(roots_->begin(), roots_->end(), [&](const Root& root) {
           return root.kind == RootKind::kMap && root.node == v.node && root.result == v.index;
         });
}

Number Emitter::Element(Value v, const Index& index) {
  const Node& node = *v.node;
  if (IsSplat(node)) return ConstantOf(context_, node.attr<ConstantAttrs>().value, 0);
  const auto known = registers_.find(v);
  if (known != registers_.end()) return known->second;
  const Key key(&node, v.index, index, mask_);
  const auto found = memo_.find(key);
  if (found != memo_.end()) return found->second;
  const auto buffer = plan_.buffer_of.find(v);
  Number number;
  if (buffer != plan_.buffer_of.end() && !IsRootHere(v)) {
    number = Load(buffer->second, v.type(), OffsetOf(buffer->second, v, index));
  } else {
    number = Inside(v, index);
  }
  memo_.insert_or_assign(key, number);
  return number;
}

Number Emitter::Compute(Value v, const Index& index) {
  const Key key(v.node, v.index, index, mask_);
  const auto found = memo_.find(key);
  if (found != memo_.end()) return found->second;
  const Number number = Inside(v, index);
  memo_.insert_or_assign(key, number);
  return number;
}

Number Emitter::Inside(Value v, const Index& index) {
  const Node& node = *v.node;
  if (IsSplat(node)) return ConstantOf(context_, node.attr<ConstantAttrs>().value, 0);
  if (node.kind == NodeKind::kIota) return OfIota(node, index);
  if (GroupOf(node.kind) == NodeGroup::kView) return FromSources(Resolve(space_, node, index), 0, v.type());
  std::vector<Number> operands;
  for (const Value operand : node.operands) operands.push_back(Element(operand, index));
  return EmitElement(b_, target_.fma, node, operands);
}

Number Emitter::Select(llvm::Value* mask, const Number& yes, const Number& no) {
  Number m = {mask, nullptr};
  Number y = yes;
  Number n = no;
  UnifyNumbers(b_, {&m, &y, &n});
  Number selected = {b_.CreateSelect(m.real, y.real, n.real), nullptr};
  if (y.imaginary != nullptr) selected.imaginary = b_.CreateSelect(m.real, y.imaginary, n.imaginary);
  return selected;
}

Number Emitter::FromSources(const std::vector<Source>& sources, size_t i, ElementType type) {
  const Source& source = sources[i];
  bool always = true;
  for (const Guard& guard : source.guards) {
    const Truth truth = Decide(space_, guard);
    if (truth == Truth::kNever && i + 1 < sources.size()) return FromSources(sources, i + 1, type);
    always &= truth == Truth::kAlways;
  }
  if (always || i + 1 == sources.size()) return Element(source.value, source.index);
  llvm::Value* holds = Holds(source.guards);
  Number yes;
  Number no;
  Where(holds, [&] { yes = Element(source.value, source.index); });
  Where(b_.CreateNot(holds), [&] { no = FromSources(sources, i + 1, type); });
  return Select(holds, yes, no);
}

Number Emitter::ElementOf(const Source& source, const Number& otherwise, ElementType) {
  for (const Guard& guard : source.guards) {
    if (Decide(space_, guard) == Truth::kNever) return otherwise;
  }
  llvm::Value* holds = Holds(source.guards);
  if (holds == nullptr) return Element(source.value, source.index);
  Number yes;
  Where(holds, [&] { yes = Element(source.value, source.index); });
  return Select(holds, yes, otherwise);
}

Number Emitter::OfIota(const Node& node, const Index& index) {
  const Affine& at = index[static_cast<size_t>(node.dims_attr()[0])];
  const ElementType type = node.shape().type;
  llvm::Value* count = nullptr;
  if (DependsOnLanes(at)) {
    count = Lanes(at, FitsInt32(at) && stablehlo::ElementBits(type) <= 32 ? 32 : 64);
  } else {
    count = Scalar(at);
  }
  const ElementType integer = count->getType()->getScalarSizeInBits() == 32 ? ElementType::kI32 : ElementType::kI64;
  return ConvertNumber(b_, integer, type, {count, nullptr});
}

std::vector<Number> Emitter::Call(const Body& body, const std::vector<Number>& arguments) {
  std::map<std::pair<const Node*, uint32_t>, Number> values;
  for (size_t i = 0; i < body.parameters.size(); ++i) values[{body.parameters[i], 0}] = arguments[i];
  const auto get = [&](Value v) -> Number {
    const auto found = values.find({v.node, v.index});
    return found != values.end() ? found->second : Element(v, Index(v.shape().rank()));
  };
  for (const Node* node : body.nodes) {
    Number number;
    if (node->kind == NodeKind::kElementwise) {
      std::vector<Number> operands;
      for (const Value v : node->operands) operands.push_back(get(v));
      number = EmitElement(b_, target_.fma, *node, operands);
    } else if (node->kind == NodeKind::kConstant) {
      number = ConstantOf(context_, node->attr<ConstantAttrs>().value, 0);
    } else if (node->kind == NodeKind::kIota) {
      number = OfIota(*node, Index(node->shape().rank()));
    } else {
      number = get(node->operands[0]);  // a view of one element
    }
    values[{node, 0}] = number;
  }
  std::vector<Number> results;
  for (const Value v : body.results) results.push_back(get(v));
  return results;
}

}  // namespace cppjrt::cpu::codegen
