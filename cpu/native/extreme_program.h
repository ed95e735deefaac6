// For tests and fuzz/plan_fuzz.cc: programs of extreme sizes, strides, paddings, dilations and windows, made of bytes.
//
//   ExtremeProgram(bytes).Text();  // func.func @main(%0: tensor<8x3xf32>) -> … { %1 = stablehlo.pad %0 … }
//
// Every byte string is a program; most are accepted, as result types follow from operands and attributes. Equal bytes give equal
// programs.
#ifndef CPPJRT_CPU_NATIVE_EXTREME_PROGRAM_H_
#define CPPJRT_CPU_NATIVE_EXTREME_PROGRAM_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cppjrt::cpu {

class ExtremeProgram {
 public:
  explicit ExtremeProgram(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  std::string Text() {
    Extents extents;
    for (size_t i = Next() % 4; i > 0; --i) extents.push_back(Extent());
    values_.push_back({"%p", extents});
    const size_t ops = 1 + Next() % 8;
    for (size_t i = 0; i < ops; ++i) AddOp();
    const Value& last = values_.back();
    return "func.func @main(%p: " + Type(values_[0].extents) + ") -> " + Type(last.extents) + " {\n" + body_ +
           "  return " + last.name + " : " + Type(last.extents) + "\n}\n";
  }

 private:
  using Extents = std::vector<int64_t>;
  using Wide = __int128;
  struct Value {
    std::string name;
    Extents extents;
  };

  uint8_t Next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  template <size_t kSize>
  int64_t OneOf(const int64_t (&numbers)[kSize]) {
    return numbers[Next() % kSize];
  }
  int64_t Extent() {
    constexpr int64_t k1 = 1;
    return OneOf({1,        2,        3,        5,        8,        16,       100,
                  1000,     0,        64,       k1 << 10, k1 << 16, k1 << 20, (k1 << 31) - 1,
                  k1 << 31, k1 << 40, k1 << 44, k1 << 45, 4,        7,        31,
                  k1 << 46, k1 << 62, INT64_MAX});
  }
  // Of paddings, dilations, strides.
  int64_t Number() {
    constexpr int64_t k1 = 1;
    return OneOf({0, 1, 2, 3, 7, 16, k1 << 20, k1 << 31, k1 << 40, k1 << 46, k1 << 47, k1 << 50, k1 << 61, k1 << 62,
                  INT64_MAX, INT64_MAX - 1, 1, 1, 2});
  }
  int64_t Signed() { return Next() % 3 == 0 ? -Number() : Number(); }
  int64_t Positive() { return std::max<int64_t>(Number(), 1); }
  static int64_t Clamp(Wide number) { return static_cast<int64_t>(std::clamp<Wide>(number, 0, INT64_MAX)); }

  static std::string Type(const Extents& extents, const char* element = "f32") {
    std::string text = "tensor<";
    for (const int64_t d : extents) text += std::to_string(d) + "x";
    return text + element + ">";
  }
  static std::string List(const Extents& numbers) {
    std::string text;
    for (const int64_t n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
    return text;
  }
  static std::string Array(const Extents& numbers) {
    return numbers.empty() ? "array<i64>" : "array<i64: " + List(numbers) + ">";
  }
  Extents Of(size_t count, int64_t (ExtremeProgram::*number)()) {
    Extents numbers;
    for (size_t i = 0; i < count; ++i) numbers.push_back((this->*number)());
    return numbers;
  }

  const Value& Pick() { return values_[values_.size() - 1 - Next() % std::min<size_t>(values_.size(), 3)]; }
  void Define(const std::string& operation, Extents extents) {
    const std::string name = "%" + std::to_string(values_.size());
    body_ += "  " + name + " = " + operation + "\n";
    values_.push_back({name, std::move(extents)});
  }
  std::string Zero() {
    const std::string name = "%z" + std::to_string(zeros_++);
    body_ += "  " + name + " = stablehlo.constant dense<0.0> : tensor<f32>\n";
    return name;
  }

  void AddOp() {
    using Add = void (ExtremeProgram::*)(Value);
    constexpr Add kOps[] = {
        &ExtremeProgram::AddMap,        &ExtremeProgram::AddIota,      &ExtremeProgram::AddBroadcast,
        &ExtremeProgram::AddReshape,    &ExtremeProgram::AddTranspose, &ExtremeProgram::AddSlice,
        &ExtremeProgram::AddPad,        &ExtremeProgram::AddJoin,      &ExtremeProgram::AddReduce,
        &ExtremeProgram::AddWindow,     &ExtremeProgram::AddSort,      &ExtremeProgram::AddDot,
        &ExtremeProgram::AddPart,       &ExtremeProgram::AddUpdate,    &ExtremeProgram::AddReverse,
        &ExtremeProgram::AddFft,        &ExtremeProgram::AddLoop,      &ExtremeProgram::AddGather,
        &ExtremeProgram::AddConvolution};
    const Add add = kOps[Next() % std::size(kOps)];
    (this->*add)(Value(Pick()));
  }

  void AddMap(Value x) {
    constexpr const char* kNames[] = {"add", "multiply", "maximum", "subtract"};
    Define("stablehlo." + std::string(kNames[Next() % 4]) + " " + x.name + ", " + x.name + " : " + Type(x.extents),
           x.extents);
  }
  void AddIota(Value x) {
    if (x.extents.empty()) x.extents.push_back(Extent());
    Define("stablehlo.iota dim = " + std::to_string(Next() % x.extents.size()) + " : " + Type(x.extents), x.extents);
  }
  void AddBroadcast(Value x) {
    Extents to = {Extent()};
    to.insert(to.end(), x.extents.begin(), x.extents.end());
    Extents dims;
    for (size_t i = 0; i < x.extents.size(); ++i) dims.push_back(static_cast<int64_t>(i + 1));
    Define("stablehlo.broadcast_in_dim " + x.name + ", dims = [" + List(dims) + "] : (" + Type(x.extents) + ") -> " +
               Type(to),
           to);
  }
  void AddReshape(Value x) {
    Extents to = x.extents;
    if (to.size() >= 2 && Next() % 2 == 0) {
      to[0] = Clamp(Wide{to[0]} * to[1]);
      to.erase(to.begin() + 1);
    } else {
      for (size_t i = 0; i < to.size(); ++i) {
        const int64_t factor = 1 + Next() % 4;
        if (to[i] % factor != 0) continue;
        to[i] /= factor;
        to.insert(to.begin() + static_cast<std::ptrdiff_t>(i), factor);
        break;
      }
    }
    Define("stablehlo.reshape " + x.name + " : (" + Type(x.extents) + ") -> " + Type(to), to);
  }
  void AddTranspose(Value x) {
    Extents order;
    for (size_t i = x.extents.size(); i-- > 0;) order.push_back(static_cast<int64_t>(i));
    const Extents to(x.extents.rbegin(), x.extents.rend());
    Define(
        "stablehlo.transpose " + x.name + ", dims = [" + List(order) + "] : (" + Type(x.extents) + ") -> " + Type(to),
        to);
  }
  void AddReverse(Value x) {
    Extents dims;
    for (size_t i = 0; i < x.extents.size(); ++i) dims.push_back(static_cast<int64_t>(i));
    Define("stablehlo.reverse " + x.name + ", dims = [" + List(dims) + "] : " + Type(x.extents), x.extents);
  }
  void AddSlice(Value x) {
    Extents to;
    std::string ranges;
    for (const int64_t n : x.extents) {
      const int64_t start = std::min(Number(), n);
      const int64_t limit = Next() % 2 == 0 ? n : std::min(n, start + Next() % 3);
      const int64_t stride = Positive();
      to.push_back(Clamp((Wide{limit} - start + stride - 1) / stride));
      ranges += (ranges.empty() ? "" : ", ") + std::to_string(start) + ":" + std::to_string(limit) + ":" +
                std::to_string(stride);
    }
    Define("stablehlo.slice " + x.name + " [" + ranges + "] : (" + Type(x.extents) + ") -> " + Type(to), to);
  }
  void AddPad(Value x) {
    const size_t rank = x.extents.size();
    const Extents low = Of(rank, &ExtremeProgram::Signed);
    Extents high = Of(rank, &ExtremeProgram::Signed);
    const Extents interior = Of(rank, &ExtremeProgram::Number);
    Extents to;
    for (size_t i = 0; i < rank; ++i) {
      const Wide inside = x.extents[i] == 0 ? 0 : (Wide{x.extents[i]} - 1) * (Wide{interior[i]} + 1) + 1;
      // Often what is added in front is taken away behind.
      if (Next() % 2 == 0) high[i] = -std::min(low[i], INT64_MAX - 1);
      to.push_back(Clamp(inside + low[i] + high[i]));
    }
    const std::string zero = Zero();
    Define("stablehlo.pad " + x.name + ", " + zero + ", low = [" + List(low) + "], high = [" + List(high) +
               "], interior = [" + List(interior) + "] : (" + Type(x.extents) + ", tensor<f32>) -> " + Type(to),
           to);
  }
  void AddJoin(Value x) {
    if (x.extents.empty()) return AddMap(std::move(x));
    const size_t dim = Next() % x.extents.size();
    Extents to = x.extents;
    to[dim] = Clamp(Wide{to[dim]} * 2);
    Define("stablehlo.concatenate " + x.name + ", " + x.name + ", dim = " + std::to_string(dim) + " : (" +
               Type(x.extents) + ", " + Type(x.extents) + ") -> " + Type(to),
           to);
  }
  void AddReduce(Value x) {
    if (x.extents.empty()) return AddMap(std::move(x));
    const size_t dim = Next() % x.extents.size();
    Extents to = x.extents;
    to.erase(to.begin() + static_cast<std::ptrdiff_t>(dim));
    const std::string zero = Zero();
    Define("stablehlo.reduce(" + x.name + " init: " + zero + ") applies stablehlo.add across dimensions = [" +
               std::to_string(dim) + "] : (" + Type(x.extents) + ", tensor<f32>) -> " + Type(to),
           to);
  }
  static int64_t Positions(int64_t n, int64_t base, Wide low, Wide high, int64_t size, int64_t dilation,
                           int64_t stride) {
    const Wide padded = low + high + (n == 0 ? 0 : (Wide{n} - 1) * base + 1);
    const Wide wide = (Wide{size} - 1) * dilation + 1;
    return padded <= 0 || wide > padded ? 0 : Clamp((padded - wide) / stride + 1);
  }
  void AddWindow(Value x) {
    const size_t rank = x.extents.size();
    const Extents size = Of(rank, &ExtremeProgram::Positive), stride = Of(rank, &ExtremeProgram::Positive);
    const Extents base = Of(rank, &ExtremeProgram::Positive), dilation = Of(rank, &ExtremeProgram::Positive);
    const Extents low = Of(rank, &ExtremeProgram::Signed), high = Of(rank, &ExtremeProgram::Signed);
    Extents to;
    std::string padding;
    for (size_t i = 0; i < rank; ++i) {
      to.push_back(Positions(x.extents[i], base[i], low[i], high[i], size[i], dilation[i], stride[i]));
      padding += (i > 0 ? ", [" : "[") + std::to_string(low[i]) + ", " + std::to_string(high[i]) + "]";
    }
    if (rank == 0) return AddMap(std::move(x));
    const std::string zero = Zero();
    Define("\"stablehlo.reduce_window\"(" + x.name + ", " + zero + ") <{window_dimensions = " + Array(size) +
               ", window_strides = " + Array(stride) + ", base_dilations = " + Array(base) + ", window_dilations = " +
               Array(dilation) + ", padding = dense<[" + padding + "]> : tensor<" + std::to_string(rank) +
               "x2xi64>}> ({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %s = stablehlo.add %a, %b : "
               "tensor<f32>\n      stablehlo.return %s : tensor<f32>\n    }) : (" +
               Type(x.extents) + ", tensor<f32>) -> " + Type(to),
           to);
  }
  void AddConvolution(Value x) {
    // One image of one channel; the kernel is a part of it.
    if (x.extents.size() != 1) return AddReshape(std::move(x));
    const int64_t n = x.extents[0];
    const int64_t size = std::min<int64_t>(n, 1 + Next() % 4);
    const int64_t stride = Positive(), base = Positive(), dilation = Positive(), low = Signed(), high = Signed();
    const int64_t made = Positions(n, base, low, high, size, dilation, stride);
    const Extents image = {1, n, 1}, kernel = {size, 1, 1};
    Define("stablehlo.reshape " + x.name + " : (" + Type(x.extents) + ") -> " + Type(image), image);
    const std::string input = values_.back().name;
    Define("stablehlo.slice " + x.name + " [0:" + std::to_string(size) + "] : (" + Type(x.extents) + ") -> " +
               Type({size}),
           {size});
    const std::string part = values_.back().name;
    Define("stablehlo.reshape " + part + " : (" + Type({size}) + ") -> " + Type(kernel), kernel);
    const std::string weights = values_.back().name;
    const Extents to = {1, made, 1};
    Define("stablehlo.convolution(" + input + ", " + weights +
               ") dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [" + std::to_string(stride) +
               "], pad = [[" + std::to_string(low) + ", " + std::to_string(high) + "]], lhs_dilate = [" +
               std::to_string(base) + "], rhs_dilate = [" + std::to_string(dilation) +
               "]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" + Type(image) + ", " +
               Type(kernel) + ") -> " + Type(to),
           to);
  }
  void AddSort(Value x) {
    if (x.extents.empty()) return AddMap(std::move(x));
    Define("\"stablehlo.sort\"(" + x.name + ") <{dimension = " + std::to_string(Next() % x.extents.size()) +
               " : i64}> ({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %c = stablehlo.compare LT, %a, %b : "
               "(tensor<f32>, tensor<f32>) -> tensor<i1>\n      stablehlo.return %c : tensor<i1>\n    }) : (" +
               Type(x.extents) + ") -> " + Type(x.extents),
           x.extents);
  }
  void AddDot(Value x) {
    if (x.extents.empty()) return AddMap(std::move(x));
    const size_t dim = Next() % x.extents.size();
    Extents rest = x.extents;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(dim));
    Extents to = rest;
    to.insert(to.end(), rest.begin(), rest.end());
    const std::string d = std::to_string(dim);
    Define("stablehlo.dot_general " + x.name + ", " + x.name + ", contracting_dims = [" + d + "] x [" + d + "] : (" +
               Type(x.extents) + ", " + Type(x.extents) + ") -> " + Type(to),
           to);
  }
  // A start that is only known at run time, for each dimension.
  std::string Starts(size_t rank, std::string& types) {
    std::string names;
    for (size_t i = 0; i < rank; ++i) {
      const std::string name = "%s" + std::to_string(zeros_++);
      body_ += "  " + name + " = stablehlo.constant dense<" + std::to_string(Signed()) + "> : tensor<i64>\n";
      names += ", " + name;
      types += ", tensor<i64>";
    }
    return names;
  }
  Extents Within(const Extents& extents) {
    Extents sizes;
    for (const int64_t n : extents) sizes.push_back(std::min(n, Number()));
    return sizes;
  }
  void AddPart(Value x) {
    const Extents sizes = Within(x.extents);
    std::string types;
    const std::string starts = Starts(x.extents.size(), types);
    Define("stablehlo.dynamic_slice " + x.name + starts + ", sizes = [" + List(sizes) + "] : (" + Type(x.extents) +
               types + ") -> " + Type(sizes),
           sizes);
  }
  void AddUpdate(Value x) {
    AddPart(x);
    const Value part = values_.back();
    std::string types;
    const std::string starts = Starts(x.extents.size(), types);
    Define("stablehlo.dynamic_update_slice " + x.name + ", " + part.name + starts + " : (" + Type(x.extents) + ", " +
               Type(part.extents) + types + ") -> " + Type(x.extents),
           x.extents);
  }
  void AddGather(Value x) {
    if (x.extents.size() != 1) return AddReshape(std::move(x));
    const int64_t count = Extent();
    const std::string name = "%s" + std::to_string(zeros_++);
    body_ += "  " + name + " = stablehlo.iota dim = 0 : " + Type({count, 1}, "i64") + "\n";
    const int64_t size = std::min(x.extents[0], Number());
    const Extents to = {count, size};
    Define("\"stablehlo.gather\"(" + x.name + ", " + name +
               ") <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = "
               "1>, slice_sizes = array<i64: " +
               std::to_string(size) + ">}> : (" + Type(x.extents) + ", " + Type({count, 1}, "i64") + ") -> " + Type(to),
           to);
  }
  void AddFft(Value x) {
    if (x.extents.empty() || x.extents.back() == 0) return AddMap(std::move(x));
    Extents half = x.extents;
    half.back() = half.back() / 2 + 1;
    const std::string length = std::to_string(x.extents.back());
    Define("stablehlo.fft " + x.name + ", type = RFFT, length = [" + length + "] : (" + Type(x.extents) + ") -> " +
               Type(half, "complex<f32>"),
           half);
    const std::string spectrum = values_.back().name;
    values_.pop_back();
    const std::string name = "%f" + std::to_string(zeros_++);
    body_.replace(body_.rfind(spectrum + " = "), spectrum.size(), name);
    Define("stablehlo.real " + name + " : (" + Type(half, "complex<f32>") + ") -> " + Type(half), half);
  }
  void AddLoop(Value x) {
    const std::string type = Type(x.extents);
    const std::string n = std::to_string(zeros_++);
    body_ += "  %n" + n + " = stablehlo.constant dense<" + std::to_string(Number()) + "> : tensor<i64>\n  %k" + n +
             " = stablehlo.constant dense<0> : tensor<i64>\n  %one" + n +
             " = stablehlo.constant dense<1> : tensor<i64>\n";
    body_ += "  %w" + n + ":2 = stablehlo.while(%i" + n + " = %k" + n + ", %x" + n + " = " + x.name +
             ") : tensor<i64>, " + type + "\n   cond {\n    %c = stablehlo.compare LT, %i" + n + ", %n" + n +
             " : (tensor<i64>, tensor<i64>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n   } do {\n    %j = "
             "stablehlo.add %i" +
             n + ", %one" + n + " : tensor<i64>\n    %y = stablehlo.add %x" + n + ", %x" + n + " : " + type +
             "\n    stablehlo.return %j, %y : tensor<i64>, " + type + "\n   }\n";
    Define("stablehlo.negate %w" + n + "#1 : " + type, x.extents);
  }

  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  std::vector<Value> values_;
  std::string body_;
  int zeros_ = 0;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_EXTREME_PROGRAM_H_
