#include "stablehlo/bytecode/artifact.h"

#include "stablehlo/bytecode/cursor.h"
#include "stablehlo/bytecode/wire.h"

namespace cppjrt::stablehlo {

bool IsBytecode(std::span<const std::byte> bytes) {
  bytecode::Cursor cursor(bytes);
  return bytecode::Cursor::AsText(cursor.Take(bytecode::kMagic.size())) == bytecode::kMagic;
}

std::optional<Version> ArtifactVersion(std::span<const std::byte> bytes) {
  if (!IsBytecode(bytes)) return std::nullopt;
  bytecode::Cursor cursor(bytes.subspan(bytecode::kMagic.size()));
  cursor.Varint();
  return VersionOfProducer(cursor.TextUpToZero());
}

std::optional<Version> VersionOfProducer(std::string_view producer) {
  if (!producer.starts_with(bytecode::kProducerPrefix)) return std::nullopt;
  return Version::Parse(producer.substr(bytecode::kProducerPrefix.size()));
}

int ContainerVersionOf(Version version) {
  struct Row {
    Version since;
    int container;
  };
  constexpr Row kRows[] = {{{0, 15, 0}, 6}, {{0, 14, 0}, 4}, {{0, 12, 0}, 3}, {{0, 10, 0}, 1}};
  for (const Row& row : kRows) {
    if (version >= row.since) return row.container;
  }
  return 0;
}

}  // namespace cppjrt::stablehlo
