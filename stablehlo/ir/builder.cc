#include "stablehlo/ir/builder.h"

#include <vector>

namespace cppjrt::stablehlo {

OpId OpBuilder::Create(const OpState& state) {
  const OpId op = module_->NewOp(state);
  if (block_) module_->Insert(op, block_, before_);
  return op;
}

OpId OpBuilder::Create(Opcode opcode, std::initializer_list<ValueId> operands,
                       std::initializer_list<TypeId> result_types, std::initializer_list<NamedValue> attributes,
                       std::initializer_list<RegionId> regions) {
  std::vector<NamedAttr> attrs;
  for (const NamedValue& attr : attributes) attrs.push_back({module_->names().Intern(attr.name), attr.value});
  OpState state;
  state.opcode = opcode;
  state.loc = loc_;
  state.source_offset = source_offset_;
  state.operands = {operands.begin(), operands.size()};
  state.result_types = {result_types.begin(), result_types.size()};
  state.inherent = attrs;
  state.regions = {regions.begin(), regions.size()};
  return Create(state);
}

ValueId OpBuilder::CreateValue(Opcode opcode, std::initializer_list<ValueId> operands, TypeId type,
                               std::initializer_list<NamedValue> attributes) {
  return module_->op(Create(opcode, operands, {type}, attributes)).result(0);
}

std::pair<RegionId, BlockId> OpBuilder::NewRegion(std::span<const TypeId> argument_types) {
  const RegionId region = module_->NewRegion();
  const BlockId block = module_->NewBlock();
  module_->AddArguments(block, argument_types);
  module_->AppendBlock(region, block);
  return {region, block};
}

}  // namespace cppjrt::stablehlo
