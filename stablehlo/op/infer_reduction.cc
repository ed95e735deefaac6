// reduce, reduce_window, select_and_scatter, and the check of reducers that many ops share.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// "argument 1 of the reduction's region".
std::string Argument(size_t i) { return Cat("argument ", i, " of the reduction's region"); }
std::string Returned(size_t i) { return Cat("result ", i, " of the reduction's region"); }

// Any float goes for any other: upstream lets reducers compute wider.
bool SameButForPrecision(const TypeTable& types, TypeId a, TypeId b) {
  if (!CompatibleShapes(types, a, b)) return false;
  const TypeId x = types.element_type(a);
  const TypeId y = types.element_type(b);
  return x == y || (types.IsFloat(x) && types.IsFloat(y));
}

// The dimensions of `argument` are some of `allowed`, in order.
bool IsSubsequence(std::span<const int64_t> argument, std::span<const int64_t> allowed) {
  size_t seen = 0;
  for (int64_t dim : allowed) {
    if (seen < argument.size() && CompatibleDims(dim, argument[seen])) ++seen;
  }
  return seen == argument.size();
}

class ReducerCheck {
 public:
  ReducerCheck(const OpView& op, int constraint, size_t region)
      : op_(op),
        types_(op.types()),
        constraint_(constraint),
        arguments_(op.argument_types(region)),
        returned_(op.return_types(region)) {}

  bool CheckCounts(size_t inputs) const {
    if (arguments_.size() != 2 * inputs) {
      return op_.Fail(constraint_, Cat("the reduction's region takes ", Count(arguments_.size(), "argument"),
                                       ", expected ", 2 * inputs));
    }
    if (returned_.size() != inputs) {
      return op_.Fail(constraint_,
                      Cat("the reduction's region returns ", Count(returned_.size(), "result"), ", expected ", inputs));
    }
    for (size_t i = 0; i < inputs; ++i) {
      if (types_.IsTensor(returned_[i]) && types_.IsTensor(arguments_[inputs + i])) continue;
      return op_.Fail(constraint_, Cat(Returned(i), " has type ", op_.Text(returned_[i]), ", expected a tensor"));
    }
    return true;
  }

  // Both arguments of input `i` against what the region returns for it.
  bool CheckArguments(size_t i, size_t inputs) const {
    for (size_t at : {i, inputs + i}) {
      if (SameButForPrecision(types_, returned_[i], arguments_[at])) continue;
      return op_.Fail(constraint_, Cat("type of ", Argument(at), " is ", op_.Text(arguments_[at]), ", type of ",
                                       Returned(i), " is ", op_.Text(returned_[i]), ", expected the same"));
    }
    return true;
  }

  bool CheckInit(size_t i, TypeId init_element, std::optional<TypeId> init) const {
    const bool fits = init ? CompatibleShapes(types_, *init, returned_[i]) : types_.rank(returned_[i]) == 0;
    if (!fits) {
      return op_.Fail(constraint_, Cat("shape of ", Returned(i), " is ", DimsText(types_.dims(returned_[i])),
                                       ", shape of the init value is ", init ? DimsText(types_.dims(*init)) : "[]",
                                       ", expected the same"));
    }
    const TypeId element = types_.element_type(returned_[i]);
    if (IsPromotable(types_, init_element, element)) return true;
    return op_.Fail(constraint_,
                    Cat("element type of ", Returned(i), " is ", op_.Text(element),
                        ", expected one that the init value's ", op_.Text(init_element), " is promotable to"));
  }

  bool CheckInput(size_t i, size_t inputs, TypeId input_element, std::span<const int64_t> allowed) const {
    const TypeId argument = arguments_[inputs + i];
    const TypeId element = types_.element_type(argument);
    if (!IsPromotable(types_, input_element, element)) {
      return op_.Fail(constraint_,
                      Cat("element type of ", Argument(inputs + i), " is ", op_.Text(element),
                          ", expected one that the input's ", op_.Text(input_element), " is promotable to"));
    }
    const std::span<const int64_t> dims = types_.dims(argument);
    if (dims.size() > allowed.size()) {
      return op_.Fail(constraint_,
                      Cat("rank of ", Argument(inputs + i), " is ", dims.size(), ", expected <= ", allowed.size()));
    }
    if (IsSubsequence(dims, allowed)) return true;
    return op_.Fail(constraint_, Cat("shape of ", Argument(inputs + i), " is ", DimsText(dims),
                                     ", not compatible with that of input ", i, ", ", DimsText(allowed)));
  }

 private:
  const OpView& op_;
  const TypeTable& types_;
  int constraint_;
  std::vector<TypeId> arguments_;
  std::vector<TypeId> returned_;
};

// The element types that the region returns for each input, or those of the inputs if it has no block.
std::vector<TypeId> Accumulators(const OpView& op, size_t region, std::span<const TypeId> inputs) {
  std::vector<TypeId> elements = op.return_types(region);
  for (size_t i = elements.size(); i < inputs.size(); ++i) elements.push_back(inputs[i]);
  for (TypeId& element : elements) element = op.types().element_type(element);
  return elements;
}

// spec: reduce C1, reduce_window C2
bool CheckSameShapes(const OpView& op, int constraint, std::span<const TypeId> inputs) {
  for (size_t i = 1; i < inputs.size(); ++i) {
    if (CompatibleShapes(op.types(), inputs[i], inputs[0])) continue;
    return op.Fail(constraint,
                   Cat("shape of input ", i, " is ", DimsText(op.types().dims(inputs[i])), ", shape of input 0 is ",
                       DimsText(op.types().dims(inputs[0])), ", expected compatible shapes"));
  }
  return true;
}

constexpr WindowLabels kReduceWindow = {5,
                                        {"window_strides", "window strides", 6, 7},
                                        {"base_dilations", "base dilation", 8, 9},
                                        {"window_dilations", "window dilation", 10, 11},
                                        12};
constexpr WindowLabels kSelectAndScatter = {5, {"window_strides", "window strides", 6, 7}, {}, {}, 8};

bool CheckWindowRank(const OpView& op) {
  const size_t size = op.I64s("window_dimensions").size();
  if (static_cast<int64_t>(size) == op.rank(0)) return true;
  return op.Fail(4, Cat("size of window_dimensions is ", size, ", expected the rank of operand 0, ", op.rank(0)));
}

// spec: select_and_scatter C9
bool CheckSelect(const OpView& op) {
  const TypeTable& types = op.types();
  const std::vector<TypeId> arguments = op.argument_types(0);
  if (arguments.size() != 2) {
    return op.Fail(9, Cat("the select region takes ", Count(arguments.size(), "argument"), ", expected 2"));
  }
  const TypeId scalar_type = MakeTensor(op.module(), {}, op.element(0));
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (types.IsTensor(arguments[i]) && SameButForPrecision(types, arguments[i], scalar_type)) continue;
    return op.Fail(9, Cat("argument ", i, " of the select region has type ", op.Text(arguments[i]), ", expected ",
                          op.Text(scalar_type)));
  }
  const std::vector<TypeId> returned = op.return_types(0);
  if (returned.size() == 1 && returned[0] == MakeTensor(op.module(), {}, scalar::kI1)) return true;
  return op.Fail(9, Cat("the select region returns ", op.Text(returned), ", expected a single tensor<i1> of rank 0"));
}

}  // namespace

bool CheckReducer(const OpView& op, int constraint, size_t region, std::span<const TypeId> inputs,
                  std::span<const TypeId> inits, std::span<const int64_t> allowed) {
  if (!op.block(region)) return true;
  const TypeTable& types = op.types();
  const ReducerCheck check(op, constraint, region);
  if (!check.CheckCounts(inputs.size())) return false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::optional<TypeId> init = inits.empty() ? std::nullopt : std::optional<TypeId>(inits[i]);
    const TypeId input_element = types.element_type(inputs[i]);
    if (!check.CheckArguments(i, inputs.size()) ||
        !check.CheckInit(i, init ? types.element_type(*init) : input_element, init) ||
        !check.CheckInput(i, inputs.size(), input_element, allowed)) {
      return false;
    }
  }
  return true;
}

void PushReduced(const OpView& op, size_t region, std::span<const TypeId> inputs, Results& results) {
  const std::vector<TypeId> elements = Accumulators(op, region, inputs);
  for (size_t i = 0; i < inputs.size(); ++i) results.push_back(WithElement(op.module(), inputs[i], elements[i]));
}

bool Reduce(const OpView& op, Results& results) {
  const std::vector<TypeId> inputs = op.group_types(0);
  const std::vector<TypeId> inits = op.group_types(1);
  if (inputs.empty()) return op.Fail(3, "has 0 inputs, it requires at least 1");
  const std::span<const int64_t> dimensions = op.I64s("dimensions");
  if (!CheckSameShapes(op, 1, inputs) || !CheckIndices(op, 4, "dimensions", dimensions, op.rank(0)) ||
      !CheckUnique(op, 5, "dimensions of the reduction", dimensions)) {
    return false;
  }
  const Shape from = ShapeOf(op.module(), inputs[0]);
  Shape shape;
  for (size_t i = 0; i < from.dims.size(); ++i) {
    if (!Contains(dimensions, static_cast<int64_t>(i))) shape.Add(from.dims[i], from.bound(i));
  }
  if (!CheckReducer(op, 6, 0, inputs, inits, shape.dims)) return false;
  for (TypeId element : Accumulators(op, 0, inputs)) results.push_back(MakeTensor(op.module(), shape, element));
  return true;
}

bool ReduceWindow(const OpView& op, Results& results) {
  const std::vector<TypeId> inputs = op.group_types(0);
  const std::vector<TypeId> inits = op.group_types(1);
  if (inputs.empty()) return op.Fail(1, "has 0 inputs, it requires at least 1 input");
  if (!CheckSameShapes(op, 2, inputs) || !CheckWindowRank(op)) return false;
  const std::span<const int64_t> sizes = op.I64s("window_dimensions");
  const auto window = ReadWindow(op, sizes, kReduceWindow);
  if (!window || !CheckReducer(op, 13, 0, inputs, inits, sizes)) return false;
  const std::vector<TypeId> elements = Accumulators(op, 0, inputs);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Shape from = ShapeOf(op.module(), inputs[i]);
    const std::optional<DimList> dims = NumWindows(op, 15, from.dims, *window);
    const std::optional<DimList> bounds = from.bounds.empty() ? DimList() : NumWindows(op, 15, from.bounds, *window);
    if (!dims || !bounds) return false;
    results.push_back(MakeTensor(op.module(), {*dims, *bounds}, elements[i]));
  }
  return true;
}

bool SelectAndScatter(const OpView& op, Results& results) {
  const TypeTable& types = op.types();
  const TypeId source_scalar = MakeTensor(op.module(), {}, op.element(1));
  const TypeId init = op.operand(2);
  if (!CheckSelect(op) || !CheckReducer(op, 10, 1, {&source_scalar, 1}, {&init, 1}, {}) || !CheckWindowRank(op))
    return false;
  const auto window = ReadWindow(op, op.I64s("window_dimensions"), kSelectAndScatter);
  if (!window) return false;
  const std::optional<DimList> counts = NumWindows(op, 2, op.dims(0), *window);
  if (!counts) return false;
  const TypeId source = MakeTensor(op.module(), {*counts, {}}, op.element(0));
  if (!CompatibleShapes(types, source, op.operand(1))) {
    return op.Fail(2, Cat("source has type ", op.Text(op.operand(1)), ", expected shape ", DimsText(*counts)));
  }
  if (!SameButForPrecision(types, source, op.operand(1))) {
    return op.Fail(1,
                   Cat("source has type ", op.Text(op.operand(1)), ", expected element type ", op.Text(op.element(0))));
  }
  const TypeId operand = op.operand(0);
  PushReduced(op, 1, {&operand, 1}, results);
  return true;
}

}  // namespace cppjrt::stablehlo::rules
