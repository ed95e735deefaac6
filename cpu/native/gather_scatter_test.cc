// Gathers and scatters of random forms, native and evaluated, beside what the specification says element by element:
// index vectors of any length, none included, at any place; batching dimensions; empty extents; slices outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cpu/native/compile_test.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RuntimeValue;
using List = std::vector<int64_t>;

// An array of i32, row by row.
struct Array {
  List dims;
  std::vector<int32_t> values;

  explicit Array(List d) : dims(std::move(d)), values(static_cast<size_t>(Count(dims))) {}
  static int64_t Count(const List& dims) {
    return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
  }
  int32_t& at(const List& index) {
    int64_t offset = 0;
    for (size_t d = 0; d < dims.size(); ++d) offset = offset * dims[d] + index[d];
    return values[static_cast<size_t>(offset)];
  }
  Tensor ToTensor() const {
    Tensor tensor = *Tensor::Allocate(ElementType::kI32, Dims(dims), MemoryAllocator::Heap());
    if (!values.empty()) std::memcpy(tensor.mutable_bytes(), values.data(), values.size() * sizeof(int32_t));
    return tensor;
  }
  // As a constant: passes see through some.
  std::string Constant(const std::string& name) const {
    std::string bytes;
    char hex[3];
    for (const int32_t value : values) {
      for (int shift = 0; shift < 32; shift += 8) {
        std::snprintf(hex, sizeof hex, "%02X", (static_cast<uint32_t>(value) >> shift) & 0xff);
        bytes += hex;
      }
    }
    const bool empty = values.empty();
    return "  " + name + " = stablehlo.constant dense<" + (empty ? "" : "\"0x" + bytes + "\"") + "> : " + Type() + "\n";
  }
  std::string Type() const {
    std::string text = "tensor<";
    for (const int64_t d : dims) text += std::to_string(d) + "x";
    return text + "i32>";
  }
};

// Calls `visit` with each index of an array of those dimensions, the last counting fastest.
void ForEach(const List& dims, const std::function<void(const List&)>& visit) {
  const int64_t count = Array::Count(dims);
  List index(dims.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    visit(index);
    for (size_t d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d]) break;
      index[d] = 0;
    }
  }
}

bool Has(const List& list, size_t d) {
  return std::find(list.begin(), list.end(), static_cast<int64_t>(d)) != list.end();
}

std::string Text(const List& list) {
  std::string text;
  for (const int64_t x : list) text += (text.empty() ? "" : ", ") + std::to_string(x);
  return "[" + text + "]";
}

// What gather and scatter share: an operand, index vectors, and where the dimensions of a slice go. Names are gather's.
struct Form {
  List operand;  // dimensions
  List indices;  // dimensions
  List windows;  // offset_dims: dimensions of the result that are of a slice
  List collapsed;
  List operand_batching, indices_batching;
  List index_map;
  int64_t vector_dim = 0;
  List slice;  // slice_sizes

  // The batch dimensions of the indices, by their extents.
  List Batch() const {
    List batch;
    for (size_t d = 0; d < indices.size(); ++d) {
      if (static_cast<int64_t>(d) != vector_dim) batch.push_back(indices[d]);
    }
    return batch;
  }
  // The result of a gather, or the updates of a scatter.
  List Result() const {
    const List batch = Batch();
    List dims(batch.size() + windows.size());
    size_t next_batch = 0, next_window = 0;
    List kept;
    for (size_t d = 0; d < operand.size(); ++d) {
      if (!Has(collapsed, d) && !Has(operand_batching, d)) kept.push_back(slice[d]);
    }
    for (size_t d = 0; d < dims.size(); ++d) dims[d] = Has(windows, d) ? kept[next_window++] : batch[next_batch++];
    return dims;
  }

  // Where the slice for `at`, an index of the result, begins, and the place in the slice. spec: gather, scatter
  std::pair<List, List> Places(Array& starts, const List& at) const {
    List batch, offset;
    for (size_t d = 0; d < at.size(); ++d) (Has(windows, d) ? offset : batch).push_back(at[d]);
    List start(operand.size(), 0), within(operand.size(), 0);
    for (size_t k = 0; k < index_map.size(); ++k) {
      List index = batch;
      if (vector_dim < static_cast<int64_t>(indices.size()))
        index.insert(index.begin() + vector_dim, static_cast<int64_t>(k));
      start[static_cast<size_t>(index_map[k])] = starts.at(index);
    }
    for (size_t k = 0; k < operand_batching.size(); ++k) {
      const int64_t d = indices_batching[k];
      start[static_cast<size_t>(operand_batching[k])] = batch[static_cast<size_t>(d < vector_dim ? d : d - 1)];
    }
    size_t next = 0;
    for (size_t d = 0; d < operand.size(); ++d) {
      if (!Has(collapsed, d) && !Has(operand_batching, d)) within[d] = offset[next++];
    }
    return {start, within};
  }

  bool HasEmptySlice() const { return Has(slice, 0); }
};

List Plus(const List& a, const List& b) {
  List sum = a;
  for (size_t i = 0; i < a.size(); ++i) sum[i] += b[i];
  return sum;
}

Array Gathered(const Form& form, Array& operand, Array& starts) {
  Array result(form.Result());
  if (form.HasEmptySlice()) return result;
  ForEach(result.dims, [&](const List& at) {
    auto [start, within] = form.Places(starts, at);
    for (size_t d = 0; d < start.size(); ++d)
      start[d] = std::clamp<int64_t>(start[d], 0, form.operand[d] - form.slice[d]);
    result.at(at) = operand.at(Plus(start, within));
  });
  return result;
}

// Slices that stick out are left out whole, as XLA does. One slice after the other.
Array Scattered(const Form& form, Array operand, Array& starts, Array& updates,
                const std::function<int32_t(int32_t, int32_t)>& combine) {
  List order, extents;
  for (const bool windows : {false, true}) {
    for (size_t d = 0; d < updates.dims.size(); ++d) {
      if (Has(form.windows, d) != windows) continue;
      order.push_back(static_cast<int64_t>(d));
      extents.push_back(updates.dims[d]);
    }
  }
  ForEach(extents, [&](const List& iteration) {
    List at(iteration.size());
    for (size_t i = 0; i < iteration.size(); ++i) at[static_cast<size_t>(order[i])] = iteration[i];
    const auto [start, within] = form.Places(starts, at);
    for (size_t d = 0; d < start.size(); ++d) {
      if (start[d] < 0 || start[d] > form.operand[d] - form.slice[d]) return;
    }
    int32_t& element = operand.at(Plus(start, within));
    element = combine(element, updates.at(at));
  });
  return operand;
}

class Maker {
 public:
  explicit Maker(uint32_t seed) : random_(seed) {}

  int64_t Below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }
  bool Chance(int64_t percent) { return Below(100) < percent; }
  // Mostly small, sometimes 1, seldom 0.
  int64_t Extent() { return Chance(4) ? 0 : Chance(20) ? 1 : 2 + Below(3); }

  Form MakeForm(bool of_gather) {
    Form form;
    const int64_t rank = Below(4);
    List batch;
    for (int64_t i = Below(3); i-- > 0;) batch.push_back(Extent());
    List free_batch(batch.size());
    std::iota(free_batch.begin(), free_batch.end(), 0);
    std::shuffle(free_batch.begin(), free_batch.end(), random_);
    for (int64_t d = 0; d < rank; ++d) {
      if (!free_batch.empty() && Chance(25)) {
        form.operand.push_back(batch[static_cast<size_t>(free_batch.back())]);
        form.operand_batching.push_back(d);
        form.indices_batching.push_back(free_batch.back());  // counted without the vector's dimension, for now
        form.slice.push_back(std::min<int64_t>(1, form.operand.back()));
        free_batch.pop_back();
        continue;
      }
      form.operand.push_back(Extent());
      if (Chance(40)) {
        form.collapsed.push_back(d);
        form.slice.push_back(of_gather ? std::min<int64_t>(form.operand.back(), Chance(5) ? 0 : 1) : 1);
      } else {
        form.slice.push_back(Below(form.operand.back() + 1));
      }
    }
    for (int64_t d = 0; d < rank; ++d) {
      if (!Has(form.operand_batching, static_cast<size_t>(d)) && Chance(60)) form.index_map.push_back(d);
    }
    std::shuffle(form.index_map.begin(), form.index_map.end(), random_);
    const auto length = static_cast<int64_t>(form.index_map.size());
    form.indices = batch;
    form.vector_dim = Below(static_cast<int64_t>(batch.size()) + 1);
    // A vector of one element may do without a dimension.
    if (length == 1 && Chance(30)) {
      form.vector_dim = static_cast<int64_t>(batch.size());
    } else {
      form.indices.insert(form.indices.begin() + form.vector_dim, length);
      for (int64_t& d : form.indices_batching) d += d >= form.vector_dim;
    }
    const auto slices = static_cast<size_t>(rank) - form.collapsed.size() - form.operand_batching.size();
    List places(batch.size() + slices);
    std::iota(places.begin(), places.end(), 0);
    std::shuffle(places.begin(), places.end(), random_);
    form.windows.assign(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(slices));
    std::sort(form.windows.begin(), form.windows.end());
    return form;
  }

  // Some count: 0, 1, 2, …
  Array MakeStarts(const List& dims) {
    Array starts = MakeArray(dims, -2, 5);
    if (Chance(40)) std::iota(starts.values.begin(), starts.values.end(), 0);
    return starts;
  }
  Array MakeArray(const List& dims, int64_t low, int64_t high) {
    Array array(dims);
    for (int32_t& x : array.values) x = static_cast<int32_t>(low + Below(high - low + 1));
    return array;
  }

 private:
  std::mt19937 random_;
};

// The one result, native and evaluated.
void ExpectBoth(const std::string& text, const std::vector<Array>& arguments, const Array& want) {
  std::vector<RuntimeValue> values;
  for (const Array& argument : arguments) values.emplace_back(argument.ToTensor());
  const auto expect = [&](const StatusOr<std::vector<RuntimeValue>>& results, const char* engine) {
    ASSERT_TRUE(results.ok()) << engine << ": " << results.status().ToString() << "\n" << text;
    const Tensor& tensor = (*results)[0].tensor();
    ASSERT_EQ(tensor.num_elements(), static_cast<int64_t>(want.values.size())) << engine << "\n" << text;
    const auto* data = tensor.data<int32_t>();
    ASSERT_EQ(std::vector<int32_t>(data, data + tensor.num_elements()), want.values) << engine << "\n" << text;
  };
  StatusOr<stablehlo::VerifiedModule> ready = ReadyModule(text);
  ASSERT_TRUE(ready.ok()) << ready.status().ToString() << "\n" << text;
  const auto program = stablehlo::Program::Prepare(std::move(*ready), {});
  ASSERT_TRUE(program.ok()) << program.status().ToString() << "\n" << text;
  expect((*program)->Run(values, {}), "evaluator");
  const StatusOr<CompiledText> compiled = TryCompileText(text);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString() << "\n" << text;
  expect(compiled->program->Run(values, {}), "native");
}

std::string Numbers(const Form& form, bool of_gather) {
  const auto field = [](const char* name, const List& list) {
    return list.empty() ? std::string() : std::string(name) + " = " + Text(list) + ", ";
  };
  const std::string vector = "index_vector_dim = " + std::to_string(form.vector_dim) + ">";
  if (of_gather) {
    return "#stablehlo.gather<" + field("offset_dims", form.windows) + field("collapsed_slice_dims", form.collapsed) +
           field("operand_batching_dims", form.operand_batching) +
           field("start_indices_batching_dims", form.indices_batching) + field("start_index_map", form.index_map) +
           vector;
  }
  return "#stablehlo.scatter<" + field("update_window_dims", form.windows) +
         field("inserted_window_dims", form.collapsed) + field("input_batching_dims", form.operand_batching) +
         field("scatter_indices_batching_dims", form.indices_batching) +
         field("scatter_dims_to_operand_dims", form.index_map) + vector;
}

// Of an op: an argument of the program, or a constant.
struct Operand {
  std::string name;
  Array array;
  bool constant = false;
};

void ExpectOp(const std::vector<Operand>& operands, const std::string& op, const std::string& attributes,
              const Array& want) {
  std::string parameters, constants, names, types;
  std::vector<Array> arguments;
  for (const Operand& operand : operands) {
    names += (names.empty() ? "" : ", ") + operand.name;
    types += (types.empty() ? "" : ", ") + operand.array.Type();
    if (operand.constant) {
      constants += operand.array.Constant(operand.name);
    } else {
      parameters += (parameters.empty() ? "" : ", ") + operand.name + ": " + operand.array.Type();
      arguments.push_back(operand.array);
    }
  }
  ExpectBoth("func.func @main(" + parameters + ") -> " + want.Type() + " {\n" + constants + "  %0 = \"" + op + "\"(" +
                 names + ") " + attributes + " : (" + types + ") -> " + want.Type() + "\n  return %0 : " + want.Type() +
                 "\n}",
             arguments, want);
}

TEST(GatherScatterTest, RandomGathersAreWhatTheSpecificationSays) {
  for (uint32_t seed = 0; seed < 400 && !::testing::Test::HasFatalFailure(); ++seed) {
    Maker make(seed);
    const Form form = make.MakeForm(/*of_gather=*/true);
    Array operand = make.MakeArray(form.operand, 1, 1000);
    Array starts = make.MakeStarts(form.indices);
    const std::string slice = Text(form.slice);
    const std::string sizes =
        form.slice.empty() ? "array<i64>" : "array<i64: " + slice.substr(1, slice.size() - 2) + ">";
    ExpectOp(
        {{"%x", operand}, {"%i", starts, make.Chance(40)}}, "stablehlo.gather",
        "<{dimension_numbers = " + Numbers(form, true) + ", slice_sizes = " + sizes + ", indices_are_sorted = false}>",
        Gathered(form, operand, starts));
  }
}

TEST(GatherScatterTest, RandomScattersAreWhatTheSpecificationSays) {
  for (uint32_t seed = 0; seed < 400 && !::testing::Test::HasFatalFailure(); ++seed) {
    Maker make(seed + 1000);
    const Form form = make.MakeForm(/*of_gather=*/false);
    const bool splat = make.Chance(30);
    Array operand = splat ? make.MakeArray(form.operand, 7, 7) : make.MakeArray(form.operand, 1, 1000);
    Array starts = make.MakeStarts(form.indices);
    Array updates = make.MakeArray(form.Result(), 1, 1000);
    const bool adds = seed % 2 == 0;
    const std::string body = adds ? "%s = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %s : tensor<i32>"
                                  : "stablehlo.return %b : tensor<i32>";
    ExpectOp({{"%x", operand, splat}, {"%i", starts, make.Chance(40)}, {"%u", updates}}, "stablehlo.scatter",
             "<{scatter_dimension_numbers = " + Numbers(form, false) +
                 "}> ({\n  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n    " + body + "\n  })",
             Scattered(form, operand, starts, updates, [&](int32_t a, int32_t b) { return adds ? a + b : b; }));
  }
}

}  // namespace
}  // namespace cppjrt::cpu
