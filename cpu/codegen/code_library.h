// CodeLibrary: the units of code that this process has in memory, by key.
//
//   std::shared_ptr<const LoadedUnit> unit = FindLoaded(key);
#ifndef CPPJRT_CPU_CODEGEN_CODE_LIBRARY_H_
#define CPPJRT_CPU_CODEGEN_CODE_LIBRARY_H_

#include <memory>
#include <utility>
#include <vector>

#include "base/blob_store.h"
#include "base/sha256.h"
#include "cppjrt/status.h"
#include "cpu/codegen/code_block.h"
#include "cpu/codegen/frame.h"
#include "cpu/codegen/piece.h"

namespace cppjrt::cpu::codegen {

struct LoadedUnit {
  UnitCode code;
  int64_t bytes = 0;
  std::shared_ptr<const CodeBlock> block;
};

// Lives as long as somebody has a share; null if nobody does. Thread-safe.
std::shared_ptr<const LoadedUnit> FindLoaded(const Sha256Digest& key);

// Puts pieces into memory and makes them known.
StatusOr<std::vector<std::shared_ptr<const LoadedUnit>>> LoadUnits(
    const std::vector<std::pair<Sha256Digest, const Piece*>>& pieces);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_CODE_LIBRARY_H_
