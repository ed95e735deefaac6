// What a fuzzer does when a promise is broken: says which, and ends, so that libFuzzer keeps the input.
#ifndef CPPJRT_FUZZ_CHECK_H_
#define CPPJRT_FUZZ_CHECK_H_

#include <cstdio>
#include <cstdlib>
#include <string>

namespace cppjrt::fuzz {

inline void Check(bool ok, const char* promise, const std::string& what = {}) {
  if (ok) return;
  std::fprintf(stderr, "broken: %s\n%s\n", promise, what.c_str());
  std::abort();
}

}  // namespace cppjrt::fuzz

#endif  // CPPJRT_FUZZ_CHECK_H_
