// Writes portable artifacts: MLIR bytecode of VHLO at any version from 0.9.0 to the newest one known.
//
//   StatusOr<std::string> artifact = WriteArtifact(module, *Version::Parse("1.16.3"));
//
// The bytes are those that MLIR's serializer writes for the same program. What the version cannot say is refused with
// the operation, the attribute and the version it takes.
#ifndef CPPJRT_STABLEHLO_BYTECODE_WRITER_H_
#define CPPJRT_STABLEHLO_BYTECODE_WRITER_H_

#include <string>

#include "cppjrt/status.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo {

struct WriteArtifactOptions {
  bool with_locations = true;
};

// The program stays as it is; its tables grow by defaults and resolved locations. INVALID_ARGUMENT if the version is
// not between kOldestVersion and kNewestVersion, FAILED_PRECONDITION if it cannot say the program.
StatusOr<std::string> WriteArtifact(Module& module, Version target, const WriteArtifactOptions& options = {});

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_BYTECODE_WRITER_H_
