// A program outside the project, built against an installed cppjrt by tools/check_install.py.
#include <array>
#include <cstdint>
#include <cstdio>

#include "cppjrt/status.h"
#include "pjrt/element_type.h"

int main() {
  const std::array<int64_t, 2> dims = {2, 3};
  const cppjrt::StatusOr<int64_t> bytes = pjrt::HostBytes(pjrt::ElementType::kF32, dims);
  if (!bytes.ok() || *bytes != 24) {
    std::puts("2x3xf32 should take 24 bytes");
    return 1;
  }
  const cppjrt::Status status = pjrt::HostBytes(pjrt::ElementType::kToken, dims).status();
  return status.code() == cppjrt::StatusCode::kInvalidArgument ? 0 : 1;
}
