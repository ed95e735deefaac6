// OpView: an operation as the rules see it, whether it stands in a module already (then it has results) or is about to
// be made. It answers in the rules' terms and reports what is wrong:
//
//   if (op.rank(0) < 2) return op.Fail(2, Cat("operand has rank ", op.rank(0), ", expected at least 2"));
//
// reports "prog.mlir:4:8: error: cholesky: operand has rank 1, expected at least 2 [cholesky_c2]" and returns false.
//
// A rule may ask for what the op's row promises (operands, attributes, their kinds): CheckRow has been there before.
#ifndef CPPJRT_STABLEHLO_OP_INFER_OP_H_
#define CPPJRT_STABLEHLO_OP_INFER_OP_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/infer_types.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {

// The integers of a dense attribute, read one by one.
class IntElements {
 public:
  IntElements() = default;
  // REQUIRES: kDense with elements of at most 64 bits.
  IntElements(const Module& module, AttrId dense);

  // How many; if that does not fit, the largest number.
  int64_t size() const { return size_; }
  bool is_splat() const { return splat_; }
  int64_t operator[](int64_t i) const;
  std::span<const int64_t> dims() const { return dims_; }
  // All of them. REQUIRES: few, or made sure of otherwise.
  DimList ToVector() const;

 private:
  std::span<const int64_t> dims_;
  std::span<const std::byte> bytes_;
  int64_t size_ = 0;
  int64_t width_ = 8;  // bytes of one
  bool unsigned_ = false;
  bool splat_ = false;
};

class OpView {
 public:
  // All outlive the view. REQUIRES: the op is in the op table.
  OpView(Module* module, OpId op, DiagnosticSink* sink);
  // An op not made yet. Its result types are not looked at.
  OpView(Module* module, const OpState& state, DiagnosticSink* sink);

  Module& module() const { return *module_; }
  const TypeTable& types() const { return module_->types(); }
  const AttrTable& attrs() const { return module_->attrs(); }
  const OpInfo& info() const { return *info_; }
  Opcode opcode() const { return info_->opcode; }
  // "concatenate", "chlo.scan".
  std::string_view name() const { return info_->dialect == "stablehlo" ? info_->mnemonic : info_->name; }

  // Operands, all or by the groups of the row.
  std::span<const ValueId> operands() const { return operands_; }
  size_t num_operands() const { return operands_.size(); }
  TypeId operand(size_t i) const { return module_->type(operands_[i]); }
  std::span<const ValueId> group(size_t g) const;
  std::vector<TypeId> operand_types() const { return TypesOf(operands_); }
  std::vector<TypeId> group_types(size_t g) const { return TypesOf(group(g)); }
  // Of operand `i`. REQUIRES: a ranked tensor (dims, rank).
  std::span<const int64_t> dims(size_t i) const { return types().dims(operand(i)); }
  int64_t rank(size_t i) const { return types().rank(operand(i)); }
  TypeId element(size_t i) const { return types().element_type(operand(i)); }
  bool IsRanked(size_t i) const { return types().IsTensor(operand(i)); }

  // Results; there are none of an op to be made.
  bool has_results() const { return has_results_; }
  size_t num_results() const { return results_.size(); }
  TypeId result(size_t i) const { return module_->type(results_[i]); }
  std::vector<TypeId> result_types() const;
  TypeId result_element(size_t i = 0) const { return types().element_type(result(i)); }

  // Attributes. `fallback` is for absent optional ones.
  std::span<const NamedAttr> attributes() const { return attributes_; }
  AttrId attr(std::string_view name) const;
  bool has(std::string_view name) const { return attr(name).valid(); }
  int64_t Int(std::string_view name, int64_t fallback = 0) const;
  bool Flag(std::string_view name, bool fallback = false) const;  // kBool or kUnit
  uint32_t Enum(std::string_view name, uint32_t fallback = 0) const;
  std::string_view String(std::string_view name) const;
  std::span<const int64_t> I64s(std::string_view name) const;  // empty if absent
  AttrId Field(std::string_view name, std::string_view field) const;
  std::span<const int64_t> FieldI64s(std::string_view name, std::string_view field) const;
  int64_t FieldInt(std::string_view name, std::string_view field, int64_t fallback = 0) const;

  // The integers a value is known to have, because a constant of at most 1024 elements defines it.
  std::optional<DimList> ConstantInts(ValueId value) const;

  // Regions. The block is the region's first, or none.
  size_t num_regions() const { return regions_.size(); }
  BlockId block(size_t region) const { return module_->region(regions_[region]).first_block; }
  std::vector<TypeId> argument_types(size_t region) const;
  // The types of what the region's terminator returns; nothing if it has none.
  std::vector<TypeId> return_types(size_t region) const;
  bool HasTerminator(size_t region) const { return block(region) && module_->last_op(block(region)).valid(); }

  std::string Text(TypeId type) const { return TypeText(*module_, type); }
  std::string Text(std::span<const TypeId> list) const { return TypesText(*module_, list); }

  // The same view, but what fails is reported as a warning: for rules of the spec that programs in use break.
  OpView Lenient() const {
    OpView view = *this;
    view.severity_ = Severity::kWarning;
    return view;
  }
  // Reports and returns false. The label is given, or made of the op's name and the number of the constraint (0: none).
  bool Fail(std::string_view label, std::string message) const;
  bool Fail(int constraint, std::string message) const;
  // At the place of an attribute in the op's text, if that can be told; otherwise as Fail.
  bool FailAt(std::string_view attr_name, int constraint, std::string message) const;
  std::string Label(char kind, int number) const;  // 'c', 2 gives "concatenate_c2"

 private:
  std::vector<TypeId> TypesOf(std::span<const ValueId> values) const;
  void Report(SourcePosition position, std::string_view label, const std::string& message) const;

  Module* module_;
  DiagnosticSink* sink_;
  const OpInfo* info_;
  OpId op_;                             // none for an op to be made
  uint32_t source_offset_ = kNoOffset;  // of an op to be made
  std::span<const ValueId> operands_;
  std::span<const NamedAttr> attributes_;
  std::span<const RegionId> regions_;
  ValueRange results_ = {ValueId(), 0};
  bool has_results_ = false;
  Severity severity_ = Severity::kError;
};

// ---- Checks that many ops share. All report and return false if the op fails.

// 0 <= value < limit.
bool CheckIndex(const OpView& op, int constraint, std::string_view name, int64_t value, int64_t limit);
// The same for each of a list.
bool CheckIndices(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> values,
                  int64_t limit);
// None twice.
bool CheckUnique(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> values);
// None twice in both together.
bool CheckDistinct(const OpView& op, int constraint, std::string_view name_a, std::span<const int64_t> a,
                   std::string_view name_b, std::span<const int64_t> b);
// In ascending order.
bool CheckSorted(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> values);
// The elements of all operands and results are the very same type.
bool CheckSameElements(const OpView& op, int constraint);
bool Contains(std::span<const int64_t> values, int64_t value);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_INFER_OP_H_
