#include "stablehlo/transforms/einsum.h"

#include <algorithm>
#include <string>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_text.h"

namespace cppjrt::stablehlo {
namespace {

using Ints = std::vector<int64_t>;

// A value and the letter of each of its dimensions.
struct Labelled {
  ValueId value;
  std::string letters;
};

bool Has(std::string_view letters, char c) { return letters.find(c) != std::string_view::npos; }
int64_t PlaceOf(std::string_view letters, char c) { return static_cast<int64_t>(letters.find(c)); }

// "ij,jk->ik" as {"ij", "jk"} and "ik"; false if it is not of that form.
bool Parse(std::string_view config, size_t operands, std::vector<std::string>& inputs, std::string& output) {
  const size_t arrow = config.find("->");
  if (arrow == std::string_view::npos) return false;
  inputs.emplace_back();
  for (const char c : config.substr(0, arrow)) {
    if (c == ',') inputs.emplace_back();
    if (c != ',' && c != ' ') inputs.back() += c;
  }
  for (const char c : config.substr(arrow + 2)) {
    if (c != ' ') output += c;
  }
  const auto is_plain = [](const std::string& s) { return !Has(s, '.') && !Has(s, ','); };
  return inputs.size() == operands && is_plain(output) && std::ranges::all_of(inputs, is_plain);
}

// A letter that occurs twice: the diagonal, by summing over the second dimension what is off it as 0.
void TakeDiagonals(Emitter& emit, Labelled& x) {
  for (size_t i = 1; i < x.letters.size();) {
    const size_t first = x.letters.find(x.letters[i]);
    if (first == i) {
      ++i;
      continue;
    }
    const TypeId type = emit.types().Tensor(emit.dims(x.value), scalar::kI64);
    const ValueId on = emit.Compare(Direction::kEq, emit.Iota(type, static_cast<int64_t>(first)),
                                    emit.Iota(type, static_cast<int64_t>(i)));
    const ValueId zero = emit.Zeros(emit.type(x.value));
    const int64_t summed[] = {static_cast<int64_t>(i)};
    const ValueId init = emit.Zeros(emit.types().Tensor({}, emit.element(x.value)));
    x.value = emit.Reduce(Opcode::kAdd, emit.Select(on, x.value, zero), init, summed);
    x.letters.erase(i, 1);
  }
}

// Sums over the dimensions whose letter is in neither of the others.
void SumOut(Emitter& emit, Labelled& x, std::string_view other, std::string_view output) {
  Ints summed;
  std::string kept;
  for (size_t i = 0; i < x.letters.size(); ++i) {
    const bool is_used = Has(other, x.letters[i]) || Has(output, x.letters[i]);
    if (is_used) kept += x.letters[i];
    if (!is_used) summed.push_back(static_cast<int64_t>(i));
  }
  if (summed.empty()) return;
  x.value = emit.Reduce(Opcode::kAdd, x.value, emit.Zeros(emit.types().Tensor({}, emit.element(x.value))), summed);
  x.letters = kept;
}

ValueId ToOrder(Emitter& emit, const Labelled& x, std::string_view output) {
  Ints permutation;
  for (const char c : output) permutation.push_back(PlaceOf(x.letters, c));
  return emit.Transpose(x.value, permutation);
}

Labelled Multiply(Emitter& emit, const Labelled& a, const Labelled& b, std::string_view output, TypeId element) {
  Ints fields[4];  // batching of a, of b, contracting of a, of b
  Labelled result;
  Ints sizes;
  const auto add_free = [&](const Labelled& x, const Labelled& other) {
    for (size_t i = 0; i < x.letters.size(); ++i) {
      if (Has(other.letters, x.letters[i])) continue;
      result.letters += x.letters[i];
      sizes.push_back(emit.dims(x.value)[i]);
    }
  };
  for (size_t i = 0; i < a.letters.size(); ++i) {
    const char c = a.letters[i];
    if (!Has(b.letters, c)) continue;
    const size_t kind = Has(output, c) ? 0 : 2;
    fields[kind].push_back(static_cast<int64_t>(i));
    fields[kind + 1].push_back(PlaceOf(b.letters, c));
    if (kind == 2) continue;
    result.letters += c;
    sizes.push_back(emit.dims(a.value)[i]);
  }
  add_free(a, b);
  add_free(b, a);
  std::vector<AttrId> attrs;
  for (const Ints& field : fields) attrs.push_back(emit.attrs().I64Array(field));
  result.value = emit.Value(Opcode::kDotGeneral, {a.value, b.value}, emit.types().Tensor(sizes, element),
                            {{"dot_dimension_numbers", emit.attrs().Struct(StructKind::kDotDimensionNumbers, attrs)}});
  return result;
}

// The operands with their letters, or the error.
Status Read(Rewriter& rewriter, OpId op, DiagnosticSink& sink, std::vector<Labelled>& operands, std::string& output) {
  Module& module = rewriter.module();
  const std::string_view config = module.attrs().string(module.attr(op, "einsum_config"));
  std::vector<std::string> inputs;
  const std::span<const ValueId> values = module.op(op).operands();
  if (!Parse(config, values.size(), inputs, output)) {
    return Invalid(module, op, sink,
                   Cat("einsum_config is \"", config, "\", expected letters as in \"",
                       values.size() == 1 ? "ij->ji" : "ij,jk->ik", "\""));
  }
  std::string all;
  for (size_t i = 0; i < values.size(); ++i) {
    const TypeId type = module.type(values[i]);
    if (!module.types().IsStaticTensor(type)) {
      return Unsupported(module, op, sink, "shapes are not static; give the types of the arguments to refine them");
    }
    if (module.types().rank(type) != static_cast<int64_t>(inputs[i].size())) {
      return Invalid(
          module, op, sink,
          Cat("einsum_config is \"", config, "\", but operand ", i, " has rank ", module.types().rank(type)));
    }
    operands.push_back({values[i], inputs[i]});
    all += inputs[i];
  }
  for (size_t i = 0; i < output.size(); ++i) {
    if (Has(all, output[i]) && output.find(output[i]) == i) continue;
    return Invalid(
        module, op, sink,
        Cat("einsum_config is \"", config, "\", whose result has a letter twice or one that no operand has"));
  }
  return OkStatus();
}

Status Finish(Rewriter& rewriter, OpId op, DiagnosticSink& sink, ValueId value) {
  Module& module = rewriter.module();
  const TypeId wanted = module.type(module.op(op).result(0));
  if (module.types().IsStaticTensor(wanted) && module.type(value) != wanted) {
    return Invalid(module, op, sink,
                   Cat("result has type ", TypeText(module, wanted), ", but the einsum gives ",
                       TypeText(module, module.type(value))));
  }
  rewriter.Replace(op, {value});
  return OkStatus();
}

}  // namespace

Status RewriteEinsum(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  std::vector<Labelled> x;
  std::string output;
  CPPJRT_RETURN_IF_ERROR(Read(rewriter, op, sink, x, output));
  Emitter& emit = rewriter.At(op);
  for (Labelled& operand : x) TakeDiagonals(emit, operand);
  SumOut(emit, x[0], x[1].letters, output);
  SumOut(emit, x[1], x[0].letters, output);
  const TypeId element = emit.element(rewriter.module().op(op).result(0));
  const Labelled product = Multiply(emit, x[0], x[1], output, element);
  return Finish(rewriter, op, sink, ToOrder(emit, product, output));
}

Status RewriteUnaryEinsum(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  std::vector<Labelled> x;
  std::string output;
  CPPJRT_RETURN_IF_ERROR(Read(rewriter, op, sink, x, output));
  Emitter& emit = rewriter.At(op);
  TakeDiagonals(emit, x[0]);
  SumOut(emit, x[0], {}, output);
  return Finish(rewriter, op, sink, ToOrder(emit, x[0], output));
}

std::optional<std::vector<int64_t>> EinsumDims(std::string_view config,
                                               std::span<const std::vector<int64_t>> operand_dims) {
  std::vector<std::string> inputs;
  std::string output;
  if (!Parse(config, operand_dims.size(), inputs, output)) return std::nullopt;
  Ints dims;
  for (const char c : output) {
    int64_t size = kDynamic;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const size_t at = inputs[i].find(c);
      if (at < operand_dims[i].size() && size == kDynamic) size = operand_dims[i][at];
    }
    dims.push_back(size);
  }
  return dims;
}

}  // namespace cppjrt::stablehlo
