#include "base/build_id.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hex.h"

namespace cppjrt {
namespace {

constexpr size_t RoundedUp(size_t size) { return (size + 3) / 4 * 4; }

// The build-id among the notes, if it is there.
std::string IdInNotes(std::string_view notes) {
  ElfW(Nhdr) note;
  while (notes.size() >= sizeof(note)) {
    std::memcpy(&note, notes.data(), sizeof(note));
    const size_t name = sizeof(note);
    const size_t contents = name + RoundedUp(note.n_namesz);
    if (contents > notes.size() || note.n_descsz > notes.size() - contents) return {};
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(name, note.n_namesz) == std::string_view("GNU\0", 4)) {
      return ToHex(notes.substr(contents, note.n_descsz));
    }
    const size_t all = contents + RoundedUp(note.n_descsz);
    if (all > notes.size()) return {};
    notes.remove_prefix(all);
  }
  return {};
}

struct Search {
  uintptr_t address = 0;  // of something in the object that is looked for
  std::string id;
};

int LookAt(dl_phdr_info* info, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  bool here = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uintptr_t start = info->dlpi_addr + segment.p_vaddr;
    here |= segment.p_type == PT_LOAD && search.address >= start && search.address - start < segment.p_memsz;
  }
  if (!here) return 0;
  for (int i = 0; i < info->dlpi_phnum && search.id.empty(); ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const uintptr_t start = info->dlpi_addr + segment.p_vaddr;
    search.id = IdInNotes({reinterpret_cast<const char*>(start), segment.p_memsz});
  }
  return 1;
}

}  // namespace

const std::string& BuildId() {
  static const auto* const id = [] {
    Search search;
    search.address = reinterpret_cast<uintptr_t>(&LookAt);
    dl_iterate_phdr(LookAt, &search);
    return new std::string(std::move(search.id));
  }();
  return *id;
}

}  // namespace cppjrt
