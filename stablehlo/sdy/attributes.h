// The attributes of the sdy dialect (Shardy), read from the text that a module keeps of them.
//
//   std::string problem;
//   TensorSharding sharding;
//   Read("#sdy.sharding<@mesh, [{\"x\", ?}, {\"y\":(1)2}], replicated={\"z\"}>", sharding, problem) == true
//   sharding.mesh_name == "mesh"; sharding.dims[1].axes[0].sub_axis->size == 2
//
// Texts and names in them are views into the text that was read.
#ifndef CPPJRT_STABLEHLO_SDY_ATTRIBUTES_H_
#define CPPJRT_STABLEHLO_SDY_ATTRIBUTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cppjrt::stablehlo::sdy {

// "(2)4": the part of an axis of `size` that comes after a part of `pre_size`.
struct SubAxis {
  int64_t pre_size = 1;
  int64_t size = 1;
  friend bool operator==(const SubAxis&, const SubAxis&) = default;
};

// "x" or "x":(2)4.
struct AxisRef {
  std::string_view name;
  std::optional<SubAxis> sub_axis = {};
  friend bool operator==(const AxisRef&, const AxisRef&) = default;
};
using AxisList = std::vector<AxisRef>;

struct MeshAxis {
  std::string_view name;
  int64_t size = 0;
  friend bool operator==(const MeshAxis&, const MeshAxis&) = default;
};

// <["x"=2, "y"=4], device_ids=[…]>.
struct Mesh {
  std::vector<MeshAxis> axes;
  std::vector<int64_t> device_ids;  // empty if they are in order, 0, 1, …
  bool empty() const { return axes.empty() && device_ids.empty(); }
  // All of the array is on one device.
  bool maximal() const { return axes.empty() && device_ids.size() == 1; }
  // The position of an axis, or none.
  std::optional<size_t> Find(std::string_view axis) const;
  friend bool operator==(const Mesh&, const Mesh&) = default;
};

// {"x", "y":(1)2, ?}p3.
struct DimSharding {
  AxisList axes;
  bool closed = true;
  std::optional<int64_t> priority = {};
  friend bool operator==(const DimSharding&, const DimSharding&) = default;
};

enum class Reduction : uint8_t { kSum, kMax, kMin };

// <@mesh, [{"x"}, {}], replicated={"y"}, unreduced={"z"}>.
struct TensorSharding {
  std::string_view mesh_name;       // empty if the mesh is written out
  std::optional<Mesh> inline_mesh;  // where it is
  std::vector<DimSharding> dims;
  AxisList replicated;
  AxisList unreduced;
  Reduction reduction = Reduction::kSum;
  bool SameMesh(const TensorSharding& other) const {
    return mesh_name == other.mesh_name && inline_mesh == other.inline_mesh;
  }
};

struct ShardingPerValue {
  std::vector<TensorSharding> shardings;
};

struct ManualAxes {
  std::vector<std::string_view> names;
};

// [{"x"}, {}].
struct AxesPerDim {
  std::vector<AxisList> dims;
};

// {"x"}: 0->2.
struct AllToAllParam {
  AxisList axes;
  int64_t source = 0;
  int64_t target = 0;
};
struct AllToAllParams {
  std::vector<AllToAllParam> params;
};

// ([i, jk])->([i]) {i=2, j=4, k=8} reduction={j}; factors by number.
struct ShardingRule {
  using Mapping = std::vector<std::vector<int64_t>>;  // of a tensor: the factors of each dimension
  std::vector<Mapping> operands;
  std::vector<Mapping> results;
  std::vector<int64_t> factor_sizes;
  std::vector<int64_t> reduction;
  std::vector<int64_t> need_replication;
  std::vector<int64_t> permutation;
  std::vector<int64_t> blocked_propagation;
};

// operand-0, result-1.
struct EdgeValue {
  bool is_result = false;
  int64_t index = 0;
  friend bool operator==(const EdgeValue&, const EdgeValue&) = default;
};
struct EdgeAxis {
  AxisRef axis;
  EdgeValue source;
  std::vector<EdgeValue> targets;
};
struct EdgeStep {
  int64_t step = 0;
  std::vector<EdgeAxis> axes;
};
// [{step-1 = [{"x" = operand-0 -> [result-0]}]}].
struct PropagationEdges {
  std::vector<EdgeStep> steps;
};

enum class Direction : uint8_t { kNone, kForward, kBackward, kBoth };

// Each reads the whole text of an attribute. False if the text is not one of that kind, and then `problem` says what is
// wrong. Attributes that break a rule of their own, such as a mesh with the same axis twice, are wrong too.
bool Read(std::string_view text, Mesh& out, std::string& problem);
bool Read(std::string_view text, TensorSharding& out, std::string& problem);
bool Read(std::string_view text, ShardingPerValue& out, std::string& problem);
bool Read(std::string_view text, ManualAxes& out, std::string& problem);
bool Read(std::string_view text, AxisList& out, std::string& problem);
bool Read(std::string_view text, AxesPerDim& out, std::string& problem);
bool Read(std::string_view text, AllToAllParams& out, std::string& problem);
bool Read(std::string_view text, ShardingRule& out, std::string& problem);
bool Read(std::string_view text, PropagationEdges& out, std::string& problem);
bool Read(std::string_view text, Direction& out, std::string& problem);
bool Read(std::string_view text, Reduction& out, std::string& problem);

// "sharding" of "#sdy.sharding<…>" and "manual_axes" of "#sdy<manual_axes{…}>"; empty for other texts.
std::string_view KindOf(std::string_view text);

// What is wrong with the text of an sdy attribute of any kind, or empty.
std::string Problem(std::string_view text);

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_ATTRIBUTES_H_
