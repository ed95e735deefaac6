// Locations: where in the user's program an op comes from.
//
//   kUnknown    loc(unknown)                     always LocId 0
//   kFile       loc("f.py":3:7), loc("f.py":3:7 to 3:12)   file, start, end
//   kName       loc("jit(f)/add"(…))             name, child (LocId 0 if not given)
//   kCallSite   loc(callsite(… at …))            callee, caller
//   kFused      loc(fused<…>[…, …])              members, metadata attribute or none
//   kOpaque     anything else                    text, as written
//   kDeferred   not yet read                     a number that means something to the reader that made it
//
// Most programs are run, never diagnosed, and most of their bytes can be locations. A reader may therefore hand out
// kDeferred ids and install a LocationResolver; Module::ResolveLocation asks it when somebody wants to know. Everything
// that looks into a location goes through that function.
#ifndef CPPJRT_STABLEHLO_IR_LOCATION_H_
#define CPPJRT_STABLEHLO_IR_LOCATION_H_

#include <cstdint>
#include <span>

#include "stablehlo/ir/ids.h"
#include "stablehlo/ir/record_table.h"

namespace cppjrt::stablehlo {

enum class LocKind : uint8_t { kUnknown, kFile, kName, kCallSite, kFused, kOpaque, kDeferred };

// A stretch of a file, 1-based; equal start and end for a plain position.
struct FileRange {
  NameId file;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;
};

inline constexpr LocId kUnknownLoc = LocId(0);

class LocTable {
 public:
  explicit LocTable(Arena* arena);

  // A range prints as "file":line:column if it is one position.
  LocId File(const FileRange& range);
  LocId File(NameId file, uint32_t line, uint32_t column) { return File({file, line, column, line, column}); }
  LocId Name(NameId name, LocId child = kUnknownLoc);
  LocId CallSite(LocId callee, LocId caller);
  LocId Fused(std::span<const LocId> members, AttrId metadata = AttrId());
  LocId Opaque(NameId text);
  LocId Deferred(uint64_t number);

  LocKind kind(LocId loc) const { return static_cast<LocKind>(records_[loc.index()].kind); }
  FileRange file(LocId loc) const;                                                  // kFile
  NameId name(LocId loc) const { return NameId(Word(loc, 0)); }                     // kName, kOpaque (the text)
  LocId child(LocId loc) const { return LocId(Word(loc, 1)); }                      // kName
  LocId callee(LocId loc) const { return LocId(Word(loc, 0)); }                     // kCallSite
  LocId caller(LocId loc) const { return LocId(Word(loc, 1)); }                     // kCallSite
  size_t size(LocId loc) const { return records_[loc.index()].count; }              // kFused
  LocId member(LocId loc, size_t i) const { return LocId(Word(loc, i)); }           // kFused
  AttrId metadata(LocId loc) const { return AttrId(records_[loc.index()].extra); }  // kFused
  uint64_t deferred(LocId loc) const { return static_cast<uint64_t>(records_[loc.index()].words[0]); }  // kDeferred
  uint32_t size() const { return records_.size(); }

 private:
  uint32_t Word(LocId loc, size_t i) const { return static_cast<uint32_t>(records_[loc.index()].words[i]); }
  LocId Intern(LocKind kind, uint32_t extra, std::span<const int64_t> words) {
    return LocId(records_.Intern(static_cast<uint8_t>(kind), 0, extra, words));
  }

  RecordTable records_;
};

class Module;

// What a reader leaves behind to read locations later.
class LocationResolver {
 public:
  virtual ~LocationResolver() = default;
  // The location `number` stands for; not kDeferred itself, though its parts may be. kUnknownLoc if it cannot be read.
  virtual LocId Resolve(Module& module, uint64_t number) = 0;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_LOCATION_H_
