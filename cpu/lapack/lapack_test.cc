// LAPACK targets as JAX calls them, on small matrices, for all four types: what they compute is put together again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "cpu/lapack/calls_test.h"

namespace cppjrt::cpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LapackTest : public testing::TestWithParam<Type> {
 protected:
  const Type& type() const { return GetParam(); }
  void ExpectNear(const Matrix& a, const Matrix& b) { EXPECT_LT(Distance(a, b), type().tolerance); }
};

TEST_P(LapackTest, PotrfFactorsOneTriangle) {
  const Matrix a = PositiveDefinite(type(), 4);
  const std::string t = T("4x4", type().name);
  for (const bool lower : {true, false}) {
    const auto r = Compute(Target(type(), "potrf"), lower ? "uplo = 76 : ui8" : "uplo = 85 : ui8", {t},
                           {t, T("", "i32")}, {ToTensor(type(), a)});
    ASSERT_EQ(r.size(), 2u);
    EXPECT_EQ(Info(r[1]), 0);
    const Matrix factor = Triangle(ToMatrix(r[0]), !lower, false, 4, 4);
    ExpectNear(lower ? factor * Adjoint(factor) : Adjoint(factor) * factor, a);
  }
}

TEST_P(LapackTest, PotrfSaysWhereItIsNotPositive) {
  Matrix a = PositiveDefinite(type(), 3);
  a.at(1, 1) = -100;
  const std::string t = T("3x3", type().name);
  const auto r = Compute(Target(type(), "potrf"), "uplo = 76 : ui8", {t}, {t, T("", "i32")}, {ToTensor(type(), a)});
  ASSERT_EQ(r.size(), 2u);
  EXPECT_EQ(Info(r[1]), 2);
}

TEST_P(LapackTest, GetrfFactorsBatches) {
  const Matrix first = Sample(type(), 3, 4);
  const Matrix second = Sample(type(), 3, 4, 5);
  std::vector<Number> both = first.values;
  both.insert(both.end(), second.values.begin(), second.values.end());
  const std::string t = T("2x3x4", type().name);
  const auto r = Compute(Target(type(), "getrf"), "", {t}, {t, T("2x3", "i32"), T("2", "i32")},
                         {ToTensor(type(), {2, 3, 4}, both)});
  ASSERT_EQ(r.size(), 3u);
  const std::vector<Number> factors = Numbers(r[0]);
  const std::vector<Number> pivots = Numbers(r[1]);
  for (const int problem : {0, 1}) {
    Matrix lu(3, 4);
    lu.values.assign(factors.begin() + problem * 12, factors.begin() + problem * 12 + 12);
    Matrix product = Triangle(lu, false, true, 3, 3) * Triangle(lu, true, false, 3, 4);
    for (int64_t i = 2; i >= 0; --i) {
      const auto other = static_cast<int64_t>(pivots[static_cast<size_t>(problem * 3 + i)].real()) - 1;
      for (int64_t j = 0; j < 4 && other != i; ++j) std::swap(product.at(i, j), product.at(other, j));
    }
    ExpectNear(product, problem == 0 ? first : second);
    EXPECT_EQ(Numbers(r[2])[static_cast<size_t>(problem)], Number(0));
  }
}

TEST_P(LapackTest, GeqrfAndOrgqrMakeQAndR) {
  const Matrix a = Sample(type(), 5, 3);
  const std::string t = T("5x3", type().name);
  const auto qr = Compute(Target(type(), "geqrf"), "", {t}, {t, T("3", type().name)}, {ToTensor(type(), a)});
  ASSERT_EQ(qr.size(), 2u);
  const auto q = Compute(Target(type(), "orgqr", "ungqr"), "", {t, T("3", type().name)}, {t}, {qr[0], qr[1]});
  ASSERT_EQ(q.size(), 1u);
  const Matrix orthogonal = ToMatrix(q[0]);
  ExpectNear(Adjoint(orthogonal) * orthogonal, Identity(3));
  const Matrix r = Triangle(ToMatrix(qr[0]), true, false, 3, 3);
  ExpectNear(orthogonal * r, a);

  // The same Q from its reflectors, as Q' A = R.
  const auto applied = Compute(Target(type(), "ormqr", "unmqr"), "left = true, transpose = true",
                               {t, T("3", type().name), t}, {t}, {qr[0], qr[1], ToTensor(type(), a)});
  ASSERT_EQ(applied.size(), 1u);
  Matrix expected(5, 3);
  std::copy(r.values.begin(), r.values.end(), expected.values.begin());
  ExpectNear(ToMatrix(applied[0]), expected);
}

TEST_P(LapackTest, XlaQrIsPackedRowByRow) {
  const Matrix a = Sample(type(), 5, 3);
  const std::string t = T("5x3", type().name);
  const auto qr = ComputeXla("Qr", "", {t}, {t, T("3", type().name)}, {ToTensor(type(), a)});
  ASSERT_EQ(qr.size(), 2u);
  const auto q =
      ComputeXla("ProductOfElementaryHouseholderReflectors", "", {t, T("3", type().name)}, {t}, {qr[0], qr[1]});
  ASSERT_EQ(q.size(), 1u);
  ExpectNear(Adjoint(ToMatrix(q[0])) * ToMatrix(q[0]), Identity(3));
  ExpectNear(ToMatrix(q[0]) * Triangle(ToMatrix(qr[0]), true, false, 3, 3), a);
}

TEST_P(LapackTest, XlaLuSaysWhichRowsItTook) {
  for (const auto& [rows, columns] : {std::pair<int64_t, int64_t>(4, 3), {3, 4}, {3, 3}}) {
    const Matrix a = Sample(type(), rows, columns);
    const int64_t k = std::min(rows, columns);
    const std::string t = T(std::to_string(rows) + "x" + std::to_string(columns), type().name);
    const auto r = ComputeXla("LuDecomposition", "", {t},
                              {t, T(std::to_string(k), "i32"), T(std::to_string(rows), "i32")}, {ToTensor(type(), a)});
    ASSERT_EQ(r.size(), 3u);
    const Matrix lu = ToMatrix(r[0]);
    const Matrix product = Triangle(lu, false, true, rows, k) * Triangle(lu, true, false, k, columns);
    Matrix permuted(rows, columns);
    for (int64_t i = 0; i < rows; ++i) {
      const auto from = static_cast<int64_t>(Numbers(r[2])[static_cast<size_t>(i)].real());
      for (int64_t j = 0; j < columns; ++j) permuted.at(i, j) = a.at(from, j);
    }
    ExpectNear(product, permuted);
    for (int64_t i = 0; i < k; ++i) EXPECT_GE(Numbers(r[1])[static_cast<size_t>(i)].real(), static_cast<double>(i));
  }
}

TEST_P(LapackTest, XlaEighReadsOneTriangle) {
  const Matrix a = PositiveDefinite(type(), 4);
  const std::string t = T("4x4", type().name);
  for (const bool lower : {true, false}) {
    Matrix half = a;
    for (int64_t i = 0; i < 4; ++i) {
      for (int64_t j = 0; j < i; ++j) (lower ? half.at(j, i) : half.at(i, j)) = 100;
    }
    const auto r = ComputeXla("Eigh", lower ? "1,1,100,1e-6" : "0,1,100,1e-6", {t}, {t, T("4", RealName(type()))},
                              {ToTensor(type(), half)});
    ASSERT_EQ(r.size(), 2u);
    const Matrix v = ToMatrix(r[0]);
    EXPECT_LT(Distance(a * v, v * Diagonal(Numbers(r[1]))), 10 * type().tolerance);
  }
  EXPECT_THAT(
      TryCallWith("Eigh", "backend_config = \"lower\"", {t}, {t, T("4", RealName(type()))}, {ToTensor(type(), a)})
          .status()
          .ToString(),
      HasSubstr("lower,sorted,sweeps,tolerance"));
}

TEST_P(LapackTest, GpuFactorizationsAreThoseOfLapack) {
  const Matrix a = PositiveDefinite(type(), 4);
  const std::string t = T("4x4", type().name);
  const auto cholesky = Compute("cusolver_potrf_ffi", "lower = true", {t}, {t, T("", "i32")}, {ToTensor(type(), a)});
  ASSERT_EQ(cholesky.size(), 2u);
  const Matrix factor = Triangle(ToMatrix(cholesky[0]), false, false, 4, 4);
  ExpectNear(factor * Adjoint(factor), a);
  const auto eigen = Compute("hipsolver_syevd_ffi", "algorithm = 0 : ui8, lower = false", {t},
                             {t, T("4", RealName(type())), T("", "i32")}, {ToTensor(type(), a)});
  ASSERT_EQ(eigen.size(), 3u);
  const Matrix v = ToMatrix(eigen[0]);
  EXPECT_LT(Distance(a * v, v * Diagonal(Numbers(eigen[1]))), 10 * type().tolerance);
  const auto qr = Compute("cusolver_geqrf_ffi", "", {t}, {t, T("4", type().name)}, {ToTensor(type(), a)});
  ASSERT_EQ(qr.size(), 2u);
  const auto q = Compute("cusolver_orgqr_ffi", "", {t, T("4", type().name)}, {t}, {qr[0], qr[1]});
  ASSERT_EQ(q.size(), 1u);
  ExpectNear(ToMatrix(q[0]) * Triangle(ToMatrix(qr[0]), true, false, 4, 4), a);
}

TEST_P(LapackTest, GpuSingularValuesPutTogetherGiveTheMatrix) {
  const Matrix a = Sample(type(), 4, 3);
  const std::string t = T("4x3", type().name);
  const std::string s = T("3", RealName(type()));
  const std::string config = "compute_uv = true, full_matrices = false";
  const auto qr = Compute("cusolver_gesvd_ffi", config + ", transposed = false", {t},
                          {t, s, t, T("3x3", type().name), T("", "i32")}, {ToTensor(type(), a)});
  ASSERT_EQ(qr.size(), 5u);
  ExpectNear(ToMatrix(qr[2]) * Diagonal(Numbers(qr[1])) * ToMatrix(qr[3]), a);
  // V, not its adjoint.
  const auto jacobi = Compute("cusolver_gesvdj_ffi", config, {t}, {t, s, t, T("3x3", type().name), T("", "i32")},
                              {ToTensor(type(), a)});
  ASSERT_EQ(jacobi.size(), 5u);
  ExpectNear(ToMatrix(jacobi[2]) * Diagonal(Numbers(jacobi[1])) * Adjoint(ToMatrix(jacobi[3])), a);
  // Without vectors there are scalars in their place.
  const std::string scalar = T("", type().name);
  const auto values = Compute("cusolver_gesvd_ffi", "compute_uv = false, full_matrices = true, transposed = false", {t},
                              {t, s, scalar, scalar, T("", "i32")}, {ToTensor(type(), a)});
  ASSERT_EQ(values.size(), 5u);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(std::abs(Numbers(values[1])[i] - Numbers(qr[1])[i]), 0, 10 * type().tolerance);
}

TEST_P(LapackTest, Geqp3OrdersColumns) {
  const Matrix a = Sample(type(), 4, 3);
  const std::string t = T("4x3", type().name);
  const auto r = Compute(Target(type(), "geqp3"), "", {t, T("3", "i32")}, {t, T("3", "i32"), T("3", type().name)},
                         {ToTensor(type(), a), MakeTensor<int32_t>(ElementType::kI32, {3}, {0, 0, 0})});
  ASSERT_EQ(r.size(), 3u);
  const auto q = Compute(Target(type(), "orgqr", "ungqr"), "", {t, T("3", type().name)}, {t}, {r[0], r[2]});
  ASSERT_EQ(q.size(), 1u);
  const Matrix product = ToMatrix(q[0]) * Triangle(ToMatrix(r[0]), true, false, 3, 3);
  const std::vector<Number> columns = Numbers(r[1]);
  Matrix ordered(4, 3);
  for (int64_t j = 0; j < 3; ++j) {
    for (int64_t i = 0; i < 4; ++i)
      ordered.at(i, j) = a.at(i, static_cast<int64_t>(columns[static_cast<size_t>(j)].real()) - 1);
  }
  ExpectNear(product, ordered);
}

TEST_P(LapackTest, SingularValuesPutTogetherGiveTheMatrix) {
  const Matrix a = Sample(type(), 4, 3);
  const std::string t = T("4x3", type().name);
  for (const std::string name : {"gesdd", "gesvd"}) {
    const auto r =
        Compute(Target(type(), name), "mode = 83 : ui8", {t},
                {t, T("3", RealName(type())), t, T("3x3", type().name), T("", "i32")}, {ToTensor(type(), a)});
    ASSERT_EQ(r.size(), 5u);
    EXPECT_EQ(Info(r[4]), 0);
    const Matrix u = ToMatrix(r[2]);
    ExpectNear(Adjoint(u) * u, Identity(3));
    ExpectNear(u * Diagonal(Numbers(r[1])) * ToMatrix(r[3]), a);
    const auto full = Compute(Target(type(), name), "mode = 65 : ui8", {t},
                              {t, T("3", RealName(type())), T("4x4", type().name), T("3x3", type().name), T("", "i32")},
                              {ToTensor(type(), a)});
    ASSERT_EQ(full.size(), 5u);
    ExpectNear(Adjoint(ToMatrix(full[2])) * ToMatrix(full[2]), Identity(4));
  }
}

TEST_P(LapackTest, HermitianEigenvectorsDiagonalize) {
  const Matrix a = PositiveDefinite(type(), 5);
  const std::string t = T("5x5", type().name);
  const auto r = Compute(Target(type(), "syevd", "heevd"), "mode = 86 : ui8, uplo = 76 : ui8", {t},
                         {t, T("5", RealName(type())), T("", "i32")}, {ToTensor(type(), a)});
  ASSERT_EQ(r.size(), 3u);
  EXPECT_EQ(Info(r[2]), 0);
  const Matrix v = ToMatrix(r[0]);
  ExpectNear(Adjoint(v) * v, Identity(5));
  EXPECT_LT(Distance(a * v, v * Diagonal(Numbers(r[1]))), 10 * type().tolerance);
}

TEST_P(LapackTest, EigenvectorsOfGeneralMatrices) {
  const Matrix a = Sample(type(), 4, 4);
  const std::string t = T("4x4", type().name);
  const std::string vectors = T("4x4", ComplexName(type()));
  std::vector<std::string> results = {T("4", type().name), vectors, vectors, T("", "i32")};
  if (!type().is_complex) results.insert(results.begin(), T("4", type().name));
  const auto r = Compute(Target(type(), "geev"), "compute_left = 86 : ui8, compute_right = 86 : ui8", {t}, results,
                         {ToTensor(type(), a)});
  ASSERT_EQ(r.size(), results.size());
  EXPECT_EQ(Info(r.back()), 0);
  std::vector<Number> values = Numbers(r[0]);
  if (!type().is_complex) {
    const std::vector<Number> imaginary = Numbers(r[1]);
    for (size_t i = 0; i < 4; ++i) values[i] = {values[i].real(), imaginary[i].real()};
  }
  const Matrix left = ToMatrix(r[r.size() - 3]);
  const Matrix right = ToMatrix(r[r.size() - 2]);
  EXPECT_LT(Distance(a * right, right * Diagonal(values)), 10 * type().tolerance);
  EXPECT_LT(Distance(Adjoint(left) * a, Diagonal(values) * Adjoint(left)), 10 * type().tolerance);
}

TEST_P(LapackTest, NotFiniteIsReported) {
  Matrix a = Sample(type(), 2, 2);
  a.at(0, 1) = std::numeric_limits<double>::quiet_NaN();
  const std::string t = T("2x2", type().name);
  const std::string vectors = T("2x2", ComplexName(type()));
  std::vector<std::string> results = {T("2", type().name), vectors, vectors, T("", "i32")};
  if (!type().is_complex) results.insert(results.begin(), T("2", type().name));
  const auto r = Compute(Target(type(), "geev"), "compute_left = 78 : ui8, compute_right = 86 : ui8", {t}, results,
                         {ToTensor(type(), a)});
  ASSERT_EQ(r.size(), results.size());
  EXPECT_EQ(Info(r.back()), -4);
}

TEST_P(LapackTest, SchurFormPutTogether) {
  const Matrix a = Sample(type(), 4, 4);
  const std::string t = T("4x4", type().name);
  std::vector<std::string> results = {t, t, T("4", type().name), T("", "i32"), T("", "i32")};
  if (!type().is_complex) results.insert(results.begin() + 2, T("4", type().name));
  const auto r =
      Compute(Target(type(), "gees"), "mode = 86 : ui8, sort = 78 : ui8", {t}, results, {ToTensor(type(), a)});
  ASSERT_EQ(r.size(), results.size());
  EXPECT_EQ(Info(r.back()), 0);
  const Matrix z = ToMatrix(r[1]);
  ExpectNear(z * ToMatrix(r[0]) * Adjoint(z), a);
}

TEST_P(LapackTest, HessenbergAndTridiagonalHaveTheRightShape) {
  const std::string t = T("4x4", type().name);
  const auto hessenberg = Compute(Target(type(), "gehrd"), "high = 4 : i32, low = 1 : i32", {t},
                                  {t, T("3", type().name), T("", "i32")}, {ToTensor(type(), Sample(type(), 4, 4))});
  ASSERT_EQ(hessenberg.size(), 3u);
  EXPECT_EQ(Info(hessenberg[2]), 0);

  // The eigenvalues of the tridiagonal matrix are those of the matrix: their sum and the sum of their squares are easy.
  const Matrix a = PositiveDefinite(type(), 4);
  const auto r = Compute(Target(type(), "sytrd", "hetrd"), "uplo = 76 : ui8", {t},
                         {t, T("4", RealName(type())), T("3", RealName(type())), T("3", type().name), T("", "i32")},
                         {ToTensor(type(), a)});
  ASSERT_EQ(r.size(), 5u);
  Number trace, squares, expected_trace, expected_squares;
  for (const Number d : Numbers(r[1])) trace += d, squares += d * d;
  for (const Number e : Numbers(r[2])) squares += 2.0 * e * e;
  const Matrix square = a * a;
  for (int64_t i = 0; i < 4; ++i) expected_trace += a.at(i, i), expected_squares += square.at(i, i);
  EXPECT_LT(std::abs(trace - expected_trace), 10 * type().tolerance);
  EXPECT_LT(std::abs(squares - expected_squares), 1000 * type().tolerance);
}

TEST_P(LapackTest, TrsmSolvesOnEitherSide) {
  Matrix triangle = Triangle(Sample(type(), 3, 3), false, false, 3, 3);
  for (int64_t i = 0; i < 3; ++i) triangle.at(i, i) += 3;
  Matrix given = triangle;
  given.at(0, 2) = 1e30;  // in the other triangle, which must not be read
  const std::string t = T("3x3", type().name);
  const std::string config = "diag = 78 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8, side = ";
  const Matrix b = Sample(type(), 3, 2, 7);
  const std::string tb = T("3x2", type().name);
  const auto left = Compute(Target(type(), "trsm"), config + "76 : ui8", {t, tb}, {tb},
                            {ToTensor(type(), given), ToTensor(type(), b)});
  ASSERT_EQ(left.size(), 1u);
  ExpectNear(Adjoint(triangle) * ToMatrix(left[0]), b);
  const Matrix c = Sample(type(), 2, 3, 9);
  const std::string tc = T("2x3", type().name);
  const auto right = Compute(Target(type(), "trsm"), config + "82 : ui8", {t, tc}, {tc},
                             {ToTensor(type(), given), ToTensor(type(), c)});
  ASSERT_EQ(right.size(), 1u);
  ExpectNear(ToMatrix(right[0]) * Adjoint(triangle), c);
}

TEST_P(LapackTest, TridiagonalSystems) {
  const std::vector<Number> lower = {0, 1, 2, 3}, diagonal = {0.5, 6, 7, 8}, upper = {3, 2, 1, 0};
  Matrix a(4, 4);
  for (int64_t i = 0; i < 4; ++i) {
    const auto s = static_cast<size_t>(i);
    a.at(i, i) = diagonal[s];
    if (i > 0) a.at(i, i - 1) = lower[s];
    if (i < 3) a.at(i, i + 1) = upper[s];
  }
  const Matrix b = Sample(type(), 4, 2);
  const std::string v = T("4", type().name);
  const std::string m = T("4x2", type().name);
  const std::vector<RuntimeValue> arguments = {ToTensor(type(), {4}, lower), ToTensor(type(), {4}, diagonal),
                                               ToTensor(type(), {4}, upper), ToTensor(type(), b)};
  const auto r = Compute(Target(type(), "gtsv"), "", {v, v, v, m}, {v, v, v, m, T("", "i32")}, arguments);
  ASSERT_EQ(r.size(), 5u);
  EXPECT_EQ(Info(r[4]), 0);
  ExpectNear(a * ToMatrix(r[3]), b);
  const auto perturbed = Compute("tridiagonal_solve_perturbed_ffi", "", {v, v, v, m}, {m}, arguments);
  ASSERT_EQ(perturbed.size(), 1u);
  ExpectNear(a * ToMatrix(perturbed[0]), b);
  const auto gpu = Compute("cusparse_gtsv2_ffi", "", {v, v, v, m}, {m}, arguments);
  ASSERT_EQ(gpu.size(), 1u);
  ExpectNear(a * ToMatrix(gpu[0]), b);
}

TEST_P(LapackTest, PerturbedTridiagonalSolvesSingularSystems) {
  const std::string v = T("3", type().name);
  const std::string m = T("3x1", type().name);
  const std::vector<Number> ones(3, 1), zeros(3, 0);
  const auto r = Compute("tridiagonal_solve_perturbed_ffi", "", {v, v, v, m}, {m},
                         {ToTensor(type(), {3}, zeros), ToTensor(type(), {3}, {1, 0, 1}), ToTensor(type(), {3}, zeros),
                          ToTensor(type(), {3, 1}, ones)});
  ASSERT_EQ(r.size(), 1u);
  for (const Number x : Numbers(r[0])) EXPECT_TRUE(std::isfinite(x.real()));
  EXPECT_GT(std::abs(Numbers(r[0])[1]), 1e3);
}

TEST_P(LapackTest, EmptyMatricesGiveNothing) {
  const std::string t = T("0x0", type().name);
  const auto r =
      Compute(Target(type(), "potrf"), "uplo = 76 : ui8", {t}, {t, T("", "i32")}, {ToTensor(type(), Matrix(0, 0))});
  ASSERT_EQ(r.size(), 2u);
  EXPECT_EQ(Info(r[1]), 0);
}

INSTANTIATE_TEST_SUITE_P(Types, LapackTest, testing::ValuesIn(kTypes),
                         [](const auto& test) { return std::string(1, test.param.letter); });

TEST(LapackErrorTest, WrongCallsAreErrors) {
  const Type& type = kTypes[0];
  const std::string t = T("2x2", "f32");
  const RuntimeValue a = ToTensor(type, Identity(2));
  const auto no_attribute = TryCall("lapack_spotrf_ffi", "", {t}, {t, T("", "i32")}, {a});
  EXPECT_THAT(no_attribute.status().ToString(), HasSubstr("has no integer attribute 'uplo'"));
  const auto bad_letter = TryCall("lapack_spotrf_ffi", "uplo = 88 : ui8", {t}, {t, T("", "i32")}, {a});
  EXPECT_THAT(bad_letter.status().ToString(), HasSubstr("attribute 'uplo' is 88, expected a letter of LU"));
  const auto bad_info = TryCall("lapack_spotrf_ffi", "uplo = 76 : ui8", {t}, {t, T("", "i64")}, {a});
  EXPECT_THAT(bad_info.status().ToString(), HasSubstr("result 1 has elements of i64, expected i32"));
  const auto not_square = TryCall("lapack_spotrf_ffi", "uplo = 76 : ui8", {T("2x3", "f32")},
                                  {T("2x3", "f32"), T("", "i32")}, {ToTensor(type, Matrix(2, 3))});
  EXPECT_THAT(not_square.status().ToString(), HasSubstr("operand 0 has size 3 in dimension 1, expected 2"));
  const auto no_such = TryCall("lapack_sheevd_ffi", "", {t}, {t, T("", "i32")}, {a});
  EXPECT_EQ(no_such.status().code(), StatusCode::kUnimplemented);
}

TEST(SparseTest, CsrTimesDense) {
  // [[1, 0, 2], [0, 0, 0], [0, 3, 0]] times [[1, 2], [3, 4], [5, 6]]
  const std::vector<std::string> operands = {T("3", "f32"), T("4", "i32"), T("3", "i32"), T("3x2", "f32")};
  const auto call = [&](const std::vector<int32_t>& columns) {
    return RunText(
        R"(func.func @main(%v: tensor<3xf32>, %s: tensor<4xi32>, %c: tensor<3xi32>, %d: tensor<3x2xf32>) -> tensor<3x2xf32> {
             %r = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%v, %s, %c, %d) {api_version = 4 : i32}
               : (tensor<3xf32>, tensor<4xi32>, tensor<3xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
             return %r : tensor<3x2xf32>
           })",
        &LapackTargets(),
        {MakeTensor<float>(ElementType::kF32, {3}, {1, 2, 3}),
         MakeTensor<int32_t>(ElementType::kI32, {4}, {0, 2, 2, 3}),
         MakeTensor<int32_t>(ElementType::kI32, {3}, columns),
         MakeTensor<float>(ElementType::kF32, {3, 2}, {1, 2, 3, 4, 5, 6})});
  };
  const auto r = call({0, 2, 1});
  ASSERT_TRUE(r.ok()) << r.status().ToString();
  EXPECT_THAT(ToVector<float>((*r)[0]), ElementsAre(11, 14, 0, 0, 9, 12));
  EXPECT_THAT(call({0, 3, 1}).status().ToString(), HasSubstr("column 3 of a sparse matrix is out of range"));
}

}  // namespace
}  // namespace cppjrt::cpu
