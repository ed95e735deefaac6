#include "cpu/lapack/lapack_call.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "stablehlo/eval/custom_call_layouts.h"

namespace cppjrt::cpu::lapack {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::Call;
using stablehlo::CallLayouts;
using stablehlo::ElementType;
using stablehlo::Kernel;
using stablehlo::OpRef;
using stablehlo::Tensor;

// By kTypeLetters.
constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kF64, ElementType::kC64, ElementType::kC128};

// ---- Preparing

StatusOr<int64_t> ReadAttribute(const OpRef& op, const AttributeRule& rule) {
  const stablehlo::AttrTable& attrs = op.attrs();
  AttrId value;
  for (const char* name : {"mhlo.backend_config", "backend_config"}) {
    const AttrId config = op.attr(name);
    if (!value.valid() && attrs.Is(config, AttrKind::kDictionary)) value = attrs.Lookup(config, rule.name);
  }
  const bool is_bool = attrs.Is(value, AttrKind::kBool);
  if (!is_bool && !attrs.Is(value, AttrKind::kInteger)) {
    return InvalidArgumentError("has no integer attribute '" + std::string(rule.name) + "' in mhlo.backend_config");
  }
  const int64_t number = is_bool ? static_cast<int64_t>(attrs.boolean(value)) : attrs.integer(value);
  const bool in_range = rule.letters.empty() ? number >= INT32_MIN && number <= INT32_MAX : number > 0 && number < 128;
  if (in_range && (rule.letters.empty() || rule.letters.find(static_cast<char>(number)) != std::string_view::npos)) {
    return number;
  }
  return InvalidArgumentError("attribute '" + std::string(rule.name) + "' is " + std::to_string(number) +
                              ", expected a letter of " + std::string(rule.letters));
}

// What the sizes alone do not say.
Status CheckSizes(const Target& target, Batch& batch) {
  Sizes& size = batch.sizes;
  const auto expect = [](bool holds, std::string_view what) {
    return holds ? OkStatus() : InvalidArgumentError("has matrices that do not fit: expected " + std::string(what));
  };
  const std::string_view name = target.name;
  const auto is = [&](std::string_view routine) { return name.find(routine) != std::string_view::npos; };
  if (is("trsm")) {
    return expect(size['a'] == (batch.Mode("side") == 'L' ? size['m'] : size['n']),
                  "a triangle as large as its side of b");
  }
  if (is("orgqr") || is("ungqr") || is("ProductOfElementaryHouseholderReflectors")) {
    return expect(size['p'] <= size['n'] && size['n'] <= size['m'], "tau, columns and rows from small to large");
  }
  if (is("ormqr") || is("unmqr")) {
    const int side = batch.Number("left") != 0 ? size['m'] : size['n'];
    return expect(size['a'] == side && size['q'] >= size['p'] && size['p'] <= side,
                  "reflectors as long as their side of c");
  }
  if (is("gesdd") || is("gesvd")) {
    const bool full = batch.Mode("mode") == 'A';
    const bool thin = batch.Mode("mode") == 'S';
    const bool fits = full   ? size['u'] == size['m'] && size['v'] == size['n']
                      : thin ? size['u'] == size['k'] && size['v'] == size['k']
                             : true;
    return expect(fits, "u and vt as large as their mode says");
  }
  if (is("gehrd") && size['n'] > 0) {
    const int low = batch.Number("low");
    const int high = batch.Number("high");
    return expect(low >= 1 && low <= high && high <= size['n'], "1 <= low <= high <= n");
  }
  return OkStatus();
}

StatusOr<std::vector<ArrayType>> ResultTypes(const OpRef& op) {
  std::vector<ArrayType> types;
  for (size_t i = 0; i < op.num_results(); ++i) {
    const stablehlo::TypeId type = op.result_type(i);
    const bool is_static = op.types().IsTensor(type) && op.types().IsStaticTensor(type);
    const std::optional<ElementType> element =
        is_static ? ToElementType(op.types(), op.types().element_type(type)) : std::nullopt;
    if (!element) return UnimplementedError("result " + std::to_string(i) + " is no tensor of known size");
    types.push_back({*element, stablehlo::Dims(op.types().dims(type))});
  }
  return types;
}

// Column by column, as LAPACK wants matrices.
stablehlo::CallLayout ColumnMajor(size_t matrix_rank, size_t rank) {
  if (matrix_rank != 2 || rank < 2) return {};
  const auto last = static_cast<int64_t>(rank) - 1;
  std::vector<int64_t> minor_to_major = {last - 1, last};
  for (int64_t d = last - 2; d >= 0; --d) minor_to_major.push_back(d);
  return stablehlo::CallLayout(std::move(minor_to_major));
}

// ---- Running

class LapackCall {
 public:
  static StatusOr<std::shared_ptr<const LapackCall>> Make(const Target& target, size_t type, const OpRef& op) {
    auto call = std::make_shared<LapackCall>(target, type);
    CPPJRT_ASSIGN_OR_RETURN(call->results_, ResultTypes(op));
    if (target.layout == MatrixLayout::kStated) {
      CPPJRT_ASSIGN_OR_RETURN(call->layouts_, CallLayouts::Read(op));
    } else {
      CPPJRT_ASSIGN_OR_RETURN(call->layouts_, call->ColumnMajorLayouts(op));
    }
    for (const AttributeRule& rule : target.attributes) {
      CPPJRT_ASSIGN_OR_RETURN(const int64_t value, ReadAttribute(op, rule));
      call->attributes_.emplace(rule.name, value);
    }
    if (target.derive != nullptr) CPPJRT_RETURN_IF_ERROR(target.derive(op, call->attributes_));
    return std::shared_ptr<const LapackCall>(std::move(call));
  }

  LapackCall(const Target& target, size_t type) : target_(target), type_(type), signature_(target.signature) {}

  Status Run(Call& call) const {
    Batch batch;
    batch.attributes = attributes_;
    int64_t num_problems = 0;
    CPPJRT_RETURN_IF_ERROR(Match(call, batch, num_problems));
    CPPJRT_RETURN_IF_ERROR(CheckSizes(target_, batch));
    std::vector<Tensor> operands(call.num_operands());
    std::vector<Tensor> results(results_.size());
    CPPJRT_RETURN_IF_ERROR(Fetch(call, operands, results));
    for (size_t i = 0; i < operands.size(); ++i) {
      batch.operands.push_back(
          {const_cast<std::byte*>(operands[i].bytes().data()), signature_.OperandElements(i, batch.sizes)});
    }
    for (size_t i = 0; i < results.size(); ++i) {
      batch.results.push_back({results[i].mutable_bytes(), signature_.ResultElements(i, batch.sizes)});
    }
    const bool empty = batch.operands[0].stride == 0 || signature_.ResultElements(0, batch.sizes) == 0;
    if (num_problems > 0 && !empty) {
      const Screen screen = ScreenOf(batch);
      call.pool().ParallelFor(num_problems, Grain(batch), [&](int64_t begin, int64_t end) {
        screen.RunFinite(begin, end, [&](int64_t first, int64_t last) { target_.run[type_](batch, first, last); });
      });
    }
    for (size_t i = 0; i < results.size(); ++i) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor result, layouts_.result(i).Undo(call, std::move(results[i])));
      call.Return(std::move(result), i);
    }
    return OkStatus();
  }

 private:
  StatusOr<CallLayouts> ColumnMajorLayouts(const OpRef& op) const {
    if (op.num_operands() != signature_.num_operands() || op.num_results() != signature_.num_results()) {
      return InvalidArgumentError("has " + std::to_string(op.num_operands()) + " operands and " +
                                  std::to_string(op.num_results()) + " results, expected " +
                                  std::to_string(signature_.num_operands()) + " and " +
                                  std::to_string(signature_.num_results()));
    }
    std::vector<stablehlo::CallLayout> operands, results;
    for (size_t i = 0; i < op.num_operands(); ++i) {
      const stablehlo::TypeId type = op.operand_type(i);
      const size_t rank = op.types().IsTensor(type) ? op.types().dims(type).size() : 0;
      operands.push_back(ColumnMajor(signature_.OperandRank(i), rank));
    }
    for (size_t i = 0; i < op.num_results(); ++i) {
      results.push_back(ColumnMajor(signature_.ResultRank(i), results_[i].dims.size()));
    }
    return CallLayouts(std::move(operands), std::move(results));
  }

  Status Match(const Call& call, Batch& batch, int64_t& num_problems) const {
    std::vector<ArrayType> operands;
    for (size_t i = 0; i < call.num_operands(); ++i) {
      if (!call.value(i).is_tensor()) return InvalidArgumentError("operand " + std::to_string(i) + " is no tensor");
      operands.push_back({call.operand(i).type(), call.operand(i).dims()});
    }
    return signature_.Match(kTypes[type_], operands, results_, batch.sizes, num_problems);
  }

  // Operands in their layouts, and results: copies of operands, or zeros.
  Status Fetch(Call& call, std::vector<Tensor>& operands, std::vector<Tensor>& results) const {
    for (size_t i = 0; i < operands.size(); ++i) {
      CPPJRT_ASSIGN_OR_RETURN(operands[i], layouts_.operand(i).Apply(call, call.operand(i)));
    }
    for (const Copy& copy : target_.copies) {
      CPPJRT_ASSIGN_OR_RETURN(results[copy.result],
                              layouts_.result(copy.result).Copy(call, call.operand(copy.operand)));
    }
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].valid()) continue;
      CPPJRT_ASSIGN_OR_RETURN(results[i], call.Allocate(results_[i].type, results_[i].dims));
      if (results[i].num_bytes() > 0) {
        std::memset(results[i].mutable_bytes(), 0, static_cast<size_t>(results[i].num_bytes()));
      }
    }
    return OkStatus();
  }

  Screen ScreenOf(const Batch& batch) const {
    std::vector<ElementType> types;
    for (const ArrayType& result : results_) types.push_back(result.type);
    return Screen(target_.algorithm, kTypes[type_], batch, std::move(types));
  }

  // How many problems make a piece that is worth another thread.
  int64_t Grain(const Batch& batch) const {
    constexpr int64_t kWork = 1 << 18;
    int64_t largest = 1;
    for (const Batch::Array& array : batch.operands) largest = std::max(largest, array.stride);
    const int64_t side = std::max<int64_t>({1, batch.sizes['n'], batch.sizes['m']});
    return std::max<int64_t>(1, kWork / largest / side);
  }

  const Target& target_;
  size_t type_;
  Signature signature_;
  CallLayouts layouts_;
  std::vector<ArrayType> results_;
  Attributes attributes_;
};

}  // namespace

StatusOr<Kernel> PrepareCall(const Target& target, size_t type, const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const LapackCall> lapack_call, LapackCall::Make(target, type, op));
  return Kernel([lapack_call = std::move(lapack_call)](Call& call) { return lapack_call->Run(call); });
}

StatusOr<Kernel> PrepareCallByOperand(const Target& target, const OpRef& op) {
  const stablehlo::TypeId operand = op.num_operands() == 0 ? stablehlo::TypeId() : op.operand_type(0);
  const bool is_tensor = operand.valid() && op.types().IsTensor(operand);
  const std::optional<ElementType> type =
      is_tensor ? ToElementType(op.types(), op.types().element_type(operand)) : std::nullopt;
  for (size_t i = 0; type && i < std::size(kTypes); ++i) {
    if (*type == kTypes[i] && target.run[i] != nullptr) return PrepareCall(target, i, op);
  }
  return InvalidArgumentError("operand 0 of " + std::string(target.name) + " is of a type that it has not");
}

}  // namespace cppjrt::cpu::lapack
