#include "stablehlo/op/infer_text.h"

#include <bit>
#include <cstdio>

#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo {
namespace {

constexpr size_t kLongestList = 16;
constexpr int kDeepestType = 4;
constexpr size_t kLongestText = 2000;

// Appends `append(i)` for each of `count` members with commas between them.
template <typename Append>
void AppendList(std::string& out, size_t count, Append append) {
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    if (i == kLongestList) {
      out += "…";
      return;
    }
    append(i);
  }
}

// Recursion ends at kDeepestType.
class TypePrinter {
 public:
  TypePrinter(const Module& module, std::string& out) : module_(module), types_(module.types()), out_(out) {}

  void Print(TypeId t, int depth = 0) {
    if (!t) {
      out_ += "no type";
      return;
    }
    if (depth > kDeepestType || out_.size() > kLongestText) {
      out_ += "…";
      return;
    }
    switch (types_.kind(t)) {
      case TypeKind::kNone:
      case TypeKind::kToken:
      case TypeKind::kIndex:
      case TypeKind::kInteger:
      case TypeKind::kFloat:
        return PrintScalar(t);
      case TypeKind::kComplex:
        out_ += "complex<";
        Print(types_.element_type(t), depth + 1);
        out_ += '>';
        return;
      case TypeKind::kQuantized:
      case TypeKind::kQuantizedAxis:
        return PrintQuantized(t, depth);
      case TypeKind::kTensor:
      case TypeKind::kMemRef:
        return PrintShaped(t, depth);
      case TypeKind::kUnrankedTensor:
        out_ += "tensor<*x";
        Print(types_.element_type(t), depth + 1);
        out_ += '>';
        return;
      case TypeKind::kTuple:
        return PrintMembers("tuple<", t, 0, types_.num_members(t), ">", depth);
      case TypeKind::kFuture:
        return PrintMembers("!stablehlo.future<", t, 0, types_.num_members(t), ">", depth);
      case TypeKind::kFunction:
        PrintMembers("(", t, 0, types_.num_inputs(t), ") -> ", depth);
        return PrintMembers("(", t, types_.num_inputs(t), types_.num_results(t), ")", depth);
      case TypeKind::kOpaque:
        out_ += module_.name(types_.opaque_text(t));
        return;
    }
  }

 private:
  void PrintScalar(TypeId t) {
    if (const auto scalar = types_.AsScalar(t)) {
      out_ += Scalars()[static_cast<size_t>(*scalar)].text;
      return;
    }
    constexpr std::string_view kPrefixes[] = {"i", "si", "ui"};
    out_ += kPrefixes[static_cast<size_t>(types_.signedness(t))];
    out_ += std::to_string(types_.bits(t));
  }

  void PrintShaped(TypeId t, int depth) {
    out_ += types_.IsTensor(t) ? "tensor<" : "memref<";
    for (int64_t dim : types_.dims(t)) out_ += DimText(dim) + "x";
    Print(types_.element_type(t), depth + 1);
    if (const auto bounds = Bounds(types_, module_.attrs(), t); !bounds.empty()) {
      out_ += ", #stablehlo.bounds<";
      AppendList(out_, bounds.size(), [&](size_t i) { out_ += DimText(bounds[i]); });
      out_ += '>';
    }
    out_ += '>';
  }

  void PrintMembers(std::string_view open, TypeId t, size_t first, size_t count, std::string_view close, int depth) {
    out_ += open;
    AppendList(out_, count, [&](size_t i) { Print(types_.member(t, first + i), depth + 1); });
    out_ += close;
  }

  void PrintQuantized(TypeId t, int depth) {
    const QuantizedType q = types_.quantized(t);
    out_ += "!quant.uniform<";
    Print(q.storage, depth + 1);
    out_ += ':';
    Print(q.expressed, depth + 1);
    if (q.axis >= 0) out_ += Cat(":", q.axis, ", {");
    if (q.axis < 0) out_ += ", ";
    AppendList(out_, q.scale_bits.size(), [&](size_t i) {
      char number[32];
      std::snprintf(number, sizeof(number), "%g", std::bit_cast<double>(q.scale_bits[i]));
      out_ += number;
      if (q.zero_points[i] != 0) out_ += Cat(":", q.zero_points[i]);
    });
    out_ += q.axis >= 0 ? "}>" : ">";
  }

  const Module& module_;
  const TypeTable& types_;
  std::string& out_;
};

}  // namespace

std::string DimText(int64_t dim) { return dim == kDynamic ? "?" : std::to_string(dim); }

std::string DimsText(std::span<const int64_t> dims) {
  std::string out = "[";
  AppendList(out, dims.size(), [&](size_t i) { out += DimText(dims[i]); });
  return out + "]";
}

std::string TypeText(const Module& module, TypeId type) {
  std::string out;
  TypePrinter(module, out).Print(type);
  return out;
}

std::string TypesText(const Module& module, std::span<const TypeId> types) {
  if (types.empty()) return "nothing";
  std::string out;
  AppendList(out, types.size(), [&](size_t i) { out += TypeText(module, types[i]); });
  return out;
}

std::string Count(size_t number, std::string_view noun) { return Cat(number, " ", noun, number == 1 ? "" : "s"); }

}  // namespace cppjrt::stablehlo
