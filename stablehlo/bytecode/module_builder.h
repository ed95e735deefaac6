// Makes the operations of a Module from the records of an artifact.
#ifndef CPPJRT_STABLEHLO_BYTECODE_MODULE_BUILDER_H_
#define CPPJRT_STABLEHLO_BYTECODE_MODULE_BUILDER_H_

#include <string>
#include <vector>

#include "stablehlo/bytecode/ir_reader.h"
#include "stablehlo/bytecode/op_reader.h"

namespace cppjrt::stablehlo::bytecode {

class ModuleBuilder : public IrSink {
 public:
  explicit ModuleBuilder(EntryTable* entries)
      : entries_(entries), ops_(entries), locs_(entries->container().num_attrs) {}

  bool OnOp(const OpRecord& op) override;
  bool BeginRegion(size_t num_blocks, size_t num_values) override;
  bool BeginBlock(std::span<const ArgumentRecord> arguments) override;
  bool EndRegion() override;
  bool EndOp() override;

 private:
  // An op whose regions are being read.
  struct Frame {
    OpId op;
    size_t next_region = 0;
    size_t base = 0;          // where values_ of this op's scope begin
    size_t region_start = 0;  // where values_ of the current region begin
    BlockId outer_block;
    size_t outer_next = 0;  // next_value_ of the enclosing region
  };
  // An operand that is used before it is defined.
  struct Forward {
    OpId op;
    uint32_t operand = 0;
    size_t value = 0;  // place in values_
  };

  bool Operands(const OpRecord& op);
  bool ResultTypes(const OpRecord& op);
  Opcode OpcodeOf(const ReadOpName& name) const;
  bool FoldCast(const ReadOpName& name, const OpRecord& op);
  bool Define(ValueId value);
  void NoteForwardUses(OpId op);
  bool ResolveForwardUses(size_t region_start);
  LocId Location(uint64_t number);
  bool IsConstant(NameId name);
  void OnlyValueIsInherent();
  std::string UnknownOp(uint64_t name) const;
  size_t base() const { return frames_.empty() ? 0 : frames_.back().base; }

  Module& module() { return entries_->module(); }
  Failure& failure() { return entries_->failure(); }

  EntryTable* entries_;
  OpReader ops_;
  std::vector<Frame> frames_;
  std::vector<ValueId> values_;  // of all open regions; none where not yet defined
  size_t next_value_ = 0;        // place in values_ of the next value defined
  std::vector<Forward> forward_;
  BlockId block_;
  const std::byte* place_ = nullptr;

  std::vector<ValueId> operands_;
  std::vector<size_t> operand_places_;
  std::vector<TypeId> types_;
  std::vector<RegionId> regions_;
  OpAttributes attributes_;
  std::vector<LocId> locs_;  // by attribute number
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_MODULE_BUILDER_H_
