// Names and properties of ops in VHLO, worked out once from the op table: a struct attribute becomes a property for
// each of its fields, what the version does not have yet is left out, and the rest is put in alphabetical order.

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

class VhloTable {
 public:
  VhloTable() {
    for (const OpInfo& op : Ops()) {
      for (size_t i = 0; i < op.vhlo.size(); ++i) AddOp(op, i);
    }
    for (size_t i = 0; i < ops_.size(); ++i) Index(i);
  }

  std::span<const VhloOp> ops() const { return ops_; }
  const VhloOp* Find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &ops_[found->second];
  }
  // The names of an op, oldest first.
  std::span<const VhloOp> NamesOf(Opcode opcode) const {
    const size_t number = static_cast<size_t>(opcode);
    return std::span(ops_).subspan(first_[number], Info(opcode).vhlo.size());
  }

 private:
  void AddOp(const OpInfo& op, size_t i) {
    VhloOp entry;
    entry.name = op.vhlo[i].name;
    entry.opcode = op.opcode;
    entry.since = op.vhlo[i].since();
    if (i + 1 < op.vhlo.size()) entry.until = op.vhlo[i + 1].since();
    entry.properties = Properties(op, entry.since);
    if (i == 0) first_[static_cast<size_t>(op.opcode)] = ops_.size();
    ops_.push_back(entry);
  }

  // func.return and stablehlo.return share a name.
  void Index(size_t i) {
    const auto [place, is_new] = by_name_.emplace(ops_[i].name, i);
    if (!is_new && Info(ops_[i].opcode).dialect == "stablehlo") place->second = i;
  }

  std::span<const VhloProperty> Properties(const OpInfo& op, Version version) {
    auto list = std::make_unique<std::vector<VhloProperty>>();
    for (size_t a = 0; a < op.attrs.size(); ++a) AddProperties(op.attrs[a], static_cast<uint8_t>(a), version, *list);
    std::ranges::sort(*list, {}, &VhloProperty::name);
    lists_.push_back(std::move(list));
    return *lists_.back();
  }

  static void AddProperties(const AttrInfo& attr, uint8_t a, Version version, std::vector<VhloProperty>& list) {
    const Lifetime& life = attr.lifetime;
    const bool ended = life.until != Version() && life.until <= version;
    const AttrClassInfo& info = Info(attr.attr_class);
    if (!life.on_wire || version < life.since || ended || info.wire == WireKind::kNoWire) return;
    if (info.wire != WireKind::kSplit) {
      list.push_back({attr.name, a, -1});
      return;
    }
    std::span<const FieldInfo> fields = Info(static_cast<StructKind>(info.detail)).fields;
    if (attr.attr_class == AttrClass::kChannelHandle) fields = fields.first(1);
    for (size_t f = 0; f < fields.size(); ++f) {
      if (fields[f].since() <= version) list.push_back({fields[f].property_name(), a, static_cast<int8_t>(f)});
    }
  }

  std::vector<VhloOp> ops_;
  std::vector<std::unique_ptr<std::vector<VhloProperty>>> lists_;
  std::unordered_map<std::string_view, size_t> by_name_;
  size_t first_[static_cast<size_t>(Opcode::kCount)] = {};
};

const VhloTable& Table() {
  static const VhloTable table;
  return table;
}

}  // namespace

std::span<const VhloOp> VhloOps() { return Table().ops(); }

const VhloOp* FindVhloOp(std::string_view name) { return Table().Find(name); }

const VhloOp* VhloOpFor(Opcode opcode, Version v) {
  for (const VhloOp& op : Table().NamesOf(opcode)) {
    if (op.ExistsIn(v)) return &op;
  }
  return nullptr;
}

}  // namespace cppjrt::stablehlo
