#include "cpu/codegen/code_library.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace cppjrt::cpu::codegen {
namespace {

struct KeyHash {
  size_t operator()(const Sha256Digest& key) const {
    size_t hash = 0;
    std::memcpy(&hash, key.data(), sizeof(hash));
    return hash;
  }
};

struct Library {
  std::mutex mutex;
  std::unordered_map<Sha256Digest, std::weak_ptr<const LoadedUnit>, KeyHash> units;
  size_t sweep_at = 256;

  // Those that are gone leave an entry until there are twice as many as were alive last.
  void Sweep() {
    if (units.size() < sweep_at) return;
    std::erase_if(units, [](const auto& entry) { return entry.second.expired(); });
    sweep_at = std::max<size_t>(256, 2 * units.size());
  }
};

// Never destroyed: programs may outlive it otherwise.
Library& TheLibrary() {
  static Library* const library = new Library();
  return *library;
}

}  // namespace

std::shared_ptr<const LoadedUnit> FindLoaded(const Sha256Digest& key) {
  Library& library = TheLibrary();
  const std::lock_guard lock(library.mutex);
  const auto found = library.units.find(key);
  return found == library.units.end() ? nullptr : found->second.lock();
}

StatusOr<std::vector<std::shared_ptr<const LoadedUnit>>> LoadUnits(
    const std::vector<std::pair<Sha256Digest, const Piece*>>& pieces) {
  std::vector<const Piece*> all;
  for (const auto& [key, piece] : pieces) all.push_back(piece);
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const CodeBlock> block, CodeBlock::Load(all));
  std::vector<std::shared_ptr<const LoadedUnit>> units;
  Library& library = TheLibrary();
  const std::lock_guard lock(library.mutex);
  library.Sweep();
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = *pieces[i].second;
    auto unit = std::make_shared<LoadedUnit>();
    unit->code = {block->address(i), piece.extent, piece.grain, piece.parallel ? 1 : 0};
    unit->bytes = static_cast<int64_t>(piece.bytes.size());
    unit->block = block;
    library.units.insert_or_assign(pieces[i].first, unit);
    units.push_back(std::move(unit));
  }
  return units;
}

}  // namespace cppjrt::cpu::codegen
