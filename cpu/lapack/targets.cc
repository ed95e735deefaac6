#include "cpu/lapack/targets.h"

#include <string>
#include <vector>

#include "cpu/lapack/lapack_call.h"
#include "cpu/lapack/sparse.h"
#include "cpu/lapack/xla_targets.h"

// What LAPACK calls for an argument it cannot take; the reference one ends the process. Info says the same.
extern "C" void xerbla_(const char* name, const int* info, size_t length);
extern "C" void xerbla_(const char*, const int*, size_t) {}

namespace cppjrt::cpu {
namespace {

using lapack::AttributeRule;
using lapack::Target;
using stablehlo::OpRef;

// clang-format off
// Named after "lapack_" and the letter of the type, before "_ffi".
std::vector<Target> Targets() {
  using namespace lapack;  // NOLINT(google-build-using-namespace): a table of its functions
  const AttributeRule uplo = {"uplo", "LU"};
  const AttributeRule vectors = {"mode", "NV"};
  return {
      {"trsm",  "T:aa T:mn -> T:mn", {{"side", "LR"}, uplo, {"trans_x", "NTC"}, {"diag", "NU"}}, {{0, 1}}, {CPPJRT_ALL(RunTrsm)}, Algorithm::kDirect},
      {"getrf", "T:mn -> T:mn I:k I:", {}, {{0, 0}}, {CPPJRT_ALL(RunGetrf)}, Algorithm::kDirect},
      {"geqrf", "T:mn -> T:mn T:k", {}, {{0, 0}}, {CPPJRT_ALL(RunGeqrf)}, Algorithm::kDirect},
      {"geqp3", "T:mn I:n -> T:mn I:n T:k", {}, {{0, 0}, {1, 1}}, {CPPJRT_ALL(RunGeqp3)}, Algorithm::kDirect},
      {"orgqr", "T:mn T:p -> T:mn", {}, {{0, 0}}, {CPPJRT_REAL(RunOrgqr)}, Algorithm::kDirect},
      {"ungqr", "T:mn T:p -> T:mn", {}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunOrgqr)}, Algorithm::kDirect},
      {"ormqr", "T:aq T:p T:mn -> T:mn", {{"left", ""}, {"transpose", ""}}, {{0, 2}}, {CPPJRT_REAL(RunOrmqr)}, Algorithm::kDirect},
      {"unmqr", "T:aq T:p T:mn -> T:mn", {{"left", ""}, {"transpose", ""}}, {{0, 2}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunOrmqr)}, Algorithm::kDirect},
      {"potrf", "T:nn -> T:nn I:", {uplo}, {{0, 0}}, {CPPJRT_ALL(RunPotrf)}, Algorithm::kDirect},
      {"gesdd", "T:mn -> T:mn R:k T:mu T:vn I:", {{"mode", "ASN"}}, {{0, 0}}, {CPPJRT_ALL(RunGesdd)}, Algorithm::kIterative},
      {"gesvd", "T:mn -> T:mn R:k T:mu T:vn I:", {{"mode", "ASN"}}, {{0, 0}}, {CPPJRT_ALL(RunGesvd)}, Algorithm::kIterative},
      {"syevd", "T:nn -> T:nn R:n I:", {uplo, vectors}, {{0, 0}}, {CPPJRT_REAL(RunSyevd)}, Algorithm::kIterativeOnTriangle},
      {"heevd", "T:nn -> T:nn R:n I:", {uplo, vectors}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunSyevd)}, Algorithm::kIterativeOnTriangle},
      {"geev",  "T:nn -> T:n T:n C:nn C:nn I:", {{"compute_left", "NV"}, {"compute_right", "NV"}}, {}, {CPPJRT_REAL(RunGeev)}, Algorithm::kIterative},
      {"geev",  "T:nn -> T:n T:nn T:nn I:", {{"compute_left", "NV"}, {"compute_right", "NV"}}, {}, {nullptr, nullptr, CPPJRT_COMPLEX(RunGeev)}, Algorithm::kIterative},
      {"gees",  "T:nn -> T:nn T:nn T:n T:n I: I:", {vectors, {"sort", "N"}}, {{0, 0}}, {CPPJRT_REAL(RunGees)}, Algorithm::kIterative},
      {"gees",  "T:nn -> T:nn T:nn T:n I: I:", {vectors, {"sort", "N"}}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunGees)}, Algorithm::kIterative},
      {"gehrd", "T:nn -> T:nn T:h I:", {{"low", ""}, {"high", ""}}, {{0, 0}}, {CPPJRT_ALL(RunGehrd)}, Algorithm::kDirect},
      {"sytrd", "T:nn -> T:nn R:n R:h T:h I:", {uplo}, {{0, 0}}, {CPPJRT_REAL(RunSytrd)}, Algorithm::kDirect},
      {"hetrd", "T:nn -> T:nn R:n R:h T:h I:", {uplo}, {{0, 0}}, {nullptr, nullptr, CPPJRT_COMPLEX(RunSytrd)}, Algorithm::kDirect},
      {"gtsv",  "T:n T:n T:n T:nc -> T:n T:n T:n T:nc I:", {}, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}, {CPPJRT_ALL(RunGtsv)}, Algorithm::kDirect},
  };
}
const Target& PerturbedTridiagonal() {
  static const auto* const target = new Target{
      "tridiagonal_solve_perturbed_ffi", "T:n T:n T:n T:nc -> T:nc", {}, {{0, 3}}, {CPPJRT_ALL(lapack::RunPerturbedTridiagonal)}, lapack::Algorithm::kDirect};
  return *target;
}
// clang-format on

stablehlo::CustomCallTable* MakeTable() {
  auto* table = new stablehlo::CustomCallTable;
  static const auto* const targets = new std::vector<Target>(Targets());
  for (const Target& target : *targets) {
    for (size_t type = 0; type < lapack::kTypeLetters.size(); ++type) {
      if (target.run[type] == nullptr) continue;
      const std::string name = std::string("lapack_") + lapack::kTypeLetters[type] + std::string(target.name) + "_ffi";
      table->Add(name, [&target, type](const OpRef& op) { return lapack::PrepareCall(target, type, op); });
    }
  }
  table->Add(std::string(PerturbedTridiagonal().name),
             [](const OpRef& op) { return lapack::PrepareCallByOperand(PerturbedTridiagonal(), op); });
  table->Add("cpu_csr_sparse_dense_ffi", lapack::PrepareCsrTimesDense);
  lapack::AddXlaTargets(*table);
  lapack::AddGpuTargets(*table);
  return table;
}

}  // namespace

const stablehlo::CustomCallTargets& LapackTargets() {
  static const stablehlo::CustomCallTable* const table = MakeTable();
  return *table;
}

}  // namespace cppjrt::cpu
