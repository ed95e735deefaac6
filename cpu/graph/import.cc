#include "cpu/graph/import.h"

#include <iterator>
#include <utility>

#include "cpu/graph/importer.h"
#include "cpu/graph/sizes.h"
#include "stablehlo/eval/constant.h"
#include "stablehlo/eval/place.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Opcode;

struct Row {
  Opcode opcode;
  ImportRule rule;
};
constexpr Row kRows[] = {
#define IMPORT(opcode, function, ...) {Opcode::k##opcode, function},
#include "cpu/graph/import_rules.def"
};

constexpr bool InOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].opcode != static_cast<Opcode>(i + 1)) return false;
  }
  return std::size(kRows) + 1 == static_cast<size_t>(Opcode::kCount);
}
static_assert(InOrder(), "import_rules.def has a row for each op of ops.def, in its order");

}  // namespace

ImportRule RuleOf(Opcode opcode) { return kRows[static_cast<size_t>(opcode) - 1].rule; }

// ---- OpImport

std::vector<Value> OpImport::Inputs(size_t begin, size_t end) const {
  std::vector<Value> values;
  for (size_t i = begin; i < end; ++i) values.push_back(In(i));
  return values;
}

std::vector<Shape> OpImport::ResultShapes() const {
  std::vector<Shape> shapes;
  for (size_t i = 0; i < num_results(); ++i) importer_.AppendShapes(result_type(i), shapes);
  return shapes;
}

Shape OpImport::ResultShape(size_t i) const {
  std::vector<Shape> shapes;
  importer_.AppendShapes(result_type(i), shapes);
  return shapes[0];
}

bool OpImport::HasQuantized() const {
  const auto quantized = [&](TypeId type) { return types().IsQuantized(types().element_type(type)); };
  for (size_t i = 0; i < num_operands(); ++i) {
    if (types().IsTensor(operand_type(i)) && quantized(operand_type(i))) return true;
  }
  for (size_t i = 0; i < num_results(); ++i) {
    if (types().IsTensor(result_type(i)) && quantized(result_type(i))) return true;
  }
  return false;
}

bool OpImport::ScalarBodies() const {
  for (size_t i = 0; i < op().regions().size(); ++i) {
    for (const ValueId argument : module().block(module().entry_block(id(), i)).args) {
      const TypeId type = module().type(argument);
      if (!types().IsTensor(type) || types().rank(type) != 0) return false;
    }
  }
  const bool reduces = opcode() == stablehlo::Opcode::kReduce || opcode() == stablehlo::Opcode::kReduceWindow;
  for (size_t i = num_operands() / 2; reduces && i < num_operands(); ++i) {
    if (types().rank(operand_type(i)) != 0) return false;
  }
  return true;
}

Dims OpImport::Field(std::string_view attr, std::string_view field) const {
  return Dims(stablehlo::FieldDims(*this, attr, field));
}

int64_t OpImport::FieldInt(std::string_view attr, std::string_view field) const {
  return stablehlo::FieldInt(*this, attr, field);
}

std::optional<Dims> OpImport::ConstantOperand(size_t i) const {
  const OpId constant = module().defining_op(op().operands()[i]);
  if (!constant.valid() || module().op(constant).opcode != Opcode::kConstant) return std::nullopt;
  return Dims(stablehlo::ConstantInts(module(), module().attr(constant, "value")));
}

void OpImport::ReturnAll(Node* node) {
  for (size_t i = 0; i < num_results(); ++i) Return({node, static_cast<uint32_t>(i)}, i);
}

// ---- Importer

std::vector<Value> Importer::Leaves(ValueId value) const {
  const auto tuple = tuples_.find(value);
  return tuple == tuples_.end() ? std::vector<Value>{values_[value.index()]} : tuple->second;
}

void Importer::SetLeaves(ValueId value, std::span<const Value> to) {
  if (module_.types().kind(module_.type(value)) == stablehlo::TypeKind::kTuple) {
    tuples_[value] = {to.begin(), to.end()};
  } else {
    Set(value, to[0]);
  }
}

// Tuples within tuples take a list, not the stack.
bool Importer::AppendShapes(TypeId type, std::vector<Shape>& out) {
  const stablehlo::TypeTable& types = module_.types();
  std::vector<TypeId> todo = {type};
  while (!todo.empty()) {
    const TypeId next = todo.back();
    todo.pop_back();
    switch (types.kind(next)) {
      case stablehlo::TypeKind::kTuple:
        for (size_t i = types.num_members(next); i > 0; --i) todo.push_back(types.member(next, i - 1));
        break;
      case stablehlo::TypeKind::kToken:
        out.push_back({ElementType::kI1, {}, true});
        break;
      case stablehlo::TypeKind::kTensor: {
        const std::optional<ElementType> element = stablehlo::ToElementType(types, types.element_type(next));
        if (!element || !types.num_elements(next)) return false;
        out.push_back({*element, Dims(types.dims(next))});
        if (!FitsMemory(out.back())) return false;
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

std::string_view Importer::PlaceOf(OpId op) {
  const stablehlo::Op& record = module_.op(op);
  const bool located = record.loc != stablehlo::kUnknownLoc;
  const uint64_t key = located ? record.loc.index() : uint64_t{record.source_offset} << 32;
  const auto [at, added] = places_.emplace(key, std::string_view());
  if (!added) return at->second;
  stablehlo::SourcePosition position = stablehlo::PositionOf(module_, record.loc);
  if (position.line == 0 && module_.source().is_text && record.source_offset != stablehlo::kNoOffset) {
    position = lines_.Position(record.source_offset);
    position.file = module_.source().file;
  }
  if (position.line == 0) return {};
  const std::string file = position.file.empty() ? "<program>" : position.file;
  return at->second = graph_.Keep(file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column));
}

Status Importer::DefineParameters(BlockId block, Body& body) {
  for (const ValueId argument : module_.block(block).args) {
    std::vector<Shape> shapes;
    if (!AppendShapes(module_.type(argument), shapes)) {
      return UnimplementedError("the shape of an argument is not known or too large");
    }
    std::vector<Value> leaves;
    for (const Shape& shape : shapes) leaves.push_back(body.Parameter(shape));
    SetLeaves(argument, leaves);
  }
  return OkStatus();
}

StatusOr<Body*> Importer::NewRegion(RegionId region, const Body& around) {
  const BlockId block = module_.region(region).first_block;
  if (!block.valid() || module_.block(block).next.valid()) {
    return UnimplementedError("a region that is not one block");
  }
  const int depth = depths_[&around] + 1;
  if (depth > kMaxBodyDepth) return UnimplementedError("regions nest too deeply");
  Body* body = graph_.NewBody();
  depths_[body] = depth;
  CPPJRT_RETURN_IF_ERROR(DefineParameters(block, *body));
  pending_.push_back({block, body});
  return body;
}

Status Importer::ImportOp(OpId id, Body& body) {
  const stablehlo::Op& record = module_.op(id);
  if (record.opcode == Opcode::kUnregistered) return UnimplementedError("its dialect is not known");
  std::vector<Shape> shapes;
  for (const ValueId result : record.results()) {
    if (!AppendShapes(module_.type(result), shapes))
      return UnimplementedError("the shape of a result is not known or too large");
  }
  OpImport op(*this, id, body);
  return RuleOf(record.opcode)(op);
}

Status Importer::ImportBlock(Pending pending) {
  for (const OpId op : module_.ops(pending.block)) {
    if (stablehlo::Is(module_, op, stablehlo::Trait::kTerminator)) {
      for (const ValueId value : module_.op(op).operands()) {
        const std::vector<Value> leaves = Leaves(value);
        pending.body->results.insert(pending.body->results.end(), leaves.begin(), leaves.end());
      }
      break;
    }
    graph_.place = PlaceOf(op);
    const Status status = ImportOp(op, *pending.body);
    if (!status.ok()) return status.WithContext(stablehlo::PlaceOf(module_, op));
  }
  return OkStatus();
}

Status Importer::Run(OpId entry) {
  const stablehlo::Function function(module_, entry);
  if (!function.body().valid()) return InvalidArgumentError("the entry function has no body");
  if (module_.block(function.body()).next.valid()) return UnimplementedError("a function of several blocks");
  graph_.name = function.name();
  CPPJRT_RETURN_IF_ERROR(DefineParameters(function.body(), graph_.entry()));
  pending_.push_back({function.body(), &graph_.entry()});
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    CPPJRT_RETURN_IF_ERROR(ImportBlock(next));
  }
  graph_.place = {};
  return OkStatus();
}

StatusOr<std::unique_ptr<Graph>> Import(Module& module, OpId entry, const ImportOptions& options) {
  if (!entry.valid()) return InvalidArgumentError("the program has no entry function");
  auto graph = std::make_unique<Graph>();
  CPPJRT_RETURN_IF_ERROR(Importer(module, options, *graph).Run(entry));
  return graph;
}

}  // namespace cppjrt::cpu
