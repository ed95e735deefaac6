// The container: an artifact taken apart into its tables, nothing decoded yet. Knows bytes and limits only.
//
//   Container container;
//   if (!ReadContainer(bytes, container, failure)) …
//   container.entries[3].bytes            // attribute 3; the types follow the attributes
//   IrReader(container, …)                // ir_reader.h: the operations
//
// Everything is a view of the bytes.
#ifndef CPPJRT_STABLEHLO_BYTECODE_CONTAINER_H_
#define CPPJRT_STABLEHLO_BYTECODE_CONTAINER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stablehlo/bytecode/cursor.h"
#include "stablehlo/bytecode/failure.h"
#include "stablehlo/bytecode/wire.h"

namespace cppjrt::stablehlo::bytecode {

using Bytes = std::span<const std::byte>;

struct Dialect {
  std::string_view name;
  Bytes version;  // as the dialect wrote it; often empty
};

struct OpName {
  std::string_view dialect;
  std::string_view name;   // without the dialect
  bool registered = true;  // its properties are encoded as its definition says; otherwise they are one attribute
};

// An attribute or type.
struct Entry {
  Bytes bytes;
  uint32_t dialect = 0;
  bool encoded = true;  // by the dialect; otherwise it is text that ends in 0
};

// A blob for dense_resource.
struct ResourceEntry {
  uint32_t dialect = 0;
  std::string_view key;
  Bytes bytes;
  uint32_t alignment = 0;
};

struct Container {
  Bytes file;
  uint64_t version = 0;
  std::string_view producer;
  std::vector<std::string_view> strings;
  std::vector<Dialect> dialects;
  std::vector<OpName> op_names;
  std::vector<Entry> entries;  // attributes, then types
  size_t num_attrs = 0;
  Bytes ir;
  std::vector<Bytes> properties;
  std::vector<ResourceEntry> resources;  // of dialects, by number

  size_t num_types() const { return entries.size() - num_attrs; }
  const Entry& attr(size_t i) const { return entries[i]; }
  const Entry& type(size_t i) const { return entries[num_attrs + i]; }
  std::string_view dialect_of(const Entry& entry) const { return dialects[entry.dialect].name; }
};

bool ReadContainer(Bytes file, Container& container, Failure& failure);

struct Section {
  SectionId id = SectionId::kString;
  Bytes bytes;
};

// A section at the cursor; the cursor fails if there is none. `file` is what alignment counts from.
Section ReadSection(Cursor& cursor, Bytes file);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_CONTAINER_H_
