// Ops that are no nodes: the evaluator runs them, each as a program of its own.
//
// The program has one function, with the op's operands and what its regions use from outside as arguments; functions and
// other symbols that the op names come along.
#include <unordered_set>

#include "cpu/graph/importer.h"
#include "stablehlo/ir/builder.h"
#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/build.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::Opcode;
using stablehlo::TypeKind;

class FallbackBuilder {
 public:
  explicit FallbackBuilder(OpImport& op) : op_(op), from_(op.module()), cloner_(from_, &to_), builder_(&to_) {}

  StatusOr<std::shared_ptr<const stablehlo::Program>> Build();
  // The operands of the node.
  const std::vector<Value>& operands() const { return operands_; }

 private:
  void FindArguments();
  void CarrySymbols();
  void AppendSymbols(OpId root, std::vector<std::string_view>& out) const;
  Status AppendLeaves(TypeId type, std::vector<TypeId>& out);
  ValueId MakeTuple(TypeId type, std::span<const ValueId> leaves, size_t& next);
  void TakeApart(ValueId value, std::vector<ValueId>& out);

  OpImport& op_;
  Module& from_;
  Module to_;
  stablehlo::Cloner cloner_;
  stablehlo::OpBuilder builder_;
  std::vector<ValueId> arguments_;  // of the source
  std::vector<Value> operands_;
};

void FallbackBuilder::FindArguments() {
  std::unordered_set<ValueId> known;
  // Blocks of the op are walked before their ops.
  const auto define = [&](OpId op) {
    for (const RegionId region : from_.op(op).regions()) {
      for (const BlockId block : from_.blocks(region)) {
        for (const ValueId argument : from_.block(block).args) known.insert(argument);
      }
    }
    if (op == op_.id()) return;
    for (const ValueId result : from_.op(op).results()) known.insert(result);
  };
  for (const OpId inner : stablehlo::PreOrder(from_, op_.id())) {
    for (const ValueId value : from_.op(inner).operands()) {
      if (known.insert(value).second) arguments_.push_back(value);
    }
    define(inner);
  }
}

void FallbackBuilder::AppendSymbols(OpId root, std::vector<std::string_view>& out) const {
  for (const OpId inner : stablehlo::PreOrder(from_, root)) {
    std::vector<AttrId> todo;
    for (const stablehlo::NamedAttr& attr : from_.op(inner).attributes()) todo.push_back(attr.value);
    while (!todo.empty()) {
      const AttrId attr = todo.back();
      todo.pop_back();
      if (from_.attrs().kind(attr) == AttrKind::kSymbolRef) out.push_back(from_.attrs().symbol(attr));
      if (from_.attrs().kind(attr) != AttrKind::kArray) continue;
      for (size_t i = 0; i < from_.attrs().size(attr); ++i) todo.push_back(from_.attrs().element(attr, i));
    }
  }
}

// Functions the op names, those they name, and so on.
void FallbackBuilder::CarrySymbols() {
  std::vector<std::string_view> todo;
  AppendSymbols(op_.id(), todo);
  if (todo.empty()) return;
  const stablehlo::SymbolTable symbols(from_);
  std::unordered_set<std::string_view> done;
  while (!todo.empty()) {
    const std::string_view name = todo.back();
    todo.pop_back();
    const OpId symbol = symbols.Find(name);
    if (!symbol.valid() || !done.insert(name).second) continue;
    to_.Append(cloner_.CloneOp(symbol), to_.body());
    AppendSymbols(symbol, todo);
  }
}

Status FallbackBuilder::AppendLeaves(TypeId type, std::vector<TypeId>& out) {
  const stablehlo::TypeTable& types = to_.types();
  if (types.kind(type) != TypeKind::kTuple) {
    out.push_back(type);
    return OkStatus();
  }
  for (size_t i = 0; i < types.num_members(type); ++i) {
    const TypeId member = types.member(type, i);
    if (types.kind(member) == TypeKind::kTuple) return UnimplementedError("a tuple within a tuple");
    out.push_back(member);
  }
  return OkStatus();
}

ValueId FallbackBuilder::MakeTuple(TypeId type, std::span<const ValueId> leaves, size_t& next) {
  if (to_.types().kind(type) != TypeKind::kTuple) return leaves[next++];
  const size_t n = to_.types().num_members(type);
  const TypeId types[] = {type};
  stablehlo::OpState state;
  state.opcode = Opcode::kTuple;
  state.operands = leaves.subspan(next, n);
  state.result_types = types;
  next += n;
  return to_.op(builder_.Create(state)).result(0);
}

void FallbackBuilder::TakeApart(ValueId value, std::vector<ValueId>& out) {
  const TypeId type = to_.type(value);
  if (to_.types().kind(type) != TypeKind::kTuple) {
    out.push_back(value);
    return;
  }
  for (size_t i = 0; i < to_.types().num_members(type); ++i) {
    out.push_back(builder_.CreateValue(Opcode::kGetTupleElement, {value}, to_.types().member(type, i),
                                       {{"index", to_.attrs().I32(static_cast<int64_t>(i))}}));
  }
}

StatusOr<std::shared_ptr<const stablehlo::Program>> FallbackBuilder::Build() {
  stablehlo::MakeModule(to_);
  if (op_.importer().options().owner != nullptr) {
    to_.KeepAlive(op_.importer().options().owner);
    to_.set_source(from_.source());
  }
  FindArguments();
  std::vector<TypeId> argument_types;
  std::vector<TypeId> inputs;
  for (const ValueId argument : arguments_) {
    argument_types.push_back(cloner_.CloneType(from_.type(argument)));
    CPPJRT_RETURN_IF_ERROR(AppendLeaves(argument_types.back(), inputs));
    const std::vector<Value> leaves = op_.importer().Leaves(argument);
    operands_.insert(operands_.end(), leaves.begin(), leaves.end());
  }
  std::vector<TypeId> outputs;
  for (size_t i = 0; i < op_.num_results(); ++i) {
    CPPJRT_RETURN_IF_ERROR(AppendLeaves(cloner_.CloneType(op_.result_type(i)), outputs));
  }
  const OpId main = stablehlo::MakeFunction(to_, "main", inputs, outputs);
  const BlockId block = to_.entry_block(main);
  builder_.SetInsertionPoint(block);
  size_t next = 0;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    cloner_.Map(arguments_[i], MakeTuple(argument_types[i], to_.block(block).args, next));
  }
  const OpId copy = cloner_.CloneOp(op_.id());
  to_.Append(copy, block);
  std::vector<ValueId> results;
  for (const ValueId result : to_.op(copy).results()) TakeApart(result, results);
  stablehlo::OpState state;
  state.opcode = Opcode::kFuncReturn;
  state.operands = results;
  builder_.Create(state);
  CarrySymbols();
  const stablehlo::Source source = to_.source();
  stablehlo::DiagnosticSink sink(&source);
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, stablehlo::Verify(std::move(to_), sink));
  return stablehlo::Program::Prepare(std::move(verified), op_.environment());
}

void ReturnLeaves(OpImport& op, Node* node) {
  uint32_t next = 0;
  for (size_t i = 0; i < op.num_results(); ++i) {
    std::vector<Shape> shapes;
    op.importer().AppendShapes(op.result_type(i), shapes);
    std::vector<Value> leaves;
    for (size_t leaf = 0; leaf < shapes.size(); ++leaf) leaves.push_back({node, next++});
    op.importer().SetLeaves(op.op().result(i), leaves);
  }
}

Status MakeFallback(OpImport& op, std::string name, bool side_effects) {
  FallbackBuilder builder(op);
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const stablehlo::Program> program, builder.Build());
  ReturnLeaves(op, op.body().Add(NodeKind::kFallback, op.ResultShapes(), builder.operands(),
                                 FallbackAttrs{std::move(name), std::move(program), side_effects}));
  return OkStatus();
}

std::string NameOf(const OpImport& op) { return std::string(stablehlo::Info(op.opcode()).mnemonic); }

}  // namespace

Status Evaluate(OpImport& op) { return MakeFallback(op, NameOf(op), false); }

Status EvaluateInOrder(OpImport& op) { return MakeFallback(op, NameOf(op), true); }

Status ImportLinearAlgebra(OpImport& op, LinearAlgebraAttrs attrs) {
  FallbackBuilder builder(op);
  CPPJRT_ASSIGN_OR_RETURN(attrs.program, builder.Build());
  ReturnLeaves(op, op.body().Add(NodeKind::kLinearAlgebra, op.ResultShapes(), builder.operands(), std::move(attrs)));
  return OkStatus();
}

Status ImportCustomCall(OpImport& op) {
  const std::string target(op.String("call_target_name"));
  CPPJRT_ASSIGN_OR_RETURN(const bool done, ImportLapack(op, target));
  return done ? OkStatus() : MakeFallback(op, target, op.Bool("has_side_effect"));
}

Status NoNode(OpImport&) {
  return UnimplementedError("it is not made into a graph: decompose it first (stablehlo/transforms)");
}

Status WholeProgram(OpImport&) { return UnimplementedError("it cannot be part of a graph"); }

}  // namespace cppjrt::cpu
