#include "stablehlo/sdy/attributes.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "stablehlo/sdy/cursor.h"

namespace cppjrt::stablehlo::sdy {
namespace {

// ---- Names of kinds around attributes

// Parts of attributes may be written with their whole name: #sdy.sharding<…>.
void TakeName(Cursor& c, std::string_view kind) { c.Take("#sdy." + std::string(kind)); }

// ---- Axes

bool ReadPart(Cursor& c, AxisRef& axis) {
  TakeName(c, "axis_ref");
  if (!c.Quoted(axis.name)) return false;
  if (!c.Take(":")) return true;
  SubAxis& sub_axis = axis.sub_axis.emplace();
  return c.Expect("(") && c.Integer(sub_axis.pre_size) && c.Expect(")") && c.Integer(sub_axis.size);
}

bool ReadAxes(Cursor& c, AxisList& axes, bool at_least_one) {
  return c.Expect("{") && c.List("}", at_least_one, [&] { return ReadPart(c, axes.emplace_back()); });
}

bool ReadPart(Cursor& c, AxisList& axes) {
  TakeName(c, "axis_ref_list");
  return ReadAxes(c, axes, false);
}

bool ReadPart(Cursor& c, AxesPerDim& axes) {
  return c.Expect("[") && c.List("]", false, [&] { return ReadPart(c, axes.dims.emplace_back()); });
}

bool ReadPart(Cursor& c, ManualAxes& axes) {
  return c.Expect("{") && c.List("}", false, [&] { return c.Quoted(axes.names.emplace_back()); });
}

// ---- Meshes

std::string MeshProblem(const Mesh& mesh) {
  for (const MeshAxis& axis : mesh.axes) {
    if (axis.size <= 0) return "axis size must be at least 1, got: " + std::to_string(axis.size);
  }
  for (const int64_t id : mesh.device_ids) {
    if (id < 0) return "device id must be non-negative, got: " + std::to_string(id);
  }
  if (mesh.axes.empty()) {
    return mesh.device_ids.size() > 1 ? "axes is empty and device_ids has more than one element" : "";
  }
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (mesh.Find(mesh.axes[i].name) != i) return "duplicate axis name: \"" + std::string(mesh.axes[i].name) + "\"";
  }
  if (mesh.device_ids.empty()) return {};
  int64_t total = 1;
  const auto count = static_cast<int64_t>(mesh.device_ids.size());
  for (const MeshAxis& axis : mesh.axes) {
    if (__builtin_mul_overflow(total, axis.size, &total)) total = -1;
    if (total < 0 || total > count) break;
  }
  if (total != count) {
    return "total product of axis sizes must match the number of device ids, " + std::to_string(count);
  }
  std::vector<int64_t> sorted = mesh.device_ids;
  std::ranges::sort(sorted);
  for (int64_t i = 0; i < count; ++i) {
    if (sorted[static_cast<size_t>(i)] != i) return "sorted device ids must be 0 to " + std::to_string(count - 1);
  }
  return {};
}

bool ReadMeshAxis(Cursor& c, MeshAxis& axis) {
  TakeName(c, "mesh_axis");
  return c.Quoted(axis.name) && c.Expect("=") && c.Integer(axis.size);
}

bool ReadPart(Cursor& c, Mesh& mesh) {
  TakeName(c, "mesh");
  if (!c.Expect("<") || !c.Expect("[")) return false;
  if (!c.List("]", false, [&] { return ReadMeshAxis(c, mesh.axes.emplace_back()); })) return false;
  if (c.Take(",")) {
    if (!c.TakeWord("device_ids")) return c.Expected("device_ids");
    if (!c.Expect("=") || !c.Expect("[")) return false;
    if (!c.List("]", true, [&] { return c.Integer(mesh.device_ids.emplace_back()); })) return false;
  }
  if (!c.Expect(">")) return false;
  if (std::string problem = MeshProblem(mesh); !problem.empty()) return c.Fail(std::move(problem));
  if (!mesh.axes.empty() && std::ranges::is_sorted(mesh.device_ids)) mesh.device_ids.clear();
  return true;
}

// ---- Shardings

// "p3".
bool ReadPriority(Cursor& c, DimSharding& dim) {
  const std::string_view word = c.Word();
  if (word.empty()) return true;
  const std::string_view digits = word.substr(1);
  if (word[0] != 'p' || digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return c.Fail("expected a priority such as p0, found '" + std::string(word) + "'");
  }
  if (digits[0] == '0' && digits.size() > 1) return c.Fail("a priority has leading zeros: '" + std::string(word) + "'");
  int64_t value = 0;
  if (!Cursor(digits).Integer(value)) return c.Fail("a priority has more than 64 bits");
  dim.priority = value;
  return true;
}

bool ReadPart(Cursor& c, DimSharding& dim) {
  TakeName(c, "dimension_sharding");
  if (!c.Expect("{")) return false;
  while (!c.Take("}")) {
    if (!dim.axes.empty() && !c.Expect(",")) return false;
    if (c.Take("?")) {
      dim.closed = false;
      if (!c.Expect("}")) return false;
      break;
    }
    if (!ReadPart(c, dim.axes.emplace_back())) return false;
  }
  return ReadPriority(c, dim);
}

std::optional<Reduction> ReductionOf(std::string_view word) {
  constexpr std::string_view kNames[] = {"sum", "max", "min"};
  const auto found = std::ranges::find(kNames, word);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Reduction>(found - std::begin(kNames));
}

// ", replicated={…}, unreduced={…}", in any order, each at most once.
bool ReadOtherAxes(Cursor& c, TensorSharding& sharding) {
  while (c.Take(",")) {
    if (sharding.replicated.empty() && c.TakeWord("replicated")) {
      if (!c.Expect("=") || !ReadAxes(c, sharding.replicated, true)) return false;
    } else if (sharding.unreduced.empty() && c.TakeWord("unreduced")) {
      if (c.Take("=")) {
        const std::string_view word = c.Word();
        const std::optional<Reduction> reduction = ReductionOf(word);
        if (!word.empty() && !reduction) return c.Fail("expected sum, max or min, found '" + std::string(word) + "'");
        sharding.reduction = reduction.value_or(Reduction::kSum);
      }
      if (!ReadAxes(c, sharding.unreduced, true)) return false;
    } else {
      return c.Expected("replicated or unreduced, each at most once");
    }
  }
  return true;
}

bool ReadPart(Cursor& c, TensorSharding& sharding) {
  TakeName(c, "sharding");
  if (!c.Expect("<")) return false;
  if (c.TakeWord("mesh")) {
    if (!ReadPart(c, sharding.inline_mesh.emplace())) return false;
  } else if (!c.Symbol(sharding.mesh_name)) {
    return false;
  }
  return c.Expect(",") && c.Expect("[") &&
         c.List("]", false, [&] { return ReadPart(c, sharding.dims.emplace_back()); }) && ReadOtherAxes(c, sharding) &&
         c.Expect(">");
}

bool ReadPart(Cursor& c, ShardingPerValue& value) {
  return c.Expect("<") && c.Expect("[") &&
         c.List("]", false, [&] { return ReadPart(c, value.shardings.emplace_back()); }) && c.Expect(">");
}

bool ReadAllToAllParam(Cursor& c, AllToAllParam& param) {
  TakeName(c, "all_to_all_param");
  return ReadAxes(c, param.axes, false) && c.Expect(":") && c.Integer(param.source) && c.Expect("->") &&
         c.Integer(param.target);
}

bool ReadPart(Cursor& c, AllToAllParams& value) {
  return c.Expect("[") && c.List("]", false, [&] { return ReadAllToAllParam(c, value.params.emplace_back()); });
}

// ---- Rules

constexpr int64_t kFactorZ = 'z' - 'i';

// Takes one factor from the front of "ijz_2": "i" to "z" are 0 to 17, "z_1" is 18.
bool TakeFactor(Cursor& c, std::string_view& word, int64_t& factor) {
  if (!word.starts_with("z_")) {
    const char symbol = word[0];
    if (symbol < 'i' || symbol > 'z') {
      return c.Fail("expected a factor from 'i' to 'z', found '" + std::string(1, symbol) + "'");
    }
    factor = symbol - 'i';
    word.remove_prefix(1);
    return true;
  }
  const size_t end = std::min(word.find_first_not_of("0123456789", 2), word.size());
  const std::string_view digits = word.substr(2, end - 2);
  if (digits.empty()) return c.Fail("expected a number after 'z_', found '" + std::string(word) + "'");
  if (digits[0] == '0') return c.Fail("expected a positive number after 'z_', found '" + std::string(digits) + "'");
  constexpr size_t kMaxDigits = 9;
  int64_t number = 0;
  if (digits.size() > kMaxDigits || !Cursor(digits).Integer(number))
    return c.Fail("the number of a factor is too large");
  factor = number + kFactorZ;
  word.remove_prefix(end);
  return true;
}

bool TakeFactors(Cursor& c, std::string_view word, std::vector<int64_t>& factors) {
  while (!word.empty()) {
    if (!TakeFactor(c, word, factors.emplace_back())) return false;
  }
  return true;
}

// "[i, jk]". A dimension without a word has no factors, which is wrong for an op but not in the text.
bool ReadMapping(Cursor& c, ShardingRule::Mapping& mapping) {
  TakeName(c, "tensor_mapping");
  return c.Expect("[") && c.List("]", false, [&] { return TakeFactors(c, c.Word(), mapping.emplace_back()); });
}

bool ReadMappings(Cursor& c, std::vector<ShardingRule::Mapping>& mappings) {
  return c.Expect("(") && c.List(")", true, [&] { return ReadMapping(c, mappings.emplace_back()); });
}

// "{i=2, j=4}", or nothing.
bool ReadFactorSizes(Cursor& c, std::vector<int64_t>& sizes) {
  return !c.Take("{") || c.List("}", false, [&] {
    std::string_view word = c.Word();
    int64_t factor = 0;
    if (word.empty()) return c.Expected("a factor");
    if (!TakeFactor(c, word, factor)) return false;
    if (factor != static_cast<int64_t>(sizes.size())) return c.Fail("factors must come in order: i, j, k, …");
    if (!word.empty()) return c.Fail("expected a single factor, found '" + std::string(word) + "' after it");
    return c.Expect("=") && c.Integer(sizes.emplace_back());
  });
}

// "reduction={i, j}", or nothing.
bool ReadFactors(Cursor& c, std::string_view name, std::vector<int64_t>& factors) {
  if (!c.TakeWord(name)) return true;
  if (!c.Expect("=")) return false;
  return !c.Take("{") || c.List("}", false, [&] {
    std::string_view word = c.Word();
    if (word.empty()) return c.Expected("a factor");
    return TakeFactor(c, word, factors.emplace_back());
  });
}

bool ReadPart(Cursor& c, ShardingRule& rule) {
  if (!c.Expect("<") || !ReadMappings(c, rule.operands) || !c.Expect("->") || !ReadMappings(c, rule.results) ||
      !ReadFactorSizes(c, rule.factor_sizes) || !ReadFactors(c, "reduction", rule.reduction) ||
      !ReadFactors(c, "need_replication", rule.need_replication) || !ReadFactors(c, "permutation", rule.permutation) ||
      !ReadFactors(c, "blocked_propagation", rule.blocked_propagation)) {
    return false;
  }
  if (c.Take(",") && !c.TakeWord("custom")) return c.Expected("custom");
  return c.Expect(">");
}

// ---- Edges of propagation

bool ReadEdgeValue(Cursor& c, EdgeValue& value) {
  TakeName(c, "edge_value_ref");
  const std::string_view word = c.Word();
  if (word != "operand" && word != "result")
    return c.Fail("expected operand or result, found '" + std::string(word) + "'");
  value.is_result = word == "result";
  return c.Expect("-") && c.Integer(value.index);
}

bool ReadEdgeAxis(Cursor& c, EdgeAxis& axis) {
  return c.Expect("{") && ReadPart(c, axis.axis) && c.Expect("=") && ReadEdgeValue(c, axis.source) && c.Expect("->") &&
         c.Expect("[") && c.List("]", true, [&] { return ReadEdgeValue(c, axis.targets.emplace_back()); }) &&
         c.Expect("}");
}

bool ReadEdgeStep(Cursor& c, EdgeStep& step) {
  if (!c.Expect("{")) return false;
  if (!c.TakeWord("step")) return c.Expected("step");
  return c.Expect("-") && c.Integer(step.step) && c.Expect("=") && c.Expect("[") &&
         c.List("]", true, [&] { return ReadEdgeAxis(c, step.axes.emplace_back()); }) && c.Expect("}");
}

std::string EdgeProblem(const EdgeAxis& axis) {
  for (size_t i = 0; i < axis.targets.size(); ++i) {
    if (axis.targets[i] == axis.source) return "a source is also a target of an edge";
    if (std::ranges::find(axis.targets, axis.targets[i]) != axis.targets.begin() + static_cast<std::ptrdiff_t>(i)) {
      return "a target of axis \"" + std::string(axis.axis.name) + "\" is given twice";
    }
  }
  return {};
}

std::string StepsProblem(const std::vector<EdgeStep>& steps) {
  for (size_t i = 0; i < steps.size(); ++i) {
    const std::string number = std::to_string(steps[i].step);
    if (steps[i].step < 0) return "a step of propagation is negative: " + number;
    const auto same = std::ranges::find(steps, steps[i].step, &EdgeStep::step);
    if (same != steps.begin() + static_cast<std::ptrdiff_t>(i)) return "step " + number + " is given twice";
    for (const EdgeAxis& axis : steps[i].axes) {
      if (std::string problem = EdgeProblem(axis); !problem.empty()) return problem;
    }
  }
  return {};
}

bool ReadPart(Cursor& c, PropagationEdges& edges) {
  if (!c.Expect("<") || !c.Expect("[") ||
      !c.List("]", true, [&] { return ReadEdgeStep(c, edges.steps.emplace_back()); }) || !c.Expect(">")) {
    return false;
  }
  std::string problem = StepsProblem(edges.steps);
  return problem.empty() || c.Fail(std::move(problem));
}

// ---- Words

bool ReadPart(Cursor& c, Direction& direction) {
  constexpr std::string_view kNames[] = {"NONE", "FORWARD", "BACKWARD", "BOTH"};
  const auto found = std::ranges::find(kNames, c.Word());
  if (found == std::end(kNames)) return c.Fail("expected NONE, FORWARD, BACKWARD or BOTH");
  direction = static_cast<Direction>(found - std::begin(kNames));
  return true;
}

bool ReadPart(Cursor& c, Reduction& reduction) {
  const std::optional<Reduction> found = ReductionOf(c.Word());
  if (!found) return c.Fail("expected sum, max or min");
  reduction = *found;
  return true;
}

// ---- Whole attributes

template <typename T>
bool ReadWhole(std::string_view text, std::string_view kind, T& out, std::string& problem) {
  if (KindOf(text) != kind) {
    problem = "expected #sdy." + std::string(kind) + ", found " + std::string(text);
    return false;
  }
  const bool dotted = text.starts_with("#sdy.");
  text.remove_prefix(std::string_view("#sdy.").size());
  if (!dotted) text.remove_suffix(1);
  Cursor cursor(text);
  cursor.Take(kind);
  out = T();
  if (ReadPart(cursor, out) && cursor.End()) return true;
  problem = cursor.problem();
  return false;
}

template <typename T>
std::string ProblemOf(std::string_view text) {
  T value = T();
  std::string problem;
  Read(text, value, problem);
  return problem;
}

struct Kind {
  std::string_view name;
  std::string (*problem)(std::string_view text);
};

constexpr Kind kKinds[] = {
    {"mesh", ProblemOf<Mesh>},
    {"sharding", ProblemOf<TensorSharding>},
    {"sharding_per_value", ProblemOf<ShardingPerValue>},
    {"manual_axes", ProblemOf<ManualAxes>},
    {"axis_ref_list", ProblemOf<AxisList>},
    {"list_of_axis_ref_lists", ProblemOf<AxesPerDim>},
    {"all_to_all_param_list", ProblemOf<AllToAllParams>},
    {"op_sharding_rule", ProblemOf<ShardingRule>},
    {"propagation_edges", ProblemOf<PropagationEdges>},
    {"propagation_direction", ProblemOf<Direction>},
    {"reduction_op", ProblemOf<Reduction>},
};

// Kinds that are only parts of others; what they say is not read by themselves.
constexpr std::string_view kParts[] = {
    "mesh_axis",      "sub_axis_info",    "axis_ref",       "dimension_sharding",          "dim_mapping",
    "tensor_mapping", "all_to_all_param", "edge_value_ref", "axis_to_propagation_details", "propagation_one_step",
    "edge_node_type",
};

}  // namespace

std::optional<size_t> Mesh::Find(std::string_view axis) const {
  const auto found = std::ranges::find(axes, axis, &MeshAxis::name);
  if (found == axes.end()) return std::nullopt;
  return static_cast<size_t>(found - axes.begin());
}

std::string_view KindOf(std::string_view text) {
  constexpr size_t kPrefix = std::string_view("#sdy.").size();
  const bool angle = text.starts_with("#sdy<") && text.ends_with('>');
  if (!angle && !text.starts_with("#sdy.")) return {};
  text.remove_prefix(kPrefix);
  const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  return text.substr(0, end);
}

bool Read(std::string_view text, Mesh& out, std::string& problem) { return ReadWhole(text, "mesh", out, problem); }
bool Read(std::string_view text, TensorSharding& out, std::string& problem) {
  return ReadWhole(text, "sharding", out, problem);
}
bool Read(std::string_view text, ShardingPerValue& out, std::string& problem) {
  return ReadWhole(text, "sharding_per_value", out, problem);
}
bool Read(std::string_view text, ManualAxes& out, std::string& problem) {
  return ReadWhole(text, "manual_axes", out, problem);
}
bool Read(std::string_view text, AxisList& out, std::string& problem) {
  return ReadWhole(text, "axis_ref_list", out, problem);
}
bool Read(std::string_view text, AxesPerDim& out, std::string& problem) {
  return ReadWhole(text, "list_of_axis_ref_lists", out, problem);
}
bool Read(std::string_view text, AllToAllParams& out, std::string& problem) {
  return ReadWhole(text, "all_to_all_param_list", out, problem);
}
bool Read(std::string_view text, ShardingRule& out, std::string& problem) {
  return ReadWhole(text, "op_sharding_rule", out, problem);
}
bool Read(std::string_view text, PropagationEdges& out, std::string& problem) {
  return ReadWhole(text, "propagation_edges", out, problem);
}
bool Read(std::string_view text, Direction& out, std::string& problem) {
  return ReadWhole(text, "propagation_direction", out, problem);
}
bool Read(std::string_view text, Reduction& out, std::string& problem) {
  return ReadWhole(text, "reduction_op", out, problem);
}

std::string Problem(std::string_view text) {
  const std::string_view name = KindOf(text);
  const auto kind = std::ranges::find(kKinds, name, &Kind::name);
  if (kind != std::end(kKinds)) return kind->problem(text);
  if (std::ranges::find(kParts, name) != std::end(kParts)) return {};
  return "sdy has no attribute of this name";
}

}  // namespace cppjrt::stablehlo::sdy
