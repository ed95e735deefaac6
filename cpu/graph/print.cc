#include "cpu/graph/print.h"

#include <algorithm>
#include <unordered_map>

#include "cpu/graph/body_facts.h"
#include "stablehlo/eval/value_text.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementText;

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kFfts[] = {"FFT", "IFFT", "RFFT", "IRFFT"};

std::string List(std::span<const int64_t> values) {
  std::string text = "[";
  for (const int64_t v : values) text += (text.size() > 1 ? "," : "") + std::to_string(v);
  return text + "]";
}

void Field(std::string& out, std::string_view name, std::span<const int64_t> values) {
  out += " " + std::string(name) + "=" + List(values);
}
void FieldUnless(std::string& out, std::string_view name, std::span<const int64_t> values, int64_t usual) {
  if (!std::ranges::all_of(values, [usual](int64_t v) { return v == usual; })) Field(out, name, values);
}
void Number(std::string& out, std::string_view name, int64_t value) {
  out += " " + std::string(name) + "=" + std::to_string(value);
}
void Flag(std::string& out, std::string_view name, bool value) {
  if (value) out += " " + std::string(name);
}

struct AttrsPrinter {
  const Node& node;
  const PrintOptions& options;
  std::string& out;

  void operator()(std::monostate) const {}
  void operator()(const ParameterAttrs&) const {}
  void operator()(const ConstantAttrs& a) const {
    if (!a.value.valid()) return;
    if (a.value.rank() == 0) {
      out += " " + ElementText(a.value, 0);
      return;
    }
    const int64_t n = a.value.num_elements();
    out += " {";
    for (int64_t i = 0; i < std::min(n, options.most_elements); ++i)
      out += (i > 0 ? ", " : "") + ElementText(a.value, i);
    out += n > options.most_elements ? ", …}" : "}";
  }
  void operator()(const ElementAttrs& a) const {
    if (a.op == ElementOp::kCompare) {
      out += " " + std::string(kDirections[static_cast<size_t>(a.direction)]);
      Flag(out, "total", a.total_order);
    }
    if (a.op == ElementOp::kReducePrecision) {
      out += " e" + std::to_string(a.exponent_bits) + "m" + std::to_string(a.mantissa_bits);
    }
  }
  void operator()(const DimsAttrs& a) const { Field(out, "dims", a.dims); }
  void operator()(const SliceAttrs& a) const {
    Field(out, "start", a.start);
    FieldUnless(out, "stride", a.stride, 1);
  }
  void operator()(const PadAttrs& a) const {
    Field(out, "low", a.low);
    Field(out, "high", a.high);
    FieldUnless(out, "interior", a.interior, 0);
  }
  void operator()(const GatherAttrs& a) const {
    Field(out, "offset", a.offset_dims);
    Field(out, "collapsed", a.collapsed_slice_dims);
    if (!a.operand_batching_dims.empty()) Field(out, "batch", a.operand_batching_dims);
    if (!a.start_indices_batching_dims.empty()) Field(out, "indices_batch", a.start_indices_batching_dims);
    Field(out, "map", a.start_index_map);
    Number(out, "vector", a.index_vector_dim);
    Field(out, "sizes", a.slice_sizes);
    Flag(out, "sorted", a.sorted);
  }
  void operator()(const ScatterAttrs& a) const {
    Field(out, "window", a.update_window_dims);
    Field(out, "inserted", a.inserted_window_dims);
    if (!a.input_batching_dims.empty()) Field(out, "batch", a.input_batching_dims);
    if (!a.scatter_indices_batching_dims.empty()) Field(out, "indices_batch", a.scatter_indices_batching_dims);
    Field(out, "map", a.scatter_dims_to_operand_dims);
    Number(out, "vector", a.index_vector_dim);
    Flag(out, "sorted", a.sorted);
    Flag(out, "unique", a.unique);
  }
  void operator()(const WindowAttrs& a) const {
    Field(out, "window", a.size);
    FieldUnless(out, "stride", a.stride, 1);
    FieldUnless(out, "base_dilation", a.base_dilation, 1);
    FieldUnless(out, "dilation", a.window_dilation, 1);
    FieldUnless(out, "low", a.low, 0);
    FieldUnless(out, "high", a.high, 0);
  }
  void operator()(const ScanAttrs& a) const {
    Number(out, "dim", a.dim);
    Flag(out, "reverse", a.reverse);
  }
  void operator()(const DotAttrs& a) const {
    if (!a.lhs_batch.empty()) out += " batch=" + List(a.lhs_batch) + "x" + List(a.rhs_batch);
    out += " contract=" + List(a.lhs_contracting) + "x" + List(a.rhs_contracting);
  }
  void operator()(const ConvolutionAttrs& a) const {
    const auto dims = [](int64_t first, int64_t second, const Dims& spatial) {
      Dims all = {first, second};
      for (const int64_t d : spatial) all.push_back(d);
      return List(all);
    };
    // Batch, feature, spatial…; of the kernel input feature, output feature, spatial…
    out += " input=" + dims(a.input_batch, a.input_feature, a.input_spatial);
    out += " kernel=" + dims(a.kernel_input_feature, a.kernel_output_feature, a.kernel_spatial);
    out += " output=" + dims(a.output_batch, a.output_feature, a.output_spatial);
    FieldUnless(out, "stride", a.stride, 1);
    FieldUnless(out, "low", a.low, 0);
    FieldUnless(out, "high", a.high, 0);
    FieldUnless(out, "input_dilation", a.input_dilation, 1);
    FieldUnless(out, "kernel_dilation", a.kernel_dilation, 1);
    Dims reversed;
    for (const bool r : a.reversed) reversed.push_back(r ? 1 : 0);
    FieldUnless(out, "reversed", reversed, 0);
    if (a.feature_groups != 1) Number(out, "feature_groups", a.feature_groups);
    if (a.batch_groups != 1) Number(out, "batch_groups", a.batch_groups);
  }
  std::string KeyText(const SortKey& key) const {
    const std::string text = std::to_string(key.operand) + (key.descending ? " down" : " up");
    const ElementType type = node.operands[static_cast<size_t>(key.operand)].type();
    if (!stablehlo::IsFloat(type)) return text;
    return text + (key.total_order ? " total" : key.nan_is_largest ? "" : " nan_first");
  }
  void operator()(const SortAttrs& a) const {
    Number(out, "dim", a.dim);
    Flag(out, "stable", a.stable);
    if (a.keys.empty()) return;
    out += " keys=[";
    for (size_t i = 0; i < a.keys.size(); ++i) out += (i > 0 ? ", " : "") + KeyText(a.keys[i]);
    out += "]";
  }
  void operator()(const TopKAttrs& a) const { out += " keys=[" + KeyText(a.key) + "]"; }
  void operator()(const FftAttrs& a) const {
    out += " " + std::string(kFfts[static_cast<size_t>(a.kind)]);
    Field(out, "lengths", a.lengths);
  }
  void operator()(const FallbackAttrs& a) const {
    out += " \"" + a.name + "\"";
    Flag(out, "effects", a.side_effects);
  }
  void operator()(const LinearAlgebraAttrs& a) const {
    constexpr std::string_view kKinds[] = {"CHOLESKY", "LU", "TRIANGULAR_SOLVE"};
    out += " " + std::string(kKinds[static_cast<size_t>(a.kind)]);
    if (a.kind != LinearAlgebraKind::kLu) out += a.lower ? " lower" : " upper";
    Flag(out, "right", !a.left);
    Flag(out, "transposed", a.transposed);
    Flag(out, "unit_diagonal", a.unit_diagonal);
    Flag(out, "clears", a.clears);
  }
  void operator()(const CheckAttrs& a) const {
    constexpr std::string_view kKinds[] = {"finite", "indices", "trace"};
    out += " " + std::string(kKinds[static_cast<size_t>(a.kind)]) + " of " + std::string(a.op);
    if (a.kind == CheckKind::kIndices) Field(out, "most", a.most);
  }
  void operator()(const WhileAttrs& a) const {
    if (a.trip_count >= 0) Number(out, "trips", a.trip_count);
    if (a.counter < 0) return;
    Number(out, "counter", a.counter);
    Number(out, "from", a.start);
    Number(out, "step", a.increment);
  }
};

class Printer {
 public:
  Printer(const Graph& graph, const PrintOptions& options) : graph_(graph), options_(options) {}

  std::string Run() {
    out_ = "graph " + graph_.name;
    PrintBody(graph_.entry(), 0);
    return std::move(out_);
  }

 private:
  // Bodies nest no deeper than import.h allows.
  void PrintBody(const Body& body, size_t depth) {
    out_ += "(";
    for (size_t i = 0; i < body.parameters.size(); ++i) {
      const Node* parameter = body.parameters[i];
      out_ += (i > 0 ? ", " : "") + Define(*parameter) + ": " + ShapeText(parameter->shape());
    }
    out_ += ") {\n";
    for (const Node* node : body.nodes) PrintNode(*node, depth + 1);
    Indent(depth + 1);
    out_ += "return";
    for (size_t i = 0; i < body.results.size(); ++i) out_ += (i > 0 ? ", " : " ") + Use(body.results[i]);
    out_ += "\n";
    Indent(depth);
    out_ += "}\n";
  }

  void PrintNode(const Node& node, size_t depth) {
    Indent(depth);
    const size_t results = node.shapes.size();
    out_ += Define(node);
    if (results != 1) out_ += ":" + std::to_string(results);
    out_ += " = " + NodeText(node);
    for (size_t i = 0; i < node.operands.size(); ++i) out_ += (i > 0 ? ", " : " ") + Use(node.operands[i]);
    std::visit(AttrsPrinter{node, options_, out_}, node.attrs);
    const bool simple = node.bodies.size() == 1 && PrintSimple(*node.bodies[0]);
    if (options_.places && !node.place.empty()) out_ += "  // " + std::string(node.place);
    out_ += "\n";
    if (simple) return;
    for (size_t i = 0; i < node.bodies.size(); ++i) {
      Indent(depth + 1);
      out_ += BodyName(node, i);
      PrintBody(*node.bodies[i], depth + 1);
    }
  }

  bool PrintSimple(const Body& body) {
    const Node* only = SingleElementwise(body);
    if (only == nullptr) return false;
    out_ += " by " + std::string(ElementMnemonic(only->op()));
    std::visit(AttrsPrinter{*only, options_, out_}, only->attrs);
    return true;
  }

  static std::string BodyName(const Node& node, size_t i) {
    if (node.kind == NodeKind::kWhile) return i == 0 ? "condition" : "step";
    if (node.kind == NodeKind::kSelectAndScatter) return i == 0 ? "select" : "scatter";
    if (node.kind == NodeKind::kCase) return "branch" + std::to_string(i);
    return node.kind == NodeKind::kSort || node.kind == NodeKind::kTopK ? "compare" : "combine";
  }

  std::string Define(const Node& node) {
    const auto [at, added] = numbers_.emplace(&node, numbers_.size());
    return "%" + std::to_string(at->second);
  }
  std::string Use(Value value) const {
    if (!value.valid()) return "<none>";
    const auto found = numbers_.find(value.node);
    if (found == numbers_.end()) return "%<" + std::to_string(value.node->id) + ">";
    std::string text = "%" + std::to_string(found->second);
    if (value.node->shapes.size() != 1) text += "#" + std::to_string(value.index);
    return text;
  }
  void Indent(size_t depth) { out_.append(2 * depth, ' '); }

  const Graph& graph_;
  const PrintOptions& options_;
  std::unordered_map<const Node*, size_t> numbers_;
  std::string out_;
};

}  // namespace

std::string ShapeText(const Shape& shape) {
  if (shape.token) return "token";
  return std::string(stablehlo::ElementTypeName(shape.type)) + List(shape.dims);
}

std::string NodeText(const Node& node) {
  std::string text(Mnemonic(node));
  if (node.shapes.size() == 1) return text + " " + ShapeText(node.shapes[0]);
  text += " (";
  for (size_t i = 0; i < node.shapes.size(); ++i) text += (i > 0 ? ", " : "") + ShapeText(node.shapes[i]);
  return text + ")";
}

std::string Print(const Graph& graph, const PrintOptions& options) { return Printer(graph, options).Run(); }

}  // namespace cppjrt::cpu
