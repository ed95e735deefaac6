#include "stablehlo/bytecode/op_reader.h"

#include <algorithm>
#include <utility>

#include "stablehlo/bytecode/vhlo_attributes.h"
#include "stablehlo/op/defaults.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

// Properties of ops that are not VHLO's: the attributes by name, each a number, one with a flag if it is optional.
std::vector<const AttrInfo*> ByName(const OpInfo& info, bool with_new_ones) {
  std::vector<const AttrInfo*> list;
  for (const AttrInfo& attr : info.attrs) {
    if (attr.presence != Presence::kWireOnly && (with_new_ones || attr.lifetime.on_wire)) list.push_back(&attr);
  }
  std::ranges::sort(list, {}, &AttrInfo::name);
  return list;
}

size_t CountNumbers(Bytes bytes) {
  Cursor cursor(bytes);
  size_t count = 0;
  for (; cursor.ok() && cursor.left() > 0; ++count) cursor.Varint();
  return cursor.ok() ? count : 0;
}

// The attributes of a property list of that length: MLIR has added optional ones to func.func and func.call.
std::vector<const AttrInfo*> LayoutOf(const OpInfo& info, size_t count) {
  std::vector<const AttrInfo*> list = ByName(info, /*with_new_ones=*/true);
  return list.size() == count ? list : ByName(info, /*with_new_ones=*/false);
}

}  // namespace

OpReader::OpReader(EntryTable* entries)
    : entries_(entries),
      names_(entries->container().op_names.size()),
      plans_(VhloOps().size()),
      cache_(entries->container().properties.size()) {}

std::string OpReader::FullName(uint64_t number) const {
  const OpName& name = entries_->container().op_names[number];
  return std::string(name.dialect) + "." + std::string(name.name);
}

const ReadOpName* OpReader::Name(uint64_t number) {
  if (number >= names_.size()) return nullptr;
  if (!names_[number]) names_[number] = LookUp(entries_->container().op_names[number]);
  return &*names_[number];
}

ReadOpName OpReader::LookUp(const OpName& name) {
  ReadOpName result;
  result.registered = name.registered;
  if (name.dialect == "vhlo") {
    result.vhlo = FindVhloOp(name.name);
    result.known = result.vhlo != nullptr;
    if (result.known) result.opcode = result.vhlo->opcode;
    result.is_return = result.opcode == Opcode::kReturn;
    return result;
  }
  const std::string full = std::string(name.dialect) + "." + std::string(name.name);
  result.known = true;
  if (const OpInfo* info = FindOp(full)) {
    result.opcode = info->opcode;
    result.is_cast = info->opcode == Opcode::kUnrealizedConversionCast;
  } else {
    result.name = module().names().Intern(full);
  }
  return result;
}

bool OpReader::Attributes(const ReadOpName& op, std::optional<uint64_t> dictionary, std::optional<uint64_t> properties,
                          OpAttributes& out) {
  out.inherent.clear();
  out.discardable.clear();
  std::vector<NamedAttr> named;
  if (dictionary && !ReadDictionary(*dictionary, named)) return false;
  if (entries_->container().version < kNativeProperties || (op.vhlo != nullptr && !properties)) {
    SplitDictionary(op, named, out);
    return entries_->failure().ok();
  }
  out.discardable = std::move(named);
  if (!properties) return true;
  if (*properties >= entries_->container().properties.size()) {
    return entries_->failure().Say("there are no properties " + std::to_string(*properties));
  }
  if (op.vhlo == nullptr) {
    return op.opcode == Opcode::kUnregistered || !op.registered ? ReadUnknownProperties(op, *properties, out)
                                                                : ReadKnownProperties(op, *properties, out.inherent);
  }
  Cached& cached = cache_[*properties];
  if (cached.op != op.vhlo) {
    std::vector<AttrId> values;
    if (!ReadVhloProperties(op, *properties, values)) return false;
    cached.op = op.vhlo;
    cached.inherent.clear();
    if (!FromVhlo(op, values, cached.inherent)) return false;
  }
  out.inherent = cached.inherent;
  return true;
}

bool OpReader::ReadDictionary(uint64_t number, std::vector<NamedAttr>& out) {
  const AttrId dictionary = entries_->Attr(number);
  if (!dictionary) return false;
  if (!attrs().Is(dictionary, AttrKind::kDictionary)) {
    return entries_->failure().Say("the attributes of an operation are no dictionary");
  }
  for (size_t i = 0; i < attrs().size(dictionary); ++i) out.push_back(attrs().entry(dictionary, i));
  return true;
}

bool OpReader::ReadVhloProperties(const ReadOpName& op, uint64_t properties, std::vector<AttrId>& values) {
  Cursor cursor(entries_->container().properties[properties]);
  for (size_t i = 0; i < op.vhlo->properties.size() && cursor.ok(); ++i) {
    values.push_back(entries_->Attr(cursor.Varint()));
    if (!values.back()) return false;
  }
  if (cursor.done()) return true;
  return entries_->failure().At(cursor.position(), "vhlo." + std::string(op.vhlo->name) + " should have " +
                                                       std::to_string(op.vhlo->properties.size()) + " properties");
}

bool OpReader::ReadKnownProperties(const ReadOpName& op, uint64_t properties, std::vector<NamedAttr>& out) {
  const OpInfo& info = Info(op.opcode);
  const Bytes bytes = entries_->container().properties[properties];
  Cursor cursor(bytes);
  for (const AttrInfo* attr : LayoutOf(info, CountNumbers(bytes))) {
    uint64_t number = cursor.Varint();
    if (!cursor.ok()) break;
    if (attr->presence == Presence::kOptional) {
      if ((number & 1) == 0) continue;
      number >>= 1;
    }
    const AttrId value = entries_->Attr(number);
    if (!value) return false;
    out.push_back({module().names().Intern(attr->name), value});
  }
  if (Has(info, Trait::kSegments))
    return entries_->failure().Say("the properties of " + std::string(info.name) +
                                   " are in an encoding that is not supported");
  return cursor.done() ||
         entries_->failure().At(bytes.data(), "the properties of " + std::string(info.name) + " are not well-formed");
}

// Of an op that its writer did not know: one attribute, a dictionary. Those of an op only its writer knew are lost.
bool OpReader::ReadUnknownProperties(const ReadOpName& op, uint64_t properties, OpAttributes& out) {
  const Bytes bytes = entries_->container().properties[properties];
  if (bytes.empty()) return true;
  Cursor cursor(bytes);
  const uint64_t number = cursor.Varint();
  if (op.registered || !cursor.done()) {
    const std::string_view name = op.name ? module().name(op.name) : Info(op.opcode).name;
    return entries_->failure().At(bytes.data(), "the operation " + std::string(name) + " is not known, and it has " +
                                                    "properties, which only its definition explains");
  }
  return ReadDictionary(number, out.inherent);
}

void OpReader::SplitDictionary(const ReadOpName& op, std::vector<NamedAttr>& dictionary, OpAttributes& out) {
  if (op.vhlo != nullptr) {
    std::vector<AttrId> values;
    if (TakeVhloProperties(op, dictionary, values)) FromVhlo(op, values, out.inherent);
    out.discardable = std::move(dictionary);
    return;
  }
  for (NamedAttr attr : dictionary) {
    const bool inherent = op.opcode != Opcode::kUnregistered && Info(op.opcode).FindAttr(module().name(attr.name)) >= 0;
    (inherent ? out.inherent : out.discardable).push_back(attr);
  }
}

// Moves the op's own attributes out of the dictionary, which is sorted as the properties are.
bool OpReader::TakeVhloProperties(const ReadOpName& op, std::vector<NamedAttr>& dictionary,
                                  std::vector<AttrId>& values) {
  std::vector<NamedAttr> rest;
  size_t next = 0;
  const auto properties = op.vhlo->properties;
  for (NamedAttr attr : dictionary) {
    if (next < properties.size() && module().name(attr.name) == properties[next].name) {
      values.push_back(attr.value);
      ++next;
    } else {
      rest.push_back(attr);
    }
  }
  dictionary = std::move(rest);
  if (next == properties.size()) return true;
  return entries_->failure().Say("vhlo." + std::string(op.vhlo->name) + " lacks its attribute " +
                                 std::string(properties[next].name));
}

const OpReader::Plan& OpReader::PlanOf(const VhloOp& op) {
  std::optional<Plan>& plan = plans_[static_cast<size_t>(&op - VhloOps().data())];
  if (plan) return *plan;
  plan.emplace();
  const OpInfo& info = Info(op.opcode);
  for (size_t a = 0; a < info.attrs.size(); ++a) {
    VhloAttrPlan entry{&info.attrs[a], module().names().InternView(info.attrs[a].name), {}};
    const std::span<const VhloProperty> properties = op.properties;
    for (size_t p = 0; p < properties.size(); ++p) {
      if (properties[p].attr == a) entry.properties.push_back(p);
    }
    std::ranges::sort(entry.properties, {}, [&](size_t p) { return properties[p].field; });
    const bool wanted = info.attrs[a].presence != Presence::kWireOnly && !entry.properties.empty();
    if (wanted) plan->push_back(std::move(entry));
  }
  std::ranges::sort(*plan, {}, [](const VhloAttrPlan& entry) { return entry.info->name; });
  return *plan;
}

// Layouts are left out only together.
bool OpReader::HasLayouts(const VhloOp& op, std::span<const AttrId> values) {
  if (op.opcode != Opcode::kCustomCall) return false;
  for (size_t p = 0; p < values.size(); ++p) {
    const bool is_layouts = op.properties[p].name.ends_with("_layouts");
    if (is_layouts && attrs().Is(values[p], AttrKind::kArray) && attrs().size(values[p]) > 0) return true;
  }
  return false;
}

bool OpReader::FromVhlo(const ReadOpName& op, std::span<const AttrId> values, std::vector<NamedAttr>& out) {
  const bool has_layouts = HasLayouts(*op.vhlo, values);
  for (const VhloAttrPlan& plan : PlanOf(*op.vhlo)) {
    const AttrId value = Convert(*op.vhlo, plan, values);
    if (!entries_->failure().ok()) return false;
    if (!value) continue;
    const bool keep = has_layouts && plan.info->name.ends_with("_layouts");
    if (keep || !IsDefault(module(), *plan.info, value)) out.push_back({plan.name, value});
  }
  return true;
}

AttrId OpReader::Convert(const VhloOp& op, const VhloAttrPlan& plan, std::span<const AttrId> values) {
  const AttrInfo& info = *plan.info;
  std::optional<AttrId> result;
  if (Info(info.attr_class).wire == WireKind::kSplit) {
    std::vector<AttrId> fields(Info(static_cast<StructKind>(Info(info.attr_class).detail)).fields.size());
    for (size_t p : plan.properties) fields[static_cast<size_t>(op.properties[p].field)] = values[p];
    result = JoinStruct(module(), info.attr_class, std::move(fields));
  } else {
    result = AttrFromVhlo(module(), info.attr_class, values[plan.properties[0]]);
  }
  if (result) return *result;
  entries_->failure().Say("attribute " + std::string(info.name) + " of vhlo." + std::string(op.name) + " is not " +
                          std::string(Info(info.attr_class).text));
  return AttrId();
}

}  // namespace cppjrt::stablehlo::bytecode
