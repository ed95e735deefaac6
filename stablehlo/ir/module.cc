#include "stablehlo/ir/module.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "stablehlo/ir/walk.h"

namespace cppjrt::stablehlo {

Module::Module() : tables_(std::make_unique<Tables>()) {}
Module::Module(Module&&) noexcept = default;
Module::~Module() = default;

// What the old resolver and tables refer to must outlive them, so the owners go last.
Module& Module::operator=(Module&& other) noexcept {
  std::swap(owners_, other.owners_);
  resolver_ = std::move(other.resolver_);
  tables_ = std::move(other.tables_);
  resources_ = std::move(other.resources_);
  source_ = std::move(other.source_);
  producer_ = std::move(other.producer_);
  root_ = std::exchange(other.root_, OpId());
  other.owners_.clear();
  return *this;
}

BlockId Module::entry_block(OpId op_id, size_t i) const {
  const Op& record = op(op_id);
  return i < record.num_regions ? region(record.region_list[i]).first_block : BlockId();
}

OpId Module::defining_op(ValueId id) const {
  const Value& record = value(id);
  return record.kind == ValueKind::kResult ? OpId(record.owner) : OpId();
}

BlockId Module::argument_block(ValueId id) const {
  const Value& record = value(id);
  return record.kind == ValueKind::kArgument ? BlockId(record.owner) : BlockId();
}

OpId Module::parent(OpId op_id) const {
  const BlockId in = op(op_id).block;
  if (!in || !block(in).region) return OpId();
  return region(block(in).region).op;
}

AttrId Module::attr(OpId op_id, std::string_view attr_name) const {
  for (const NamedAttr& attr : op(op_id).attributes()) {
    if (name(attr.name) == attr_name) return attr.value;
  }
  return AttrId();
}

AttrId Module::attr(OpId op_id, NameId attr_name) const {
  for (const NamedAttr& attr : op(op_id).attributes()) {
    if (attr.name == attr_name) return attr.value;
  }
  return AttrId();
}

LocId Module::ResolveLocation(LocId loc) {
  if (!loc) return kUnknownLoc;
  if (locs().kind(loc) != LocKind::kDeferred) return loc;
  return resolver_ == nullptr ? kUnknownLoc : resolver_->Resolve(*this, locs().deferred(loc));
}

const Resource* Module::resource(NameId key) const {
  const auto found = std::ranges::find(resources_, key, &Resource::key);
  return found == resources_.end() ? nullptr : &*found;
}

ValueId Module::NewValue(TypeId type, ValueKind kind, uint32_t owner, uint32_t index, LocId loc) {
  const ValueId id(tables_->values.Add());
  mutable_value(id) = {type, kind, index, owner, loc};
  return id;
}

ValueId Module::NewPlaceholder(TypeId type) { return NewValue(type, ValueKind::kPlaceholder, 0, 0, kUnknownLoc); }

OpId Module::NewOp(const OpState& state) {
  const OpId id(tables_->ops.Add());
  Op& record = mutable_op(id);
  record.opcode = state.opcode;
  record.name = state.name;
  record.loc = state.loc;
  record.source_offset = state.source_offset;
  record.num_operands = static_cast<uint32_t>(state.operands.size());
  record.operand_list = arena().Copy(state.operands).data();
  record.num_results = static_cast<uint32_t>(state.result_types.size());
  record.first_result = ValueId(num_values());
  for (uint32_t i = 0; i < record.num_results; ++i) {
    NewValue(state.result_types[i], ValueKind::kResult, id.index(), i, kUnknownLoc);
  }
  record.num_regions = static_cast<uint32_t>(state.regions.size());
  record.region_list = arena().Copy(state.regions).data();
  for (uint32_t i = 0; i < record.num_regions; ++i) {
    Region& owned = mutable_region(state.regions[i]);
    assert(!owned.op && "the region has an op already");
    owned.op = id;
    owned.index = i;
  }
  set_attrs(id, state.inherent, state.discardable);
  return id;
}

void Module::AddArguments(BlockId id, std::span<const TypeId> types, std::span<const LocId> locs) {
  Block& record = mutable_block(id);
  const size_t old = record.args.size();
  std::span<ValueId> args(arena().AllocateArray<ValueId>(old + types.size()), old + types.size());
  std::ranges::copy(record.args, args.begin());
  for (size_t i = 0; i < types.size(); ++i) {
    const LocId loc = locs.empty() ? kUnknownLoc : locs[i];
    args[old + i] = NewValue(types[i], ValueKind::kArgument, id.index(), static_cast<uint32_t>(old + i), loc);
  }
  record.args = args;
}

void Module::RemoveArgument(BlockId id, size_t i) {
  Block& record = mutable_block(id);
  mutable_value(record.args[i]).kind = ValueKind::kPlaceholder;
  std::copy(record.args.begin() + static_cast<std::ptrdiff_t>(i) + 1, record.args.end(),
            record.args.begin() + static_cast<std::ptrdiff_t>(i));
  record.args = record.args.first(record.args.size() - 1);
  for (; i < record.args.size(); ++i) mutable_value(record.args[i]).index = static_cast<uint32_t>(i);
}

void Module::AppendBlock(RegionId region_id, BlockId block_id) {
  Region& owner = mutable_region(region_id);
  Block& record = mutable_block(block_id);
  assert(!record.region && "the block is in a region already");
  record.region = region_id;
  record.prev = owner.last_block;
  record.next = BlockId();
  (record.prev ? mutable_block(record.prev).next : owner.first_block) = block_id;
  owner.last_block = block_id;
}

void Module::DetachBlock(BlockId id) {
  Block& record = mutable_block(id);
  if (!record.region) return;
  Region& owner = mutable_region(record.region);
  (record.prev ? mutable_block(record.prev).next : owner.first_block) = record.next;
  (record.next ? mutable_block(record.next).prev : owner.last_block) = record.prev;
  record.region = RegionId();
  record.prev = record.next = BlockId();
}

void Module::Insert(OpId op_id, BlockId block_id, OpId before) {
  Op& record = mutable_op(op_id);
  Block& owner = mutable_block(block_id);
  assert(!record.block && !record.erased && "the op is in a block already");
  record.block = block_id;
  record.next = before;
  record.prev = before ? op(before).prev : owner.last_op;
  (record.prev ? mutable_op(record.prev).next : owner.first_op) = op_id;
  (before ? mutable_op(before).prev : owner.last_op) = op_id;
}

void Module::Detach(OpId id) {
  Op& record = mutable_op(id);
  if (!record.block) return;
  Block& owner = mutable_block(record.block);
  (record.prev ? mutable_op(record.prev).next : owner.first_op) = record.next;
  (record.next ? mutable_op(record.next).prev : owner.last_op) = record.prev;
  record.block = BlockId();
  record.prev = record.next = OpId();
}

void Module::Erase(OpId id) {
  for (OpId inner : PreOrder(*this, id)) mutable_op(inner).erased = true;
  Detach(id);
}

void Module::Splice(BlockId from, BlockId to, OpId before) {
  for (OpId op_id = block(from).first_op; op_id.valid();) {
    const OpId next = op(op_id).next;
    Detach(op_id);
    Insert(op_id, to, before);
    op_id = next;
  }
}

void Module::set_operands(OpId id, std::span<const ValueId> operands) {
  Op& record = mutable_op(id);
  if (operands.size() > record.num_operands) record.operand_list = arena().AllocateArray<ValueId>(operands.size());
  std::copy(operands.begin(), operands.end(), record.operand_list);
  record.num_operands = static_cast<uint32_t>(operands.size());
}

void Module::set_attrs(OpId id, std::span<const NamedAttr> inherent, std::span<const NamedAttr> discardable) {
  Op& record = mutable_op(id);
  record.num_attrs = static_cast<uint32_t>(inherent.size() + discardable.size());
  record.num_inherent = static_cast<uint32_t>(inherent.size());
  NamedAttr* list = arena().AllocateArray<NamedAttr>(record.num_attrs);
  std::copy(discardable.begin(), discardable.end(), std::copy(inherent.begin(), inherent.end(), list));
  record.attr_list = list;
}

void Module::set_attr(OpId id, std::string_view attr_name, AttrId value, bool inherent) {
  Op& record = mutable_op(id);
  const NameId name_id = names().Intern(attr_name);
  for (uint32_t i = 0; i < record.num_attrs; ++i) {
    if (record.attr_list[i].name == name_id) {
      record.attr_list[i].value = value;
      return;
    }
  }
  std::vector<NamedAttr> lists[2] = {{record.inherent().begin(), record.inherent().end()},
                                     {record.discardable().begin(), record.discardable().end()}};
  lists[inherent ? 0 : 1].push_back({name_id, value});
  set_attrs(id, lists[0], lists[1]);
}

void Module::remove_attr(OpId id, std::string_view attr_name) {
  Op& record = mutable_op(id);
  const NameId name_id = names().Find(attr_name);
  for (uint32_t i = 0; i < record.num_attrs; ++i) {
    if (record.attr_list[i].name != name_id || !name_id) continue;
    std::copy(record.attr_list + i + 1, record.attr_list + record.num_attrs, record.attr_list + i);
    --record.num_attrs;
    if (i < record.num_inherent) --record.num_inherent;
    return;
  }
}

}  // namespace cppjrt::stablehlo
