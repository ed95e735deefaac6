// Types of a module, interned: two types are equal exactly if their TypeIds are.
//
//   TypeTable& types = module.types();
//   TypeId t = types.Tensor({2, kDynamic}, scalar::kF32);     // tensor<2x?xf32>
//   types.dims(t)[0] == 2; types.element_type(t) == scalar::kF32; types.rank(t) == 2
//
// Scalars have the same id in every module (scalar::kF32, scalar::kI1, …), so comparing with one needs no table.
//
//   kind             text                                 made of
//   kInteger         i7, si8, ui32                        bits, signedness
//   kFloat, kIndex, kNone, kToken                         (scalars; the token counts as one)
//   kComplex         complex<f32>                         element
//   kQuantized       !quant.uniform<i8:f32, 0.1:-3>       QuantizedType, one scale
//   kQuantizedAxis   !quant.uniform<i8:f32:1, {…}>        QuantizedType, a scale for each slice along `axis`
//   kTensor          tensor<2x?xf32, encoding>            dims, element, encoding attribute (often none)
//   kUnrankedTensor  tensor<*xf32>                        element
//   kMemRef          memref<2x3xf32>                      dims, element; only without layout and space, otherwise
//                                                         opaque
//   kTuple, kFuture  tuple<…>, !stablehlo.future<…>       members
//   kFunction        (…) -> (…)                           inputs, results
//   kOpaque          vector<4xf32>, !dialect.thing<…>     the text, as written
#ifndef CPPJRT_STABLEHLO_IR_TYPE_H_
#define CPPJRT_STABLEHLO_IR_TYPE_H_

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "stablehlo/ir/ids.h"
#include "stablehlo/ir/record_table.h"

namespace cppjrt::stablehlo {

enum class TypeKind : uint8_t {
  kNone,
  kToken,
  kIndex,
  kInteger,
  kFloat,
  kComplex,
  kQuantized,
  kQuantizedAxis,
  kTensor,
  kUnrankedTensor,
  kMemRef,
  kTuple,
  kFuture,
  kFunction,
  kOpaque,
};

// Signless integers are what MLIR writes i8; StableHLO computes with them as signed. si8 is a type of its own.
enum class Signedness : uint8_t { kSignless, kSigned, kUnsigned };

// The extent of a dimension that is not known, as in tensor<?xf32>; also an unknown bound.
inline constexpr int64_t kDynamic = std::numeric_limits<int64_t>::min();

// The scalars of scalar_types.def by number; Scalar::kF32 is scalar::kF32.index().
enum class Scalar : uint8_t {
#define SCALAR(name, text, class, bits, vhlo, since) k##name,
#include "stablehlo/ir/scalar_types.def"
#undef SCALAR
};

namespace scalar {
#define SCALAR(name, text, class, bits, vhlo, since) \
  inline constexpr TypeId k##name = TypeId(static_cast<size_t>(Scalar::k##name));
#include "stablehlo/ir/scalar_types.def"
#undef SCALAR
}  // namespace scalar

struct ScalarInfo {
  Scalar scalar;
  std::string_view name;  // without "k": "F32"
  std::string_view text;  // "f32"
  TypeKind kind;
  Signedness signedness;
  int bits;
  int vhlo_code;                // -1: VHLO has none
  std::string_view vhlo_since;  // "0.9.0"; empty: VHLO has none
};

// All scalars, in the order of their ids.
std::span<const ScalarInfo> Scalars();
// The scalar written `text` in MLIR ("f32", "ui4", "index"), or none. Does not cover i7, si8 and the like.
std::optional<Scalar> FindScalar(std::string_view text);
inline constexpr TypeId ToTypeId(Scalar s) { return TypeId(static_cast<size_t>(s)); }

struct QuantizedType {
  TypeId storage;    // i8; signless for signed storage, uiN for unsigned
  TypeId expressed;  // f32
  int64_t storage_min = 0;
  int64_t storage_max = 0;
  int64_t axis = -1;                    // -1 for a per-tensor type
  std::span<const int64_t> scale_bits;  // bits of doubles; one for a per-tensor type
  std::span<const int64_t> zero_points;
};

class TypeTable {
 public:
  // `arena` outlives the table.
  explicit TypeTable(Arena* arena);

  // Making types. REQUIRES: ids are of this table (and of the same module's AttrTable for `encoding`).
  // i<bits>, si<bits> or ui<bits>; bits is 1 to 2^24 - 1.
  TypeId Integer(int bits, Signedness signedness = Signedness::kSignless);
  TypeId Complex(TypeId element);
  TypeId Quantized(const QuantizedType& type);
  TypeId Tensor(std::span<const int64_t> dims, TypeId element, AttrId encoding = AttrId());
  TypeId Tensor(std::initializer_list<int64_t> dims, TypeId element) {
    return Tensor(std::span(dims.begin(), dims.size()), element);
  }
  TypeId UnrankedTensor(TypeId element);
  TypeId MemRef(std::span<const int64_t> dims, TypeId element);
  TypeId Tuple(std::span<const TypeId> members);
  TypeId Future(std::span<const TypeId> members);
  TypeId Function(std::span<const TypeId> inputs, std::span<const TypeId> results);
  // A type this IR has no structure for; `text` is all of it, "!shape.witness" or "vector<4xf32>".
  TypeId Opaque(NameId text);

  // Reading. All spans live as long as the module.
  TypeKind kind(TypeId t) const { return static_cast<TypeKind>(records_[t.index()].kind); }
  uint32_t size() const { return records_.size(); }

  bool IsTensor(TypeId t) const { return kind(t) == TypeKind::kTensor; }
  // A ranked tensor without a dynamic dimension.
  bool IsStaticTensor(TypeId t) const;
  // REQUIRES: kTensor or kMemRef. kDynamic where unknown.
  std::span<const int64_t> dims(TypeId t) const { return records_[t.index()].span().subspan(1); }
  int64_t rank(TypeId t) const { return static_cast<int64_t>(dims(t).size()); }
  // Number of elements; none if it has a dynamic dimension or does not fit 63 bits. REQUIRES: kTensor or kMemRef.
  std::optional<int64_t> num_elements(TypeId t) const;
  // Of tensors, memrefs and complex types; `t` itself otherwise.
  TypeId element_type(TypeId t) const;
  // The encoding attribute, or none. REQUIRES: kTensor.
  AttrId encoding(TypeId t) const { return AttrId(static_cast<uint32_t>(records_[t.index()].words[0] >> 32)); }

  // REQUIRES: kInteger, kIndex or kFloat (bits); kInteger (signedness).
  int bits(TypeId t) const { return static_cast<int>(records_[t.index()].extra & 0xffffff); }
  Signedness signedness(TypeId t) const { return static_cast<Signedness>(records_[t.index()].sub); }
  bool IsInteger(TypeId t) const { return kind(t) == TypeKind::kInteger; }
  bool IsUnsigned(TypeId t) const { return IsInteger(t) && signedness(t) == Signedness::kUnsigned; }
  bool IsFloat(TypeId t) const { return kind(t) == TypeKind::kFloat; }
  bool IsComplex(TypeId t) const { return kind(t) == TypeKind::kComplex; }
  bool IsQuantized(TypeId t) const { return kind(t) == TypeKind::kQuantized || kind(t) == TypeKind::kQuantizedAxis; }
  // The scalar, or none for anything else (i7, complex, tensors…).
  std::optional<Scalar> AsScalar(TypeId t) const;
  // Bytes of one element in the canonical form of constants (attribute.h): whole bytes, sub-byte types and i1 in one,
  // complex twice its element, quantized as its storage. 0 if `t` is no element type.
  int64_t element_bytes(TypeId t) const;

  // REQUIRES: IsQuantized.
  QuantizedType quantized(TypeId t) const;
  // Members of a tuple or future; inputs followed by results of a function.
  size_t num_members(TypeId t) const { return records_[t.index()].count; }
  TypeId member(TypeId t, size_t i) const { return TypeId(static_cast<size_t>(records_[t.index()].words[i])); }
  // REQUIRES: kFunction.
  size_t num_inputs(TypeId t) const { return records_[t.index()].extra; }
  size_t num_results(TypeId t) const { return records_[t.index()].count - records_[t.index()].extra; }
  TypeId input(TypeId t, size_t i) const { return member(t, i); }
  TypeId result(TypeId t, size_t i) const { return member(t, num_inputs(t) + i); }
  // REQUIRES: kOpaque.
  NameId opaque_text(TypeId t) const { return NameId(static_cast<size_t>(records_[t.index()].words[0])); }

 private:
  struct OnlyScalars {};
  TypeTable(Arena* arena, OnlyScalars);
  static const RecordTable& ScalarRecords();

  TypeId Intern(TypeKind kind, uint8_t sub, uint32_t extra, std::span<const int64_t> words) {
    return TypeId(records_.Intern(static_cast<uint8_t>(kind), sub, extra, words));
  }
  TypeId Shaped(TypeKind kind, std::span<const int64_t> dims, TypeId element, AttrId encoding);
  TypeId Members(TypeKind kind, std::span<const TypeId> first, std::span<const TypeId> second);

  RecordTable records_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_TYPE_H_
