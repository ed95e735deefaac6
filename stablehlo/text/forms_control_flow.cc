// Forms of ops with regions: @while, @reduce, @chlo_scan, @region; and @optimization_barrier.
#include <algorithm>

#include "stablehlo/op/foreign_ops.h"
#include "stablehlo/text/forms.h"
#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

bool ParseRegionInto(Parser& p, OpParts& parts, std::span<const Argument> arguments = {}) {
  const RegionId region = p.ParseRegion(parts.info, arguments);
  if (region) parts.regions.push_back(region);
  return region.valid();
}

// ---- while(%iterArg = %0, …) : types attributes {…} cond { … } do { … }

bool ParseWhile(Parser& p, OpParts& parts, std::string_view) {
  std::vector<Argument> arguments;
  const auto argument = [&] {
    ValueName name;
    name.offset = p.lexer().NextOffset();
    name.name = p.lexer().Name('%');
    if (name.name.empty()) return p.Expected("an argument");
    arguments.emplace_back().name = name;
    return p.Expect('=') && p.ParseOperand(parts);
  };
  if (!p.Expect('(') || !p.ParseList(')', argument)) return false;
  const uint32_t at = p.lexer().NextOffset();
  std::vector<TypeId> types;
  if (!arguments.empty() && (!p.Expect(':') || !p.ParseTypes(types))) return false;
  if (!p.CheckOperandTypes(parts, types, at)) return false;
  for (size_t i = 0; i < types.size(); ++i) arguments[i].type = types[i];
  p.SetResultTypes(parts, types);
  if (p.lexer().TryWord("attributes") && !p.ParseOptionalAttrDict(parts)) return false;
  return p.ExpectWord("cond") && ParseRegionInto(p, parts, arguments) && p.ExpectWord("do") &&
         ParseRegionInto(p, parts, arguments);
}

// The short form names the arguments of both regions once, by the operands.
bool WhileFits(const Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  if (record.num_regions != 2 || record.num_results != record.num_operands) return false;
  for (RegionId region : record.regions()) {
    const BlockId block = p.module().region(region).first_block;
    if (!block || p.module().block(block).args.size() != record.num_operands) return false;
    for (size_t i = 0; i < record.num_operands; ++i) {
      const TypeId type = p.module().type(record.operands()[i]);
      if (p.module().type(p.module().block(block).args[i]) != type || p.module().type(record.result(i)) != type)
        return false;
    }
  }
  return true;
}

void PrintWhile(Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const BlockId cond = p.module().entry_block(op);
  p << '(';
  for (size_t i = 0; i < record.num_operands; ++i) {
    if (i > 0) p << ", ";
    p.Value(p.module().block(cond).args[i]);
    p << " = ";
    p.Value(record.operands()[i]);
  }
  p << ')';
  if (record.num_operands > 0) {
    p << " : ";
    p.TypesOf(record.operands());
  }
  p.AttrDict(op, " attributes ");
  p.Newline();
  p << "cond ";
  p.Region(record.regions()[0], false);
  p << " do ";
  p.Region(record.regions()[1], false);
}

// ---- reduce(%0 init: %1), … across dimensions = [0] {…} : type reducer(%a: t, %b: t) … { … }
// ---- reduce(%0 init: %1), … applies stablehlo.add across dimensions = [0] {…} : type

bool ParseReduceOperands(Parser& p, OpParts& parts) {
  std::vector<ValueUse> inits;
  do {
    if (!p.Expect('(') || !p.ParseOperand(parts) || !p.ExpectWord("init") || !p.Expect(':')) return false;
    if (!p.ParseUse(inits.emplace_back()) || !p.Expect(')')) return false;
  } while (p.lexer().TryChar(','));
  for (const ValueUse& init : inits) {
    const ValueId value = p.Resolve(init);
    if (!value) return false;
    parts.operands.push_back(value);
    parts.operand_offsets.push_back(init.offset);
  }
  return true;
}

// The body { %r = name %a, %b; return %r } on scalars of the first input's element type.
bool MakeReducer(Parser& p, OpParts& parts, Opcode inner, uint32_t offset) {
  const TypeId input = parts.operands.empty() ? TypeId() : p.module().type(parts.operands[0]);
  if (!input || !(p.types().IsTensor(input) || p.types().kind(input) == TypeKind::kUnrankedTensor)) {
    return p.Error(offset, "expected a tensor to reduce");
  }
  const TypeId scalar = p.types().Tensor({}, p.types().element_type(input));
  Argument argument;
  argument.type = scalar;
  const RegionId region = p.module().NewRegion();
  const BlockId block = p.MakeBlock(region, std::vector<Argument>{argument, argument});
  OpState state;
  state.opcode = inner;
  state.source_offset = offset;
  state.operands = p.module().block(block).args;
  state.result_types = {&scalar, 1};
  parts.shares_loc[0] = p.module().NewOp(state);
  p.module().Append(parts.shares_loc[0], block);
  OpState end;
  end.opcode = Opcode::kReturn;
  end.source_offset = offset;
  const ValueId result = p.module().op(parts.shares_loc[0]).result(0);
  end.operands = {&result, 1};
  parts.shares_loc[1] = p.module().NewOp(end);
  p.module().Append(parts.shares_loc[1], block);
  parts.regions.push_back(region);
  return true;
}

// The op of the short form: commutative, two operands, one result, no regions.
bool IsReducer(const OpInfo& info) {
  return info.dialect == "stablehlo" && Has(info, Trait::kCommutative) && info.operands.size() == 2 &&
         !info.operands[0].variadic() && !info.operands[1].variadic() && info.results.size() == 1 &&
         info.regions.empty();
}

bool ParseReducerArguments(Parser& p, OpParts& parts, std::vector<Argument>& arguments) {
  std::vector<Argument> second;
  while (p.lexer().TryChar('(')) {
    if (!p.ParseArgument(arguments.emplace_back()) || !p.Expect(',')) return false;
    if (!p.ParseArgument(second.emplace_back()) || !p.Expect(')')) return false;
  }
  arguments.insert(arguments.end(), second.begin(), second.end());
  return arguments.size() == parts.operands.size() ||
         p.Error(p.lexer().NextOffset(), "the reducer has " + std::to_string(arguments.size()) + " arguments for " +
                                             std::to_string(parts.operands.size()) + " operands");
}

bool ParseReduce(Parser& p, OpParts& parts, std::string_view) {
  if (!ParseReduceOperands(p, parts)) return false;
  const OpInfo* inner = nullptr;
  uint32_t inner_at = 0;
  if (p.lexer().TryWord("applies")) {
    inner_at = p.lexer().NextOffset();
    inner = FindOpOrEquivalent(p.lexer().Word());
    if (inner == nullptr || !IsReducer(*inner)) {
      return p.Error(
          inner_at,
          "expected a commutative operation of the stablehlo dialect, with two operands, one result and zero regions");
    }
  }
  std::vector<int64_t> dimensions;
  if (!p.ExpectWord("across") || !p.ExpectWord("dimensions") || !p.Expect('=') || !p.ParseI64List(dimensions))
    return false;
  p.AddAttr(parts, "dimensions", p.attrs().I64Array(dimensions));
  if (!p.ParseOptionalAttrDict(parts) || !p.Expect(':') || !p.ParseFunctionType(parts)) return false;
  if (inner != nullptr) return MakeReducer(p, parts, inner->opcode, inner_at);
  std::vector<Argument> arguments;
  return p.ExpectWord("reducer") && ParseReducerArguments(p, parts, arguments) && ParseRegionInto(p, parts, arguments);
}

// The op inside if the short form can say all there is to say; none otherwise.
OpId ShortReducer(Printer& p, OpId op) {
  const Module& m = p.module();
  const Op& record = p.op(op);
  const BlockId block = m.entry_block(op);
  if (!block || m.block(block).next || record.num_operands == 0) return OpId();
  const OpId inner = m.block(block).first_op;
  const OpId end = inner ? m.op(inner).next : OpId();
  if (!end || m.op(end).next || m.op(end).opcode != Opcode::kReturn || m.op(inner).opcode == kNoOpcode) return OpId();
  const Op& body = m.op(inner);
  if (!IsReducer(Info(body.opcode)) || body.num_results != 1 || body.num_attrs != 0 || m.op(end).num_attrs != 0)
    return OpId();
  const TypeId input = m.type(record.operands()[0]);
  const TypeId type = m.type(body.result(0));
  if (!m.types().IsTensor(type) || m.types().rank(type) != 0 || m.types().encoding(type) ||
      m.types().element_type(type) != m.types().element_type(input)) {
    return OpId();
  }
  const bool forwards = std::ranges::equal(body.operands(), m.block(block).args) && body.num_operands == 2 &&
                        m.op(end).num_operands == 1 && m.op(end).operands()[0] == body.result(0);
  const bool same = m.type(body.operands()[0]) == type && m.type(body.operands()[1]) == type;
  return forwards && same ? inner : OpId();
}

void PrintReducer(Printer& p, OpId op) {
  const size_t pairs = p.op(op).num_operands / 2;
  const std::span<const ValueId> args = p.module().block(p.module().entry_block(op)).args;
  p.Newline();
  p << " reducer";
  for (size_t i = 0; i < pairs; ++i) {
    p << '(';
    p.Argument(args[i]);
    p << ", ";
    p.Argument(args[i + pairs]);
    p << ") ";
  }
  p << ' ';
  p.Region(p.op(op).regions()[0], false);
}

void PrintReduce(Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const size_t pairs = record.num_operands / 2;
  for (size_t i = 0; i < pairs; ++i) {
    p << (i == 0 ? "(" : ", (");
    p.Value(record.operands()[i]);
    p << " init: ";
    p.Value(record.operands()[i + pairs]);
    p << ')';
  }
  const OpId inner = ShortReducer(p, op);
  if (inner) p << " applies " << OpName(p.module(), inner);
  p << " across dimensions = ";
  p.I64List(p.attrs().words(p.Attribute(op, "dimensions")));
  p.AttrDict(op);
  p << " : ";
  p.FunctionType(op);
  if (!inner) PrintReducer(p, op);
}

bool ReduceFits(const Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const BlockId block = p.module().entry_block(op);
  return block && record.num_regions == 1 && record.num_operands % 2 == 0 && record.num_operands > 0 &&
         p.module().block(block).args.size() == record.num_operands &&
         p.attrs().Is(p.Attribute(op, "dimensions"), AttrKind::kDenseArray) &&
         p.attrs().type(p.Attribute(op, "dimensions")) == scalar::kI64;
}

// ---- chlo.scan(%inputs) inits (%inits) dimension = 0 attributes {…} { ^bb0(…): … } : type

AttrId SegmentSizes(Parser& p, size_t first, size_t second) {
  const int64_t sizes[] = {static_cast<int64_t>(first), static_cast<int64_t>(second)};
  return p.attrs().DenseArray(scalar::kI32, sizes);
}

bool ParseScan(Parser& p, OpParts& parts, std::string_view) {
  const auto operands = [&] { return p.Expect('(') && p.ParseList(')', [&] { return p.ParseOperand(parts); }); };
  int64_t dimension = 0;
  if (!operands()) return false;
  const size_t inputs = parts.operands.size();
  if (!p.ExpectWord("inits") || !operands() || !p.ExpectWord("dimension") || !p.Expect('=') ||
      !p.ParseInteger(dimension))
    return false;
  const size_t inits = parts.operands.size() - inputs;
  p.AddAttr(parts, "dimension", p.attrs().I64(dimension));
  if (p.lexer().TryWord("attributes") && !p.ParseOptionalAttrDict(parts)) return false;
  if (!ParseRegionInto(p, parts) || !p.Expect(':')) return false;
  const uint32_t at = p.lexer().NextOffset();
  if (!p.ParseFunctionType(parts)) return false;
  if (parts.result_types.size() < inits) return p.Error(at, "there are fewer results than inits");
  p.AddAttr(parts, "operandSegmentSizes", SegmentSizes(p, inputs, inits));
  p.AddAttr(parts, "resultSegmentSizes", SegmentSizes(p, parts.result_types.size() - inits, inits));
  return true;
}

void PrintScan(Printer& p, OpId op, std::string_view) {
  p << '(';
  p.Values(OperandGroup(p.module(), op, 0));
  p << ") inits (";
  p.Values(OperandGroup(p.module(), op, 1));
  p << ") dimension=";
  p.AttrOfClass(Info(Opcode::kChloScan).attrs[0], p.Attribute(op, "dimension"));
  p << ' ';
  p.AttrDict(op, " attributes ");
  p << ' ';
  p.Region(p.op(op).regions()[0], true);
  p << " : ";
  p.FunctionType(op);
}

bool ScanFits(const Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  return record.num_regions == 1 && p.attrs().Is(p.Attribute(op, "dimension"), AttrKind::kInteger) &&
         p.attrs().type(p.Attribute(op, "dimension")) == scalar::kI64 &&
         OperandGroup(p.module(), op, 0).size() + OperandGroup(p.module(), op, 1).size() == record.num_operands &&
         p.Attribute(op, "resultSegmentSizes").valid();
}

// ---- (%a: type, …) { … }: sdy

bool ParseRegionWithArguments(Parser& p, OpParts& parts, std::string_view) {
  std::vector<Argument> arguments;
  if (!p.Expect('(') || !p.ParseList(')', [&] { return p.ParseArgument(arguments.emplace_back()); })) return false;
  return ParseRegionInto(p, parts, arguments);
}

void PrintRegionWithArguments(Printer& p, OpId op, std::string_view) {
  const BlockId block = p.module().entry_block(op);
  p << '(';
  if (block) p.List(p.module().block(block).args, [&p](ValueId arg) { p.Argument(arg); });
  p << ") ";
  if (!p.op(op).regions().empty()) p.Region(p.op(op).regions()[0], false);
}

bool RegionFits(const Printer& p, OpId op, std::string_view) {
  return p.op(op).num_regions == 1 && p.module().entry_block(op).valid();
}

// ---- {…} %0, %1 : t, t, or () without operands

bool ParseBarrier(Parser& p, OpParts& parts, std::string_view) {
  if (!p.ParseOptionalAttrDict(parts)) return false;
  if (p.lexer().TryChar('(')) return p.Expect(')');
  if (p.lexer().Peek() != '%') return p.Expected("a value or '()'");
  if (!p.ParseOperands(parts) || !p.Expect(':')) return false;
  const uint32_t at = p.lexer().NextOffset();
  if (p.lexer().AtEnd() || (p.lexer().Peek() != '!' && p.lexer().PeekWord().empty() && p.lexer().Peek() != '(')) {
    return p.Expected("a type list");
  }
  std::vector<TypeId> types;
  if (!p.ParseTypes(types)) return false;
  if (types.size() == 1 && p.types().kind(types[0]) == TypeKind::kFunction)
    return p.ApplyFunctionType(parts, types[0], at);
  p.SetResultTypes(parts, types);
  return p.CheckOperandTypes(parts, types, at);
}

void PrintBarrier(Printer& p, OpId op, std::string_view) {
  p.AttrDict(op);
  const std::span<const ValueId> operands = p.op(op).operands();
  if (operands.empty()) {
    p << "()";
    return;
  }
  p << ' ';
  p.Values(operands);
  p << " : ";
  p.TypesOf(operands);
}

bool BarrierFits(const Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  bool same = record.num_operands == record.num_results;
  for (size_t i = 0; same && i < record.num_operands; ++i) {
    same = p.module().type(record.operands()[i]) == p.module().type(record.result(i));
  }
  return same;
}

// clang-format off
constexpr Form kForms[] = {
    {"while",                ParseWhile,               PrintWhile,               WhileFits,   "",           true},
    {"reduce",               ParseReduce,              PrintReduce,              ReduceFits,  "dimensions", true},
    {"chlo_scan",            ParseScan,                PrintScan,                ScanFits,    "dimension",  true},
    {"optimization_barrier", ParseBarrier,             PrintBarrier,             BarrierFits, "",           true},
    {"region",               ParseRegionWithArguments, PrintRegionWithArguments, RegionFits},
};
// clang-format on

}  // namespace

std::span<const Form> ControlFlowForms() { return kForms; }

}  // namespace cppjrt::stablehlo::text
