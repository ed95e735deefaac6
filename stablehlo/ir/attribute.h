// Attributes of a module, interned: two attributes are equal exactly if their AttrIds are (large dense data excepted).
//
//   AttrTable& attrs = module.attrs();
//   AttrId a = attrs.Integer(scalar::kI64, 3);           // 3 : i64
//   AttrId b = attrs.I64Array({0, 2});                   // array<i64: 0, 2>
//   attrs.integer(a) == 3; attrs.i64s(b)[1] == 2
//
//   kind          text                          made of
//   kUnit         unit                          nothing: being there is the value
//   kBool         true, 1 : i1                  one bit (there is no kInteger of type i1)
//   kInteger      3 : i64, 7 : index            type, value in two's complement (extended to whole words as the type
//                                               says)
//   kFloat        1.5 : f32                     type, the bits of the value exactly, low word first
//   kString       "abc", "abc" : !t             text, type if one is given
//   kSymbolRef    @a, @a::@b                    path
//   kArray        [1, "x"]                      attributes
//   kDenseArray   array<i64: 1, 2>              element type; a word for each element (integers sign-extended, floats
//                                               as bits)
//   kDictionary   {a = 1, b}                    names and attributes, sorted by name as MLIR keeps them
//   kType         tensor<2xf32>                 type
//   kDense        dense<…> : tensor<…>          type, elements: see DenseElements
//   kResource     dense_resource<k> : tensor<…> type, key: the bytes are Module::resource(key)
//   kSparse       sparse<…, …> : tensor<…>      type, indices and values (kDense)
//   kStruct       #stablehlo.dot<…>             StructKind, a field each (op/def_tables.h names them and gives their
//                                               kinds)
//   kEnum         #stablehlo<fft_type FFT>      EnumKind, number (op/def_tables.h)
//   kLocation     loc(…)                        location
//   kOpaque       #sdy.sharding<…>, affine_map<…>   the text, as written, "#" included
//
// Structs and enums are numbered by the op table's folder; here they are just numbers, so that this folder knows no
// dialect.
#ifndef CPPJRT_STABLEHLO_IR_ATTRIBUTE_H_
#define CPPJRT_STABLEHLO_IR_ATTRIBUTE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "stablehlo/ir/ids.h"
#include "stablehlo/ir/record_table.h"
#include "stablehlo/ir/string_table.h"
#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo {

enum class AttrKind : uint8_t {
  kUnit,
  kBool,
  kInteger,
  kFloat,
  kString,
  kSymbolRef,
  kArray,
  kDenseArray,
  kDictionary,
  kType,
  kDense,
  kResource,
  kSparse,
  kStruct,
  kEnum,
  kLocation,
  kOpaque,
};

// Enumerators: stablehlo/op/def_tables.h.
enum class StructKind : uint8_t;
enum class EnumKind : uint8_t;

struct NamedAttr {
  NameId name;
  AttrId value;
  friend bool operator==(NamedAttr, NamedAttr) = default;
};

// The elements of a dense constant, in the one form every reader must produce and every user may rely on: row-major,
// little-endian, each element in TypeTable::element_bytes() whole bytes.
//   - i1 takes a byte, 0 or 1. i2, i4, ui2, ui4 and f4, f6 take a byte: signed integers sign-extended, the others
//     zero-extended. Complex is real, then imaginary.
//   - A splat holds one element for all. A tensor of one element may be either; readers make it a splat.
//   - `bytes` need not be aligned: it may point into the program. Load with memcpy.
struct DenseElements {
  TypeId type;
  bool is_splat = false;
  std::span<const std::byte> bytes;
};

class AttrTable {
 public:
  // All three outlive the table.
  AttrTable(Arena* arena, StringTable* names, const TypeTable* types);

  // Making attributes. REQUIRES: ids are of the same module.
  AttrId Unit() { return Intern(AttrKind::kUnit, 0, TypeId(), {}); }
  AttrId Bool(bool value) { return Intern(AttrKind::kBool, value ? 1 : 0, TypeId(), {}); }
  // REQUIRES: `type` is an integer of at most 64 bits or index. The value is wrapped to the type.
  AttrId Integer(TypeId type, int64_t value);
  AttrId I64(int64_t value) { return Integer(scalar::kI64, value); }
  AttrId I32(int64_t value) { return Integer(scalar::kI32, value); }
  // Any width: as many words as it takes, the last one extended.
  AttrId WideInteger(TypeId type, std::span<const int64_t> words);
  // `bits` is the pattern in the format of `type`, at most 64 bits wide; high bits zero.
  AttrId Float(TypeId type, uint64_t bits);
  AttrId F32(float value);
  AttrId F64(double value);
  // f80, f128: two words.
  AttrId WideFloat(TypeId type, std::span<const int64_t> words);
  AttrId String(NameId text, TypeId type = TypeId());
  AttrId String(std::string_view text) { return String(names_->Intern(text)); }
  AttrId SymbolRef(std::span<const NameId> path);
  AttrId SymbolRef(std::string_view name);
  AttrId Array(std::span<const AttrId> elements);
  AttrId DenseArray(TypeId element, std::span<const int64_t> words);
  AttrId I64Array(std::span<const int64_t> values) { return DenseArray(scalar::kI64, values); }
  AttrId I64Array(std::initializer_list<int64_t> values) { return I64Array(std::span(values.begin(), values.size())); }
  // In any order. REQUIRES: no name twice.
  AttrId Dictionary(std::span<const NamedAttr> entries);
  AttrId Type(TypeId type);
  // Data of up to kInlineBytes is copied and interned. Larger data is viewed, not copied, and gets an id of its own
  // each time. REQUIRES: large `bytes` live as long as the module (in the input, in Module::arena, or kept by
  // Module::KeepAlive).
  AttrId Dense(TypeId type, bool is_splat, std::span<const std::byte> bytes);
  AttrId Resource(TypeId type, NameId key);
  AttrId Sparse(TypeId type, AttrId indices, AttrId values);
  // A field each, none where an optional field is absent.
  AttrId Struct(StructKind kind, std::span<const AttrId> fields);
  AttrId Enum(EnumKind kind, uint32_t value);
  AttrId Location(LocId location);
  AttrId Opaque(NameId text);
  AttrId Opaque(std::string_view text) { return Opaque(names_->Intern(text)); }

  // Reading. All spans live as long as the module.
  AttrKind kind(AttrId a) const { return static_cast<AttrKind>(records_[a.index()].kind); }
  uint32_t size() const { return records_.size(); }
  // The type of kInteger, kFloat, kDense, kResource, kSparse, a typed kString; the value of kType; the element type of
  // kDenseArray; otherwise none.
  TypeId type(AttrId a) const { return TypeId(records_[a.index()].extra); }

  bool boolean(AttrId a) const { return records_[a.index()].sub != 0; }     // kBool
  int64_t integer(AttrId a) const { return records_[a.index()].words[0]; }  // kInteger, low word
  // kFloat, low word.
  uint64_t float_bits(AttrId a) const { return static_cast<uint64_t>(records_[a.index()].words[0]); }
  std::string_view string(AttrId a) const { return (*names_)[name(a)]; }  // kString, kOpaque
  // The text of kString and kOpaque, the key of kResource, the last element of the path of kSymbolRef.
  NameId name(AttrId a) const { return NameId(LowWordOf(records_[a.index()].span().back())); }
  std::string_view symbol(AttrId a) const { return (*names_)[name(a)]; }  // kSymbolRef, last of the path
  // Words of kInteger, kFloat and kDenseArray.
  std::span<const int64_t> words(AttrId a) const { return records_[a.index()].span(); }
  std::span<const int64_t> i64s(AttrId a) const { return words(a); }  // kDenseArray
  // Number of members: kArray, kDictionary, kSymbolRef (names), kStruct (fields).
  size_t size(AttrId a) const { return records_[a.index()].count; }
  AttrId element(AttrId a, size_t i) const { return AttrId(LowWordOf(records_[a.index()].words[i])); }  // kArray
  NamedAttr entry(AttrId a, size_t i) const;                                                            // kDictionary
  // The value of the entry `key` of a dictionary, or none.
  AttrId Lookup(AttrId dictionary, std::string_view key) const;
  NameId path(AttrId a, size_t i) const { return NameId(LowWordOf(records_[a.index()].words[i])); }  // kSymbolRef
  DenseElements dense(AttrId a) const;                                                               // kDense
  AttrId sparse_indices(AttrId a) const { return element(a, 0); }                                    // kSparse
  AttrId sparse_values(AttrId a) const { return element(a, 1); }
  StructKind struct_kind(AttrId a) const { return static_cast<StructKind>(records_[a.index()].sub); }  // kStruct
  AttrId field(AttrId a, size_t i) const { return element(a, i); }  // kStruct; none if absent
  EnumKind enum_kind(AttrId a) const { return static_cast<EnumKind>(records_[a.index()].sub); }  // kEnum
  uint32_t enum_value(AttrId a) const { return LowWordOf(records_[a.index()].words[0]); }
  LocId location(AttrId a) const { return LocId(LowWordOf(records_[a.index()].words[0])); }  // kLocation

  bool Is(AttrId a, AttrKind k) const { return a.valid() && kind(a) == k; }

  static constexpr size_t kInlineBytes = 256;

 private:
  static uint32_t LowWordOf(int64_t word) { return static_cast<uint32_t>(word); }
  AttrId Intern(AttrKind kind, uint8_t sub, TypeId type, std::span<const int64_t> words) {
    return AttrId(records_.Intern(static_cast<uint8_t>(kind), sub, type.index(), words));
  }
  AttrId InternIds(AttrKind kind, uint8_t sub, TypeId type, std::span<const AttrId> ids);

  StringTable* names_;
  const TypeTable* types_;
  RecordTable records_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_ATTRIBUTE_H_
