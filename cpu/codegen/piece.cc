#include "cpu/codegen/piece.h"

#include <utility>

#include "cpu/codegen/byte_parts.h"

namespace cppjrt::cpu::codegen {
namespace {

// "CPPJRTU2", then numbers and parts (byte_parts.h).
constexpr std::string_view kMagic = "CPPJRTU2";
constexpr uint64_t kMostImports = 4096;

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
  PartReader reader{bytes.substr(kMagic.size())};
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
