#include "stablehlo/eval/function_builder.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "stablehlo/eval/kernels.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// Regions within regions. What nests deeper could not be run (interpreter.h) and would make preparing slow.
constexpr size_t kMaxDepth = 1000;

// Ops whose results may be others than their types say, because values decide or because they come from elsewhere.
constexpr Opcode kUncertain[] = {Opcode::kAsyncDone,
                                 Opcode::kCall,
                                 Opcode::kCase,
                                 Opcode::kComposite,
                                 Opcode::kCustomCall,
                                 Opcode::kDynamicBroadcastInDim,
                                 Opcode::kDynamicConv,
                                 Opcode::kDynamicGather,
                                 Opcode::kDynamicIota,
                                 Opcode::kDynamicPad,
                                 Opcode::kDynamicReshape,
                                 Opcode::kIf,
                                 Opcode::kInfeed,
                                 Opcode::kInterpreterRunParallel,
                                 Opcode::kRecv,
                                 Opcode::kSetDimensionSize,
                                 Opcode::kRealDynamicSlice,
                                 Opcode::kWhile};

bool IsDynamicTensor(const TypeTable& types, TypeId type) {
  return (types.IsTensor(type) && !types.IsStaticTensor(type)) || types.kind(type) == TypeKind::kUnrankedTensor;
}

bool ResultsMayDiffer(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (std::ranges::find(kUncertain, record.opcode) != std::end(kUncertain)) return true;
  const auto dynamic = [&](ValueId v) { return IsDynamicTensor(module.types(), module.type(v)); };
  return std::ranges::any_of(record.operands(), dynamic) || std::ranges::any_of(record.results(), dynamic);
}

bool IsScalar(const Module& module, ValueId value) {
  const TypeId type = module.type(value);
  return module.types().IsTensor(type) && module.types().rank(type) == 0;
}

bool IsLiftableOp(const Module& module, OpId op) {
  const Op& record = module.op(op);
  const auto scalar = [&](ValueId v) { return IsScalar(module, v); };
  if (!std::ranges::all_of(record.operands(), scalar) || !std::ranges::all_of(record.results(), scalar)) return false;
  return Is(module, op, Trait::kTerminator) || Is(module, op, Trait::kElementwise) ||
         record.opcode == Opcode::kConstant;
}

bool IsLiftable(const Module& module, BlockId block) {
  return std::ranges::all_of(module.block(block).args, [&](ValueId v) { return IsScalar(module, v); }) &&
         std::ranges::all_of(module.ops(block), [&](OpId op) { return IsLiftableOp(module, op); });
}

// Its regions run at most once each time the op runs, and only one of them.
bool IsBranch(Opcode opcode) { return opcode == Opcode::kIf || opcode == Opcode::kCase; }

BlockId BlockOf(const Module& module, ValueId value) {
  const OpId defining = module.defining_op(value);
  return defining.valid() ? module.op(defining).block : module.argument_block(value);
}

uint64_t BranchKey(ValueId value, BlockId block) { return static_cast<uint64_t>(value.index()) << 32 | block.index(); }

// `at` uses the value, or holds `user`, which does. Called in the order of the text, so that the last one stays.
void Update(ValueNotes::LastUse& use, OpId at, OpId user) {
  const bool inside_before = use.op == at && use.inside;
  use = {at, inside_before || at != user};
}

}  // namespace

Status FunctionBuilder::Fail(OpId op, Status status) {
  if (!failed_.valid()) failed_ = op;
  return status;
}

Status FunctionBuilder::FindLastUses(OpId root) {
  for (const OpId op : PreOrder(module_, root)) {
    if (op == root) continue;
    for (const ValueId value : module_.op(op).operands()) CPPJRT_RETURN_IF_ERROR(NoteUse(op, value, root));
  }
  return OkStatus();
}

Status FunctionBuilder::NoteUse(OpId user, ValueId value, OpId root) {
  const BlockId home = BlockOf(module_, value);
  OpId at = user;
  OpId below;
  for (size_t depth = 0; module_.op(at).block != home; ++depth) {
    below = at;
    at = module_.parent(at);
    if (depth > kMaxDepth) return Fail(user, ResourceExhaustedError("regions nest too deeply to be run"));
    if (!at.valid() || at == root) {
      return Fail(user, UnimplementedError("it uses a value from outside of what is evaluated"));
    }
  }
  Update(notes_.last_uses[value.index()], at, user);
  if (at == user) return OkStatus();
  std::vector<ValueId>& inside = inside_uses_[at];
  if (inside.empty() || inside.back() != value) inside.push_back(value);
  if (IsBranch(module_.op(at).opcode)) {
    Update(branch_uses_[BranchKey(value, module_.op(below).block)], below, user);
  }
  return OkStatus();
}

bool FunctionBuilder::MayTake(OpId op, size_t operand) const {
  const std::span<const ValueId> operands = module_.op(op).operands();
  const ValueId value = operands[operand];
  if (std::ranges::count(operands, value) != 1) return false;
  const LastUse& last = notes_.last_uses[value.index()];
  if (last.op == op) return !last.inside;
  const auto branch = branch_uses_.find(BranchKey(value, module_.op(op).block));
  // The branch's op is the last to use the value, and this is the last to do so in the branch.
  return branch != branch_uses_.end() && branch->second.op == op && !branch->second.inside &&
         module_.parent(op) == last.op &&
         std::ranges::find(module_.op(last.op).operands(), value) == module_.op(last.op).operands().end();
}

uint32_t FunctionBuilder::Define(ValueId value) {
  uint32_t slot = frame_size_;
  if (free_.empty()) {
    ++frame_size_;
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  notes_.slots[value.index()] = slot;
  return slot;
}

std::span<const uint32_t> FunctionBuilder::DefineResults(OpId op) {
  std::vector<uint32_t> slots;
  for (const ValueId result : module_.op(op).results()) slots.push_back(Define(result));
  return context_.storage->arena.Copy<uint32_t>(slots);
}

Status FunctionBuilder::DefineArguments(std::span<const ValueId> values, RegionProgram& program) {
  std::vector<uint32_t> slots;
  for (const ValueId value : values) {
    const bool used = notes_.last_uses[value.index()].op.valid();
    slots.push_back(used ? Define(value) : kNoSlot);
  }
  program.arguments_ = context_.storage->arena.Copy<uint32_t>(slots);
  return OkStatus();
}

StatusOr<uint32_t> FunctionBuilder::SlotOf(OpId user, ValueId value) {
  const uint32_t slot = notes_.slots[value.index()];
  if (slot == kNoSlot) return Fail(user, InternalError("an operand has no place in the frame"));
  return slot;
}

std::span<const uint32_t> FunctionBuilder::ReleasesAt(OpId op, bool with_results) {
  std::vector<uint32_t> slots;
  const auto release = [&](ValueId value) {
    uint32_t& slot = notes_.slots[value.index()];
    if (slot == kNoSlot) return;
    slots.push_back(std::exchange(slot, kNoSlot));
  };
  const auto release_at_end = [&](ValueId value) {
    if (notes_.last_uses[value.index()].op == op) release(value);
  };
  std::ranges::for_each(module_.op(op).operands(), release_at_end);
  if (const auto inside = inside_uses_.find(op); inside != inside_uses_.end()) {
    std::ranges::for_each(inside->second, release_at_end);
  }
  if (with_results) {
    for (const ValueId result : module_.op(op).results()) {
      if (!notes_.last_uses[result.index()].op.valid()) release(result);
    }
  }
  free_.insert(free_.end(), slots.begin(), slots.end());
  return context_.storage->arena.Copy<uint32_t>(slots);
}

Status FunctionBuilder::Enter(RegionId region) {
  RegionProgram& program = context_.storage->regions.emplace_back();
  open_.back().regions.push_back(&program);
  const BlockId block = module_.region(region).first_block;
  if (module_.block(block).next.valid()) {
    return Fail(open_.back().op, UnimplementedError("a region of several blocks is not evaluated"));
  }
  if (levels_.size() > kMaxDepth) {
    return Fail(open_.back().op, ResourceExhaustedError("regions nest too deeply to be run"));
  }
  program.block_ = block;
  program.liftable_ = IsLiftable(module_, block);
  levels_.push_back({&program, module_.block(block).first_op});
  return DefineArguments(module_.block(block).args, program);
}

Status FunctionBuilder::VisitOp(OpId op) {
  const std::span<const uint32_t> results = DefineResults(op);
  if (module_.op(op).regions().empty()) return FinishOp(op, results, {});
  open_.push_back({op, {}, results});
  return NextRegion();
}

// Begins the next region of the innermost open op, or finishes the op once it has all of them.
Status FunctionBuilder::NextRegion() {
  OpenOp& open = open_.back();
  const std::span<const RegionId> regions = module_.op(open.op).regions();
  while (open.regions.size() < regions.size() && !module_.region(regions[open.regions.size()]).first_block.valid()) {
    open.regions.push_back(&context_.storage->regions.emplace_back());
  }
  if (open.regions.size() < regions.size()) return Enter(regions[open.regions.size()]);
  const OpenOp done = std::move(open);
  open_.pop_back();
  return FinishOp(done.op, done.results, done.regions);
}

Status FunctionBuilder::FinishOp(OpId op, std::span<const uint32_t> results,
                                 std::span<const RegionProgram* const> regions) {
  RegionProgram& program = levels_.empty() ? *root_ : *levels_.back().program;
  const Op& record = module_.op(op);
  if (record.opcode == Opcode::kUnregistered) {
    return Fail(op, UnimplementedError("the op is of a dialect that is not known"));
  }
  const OpRef ref(module_, op, regions, *context_.environment, context_.functions, context_.owner);
  StatusOr<Kernel> kernel = PrepareFunctionOf(record.opcode)(ref);
  if (!kernel.ok()) return Fail(op, kernel.status());
  std::vector<uint32_t> operands;
  const std::span<bool> takes(context_.storage->arena.AllocateArray<bool>(record.operands().size()),
                              record.operands().size());
  for (size_t i = 0; i < record.operands().size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const uint32_t slot, SlotOf(op, record.operands()[i]));
    operands.push_back(slot);
    takes[i] = MayTake(op, i);
  }
  Instruction& instruction = program.instructions_.emplace_back();
  instruction.kernel = std::move(*kernel);
  instruction.operands = context_.storage->arena.Copy<uint32_t>(operands);
  instruction.takes = takes;
  instruction.results = results;
  instruction.releases = ReleasesAt(op, /*with_results=*/true);
  instruction.check_results = ResultsMayDiffer(module_, op);
  instruction.op = op;
  return OkStatus();
}

Status FunctionBuilder::FinishBlock(OpId terminator) {
  RegionProgram& program = *levels_.back().program;
  const std::span<const ValueId> operands = module_.op(terminator).operands();
  for (size_t i = 0; i < operands.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const uint32_t slot, SlotOf(terminator, operands[i]));
    program.results_.push_back({slot, MayTake(terminator, i), TypeId()});
  }
  program.releases_ = ReleasesAt(terminator, /*with_results=*/false);
  levels_.pop_back();
  return open_.empty() ? OkStatus() : NextRegion();
}

Status FunctionBuilder::Walk() {
  while (!levels_.empty()) {
    const OpId op = levels_.back().next;
    if (!op.valid()) return InternalError("a block ends without a terminator");
    levels_.back().next = module_.op(op).next;
    CPPJRT_RETURN_IF_ERROR(Is(module_, op, Trait::kTerminator) ? FinishBlock(op) : VisitOp(op));
  }
  return OkStatus();
}

// A function may end in a return that does not give what the function's type says (the verifier only warns): where it is
// not certain, values are looked at when it returns.
Status FunctionBuilder::CheckReturns(OpId function, RegionProgram& program) {
  const TypeTable& types = module_.types();
  const TypeId type = Function(module_, function).type();
  const OpId terminator = module_.last_op(program.block_);
  const std::span<const ValueId> operands = module_.op(terminator).operands();
  if (operands.size() != types.num_results(type)) {
    return Fail(terminator,
                InvalidArgumentError("it returns " + std::to_string(operands.size()) +
                                     " values, the function's type has " + std::to_string(types.num_results(type))));
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    if (module_.type(operands[i]) != types.result(type, i)) program.results_[i].check = types.result(type, i);
  }
  return OkStatus();
}

void FunctionBuilder::Declare(const Module& module, OpId function, RegionProgram& program) {
  program.block_ = Function(module, function).body();
  program.is_function_ = true;
}

Status FunctionBuilder::BuildFunction(OpId function, RegionProgram& program) {
  const Function f(module_, function);
  if (!f.body().valid()) return Fail(function, InvalidArgumentError("the function has no body"));
  if (module_.block(f.body()).next.valid()) {
    return Fail(function, UnimplementedError("a function of several blocks is not evaluated"));
  }
  CPPJRT_RETURN_IF_ERROR(FindLastUses(function));
  Declare(module_, function, program);
  levels_.push_back({&program, module_.block(f.body()).first_op});
  CPPJRT_RETURN_IF_ERROR(DefineArguments(f.arguments(), program));
  CPPJRT_RETURN_IF_ERROR(Walk());
  CPPJRT_RETURN_IF_ERROR(CheckReturns(function, program));
  program.frame_size_ = frame_size_;
  return OkStatus();
}

Status FunctionBuilder::BuildOp(OpId op, RegionProgram& program) {
  CPPJRT_RETURN_IF_ERROR(FindLastUses(op));
  std::vector<uint32_t> arguments;
  for (const ValueId value : module_.op(op).operands()) {
    const bool defined = notes_.slots[value.index()] != kNoSlot;
    notes_.last_uses[value.index()] = {op, false};
    arguments.push_back(defined ? kNoSlot : Define(value));
  }
  program.arguments_ = context_.storage->arena.Copy<uint32_t>(arguments);
  // All results are used: they are returned.
  for (const ValueId result : module_.op(op).results()) notes_.last_uses[result.index()] = {op, false};
  root_ = &program;
  CPPJRT_RETURN_IF_ERROR(VisitOp(op));
  CPPJRT_RETURN_IF_ERROR(Walk());
  for (const uint32_t slot : program.instructions_.back().results) program.results_.push_back({slot, true, TypeId()});
  program.frame_size_ = frame_size_;
  program.is_function_ = true;
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
