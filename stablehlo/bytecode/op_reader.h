// What an op's name in an artifact stands for, and its attributes.
//
// A portable artifact says "vhlo.gather_v1" with a property for each field of its dimension numbers; a module says
// "stablehlo.gather" with one struct. Old versions of ops need nothing special: what they lack is an optional attribute
// that is not there.
#ifndef CPPJRT_STABLEHLO_BYTECODE_OP_READER_H_
#define CPPJRT_STABLEHLO_BYTECODE_OP_READER_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stablehlo/bytecode/entry_table.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::bytecode {

// An op's name, looked up.
struct ReadOpName {
  Opcode opcode = Opcode::kUnregistered;
  NameId name;                   // of ops that are not in the table
  const VhloOp* vhlo = nullptr;  // in VHLO
  bool registered = true;        // OpName::registered
  bool known = false;            // false: an op of VHLO that is not known
  bool is_return = false;        // vhlo.return: of a function or of any other region
  bool is_cast = false;          // builtin.unrealized_conversion_cast
};

struct OpAttributes {
  std::vector<NamedAttr> inherent;
  std::vector<NamedAttr> discardable;
};

class OpReader {
 public:
  explicit OpReader(EntryTable* entries);

  // Null if there is no such name.
  const ReadOpName* Name(uint64_t number);
  // The attributes of an op, by the numbers of its dictionary and of its properties. False after a failure.
  bool Attributes(const ReadOpName& op, std::optional<uint64_t> dictionary, std::optional<uint64_t> properties,
                  OpAttributes& out);
  // "vhlo.constant_v99", for messages.
  std::string FullName(uint64_t number) const;

 private:
  // How the attribute of a VHLO op is put together from its properties.
  struct VhloAttrPlan {
    const AttrInfo* info = nullptr;
    NameId name;
    std::vector<size_t> properties;  // by place, a struct's in the order of its fields
  };
  using Plan = std::vector<VhloAttrPlan>;  // by name
  // What properties became, for the next op that has the same.
  struct Cached {
    const VhloOp* op = nullptr;
    std::vector<NamedAttr> inherent;
  };

  ReadOpName LookUp(const OpName& name);
  bool ReadDictionary(uint64_t number, std::vector<NamedAttr>& out);
  bool ReadVhloProperties(const ReadOpName& op, uint64_t properties, std::vector<AttrId>& values);
  bool ReadKnownProperties(const ReadOpName& op, uint64_t properties, std::vector<NamedAttr>& out);
  bool ReadUnknownProperties(const ReadOpName& op, uint64_t properties, OpAttributes& out);
  void SplitDictionary(const ReadOpName& op, std::vector<NamedAttr>& dictionary, OpAttributes& out);
  bool TakeVhloProperties(const ReadOpName& op, std::vector<NamedAttr>& dictionary, std::vector<AttrId>& values);

  const Plan& PlanOf(const VhloOp& op);
  bool FromVhlo(const ReadOpName& op, std::span<const AttrId> values, std::vector<NamedAttr>& out);
  // None for what is absent in StableHLO, and after a failure.
  AttrId Convert(const VhloOp& op, const VhloAttrPlan& plan, std::span<const AttrId> values);
  bool HasLayouts(const VhloOp& op, std::span<const AttrId> values);

  Module& module() { return entries_->module(); }
  AttrTable& attrs() { return module().attrs(); }

  EntryTable* entries_;
  std::vector<std::optional<ReadOpName>> names_;  // by number
  std::vector<std::optional<Plan>> plans_;        // by place in VhloOps()
  std::vector<Cached> cache_;                     // by number of the properties
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_OP_READER_H_
