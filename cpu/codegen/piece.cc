#include "cpu/codegen/piece.h"

#include <utility>

namespace cppjrt::cpu::codegen {
namespace {

// "CPPJRTU2", then numbers of eight bytes, little-endian, and parts of a number of bytes and the bytes.
constexpr std::string_view kMagic = "CPPJRTU2";
constexpr uint64_t kMostImports = 4096;

void AppendNumber(std::string& out, uint64_t value) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
}
void AppendPart(std::string& out, std::string_view part) {
  AppendNumber(out, part.size());
  out += part;
}

// Reads from the front; `ok` is false from the first thing that is not there on.
struct Reader {
  std::string_view rest;
  bool ok = true;

  uint64_t Number() {
    if (rest.size() < 8) ok = false;
    if (!ok) return 0;
    uint64_t value = 0;
    for (size_t i = 0; i < 8; ++i) value |= static_cast<uint64_t>(static_cast<unsigned char>(rest[i])) << (8 * i);
    rest.remove_prefix(8);
    return value;
  }
  std::string_view Part() {
    const uint64_t size = Number();
    if (size > rest.size()) ok = false;
    if (!ok) return {};
    const std::string_view part = rest.substr(0, size);
    rest.remove_prefix(size);
    return part;
  }
};

}  // namespace

std::string WritePiece(const Piece& piece) {
  std::string out(kMagic);
  AppendNumber(out, piece.entry);
  AppendNumber(out, piece.alignment);
  AppendNumber(out, static_cast<uint64_t>(piece.extent));
  AppendNumber(out, static_cast<uint64_t>(piece.grain));
  AppendNumber(out, piece.parallel ? 1 : 0);
  AppendNumber(out, piece.imports.size());
  for (const Piece::Import& import : piece.imports) {
    AppendPart(out, import.symbol);
    AppendNumber(out, import.offset);
  }
  AppendPart(out, piece.bytes);
  return out;
}

StatusOr<Piece> ReadPiece(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return DataLossError("code of a unit does not begin as such code does");
  Reader reader{bytes.substr(kMagic.size())};
  Piece piece;
  piece.entry = reader.Number();
  piece.alignment = reader.Number();
  piece.extent = static_cast<int64_t>(reader.Number());
  piece.grain = static_cast<int64_t>(reader.Number());
  const uint64_t parallel = reader.Number();
  piece.parallel = parallel == 1;
  const uint64_t imports = reader.Number();
  if (imports > kMostImports) reader.ok = false;
  for (uint64_t i = 0; i < imports && reader.ok; ++i) {
    Piece::Import& import = piece.imports.emplace_back();
    import.symbol = reader.Part();
    import.offset = reader.Number();
  }
  piece.bytes = reader.Part();
  if (!reader.ok || !reader.rest.empty()) return DataLossError("code of a unit ends too early or too late");
  bool fits = piece.entry < piece.bytes.size() && piece.grain > 0 && parallel <= 1 &&
              (piece.alignment == Piece::kAlignment || piece.alignment == Piece::kPage);
  for (const Piece::Import& import : piece.imports) {
    fits &= import.offset % 8 == 0 && import.offset < piece.bytes.size() && piece.bytes.size() - import.offset >= 8;
  }
  if (!fits) return DataLossError("code of a unit has a place outside of it");
  return piece;
}

}  // namespace cppjrt::cpu::codegen
