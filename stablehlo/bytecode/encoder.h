// Attributes, types and locations of a module as entries of a WireTable, for one version of VHLO.
//
// An entry can be wanted in VHLO's encoding (inside ops of VHLO) or in MLIR's own (the attributes of the module, names,
// locations). What the version cannot say is refused with the version it takes.
#ifndef CPPJRT_STABLEHLO_BYTECODE_ENCODER_H_
#define CPPJRT_STABLEHLO_BYTECODE_ENCODER_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/bytecode/wire_table.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo::bytecode {

class Encoder {
 public:
  // All outlive the encoder.
  Encoder(Module* module, WireTable* wire, Version target) : module_(module), wire_(wire), target_(target) {}

  // All give kNoWireId after refusing.
  WireId Attr(AttrId attr, WireDialect dialect);
  WireId Type(TypeId type, WireDialect dialect);
  // A builtin string.
  WireId Name(std::string_view name);
  // A builtin dictionary of entries that are in order.
  struct NamedWire {
    std::string_view name;
    WireId value;
  };
  WireId Dictionary(std::span<const NamedWire> entries);
  WireId Location(LocId loc);

  WireDialect Dialect(std::string_view name) { return wire_->Dialect(name); }

  // Why the last one was refused: "attributes of type vector<4xf32> are not part of VHLO".
  const std::string& refusal() const { return refusal_; }
  // Refuses unless the target is at least `since`.
  bool Needs(Version since, std::string_view what);
  WireId Refuse(std::string why);

 private:
  WireId EncodeAttr(AttrId attr, WireDialect dialect);
  WireId EncodeVhloAttr(AttrId attr);
  WireId EncodeBuiltinAttr(AttrId attr);
  WireId EncodeForeign(AttrId attr);
  WireId EncodeList(AttrId list, WireDialect dialect);
  WireId EncodeDictionary(AttrId dictionary, WireDialect dialect);
  WireId EncodeInteger(AttrId attr, WireDialect dialect);
  WireId EncodeFloat(AttrId attr, WireDialect dialect);
  WireId EncodeDense(AttrId attr, WireDialect dialect);
  WireId EncodeDenseArray(AttrId attr);
  WireId EncodeBuiltinDenseArray(AttrId attr);
  WireId EncodeSymbolRef(AttrId attr);
  WireId EncodeEnum(AttrId attr);
  WireId EncodeStruct(AttrId attr);
  bool AddField(WireFields& fields, const FieldInfo& info, AttrId value);
  WireId EncodeType(TypeId type, WireDialect dialect);
  WireId EncodeScalar(TypeId type, WireDialect dialect);
  WireId EncodeTensor(TypeId type, WireDialect dialect);
  WireId EncodeQuantized(TypeId type);
  WireId EncodeMembers(TypeId type, uint64_t code, WireDialect dialect);
  WireId EncodeOther(TypeId type, WireDialect dialect);
  WireId EncodeLocation(LocId loc);
  bool AddMembers(WireFields& fields, TypeId type, size_t first, size_t count, WireDialect dialect);

  WireId Unsupported(std::string_view what);
  AttrTable& attrs() { return module_->attrs(); }
  TypeTable& types() { return module_->types(); }
  WireId Put(WireDialect dialect, const WireFields& fields) { return wire_->Attr(dialect, fields); }

  Module* module_;
  WireTable* wire_;
  Version target_;
  std::string refusal_;
  int depth_ = 0;
  std::vector<WireId> attr_ids_[2], type_ids_[2];  // by dialect and id; kNoWireId: not yet
  std::vector<WireId> loc_ids_;
  std::deque<std::vector<std::byte>> data_;  // what constants are converted to
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_ENCODER_H_
