#include "cpu/codegen/cut_object.h"

#include <elf.h>

#include <cstring>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "cpu/codegen/relocations.h"

namespace cppjrt::cpu::codegen {
namespace {

Status Wrong(const std::string& what) { return InternalError("object file: " + what); }

// The file's tables, in view. LLVM wrote it just now; what is checked is what would let us read outside.
class ObjectFile {
 public:
  static StatusOr<ObjectFile> Open(std::string_view bytes) {
    ObjectFile file;
    file.bytes_ = bytes;
    Elf64_Ehdr header;
    if (bytes.size() < sizeof(header)) return Wrong("too short");
    std::memcpy(&header, bytes.data(), sizeof(header));
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return Wrong("no ELF");
    file.machine_ = header.e_machine;
    if (StubOf(file.machine_) == nullptr) return Wrong("of machine " + std::to_string(file.machine_));
    uint64_t count = header.e_shnum;
    if (count == 0) {  // more than the header can say
      Elf64_Shdr first;
      if (!file.Read(header.e_shoff, first)) return Wrong("no sections");
      count = first.sh_size;
    }
    for (uint64_t i = 0; i < count; ++i) {
      Elf64_Shdr section;
      if (!file.Read(header.e_shoff + i * sizeof(section), section)) return Wrong("its sections end too early");
      file.sections_.push_back(section);
    }
    CPPJRT_RETURN_IF_ERROR(file.ReadTables());
    return file;
  }

  uint16_t machine() const { return machine_; }
  const Elf64_Shdr& section(size_t i) const { return sections_[i]; }
  size_t num_sections() const { return sections_.size(); }
  const std::vector<Elf64_Sym>& symbols() const { return symbols_; }
  // Those within section `i`.
  std::span<const Elf64_Rela> relocations(size_t i) const {
    const auto found = relocations_.find(i);
    return found == relocations_.end() ? std::span<const Elf64_Rela>() : found->second;
  }
  std::string_view contents(size_t i) const {
    const Elf64_Shdr& s = sections_[i];
    return s.sh_type == SHT_NOBITS ? std::string_view() : View(s.sh_offset, s.sh_size);
  }
  std::string_view NameOf(const Elf64_Sym& symbol) const {
    if (symbol.st_name >= names_.size()) return {};
    const std::string_view rest = names_.substr(symbol.st_name);
    return rest.substr(0, rest.find('\0'));
  }
  // The section a symbol is in: 0 if outside, or the extended index.
  size_t SectionOf(size_t symbol) const {
    const Elf64_Sym& s = symbols_[symbol];
    if (s.st_shndx == SHN_XINDEX) return symbol < wide_indices_.size() ? wide_indices_[symbol] : 0;
    return s.st_shndx >= SHN_LORESERVE ? 0 : s.st_shndx;
  }

 private:
  std::string_view View(uint64_t offset, uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
    return bytes_.substr(offset, size);
  }
  template <typename T>
  bool Read(uint64_t offset, T& value) const {
    const std::string_view view = View(offset, sizeof(T));
    if (view.size() != sizeof(T)) return false;
    std::memcpy(&value, view.data(), sizeof(T));
    return true;
  }
  template <typename T>
  std::vector<T> Table(const Elf64_Shdr& section) const {
    const std::string_view view = View(section.sh_offset, section.sh_size);
    std::vector<T> table(view.size() / sizeof(T));
    if (!table.empty()) std::memcpy(table.data(), view.data(), table.size() * sizeof(T));
    return table;
  }

  Status ReadTables() {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type == SHT_SYMTAB) {
        symbols_ = Table<Elf64_Sym>(section);
        if (section.sh_link >= sections_.size()) return Wrong("its symbols have no names");
        names_ = contents(section.sh_link);
      }
      if (section.sh_type == SHT_SYMTAB_SHNDX) wide_indices_ = Table<uint32_t>(section);
      if (section.sh_type == SHT_RELA) relocations_[section.sh_info] = Table<Elf64_Rela>(section);
    }
    for (const auto& [section, list] : relocations_) {
      for (const Elf64_Rela& r : list) {
        if (ELF64_R_SYM(r.r_info) >= symbols_.size()) return Wrong("a relocation of no symbol");
      }
    }
    for (size_t i = 0; i < symbols_.size(); ++i) {
      if (SectionOf(i) >= sections_.size()) return Wrong("a symbol of no section");
    }
    return OkStatus();
  }

  std::string_view bytes_;
  uint16_t machine_ = EM_NONE;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<uint32_t> wide_indices_;
  std::string_view names_;
  std::unordered_map<size_t, std::vector<Elf64_Rela>> relocations_;
};

class Cutter {
 public:
  Cutter(const ObjectFile& file, Piece& piece) : file_(file), piece_(piece) {}

  Status Cut(size_t section) {
    CPPJRT_ASSIGN_OR_RETURN(const uint64_t at, Place(section, 0, file_.contents(section).size()));
    static_cast<void>(at);
    // Placing what is referred to adds more to do.
    while (!to_do_.empty()) {
      const Part part = to_do_.back();
      to_do_.pop_back();
      CPPJRT_RETURN_IF_ERROR(Resolve(part));
    }
    return OkStatus();
  }

 private:
  // Bytes of a section, and where they are in the piece.
  struct Part {
    size_t section = 0;
    uint64_t from = 0, size = 0;
    uint64_t at = 0;
  };

  void AlignTo(uint64_t alignment) {
    while (piece_.bytes.size() % alignment != 0) piece_.bytes += '\0';
  }

  StatusOr<uint64_t> Place(size_t section, uint64_t from, uint64_t size) {
    const auto [place, added] = places_.emplace(std::make_pair(section, from), 0);
    if (!added) return place->second;
    const std::string_view contents = file_.contents(section);
    if (from > contents.size() || size > contents.size() - from) return Wrong("a reference outside of its section");
    // Instructions and data share no line.
    const bool first = piece_.bytes.empty();
    AlignTo(first || places_.size() == 2
                ? Piece::kAlignment
                : std::min<uint64_t>(std::max<uint64_t>(8, file_.section(section).sh_addralign), Piece::kAlignment));
    place->second = piece_.bytes.size();
    piece_.bytes += contents.substr(from, size);
    to_do_.push_back({section, from, size, place->second});
    return place->second;
  }

  // Where `offset` from a symbol is. Of constants that are shared by many functions only the one that is meant is taken: x86
  // names it, as distances are from behind the instruction; AArch64 says how far into its section it is.
  StatusOr<int64_t> PlaceOf(const Elf64_Sym& symbol, size_t section, int64_t offset) {
    const Elf64_Shdr& s = file_.section(section);
    const std::string_view contents = file_.contents(section);
    const bool named = ELF64_ST_TYPE(symbol.st_info) != STT_SECTION;
    const bool single = (s.sh_flags & SHF_MERGE) != 0 && (s.sh_flags & SHF_STRINGS) == 0 && s.sh_entsize != 0 &&
                        (named || file_.machine() == EM_AARCH64);
    const auto meant = static_cast<int64_t>(symbol.st_value) + offset;
    if (!single) {
      CPPJRT_ASSIGN_OR_RETURN(const uint64_t at, Place(section, 0, contents.size()));
      return static_cast<int64_t>(at) + meant;
    }
    const uint64_t within = named ? symbol.st_value : static_cast<uint64_t>(meant);
    const uint64_t from = within / s.sh_entsize * s.sh_entsize;
    CPPJRT_ASSIGN_OR_RETURN(const uint64_t at, Place(section, from, s.sh_entsize));
    return static_cast<int64_t>(at) + (meant - static_cast<int64_t>(from));
  }

  // The place of the eight bytes of an address.
  uint64_t SlotOf(std::string_view symbol) {
    const auto [slot, added] = slots_.emplace(symbol, 0);
    if (added) slot->second = AddSlot(symbol);
    return slot->second;
  }
  uint64_t AddSlot(std::string_view symbol) {
    AlignTo(8);
    const uint64_t slot = piece_.bytes.size();
    piece_.bytes.append(8, '\0');
    piece_.imports.push_back({std::string(symbol), slot});
    return slot;
  }

  // Code that jumps to a function outside. It has its address beside it, which is thus never far.
  StatusOr<uint64_t> PlaceOfStub(std::string_view symbol) {
    const auto [stub, added] = stubs_.emplace(symbol, 0);
    if (!added) return stub->second;
    const Stub& code = *StubOf(file_.machine());
    const uint64_t slot = AddSlot(symbol);
    stub->second = piece_.bytes.size();
    piece_.bytes += code.code;
    CPPJRT_RETURN_IF_ERROR(Relocate(*FindRelocation(file_.machine(), code.relocation), piece_.bytes,
                                    stub->second + code.where, static_cast<int64_t>(slot) + code.addend));
    return stub->second;
  }

  Status Resolve(const Part& part) {
    for (const Elf64_Rela& r : file_.relocations(part.section)) {
      if (r.r_offset < part.from || r.r_offset - part.from >= part.size) continue;
      CPPJRT_RETURN_IF_ERROR(ResolveOne(part.at + (r.r_offset - part.from), r));
    }
    return OkStatus();
  }

  Status ResolveOne(uint64_t where, const Elf64_Rela& r) {
    const size_t number = ELF64_R_SYM(r.r_info);
    const auto type = static_cast<uint32_t>(ELF64_R_TYPE(r.r_info));
    const Relocation* kind = FindRelocation(file_.machine(), type);
    if (kind == nullptr) return Wrong("a relocation of kind " + std::to_string(type));
    const Elf64_Sym& symbol = file_.symbols()[number];
    const size_t section = file_.SectionOf(number);
    if (kind->refers == Reference::kAddress) return ImportAt(where, symbol, section, r.r_addend);
    if (IsOfPages(*kind)) piece_.alignment = Piece::kPage;
    int64_t target = 0;
    if (kind->refers == Reference::kSlot) {
      if (section != 0) return Wrong("an address of its own in a table");
      target = static_cast<int64_t>(SlotOf(file_.NameOf(symbol))) + r.r_addend;
    } else if (section != 0) {
      CPPJRT_ASSIGN_OR_RETURN(target, PlaceOf(symbol, section, r.r_addend));
    } else if (kind->refers == Reference::kFunction) {
      CPPJRT_ASSIGN_OR_RETURN(const uint64_t stub, PlaceOfStub(file_.NameOf(symbol)));
      target = static_cast<int64_t>(stub) + r.r_addend;
    } else {
      return Wrong("data outside: " + std::string(file_.NameOf(symbol)));
    }
    return Relocate(*kind, piece_.bytes, where, target);
  }

  // The eight bytes are what is added to the address.
  Status ImportAt(uint64_t where, const Elf64_Sym& symbol, size_t section, int64_t addend) {
    std::string name(file_.NameOf(symbol));
    if (section != 0) {
      CPPJRT_ASSIGN_OR_RETURN(addend, PlaceOf(symbol, section, addend));
      name.clear();
    }
    if (where % 8 != 0 || where + 8 > piece_.bytes.size()) return Wrong("an address that is not aligned");
    std::memcpy(piece_.bytes.data() + where, &addend, sizeof(addend));
    piece_.imports.push_back({name, where});
    return OkStatus();
  }

  const ObjectFile& file_;
  Piece& piece_;
  std::map<std::pair<size_t, uint64_t>, uint64_t> places_;  // by section and the first byte of the part
  std::map<std::string, uint64_t, std::less<>> slots_;
  std::map<std::string, uint64_t, std::less<>> stubs_;
  std::vector<Part> to_do_;
};

}  // namespace

StatusOr<std::vector<Piece>> CutObject(std::string_view object, const std::vector<std::string>& functions) {
  CPPJRT_ASSIGN_OR_RETURN(const ObjectFile file, ObjectFile::Open(object));
  std::unordered_map<std::string_view, size_t> places;  // of functions, as symbols
  for (size_t i = 0; i < file.symbols().size(); ++i) {
    if (ELF64_ST_TYPE(file.symbols()[i].st_info) == STT_FUNC) places.emplace(file.NameOf(file.symbols()[i]), i);
  }
  std::vector<Piece> pieces(functions.size());
  for (size_t i = 0; i < functions.size(); ++i) {
    const auto found = places.find(functions[i]);
    if (found == places.end() || file.SectionOf(found->second) == 0) return Wrong("no function " + functions[i]);
    pieces[i].entry = file.symbols()[found->second].st_value;
    CPPJRT_RETURN_IF_ERROR(Cutter(file, pieces[i]).Cut(file.SectionOf(found->second)));
  }
  return pieces;
}

}  // namespace cppjrt::cpu::codegen
