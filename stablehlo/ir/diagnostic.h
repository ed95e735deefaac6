// Diagnostics: what is wrong with a program, and where.
//
// Readers and the verifier do not stop at the first problem and do not print; they report into a DiagnosticSink. What
// comes out is meant for people and rendered in one form everywhere:
//
//   prog.mlir:4:8: error: concatenate: operand 1 has rank 2, operand 0 has rank 1 [concatenate_c2]
//     %2 = stablehlo.concatenate %0, %1, dim = 0 : …
//          ^
//   prog.mlir:3:8: note: operand 0 is defined here
//
// A message is lower case, without a full stop, names what was found and what was expected. The label is the spec's
// name of the constraint, or empty.
//
//   DiagnosticSink sink(&module.source());
//   sink.Error(offset, "concatenate_c2", "operand 1 has rank 2, …").Note(other_offset, "operand 0 is defined here");
//   if (!sink.ok()) return sink.ToStatus("verify");
#ifndef CPPJRT_STABLEHLO_IR_DIAGNOSTIC_H_
#define CPPJRT_STABLEHLO_IR_DIAGNOSTIC_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/ir/ids.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

enum class Severity : uint8_t { kNote, kWarning, kError };

// A place in a file. Line and column count from 1, columns in bytes; 0 if unknown. With an `offset` the place is in the
// program's own text, and the line is shown.
struct SourcePosition {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t offset = kNoOffset;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  SourcePosition position;
  std::string label;
  std::string message;
  std::vector<Diagnostic> notes;
};

// "error: message [label]" behind the position, the line and a caret if the position is in `source`, then the notes.
// Ends with a newline. `source` may be null.
std::string Render(const Diagnostic& diagnostic, const Source* source);

// Lines and columns of byte offsets: found by search in a list of line starts that is made at the first question.
class LineTable {
 public:
  explicit LineTable(std::string_view text) : text_(text) {}
  // Line and column, both from 1, of an offset; offsets behind the end count as the end.
  SourcePosition Position(uint32_t offset);

 private:
  std::string_view text_;
  std::vector<uint32_t> starts_;
};

class DiagnosticSink {
 public:
  // `source` is what offsets refer to; it outlives the sink. After `limit` errors the sink is full and drops further
  // ones; readers stop then.
  explicit DiagnosticSink(const Source* source = nullptr, size_t limit = 100)
      : source_(source), lines_(source == nullptr ? std::string_view() : source->bytes), limit_(limit) {}

  // Adds notes to a diagnostic. Good until the sink is cleared.
  class Notes {
   public:
    Notes(DiagnosticSink* sink, Diagnostic* diagnostic) : sink_(sink), diagnostic_(diagnostic) {}
    Notes& Note(uint32_t offset, std::string message);

   private:
    DiagnosticSink* sink_;
    Diagnostic* diagnostic_;  // null: dropped
  };

  // At a place in the text.
  Notes Error(uint32_t offset, std::string_view label, std::string message) {
    return Report(Severity::kError, PositionOf(offset), label, std::move(message));
  }
  Notes Error(uint32_t offset, std::string message) { return Error(offset, {}, std::move(message)); }
  // At an op: where it stands in the text, or else where loc(…) says it came from.
  Notes Error(Module& module, OpId op, std::string_view label, std::string message);
  Notes Report(Severity severity, SourcePosition position, std::string_view label, std::string message);

  bool ok() const { return num_errors_ == 0; }
  bool full() const { return num_errors_ >= limit_; }
  size_t num_errors() const { return num_errors_; }
  const std::deque<Diagnostic>& diagnostics() const { return diagnostics_; }
  void Clear();

  SourcePosition PositionOf(uint32_t offset);
  // All of them, rendered.
  std::string Render() const;
  // OK, or INVALID_ARGUMENT with the first error and how many there are: "verify: prog.mlir:4:8: … (and 2 more
  // errors)".
  Status ToStatus(std::string_view stage) const;

 private:
  const Source* source_;
  LineTable lines_;
  size_t limit_;
  size_t num_errors_ = 0;
  std::deque<Diagnostic> diagnostics_;
};

// The file position a location leads to: the file itself, else the first file in a name, call site (callee first) or
// fused location. Empty if there is none.
SourcePosition PositionOf(Module& module, LocId loc);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_DIAGNOSTIC_H_
