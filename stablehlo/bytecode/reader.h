// Reads MLIR bytecode: portable artifacts of VHLO 0.9.0 and later, and StableHLO, func, CHLO and sdy as MLIR writes
// them.
//
//   Module module;
//   DiagnosticSink sink;
//   if (!ReadBytecode(std::move(file), module, sink)) return sink.ToStatus("read");
//
// What comes out is what the text parser would give: ops of StableHLO, not of VHLO, attributes that have their default
// left out. Large constants and strings are views of the bytes; locations are read when they are asked for
// (Module::ResolveLocation).
//
// An artifact of a newer version than the op table knows is read as long as it uses nothing unknown. The bytes may come
// from anywhere: what is wrong with them is reported, and memory and time are bounded by their size.
#ifndef CPPJRT_STABLEHLO_BYTECODE_READER_H_
#define CPPJRT_STABLEHLO_BYTECODE_READER_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "stablehlo/bytecode/artifact.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Reads the text of attributes and types that their dialect does not encode. Without one (the bytecode reader knows no
// text) scalar types are recognised and all else is kept as text.
class AsmReader {
 public:
  virtual ~AsmReader() = default;
  // None if the text cannot be read. `text` lives as long as the module.
  virtual AttrId ReadAttribute(Module& module, std::string_view text) = 0;
  virtual TypeId ReadType(Module& module, std::string_view text) = 0;
};

struct ReadBytecodeOptions {
  std::string file;                 // for messages
  AsmReader* asm_reader = nullptr;  // used during the call only
  // Keeps the bytes alive; the module holds on to it. If it is null, the bytes are copied first.
  std::shared_ptr<const void> owner;
};

// Fills an empty module. False after reporting why; what the module then holds is of no use.
bool ReadBytecode(std::span<const std::byte> bytes, Module& module, DiagnosticSink& sink,
                  const ReadBytecodeOptions& options = {});
// The same for bytes that are given away, without a copy. `options.owner` is not looked at.
bool ReadBytecode(std::string bytes, Module& module, DiagnosticSink& sink, ReadBytecodeOptions options = {});

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_BYTECODE_READER_H_
