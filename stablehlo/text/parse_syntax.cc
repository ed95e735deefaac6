// The pretty form of an op, step by step as its row says.
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {

using Kind = SyntaxStep::Kind;

bool Parser::ParseSyntax(OpParts& parts) {
  const std::vector<SyntaxStep>& steps = SyntaxOf(parts.info->opcode).steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    const SyntaxStep& step = steps[i];
    if (step.kind == Kind::kOptional) {
      // A blank belongs to what follows it: {? $operands : …?}.
      const bool blank = steps[i + 1].kind == Kind::kText && steps[i + 1].text == " ";
      if (!IsNext(steps[i + (blank ? 2 : 1)])) i += step.length;
      continue;
    }
    // A list with no operands takes the comma behind it along.
    const size_t groups = parts.group_ends.size();
    const bool behind_none = i > 0 && steps[i - 1].kind == Kind::kOperands &&
                             parts.group_ends[groups - 1] == (groups > 1 ? parts.group_ends[groups - 2] : 0);
    if (behind_none && step.kind == Kind::kText && step.text.starts_with(", ") && lexer_.Peek() != ',') {
      if (!ParseText(step.text.substr(2))) return false;
      continue;
    }
    if (parts.is_mhlo && step.kind == Kind::kText && step.text.find("->") != std::string_view::npos &&
        !lexer_.PeekArrow() && !parts.operands.empty()) {
      // MHLO writes one type where CHLO writes two: mhlo.asin %a : tensor<2xf32>.
      const TypeId type = module_.type(parts.operands[0]);
      SetResultTypes(parts, {&type, 1});
      break;
    }
    if (!ParseStep(parts, step)) return false;
  }
  // A constant has the type of its value.
  if (!parts.has_result_types && Has(*parts.info, Trait::kConstantLike) && !parts.inherent.empty()) {
    const TypeId type = attrs().type(parts.inherent.back().value);
    SetResultTypes(parts, {&type, 1});
  }
  return true;
}

bool Parser::ParseStep(OpParts& parts, const SyntaxStep& step) {
  switch (step.kind) {
    case Kind::kText:
      return ParseText(step.text);
    case Kind::kOperands: {
      const bool variadic = parts.info->operands[step.index].variadic();
      if (!(variadic ? ParseOperands(parts) : ParseOperand(parts))) return false;
      EndGroup(parts);
      return true;
    }
    case Kind::kAllOperands:
      return ParseOperands(parts);
    case Kind::kAttribute: {
      const AttrInfo& info = parts.info->attrs[step.index];
      const AttrId value = ParseOfClass(info);
      if (value) AddAttr(parts, info.name, value);
      return value.valid();
    }
    case Kind::kRegions:
      return ParseRegionGroup(parts);
    case Kind::kAttrDict:
      return ParseOptionalAttrDict(parts);
    case Kind::kForm:
      return step.form->parse(*this, parts, step.text);
    case Kind::kOptional:
      break;
  }
  return true;
}

// Text of a step, token by token; blanks are free.
bool Parser::ParseText(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
    } else if (IsIn(text[i], kLetter)) {
      size_t end = i;
      while (end < text.size() && IsIn(text[end], kWordTail)) ++end;
      if (!ExpectWord(text.substr(i, end - i))) return false;
      i = end;
    } else if (text[i] == '-' && text.substr(i).starts_with("->")) {
      if (!ExpectArrow()) return false;
      i += 2;
    } else {
      if (!Expect(text[i++])) return false;
    }
  }
  return true;
}

// True if the first step of an optional part is next.
bool Parser::IsNext(const SyntaxStep& step) {
  switch (step.kind) {
    case Kind::kText:
      return lexer_.Peek() == step.text[step.text.find_first_not_of(' ')];
    case Kind::kOperands:
    case Kind::kAllOperands:
      return lexer_.Peek() == '%';
    case Kind::kAttribute:
      return !lexer_.PeekWord().empty();
    default:
      return false;
  }
}

bool Parser::ParseRegionGroup(OpParts& parts) {
  do {
    const RegionId region = ParseRegion(parts.info);
    if (!region) return false;
    parts.regions.push_back(region);
  } while (lexer_.TryChar(','));
  return true;
}

}  // namespace cppjrt::stablehlo::text
