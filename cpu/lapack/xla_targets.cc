#include "cpu/lapack/xla_targets.h"

#include <string>
#include <vector>

#include "cpu/lapack/lapack_call.h"

namespace cppjrt::cpu::lapack {
namespace {

using stablehlo::AttrKind;
using stablehlo::OpRef;

// ---- Attributes

// Eigh's backend_config is "lower,sorted,sweeps,tolerance", "1,1,100,1e-6".
Status DeriveEigh(const OpRef& op, Attributes& attributes) {
  std::string_view config;
  for (const char* name : {"mhlo.backend_config", "backend_config"}) {
    if (op.attrs().Is(op.attr(name), AttrKind::kString)) config = op.String(name);
  }
  if (!config.empty() && config[0] != '0' && config[0] != '1') {
    return InvalidArgumentError("has backend_config \"" + std::string(config.substr(0, 100)) +
                                "\", expected \"lower,sorted,sweeps,tolerance\", \"1,1,100,1e-6\"");
  }
  attributes["uplo"] = config.starts_with('0') ? 'U' : 'L';
  return OkStatus();
}

Status DeriveTriangle(const OpRef&, Attributes& attributes) {
  attributes["uplo"] = attributes.find("lower")->second != 0 ? 'L' : 'U';
  attributes["mode"] = 'V';
  return OkStatus();
}

Status DeriveSvdMode(const OpRef&, Attributes& attributes) {
  const bool vectors = attributes.find("compute_uv")->second != 0;
  const bool full = attributes.find("full_matrices")->second != 0;
  attributes["mode"] = !vectors ? 'N' : full ? 'A' : 'S';
  return OkStatus();
}

// ---- Tables

constexpr MatrixLayout kColumns = MatrixLayout::kColumnMajor;

// clang-format off
const std::vector<Target>& XlaTargets() {
  static const auto* const targets = new std::vector<Target>{
      {"Qr", "T:mn -> T:mn T:k", {}, {{0, 0}}, {CPPJRT_ALL(RunGeqrf)}, Algorithm::kDirect, kColumns},
      {"ProductOfElementaryHouseholderReflectors", "T:mn T:p -> T:mn", {}, {{0, 0}}, {CPPJRT_ALL(RunOrgqr)}, Algorithm::kDirect, kColumns},
      {"LuDecomposition", "T:mn -> T:mn I:k I:m", {}, {{0, 0}}, {CPPJRT_ALL(RunLuDecomposition)}, Algorithm::kDirect, kColumns},
      {"Eigh", "T:nn -> T:nn R:n", {}, {{0, 0}}, {CPPJRT_ALL(RunEigh)}, Algorithm::kIterativeOnTriangle, kColumns, DeriveEigh},
  };
  return *targets;
}

// Named after "cu" or "hip". gesvdj has V where the others have its adjoint; where no vectors are wanted, gesvd and gesdd
// have scalars in their place.
const std::vector<Target>& GpuTargets() {
  const AttributeRule lower = {"lower", ""};
  const std::vector<AttributeRule> svd = {{"compute_uv", ""}, {"full_matrices", ""}};
  static const auto* const targets = new std::vector<Target>{
      {"solver_getrf_ffi", "T:mn -> T:mn I:k I:", {}, {{0, 0}}, {CPPJRT_ALL(RunGetrf)}, Algorithm::kDirect, kColumns},
      {"blas_getrf_batched_ffi", "T:mn -> T:mn I:k I:", {}, {{0, 0}}, {CPPJRT_ALL(RunGetrf)}, Algorithm::kDirect, kColumns},
      {"solver_geqrf_ffi", "T:mn -> T:mn T:k", {}, {{0, 0}}, {CPPJRT_ALL(RunGeqrf)}, Algorithm::kDirect, kColumns},
      {"blas_geqrf_batched_ffi", "T:mn -> T:mn T:k", {}, {{0, 0}}, {CPPJRT_ALL(RunGeqrf)}, Algorithm::kDirect, kColumns},
      {"solver_orgqr_ffi", "T:mn T:p -> T:mn", {}, {{0, 0}}, {CPPJRT_ALL(RunOrgqr)}, Algorithm::kDirect, kColumns},
      {"solver_ormqr_ffi", "T:aq T:p T:mn -> T:mn", {{"left", ""}, {"transpose", ""}}, {{0, 2}}, {CPPJRT_ALL(RunOrmqr)}, Algorithm::kDirect, kColumns},
      {"solver_potrf_ffi", "T:nn -> T:nn I:", {lower}, {{0, 0}}, {CPPJRT_ALL(RunPotrf)}, Algorithm::kDirect, kColumns, DeriveTriangle},
      {"solver_syevd_ffi", "T:nn -> T:nn R:n I:", {lower}, {{0, 0}}, {CPPJRT_ALL(RunSyevd)}, Algorithm::kIterativeOnTriangle, kColumns, DeriveTriangle},
      {"solver_sytrd_ffi", "T:nn -> T:nn R:n R:h T:h I:", {lower}, {{0, 0}}, {CPPJRT_ALL(RunSytrd)}, Algorithm::kDirect, kColumns, DeriveTriangle},
      {"solver_gesvd_ffi", "T:mn -> T:mn R:k T?mu T?vn I:", svd, {{0, 0}}, {CPPJRT_ALL(RunGesvd)}, Algorithm::kIterative, kColumns, DeriveSvdMode},
      {"solver_gesdd_ffi", "T:mn -> T:mn R:k T?mu T?vn I:", svd, {{0, 0}}, {CPPJRT_ALL(RunGesdd)}, Algorithm::kIterative, kColumns, DeriveSvdMode},
      {"solver_gesvdj_ffi", "T:mn -> T:mn R:k T:mu T:nv I:", svd, {{0, 0}}, {CPPJRT_ALL(RunGesvdj)}, Algorithm::kIterative, kColumns, DeriveSvdMode},
      {"solver_gesvdp_ffi", "T:mn -> T:mn R:k T:mu T:nv I:", svd, {{0, 0}}, {CPPJRT_ALL(RunGesvdj)}, Algorithm::kIterative, kColumns, DeriveSvdMode},
      {"sparse_gtsv2_ffi", "T:n T:n T:n T:nc -> T:nc", {}, {{0, 3}}, {CPPJRT_ALL(RunPerturbedTridiagonal)}, Algorithm::kDirect, kColumns},
  };
  return *targets;
}
// clang-format on

}  // namespace

void AddXlaTargets(stablehlo::CustomCallTable& table) {
  for (const Target& target : XlaTargets()) {
    table.Add(std::string(target.name), [&target](const OpRef& op) { return PrepareCallByOperand(target, op); });
  }
}

void AddGpuTargets(stablehlo::CustomCallTable& table) {
  for (const std::string platform : {"cu", "hip"}) {
    for (const Target& target : GpuTargets()) {
      table.Add(platform + std::string(target.name),
                [&target](const OpRef& op) { return PrepareCallByOperand(target, op); });
    }
  }
}

}  // namespace cppjrt::cpu::lapack
