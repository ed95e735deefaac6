// Random programs of ops that can be shared, with random shardings of arguments, of values within and of the result, on 2, 4 and 8
// partitions: all get their parts of what the whole program gives.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "stablehlo/transforms/partition_testing.h"

namespace cppjrt::stablehlo {
namespace {

using Shape = std::vector<int64_t>;

struct Axis {
  const char* name;
  int64_t size;
};
struct RandomMesh {
  const char* text;
  int64_t partitions;
  std::vector<Axis> axes;
};

const RandomMesh kMeshes[] = {
    {R"("x"=2)", 2, {{"x", 2}}},
    {R"("x"=2, "y"=2)", 4, {{"x", 2}, {"y", 2}}},
    {R"("x"=2, "y"=4)", 8, {{"x", 2}, {"y", 4}}},
    {R"("x"=2, "y"=2, "z"=2)", 8, {{"x", 2}, {"y", 2}, {"z", 2}}},
};

std::string Join(const std::vector<int64_t>& list, const char* between) {
  std::string text;
  for (size_t i = 0; i < list.size(); ++i) text += (i == 0 ? "" : between) + std::to_string(list[i]);
  return text;
}

std::string TypeOf(const Shape& shape) { return "tensor<" + Join(shape, "x") + (shape.empty() ? "f32>" : "xf32>"); }

class RandomProgram {
 public:
  explicit RandomProgram(uint32_t seed) : random_(seed), mesh_(kMeshes[Below(std::size(kMeshes))]) {}

  Case Make() {
    Case c;
    c.mesh = mesh_.text;
    c.partitions = mesh_.partitions;
    std::string arguments;
    for (int i = 0; i < 3; ++i) {
      const Shape shape = AnyShape(1 + Below(3));
      values_.push_back({"%a" + std::to_string(i), shape});
      arguments += (i == 0 ? "" : ", ") + values_.back().name + ": " + TypeOf(shape);
      c.dims.push_back(shape);
      c.arguments.push_back(Below(4) == 0 ? "" : Sharding(shape, false));
    }
    Line("%zero = stablehlo.constant dense<0.0> : tensor<f32>");
    Line("%low = stablehlo.constant dense<-100.0> : tensor<f32>");
    Line("%no = stablehlo.constant dense<0> : tensor<i32>");
    Line("%one = stablehlo.constant dense<1> : tensor<i32>");
    Line("%three = stablehlo.constant dense<3> : tensor<i32>");
    for (int i = 0; i < 10; ++i) AnyOp();
    const Value result = values_.back();
    c.result = Below(4) == 0 ? "" : Sharding(result.shape, false);
    c.main = "(" + arguments + ") -> " + TypeOf(result.shape) + " {\n" + body_ + "  return " + result.name + " : " +
             TypeOf(result.shape) + "\n}";
    return c;
  }

 private:
  struct Value {
    std::string name;
    Shape shape;
  };

  size_t Below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random_); }
  void Line(const std::string& text) { body_ += "  " + text + "\n"; }
  int64_t AnyExtent() { return int64_t{2} << Below(3); }
  Shape AnyShape(size_t rank) {
    Shape shape;
    for (size_t d = 0; d < rank; ++d) shape.push_back(AnyExtent());
    return shape;
  }
  // Axes that divide the dimensions, each maybe used; "?" where the text may have it.
  std::string Sharding(const Shape& shape, bool open) {
    std::vector<std::string> dims(shape.size());
    Shape left = shape;
    for (const Axis& axis : mesh_.axes) {
      const size_t d = Below(shape.size() + 1);
      if (d == shape.size() || left[d] % axis.size != 0) continue;
      left[d] /= axis.size;
      dims[d] += (dims[d].empty() ? "\"" : ", \"") + std::string(axis.name) + "\"";
    }
    std::string text;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (open && Below(2) == 0) dims[d] += dims[d].empty() ? "?" : ", ?";
      text += (d == 0 ? "{" : ", {") + dims[d] + "}";
    }
    return S(text);
  }
  // A value of at least this rank, the newer the likelier.
  Value Any(size_t least_rank = 1) {
    for (int tries = 0; tries < 20; ++tries) {
      const size_t back = std::min(Below(values_.size()), Below(values_.size()));
      const Value& value = values_[values_.size() - 1 - back];
      if (value.shape.size() >= least_rank) return value;
    }
    const Shape shape = AnyShape(least_rank);
    return Iota(shape);
  }
  // Makes a value; "%" stands for its name.
  Value Make(const std::string& op, const Shape& shape) {
    const Value value{"%v" + std::to_string(values_.size()), shape};
    Line(value.name + " = " + op);
    values_.push_back(value);
    return value;
  }
  Value Iota(const Shape& shape) {
    return Make("stablehlo.iota dim = " + std::to_string(Below(shape.size())) + " : " + TypeOf(shape), shape);
  }
  // Something of that shape.
  Value Like(const Shape& shape) {
    for (size_t i = values_.size(); i-- > 0;) {
      if (values_[i].shape == shape && Below(2) == 0) return values_[i];
    }
    return Iota(shape);
  }
  std::string Call(const Value& from, const Shape& to) { return " : (" + TypeOf(from.shape) + ") -> " + TypeOf(to); }

  void AnyOp() {
    void (RandomProgram::* const kOps[])() = {
        &RandomProgram::Binary,  &RandomProgram::Binary,    &RandomProgram::Clamp,  &RandomProgram::Transpose,
        &RandomProgram::Reshape, &RandomProgram::Broadcast, &RandomProgram::Reduce, &RandomProgram::Dot,
        &RandomProgram::Slice,   &RandomProgram::Reverse,   &RandomProgram::Concat, &RandomProgram::Constraint,
        &RandomProgram::Loop,    &RandomProgram::Branch,    &RandomProgram::Sort,   &RandomProgram::Pad,
        &RandomProgram::Update,  &RandomProgram::Window,    &RandomProgram::Gather, &RandomProgram::Solve,
        &RandomProgram::Fft,
    };
    (this->*kOps[Below(std::size(kOps))])();
  }

  void Binary() {
    const Value a = Any();
    const Value b = Like(a.shape);
    constexpr const char* kNames[] = {"add", "subtract", "maximum"};
    Make("stablehlo." + std::string(kNames[Below(3)]) + " " + a.name + ", " + b.name + " : " + TypeOf(a.shape),
         a.shape);
  }
  // Keeps numbers small, so that sums are exact.
  Value Clamped(const Value& a) {
    return Make("stablehlo.remainder " + a.name + ", " + Splat(a.shape, "7.0").name + " : " + TypeOf(a.shape), a.shape);
  }
  Value Splat(const Shape& shape, const std::string& number) {
    return Make("stablehlo.constant dense<" + number + "> : " + TypeOf(shape), shape);
  }
  void Clamp() { Clamped(Any()); }
  void Transpose() {
    const Value a = Any();
    std::vector<int64_t> order(a.shape.size());
    for (size_t d = 0; d < order.size(); ++d) order[d] = static_cast<int64_t>(d);
    std::ranges::shuffle(order, random_);
    Shape shape;
    for (const int64_t d : order) shape.push_back(a.shape[static_cast<size_t>(d)]);
    Make("stablehlo.transpose " + a.name + ", dims = [" + Join(order, ", ") + "]" + Call(a, shape), shape);
  }
  void Reshape() {
    const Value a = Any();
    Shape shape = a.shape;
    const size_t d = Below(shape.size());
    if (Below(2) == 0 && d + 1 < shape.size() && shape[d] * shape[d + 1] <= 64) {
      shape[d] *= shape[d + 1];
      shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d) + 1);
    } else if (shape[d] % 2 == 0 && shape.size() < 4) {
      shape[d] /= 2;
      shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(d + Below(2)), 2);
    }
    Make("stablehlo.reshape " + a.name + Call(a, shape), shape);
  }
  void Broadcast() {
    const Value a = Any();
    if (a.shape.size() > 3) return;
    const size_t at = Below(a.shape.size() + 1);
    Shape shape = a.shape;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), AnyExtent());
    std::vector<int64_t> places;
    for (size_t d = 0; d < a.shape.size(); ++d) places.push_back(static_cast<int64_t>(d < at ? d : d + 1));
    Make("stablehlo.broadcast_in_dim " + a.name + ", dims = [" + Join(places, ", ") + "]" + Call(a, shape), shape);
  }
  void Reduce() {
    const Value a = Clamped(Any(2));
    const size_t d = Below(a.shape.size());
    Shape shape = a.shape;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
    const bool sums = Below(2) == 0;
    Make("stablehlo.reduce(" + a.name + " init: " +
             (sums ? "%zero) applies stablehlo.add" : "%low) applies stablehlo.maximum") + " across dimensions = [" +
             std::to_string(d) + "] : (" + TypeOf(a.shape) + ", tensor<f32>) -> " + TypeOf(shape),
         shape);
  }
  void Dot() {
    const Value a = Clamped(Any(2));
    const size_t d = Below(a.shape.size());
    const Value b = Clamped(Like({a.shape[d], AnyExtent()}));
    Shape shape = a.shape;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
    shape.push_back(b.shape[1]);
    Make("stablehlo.dot_general " + a.name + ", " + b.name + ", contracting_dims = [" + std::to_string(d) +
             "] x [0] : (" + TypeOf(a.shape) + ", " + TypeOf(b.shape) + ") -> " + TypeOf(shape),
         shape);
  }
  void Slice() {
    const Value a = Any();
    const size_t d = Below(a.shape.size());
    Shape shape = a.shape;
    shape[d] = std::max<int64_t>(1, shape[d] / 2);
    std::string ranges;
    for (size_t i = 0; i < shape.size(); ++i) {
      const int64_t start = i == d ? static_cast<int64_t>(Below(static_cast<size_t>(a.shape[i] - shape[i] + 1))) : 0;
      ranges += (i == 0 ? "" : ", ") + std::to_string(start) + ":" + std::to_string(start + shape[i]);
    }
    Make("stablehlo.slice " + a.name + " [" + ranges + "]" + Call(a, shape), shape);
  }
  void Reverse() {
    const Value a = Any();
    std::vector<int64_t> dims;
    for (size_t d = 0; d < a.shape.size(); ++d) {
      if (Below(2) == 0) dims.push_back(static_cast<int64_t>(d));
    }
    Make("stablehlo.reverse " + a.name + ", dims = [" + Join(dims, ", ") + "] : " + TypeOf(a.shape), a.shape);
  }
  void Concat() {
    const Value a = Any();
    const Value b = Like(a.shape);
    const size_t d = Below(a.shape.size());
    Shape shape = a.shape;
    if (shape[d] > 16) return;
    shape[d] *= 2;
    Make("stablehlo.concatenate " + a.name + ", " + b.name + ", dim = " + std::to_string(d) + " : (" + TypeOf(a.shape) +
             ", " + TypeOf(b.shape) + ") -> " + TypeOf(shape),
         shape);
  }
  void Constraint() {
    const Value a = Any();
    const std::string text = Sharding(a.shape, true);
    Make("sdy.sharding_constraint " + a.name + " " + text.substr(text.find('<')) + " : " + TypeOf(a.shape), a.shape);
  }
  // Adds something up three times.
  void Loop() {
    const Value a = Clamped(Any());
    const Value start = Below(2) == 0 ? Splat(a.shape, "0.0") : Like(a.shape);
    const std::string name = "%v" + std::to_string(values_.size());
    const std::string type = TypeOf(a.shape);
    Line(name + "x:2 = stablehlo.while(%i = %no, %sum = " + start.name + ") : tensor<i32>, " + type + " cond {");
    Line("  %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>");
    Line("  stablehlo.return %go : tensor<i1>");
    Line("} do {");
    Line("  %next = stablehlo.add %sum, " + a.name + " : " + type);
    Line("  %j = stablehlo.add %i, %one : tensor<i32>");
    Line("  stablehlo.return %j, %next : tensor<i32>, " + type);
    Line("}");
    Make("stablehlo.negate " + name + "x#1 : " + type, a.shape);
  }
  void Branch() {
    const Value a = Any();
    const Value b = Like(a.shape);
    const std::string type = TypeOf(a.shape);
    Make(R"("stablehlo.case"(%one) ({ stablehlo.return )" + b.name + " : " + type + " }, { %n = stablehlo.negate " +
             a.name + " : " + type + " stablehlo.return %n : " + type + " }) : (tensor<i32>) -> " + type,
         a.shape);
  }
  void Sort() {
    const Value a = Any();
    Make(R"("stablehlo.sort"()" + a.name + ") <{dimension = " + std::to_string(Below(a.shape.size())) +
             " : i64}> ({ ^bb0(%l: tensor<f32>, %r: tensor<f32>): %less = stablehlo.compare LT, %l, %r : (tensor<f32>, "
             "tensor<f32>) -> tensor<i1> stablehlo.return %less : tensor<i1> })" +
             Call(a, a.shape),
         a.shape);
  }
  void Pad() {
    const Value a = Any();
    const size_t d = Below(a.shape.size());
    Shape shape = a.shape;
    if (shape[d] > 16) return;
    std::vector<int64_t> low(shape.size(), 0), none(shape.size(), 0);
    low[d] = shape[d];
    shape[d] *= 2;
    Make("stablehlo.pad " + a.name + ", %low, low = [" + Join(low, ", ") + "], high = [" + Join(none, ", ") +
             "], interior = [" + Join(none, ", ") + "] : (" + TypeOf(a.shape) + ", tensor<f32>) -> " + TypeOf(shape),
         shape);
  }
  void Update() {
    const Value a = Any();
    Shape shape = a.shape;
    const size_t d = Below(shape.size());
    shape[d] = std::max<int64_t>(1, shape[d] / 2);
    const Value b = Like(shape);
    std::string starts, types;
    for (size_t i = 0; i < shape.size(); ++i) {
      starts += i == d ? ", %one" : ", %no";
      types += ", tensor<i32>";
    }
    Make("stablehlo.dynamic_update_slice " + a.name + ", " + b.name + starts + " : (" + TypeOf(a.shape) + ", " +
             TypeOf(b.shape) + types + ") -> " + TypeOf(a.shape),
         a.shape);
  }

  // A running sum along one dimension.
  void Window() {
    const Value a = Clamped(Any());
    const size_t d = Below(a.shape.size());
    std::vector<int64_t> window(a.shape.size(), 1);
    window[d] = a.shape[d];
    std::string padding;
    for (size_t i = 0; i < window.size(); ++i) {
      padding += (i == 0 ? "[" : ", [") + std::to_string(window[i] - 1) + ", 0]";
    }
    Make(R"("stablehlo.reduce_window"()" + a.name + ", %zero) <{window_dimensions = array<i64: " + Join(window, ", ") +
             ">, padding = dense<[" + padding + "]> : tensor<" + std::to_string(window.size()) +
             "x2xi64>}> ({ ^bb0(%l: tensor<f32>, %r: tensor<f32>): %s = stablehlo.add %l, %r : tensor<f32> "
             "stablehlo.return %s : tensor<f32> }) : (" +
             TypeOf(a.shape) + ", tensor<f32>) -> " + TypeOf(a.shape),
         a.shape);
  }
  // Row i of the result is made of elements of row i.
  void Gather() {
    const Value a = Any(2);
    if (a.shape.size() != 2) return;
    const std::string name = "%v" + std::to_string(values_.size());
    const Shape shape = {a.shape[0], 4};
    const std::string indices = "tensor<" + Join({a.shape[0], 4, 1}, "x") + "xi32>";
    Line(name + "i = stablehlo.iota dim = 1 : " + indices);
    Make(R"("stablehlo.gather"()" + a.name + ", " + name +
             "i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims "
             "= [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], "
             "index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (" +
             TypeOf(a.shape) + ", " + indices + ") -> " + TypeOf(shape),
         shape);
  }
  // With the matrix of ones below its diagonal.
  void Solve() {
    const Value a = Clamped(Any(2));
    const size_t rank = a.shape.size();
    Shape square = a.shape;
    const bool left = Below(2) == 0;
    square[left ? rank - 1 : rank - 2] = a.shape[left ? rank - 2 : rank - 1];
    const Value ones = Splat(square, "1.0");
    Make(R"("stablehlo.triangular_solve"()" + ones.name + ", " + a.name +
             ") <{left_side = " + (left ? "true" : "false") +
             ", lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (" +
             TypeOf(square) + ", " + TypeOf(a.shape) + ") -> " + TypeOf(a.shape),
         a.shape);
  }
  // Of the last dimension, rounded to whole numbers.
  void Fft() {
    const Value a = Clamped(Any(2));
    Shape shape = a.shape;
    shape.back() = shape.back() / 2 + 1;
    std::string complex = TypeOf(shape);
    complex.replace(complex.find("f32"), 3, "complex<f32>");
    const std::string name = "%v" + std::to_string(values_.size());
    Line(name + "c = stablehlo.fft " + a.name + ", type = RFFT, length = [" + std::to_string(a.shape.back()) + "] : (" +
         TypeOf(a.shape) + ") -> " + complex);
    Line(name + "f = stablehlo.real " + name + "c : (" + complex + ") -> " + TypeOf(shape));
    Make("stablehlo.round_nearest_even " + name + "f : " + TypeOf(shape), shape);
  }

  std::mt19937 random_;
  const RandomMesh& mesh_;
  std::vector<Value> values_;
  std::string body_;
};

TEST(PartitionRandomTest, PartitionsGetTheirPartsOfWhatTheWholeProgramGives) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Case c = RandomProgram(seed).Make();
    ExpectSame(c);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "func.func @main" << c.main << "\nmesh " << c.mesh << "\narguments " << c.arguments[0] << ", "
                    << c.arguments[1] << ", " << c.arguments[2] << "\nresult " << c.result;
      return;
    }
  }
}

}  // namespace
}  // namespace cppjrt::stablehlo
