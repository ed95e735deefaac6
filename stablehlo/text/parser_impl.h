// The parser's insides, shared by parse_*.cc and the forms.
//
// Recursive descent over a Lexer. A function that reads something gives false, or an id that is none, after it has reported
// an error; its callers hand that up to the loop over the ops of a block, which looks for the next op and goes on.
#ifndef CPPJRT_STABLEHLO_TEXT_PARSER_IMPL_H_
#define CPPJRT_STABLEHLO_TEXT_PARSER_IMPL_H_

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/ir/small_words.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/text/lexer.h"
#include "stablehlo/text/scopes.h"
#include "stablehlo/text/syntax.h"
#include "stablehlo/text/type_cache.h"

namespace cppjrt::stablehlo::text {

// %name or %name#number.
struct ValueUse {
  std::string_view name;
  uint32_t number = 0;
  uint32_t offset = 0;
};

// A name in front of "=", or of an argument.
struct ValueName {
  std::string_view name;
  uint32_t count = 1;
  uint32_t offset = 0;
};

// An argument of a region as written: %name: type {attributes} loc(…).
struct Argument {
  ValueName name;
  TypeId type;
  AttrId attributes;  // none if there are none
  LocId loc = kUnknownLoc;
  NameId loc_alias;  // a location alias that is not defined yet, or none
};

// What has been read of an op.
struct OpParts {
  const OpInfo* info = nullptr;  // null: unregistered
  std::string_view name;         // full name
  NameId unregistered_name;
  uint32_t offset = 0;
  std::vector<ValueName> result_names;
  std::vector<ValueId> operands;
  std::vector<uint32_t> operand_offsets;
  std::vector<uint32_t> group_ends;  // by operand group: index behind its last operand
  std::vector<TypeId> result_types;
  std::vector<NamedAttr> inherent;
  std::vector<NamedAttr> discardable;
  std::vector<RegionId> regions;
  bool has_result_types = false;
  bool is_mhlo = false;                  // the text names an op of MHLO, `info` the one it equals
  std::vector<TypeId> written_types;     // scratch: the operand types of a function type
  std::vector<NamedAttr> written_attrs;  // scratch: the entries of a dictionary
  OpId shares_loc[2];                    // ops made from the short form of reduce: they get this op's location

  void Clear();
  // Room for what most ops have.
  void Reserve();
};

// True for 1.5 and the like, as opposed to 15 and 0x15.
bool IsFloatText(std::string_view number);

class Parser {
 public:
  Parser(Module& module, DiagnosticSink& sink);

  bool ParseTopLevel();

  // ---- For everyone.
  Module& module() { return module_; }
  TypeTable& types() { return module_.types(); }
  AttrTable& attrs() { return module_.attrs(); }
  Lexer& lexer() { return lexer_; }

  // Report and give false.
  bool Error(uint32_t offset, std::string message);
  // "expected WHAT, found …" at the next token.
  bool Expected(std::string_view what);
  bool Expect(char c) { return lexer_.TryChar(c) || ExpectedChar(c); }
  bool ExpectWord(std::string_view word);
  bool ExpectArrow();
  // For messages: 'tensor', end of file, …
  std::string DescribeNext();
  std::string Spell(TypeId type) const;

  // Items between brackets: parse() for each, commas between, then `closer`. The opening bracket is behind the cursor.
  template <typename Parse>
  bool ParseList(char closer, Parse parse) {
    if (lexer_.TryChar(closer)) return true;
    do {
      if (!parse()) return false;
    } while (lexer_.TryChar(','));
    return Expect(closer);
  }

  // ---- Types (parse_type.cc).
  TypeId ParseType();
  // (…) -> …, or nothing but a list behind "->".
  bool ParseTypeListUntil(char closer, std::vector<TypeId>& out);
  bool ParseFunctionResults(std::vector<TypeId>& out);
  // type, type, …
  bool ParseTypes(std::vector<TypeId>& out);

  // ---- Attributes (parse_attribute.cc, parse_struct.cc, parse_dense.cc).
  AttrId ParseAttribute();
  // {a = 1, b}; the cursor is at "{".
  bool ParseAttrEntries(std::vector<NamedAttr>& out);
  AttrId ParseDictionary();
  // That no name occurs twice. `others` have been looked over by themselves.
  bool CheckNamesOnce(std::span<const NamedAttr> some, std::span<const NamedAttr> others, uint32_t offset);
  // Of a struct's class, without #stablehlo.dot in front: <…>.
  AttrId ParseStructBody(StructKind kind);
  AttrId ParseConvDims();  // [b, 0, f]x[…]->[…]
  AttrId ParseEnumKeyword(EnumKind kind);
  // In the pretty form of an op, where the class says how much is written.
  AttrId ParseOfClass(const AttrInfo& info);
  AttrId ParseSdyText(std::string_view attr_name);
  bool IsTypeOfKnownDialect(std::string_view name) const;
  bool CheckKnownAttribute(std::string_view dialect, std::string_view mnemonic, uint32_t offset);
  static std::string_view StandsForMhlo(std::string_view mnemonic);
  void BecomeConstant(OpParts& parts);
  TypeId UnknownType(std::string_view name, uint32_t offset);
  // The attribute an older form stands for (dense elements for array<i64…>), or itself.
  AttrId Modernize(const AttrInfo& info, AttrId value);
  bool ParseString(NameId& out);
  bool ParseSymbolName(NameId& out);
  AttrId ParseSymbolRef();
  bool ParseInteger(int64_t& out);
  // A decimal or hexadecimal number, with its sign, that must fit `type`.
  bool IntegerFromText(std::string_view text, uint32_t offset, TypeId type, int64_t& out);
  bool FloatFromText(std::string_view text, uint32_t offset, TypeId type, uint64_t& out);
  bool ParseI64List(std::vector<int64_t>& out);  // [1, 2]
  bool ParseBoolList(std::vector<int64_t>& out);
  AttrId ParseElements(bool sparse);  // behind "dense" or "sparse"

  // ---- Locations (parse_location.cc).
  // loc(…), if it is there. An alias that is not defined yet is given by `alias` and resolved at the end.
  bool ParseOptionalLoc(LocId& loc, NameId& alias);
  LocId ParseLocation();
  void ResolveLater(OpId op, NameId alias) { op_aliases_.push_back({op, alias}); }
  void ResolveLater(ValueId value, NameId alias) { value_aliases_.push_back({value, alias}); }

  // ---- Ops (parse_op.cc, parse_syntax.cc) and regions (parse_region.cc).
  bool ParseUse(ValueUse& use);
  ValueId Resolve(const ValueUse& use);
  // %a, and a comma-separated list of such, into the op's operands.
  bool ParseOperand(OpParts& parts);
  bool ParseOperands(OpParts& parts);
  void EndGroup(OpParts& parts) { parts.group_ends.push_back(static_cast<uint32_t>(parts.operands.size())); }
  // Checks the type of operand `i` as the text states it; a value not seen yet gets it.
  bool CheckOperandType(OpParts& parts, size_t i, TypeId type);
  bool CheckOperandTypes(OpParts& parts, std::span<const TypeId> types, uint32_t offset);
  void SetResultTypes(OpParts& parts, std::span<const TypeId> types);
  bool ParseFunctionType(OpParts& parts);  // (…) -> … of operands and results
  bool ApplyFunctionType(OpParts& parts, TypeId type, uint32_t offset);
  // Inherent if the op's row knows the name.
  void AddAttr(OpParts& parts, NamedAttr attr);
  void AddAttr(OpParts& parts, std::string_view name, AttrId value);
  bool ParseOptionalAttrDict(OpParts& parts);
  // The generic form from behind the name on.
  bool ParseGenericTail(OpParts& parts);
  // { … }, whose entry block has these arguments. `info` is the op it belongs to, or null.
  RegionId ParseRegion(const OpInfo* info, std::span<const Argument> arguments = {});
  bool ParseArgument(Argument& out);
  BlockId MakeBlock(RegionId region, std::span<const Argument> arguments);

  OpParts& PushParts();
  void PopParts() { --depth_of_parts_; }

  // Counts a level of nesting as long as it lives; ok is false if there are too many.
  class Level {
   public:
    explicit Level(Parser* parser) : parser_(parser), ok(++parser->nesting_ <= kLimit || parser->TooDeep()) {}
    ~Level() { --parser_->nesting_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    static const int kLimit;
    Parser* parser_;

   public:
    const bool ok;
  };

 private:
  struct PendingUse {
    ValueId placeholder;
    uint32_t offset;
  };
  // Uses of values that are defined later, by name and number.
  using PendingUses = std::unordered_map<std::string, PendingUse>;

  bool ExpectedChar(char c);
  bool TooDeep();
  uint32_t EndOfLineBefore(uint32_t at) const;

  // parser.cc
  bool ParseAliasDefinition();
  bool ParseResources();
  bool ParseResourceGroup();
  void FinishRoot();
  void ResolveAliases();

  // parse_type.cc
  TypeId ParseShortTensor(std::string_view key, uint32_t offset);
  TypeId ParseTypeWord(std::string_view word, uint32_t offset);
  TypeId ParseShaped(bool is_tensor, uint32_t offset);
  TypeId ParseDialectType();
  TypeId ParseQuantized(uint32_t offset);
  bool ParseQuantizedStorage(QuantizedType& type);
  bool ParseScale(std::vector<int64_t>& scales, std::vector<int64_t>& zero_points);
  TypeId ParseFunctionTypeLiteral();
  TypeId ParseMembers(bool is_tuple);
  TypeId OpaqueType(uint32_t from);
  bool ParseDims(SmallWords& dims, bool& unranked);

  // parse_attribute.cc
  AttrId ParseWordAttribute();
  AttrId ParseNumberAttribute();
  AttrId ParseArrayAttribute();
  AttrId ParseHashAttribute();
  AttrId ParseDialectAttribute(std::string_view dialect, std::string_view mnemonic, uint32_t from);
  AttrId ParseDenseArray();
  AttrId OpaqueAttr(uint32_t from);
  AttrId ParseResourceRef();
  TypeId ParseOptionalColonType();

  // parse_struct.cc
  bool ParseStructField(StructKind kind, const FieldInfo& field, AttrId& out);
  AttrId ParseMeshAxes();
  AttrId ParseTypeExtensions();
  AttrId ParseSubAxisInfo();
  bool ParseBoundsList(std::vector<int64_t>& out);
  bool ParseConvSide(std::string_view letters, int64_t out[2], std::vector<int64_t>& spatial);
  AttrId ParseConvBody();
  AttrId DefaultField(StructKind kind, const FieldInfo& field);
  bool CheckStruct(StructKind kind, std::vector<AttrId>& fields, uint32_t offset);

  // parse_dense.cc
  AttrId ElementsFromText(std::string_view body, uint32_t body_offset, TypeId type, uint32_t offset);
  AttrId ElementsFromHex(std::string_view body, uint32_t offset, TypeId type);
  AttrId ParseSparse(uint32_t offset);

  // parse_location.cc
  LocId ParseFileLocation(NameId file);
  LocId ParseCallSite();
  LocId ParseFused();
  LocId LocationOf(AttrId attr) const;
  AttrId FindLocAlias(std::string_view name) const;

  // parse_op.cc
  bool ParseOp(BlockId block);
  bool ParseOpBody(OpParts& parts);
  bool ParseOpName(OpParts& parts);
  bool UnknownName(std::string_view name, uint32_t offset);
  bool ParseResultNames(OpParts& parts);
  bool ParseProperties(OpParts& parts);
  bool ParseGenericRegions(OpParts& parts);
  bool FinishOp(OpParts& parts, BlockId block);
  bool DefineResults(const OpParts& parts, OpId op);
  bool Define(const ValueName& name, ValueId first);
  // After an error: names get values of unknown type, so that their uses are no errors too.
  void DefinePlaceholders(const OpParts& parts);
  bool SkipToNextOp(uint32_t start);

  // parse_foreign.cc
  struct ForeignForm {
    std::string_view name = {};
    bool (Parser::*parse)(OpParts& parts) = nullptr;
  };
  static ForeignForm FindForeignForm(std::string_view name);
  bool ParseForeignConstant(OpParts& parts);
  bool ParseCallIndirect(OpParts& parts);

  // parse_syntax.cc
  bool ParseSyntax(OpParts& parts);
  bool ParseStep(OpParts& parts, const SyntaxStep& step);
  bool ParseText(std::string_view text);
  bool IsNext(const SyntaxStep& step);
  bool ParseRegionGroup(OpParts& parts);

  // parse_region.cc
  bool ParseBlocks(RegionId region, BlockId block);
  bool ParseBlockHeader(BlockId block);
  void AddImplicitReturn(const OpInfo* info, RegionId region);
  void HandUpPending();
  void ReportPending();
  void Replace(ValueId placeholder, ValueId value, uint32_t offset);

  Module& module_;
  DiagnosticSink& sink_;
  Lexer lexer_;
  ValueScopes scopes_;
  TypeCache type_cache_;
  int nesting_ = 0;
  std::string_view current_op_;  // for messages

  std::deque<OpParts> parts_;
  size_t depth_of_parts_ = 0;
  std::string buffer_;

  std::unordered_map<std::string_view, AttrId> attr_aliases_;
  std::unordered_map<std::string_view, TypeId> type_aliases_;
  std::vector<std::pair<OpId, NameId>> op_aliases_;
  std::vector<std::pair<ValueId, NameId>> value_aliases_;
  // One for each region that is open. A use goes to the region around it if its own region ends without a definition.
  std::vector<PendingUses> pending_;
  // Values by placeholder, for those that were used before they were defined; may be placeholders in turn.
  std::vector<ValueId> replacement_;
};

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_PARSER_IMPL_H_
