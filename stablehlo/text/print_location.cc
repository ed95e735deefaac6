// Locations.
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// What is nested deeper (only an artifact can be so) is not printed.
constexpr int kMaxDepth = 1000;

}  // namespace

void Printer::TrailingLoc(LocId loc, bool may_alias) {
  if (collecting_) return aliases_->Visit(loc, may_alias);
  *this << " loc(";
  if (!may_alias || aliases_ == nullptr || !aliases_->Append(out_, loc)) Loc(loc, true);
  *this << ')';
}

void Printer::LocText(Module& module, LocId loc) {
  aliases_ = std::make_unique<LocAliases>(&module);  // knows no names, resolves deferred locations
  TrailingLoc(loc, false);
  out_.erase(0, 1);
}

void Printer::Loc(LocId loc, bool top, int depth) {
  if (!top && aliases_ != nullptr && aliases_->Append(out_, loc)) return;
  const LocTable& locs = module_.locs();
  if (aliases_ != nullptr) loc = aliases_->Resolve(loc);
  if (depth > kMaxDepth) loc = kUnknownLoc;
  switch (locs.kind(loc)) {
    case LocKind::kUnknown:
    case LocKind::kDeferred:
      *this << "unknown";
      return;
    case LocKind::kFile: {
      const FileRange range = locs.file(loc);
      Quoted(module_.name(range.file));
      *this << ':';
      Unsigned(range.line);
      *this << ':';
      Unsigned(range.column);
      if (range.line == range.end_line && range.column == range.end_column) return;
      *this << " to ";
      if (range.line != range.end_line) Unsigned(range.end_line);
      *this << ':';
      Unsigned(range.end_column);
      return;
    }
    case LocKind::kName:
      Quoted(module_.name(locs.name(loc)));
      if (locs.child(loc) == kUnknownLoc) return;
      *this << '(';
      Loc(locs.child(loc), false, depth + 1);
      *this << ')';
      return;
    case LocKind::kCallSite:
      *this << "callsite(";
      Loc(locs.callee(loc), false, depth + 1);
      *this << " at ";
      Loc(locs.caller(loc), false, depth + 1);
      *this << ')';
      return;
    case LocKind::kFused: {
      *this << "fused";
      if (locs.metadata(loc)) {
        *this << '<';
        Attr(locs.metadata(loc));
        *this << '>';
      }
      *this << '[';
      for (size_t i = 0; i < locs.size(loc); ++i) {
        if (i > 0) *this << ", ";
        Loc(locs.member(loc, i), false, depth + 1);
      }
      *this << ']';
      return;
    }
    case LocKind::kOpaque:
      *this << module_.name(locs.name(loc));
      return;
  }
}

}  // namespace cppjrt::stablehlo::text
