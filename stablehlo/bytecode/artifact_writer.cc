#include "stablehlo/bytecode/artifact_writer.h"

#include <algorithm>
#include <utility>

#include "stablehlo/bytecode/artifact.h"
#include "stablehlo/bytecode/mixed_dialects.h"
#include "stablehlo/bytecode/wire_sort.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

// What a version can say was settled with its minor number.
Version WithoutPatch(Version version) { return {version.major, version.minor, 0}; }

// "model.py:3:7: "
std::string Place(Module& module, OpId op) {
  const SourcePosition position = PositionOf(module, module.op(op).loc);
  if (position.file.empty()) return {};
  return position.file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";
}

}  // namespace

ArtifactWriter::ArtifactWriter(Module* module, Version target, bool with_locations)
    : module_(module),
      target_(target),
      container_(ContainerVersionOf(target)),
      encoder_(module, &wire_, WithoutPatch(target)),
      ops_(module, &encoder_, WithoutPatch(target), container_, with_locations),
      numbering_(*module),
      use_orders_(*module, WithoutPatch(target)),
      wire_op_of_(module->num_ops(), 0) {}

StatusOr<std::string> ArtifactWriter::Write() {
  CPPJRT_RETURN_IF_ERROR(EncodeAll());
  NumberAll();
  ByteWriter file;
  file.Text(kMagic);
  file.Varint(static_cast<uint64_t>(container_));
  file.TextAndZero(std::string(kProducerPrefix) + target_.ToString());
  file.Section(SectionId::kDialect, DialectSection());
  ByteWriter offsets;
  ByteWriter data;
  wire_.WriteEntries(strings_, offsets, data);
  file.Section(SectionId::kOffset, offsets);
  file.Section(SectionId::kAttrType, data);
  file.Section(SectionId::kIr, IrSection());
  ByteWriter no_groups;
  no_groups.Varint(0);
  file.Section(SectionId::kResourceOffset, no_groups);
  file.Section(SectionId::kResource, ByteWriter());
  file.Section(SectionId::kString, strings_.Section());
  if (Has(kNativeProperties)) file.Section(SectionId::kProperties, PropertiesSection());
  return file.Release();
}

WireId ArtifactWriter::TypeOf(ValueId value) {
  const bool foreign = HasForeignType(*module_, value);
  return encoder_.Type(module_->type(value), foreign ? WireDialect::kBuiltin : WireDialect::kVhlo);
}

// In the order in which MLIR meets things, because numbers depend on it.
Status ArtifactWriter::EncodeAll() {
  CPPJRT_RETURN_IF_ERROR(EncodeOp(module_->root()));
  for (RegionId region : numbering_.regions()) CPPJRT_RETURN_IF_ERROR(EncodeRegion(region));
  return OkStatus();
}

Status ArtifactWriter::EncodeRegion(RegionId region) {
  for (BlockId block : module_->blocks(region)) {
    for (ValueId argument : module_->block(block).args) {
      wire_.Use(ops_.Location(module_->value(argument).loc));
      const WireId type = TypeOf(argument);
      if (type == kNoWireId) return Refusal(module_->region(region).op);
      wire_.Use(type);
    }
    for (OpId op : module_->ops(block)) CPPJRT_RETURN_IF_ERROR(EncodeOp(op));
  }
  return OkStatus();
}

Status ArtifactWriter::EncodeOp(OpId op) {
  WireOp wire_op;
  if (!ops_.Encode(op, wire_op)) return Refusal(op);
  wire_.UseDialect(wire_op.dialect);
  ++names_[NameIndex(wire_op)].uses;
  name_of_.push_back(NameIndex(wire_op));
  for (ValueId result : module_->op(op).results()) {
    const WireId type = TypeOf(result);
    if (type == kNoWireId) return Refusal(op);
    wire_.Use(type);
  }
  if (wire_op.dictionary != kNoWireId) wire_.Use(wire_op.dictionary);
  for (const WireField& field : wire_op.properties.fields()) {
    if (field.is_reference()) wire_.Use(static_cast<WireId>(field.value));
  }
  wire_.Use(wire_op.location);
  wire_op_of_[op.index()] = static_cast<uint32_t>(wire_ops_.size());
  wire_ops_.push_back(std::move(wire_op));
  return OkStatus();
}

Status ArtifactWriter::Refusal(OpId op) const {
  std::string message = Place(*module_, op) + std::string(OpName(*module_, op)) + ": ";
  if (!ops_.about().empty()) message += "attribute " + std::string(ops_.about()) + ": ";
  return FailedPreconditionError(message + encoder_.refusal());
}

size_t ArtifactWriter::NameIndex(const WireOp& op) {
  const auto [place, is_new] = name_index_.emplace(op.name, names_.size());
  if (is_new) names_.push_back({op.dialect, op.name, 0, 0});
  return place->second;
}

void ArtifactWriter::NumberAll() {
  wire_.AssignNumbers();
  std::vector<size_t> order(names_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  SortForWriting(
      order, [this](size_t i) { return names_[i].uses; },
      [this](size_t i) { return wire_.dialect_number(names_[i].dialect); });
  for (size_t i = 0; i < order.size(); ++i) names_[order[i]].number = i;
}

ByteWriter ArtifactWriter::DialectSection() {
  ByteWriter section;
  section.Varint(wire_.dialects().size());
  for (WireDialect dialect : wire_.dialects()) {
    const uint64_t name = strings_.Number(wire_.name(dialect));
    if (Has(kDialectVersioning)) {
      section.Flagged(name, false);
    } else {
      section.Varint(name);
    }
  }
  if (Has(kElidedArgLocations)) section.Varint(names_.size());
  std::vector<const Name*> order(names_.size());
  for (const Name& name : names_) order[name.number] = &name;
  for (size_t i = 0; i < order.size();) {
    const auto same = [&](const Name* name) { return name->dialect == order[i]->dialect; };
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = std::find_if_not(begin, order.end(), same);
    section.Varint(wire_.dialect_number(order[i]->dialect));
    section.Varint(static_cast<uint64_t>(end - begin));
    for (; i < static_cast<size_t>(end - order.begin()); ++i) {
      const uint64_t name = strings_.Number(order[i]->name);
      if (Has(kNativeProperties)) {
        section.Flagged(name, true);
      } else {
        section.Varint(name);
      }
    }
  }
  return section;
}

ByteWriter ArtifactWriter::IrSection() {
  outputs_.emplace_back();
  out().Flagged(1, false);
  WriteOp(module_->root());
  while (!frames_.empty()) Step();
  return std::move(outputs_.back());
}

void ArtifactWriter::WriteOp(OpId id) {
  const Op& op = module_->op(id);
  const WireOp& wire_op = wire_ops_[wire_op_of_[id.index()]];
  out().Varint(names_[name_of_[wire_op_of_[id.index()]]].number);
  const size_t bits_place = out().size();
  uint8_t bits = 0;
  out().Byte(0);
  out().Varint(wire_.number(wire_op.location));
  if (wire_op.dictionary != kNoWireId) {
    bits |= kHasAttrs;
    out().Varint(wire_.number(wire_op.dictionary));
  }
  if (wire_op.has_properties) {
    bits |= kHasProperties;
    out().Varint(PropertiesNumber(wire_op));
  }
  if (op.num_results > 0) {
    bits |= kHasResults;
    out().Varint(op.num_results);
    for (ValueId result : op.results()) out().Varint(wire_.number(TypeOf(result)));
  }
  if (op.num_operands > 0) {
    bits |= kHasOperands;
    out().Varint(op.num_operands);
    for (ValueId operand : op.operands()) out().Varint(numbering_.value(operand));
  }
  const std::vector<ValueId> results(op.results().begin(), op.results().end());
  if (Has(kUseListOrdering) && use_orders_.Write(results, out())) bits |= kHasUseOrders;
  if (op.num_regions > 0) bits |= kHasRegions;
  out().SetByte(bits_place, bits);
  if (op.num_regions == 0) return;
  const bool isolated = numbering_.isolated(id);
  out().Flagged(op.num_regions, isolated);
  Frame frame;
  frame.op = id;
  frame.section = isolated && Has(kLazyLoading);
  if (frame.section) outputs_.emplace_back();
  frames_.push_back(frame);
}

// The next op of the innermost open region, or whatever comes when it has no more.
void ArtifactWriter::Step() {
  Frame& frame = frames_.back();
  if (frame.next) {
    const OpId op = frame.next;
    frame.next = module_->op(op).next;
    WriteOp(op);
  } else if (const BlockId next = frame.block ? module_->block(frame.block).next : BlockId()) {
    BeginBlock(frame, next);
  } else if (frame.region < module_->op(frame.op).num_regions) {
    BeginRegion(frame);
  } else {
    EndRegions();
  }
}

void ArtifactWriter::BeginRegion(Frame& frame) {
  const RegionId region = module_->op(frame.op).regions()[frame.region++];
  uint64_t blocks = 0;
  for (BlockId block : module_->blocks(region)) blocks += block.valid() ? 1 : 0;
  frame.block = BlockId();
  out().Varint(blocks);
  if (blocks == 0) return;
  out().Varint(numbering_.num_values(region));
  BeginBlock(frame, module_->region(region).first_block);
}

void ArtifactWriter::BeginBlock(Frame& frame, BlockId block) {
  uint64_t ops = 0;
  for (OpId op : module_->ops(block)) ops += op.valid() ? 1 : 0;
  const bool has_arguments = !module_->block(block).args.empty();
  out().Flagged(ops, has_arguments);
  if (has_arguments) WriteArguments(block);
  frame.block = block;
  frame.next = module_->block(block).first_op;
}

void ArtifactWriter::WriteArguments(BlockId block) {
  const std::span<const ValueId> arguments = module_->block(block).args;
  out().Varint(arguments.size());
  for (ValueId argument : arguments) {
    const uint64_t type = wire_.number(TypeOf(argument));
    const WireId location = ops_.Location(module_->value(argument).loc);
    if (!Has(kElidedArgLocations)) {
      out().Varint(type);
      out().Varint(wire_.number(location));
      continue;
    }
    const bool known = location != ops_.Location(kUnknownLoc);
    out().Flagged(type, known);
    if (known) out().Varint(wire_.number(location));
  }
  if (!Has(kUseListOrdering)) return;
  const size_t bits_place = out().size();
  out().Byte(0);
  if (use_orders_.Write(arguments, out())) out().SetByte(bits_place, kHasUseOrders);
}

void ArtifactWriter::EndRegions() {
  const bool section = frames_.back().section;
  frames_.pop_back();
  if (!section) return;
  const ByteWriter regions = std::move(outputs_.back());
  outputs_.pop_back();
  out().Section(SectionId::kIr, regions);
}

uint64_t ArtifactWriter::PropertiesNumber(const WireOp& op) {
  ByteWriter bytes;
  wire_.WriteFields(op.properties.fields(), strings_, bytes);
  const auto [place, is_new] = properties_.emplace(bytes.Release(), property_list_.size());
  if (is_new) property_list_.push_back(place->first);
  return place->second;
}

ByteWriter ArtifactWriter::PropertiesSection() const {
  ByteWriter section;
  section.Varint(property_list_.size());
  for (std::string_view properties : property_list_) {
    section.Varint(properties.size());
    section.Text(properties);
  }
  return section;
}

}  // namespace cppjrt::stablehlo::bytecode
