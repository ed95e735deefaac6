#include "stablehlo/bytecode/container.h"

#include <array>
#include <bit>
#include <optional>
#include <string>

namespace cppjrt::stablehlo::bytecode {
namespace {

// Skips to the next multiple of `alignment` in the file.
void Align(Cursor& cursor, Bytes file, uint64_t alignment) {
  if (!std::has_single_bit(alignment) || alignment > (uint64_t{1} << 31)) return cursor.Fail();
  const uint64_t offset = static_cast<uint64_t>(cursor.position() - file.data());
  const Bytes padding = cursor.Take((0 - offset) & (alignment - 1));
  for (std::byte b : padding) {
    if (b != std::byte{kPadding}) return cursor.Fail();
  }
}

class ContainerReader {
 public:
  ContainerReader(Bytes file, Container& out, Failure& failure) : file_(file), out_(out), failure_(failure) {}

  bool Read() {
    out_.file = file_;
    return ReadHeader() && FindSections() && ReadStrings() && ReadDialects() && ReadEntries() && ReadProperties() &&
           ReadResources();
  }

 private:
  bool ReadHeader() {
    cursor_ = Cursor(file_);
    if (Cursor::AsText(cursor_.Take(kMagic.size())) != kMagic) return failure_.Say("not MLIR bytecode");
    out_.version = cursor_.Varint();
    if (cursor_.ok() && out_.version > kNewestContainer) {
      return failure_.Say("bytecode of version " + std::to_string(out_.version) + "; versions up to " +
                          std::to_string(kNewestContainer) + " are known");
    }
    out_.producer = cursor_.TextUpToZero();
    return cursor_.ok() || Broken("header", cursor_);
  }

  bool FindSections() {
    while (!cursor_.done()) {
      const std::byte* start = cursor_.position();
      const Section section = ReadSection(cursor_, file_);
      const auto id = static_cast<size_t>(section.id);
      if (!cursor_.ok()) return failure_.At(start, "the file ends within a section");
      if (id >= sections_.size()) return failure_.At(start, "unknown section " + std::to_string(id));
      if (sections_[id]) return failure_.At(start, "section " + std::to_string(id) + " is there twice");
      sections_[id] = section.bytes;
    }
    for (SectionId id :
         {SectionId::kString, SectionId::kDialect, SectionId::kAttrType, SectionId::kOffset, SectionId::kIr}) {
      if (!Find(id)) return failure_.Say("section " + std::to_string(static_cast<int>(id)) + " is missing");
    }
    out_.ir = *Find(SectionId::kIr);
    return true;
  }

  const std::optional<Bytes>& Find(SectionId id) const { return sections_[static_cast<size_t>(id)]; }

  bool ReadStrings() {
    Cursor cursor(*Find(SectionId::kString));
    const size_t count = cursor.Count();
    std::vector<uint64_t> lengths(count);
    for (uint64_t& length : lengths) length = cursor.Varint();
    out_.strings.resize(count);
    for (size_t i = 0; i < count; ++i) {
      const Bytes text = cursor.Take(lengths[count - 1 - i]);
      if (text.empty() || text.back() != std::byte{0}) return Broken("string section", cursor);
      out_.strings[i] = Cursor::AsText(text.first(text.size() - 1));
    }
    return cursor.done() || Broken("string section", cursor);
  }

  bool ReadDialects() {
    Cursor cursor(*Find(SectionId::kDialect));
    const size_t count = cursor.Count();
    out_.dialects.resize(count);
    for (Dialect& dialect : out_.dialects) ReadDialect(cursor, dialect);
    if (out_.version >= kElidedArgLocations) out_.op_names.reserve(cursor.Count());
    while (cursor.ok() && cursor.left() > 0) {
      const uint64_t dialect = cursor.Varint();
      const size_t names = cursor.Count();
      if (dialect >= count) cursor.Fail();
      for (size_t i = 0; i < names && cursor.ok(); ++i) ReadOpName(cursor, out_.dialects[dialect]);
    }
    return cursor.done() || Broken("dialect section", cursor);
  }

  void ReadDialect(Cursor& cursor, Dialect& dialect) {
    if (out_.version < kDialectVersioning) {
      dialect.name = String(cursor, cursor.Varint());
      return;
    }
    const uint64_t name = cursor.Varint();
    dialect.name = String(cursor, name >> 1);
    if ((name & 1) == 0) return;
    const Section section = ReadSection(cursor, file_);
    if (section.id != SectionId::kDialectVersions) cursor.Fail();
    dialect.version = section.bytes;
  }

  void ReadOpName(Cursor& cursor, const Dialect& dialect) {
    OpName name = {dialect.name, {}, true};
    const uint64_t number = cursor.Varint();
    if (out_.version < kNativeProperties) {
      name.name = String(cursor, number);
    } else {
      name.name = String(cursor, number >> 1);
      name.registered = (number & 1) != 0;
    }
    out_.op_names.push_back(name);
  }

  std::string_view String(Cursor& cursor, uint64_t number) {
    if (number < out_.strings.size()) return out_.strings[number];
    cursor.Fail();
    return {};
  }

  bool ReadEntries() {
    Cursor offsets(*Find(SectionId::kOffset));
    Cursor data(*Find(SectionId::kAttrType));
    out_.num_attrs = offsets.Count();
    const size_t num_types = offsets.Count();
    out_.entries.reserve(out_.num_attrs + num_types);
    ReadGroups(offsets, data, out_.num_attrs);
    ReadGroups(offsets, data, out_.num_attrs + num_types);
    if (!offsets.done()) return Broken("attribute offset section", offsets);
    return data.done() || Broken("attribute section", data);
  }

  // Groups until there are `total` entries.
  void ReadGroups(Cursor& offsets, Cursor& data, size_t total) {
    while (offsets.ok() && out_.entries.size() < total) {
      const uint64_t dialect = offsets.Varint();
      const size_t count = offsets.Count();
      if (dialect >= out_.dialects.size() || count > total - out_.entries.size() || count == 0) return offsets.Fail();
      for (size_t i = 0; i < count; ++i) {
        const uint64_t length = offsets.Varint();
        out_.entries.push_back({data.Take(length >> 1), static_cast<uint32_t>(dialect), (length & 1) != 0});
      }
    }
  }

  bool ReadProperties() {
    if (!Find(SectionId::kProperties)) return true;
    Cursor cursor(*Find(SectionId::kProperties));
    out_.properties.resize(cursor.Count());
    for (Bytes& properties : out_.properties) properties = cursor.Take(cursor.Varint());
    return cursor.done() || Broken("property section", cursor);
  }

  // Groups of resources that belong to no dialect are skipped: nothing in a module refers to them.
  bool ReadResources() {
    if (!Find(SectionId::kResourceOffset) || !Find(SectionId::kResource)) return true;
    Cursor offsets(*Find(SectionId::kResourceOffset));
    Cursor data(*Find(SectionId::kResource));
    uint64_t external = offsets.Count();
    while (offsets.ok() && data.ok() && offsets.left() > 0) {
      const uint64_t owner = offsets.Varint();
      const bool of_dialect = external == 0;
      if (of_dialect && owner >= out_.dialects.size()) offsets.Fail();
      for (size_t i = offsets.Count(); i > 0 && offsets.ok(); --i) {
        ReadResource(offsets, data, of_dialect, static_cast<uint32_t>(owner));
      }
      if (!of_dialect) --external;
    }
    if (!data.ok()) return Broken("resource section", data);
    return offsets.done() || Broken("resource offset section", offsets);
  }

  void ReadResource(Cursor& offsets, Cursor& data, bool of_dialect, uint32_t dialect) {
    ResourceEntry resource;
    resource.dialect = dialect;
    resource.key = String(offsets, offsets.Varint());
    const Bytes bytes = data.Take(offsets.Varint());
    const uint8_t kind = offsets.Byte();
    if (kind == 0 && !bytes.empty()) {
      Cursor blob(bytes);
      const uint64_t alignment = blob.Varint();
      const uint64_t size = blob.Varint();
      Align(blob, file_, alignment == 0 ? 1 : alignment);
      resource.alignment = static_cast<uint32_t>(alignment);
      resource.bytes = blob.Take(size);
      if (!blob.done()) data.Fail();
    }
    if (of_dialect) out_.resources.push_back(resource);
  }

  bool Broken(const char* what, const Cursor& cursor) {
    return failure_.At(cursor.position(), std::string("the ") + what + " is not well-formed");
  }

  Bytes file_;
  Container& out_;
  Failure& failure_;
  Cursor cursor_;
  std::array<std::optional<Bytes>, kNumSections> sections_;
};

}  // namespace

Section ReadSection(Cursor& cursor, Bytes file) {
  const uint8_t id = cursor.Byte();
  const uint64_t length = cursor.Varint();
  if ((id & kAlignedSection) != 0) Align(cursor, file, cursor.Varint());
  return {static_cast<SectionId>(id & ~kAlignedSection), cursor.Take(length)};
}

bool ReadContainer(Bytes file, Container& container, Failure& failure) {
  return ContainerReader(file, container, failure).Read();
}

}  // namespace cppjrt::stablehlo::bytecode
