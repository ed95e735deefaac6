// The attributes and types of an artifact, decoded into a Module when somebody asks for them.
//
// An entry refers to others by number, in any order. Decoding goes depth first without recursion: an entry that meets
// undecoded ones is put back until those are done. So chains of any length are fine, and a circle is found.
//
//   EntryTable table(&container, &module, &failure, nullptr);
//   TypeId t = table.Type(5);     // none if it cannot be decoded; then the failure says why
//   AttrId a = table.Attr(7);
//
// How the entries of a dialect look is in its codec: builtin_codec.cc, vhlo_codec.cc, stablehlo_codec.cc, sdy_codec.cc.
// VHLO's entries become what they stand for in StableHLO.
#ifndef CPPJRT_STABLEHLO_BYTECODE_ENTRY_TABLE_H_
#define CPPJRT_STABLEHLO_BYTECODE_ENTRY_TABLE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/bytecode/container.h"
#include "stablehlo/bytecode/failure.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class AsmReader;  // reader.h

namespace bytecode {

class EntryTable {
 public:
  // All outlive the table; `asm_reader` may be null.
  EntryTable(const Container* container, Module* module, Failure* failure, AsmReader* asm_reader);

  AttrId Attr(uint64_t number);
  TypeId Type(uint64_t number);
  // The text of a builtin or VHLO string attribute; none, without a failure, if it is none.
  NameId StringOf(uint64_t attr_number);

  // From now on an attribute that is or has a location cannot be decoded.
  void ForbidLocations() { locations_allowed_ = false; }

  Module& module() { return *module_; }
  const Container& container() const { return *container_; }
  Failure& failure() { return *failure_; }

 private:
  friend class EntryReader;
  static constexpr uint32_t kNew = 0xffffffff;
  static constexpr uint32_t kWaiting = 0xfffffffe;

  // `index` is into Container::entries.
  uint32_t Decode(size_t index);
  bool DecodeOne(size_t index);
  uint32_t DecodeText(const Entry& entry, bool is_type);

  const Container* container_;
  Module* module_;
  Failure* failure_;
  AsmReader* asm_reader_;
  std::vector<uint32_t> ids_;  // by entry: AttrId or TypeId, kNew or kWaiting
  std::vector<size_t> stack_;  // entries to decode, the next one last
  std::vector<NameId> names_;  // by number of the string
  uint64_t text_left_;         // EntryReader::Spend
  bool locations_allowed_ = true;
};

// An entry being decoded: a cursor that also follows references. While some are missing, ready() is false and what the
// codec returns is not looked at; it is called again when they are there.
class EntryReader : public Cursor {
 public:
  EntryReader(EntryTable* table, size_t index)
      : Cursor(table->container().entries[index].bytes), table_(table), index_(index) {}

  Module& module() { return table_->module(); }
  TypeTable& types() { return module().types(); }
  AttrTable& attrs() { return module().attrs(); }
  const Container& container() const { return table_->container(); }

  AttrId Attr() { return AttrId(Follow(Varint(), 0, container().num_attrs)); }
  TypeId Type() { return TypeId(Follow(Varint(), container().num_attrs, container().num_types())); }
  // A number whose low bit says whether there is one.
  AttrId OptionalAttr();
  NameId String();
  std::vector<AttrId> Attrs();
  std::vector<TypeId> Types();
  std::vector<int64_t> Signeds();
  // An integer of that many bits: a byte if it fits one, else signed; more than 64 bits are words, low first.
  std::vector<int64_t> Integer(int bits);
  Bytes Blob() { return Take(Varint()); }

  bool locations_allowed() const { return table_->locations_allowed_; }
  // The number of the entry itself.
  size_t index() const { return index_; }

  // False, after refusing, once the file has made more text than its size warrants: text of texts could double and
  // double again.
  bool Spend(size_t text_size);

  // Everything read so far is there and well-formed.
  bool ready() const { return ok() && !missing_; }
  // Gives up, saying why.
  void Refuse(std::string why);
  const std::string& refusal() const { return refusal_; }
  bool missing() const { return missing_; }

 private:
  uint32_t Follow(uint64_t number, size_t first, size_t count);

  EntryTable* table_;
  size_t index_;
  bool missing_ = false;
  std::string refusal_;
};

// Decodes entries of one dialect. Both give the index of an id; anything if the reader is not ready.
struct Codec {
  std::string_view dialect;
  AttrId (*attr)(EntryReader& reader) = nullptr;
  TypeId (*type)(EntryReader& reader) = nullptr;
};

AttrId ReadBuiltinAttr(EntryReader& reader);
// The fields behind the code.
AttrId ReadBuiltinAttr(EntryReader& reader, BuiltinAttr code);
TypeId ReadBuiltinType(EntryReader& reader);
TypeId ReadBuiltinType(EntryReader& reader, BuiltinType code);
AttrId ReadVhloAttr(EntryReader& reader);
TypeId ReadVhloType(EntryReader& reader);
AttrId ReadStablehloAttr(EntryReader& reader);
TypeId ReadStablehloType(EntryReader& reader);
AttrId ReadChloAttr(EntryReader& reader);
AttrId ReadSdyAttr(EntryReader& reader);
TypeId ReadQuantType(EntryReader& reader);
// The fields of a quantized type, per tensor or per axis; VHLO and quant encode them alike.
TypeId ReadQuantized(EntryReader& reader);
TypeId ReadQuantizedAxis(EntryReader& reader);

// "has the unknown code 99".
void RefuseCode(EntryReader& reader, uint64_t code);

}  // namespace bytecode
}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_BYTECODE_ENTRY_TABLE_H_
