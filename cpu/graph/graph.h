// Graph: the compiler's own form of a program.
//
// Few kinds of nodes (nodes.def), no functions, every shape known. A graph is a tree of bodies: the entry, and the bodies
// of the nodes that have some (a loop's condition and step, the branches of a case, the function of a reduction). A body
// has parameters, nodes in an order in which each comes after what it uses, and results; its nodes may use values of the
// bodies around it. In text (print.h):
//
//   graph main(%0: f32[4,8], %1: f32[8]) {
//     %2 = broadcast f32[4,8] %1 dims=[1]
//     %3 = add f32[4,8] %0, %2
//     return %3
//   }
//
// Nodes are made by a body and stay where they are in memory until the graph goes. A pass makes new nodes and says what
// stands for old ones (passes/rewrite.h); a node that nobody uses any more is dropped by passes/dead_nodes.h.
//
//   Value sum = body.Elementwise(ElementOp::kAdd, {a, b});
//   sum.shape().dims; sum.node->kind
//
// Not thread-safe while it changes.
#ifndef CPPJRT_CPU_GRAPH_GRAPH_H_
#define CPPJRT_CPU_GRAPH_GRAPH_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/element_type.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::cpu {

using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::NumElements;
using stablehlo::Tensor;

// What a value is: an array, or a token, which has no memory and only keeps an order.
struct Shape {
  ElementType type = ElementType::kI1;
  Dims dims;
  bool token = false;

  size_t rank() const { return dims.size(); }
  int64_t num_elements() const { return token ? 0 : NumElements(dims); }
  // The largest number if it does not fit; no shape of a graph is so large once it is planned (sizes.h).
  int64_t num_bytes() const { return stablehlo::SaturatingMultiply(num_elements(), stablehlo::ElementBytes(type)); }
  friend bool operator==(const Shape&, const Shape&) = default;
};

enum class NodeGroup : uint8_t { kSource, kMap, kView, kReduce, kCall, kControl };

enum class NodeKind : uint8_t {
#define NODE(kind, mnemonic, group) k##kind,
#include "cpu/graph/nodes.def"
};
enum class ElementOp : uint8_t {
#define ELEMENT(op, mnemonic, arity, cost) k##op,
#include "cpu/graph/element_ops.def"
};
std::string_view NodeMnemonic(NodeKind kind);
NodeGroup GroupOf(NodeKind kind);
std::string_view ElementMnemonic(ElementOp op);
int ElementArity(ElementOp op);
int ElementCost(ElementOp op);

struct Node;
class Body;
class Graph;

// A result of a node.
struct Value {
  Node* node = nullptr;
  uint32_t index = 0;

  bool valid() const { return node != nullptr; }
  const Shape& shape() const;
  const Dims& dims() const { return shape().dims; }
  ElementType type() const { return shape().type; }
  friend bool operator==(const Value&, const Value&) = default;
};

// Attributes, one struct for each kind that has some.

enum class CompareDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
// The direction in which b stands to a if a stands to b in this one.
CompareDirection Swapped(CompareDirection direction);

struct ParameterAttrs {
  int64_t index = 0;
  friend bool operator==(const ParameterAttrs&, const ParameterAttrs&) = default;
};
struct ConstantAttrs {
  Tensor value;  // of the result's shape; or of rank 0: every element is that one (a splat)
  friend bool operator==(const ConstantAttrs& a, const ConstantAttrs& b);
};
struct ElementAttrs {
  ElementOp op = ElementOp::kAdd;
  CompareDirection direction = CompareDirection::kEq;  // compare
  bool total_order = false;                            // compare of floats: TOTALORDER
  int8_t exponent_bits = 0;                            // reduce_precision
  int8_t mantissa_bits = 0;
  friend bool operator==(const ElementAttrs&, const ElementAttrs&) = default;
};
// A list with an entry for some or all dimensions. Iota, concatenate: {dimension}. Broadcast: for each dimension of the
// operand, which of the result (extents equal: a dimension of extent 1 that is stretched has been reshaped away).
// Transpose: result dimension i is operand dimension dims[i]. Reverse, reduce: which dimensions, sorted.
struct DimsAttrs {
  Dims dims;
  friend bool operator==(const DimsAttrs&, const DimsAttrs&) = default;
};
struct SliceAttrs {
  Dims start, stride;  // the result's shape says how many
  friend bool operator==(const SliceAttrs&, const SliceAttrs&) = default;
};
// Pad: operands are the array and the padding value (rank 0).
struct PadAttrs {
  Dims low, high, interior;  // low and high may be negative
  friend bool operator==(const PadAttrs&, const PadAttrs&) = default;
};
// Operands: the array, the start indices. As in StableHLO (spec: gather), index_vector_dim as there.
struct GatherAttrs {
  Dims offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map,
      slice_sizes;
  int64_t index_vector_dim = 0;
  bool sorted = false;
  friend bool operator==(const GatherAttrs&, const GatherAttrs&) = default;
};
// Operands: inputs..., scatter indices, updates...; one body: (inputs..., updates...) -> new values.
struct ScatterAttrs {
  Dims update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
      scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
  bool sorted = false, unique = false;
  friend bool operator==(const ScatterAttrs&, const ScatterAttrs&) = default;
};
// Of reduce_window (operands: inputs..., initial values...; one body) and select_and_scatter (operand, source, initial value;
// bodies: select, scatter). One entry for each dimension.
struct WindowAttrs {
  Dims size, stride, base_dilation, window_dilation, low, high;
  friend bool operator==(const WindowAttrs&, const WindowAttrs&) = default;
};
// Result i along `dim` is the body's combination of all elements up to i (from the end if reverse). Operands: inputs...,
// initial values...; the body is associative or the program leaves the order open.
struct ScanAttrs {
  int64_t dim = 0;
  bool reverse = false;
  friend bool operator==(const ScanAttrs&, const ScanAttrs&) = default;
};
// spec: dot_general. The result's dimensions: batch, then the rest of lhs, then the rest of rhs.
struct DotAttrs {
  Dims lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
  friend bool operator==(const DotAttrs&, const DotAttrs&) = default;
};
// spec: convolution.
struct ConvolutionAttrs {
  int64_t input_batch = 0, input_feature = 0, kernel_input_feature = 0, kernel_output_feature = 0, output_batch = 0,
          output_feature = 0;
  Dims input_spatial, kernel_spatial, output_spatial;
  Dims stride, low, high, input_dilation, kernel_dilation;
  std::vector<bool> reversed;  // of the kernel
  int64_t feature_groups = 1, batch_groups = 1;
  friend bool operator==(const ConvolutionAttrs&, const ConvolutionAttrs&) = default;
};
// Operands are sorted together along `dim`; the body compares: (a0, b0, a1, b1, ...) -> i1. Where the comparison is known
// (passes/sort_keys.h), `keys` says by which operands, first to last, and the body is not looked at.
struct SortKey {
  int64_t operand = 0;
  bool descending = false;
  bool total_order = false;    // floats: -0 before +0, NaN by its sign; else -0 equals +0 and
  bool nan_is_largest = true;  // every NaN is equal to the others and greater (in ascending order last)
  friend bool operator==(const SortKey&, const SortKey&) = default;
};
struct SortAttrs {
  int64_t dim = 0;
  bool stable = true;
  std::vector<SortKey> keys;
  friend bool operator==(const SortAttrs&, const SortAttrs&) = default;
};
// The first of each row, along the last dimension, of the operand sorted by `key`, as many as the results have: their values and,
// if there is a second result (i32), where they were. Equal ones keep their order. The body compares as that of a sort of the
// operand, or of the operand and indices.
struct TopKAttrs {
  SortKey key;
  friend bool operator==(const TopKAttrs&, const TopKAttrs&) = default;
};
enum class FftKind : uint8_t { kFft, kIfft, kRfft, kIrfft };
struct FftAttrs {
  FftKind kind = FftKind::kFft;
  Dims lengths;
  friend bool operator==(const FftAttrs&, const FftAttrs&) = default;
};
// An op that the evaluator runs: a program whose arguments are the operands (captured values included).
struct FallbackAttrs {
  std::string name;  // of the op, or the target of a custom call
  std::shared_ptr<const stablehlo::Program> program;
  bool side_effects = false;  // runs even if nobody uses its results, in the program's order
  friend bool operator==(const FallbackAttrs& a, const FallbackAttrs& b) { return a.program == b.program; }
};
// A factorisation or solution of small matrices (the last two dimensions), which generated code does itself; floats. What it
// does is what `program` does, of which nothing is run.
enum class LinearAlgebraKind : uint8_t {
  kCholesky,         // (a) -> triangle [, info: i32, 0 or which minor is not positive]
  kLu,               // (a) -> both triangles, pivots: i32, from 1, info: 0 or which pivot is 0
  kTriangularSolve,  // (a, b) -> x of op(a) x = b or x op(a) = b
};
struct LinearAlgebraAttrs {
  LinearAlgebraKind kind = LinearAlgebraKind::kCholesky;
  bool lower = true;
  bool left = true;            // triangular solve: a stands left of x
  bool transposed = false;     // triangular solve: op(a) is the transpose
  bool unit_diagonal = false;  // triangular solve
  bool clears = false;         // cholesky: the other triangle is 0, and all is NaN where a is not positive definite
  std::shared_ptr<const stablehlo::Program> program;
  friend bool operator==(const LinearAlgebraAttrs& a, const LinearAlgebraAttrs& b) { return a.program == b.program; }
};
// While: operands are the initial values; bodies: condition (-> i1[]), step. Where it is known how often it runs (passes/
// counted_loops.h): trip_count, and which parameter counts, from `start` (the initial value) by `increment`.
struct WhileAttrs {
  int64_t trip_count = -1;
  int64_t counter = -1;
  int64_t start = 0, increment = 1;
  friend bool operator==(const WhileAttrs&, const WhileAttrs&) = default;
};

// Looks at a value and ends the program where it is not as it should be (passes/checks.h); no results, runs in the program's
// order. Finite: operands are a result of an op, then what it was made of. Indices: index vectors. Trace: a result. Memory: of
// plans only; operands stand for buffers (plan/guards.h).
enum class CheckKind : uint8_t { kFinite, kIndices, kTrace, kMemory };
struct Guard;
struct CheckAttrs {
  CheckKind kind = CheckKind::kFinite;
  std::string_view op = {};  // what made or uses the value: "log"
  bool elementwise = false;  // finite
  // Indices: where the components lie, the largest that each may be, and which dimension it is of.
  int64_t vector_dim = 0;
  Dims most = {}, dims = {};
  std::shared_ptr<const Guard> guard = nullptr;  // memory
  friend bool operator==(const CheckAttrs&, const CheckAttrs&) = default;
};

// Kinds without a struct: reshape, dynamic_slice (array, one scalar start for each dimension; clamped as the spec says),
// dynamic_update (array, update, starts...), case (operand: index, i32[]; bodies without parameters; an index outside runs
// the last; `if` is a case of two with the index 0 for true).
using Attrs = std::variant<std::monostate, ParameterAttrs, ConstantAttrs, ElementAttrs, DimsAttrs, SliceAttrs, PadAttrs,
                           GatherAttrs, ScatterAttrs, WindowAttrs, ScanAttrs, DotAttrs, ConvolutionAttrs, SortAttrs,
                           TopKAttrs, FftAttrs, FallbackAttrs, LinearAlgebraAttrs, WhileAttrs, CheckAttrs>;

struct Node {
  NodeKind kind = NodeKind::kConstant;
  uint32_t id = 0;            // counts up in a graph; a stable order for those who need one
  std::vector<Shape> shapes;  // of the results
  std::vector<Value> operands;
  std::vector<Body*> bodies;
  Attrs attrs;
  Body* parent = nullptr;
  std::string_view place;  // "model.py:12:3", for messages; lives as long as the graph

  const Shape& shape() const { return shapes[0]; }
  template <typename T>
  const T& attr() const {
    return std::get<T>(attrs);
  }
  ElementOp op() const { return attr<ElementAttrs>().op; }
  bool Is(ElementOp wanted) const { return kind == NodeKind::kElementwise && op() == wanted; }
  const Dims& dims_attr() const { return attr<DimsAttrs>().dims; }
};

// What the node is called in text: its element operation's name if it is elementwise.
std::string_view Mnemonic(const Node& node);

inline const Shape& Value::shape() const { return node->shapes[index]; }

// REQUIRES for all that make nodes: operands are as nodes.def and the attributes say (Verify in verify.h checks).
class Body {
 public:
  Body(Graph& graph, Node* owner) : graph_(&graph), owner_(owner) {}

  Graph& graph() const { return *graph_; }
  // The node this is a body of; null for the entry.
  Node* owner() const { return owner_; }
  void set_owner(Node* owner) { owner_ = owner; }

  std::vector<Node*> parameters;
  std::vector<Node*> nodes;  // without parameters
  std::vector<Value> results;

  Value Parameter(const Shape& shape);
  // A node at the end.
  Node* Add(NodeKind kind, std::vector<Shape> shapes, std::vector<Value> operands, Attrs attrs = {});
  // The same with bodies made before by Graph::NewBody.
  Node* Add(NodeKind kind, std::vector<Shape> shapes, std::vector<Value> operands, Attrs attrs,
            std::vector<Body*> bodies);

  // The common kinds; the shape of the result follows.
  Value Constant(Tensor value);
  // Every element is the same, given as a number of the type (rounded to it).
  Value Splat(ElementType type, const Dims& dims, double number);
  Value SplatInt(ElementType type, const Dims& dims, int64_t number);
  Value Iota(const Shape& shape, int64_t dim);
  Value Elementwise(ElementOp op, std::vector<Value> operands);
  Value Compare(CompareDirection direction, Value a, Value b, bool total_order = false);
  Value Convert(Value a, ElementType type);
  Value Bitcast(Value a, ElementType type);
  Value Broadcast(Value a, const Dims& result_dims, const Dims& dims);
  Value Reshape(Value a, const Dims& dims);
  Value Transpose(Value a, const Dims& permutation);
  Value Slice(Value a, const Dims& start, const Dims& limit, const Dims& stride);
  Value Reverse(Value a, const Dims& dims);
  Value Concatenate(std::vector<Value> parts, int64_t dim);
  Value DynamicSlice(Value a, std::vector<Value> starts, const Dims& sizes);
  Value DynamicUpdate(Value a, Value update, std::vector<Value> starts);

 private:
  Graph* graph_;
  Node* owner_;
};

class Graph {
 public:
  Graph() : entry_(NewBody()) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  std::string name = "main";
  Body& entry() { return *entry_; }
  const Body& entry() const { return *entry_; }
  Body* NewBody() { return &bodies_.emplace_back(*this, nullptr); }
  Node* NewNode() {
    Node* node = &nodes_.emplace_back();
    node->id = static_cast<uint32_t>(nodes_.size() - 1);
    return node;
  }
  uint32_t num_nodes() const { return static_cast<uint32_t>(nodes_.size()); }
  // Where nodes made from now on come from, for messages.
  std::string_view place;
  std::string_view Keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<Node> nodes_;
  std::deque<Body> bodies_;
  std::deque<std::string> texts_;
  Body* entry_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_GRAPH_H_
