#include "stablehlo/bytecode/entry_table.h"

#include <optional>

#include "stablehlo/bytecode/reader.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

constexpr Codec kCodecs[] = {
    {"builtin", ReadBuiltinAttr, ReadBuiltinType},
    {"vhlo", ReadVhloAttr, ReadVhloType},
    {"stablehlo", ReadStablehloAttr, ReadStablehloType},
    {"chlo", ReadChloAttr, nullptr},
    {"sdy", ReadSdyAttr, nullptr},
    {"quant", nullptr, ReadQuantType},
};

const Codec* FindCodec(std::string_view dialect) {
  for (const Codec& codec : kCodecs) {
    if (codec.dialect == dialect) return &codec;
  }
  return nullptr;
}

std::string Describe(const Container& container, size_t index) {
  const bool is_type = index >= container.num_attrs;
  return std::string(is_type ? "type " : "attribute ") + std::to_string(is_type ? index - container.num_attrs : index);
}

}  // namespace

EntryTable::EntryTable(const Container* container, Module* module, Failure* failure, AsmReader* asm_reader)
    : container_(container),
      module_(module),
      failure_(failure),
      asm_reader_(asm_reader),
      ids_(container->entries.size(), kNew),
      names_(container->strings.size()),
      text_left_(16 * container->file.size() + (uint64_t{1} << 20)) {}

AttrId EntryTable::Attr(uint64_t number) {
  if (number < container_->num_attrs) return AttrId(Decode(number));
  failure_->Say("there is no attribute " + std::to_string(number));
  return AttrId();
}

TypeId EntryTable::Type(uint64_t number) {
  if (number < container_->num_types()) return TypeId(Decode(container_->num_attrs + number));
  failure_->Say("there is no type " + std::to_string(number));
  return TypeId();
}

NameId EntryTable::StringOf(uint64_t attr_number) {
  const AttrId attr = Attr(attr_number);
  return module_->attrs().Is(attr, AttrKind::kString) ? module_->attrs().name(attr) : NameId();
}

uint32_t EntryTable::Decode(size_t index) {
  if (ids_[index] < kWaiting) return ids_[index];
  if (!failure_->ok()) return kNew;
  stack_.push_back(index);
  while (!stack_.empty()) {
    if (!DecodeOne(stack_.back())) {
      stack_.clear();
      return kNew;
    }
  }
  return ids_[index];
}

// Decodes the entry at the top of the stack and takes it off, or puts what it needs on top of it.
bool EntryTable::DecodeOne(size_t index) {
  const Entry& entry = container_->entries[index];
  const bool is_type = index >= container_->num_attrs;
  if (ids_[index] < kWaiting) {
    stack_.pop_back();
    return true;
  }
  if (!entry.encoded) {
    ids_[index] = DecodeText(entry, is_type);
    return ids_[index] < kWaiting;
  }
  const std::string_view dialect = container_->dialect_of(entry);
  const Codec* codec = FindCodec(dialect);
  if (codec == nullptr || (is_type ? codec->type == nullptr : codec->attr == nullptr)) {
    return failure_->At(entry.bytes.data(), Describe(*container_, index) + " is in the encoding of dialect " +
                                                std::string(dialect) + ", which is not known");
  }
  ids_[index] = kWaiting;
  EntryReader reader(this, index);
  const uint32_t id = is_type ? codec->type(reader).index() : codec->attr(reader).index();
  if (reader.missing() && reader.ok()) return true;
  if (reader.done() && id < kWaiting) {
    ids_[index] = id;
    return true;
  }
  const std::string why = reader.refusal().empty() ? "is not well-formed" : reader.refusal();
  return failure_->At(entry.bytes.data(),
                      Describe(*container_, index) + " of dialect " + std::string(dialect) + " " + why);
}

uint32_t EntryTable::DecodeText(const Entry& entry, bool is_type) {
  std::string_view text = Cursor::AsText(entry.bytes);
  text = text.substr(0, text.find('\0'));
  if (asm_reader_ != nullptr) {
    const uint32_t id =
        is_type ? asm_reader_->ReadType(*module_, text).index() : asm_reader_->ReadAttribute(*module_, text).index();
    if (id >= kWaiting) failure_->At(entry.bytes.data(), "cannot read \"" + std::string(text) + "\"");
    return id;
  }
  if (!is_type) return module_->attrs().Opaque(module_->names().InternView(text)).index();
  const std::optional<Scalar> scalar = FindScalar(text);
  return (scalar ? ToTypeId(*scalar) : module_->types().Opaque(module_->names().InternView(text))).index();
}

uint32_t EntryReader::Follow(uint64_t number, size_t first, size_t count) {
  if (number >= count) {
    Fail();
    return EntryTable::kNew;
  }
  const size_t index = first + static_cast<size_t>(number);
  const uint32_t id = table_->ids_[index];
  if (id == EntryTable::kWaiting) Refuse("contains itself");
  if (id == EntryTable::kNew) {
    missing_ = true;
    table_->stack_.push_back(index);
  }
  return id;
}

void EntryReader::Refuse(std::string why) {
  if (refusal_.empty()) refusal_ = std::move(why);
  Fail();
}

bool EntryReader::Spend(size_t text_size) {
  if (text_size > table_->text_left_) return Refuse("makes too much text"), false;
  table_->text_left_ -= text_size;
  return true;
}

AttrId EntryReader::OptionalAttr() {
  const uint64_t number = Varint();
  return (number & 1) == 0 ? AttrId() : AttrId(Follow(number >> 1, 0, container().num_attrs));
}

NameId EntryReader::String() {
  const uint64_t number = Varint();
  if (number >= container().strings.size()) {
    Fail();
    return NameId();
  }
  NameId& name = table_->names_[number];
  if (!name) name = module().names().InternView(container().strings[number]);
  return name;
}

std::vector<AttrId> EntryReader::Attrs() {
  std::vector<AttrId> list(Count());
  for (AttrId& attr : list) attr = Attr();
  return list;
}

std::vector<TypeId> EntryReader::Types() {
  std::vector<TypeId> list(Count());
  for (TypeId& type : list) type = Type();
  return list;
}

std::vector<int64_t> EntryReader::Signeds() {
  std::vector<int64_t> list(Count());
  for (int64_t& value : list) value = Signed();
  return list;
}

std::vector<int64_t> EntryReader::Integer(int bits) {
  if (bits <= 8) return {Byte()};
  if (bits <= 64) return {Signed()};
  std::vector<int64_t> words(Count());
  for (int64_t& word : words) word = Signed();
  const size_t size = (static_cast<size_t>(bits) + 63) / 64;
  if (words.size() > size) Fail();
  words.resize(size);
  return words;
}

void RefuseCode(EntryReader& reader, uint64_t code) { reader.Refuse("has the unknown code " + std::to_string(code)); }

}  // namespace cppjrt::stablehlo::bytecode
