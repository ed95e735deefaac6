// Program: what a plugin compiles, and what can be told of it without compiling.
#ifndef PJRT_PROGRAM_H_
#define PJRT_PROGRAM_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/element_type.h"
#include "pjrt/plugin.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// A program and the format the plugin shall read it as: "mlir" (StableHLO text, MLIR bytecode or a portable artifact),
// "hlo" (a serialized HloModuleProto), "hlo_with_config".
struct Program {
  std::string code;
  std::string format = "mlir";
};

// Element type and dimensions of an argument or a result.
struct ArrayShape {
  ElementType type = ElementType::kInvalid;
  std::vector<int64_t> dims;
  // Dimensions whose size is only a bound; empty if the shape is static.
  std::vector<bool> dynamic;

  friend bool operator==(const ArrayShape&, const ArrayShape&) = default;
};

// "f32[2,3]", "f32[<=8,3]" with a bound.
std::string ToString(const ArrayShape& shape);

// Arguments and results of a program's entry function.
struct ProgramShape {
  std::vector<ArrayShape> parameters;
  std::vector<ArrayShape> results;
};

// The StableHLO version a portable artifact says it was written for; nothing for text and for other bytecode.
std::optional<StableHloVersion> ArtifactVersion(std::string_view code);

// Whether `code` is MLIR bytecode (a portable artifact or other) rather than text.
bool IsMlirBytecode(std::string_view code);

// Type and dimensions out of a serialized xla.ShapeProto, as Topology::MakeCanonicalShape gives it. INVALID_ARGUMENT for damaged
// bytes and for tuples.
StatusOr<ArrayShape> ReadArrayShape(std::string_view shape_proto);

// Reads the signature out of an optimized program ("hlo", "hlo_with_config" or "mlir" as text), as
// Executable::OptimizedProgram gives it.
// INVALID_ARGUMENT for another format or damaged bytes.
StatusOr<ProgramShape> ReadProgramShape(const Program& optimized);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_PROGRAM_H_
