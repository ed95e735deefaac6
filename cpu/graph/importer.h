// What the rules of import work with: OpImport, an op on its way into the graph. Internal to cpu/graph/import*.cc.
//
//   Status ImportReverse(OpImport& op) {
//     op.Return(op.body().Reverse(op.In(0), op.I64s("dimensions")));
//     return OkStatus();
//   }
#ifndef CPPJRT_CPU_GRAPH_IMPORTER_H_
#define CPPJRT_CPU_GRAPH_IMPORTER_H_

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/graph/import.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

using stablehlo::BlockId;
using stablehlo::LocId;
using stablehlo::Module;
using stablehlo::OpId;
using stablehlo::RegionId;
using stablehlo::TypeId;
using stablehlo::ValueId;

class Importer {
 public:
  Importer(Module& module, const ImportOptions& options, Graph& graph)
      : module_(module),
        options_(options),
        graph_(graph),
        lines_(module.source().bytes),
        values_(module.num_values()) {}

  Status Run(OpId entry);

  Module& module() const { return module_; }
  const ImportOptions& options() const { return options_; }
  Graph& graph() const { return graph_; }

  // What stands for a value: several for a tuple. REQUIRES: it was imported.
  std::vector<Value> Leaves(ValueId value) const;
  Value Single(ValueId value) const { return values_[value.index()]; }
  void Set(ValueId value, Value to) { values_[value.index()] = to; }
  void SetLeaves(ValueId value, std::span<const Value> to);
  // The shapes of a value of that type: none if they are not known.
  bool AppendShapes(TypeId type, std::vector<Shape>& out);
  // A body for the region, filled later. Its parameters are there at once.
  StatusOr<Body*> NewRegion(RegionId region, const Body& around);

 private:
  struct Pending {
    BlockId block;
    Body* body;
  };

  std::string_view PlaceOf(OpId op);
  Status ImportBlock(Pending pending);
  Status ImportOp(OpId op, Body& body);
  Status DefineParameters(BlockId block, Body& body);

  Module& module_;
  const ImportOptions& options_;
  Graph& graph_;
  stablehlo::LineTable lines_;
  std::vector<Value> values_;                               // by ValueId
  std::unordered_map<ValueId, std::vector<Value>> tuples_;  // leaves
  std::unordered_map<const Body*, int> depths_;
  std::vector<Pending> pending_;
  std::unordered_map<uint64_t, std::string_view> places_;
};

class OpImport : public stablehlo::OpRef {
 public:
  OpImport(Importer& importer, OpId op, Body& body)
      : OpRef(importer.module(), op, {}, importer.options().environment, nullptr, importer.options().owner),
        importer_(importer),
        body_(body) {}

  Importer& importer() const { return importer_; }
  Body& body() const { return body_; }
  // An operand that is no tuple.
  Value In(size_t i) const { return importer_.Single(op().operands()[i]); }
  std::vector<Value> Inputs(size_t begin, size_t end) const;
  std::vector<Value> Inputs() const { return Inputs(0, num_operands()); }
  // REQUIRES: results are no tuples, which the importer saw to but for custom calls.
  Shape ResultShape(size_t i = 0) const;
  std::vector<Shape> ResultShapes() const;
  bool HasQuantized() const;
  // Whether its regions take scalars only, as bodies of nodes that combine or compare elements do. (The verifier lets bodies
  // of arrays pass, as upstream does.)
  bool ScalarBodies() const;
  Dims Numbers(std::string_view name) const { return Dims(I64s(name)); }
  // A struct's field of the name.
  Dims Field(std::string_view attr, std::string_view field) const;
  int64_t FieldInt(std::string_view attr, std::string_view field) const;
  // The integers of an operand that is a constant.
  std::optional<Dims> ConstantOperand(size_t i) const;

  void Return(Value value, size_t i = 0) { importer_.Set(op().result(i), value); }
  // All results of the node, one for each of the op.
  void ReturnAll(Node* node);
  StatusOr<Body*> Region(size_t i = 0) { return importer_.NewRegion(op().regions()[i], body_); }

 private:
  Importer& importer_;
  Body& body_;
};

using ImportRule = Status (*)(OpImport& op);

// A scalar (or any array whose dimensions are others than `dims` only by being of rank 0) spread out over `dims`.
Value Spread(Body& body, Value value, const Dims& dims);

// The rules, by family.
template <ElementOp kOp>
Status Elementwise(OpImport& op);
Status ImportElementwise(OpImport& op, ElementOp element);
template <ElementOp kOp>
Status Elementwise(OpImport& op) {
  return ImportElementwise(op, kOp);
}
Status ImportBitcastConvert(OpImport& op);
Status ImportCompare(OpImport& op);
Status ImportConvert(OpImport& op);
Status ImportMap(OpImport& op);
Status ImportReducePrecision(OpImport& op);

Status ImportBroadcastInDim(OpImport& op);
Status ImportConcatenate(OpImport& op);
Status ImportConstant(OpImport& op);
Status ImportDynamicSlice(OpImport& op);
Status ImportDynamicUpdateSlice(OpImport& op);
Status ImportIota(OpImport& op);
Status ImportPad(OpImport& op);
Status ImportReshape(OpImport& op);
Status ImportReverse(OpImport& op);
Status ImportSlice(OpImport& op);
Status ImportTranspose(OpImport& op);

Status ImportDynamicGather(OpImport& op);
Status ImportDynamicPad(OpImport& op);
Status ImportGetDimensionSize(OpImport& op);
Status ImportRealDynamicSlice(OpImport& op);

Status ImportReduce(OpImport& op);
Status ImportReduceWindow(OpImport& op);
Status ImportSelectAndScatter(OpImport& op);
Status ImportSort(OpImport& op);

Status ImportQuantization(OpImport& op);
Status ImportRngBitGenerator(OpImport& op);

Status ImportConvolution(OpImport& op);
Status ImportDotGeneral(OpImport& op);
Status ImportFft(OpImport& op);

Status ImportGather(OpImport& op);
Status ImportScatter(OpImport& op);

Status ImportCase(OpImport& op);
Status ImportIf(OpImport& op);
Status ImportWhile(OpImport& op);
Status ImportGetTupleElement(OpImport& op);
Status ImportIdentity(OpImport& op);
Status ImportToken(OpImport& op);
Status ImportTuple(OpImport& op);

Status ImportCholesky(OpImport& op);
Status ImportTriangularSolve(OpImport& op);
// A custom call that is linear algebra of small matrices; false if it is not, and nothing is imported.
StatusOr<bool> ImportLapack(OpImport& op, std::string_view target);

// The evaluator runs the op.
Status Evaluate(OpImport& op);
// As Evaluate, but the node is another one, which knows the program.
Status ImportLinearAlgebra(OpImport& op, LinearAlgebraAttrs attrs);
// The same for one with effects, or that draws, or that meets other processes: it runs in the program's order.
Status EvaluateInOrder(OpImport& op);
Status ImportCustomCall(OpImport& op);
// Ops that are gone when MakeRunnable is done, and those that are no part of a function's work.
Status NoNode(OpImport& op);
// Ops that only a whole program can run.
Status WholeProgram(OpImport& op);

ImportRule RuleOf(stablehlo::Opcode opcode);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_IMPORTER_H_
