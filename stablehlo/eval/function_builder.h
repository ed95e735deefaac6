// FunctionBuilder: prepares a function, or a single op, with all its regions.
//
// Values get slots in one frame. A value's slot is free again after its last use, so that a frame is as large as what is
// alive at once. What a region uses from outside lives until the op of the region is done; only branches (if, case),
// which run at most once, may take such values for keeps.
#ifndef CPPJRT_STABLEHLO_EVAL_FUNCTION_BUILDER_H_
#define CPPJRT_STABLEHLO_EVAL_FUNCTION_BUILDER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "cppjrt/arena.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/region.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Where prepared parts live: as long as the program.
struct ProgramStorage {
  Arena arena;
  std::deque<RegionProgram> regions;
};

// What builders note about values: tables by number that one builder after the other uses, as no two functions share a
// value.
struct ValueNotes {
  // The last op of a value's own block that uses it or has it used inside.
  struct LastUse {
    OpId op;
    bool inside = false;  // also within the op's regions
  };

  explicit ValueNotes(uint32_t num_values) : last_uses(num_values), slots(num_values, kNoSlot) {}

  std::vector<LastUse> last_uses;
  std::vector<uint32_t> slots;
};

struct PrepareContext {
  Module* module = nullptr;
  const Environment* environment = nullptr;
  const FunctionTable* functions = nullptr;  // may be null
  std::shared_ptr<const void> owner;         // of the module; may be null
  ProgramStorage* storage = nullptr;
  ValueNotes* notes = nullptr;
};

class FunctionBuilder {
 public:
  explicit FunctionBuilder(const PrepareContext& context)
      : context_(context), module_(*context.module), notes_(*context.notes) {}

  // Says which function `program` will be, so that calls of it can be prepared. REQUIRES: a func.func with a body.
  static void Declare(const Module& module, OpId function, RegionProgram& program);
  // Fills `program` with the body of a func.func. Use a builder once.
  Status BuildFunction(OpId function, RegionProgram& program);
  // The op alone, as a function whose arguments are its operands; a value used twice is an argument twice.
  Status BuildOp(OpId op, RegionProgram& program);
  // After an error: the op that could not be prepared, or none.
  OpId failed() const { return failed_; }

 private:
  using LastUse = ValueNotes::LastUse;

  // A block being prepared.
  struct Level {
    RegionProgram* program = nullptr;
    OpId next;
  };
  // An op whose regions are being prepared: their programs, as far as there are any yet.
  struct OpenOp {
    OpId op;
    std::vector<const RegionProgram*> regions;
    std::span<const uint32_t> results;
  };

  Status FindLastUses(OpId root);
  Status NoteUse(OpId user, ValueId value, OpId root);
  Status Walk();
  Status Enter(RegionId region);
  Status VisitOp(OpId op);
  Status NextRegion();
  Status FinishOp(OpId op, std::span<const uint32_t> results, std::span<const RegionProgram* const> regions);
  Status FinishBlock(OpId terminator);
  Status DefineArguments(std::span<const ValueId> values, RegionProgram& program);
  StatusOr<uint32_t> SlotOf(OpId user, ValueId value);
  bool MayTake(OpId op, size_t operand) const;
  Status CheckReturns(OpId function, RegionProgram& program);
  Status Fail(OpId op, Status status);

  uint32_t Define(ValueId value);
  std::span<const uint32_t> DefineResults(OpId op);
  // The slots of the values for which `op` is the end; they are free for what comes after it.
  std::span<const uint32_t> ReleasesAt(OpId op, bool with_results);

  const PrepareContext& context_;
  Module& module_;
  ValueNotes& notes_;
  OpId failed_;
  RegionProgram* root_ = nullptr;                               // BuildOp: the program of the op itself
  std::unordered_map<uint64_t, LastUse> branch_uses_;           // by BranchKey
  std::unordered_map<OpId, std::vector<ValueId>> inside_uses_;  // values used inside of an op
  std::vector<uint32_t> free_;
  uint32_t frame_size_ = 0;
  std::vector<Level> levels_;
  std::vector<OpenOp> open_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_FUNCTION_BUILDER_H_
