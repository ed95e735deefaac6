// Every target on matrices with a NaN or an infinity: it ends, and says so.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <complex>
#include <future>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cpu/lapack/calls_test.h"

namespace cppjrt::cpu {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
// No target takes a thousandth of it for matrices of this size.
constexpr std::chrono::seconds kTimeLimit(60);

// A call by its signature (signature.h) with all sizes 4, but for those of kSizes.
struct Row {
  std::string target;   // "*" stands for the letter of the type
  std::string letters;  // the types it is for
  std::string signature;
  std::string config;
  bool iterates = false;
};

const std::map<char, int> kSizes = {{'h', 3}, {'c', 2}};

// clang-format off
const Row kRows[] = {
    {"lapack_*trsm_ffi",  "sdcz", "T:aa T:mn -> T:mn", "diag = 78 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8, side = 76 : ui8"},
    {"lapack_*getrf_ffi", "sdcz", "T:mn -> T:mn I:k I:", ""},
    {"lapack_*geqrf_ffi", "sdcz", "T:mn -> T:mn T:k", ""},
    {"lapack_*geqp3_ffi", "sdcz", "T:mn I:n -> T:mn I:n T:k", ""},
    {"lapack_*orgqr_ffi", "sd",   "T:mn T:p -> T:mn", ""},
    {"lapack_*ungqr_ffi", "cz",   "T:mn T:p -> T:mn", ""},
    {"lapack_*ormqr_ffi", "sd",   "T:aq T:p T:mn -> T:mn", "left = true, transpose = true"},
    {"lapack_*unmqr_ffi", "cz",   "T:aq T:p T:mn -> T:mn", "left = true, transpose = true"},
    {"lapack_*potrf_ffi", "sdcz", "T:nn -> T:nn I:", "uplo = 76 : ui8"},
    {"lapack_*gesdd_ffi", "sdcz", "T:mn -> T:mn R:k T:mu T:vn I:", "mode = 65 : ui8", true},
    {"lapack_*gesvd_ffi", "sdcz", "T:mn -> T:mn R:k T:mu T:vn I:", "mode = 83 : ui8", true},
    {"lapack_*syevd_ffi", "sd",   "T:nn -> T:nn R:n I:", "uplo = 76 : ui8, mode = 86 : ui8", true},
    {"lapack_*heevd_ffi", "cz",   "T:nn -> T:nn R:n I:", "uplo = 85 : ui8, mode = 86 : ui8", true},
    {"lapack_*geev_ffi",  "sd",   "T:nn -> T:n T:n C:nn C:nn I:", "compute_left = 86 : ui8, compute_right = 86 : ui8", true},
    {"lapack_*geev_ffi",  "cz",   "T:nn -> T:n T:nn T:nn I:", "compute_left = 86 : ui8, compute_right = 86 : ui8", true},
    {"lapack_*gees_ffi",  "sd",   "T:nn -> T:nn T:nn T:n T:n I: I:", "mode = 86 : ui8, sort = 78 : ui8", true},
    {"lapack_*gees_ffi",  "cz",   "T:nn -> T:nn T:nn T:n I: I:", "mode = 86 : ui8, sort = 78 : ui8", true},
    {"lapack_*gehrd_ffi", "sdcz", "T:nn -> T:nn T:h I:", "high = 4 : i32, low = 1 : i32"},
    {"lapack_*sytrd_ffi", "sd",   "T:nn -> T:nn R:n R:h T:h I:", "uplo = 76 : ui8"},
    {"lapack_*hetrd_ffi", "cz",   "T:nn -> T:nn R:n R:h T:h I:", "uplo = 85 : ui8"},
    {"lapack_*gtsv_ffi",  "sdcz", "T:n T:n T:n T:nc -> T:n T:n T:n T:nc I:", ""},
    {"tridiagonal_solve_perturbed_ffi", "sdcz", "T:n T:n T:n T:nc -> T:nc", ""},
    {"Qr",                "sdcz", "T:mn -> T:mn T:k", ""},
    {"ProductOfElementaryHouseholderReflectors", "sdcz", "T:mn T:p -> T:mn", ""},
    {"LuDecomposition",   "sdcz", "T:mn -> T:mn I:k I:m", ""},
    {"Eigh",              "sdcz", "T:nn -> T:nn R:n", "", true},
    {"cusolver_getrf_ffi", "sdcz", "T:mn -> T:mn I:k I:", ""},
    {"cublas_getrf_batched_ffi", "sdcz", "T:mn -> T:mn I:k I:", ""},
    {"cusolver_geqrf_ffi", "sdcz", "T:mn -> T:mn T:k", ""},
    {"cublas_geqrf_batched_ffi", "sdcz", "T:mn -> T:mn T:k", ""},
    {"cusolver_orgqr_ffi", "sdcz", "T:mn T:p -> T:mn", ""},
    {"cusolver_ormqr_ffi", "sdcz", "T:aq T:p T:mn -> T:mn", "left = true, transpose = true"},
    {"cusolver_potrf_ffi", "sdcz", "T:nn -> T:nn I:", "lower = true"},
    {"cusolver_syevd_ffi", "sdcz", "T:nn -> T:nn R:n I:", "lower = true", true},
    {"cusolver_sytrd_ffi", "sdcz", "T:nn -> T:nn R:n R:h T:h I:", "lower = true"},
    {"cusolver_gesvd_ffi", "sdcz", "T:mn -> T:mn R:k T:mu T:vn I:", "compute_uv = true, full_matrices = true", true},
    {"cusolver_gesdd_ffi", "sdcz", "T:mn -> T:mn R:k T:mu T:vn I:", "compute_uv = true, full_matrices = true", true},
    {"cusolver_gesvdj_ffi", "sdcz", "T:mn -> T:mn R:k T:mu T:nv I:", "compute_uv = true, full_matrices = true", true},
    {"cusolver_gesvdp_ffi", "sdcz", "T:mn -> T:mn R:k T:mu T:nv I:", "compute_uv = true, full_matrices = true", true},
    {"cusparse_gtsv2_ffi", "sdcz", "T:n T:n T:n T:nc -> T:nc", ""},
};
// clang-format on

std::string TargetOf(const Row& row, const Type& type) {
  std::string target = row.target;
  const size_t star = target.find('*');
  if (star != std::string::npos) target[star] = type.letter;
  return target;
}

std::string ElementName(char kind, const Type& type) {
  switch (kind) {
    case 'T':
      return type.name;
    case 'R':
      return RealName(type);
    case 'C':
      return ComplexName(type);
    default:
      return "i32";
  }
}

Dims DimsOf(const std::string& array) {
  std::vector<int64_t> dims;
  for (const char letter : array.substr(2)) dims.push_back(kSizes.contains(letter) ? kSizes.at(letter) : 4);
  return Dims(dims);
}

std::string TypeOf(const std::string& array, const Type& type) {
  std::string dims;
  for (const int64_t d : DimsOf(array)) dims += (dims.empty() ? "" : "x") + std::to_string(d);
  return T(dims, ElementName(array[0], type));
}

// The arrays before and after the arrow.
std::pair<std::vector<std::string>, std::vector<std::string>> Arrays(const std::string& signature) {
  std::vector<std::string> operands, results;
  bool after_arrow = false;
  size_t at = 0;
  while (at < signature.size()) {
    const size_t end = std::min(signature.find(' ', at), signature.size());
    const std::string word = signature.substr(at, end - at);
    at = end + 1;
    if (word == "->") {
      after_arrow = true;
    } else {
      (after_arrow ? results : operands).push_back(word);
    }
  }
  return {operands, results};
}

// Hermitian and positive definite: without a special value every target succeeds.
std::vector<Number> SampleOf(const std::string& array, const Type& type) {
  const Dims dims = DimsOf(array);
  if (dims.size() == 2 && dims[0] == dims[1]) return PositiveDefinite(type, dims[0]).values;
  return Sample(type, dims[0], dims.size() == 2 ? dims[1] : 1).values;
}

using Results = std::vector<RuntimeValue>;

// The results with `operands` as they are, or the error. The call runs on a thread of its own; one that does not end keeps it.
StatusOr<Results> CallInTime(const Row& row, const Type& type, const std::vector<std::vector<Number>>& values) {
  const auto [operands, results] = Arrays(row.signature);
  std::vector<std::string> operand_types, result_types;
  Results arguments;
  for (size_t i = 0; i < operands.size(); ++i) {
    operand_types.push_back(TypeOf(operands[i], type));
    if (operands[i][0] == 'I') {
      arguments.emplace_back(MakeTensor(ElementType::kI32, DimsOf(operands[i]), std::vector<int32_t>(4)));
    } else {
      arguments.emplace_back(ToTensor(type, DimsOf(operands[i]), values[i]));
    }
  }
  for (const std::string& result : results) result_types.push_back(TypeOf(result, type));
  std::packaged_task<StatusOr<Results>()> task([=, target = TargetOf(row, type), config = row.config] {
    if (target == "Eigh")
      return TryCallWith(target, "backend_config = \"1,1,100,1e-6\"", operand_types, result_types, arguments);
    return TryCall(target, config, operand_types, result_types, arguments);
  });
  std::future<StatusOr<Results>> done = task.get_future();
  std::thread(std::move(task)).detach();
  if (done.wait_for(kTimeLimit) != std::future_status::ready) return DeadlineExceededError("it does not end");
  return done.get();
}

bool IsInteger(const RuntimeValue& value) { return value.tensor().type() == ElementType::kI32; }

bool HasInfo(const Row& row) { return row.signature.ends_with("I:"); }

void ExpectAllNan(const Row& row, const Results& results) {
  for (const RuntimeValue& result : results) {
    if (IsInteger(result)) continue;
    for (const Number x : Numbers(result)) ASSERT_TRUE(std::isnan(x.real()) || std::isnan(x.imag())) << row.target;
  }
  if (HasInfo(row)) {
    EXPECT_EQ(Info(results.back()), -4) << row.target;
  }
}

bool AllFinite(const Results& results) {
  for (const RuntimeValue& result : results) {
    for (const Number x : Numbers(result)) {
      if (!std::isfinite(x.real()) || !std::isfinite(x.imag())) return false;
    }
  }
  return true;
}

class NotFiniteTest : public testing::TestWithParam<Type> {};

std::vector<std::vector<Number>> Samples(const Row& row, const Type& type) {
  std::vector<std::vector<Number>> values;
  for (const std::string& operand : Arrays(row.signature).first) {
    values.push_back(operand[0] == 'I' ? std::vector<Number>() : SampleOf(operand, type));
  }
  return values;
}

// A number whose square overflows, and sums too.
double Huge(const Type& type) { return RealName(type) == "f32" ? 3e38 : 1.5e308; }

// Each special value at each place of a few of each operand, and everywhere.
TEST_P(NotFiniteTest, EveryTargetEnds) {
  const Type& type = GetParam();
  for (const Row& row : kRows) {
    if (row.letters.find(type.letter) == std::string::npos) continue;
    const std::vector<std::vector<Number>> samples = Samples(row, type);
    for (size_t operand = 0; operand < samples.size(); ++operand) {
      const size_t count = samples[operand].size();
      if (count == 0) continue;
      for (const double special : {kNan, kInfinity, -kInfinity, Huge(type)}) {
        for (const size_t place : {size_t{0}, count / 3, count - 1, count}) {
          auto values = samples;
          for (size_t i = place; i < (place == count ? count + count : place + 1); ++i)
            values[operand][i % count] = special;
          const StatusOr<Results> results = CallInTime(row, type, values);
          ASSERT_TRUE(results.ok()) << TargetOf(row, type) << " of " << special << " at " << place << ": "
                                    << results.status().ToString();
          if (row.iterates && !std::isfinite(special) && (place == 0 || place >= count - 1))
            ExpectAllNan(row, *results);
          const bool says = !AllFinite(*results) || (HasInfo(row) && Info(results->back()) != 0);
          if (std::isnan(special) && operand == 0 && place == count) {
            EXPECT_TRUE(says) << TargetOf(row, type);
          }
        }
      }
    }
  }
}

TEST_P(NotFiniteTest, TheOtherTriangleIsNotRead) {
  const Type& type = GetParam();
  for (const Row& row : kRows) {
    const bool reads_triangle = row.target.find("evd_") != std::string::npos || row.target == "Eigh";
    if (!reads_triangle || row.letters.find(type.letter) == std::string::npos) continue;
    const bool upper = row.config.find("85") != std::string::npos;
    std::vector<std::vector<Number>> values = Samples(row, type);
    values[0][upper ? 2 * 4 + 1 : 1 * 4 + 2] = kNan;
    const StatusOr<Results> results = CallInTime(row, type, values);
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_TRUE(AllFinite(*results)) << TargetOf(row, type);
    if (HasInfo(row)) {
      EXPECT_EQ(Info(results->back()), 0);
    }
  }
}

// One problem of a batch does not keep the others from their results.
TEST_P(NotFiniteTest, OthersOfTheBatchAreDecomposed) {
  const Type& type = GetParam();
  const std::vector<Number> good = PositiveDefinite(type, 3).values;
  std::vector<Number> values;
  for (int i = 0; i < 5; ++i) values.insert(values.end(), good.begin(), good.end());
  values[9 + 4] = kInfinity;
  values[4 * 9] = kNan;
  const std::string t = "tensor<5x3x3x" + type.name + ">";
  const std::string matrices = "dense<[1, 2, 0]> : tensor<3xindex>";
  const StatusOr<Results> outcome = TryCallWith(
      Target(type, "gesdd"),
      "api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8}, operand_layouts = [" + matrices +
          "], result_layouts = [" + matrices + ", dense<[1, 0]> : tensor<2xindex>, " + matrices + ", " + matrices +
          ", dense<0> : tensor<1xindex>]",
      {t}, {t, "tensor<5x3x" + RealName(type) + ">", t, t, "tensor<5xi32>"}, {ToTensor(type, {5, 3, 3}, values)});
  ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
  const Results& r = *outcome;
  ASSERT_EQ(r.size(), 5u);
  EXPECT_EQ(ToVector<int32_t>(r[4]), (std::vector<int32_t>{0, -4, 0, 0, -4}));
  const std::vector<Number> singular = Numbers(r[1]);
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      const Number x = singular[3 * i + j];
      if (i == 1 || i == 4) {
        EXPECT_TRUE(std::isnan(x.real()));
      } else {
        EXPECT_EQ(x, singular[j]);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, NotFiniteTest, testing::ValuesIn(kTypes),
                         [](const auto& type) { return std::string(1, type.param.letter); });

// A new target needs a row above.
TEST(NotFiniteRowsTest, HaveAllTargets) {
  std::set<std::string> tested = {"cpu_csr_sparse_dense_ffi"};  // a product
  for (const Row& row : kRows) {
    for (const Type& type : kTypes) {
      if (row.letters.find(type.letter) == std::string::npos) continue;
      const std::string target = TargetOf(row, type);
      tested.insert(target);
      if (target.starts_with("cu")) tested.insert("hip" + target.substr(2));
    }
  }
  for (const std::string& name : LapackTargets().Names()) EXPECT_TRUE(tested.contains(name)) << name;
}

}  // namespace
}  // namespace cppjrt::cpu
