#include "stablehlo/ir/diagnostic.h"

#include <algorithm>
#include <utility>

#include "stablehlo/ir/place.h"

namespace cppjrt::stablehlo {
namespace {

constexpr std::string_view kSeverityNames[] = {"note", "warning", "error"};
// Constants can fill megabytes of one line; a screen cannot show them.
constexpr size_t kShownWidth = 160;

void AppendHead(const Diagnostic& diagnostic, std::string& out) {
  const SourcePosition& at = diagnostic.position;
  if (!at.file.empty() || at.line != 0) {
    out += at.file.empty() ? "<program>" : at.file;
    if (at.line != 0) out += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
    out += ": ";
  }
  out += kSeverityNames[static_cast<size_t>(diagnostic.severity)];
  out += ": " + diagnostic.message;
  if (!diagnostic.label.empty()) out += " [" + diagnostic.label + "]";
  out += '\n';
}

// The line around `offset`, cut to a window, and a caret under the byte. Control bytes become blanks so that the caret
// stays under its place.
void AppendSourceLine(std::string_view text, size_t offset, std::string& out) {
  offset = std::min(offset, text.size());
  const size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const size_t end = std::min(text.find('\n', offset), text.size());
  if (offset - begin > kShownWidth / 2) begin = offset - kShownWidth / 2;
  std::string line(text.substr(begin, std::min(end - begin, kShownWidth)));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  out += "  " + line + "\n  " + std::string(offset - begin, ' ') + "^\n";
}

void AppendOne(const Diagnostic& diagnostic, const Source* source, std::string& out) {
  AppendHead(diagnostic, out);
  const bool in_text = source != nullptr && source->is_text && diagnostic.position.offset != kNoOffset;
  if (in_text) AppendSourceLine(source->bytes, diagnostic.position.offset, out);
}

// The parts of a location in the order they are to be asked for a file.
void AppendParts(const LocTable& locs, LocId loc, std::vector<LocId>& todo) {
  switch (locs.kind(loc)) {
    case LocKind::kName:
      todo.push_back(locs.child(loc));
      return;
    case LocKind::kCallSite:
      todo.push_back(locs.caller(loc));
      todo.push_back(locs.callee(loc));
      return;
    case LocKind::kFused:
      for (size_t i = locs.size(loc); i > 0; --i) todo.push_back(locs.member(loc, i - 1));
      return;
    default:
      return;
  }
}

}  // namespace

std::string Render(const Diagnostic& diagnostic, const Source* source) {
  std::string out;
  AppendOne(diagnostic, source, out);
  for (const Diagnostic& note : diagnostic.notes) AppendOne(note, source, out);
  return out;
}

SourcePosition LineTable::Position(uint32_t offset) {
  if (starts_.empty()) {
    starts_.push_back(0);
    for (size_t at = text_.find('\n'); at != std::string_view::npos; at = text_.find('\n', at + 1)) {
      starts_.push_back(static_cast<uint32_t>(at + 1));
    }
  }
  const uint32_t clamped = static_cast<uint32_t>(std::min<size_t>(offset, text_.size()));
  const auto after = std::ranges::upper_bound(starts_, clamped);
  SourcePosition result;
  result.line = static_cast<uint32_t>(after - starts_.begin());
  result.column = clamped - *(after - 1) + 1;
  result.offset = offset;
  return result;
}

SourcePosition DiagnosticSink::PositionOf(uint32_t offset) {
  SourcePosition result;
  if (source_ == nullptr) return result;
  if (source_->is_text && offset != kNoOffset) result = lines_.Position(offset);
  result.file = source_->file;
  return result;
}

DiagnosticSink::Notes& DiagnosticSink::Notes::Note(uint32_t offset, std::string message) {
  if (diagnostic_ == nullptr) return *this;
  diagnostic_->notes.push_back({Severity::kNote, sink_->PositionOf(offset), {}, std::move(message), {}});
  return *this;
}

DiagnosticSink::Notes DiagnosticSink::Report(Severity severity, SourcePosition position, std::string_view label,
                                             std::string message) {
  if (severity == Severity::kError) {
    if (full()) return Notes(this, nullptr);
    ++num_errors_;
  }
  diagnostics_.push_back({severity, std::move(position), std::string(label), std::move(message), {}});
  return Notes(this, &diagnostics_.back());
}

DiagnosticSink::Notes DiagnosticSink::Error(Module& module, OpId op, std::string_view label, std::string message) {
  const Op& record = module.op(op);
  SourcePosition position = PositionOf(record.source_offset);
  if (position.line == 0) {
    SourcePosition original = stablehlo::PositionOf(module, record.loc);
    if (original.line != 0) position = std::move(original);
  }
  if (position.line == 0) message += PlaceInFunction(module, op);
  return Report(Severity::kError, std::move(position), label, std::move(message));
}

void DiagnosticSink::Clear() {
  diagnostics_.clear();
  num_errors_ = 0;
}

std::string DiagnosticSink::Render() const {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics_) out += stablehlo::Render(diagnostic, source_);
  return out;
}

Status DiagnosticSink::ToStatus(std::string_view stage) const {
  if (ok()) return OkStatus();
  const auto first = std::ranges::find(diagnostics_, Severity::kError, &Diagnostic::severity);
  std::string text;
  AppendHead(*first, text);
  text.pop_back();
  if (num_errors_ > 1) {
    text += " (and " + std::to_string(num_errors_ - 1) + (num_errors_ == 2 ? " more error)" : " more errors)");
  }
  return InvalidArgumentError(std::string(stage) + ": " + text);
}

SourcePosition PositionOf(Module& module, LocId loc) {
  std::vector<LocId> todo = {loc};
  for (int steps = 0; !todo.empty() && steps < 1000; ++steps) {
    const LocId next = module.ResolveLocation(todo.back());
    todo.pop_back();
    if (module.locs().kind(next) == LocKind::kFile) {
      const FileRange range = module.locs().file(next);
      return {std::string(module.name(range.file)), range.line, range.column, kNoOffset};
    }
    AppendParts(module.locs(), next, todo);
  }
  return {};
}

}  // namespace cppjrt::stablehlo
