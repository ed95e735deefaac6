// Ops, regions, the program.
#include "stablehlo/text/lexer.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer_impl.h"
#include "stablehlo/text/sdy_text.h"

namespace cppjrt::stablehlo {
namespace text {
namespace {

using Kind = SyntaxStep::Kind;

// More than a parser takes; deeper modules (from artifacts) are cut.
constexpr int kMaxDepth = 2 * kMaxNesting;

}  // namespace

Printer::Printer(const Module& module, const PrintOptions& options) : module_(module), options_(options) {}

void Printer::Newline() {
  out_.push_back('\n');
  out_.append(2 * static_cast<size_t>(indent_), ' ');
}

// ---- Ops.

void Printer::ResultTypes(OpId id) {
  const ValueRange results = op(id).results();
  const bool bare = results.size() == 1 && types().kind(module_.type(results[0])) != TypeKind::kFunction;
  if (!bare) *this << '(';
  List(results, [this](ValueId v) { Type(module_.type(v)); });
  if (!bare) *this << ')';
}

void Printer::FunctionType(OpId id) {
  *this << '(';
  TypesOf(op(id).operands());
  *this << ") -> ";
  ResultTypes(id);
}

void Printer::GenericRegions(OpId id) {
  if (op(id).regions().empty()) return;
  *this << " (";
  List(op(id).regions(), [this](RegionId region) { Region(region, true); });
  *this << ')';
}

void Printer::GenericTail(OpId id) {
  const Op& record = op(id);
  *this << '(';
  Values(record.operands());
  *this << ')';
  if (!record.inherent().empty()) {
    *this << " <";
    Dictionary({record.inherent().begin(), record.inherent().end()}, "");
    *this << '>';
  }
  GenericRegions(id);
  Dictionary({record.discardable().begin(), record.discardable().end()});
  *this << " : ";
  FunctionType(id);
}

void Printer::PrintResultNames(OpId id) {
  const ValueRange results = op(id).results();
  if (results.empty()) return;
  for (size_t i = 0; i < results.size();) {
    if (i > 0) *this << ", ";
    names_->AppendBase(out_, results[i]);
    const uint32_t group = names_->GroupSize(results[i]);
    if (group > 1) {
      *this << ':';
      Unsigned(group);
    }
    i += group;
  }
  *this << " = ";
}

void Printer::PrintOpBody(OpId id) {
  const Op& record = op(id);
  if (!HasShortForm(id)) {
    Quoted(OpName(module_, id));
    return GenericTail(id);
  }
  const OpInfo& info = Info(record.opcode);
  const bool drops_dialect = info.dialect == "builtin" || (!dialects_.empty() && info.dialect == dialects_.back());
  *this << (drops_dialect ? info.mnemonic : info.name);
  PrintSyntax(id, info);
}

void Printer::PrintOp(OpId id) {
  if (depth_ > kMaxDepth) {
    *this << "// nested too deeply to be printed";
    return;
  }
  ++depth_;
  if (collecting_) aliases_->Visit(op(id).loc, true);
  PrintResultNames(id);
  PrintOpBody(id);
  if (options_.locations && !collecting_) TrailingLoc(op(id).loc, true);
  --depth_;
}

// ---- Syntax.

namespace {

// The number of operands, results or regions that belong to `groups`.
template <typename Group>
bool CountFits(std::span<const Group> groups, size_t count) {
  size_t single = 0;
  bool variadic = false;
  for (const Group& group : groups) group.variadic() ? static_cast<void>(variadic = true) : static_cast<void>(++single);
  return variadic ? count >= single : count == single;
}

}  // namespace

// Whether `attr` can stand where the class says what it is.
bool Printer::CanPrint(AttrId attr, const AttrInfo& info) const {
  if (!attr) return false;
  const AttrClassInfo& attr_class = Info(info.attr_class);
  const AttrKind kind = attrs().kind(attr);
  switch (info.attr_class) {
    case AttrClass::kElements:
      return kind == AttrKind::kDense || kind == AttrKind::kResource || kind == AttrKind::kSparse;
    case AttrClass::kI64Array:
      return kind == AttrKind::kDenseArray && attrs().type(attr) == scalar::kI64;
    case AttrClass::kBoolArray:
      return kind == AttrKind::kDenseArray && attrs().type(attr) == scalar::kI1;
    case AttrClass::kString:
    case AttrClass::kSymbolName:
      return kind == AttrKind::kString && !attrs().type(attr) && !attrs().string(attr).empty();
    case AttrClass::kSdy:
      if (kind == AttrKind::kInteger) {
        return attrs().type(attr) == scalar::kI32 && !SdyEnumWord(info.name, attrs().integer(attr)).empty();
      }
      return kind == AttrKind::kOpaque && attrs().string(attr).starts_with("#sdy");
    default:
      break;
  }
  if (kind != attr_class.memory) return false;
  if (kind == AttrKind::kInteger || kind == AttrKind::kFloat) {
    return attrs().type(attr) == ToTypeId(static_cast<Scalar>(attr_class.detail));
  }
  return kind != AttrKind::kEnum || static_cast<int>(attrs().enum_kind(attr)) == attr_class.detail;
}

bool Printer::HasShortForm(OpId id) const {
  const Op& record = op(id);
  if (options_.generic || record.opcode == kNoOpcode) return false;
  const OpInfo& info = Info(record.opcode);
  const std::vector<SyntaxStep>& steps = SyntaxOf(record.opcode).steps;
  if (steps.empty() || !CountFits(info.results, record.num_results) || !CountFits(info.regions, record.num_regions) ||
      !CountFits(info.operands, record.num_operands) || !OperandCountFits(module_, id)) {
    return false;
  }
  size_t optional = 0;
  for (const SyntaxStep& step : steps) {
    if (step.kind == Kind::kAttribute) {
      const AttrInfo& attr = info.attrs[step.index];
      const AttrId value = Attribute(id, attr.name);
      if (!CanPrint(value, attr) && (value || optional == 0)) return false;
    }
    if (step.kind == Kind::kForm && step.form->fits != nullptr && !step.form->fits(*this, id, step.text)) return false;
    optional = step.kind == Kind::kOptional ? step.length : optional > 0 ? optional - 1 : 0;
  }
  return true;
}

void Printer::PrintSyntax(OpId id, const OpInfo& info) {
  const Syntax& syntax = SyntaxOf(info.opcode);
  if (!syntax.tight) *this << ' ';
  for (size_t i = 0; i < syntax.steps.size(); ++i) {
    const SyntaxStep& step = syntax.steps[i];
    if (step.kind == Kind::kOptional) {
      if (!IsThere(id, info, std::span(syntax.steps).subspan(i + 1, step.length))) i += step.length;
      continue;
    }
    // A list with no operands takes the comma behind it along.
    const bool behind_none = i > 0 && syntax.steps[i - 1].kind == Kind::kOperands &&
                             info.operands[syntax.steps[i - 1].index].variadic() &&
                             OperandGroup(module_, id, syntax.steps[i - 1].index).empty();
    if (behind_none && step.kind == Kind::kText && step.text.starts_with(", ")) {
      *this << step.text.substr(2);
      continue;
    }
    PrintStep(id, info, step);
  }
}

void Printer::PrintStep(OpId id, const OpInfo& info, const SyntaxStep& step) {
  switch (step.kind) {
    case Kind::kText:
      *this << step.text;
      return;
    case Kind::kOperands:
      return Values(OperandGroup(module_, id, step.index));
    case Kind::kAllOperands:
      return Values(op(id).operands());
    case Kind::kAttribute: {
      const AttrInfo& attr = info.attrs[step.index];
      const AttrId value = Attribute(id, attr.name);
      if (value) AttrOfClass(attr, value);
      return;
    }
    case Kind::kRegions:
      return List(op(id).regions().subspan(step.index), [this](RegionId region) { Region(region, true); });
    case Kind::kAttrDict:
      return AttrDict(id);
    case Kind::kForm:
      return step.form->print(*this, id, step.text);
    case Kind::kOptional:
      return;
  }
}

// An optional part is there if something it names is.
bool Printer::IsThere(OpId id, const OpInfo& info, std::span<const SyntaxStep> steps) const {
  for (const SyntaxStep& step : steps) {
    switch (step.kind) {
      case Kind::kOperands:
        return !OperandGroup(module_, id, step.index).empty();
      case Kind::kRegions:
        return op(id).regions().size() > step.index;
      case Kind::kAttribute: {
        const std::string_view name = info.attrs[step.index].name;
        const AttrId value = Attribute(id, name);
        return value.valid() && !IsElidedDefault(module_, info, {module_.names().Find(name), value});
      }
      case Kind::kForm:
        if (info.FindAttr(step.text) >= 0) return Attribute(id, step.text).valid();
        return !op(id).operands().empty();
      default:
        break;
    }
  }
  return false;
}

// ---- Regions.

void Printer::Argument(ValueId value, AttrId attributes) {
  Value(value);
  *this << ": ";
  Type(module_.type(value));
  if (attributes && attrs().size(attributes) > 0) {
    *this << ' ';
    Attr(attributes);
  }
  if (options_.locations) TrailingLoc(module_.value(value).loc, false);
}

void Printer::PrintBlock(BlockId block, bool with_header, size_t number) {
  if (with_header) {
    --indent_;
    Newline();
    ++indent_;
    *this << "^bb";
    Unsigned(number);
    if (!module_.block(block).args.empty()) {
      *this << '(';
      List(module_.block(block).args, [this](ValueId arg) { Argument(arg); });
      *this << ')';
    }
    *this << ':';
  }
  for (OpId inner : module_.ops(block)) {
    Newline();
    PrintOp(inner);
  }
}

void Printer::Region(RegionId region, bool with_arguments) {
  const OpId owner = module_.region(region).op;
  const bool in_function = owner && op(owner).opcode == Opcode::kFunc;
  dialects_.push_back(in_function ? "func" : "");
  *this << '{';
  ++indent_;
  size_t number = 0;
  for (BlockId block : module_.blocks(region)) {
    // The generic form tells an empty block from none.
    const bool header =
        number > 0 || (with_arguments && (!module_.block(block).args.empty() || !module_.block(block).first_op));
    PrintBlock(block, header, number++);
  }
  --indent_;
  Newline();
  *this << '}';
  dialects_.pop_back();
}

// ---- The program.

void Printer::PrintProgram(Module& module) {
  const OpId root = module.root();
  NameValues(root);
  if (options_.locations) {
    aliases_ = std::make_unique<LocAliases>(&module);
    collecting_ = true;
    PrintOp(root);
    collecting_ = false;
    aliases_->Number();
    out_.clear();
  }
  const auto define = [this](bool at_end) {
    if (aliases_ == nullptr) return;
    for (LocId loc : aliases_->Definitions(at_end)) {
      aliases_->Append(out_, loc);
      *this << " = loc(";
      Loc(loc, true);
      *this << ")\n";
    }
  };
  define(false);
  PrintOp(root);
  *this << '\n';
  define(true);
  PrintResources();
}

}  // namespace text

std::string Print(Module& module, const PrintOptions& options) {
  text::Printer printer(module, options);
  printer.PrintProgram(module);
  return printer.Take();
}

std::string PrintOp(Module& module, OpId op, const PrintOptions& options) {
  text::Printer printer(module, options);
  printer.NameValues(module.root() ? module.root() : op);
  printer.PrintOp(op);
  return printer.Take();
}

std::string PrintType(const Module& module, TypeId type) {
  text::Printer printer(module);
  printer.Type(type);
  return printer.Take();
}

std::string PrintAttr(const Module& module, AttrId attr) {
  text::Printer printer(module);
  printer.Attr(attr);
  return printer.Take();
}

std::string PrintLoc(Module& module, LocId loc) {
  text::Printer printer(module);
  printer.LocText(module, loc);
  return printer.Take();
}

}  // namespace cppjrt::stablehlo
