// The printer's insides, shared by print_*.cc and the forms. Everything appends to one string.
#ifndef CPPJRT_STABLEHLO_TEXT_PRINTER_IMPL_H_
#define CPPJRT_STABLEHLO_TEXT_PRINTER_IMPL_H_

#include <charconv>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/text/loc_aliases.h"
#include "stablehlo/text/names.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/text/syntax.h"

namespace cppjrt::stablehlo::text {

class Printer {
 public:
  // Types and attributes are parts of one module; ops need names (NameValues).
  explicit Printer(const Module& module, const PrintOptions& options = {});

  void PrintProgram(Module& module);
  void NameValues(OpId root) { names_ = std::make_unique<ValueNames>(module_, root, options_.generic); }
  // With results and location, without indentation in front.
  void PrintOp(OpId op);

  // loc(…), spelled out.
  void LocText(Module& module, LocId loc);

  const Module& module() const { return module_; }
  const TypeTable& types() const { return module_.types(); }
  const AttrTable& attrs() const { return module_.attrs(); }
  const Op& op(OpId id) const { return module_.op(id); }
  std::string Take() { return std::move(out_); }

  // ---- Pieces.
  Printer& operator<<(std::string_view text) {
    out_ += text;
    return *this;
  }
  Printer& operator<<(char c) {
    out_.push_back(c);
    return *this;
  }
  void Integer(int64_t value);
  void Unsigned(uint64_t value);
  void Quoted(std::string_view text);
  void Symbol(std::string_view name);  // @name, @"any text"
  // A new line, indented as the ops of the current block.
  void Newline();

  template <typename Range, typename Print>
  void List(const Range& range, Print print) {
    bool first = true;
    for (const auto& item : range) {
      if (!first) out_ += ", ";
      first = false;
      print(item);
    }
  }

  void Value(ValueId value) { names_->Append(out_, value); }
  void Values(std::span<const ValueId> values) {
    List(values, [this](ValueId v) { Value(v); });
  }
  void Type(TypeId type);
  void TypesOf(std::span<const ValueId> values) {
    List(values, [this](ValueId v) { Type(module_.type(v)); });
  }
  void ResultTypes(OpId op);  // behind "->": one, or several between parentheses
  void FunctionType(OpId op);

  // ---- Attributes.
  void Attr(AttrId attr, bool may_elide_type = false);
  void I64List(std::span<const int64_t> values);  // [1, 2]
  void BoolList(std::span<const int64_t> values);
  void FloatBits(uint64_t bits, TypeId type);
  void AttrOfClass(const AttrInfo& info, AttrId attr);
  void StructBody(AttrId attr);  // <…>
  void ConvDims(AttrId attr);    // [b, 0, f]x[…]->[…]
  static bool IsPlainConv(const AttrTable& attrs, AttrId attr);
  // " {a = 1}", or nothing if there are none. Sorted by name.
  void Dictionary(std::vector<NamedAttr> attributes, std::string_view before = " ");
  // The attributes of an op that its syntax has no place for.
  std::vector<NamedAttr> OtherAttrs(OpId op, uint64_t named) const;
  void AttrDict(OpId op, std::string_view before = " ") {
    Dictionary(OtherAttrs(op, SyntaxOf(this->op(op).opcode).named_attributes), before);
  }
  // The value of an inherent attribute, or none.
  AttrId Attribute(OpId op, std::string_view name) const { return module_.attr(op, name); }

  // ---- Ops.
  void GenericTail(OpId op);  // (%0) <{…}> ({…}) {…} : type
  void Region(RegionId region, bool with_arguments);
  // %a: type {attributes} loc(…)
  void Argument(ValueId value, AttrId attributes = AttrId());

 private:
  void PrintResultNames(OpId op);
  void PrintOpBody(OpId op);
  // True if the short form can say all there is to say.
  bool HasShortForm(OpId op) const;
  bool CanPrint(AttrId attr, const AttrInfo& info) const;
  void PrintSyntax(OpId op, const OpInfo& info);
  void PrintStep(OpId op, const OpInfo& info, const SyntaxStep& step);
  bool IsThere(OpId op, const OpInfo& info, std::span<const SyntaxStep> steps) const;
  void PrintBlock(BlockId block, bool with_header, size_t number);
  void GenericRegions(OpId op);
  void PrintResources();

  void TensorType(TypeId type);
  void PrintQuantized(TypeId type);
  void TypeUncached(TypeId type);
  void Members(TypeId type, size_t first, size_t count);

  void NamedAttribute(const NamedAttr& attr);
  void DenseAttr(AttrId attr);
  void DenseBody(AttrId attr);
  void DenseHex(const DenseElements& dense);
  void DenseList(const DenseElements& dense);
  void Element(const std::byte* data, TypeId type);
  void Part(const std::byte* data, TypeId type);
  void DenseArray(AttrId attr);
  void StructAttr(AttrId attr);
  void StructField(const FieldInfo& field, AttrId attr);
  void EnumAttr(AttrId attr);

  void TrailingLoc(LocId loc, bool may_alias);
  void Loc(LocId loc, bool top, int depth = 0);

  const Module& module_;
  PrintOptions options_;
  std::string out_;
  int indent_ = 0;
  int depth_ = 0;
  std::unique_ptr<ValueNames> names_;
  std::unique_ptr<LocAliases> aliases_;
  bool collecting_ = false;                 // a first run that finds the locations to give aliases to
  std::vector<std::string_view> dialects_;  // of the regions around: ops of this dialect drop it
  std::vector<std::string> type_texts_;     // by type
};

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_PRINTER_IMPL_H_
