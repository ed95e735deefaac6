// How the attributes of sdy (Shardy) are encoded. A module keeps them as text, so the text is what they become:
//
//   #sdy.sharding<@mesh, [{"x"}, {?}]>, #sdy<manual_axes{"x"}>
//
// The text of a part is kept in the same way and put into the whole without its "#sdy.name".

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "stablehlo/bytecode/entry_table.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

// More text than any sensible sharding needs; parts that repeat parts could make it grow without end.
constexpr size_t kMaxText = size_t{1} << 20;

std::string Quoted(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || byte < 0x20 || byte > 0x7e) {
      out += '\\';
      if (c == '\\') {
        out += c;
      } else {
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
      }
    } else {
      out += c;
    }
  }
  return out + '"';
}

bool IsIdentifier(std::string_view text) {
  if (text.empty() || (std::isalpha(static_cast<unsigned char>(text[0])) == 0 && text[0] != '_')) return false;
  for (char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && std::string_view("_$.").find(c) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

// "i" to "z", then "z_1" and so on.
std::string Factor(int64_t factor) {
  constexpr int64_t kLast = 'z' - 'i';
  if (factor < 0) return "?";
  return factor <= kLast ? std::string(1, static_cast<char>('i' + factor)) : "z_" + std::to_string(factor - kLast);
}

// The text behind "#sdy.name" or "#sdy<name", in the latter case up to the ">".
std::string_view BodyOf(std::string_view text);

class SdyReader {
 public:
  explicit SdyReader(EntryReader& reader) : r_(reader) {}

  // The text of another sdy attribute without its name; empty if it is not there yet.
  std::string Part() { return PartOf(r_.Attr()); }

  template <typename Element>
  std::string List(Element element, std::string_view separator = ", ") {
    std::string text;
    const size_t count = r_.Count();
    for (size_t i = 0; i < count && r_.ok(); ++i) {
      if (i > 0) text += separator;
      text += element();
      if (text.size() > kMaxText) r_.Refuse("is too long");
    }
    return text;
  }
  std::string Parts() {
    return List([this] { return Part(); });
  }
  std::string Integers() {
    return List([this] { return std::to_string(r_.Signed()); });
  }
  std::string Text() {
    const NameId name = r_.String();
    return name ? Quoted(r_.module().name(name)) : std::string();
  }

  // A string attribute.
  std::string StringAttr() {
    const AttrId attr = r_.Attr();
    if (!r_.ready()) return {};
    if (!r_.attrs().Is(attr, AttrKind::kString)) return r_.Fail(), std::string();
    return Quoted(r_.attrs().string(attr));
  }

  std::string ManualAxes() {
    return "{" + List([this] { return StringAttr(); }) + "}";
  }
  std::string MeshAxis() {
    const std::string name = Text();
    return name + "=" + std::to_string(r_.Signed());
  }
  std::string Mesh() {
    const std::string axes = Parts();
    const std::string ids = Integers();
    return "<[" + axes + "]" + (ids.empty() ? "" : ", device_ids=[" + ids + "]") + ">";
  }
  std::string SubAxis() {
    const std::string before = std::to_string(r_.Signed());
    return "(" + before + ")" + std::to_string(r_.Signed());
  }
  std::string AxisRef() {
    const std::string name = Text();
    const AttrId sub = r_.OptionalAttr();
    return sub || !r_.ready() ? name + ":" + PartOf(sub) : name;
  }
  std::string DimSharding() {
    std::string axes = Parts();
    const bool closed = r_.Byte() != 0;
    const uint64_t priority = r_.Varint();
    if (!closed) axes += axes.empty() ? "?" : ", ?";
    return "{" + axes + "}" + ((priority & 1) != 0 ? "p" + std::to_string(priority >> 1) : "");
  }

  // `version` 2 added the unreduced axes, 3 what they are reduced by.
  std::string Sharding(int version) {
    const std::string mesh = MeshOrRef();
    const std::string dims = Parts();
    const std::string replicated = Parts();
    const std::string unreduced = version >= 2 ? Parts() : std::string();
    const int64_t reduction = version >= 3 ? r_.Signed() : 0;
    std::string text = "<" + mesh + ", [" + dims + "]";
    if (!replicated.empty()) text += ", replicated={" + replicated + "}";
    if (!unreduced.empty()) text += ", unreduced=" + Reduction(reduction) + "{" + unreduced + "}";
    return text + ">";
  }
  std::string Sharding1() { return Sharding(1); }
  std::string Sharding2() { return Sharding(2); }
  std::string Sharding3() { return Sharding(3); }

  std::string InAngleBracketsAndBrackets() { return "<[" + Parts() + "]>"; }
  std::string InBrackets() { return "[" + Parts() + "]"; }
  std::string InBraces() { return "{" + Parts() + "}"; }

  std::string DimMapping() {
    return List([this] { return Factor(r_.Signed()); }, "");
  }

  std::string ShardingRule() {
    const std::string sizes = FactorSizes();
    const std::string operands = Parts();
    const std::string results = Parts();
    std::string text = "<(" + operands + ")->(" + results + ")" + sizes;
    for (const char* name : {"reduction", "need_replication", "permutation", "blocked_propagation"}) {
      const std::string factors = List([this] { return Factor(r_.Signed()); });
      if (!factors.empty()) text += std::string(" ") + name + "={" + factors + "}";
    }
    return text + (r_.Byte() != 0 ? ", custom>" : ">");
  }

  std::string AllToAllParam() {
    const std::string axes = "{" + Parts() + "}";
    const std::string from = std::to_string(r_.Signed());
    return axes + ": " + from + "->" + std::to_string(r_.Signed());
  }

 private:
  std::string PartOf(AttrId attr) {
    if (!r_.ready() || !attr) return {};
    const std::string_view text = r_.attrs().Is(attr, AttrKind::kOpaque) ? r_.attrs().string(attr) : std::string_view();
    if (!text.starts_with("#sdy.") && !text.starts_with("#sdy<")) return r_.Fail(), std::string();
    return std::string(BodyOf(text));
  }

  std::string MeshOrRef() {
    const AttrId mesh = r_.Attr();
    if (!r_.ready()) return {};
    if (!r_.attrs().Is(mesh, AttrKind::kSymbolRef)) return "mesh" + PartOf(mesh);
    const std::string_view name = r_.attrs().symbol(mesh);
    return "@" + (IsIdentifier(name) ? std::string(name) : Quoted(name));
  }

  std::string Reduction(int64_t reduction) {
    constexpr std::string_view kNames[] = {"", "max", "min"};
    if (reduction < 0 || static_cast<size_t>(reduction) >= std::size(kNames)) return r_.Fail(), std::string();
    return std::string(kNames[reduction]);
  }

  std::string FactorSizes() {
    int64_t i = 0;
    const std::string sizes = List([&] {
      const std::string name = Factor(i++);
      return name + "=" + std::to_string(r_.Signed());
    });
    return sizes.empty() ? sizes : " {" + sizes + "}";
  }

  EntryReader& r_;
};

struct SdyCode {
  std::string_view name;
  std::string (SdyReader::*read)();
};

// By code.
constexpr SdyCode kCodes[] = {
    {"manual_axes", &SdyReader::ManualAxes},
    {"mesh_axis", &SdyReader::MeshAxis},
    {"mesh", &SdyReader::Mesh},
    {"sub_axis_info", &SdyReader::SubAxis},
    {"axis_ref", &SdyReader::AxisRef},
    {"dimension_sharding", &SdyReader::DimSharding},
    {"sharding", &SdyReader::Sharding1},
    {"sharding_per_value", &SdyReader::InAngleBracketsAndBrackets},
    {"dim_mapping", &SdyReader::DimMapping},
    {"tensor_mapping", &SdyReader::InBrackets},
    {"op_sharding_rule", &SdyReader::ShardingRule},
    {"axis_ref_list", &SdyReader::InBraces},
    {"list_of_axis_ref_lists", &SdyReader::InBrackets},
    {"all_to_all_param", &SdyReader::AllToAllParam},
    {"all_to_all_param_list", &SdyReader::InBrackets},
    {"sharding", &SdyReader::Sharding2},
    {"sharding_per_value", &SdyReader::InAngleBracketsAndBrackets},
    {"sharding", &SdyReader::Sharding3},
};

std::string_view BodyOf(std::string_view text) {
  if (text.starts_with("#sdy<")) text.remove_suffix(1);
  text.remove_prefix(5);
  size_t longest = 0;
  for (const SdyCode& code : kCodes) {
    if (text.starts_with(code.name)) longest = std::max(longest, code.name.size());
  }
  return text.substr(longest);
}

}  // namespace

AttrId ReadSdyAttr(EntryReader& r) {
  const uint64_t code = r.Varint();
  if (code >= std::size(kCodes)) return RefuseCode(r, code), AttrId();
  SdyReader sdy(r);
  const std::string body = (sdy.*kCodes[code].read)();
  if (!r.ready() || !r.Spend(body.size())) return AttrId();
  const std::string name(kCodes[code].name);
  return r.attrs().Opaque(body.starts_with("<") ? "#sdy." + name + body : "#sdy<" + name + body + ">");
}

}  // namespace cppjrt::stablehlo::bytecode
