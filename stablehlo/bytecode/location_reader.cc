#include "stablehlo/bytecode/location_reader.h"

#include <utility>
#include <vector>

#include "stablehlo/bytecode/entry_table.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

bool IsCode(uint64_t code, BuiltinAttr kind) { return code == static_cast<uint64_t>(kind); }

// One location: its parts that are locations stay deferred.
class LocationReader {
 public:
  LocationReader(const Container& container, Module& module, const Entry& entry)
      : container_(container), module_(module), cursor_(entry.bytes) {}

  uint64_t Code() { return cursor_.Varint(); }
  bool done() const { return cursor_.done(); }

  LocId ReadCallSite() {
    const LocId callee = Location();
    const LocId caller = Location();
    return locs().CallSite(callee, caller);
  }

  LocId ReadFile() {
    const NameId file = String();
    const uint32_t line = Number();
    return locs().File(file, line, Number());
  }

  // With as few numbers as will do: line; and column; and the end's column; and its line before that.
  LocId ReadFileRange() {
    FileRange range{.file = String()};
    const uint64_t count = cursor_.Varint();
    if (count > 4) cursor_.Fail();
    if (count > 0) range.line = range.end_line = Number();
    if (count > 1) range.column = range.end_column = Number();
    if (count > 3) range.end_line = Number();
    if (count > 2) range.end_column = Number();
    return locs().File(range);
  }

  std::vector<LocId> Locations() {
    std::vector<LocId> list(cursor_.Count());
    for (LocId& loc : list) loc = Location();
    return list;
  }

  LocId ReadFused() { return locs().Fused(Locations()); }

  LocId ReadFusedWithMetadata() {
    const std::vector<LocId> members = Locations();
    Failure failure(container_.file.data());
    EntryTable entries(&container_, &module_, &failure, nullptr);
    entries.ForbidLocations();  // they could lead back here
    return locs().Fused(members, entries.Attr(cursor_.Varint()));
  }

  LocId ReadName() {
    const NameId name = String();
    return locs().Name(name, Location());
  }

 private:
  LocTable& locs() { return module_.locs(); }
  LocId Location() { return LocationOf(container_, module_, cursor_.Varint()); }

  // The string that a string attribute is.
  NameId String() {
    const uint64_t number = cursor_.Varint();
    if (number >= container_.num_attrs) return Broken();
    Cursor attr(container_.attr(number).bytes);
    const uint64_t code = attr.Varint();
    const uint64_t text = attr.Varint();
    if (!IsCode(code, BuiltinAttr::kString) || !attr.done() || text >= container_.strings.size()) return Broken();
    return module_.names().InternView(container_.strings[text]);
  }
  NameId Broken() {
    cursor_.Fail();
    return module_.names().Intern({});
  }

  uint32_t Number() { return static_cast<uint32_t>(cursor_.Varint()); }

  const Container& container_;
  Module& module_;
  Cursor cursor_;
};

struct LocCodec {
  BuiltinAttr code;
  LocId (LocationReader::*read)();
};
constexpr LocCodec kCodecs[] = {
    {BuiltinAttr::kCallSiteLoc, &LocationReader::ReadCallSite},
    {BuiltinAttr::kFileLineColLoc, &LocationReader::ReadFile},
    {BuiltinAttr::kFileLineColRange, &LocationReader::ReadFileRange},
    {BuiltinAttr::kFusedLoc, &LocationReader::ReadFused},
    {BuiltinAttr::kFusedLocWithMetadata, &LocationReader::ReadFusedWithMetadata},
    {BuiltinAttr::kNameLoc, &LocationReader::ReadName},
};

LocId ReadLocation(const Container& container, Module& module, const Entry& entry) {
  LocationReader reader(container, module, entry);
  const uint64_t code = reader.Code();
  for (const LocCodec& codec : kCodecs) {
    if (!IsCode(code, codec.code)) continue;
    const LocId loc = (reader.*codec.read)();
    return reader.done() ? loc : kUnknownLoc;
  }
  return kUnknownLoc;
}

// The locations that a location is made of, by attribute number.
std::vector<uint64_t> PartsOf(const Container& container, uint64_t number) {
  const Entry& entry = container.attr(number);
  if (!entry.encoded || container.dialect_of(entry) != "builtin") return {};
  Cursor cursor(entry.bytes);
  const uint64_t code = cursor.Varint();
  std::vector<uint64_t> parts;
  if (IsCode(code, BuiltinAttr::kCallSiteLoc)) parts = {cursor.Varint(), cursor.Varint()};
  if (IsCode(code, BuiltinAttr::kNameLoc)) {
    cursor.Varint();
    parts = {cursor.Varint()};
  }
  if (IsCode(code, BuiltinAttr::kFusedLoc) || IsCode(code, BuiltinAttr::kFusedLocWithMetadata)) {
    parts.resize(cursor.Count());
    for (uint64_t& part : parts) part = cursor.Varint();
  }
  std::erase_if(parts, [&](uint64_t part) { return part >= container.num_attrs; });
  return parts;
}

// Which locations lead back to themselves. A broken file can have such, and whoever follows them would never end.
std::vector<bool> FindCircles(const Container& container) {
  struct Place {
    uint64_t number;
    std::vector<uint64_t> parts;
  };
  enum State : uint8_t { kNew, kOpen, kDone };
  std::vector<State> states(container.num_attrs, kNew);
  std::vector<bool> circles(container.num_attrs, false);
  std::vector<Place> stack;
  for (uint64_t start = 0; start < container.num_attrs; ++start) {
    const auto open = [&](uint64_t number) {
      states[number] = kOpen;
      stack.push_back({number, PartsOf(container, number)});
    };
    if (states[start] == kNew) open(start);
    while (!stack.empty()) {
      Place& top = stack.back();
      if (top.parts.empty()) {
        states[top.number] = kDone;
        stack.pop_back();
        continue;
      }
      const uint64_t part = top.parts.back();
      top.parts.pop_back();
      if (states[part] == kOpen) circles[top.number] = true;
      if (states[part] == kNew) open(part);
    }
  }
  return circles;
}

class Resolver : public LocationResolver {
 public:
  explicit Resolver(std::shared_ptr<const Container> container) : container_(std::move(container)) {}

  LocId Resolve(Module& module, uint64_t number) override {
    if (circles_.empty()) circles_ = FindCircles(*container_);
    if (number >= container_->num_attrs || circles_[number]) return kUnknownLoc;
    return ReadLocation(*container_, module, container_->attr(number));
  }

 private:
  std::shared_ptr<const Container> container_;
  std::vector<bool> circles_;  // by attribute number; empty until the first question
};

}  // namespace

LocId LocationOf(const Container& container, Module& module, uint64_t number) {
  if (number >= container.num_attrs) return kUnknownLoc;
  Cursor cursor(container.attr(number).bytes);
  const bool unknown = IsCode(cursor.Varint(), BuiltinAttr::kUnknownLoc);
  return unknown ? kUnknownLoc : module.locs().Deferred(number);
}

std::unique_ptr<LocationResolver> MakeLocationResolver(std::shared_ptr<const Container> container) {
  return std::make_unique<Resolver>(std::move(container));
}

}  // namespace cppjrt::stablehlo::bytecode
