#include "stablehlo/text/syntax.h"

#include <algorithm>
#include <cassert>
#include <cctype>

#include "stablehlo/text/forms.h"

namespace cppjrt::stablehlo::text {
namespace {

const Form* FindForm(std::string_view name) {
  for (auto table : {TypeForms(), FunctionForms(), ControlFlowForms(), DotConvForms(), AttributeForms()}) {
    for (const Form& form : table) {
      if (form.name == name) return &form;
    }
  }
  return nullptr;
}

int FindRegion(const OpInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.regions, name, &RegionInfo::name);
  return found == info.regions.end() ? -1 : static_cast<int>(found - info.regions.begin());
}

class Compiler {
 public:
  explicit Compiler(const OpInfo& info) : info_(info), text_(info.syntax) {}

  Syntax Compile() {
    if (text_.empty()) return {};
    syntax_.tight = Take("~") || text_.starts_with("{}");
    while (!text_.empty()) Step();
    const SyntaxStep& first = syntax_.steps.front();
    if (first.kind == SyntaxStep::Kind::kForm && first.form->tight) syntax_.tight = true;
    return std::move(syntax_);
  }

 private:
  using Kind = SyntaxStep::Kind;

  bool Take(std::string_view prefix) {
    if (!text_.starts_with(prefix)) return false;
    text_.remove_prefix(prefix.size());
    return true;
  }
  std::string_view TakeName() {
    size_t length = 0;
    while (length < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[length])) || text_[length] == '_')) {
      ++length;
    }
    const std::string_view name = text_.substr(0, length);
    text_.remove_prefix(length);
    return name;
  }

  void Step() {
    if (Take("{?")) {
      optional_at_ = syntax_.steps.size();
      syntax_.steps.push_back({Kind::kOptional});
    } else if (Take("?}")) {
      syntax_.steps[optional_at_].length = static_cast<uint8_t>(syntax_.steps.size() - optional_at_ - 1);
    } else if (Take("{}")) {
      syntax_.steps.push_back({Kind::kAttrDict});
    } else if (Take("$")) {
      Variable(TakeName());
    } else if (Take("@")) {
      FormStep(TakeName());
    } else {
      Text();
    }
  }

  void Variable(std::string_view name) {
    if (name == "operands" && info_.FindOperand(name) < 0) {
      syntax_.steps.push_back({Kind::kAllOperands});
    } else if (const int operand = info_.FindOperand(name); operand >= 0) {
      syntax_.steps.push_back({Kind::kOperands, static_cast<uint8_t>(operand)});
    } else if (const int attr = info_.FindAttr(name); attr >= 0) {
      syntax_.steps.push_back({Kind::kAttribute, static_cast<uint8_t>(attr)});
      syntax_.named_attributes |= uint64_t{1} << attr;
    } else {
      const int region = FindRegion(info_, name);
      assert(region >= 0 && "syntax names something the op does not have");
      syntax_.steps.push_back({Kind::kRegions, static_cast<uint8_t>(region)});
    }
  }

  void FormStep(std::string_view name) {
    std::string_view argument;
    if (text_.size() > 1 && text_[0] == '(' && std::islower(static_cast<unsigned char>(text_[1])) != 0) {
      Take("(");
      argument = TakeName();
      Take(")");
    }
    const Form* form = FindForm(name);
    assert(form != nullptr && "syntax uses a form that does not exist");
    syntax_.steps.push_back({Kind::kForm, 0, 0, argument, form});
    NameAttributes(form->attributes);
    NameAttributes(argument);
  }

  void NameAttributes(std::string_view names) {
    while (!names.empty()) {
      const size_t blank = std::min(names.find(' '), names.size());
      const int attr = info_.FindAttr(names.substr(0, blank));
      if (attr >= 0) syntax_.named_attributes |= uint64_t{1} << attr;
      names.remove_prefix(std::min(blank + 1, names.size()));
    }
  }

  void Text() {
    size_t length = 1;
    while (length < text_.size() && text_[length] != '$' && text_[length] != '@' &&
           !text_.substr(length).starts_with("{}") && !text_.substr(length).starts_with("{?") &&
           !text_.substr(length).starts_with("?}")) {
      ++length;
    }
    syntax_.steps.push_back({Kind::kText, 0, 0, text_.substr(0, length)});
    text_.remove_prefix(length);
  }

  const OpInfo& info_;
  std::string_view text_;
  Syntax syntax_;
  size_t optional_at_ = 0;
};

std::vector<Syntax> CompileAll() {
  std::vector<Syntax> all;
  for (const OpInfo& info : Ops()) all.push_back(Compiler(info).Compile());
  return all;
}

// What StableHLO declares as DefaultValued.
constexpr std::string_view kElided[] = {"has_side_effect",
                                        "api_version",
                                        "called_computations",
                                        "output_operand_aliases",
                                        "lower",
                                        "composite_attributes",
                                        "version",
                                        "result_accuracy",
                                        "is_reverse"};

bool IsDefaultAccuracy(const AttrTable& attrs, AttrId value) {
  if (!attrs.Is(value, AttrKind::kStruct) || attrs.struct_kind(value) != StructKind::kResultAccuracy) return false;
  return attrs.float_bits(attrs.field(value, 0)) == 0 && attrs.float_bits(attrs.field(value, 1)) == 0 &&
         attrs.integer(attrs.field(value, 2)) == 0 && attrs.enum_value(attrs.field(value, 3)) == 0;
}

bool IsDefault(const AttrTable& attrs, const Default& def, AttrId value) {
  switch (def.kind) {
    case DefaultKind::kFalse:
      return attrs.Is(value, AttrKind::kBool) && !attrs.boolean(value);
    case DefaultKind::kInt:
      return attrs.Is(value, AttrKind::kInteger) && attrs.integer(value) == def.number;
    case DefaultKind::kEmptyArray:
      return attrs.Is(value, AttrKind::kArray) && attrs.size(value) == 0;
    case DefaultKind::kEmptyDict:
      return attrs.Is(value, AttrKind::kDictionary) && attrs.size(value) == 0;
    case DefaultKind::kDefaultAccuracy:
      return IsDefaultAccuracy(attrs, value);
    default:
      return false;
  }
}

}  // namespace

const Syntax& SyntaxOf(Opcode opcode) {
  static const std::vector<Syntax> kAll = CompileAll();
  return kAll[static_cast<size_t>(opcode) - 1];
}

bool IsElidedDefault(const Module& module, const OpInfo& info, const NamedAttr& attr) {
  const std::string_view name = module.name(attr.name);
  if (std::ranges::find(kElided, name) == std::end(kElided)) return false;
  const int index = info.FindAttr(name);
  return index >= 0 && IsDefault(module.attrs(), info.attrs[static_cast<size_t>(index)].default_value, attr.value);
}

}  // namespace cppjrt::stablehlo::text
