#include "cli/program_facts.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "cli/program.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/text/printer.h"

namespace cppjrt::cli {
namespace {

using namespace stablehlo;  // NOLINT: this file is about its names

// Larger programs are not written again and again to find the oldest version.
constexpr size_t kMaxSizeToWrite = size_t{16} << 20;

std::string FormOf(const Module& module) {
  if (module.source().is_text) return "text";
  constexpr std::string_view kProducer = "StableHLO_v";
  return module.producer().starts_with(kProducer) ? "artifact " + module.producer().substr(kProducer.size())
                                                  : "bytecode";
}

// Attributes that matter to whoever calls the program.
void ReadArgumentAttrs(const Module& module, AttrId dictionary, ArgumentFacts& argument) {
  const AttrTable& attrs = module.attrs();
  if (!attrs.Is(dictionary, AttrKind::kDictionary)) return;
  for (size_t i = 0; i < attrs.size(dictionary); ++i) {
    const NamedAttr entry = attrs.entry(dictionary, i);
    const std::string_view name = module.name(entry.name);
    if (name == "tf.aliasing_output" && attrs.Is(entry.value, AttrKind::kInteger)) {
      argument.aliases = attrs.integer(entry.value);
    } else if (name == "jax.buffer_donor") {
      argument.donor = !attrs.Is(entry.value, AttrKind::kBool) || PrintAttr(module, entry.value) == "true";
    } else if (name == "mhlo.sharding" || name == "sdy.sharding") {
      argument.sharding = PrintAttr(module, entry.value);
    }
  }
}

void ReadSignature(const Module& module, const CostAnalysis& costs, ProgramFacts& facts) {
  const Function entry(module, costs.entry());
  const TypeTable& types = module.types();
  facts.entry = "@" + std::string(entry.name());
  if (!entry.type() || types.kind(entry.type()) != TypeKind::kFunction) return;
  for (size_t i = 0; i < types.num_inputs(entry.type()); ++i) {
    const TypeId type = types.input(entry.type(), i);
    ArgumentFacts argument{{TypeText(module, type), costs.bytes(type)}, {}, false, {}};
    ReadArgumentAttrs(module, entry.argument_attrs(i), argument);
    facts.arguments.push_back(std::move(argument));
  }
  for (size_t i = 0; i < types.num_results(entry.type()); ++i) {
    const TypeId type = types.result(entry.type(), i);
    facts.results.push_back({TypeText(module, type), costs.bytes(type)});
  }
}

// Every version from 0.9 on that had a release of its own, by minor number. A number that none had is read as its like.
std::string OldestVersion(Module& module) {
  std::vector<Version> versions;
  for (uint16_t minor = 9; minor <= 20; ++minor) versions.push_back({0, minor, 0});
  for (uint16_t minor = 0; minor <= kNewestVersion.minor; ++minor) versions.push_back({1, minor, 0});
  const auto cannot_say = [&](const Version& version) { return !WriteArtifact(module, version).ok(); };
  const auto oldest = std::partition_point(versions.begin(), versions.end(), cannot_say);
  return oldest == versions.end() ? std::string() : oldest->ToString();
}

NodeKind KindOf(const Module& module, OpId op, const Cost& cost) {
  const Op& record = module.op(op);
  if (Is(module, op, Trait::kTerminator)) return NodeKind::kResult;
  if (Is(module, op, Trait::kCollective)) return NodeKind::kCollective;
  if (Is(module, op, Trait::kElementwise)) return NodeKind::kElementwise;
  if (record.opcode == Opcode::kWhile || record.opcode == Opcode::kIf || record.opcode == Opcode::kCase ||
      record.opcode == Opcode::kCall || record.opcode == Opcode::kComposite || record.opcode == Opcode::kCustomCall) {
    return NodeKind::kControl;
  }
  return cost.flops + cost.transcendentals > 0 ? NodeKind::kCompute : NodeKind::kMovement;
}

// The nodes of one function, as many as there is room for.
class NodeReader {
 public:
  NodeReader(Module& module, const CostAnalysis& costs, FunctionFacts& facts, size_t room)
      : module_(module), costs_(costs), facts_(facts), room_(room), lines_(module.source().bytes) {}

  void Read(OpId function) {
    const BlockId body = module_.entry_block(function);
    if (!body) return;
    for (size_t i = 0; i < module_.block(body).args.size(); ++i) {
      const ValueId value = module_.block(body).args[i];
      Node node;
      node.kind = NodeKind::kArgument;
      node.label = "argument " + std::to_string(i);
      Add(std::move(node), std::span(&value, 1));
    }
    for (OpId op : module_.ops(body)) {
      if (!Is(module_, op, Trait::kConstantLike)) ReadOp(op);
    }
  }

 private:
  void ReadOp(OpId op) {
    if (facts_.nodes.size() >= room_) {
      ++facts_.left_out;
      return;
    }
    Node node;
    node.cost = costs_.op(op);
    node.kind = KindOf(module_, op, node.cost);
    node.label = node.kind == NodeKind::kResult ? "results" : ShortName(module_, op);
    node.where = WhereIs(op);
    AddInputs(op, node);
    std::vector<ValueId> results;
    for (ValueId value : module_.op(op).results()) results.push_back(value);
    Add(std::move(node), results);
  }

  // Where loc(…) says it comes from, else where it stands in the text.
  std::string WhereIs(OpId op) {
    SourcePosition position = PositionOf(module_, module_.ResolveLocation(module_.op(op).loc));
    const uint32_t offset = module_.op(op).source_offset;
    if (position.file.empty() && module_.source().is_text && offset != kNoOffset) {
      position = lines_.Position(offset);
      position.file = module_.source().file;
    }
    if (position.file.empty() && position.line == 0) return {};
    return position.file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
  }

  // What it reads, also from inside its regions.
  void AddInputs(OpId op, Node& node) {
    for (OpId inner : PreOrder(module_, op)) {
      for (ValueId operand : module_.op(inner).operands()) {
        const auto found = node_of_.find(operand.index());
        if (found == node_of_.end()) continue;
        if (std::find(node.inputs.begin(), node.inputs.end(), found->second) == node.inputs.end()) {
          node.inputs.push_back(found->second);
        }
      }
    }
  }

  void Add(Node node, std::span<const ValueId> values) {
    if (facts_.nodes.size() >= room_) {
      ++facts_.left_out;
      return;
    }
    for (ValueId value : values) {
      if (node.type.empty()) node.type = TypeText(module_, module_.type(value));
      node.bytes += costs_.bytes(module_.type(value)).value_or(0);
      node_of_[value.index()] = facts_.nodes.size();
    }
    facts_.nodes.push_back(std::move(node));
  }

  Module& module_;
  const CostAnalysis& costs_;
  FunctionFacts& facts_;
  const size_t room_;
  LineTable lines_;
  std::unordered_map<uint32_t, size_t> node_of_;  // by value
};

void CountOps(const Module& module, OpId function, bool is_entry, const CostAnalysis& costs,
              std::map<std::string, OpCount>& counts, int64_t& operations) {
  for (OpId op : PreOrder(module, function)) {
    if (op == function) continue;
    ++operations;
    const std::string name(OpName(module, op));
    OpCount& count = counts[name];
    count.name = name;
    ++count.count;
    if (is_entry && module.parent(op) == function) count.cost += costs.op(op);
  }
}

void ReadFunctions(Module& module, const CostAnalysis& costs, ProgramFacts& facts) {
  std::vector<OpId> functions;
  for (OpId op : module.ops(module.body())) {
    if (module.op(op).opcode == Opcode::kFunc) functions.push_back(op);
  }
  const auto entry = std::find(functions.begin(), functions.end(), costs.entry());
  if (entry != functions.end()) std::rotate(functions.begin(), entry, entry + 1);
  std::map<std::string, OpCount> counts;
  size_t room = kMaxNodes;
  for (OpId op : functions) {
    FunctionFacts function{std::string(SymbolName(module, op)), 0, costs.op(op), {}, 0};
    CountOps(module, op, op == costs.entry(), costs, counts, function.operations);
    NodeReader(module, costs, function, room).Read(op);
    room -= function.nodes.size();
    facts.operations += function.operations;
    facts.functions.push_back(std::move(function));
  }
  for (auto& [name, count] : counts) facts.ops.push_back(std::move(count));
  std::sort(facts.ops.begin(), facts.ops.end(), [](const OpCount& a, const OpCount& b) {
    return a.count != b.count ? a.count > b.count : a.name < b.name;
  });
}

}  // namespace

std::string TypeText(const Module& module, TypeId type) {
  const StatusOr<pjrt::ArrayShape> shape = ShapeOf(module, type);
  return shape.ok() ? ToString(*shape) : PrintType(module, type);
}

std::string ShortName(const Module& module, OpId op) {
  std::string_view name = OpName(module, op);
  constexpr std::string_view kDialect = "stablehlo.";
  if (name.starts_with(kDialect)) name.remove_prefix(kDialect.size());
  return std::string(name);
}

ProgramFacts LookAt(Module& module, size_t size) {
  ProgramFacts facts;
  facts.size = size;
  facts.form = FormOf(module);
  const CostAnalysis costs(module);
  facts.cost = costs.program();
  if (costs.entry()) {
    ReadSignature(module, costs, facts);
    facts.memory = LookAtMemory(module, costs, facts.arguments);
  }
  ReadFunctions(module, costs, facts);
  if (size <= kMaxSizeToWrite) facts.oldest_version = OldestVersion(module);
  return facts;
}

}  // namespace cppjrt::cli
