#include "cpu/lapack/targets.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "cpu/lapack/batch.h"
#include "cpu/lapack/routines.h"
#include "cpu/lapack/signature.h"
#include "cpu/lapack/sparse.h"
#include "stablehlo/eval/custom_call_layouts.h"

// What LAPACK calls for an argument it cannot take; the reference one ends the process. Info says the same.
extern "C" void xerbla_(const char* name, const int* info, size_t length);
extern "C" void xerbla_(const char*, const int*, size_t) {}

namespace cppjrt::cpu {
namespace {

using lapack::ArrayType;
using lapack::Batch;
using lapack::RunFunction;
using lapack::Signature;
using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::Call;
using stablehlo::CallLayouts;
using stablehlo::ElementType;
using stablehlo::Kernel;
using stablehlo::OpRef;
using stablehlo::Tensor;

struct AttributeRule {
  std::string_view name;
  std::string_view letters;  // the letters it may be; empty: any number
};

// Result `result` starts as operand `operand`.
struct Copy {
  size_t result = 0;
  size_t operand = 0;
};

struct Target {
  // Of JAX's: after "lapack_" and the letter of the type, before "_ffi". Of XLA's: the whole.
  std::string_view name;
  std::string_view signature;
  std::vector<AttributeRule> attributes;
  std::vector<Copy> copies;
  RunFunction run[4];  // s, d, c, z; null: there is no such target
};

#define CPPJRT_REAL(Run) Run<float>, Run<double>
#define CPPJRT_COMPLEX(Run) Run<std::complex<float>>, Run<std::complex<double>>
#define CPPJRT_ALL(Run) CPPJRT_REAL(Run), CPPJRT_COMPLEX(Run)

// clang-format off
std::vector<Target> Targets() {
  using namespace lapack;  // NOLINT(google-build-using-namespace): a table of its functions
  const AttributeRule uplo = {"uplo", "LU"};
  const AttributeRule vectors = {"mode", "NV"};
  return {
      {"trsm",  "T:aa T:mn -> T:mn", {{"side", "LR"}, uplo, {"trans_x", "NTC"}, {"diag", "NU"}}, {{0, 1}}, {CPPJRT_ALL(RunTrsm)}},
      {"getrf", "T:mn -> T:mn I:k I:", {}, {{0, 0}}, {CPPJRT_ALL(RunGetrf)}},
      {"geqrf", "T:mn -> T:mn T:k", {}, {{0, 0}}, {CPPJRT_ALL(RunGeqrf)}},
      {"geqp3", "T:mn I:n -> T:mn I:n T:k", {}, {{0, 0}, {1, 1}}, {CPPJRT_ALL(RunGeqp3)}},
      {"orgqr", "T:mn T:p -> T:mn", {}, {{0, 0}}, {CPPJRT_REAL(RunOrgqr)}},
      {"ungqr", "T:mn T:p -> T:mn", {}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunOrgqr)}},
      {"ormqr", "T:aq T:p T:mn -> T:mn", {{"left", ""}, {"transpose", ""}}, {{0, 2}}, {CPPJRT_REAL(RunOrmqr)}},
      {"unmqr", "T:aq T:p T:mn -> T:mn", {{"left", ""}, {"transpose", ""}}, {{0, 2}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunOrmqr)}},
      {"potrf", "T:nn -> T:nn I:", {uplo}, {{0, 0}}, {CPPJRT_ALL(RunPotrf)}},
      {"gesdd", "T:mn -> T:mn R:k T:mu T:vn I:", {{"mode", "ASN"}}, {{0, 0}}, {CPPJRT_ALL(RunGesdd)}},
      {"gesvd", "T:mn -> T:mn R:k T:mu T:vn I:", {{"mode", "ASN"}}, {{0, 0}}, {CPPJRT_ALL(RunGesvd)}},
      {"syevd", "T:nn -> T:nn R:n I:", {uplo, vectors}, {{0, 0}}, {CPPJRT_REAL(RunSyevd)}},
      {"heevd", "T:nn -> T:nn R:n I:", {uplo, vectors}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunSyevd)}},
      {"geev",  "T:nn -> T:n T:n C:nn C:nn I:", {{"compute_left", "NV"}, {"compute_right", "NV"}}, {}, {CPPJRT_REAL(RunGeev)}},
      {"geev",  "T:nn -> T:n T:nn T:nn I:", {{"compute_left", "NV"}, {"compute_right", "NV"}}, {}, {nullptr, nullptr, CPPJRT_COMPLEX(RunGeev)}},
      {"gees",  "T:nn -> T:nn T:nn T:n T:n I: I:", {vectors, {"sort", "N"}}, {{0, 0}}, {CPPJRT_REAL(RunGees)}},
      {"gees",  "T:nn -> T:nn T:nn T:n I: I:", {vectors, {"sort", "N"}}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunGees)}},
      {"gehrd", "T:nn -> T:nn T:h I:", {{"low", ""}, {"high", ""}}, {{0, 0}}, {CPPJRT_ALL(RunGehrd)}},
      {"sytrd", "T:nn -> T:nn R:n R:h T:h I:", {uplo}, {{0, 0}}, {CPPJRT_REAL(RunSytrd)}},
      {"hetrd", "T:nn -> T:nn R:n R:h T:h I:", {uplo}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunSytrd)}},
      {"gtsv",  "T:n T:n T:n T:nc -> T:n T:n T:n T:nc I:", {}, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}, {CPPJRT_ALL(RunGtsv)}},
  };
}
const Target& PerturbedTridiagonal() {
  static const auto* const target = new Target{
      "", "T:n T:n T:n T:nc -> T:nc", {}, {{0, 3}}, {CPPJRT_ALL(lapack::RunPerturbedTridiagonal)}};
  return *target;
}
// What XLA puts in place of these calls on any platform (JAX makes them for TPUs, torch_xla everywhere): named without the
// type, matrices row by row whatever the op says of layouts.
const std::vector<Target>& XlaTargets() {
  using namespace lapack;  // NOLINT(google-build-using-namespace): a table of its functions
  static const auto* const targets = new std::vector<Target>{
      {"Qr", "T:mn -> T:mn T:k", {}, {{0, 0}}, {CPPJRT_ALL(RunGeqrf)}},
      {"ProductOfElementaryHouseholderReflectors", "T:mn T:p -> T:mn", {}, {{0, 0}}, {CPPJRT_ALL(RunOrgqr)}},
      {"LuDecomposition", "T:mn -> T:mn I:k I:m", {}, {{0, 0}}, {CPPJRT_ALL(RunLuDecomposition)}},
      {"Eigh", "T:nn -> T:nn R:n", {}, {{0, 0}}, {CPPJRT_ALL(RunEigh)}},
  };
  return *targets;
}
// clang-format on

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
  lapack::Sizes& size = batch.sizes;
  const auto expect = [](bool holds, std::string_view what) {
    return holds ? OkStatus() : InvalidArgumentError("has matrices that do not fit: expected " + std::string(what));
  };
  if (target.name == "trsm") {
    return expect(size['a'] == (batch.Mode("side") == 'L' ? size['m'] : size['n']),
                  "a triangle as large as its side of b");
  }
  if (target.name == "orgqr" || target.name == "ungqr" || target.name == "ProductOfElementaryHouseholderReflectors") {
    return expect(size['p'] <= size['n'] && size['n'] <= size['m'], "tau, columns and rows from small to large");
  }
  if (target.name == "ormqr" || target.name == "unmqr") {
    const int side = batch.Number("left") != 0 ? size['m'] : size['n'];
    return expect(size['a'] == side && size['q'] >= size['p'] && size['p'] <= side,
                  "reflectors as long as their side of c");
  }
  if (target.name == "gesdd" || target.name == "gesvd") {
    const bool full = batch.Mode("mode") == 'A';
    const bool thin = batch.Mode("mode") == 'S';
    const bool fits = full   ? size['u'] == size['m'] && size['v'] == size['n']
                      : thin ? size['u'] == size['k'] && size['v'] == size['k']
                             : true;
    return expect(fits, "u and vt as large as their mode says");
  }
  if (target.name == "gehrd" && size['n'] > 0) {
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

// Which triangle Eigh reads: its backend_config is "lower,sorted,sweeps,tolerance", "1,1,100,1e-6".
StatusOr<int64_t> ReadEighTriangle(const OpRef& op) {
  std::string_view config;
  for (const char* name : {"mhlo.backend_config", "backend_config"}) {
    if (op.attrs().Is(op.attr(name), AttrKind::kString)) config = op.String(name);
  }
  if (config.empty() || config[0] == '1') return 'L';
  if (config[0] == '0') return 'U';
  return InvalidArgumentError("has backend_config \"" + std::string(config.substr(0, 100)) +
                              "\", expected \"lower,sorted,sweeps,tolerance\", \"1,1,100,1e-6\"");
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
    CPPJRT_ASSIGN_OR_RETURN(call->layouts_, CallLayouts::Read(op));
    CPPJRT_ASSIGN_OR_RETURN(call->results_, ResultTypes(op));
    for (const AttributeRule& rule : target.attributes) {
      CPPJRT_ASSIGN_OR_RETURN(const int64_t value, ReadAttribute(op, rule));
      call->attributes_.emplace(rule.name, value);
    }
    return std::shared_ptr<const LapackCall>(std::move(call));
  }

  // One of XlaTargets.
  static StatusOr<std::shared_ptr<const LapackCall>> MakeXla(const Target& target, size_t type, const OpRef& op) {
    auto call = std::make_shared<LapackCall>(target, type);
    CPPJRT_ASSIGN_OR_RETURN(call->results_, ResultTypes(op));
    if (target.name == "Eigh") {
      CPPJRT_ASSIGN_OR_RETURN(call->attributes_["uplo"], ReadEighTriangle(op));
    }
    const Signature& signature = call->signature_;
    if (op.num_operands() != signature.num_operands() || op.num_results() != signature.num_results()) {
      return InvalidArgumentError("has " + std::to_string(op.num_operands()) + " operands and " +
                                  std::to_string(op.num_results()) + " results, expected " +
                                  std::to_string(signature.num_operands()) + " and " +
                                  std::to_string(signature.num_results()));
    }
    std::vector<stablehlo::CallLayout> operands;
    for (size_t i = 0; i < op.num_operands(); ++i) {
      const stablehlo::TypeId operand = op.operand_type(i);
      const size_t rank = op.types().IsTensor(operand) ? op.types().dims(operand).size() : 0;
      operands.push_back(ColumnMajor(signature.OperandRank(i), rank));
    }
    std::vector<stablehlo::CallLayout> results;
    for (size_t i = 0; i < op.num_results(); ++i) {
      results.push_back(ColumnMajor(signature.ResultRank(i), call->results_[i].dims.size()));
    }
    call->layouts_ = CallLayouts(std::move(operands), std::move(results));
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
      call.pool().ParallelFor(num_problems, Grain(batch),
                              [&](int64_t begin, int64_t end) { target_.run[type_](batch, begin, end); });
    }
    for (size_t i = 0; i < results.size(); ++i) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor result, layouts_.result(i).Undo(call, std::move(results[i])));
      call.Return(std::move(result), i);
    }
    return OkStatus();
  }

 private:
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
  std::map<std::string, int64_t, std::less<>> attributes_;
};

using MakeFunction = StatusOr<std::shared_ptr<const LapackCall>>(const Target& target, size_t type, const OpRef& op);

StatusOr<Kernel> PrepareTarget(MakeFunction make, const Target& target, size_t type, const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const LapackCall> lapack_call, make(target, type, op));
  return Kernel([lapack_call = std::move(lapack_call)](Call& call) { return lapack_call->Run(call); });
}

// A target whose type is that of its operands.
StatusOr<Kernel> PrepareByOperand(MakeFunction make, const Target& target, std::string_view name, const OpRef& op) {
  const stablehlo::TypeId operand = op.num_operands() == 0 ? stablehlo::TypeId() : op.operand_type(0);
  const bool is_tensor = operand.valid() && op.types().IsTensor(operand);
  const std::optional<ElementType> type =
      is_tensor ? ToElementType(op.types(), op.types().element_type(operand)) : std::nullopt;
  for (size_t i = 0; type && i < std::size(kTypes); ++i) {
    if (*type == kTypes[i]) return PrepareTarget(make, target, i, op);
  }
  return InvalidArgumentError("operand 0 of " + std::string(name) + " is no tensor of f32, f64 or complex numbers");
}

stablehlo::CustomCallTable* MakeTable() {
  auto* table = new stablehlo::CustomCallTable;
  static const auto* const targets = new std::vector<Target>(Targets());
  for (const Target& target : *targets) {
    for (size_t type = 0; type < std::size(kTypes); ++type) {
      if (target.run[type] == nullptr) continue;
      const std::string name = std::string("lapack_") + "sdcz"[type] + std::string(target.name) + "_ffi";
      table->Add(name, [&target, type](const OpRef& op) { return PrepareTarget(LapackCall::Make, target, type, op); });
    }
  }
  constexpr std::string_view kPerturbed = "tridiagonal_solve_perturbed_ffi";
  table->Add(std::string(kPerturbed), [=](const OpRef& op) {
    return PrepareByOperand(LapackCall::Make, PerturbedTridiagonal(), kPerturbed, op);
  });
  for (const Target& target : XlaTargets()) {
    table->Add(std::string(target.name),
               [&target](const OpRef& op) { return PrepareByOperand(LapackCall::MakeXla, target, target.name, op); });
  }
  table->Add("cpu_csr_sparse_dense_ffi", lapack::PrepareCsrTimesDense);
  return table;
}

}  // namespace

const stablehlo::CustomCallTargets& LapackTargets() {
  static const stablehlo::CustomCallTable* const table = MakeTable();
  return *table;
}

}  // namespace cppjrt::cpu
