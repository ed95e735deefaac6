// LAPACK and BLAS routines, declared once for each of the four types and overloaded:
//
//   int info = Getrf(m, n, a, m, pivots);          // sgetrf, dgetrf, cgetrf or zgetrf, as the type of `a` says
//
// Matrices are column by column. Routines return LAPACK's info. `work`, `lwork` are the caller's; with lwork -1 they only
// store how much they want in work[0].
#ifndef CPPJRT_CPU_LAPACK_FORTRAN_H_
#define CPPJRT_CPU_LAPACK_FORTRAN_H_

#include <complex>
#include <cstddef>

namespace cppjrt::cpu::lapack {

// Lengths of character arguments come last in a Fortran call.
using Length = size_t;

// What real and complex types have alike. `r` is the real type; `gqr`, `mqr`, `trd` the names that differ.
#define CPPJRT_LAPACK_COMMON(t, r, p, gqr, mqr, trd)                                                                \
  extern "C" {                                                                                                      \
  void p##trsm_(const char*, const char*, const char*, const char*, const int*, const int*, const t*, const t*,     \
                const int*, t*, const int*, Length, Length, Length, Length);                                        \
  void p##getrf_(const int*, const int*, t*, const int*, int*, int*);                                               \
  void p##geqrf_(const int*, const int*, t*, const int*, t*, t*, const int*, int*);                                 \
  void p##gqr##_(const int*, const int*, const int*, t*, const int*, const t*, t*, const int*, int*);               \
  void p##mqr##_(const char*, const char*, const int*, const int*, const int*, const t*, const int*, const t*, t*,  \
                 const int*, t*, const int*, int*, Length, Length);                                                 \
  void p##potrf_(const char*, const int*, t*, const int*, int*, Length);                                            \
  void p##gehrd_(const int*, const int*, const int*, t*, const int*, t*, t*, const int*, int*);                     \
  void p##trd##_(const char*, const int*, t*, const int*, r*, r*, t*, t*, const int*, int*, Length);                \
  void p##gtsv_(const int*, const int*, t*, t*, t*, t*, const int*, int*);                                          \
  }                                                                                                                 \
  inline void Trsm(char side, char uplo, char trans, char diag, int m, int n, const t* a, int lda, t* b, int ldb) { \
    const t one(1);                                                                                                 \
    p##trsm_(&side, &uplo, &trans, &diag, &m, &n, &one, a, &lda, b, &ldb, 1, 1, 1, 1);                              \
  }                                                                                                                 \
  inline int Getrf(int m, int n, t* a, int lda, int* pivots) {                                                      \
    int info = 0;                                                                                                   \
    p##getrf_(&m, &n, a, &lda, pivots, &info);                                                                      \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Geqrf(int m, int n, t* a, int lda, t* tau, t* work, int lwork) {                                       \
    int info = 0;                                                                                                   \
    p##geqrf_(&m, &n, a, &lda, tau, work, &lwork, &info);                                                           \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Orgqr(int m, int n, int k, t* a, int lda, const t* tau, t* work, int lwork) {                          \
    int info = 0;                                                                                                   \
    p##gqr##_(&m, &n, &k, a, &lda, tau, work, &lwork, &info);                                                       \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Ormqr(char side, char trans, int m, int n, int k, const t* a, int lda, const t* tau, t* c, int ldc,    \
                   t* work, int lwork) {                                                                            \
    int info = 0;                                                                                                   \
    p##mqr##_(&side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work, &lwork, &info, 1, 1);                         \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Potrf(char uplo, int n, t* a, int lda) {                                                               \
    int info = 0;                                                                                                   \
    p##potrf_(&uplo, &n, a, &lda, &info, 1);                                                                        \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Gehrd(int n, int low, int high, t* a, int lda, t* tau, t* work, int lwork) {                           \
    int info = 0;                                                                                                   \
    p##gehrd_(&n, &low, &high, a, &lda, tau, work, &lwork, &info);                                                  \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Sytrd(char uplo, int n, t* a, int lda, r* d, r* e, t* tau, t* work, int lwork) {                       \
    int info = 0;                                                                                                   \
    p##trd##_(&uplo, &n, a, &lda, d, e, tau, work, &lwork, &info, 1);                                               \
    return info;                                                                                                    \
  }                                                                                                                 \
  inline int Gtsv(int n, int nrhs, t* dl, t* d, t* du, t* b, int ldb) {                                             \
    int info = 0;                                                                                                   \
    p##gtsv_(&n, &nrhs, dl, d, du, b, &ldb, &info);                                                                 \
    return info;                                                                                                    \
  }

// Routines that take other arguments for complex types. `rwork` is null for real types.
#define CPPJRT_LAPACK_REAL(t, p)                                                                                       \
  extern "C" {                                                                                                         \
  void p##geqp3_(const int*, const int*, t*, const int*, int*, t*, t*, const int*, int*);                              \
  void p##gesdd_(const char*, const int*, const int*, t*, const int*, t*, t*, const int*, t*, const int*, t*,          \
                 const int*, int*, int*, Length);                                                                      \
  void p##gesvd_(const char*, const char*, const int*, const int*, t*, const int*, t*, t*, const int*, t*, const int*, \
                 t*, const int*, int*, Length, Length);                                                                \
  void p##syevd_(const char*, const char*, const int*, t*, const int*, t*, t*, const int*, int*, const int*, int*,     \
                 Length, Length);                                                                                      \
  void p##geev_(const char*, const char*, const int*, t*, const int*, t*, t*, t*, const int*, t*, const int*, t*,      \
                const int*, int*, Length, Length);                                                                     \
  void p##gees_(const char*, const char*, int (*)(const t*, const t*), const int*, t*, const int*, int*, t*, t*, t*,   \
                const int*, t*, const int*, int*, int*, Length, Length);                                               \
  }                                                                                                                    \
  inline int Geqp3(int m, int n, t* a, int lda, int* pivots, t* tau, t* work, int lwork, t*) {                         \
    int info = 0;                                                                                                      \
    p##geqp3_(&m, &n, a, &lda, pivots, tau, work, &lwork, &info);                                                      \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Gesdd(char mode, int m, int n, t* a, int lda, t* s, t* u, int ldu, t* vt, int ldvt, t* work, int lwork,   \
                   t*, int* iwork) {                                                                                   \
    int info = 0;                                                                                                      \
    p##gesdd_(&mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, iwork, &info, 1);                           \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Gesvd(char mode, int m, int n, t* a, int lda, t* s, t* u, int ldu, t* vt, int ldvt, t* work, int lwork,   \
                   t*, int*) {                                                                                         \
    int info = 0;                                                                                                      \
    p##gesvd_(&mode, &mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, &info, 1, 1);                        \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Syevd(char mode, char uplo, int n, t* a, int lda, t* w, t* work, int lwork, t*, int, int* iwork,          \
                   int liwork) {                                                                                       \
    int info = 0;                                                                                                      \
    p##syevd_(&mode, &uplo, &n, a, &lda, w, work, &lwork, iwork, &liwork, &info, 1, 1);                                \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Geev(char left, char right, int n, t* a, int lda, t* wr, t* wi, t* vl, int ldvl, t* vr, int ldvr,         \
                  t* work, int lwork, t*) {                                                                            \
    int info = 0;                                                                                                      \
    p##geev_(&left, &right, &n, a, &lda, wr, wi, vl, &ldvl, vr, &ldvr, work, &lwork, &info, 1, 1);                     \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Gees(char mode, int n, t* a, int lda, int* sdim, t* wr, t* wi, t* vs, int ldvs, t* work, int lwork, t*) { \
    int info = 0;                                                                                                      \
    const char sort = 'N';                                                                                             \
    p##gees_(&mode, &sort, nullptr, &n, a, &lda, sdim, wr, wi, vs, &ldvs, work, &lwork, nullptr, &info, 1, 1);         \
    return info;                                                                                                       \
  }

// Eigenvalues come in `w`; `wi` is not used.
#define CPPJRT_LAPACK_COMPLEX(t, r, p)                                                                                 \
  extern "C" {                                                                                                         \
  void p##geqp3_(const int*, const int*, t*, const int*, int*, t*, t*, const int*, r*, int*);                          \
  void p##gesdd_(const char*, const int*, const int*, t*, const int*, r*, t*, const int*, t*, const int*, t*,          \
                 const int*, r*, int*, int*, Length);                                                                  \
  void p##gesvd_(const char*, const char*, const int*, const int*, t*, const int*, r*, t*, const int*, t*, const int*, \
                 t*, const int*, r*, int*, Length, Length);                                                            \
  void p##heevd_(const char*, const char*, const int*, t*, const int*, r*, t*, const int*, r*, const int*, int*,       \
                 const int*, int*, Length, Length);                                                                    \
  void p##geev_(const char*, const char*, const int*, t*, const int*, t*, t*, const int*, t*, const int*, t*,          \
                const int*, r*, int*, Length, Length);                                                                 \
  void p##gees_(const char*, const char*, int (*)(const t*), const int*, t*, const int*, int*, t*, t*, const int*, t*, \
                const int*, r*, int*, int*, Length, Length);                                                           \
  }                                                                                                                    \
  inline int Geqp3(int m, int n, t* a, int lda, int* pivots, t* tau, t* work, int lwork, r* rwork) {                   \
    int info = 0;                                                                                                      \
    p##geqp3_(&m, &n, a, &lda, pivots, tau, work, &lwork, rwork, &info);                                               \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Gesdd(char mode, int m, int n, t* a, int lda, r* s, t* u, int ldu, t* vt, int ldvt, t* work, int lwork,   \
                   r* rwork, int* iwork) {                                                                             \
    int info = 0;                                                                                                      \
    p##gesdd_(&mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, iwork, &info, 1);                    \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Gesvd(char mode, int m, int n, t* a, int lda, r* s, t* u, int ldu, t* vt, int ldvt, t* work, int lwork,   \
                   r* rwork, int*) {                                                                                   \
    int info = 0;                                                                                                      \
    p##gesvd_(&mode, &mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, &info, 1, 1);                 \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Syevd(char mode, char uplo, int n, t* a, int lda, r* w, t* work, int lwork, r* rwork, int lrwork,         \
                   int* iwork, int liwork) {                                                                           \
    int info = 0;                                                                                                      \
    p##heevd_(&mode, &uplo, &n, a, &lda, w, work, &lwork, rwork, &lrwork, iwork, &liwork, &info, 1, 1);                \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Geev(char left, char right, int n, t* a, int lda, t* w, t*, t* vl, int ldvl, t* vr, int ldvr, t* work,    \
                  int lwork, r* rwork) {                                                                               \
    int info = 0;                                                                                                      \
    p##geev_(&left, &right, &n, a, &lda, w, vl, &ldvl, vr, &ldvr, work, &lwork, rwork, &info, 1, 1);                   \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int Gees(char mode, int n, t* a, int lda, int* sdim, t* w, t*, t* vs, int ldvs, t* work, int lwork,           \
                  r* rwork) {                                                                                          \
    int info = 0;                                                                                                      \
    const char sort = 'N';                                                                                             \
    p##gees_(&mode, &sort, nullptr, &n, a, &lda, sdim, w, vs, &ldvs, work, &lwork, rwork, nullptr, &info, 1, 1);       \
    return info;                                                                                                       \
  }

using C64 = std::complex<float>;
using C128 = std::complex<double>;

CPPJRT_LAPACK_COMMON(float, float, s, orgqr, ormqr, sytrd)
CPPJRT_LAPACK_COMMON(double, double, d, orgqr, ormqr, sytrd)
CPPJRT_LAPACK_COMMON(C64, float, c, ungqr, unmqr, hetrd)
CPPJRT_LAPACK_COMMON(C128, double, z, ungqr, unmqr, hetrd)
CPPJRT_LAPACK_REAL(float, s)
CPPJRT_LAPACK_REAL(double, d)
CPPJRT_LAPACK_COMPLEX(C64, float, c)
CPPJRT_LAPACK_COMPLEX(C128, double, z)

#undef CPPJRT_LAPACK_COMMON
#undef CPPJRT_LAPACK_REAL
#undef CPPJRT_LAPACK_COMPLEX

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_FORTRAN_H_
