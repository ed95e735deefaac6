// An op as it will be written for one version of VHLO: its name there, its properties, its other attributes.
//
// What the version does not have is left out if it has its default, and refused otherwise.
#ifndef CPPJRT_STABLEHLO_BYTECODE_OP_ENCODER_H_
#define CPPJRT_STABLEHLO_BYTECODE_OP_ENCODER_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/bytecode/encoder.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::bytecode {

struct WireOp {
  WireDialect dialect = WireDialect::kVhlo;
  std::string_view name;  // "add_v1"
  WireId location = kNoWireId;
  WireId dictionary = kNoWireId;  // none: no attributes outside of the properties
  bool has_properties = false;
  WireFields properties;
};

class OpEncoder {
 public:
  // `with_locations`: false writes every location as unknown.
  OpEncoder(Module* module, Encoder* encoder, Version target, int container, bool with_locations)
      : module_(module), encoder_(encoder), target_(target), container_(container), with_locations_(with_locations) {}

  // False if the op cannot be written; Encoder::refusal() and about() say what and why.
  bool Encode(OpId op, WireOp& out);
  // The attribute that was refused, or empty.
  std::string_view about() const { return about_; }
  WireId Location(LocId loc) { return encoder_->Location(with_locations_ ? loc : kUnknownLoc); }

 private:
  using Named = Encoder::NamedWire;

  bool EncodeModule(const Op& op, WireOp& out);
  bool EncodeForeign(OpId op, const OpInfo& info, WireOp& out);
  bool CheckOp(OpId op, const OpInfo& info);
  bool CheckOperands(const Op& op, const VhloOp& vhlo);
  bool CheckElementTypes(const Op& op);
  bool CheckCustomCall(OpId op);
  bool EncodeInherent(OpId op, const OpInfo& info, const VhloOp& vhlo, std::vector<Named>& out);
  bool EncodeWhole(OpId op, const AttrInfo& attr, std::vector<Named>& out);
  bool EncodeSplit(OpId op, const AttrInfo& attr, size_t index, const VhloOp& vhlo, std::vector<Named>& out);
  bool AbsentIsFine(OpId op, const AttrInfo& attr);
  bool EncodeDiscardable(const Op& op, WireDialect dialect, std::vector<Named>& out);
  bool Add(std::string_view name, std::optional<AttrId> value, const AttrInfo& attr, std::vector<Named>& out);
  // The attribute of the op, or its default; none if it has neither.
  AttrId ValueOf(OpId op, const AttrInfo& attr);
  bool IsTypedFfi(OpId op) const;
  bool Refuse(std::string why) { return encoder_->Refuse(std::move(why)), false; }

  Module* module_;
  Encoder* encoder_;
  Version target_;
  int container_;
  bool with_locations_;
  std::string_view about_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_OP_ENCODER_H_
