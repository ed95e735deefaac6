// Units: the pieces of code that are generated, kept and loaded each by itself. Equal pieces of programs have equal keys, and
// are one piece of code.
//
//   const ProgramUnits program = FormUnits(plan);
//   program.units[0].key;                // of what it computes, not of where: buffers are arguments
//   program.schedule.steps;              // the entry: which unit runs when, and on which buffers (schedule.h)
//
// A kernel is a unit, as are the loops of a scatter, the comparison of a sort, and a `while` with all that is in it. A key is
// the SHA-256 of the unit's canonical text (unit_text.h), made before there is any LLVM IR: what is known by its key is not
// even emitted.
#ifndef CPPJRT_CPU_CODEGEN_UNIT_H_
#define CPPJRT_CPU_CODEGEN_UNIT_H_

#include <cstdint>
#include <vector>

#include "base/sha256.h"
#include "cpu/codegen/schedule.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

enum class UnitKind : uint8_t {
  kKernel,
  kLoops,       // of a scatter, select_and_scatter or scan
  kComparator,  // of a sort
  kEpilogue,    // what a dot or convolution does with each tile of its result (plan/epilogue.h)
  kRegion,      // a while loop: its kernels, unless they are large, and what is in it
};

struct Unit {
  UnitKind kind = UnitKind::kKernel;
  const Step* step = nullptr;  // of kernels, epilogues and regions
  const Node* node = nullptr;  // of loops and comparators
  Sha256Digest key{};
  // What the table that the code is given points to; of regions, `callees` follow.
  std::vector<BufferId> buffers;
  // Of regions: for each buffer whether it is on the stack and nobody outside uses it.
  std::vector<bool> is_private;
  // Of regions: the units that they call, and the steps that are library calls; both in the order of the steps.
  std::vector<uint32_t> callees;
  std::vector<const Step*> calls;
  // Of regions: for each kernel, in that order, whether it is part of the region's code, where its scalars can be in
  // registers, or a callee.
  std::vector<bool> in_place;
  // About how much code it is.
  size_t weight = 0;
};

struct ProgramUnits {
  std::vector<Unit> units;  // no two with one key
  Schedule schedule;
  std::vector<const Step*> calls;  // the steps that library calls are for, by number
  ValueSet in_memory;              // the values that have a buffer
};

ProgramUnits FormUnits(const Plan& plan);

// What their tables point to: as Unit::buffers, of this use.
std::vector<BufferId> KernelBuffers(const Plan& plan, const Kernel& kernel);
std::vector<BufferId> ComparatorBuffers(const Plan& plan, const Node& sort);
std::vector<BufferId> EpilogueBuffers(const Plan& plan, const Step& call);

// Whether a library call is given code of ours, with a table of its own: a comparator or an epilogue.
bool TakesCode(const Step& call);

// For each result and operand of a library call its buffer, kNoBuffer for tokens.
std::vector<BufferId> CallBuffers(const Plan& plan, const Node& node);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_UNIT_H_
