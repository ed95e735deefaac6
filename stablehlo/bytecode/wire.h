// The numbers of MLIR bytecode, in which artifacts are written.
//
//   file     := "ML\xEFR" version:varint producer:text0 section*
//   section  := id:byte (high bit: aligned) length:varint [alignment:varint padding(0xCB)*] bytes
//   varint   := the number of zero bits at the low end of the first byte says how many bytes follow; 0: eight follow
//   signed   := varint, zigzag
//   text0    := bytes 0
//
//   kString       count, lengths (last string first, the 0 counted), all text0
//   kDialect      count, names [versions], [number of op names,] groups: dialect, count, op names
//   kAttrType     attributes and types, one after the other
//   kOffset       how many of both, groups: dialect, count, length and whether it is encoded or text
//   kIr           the module: ir_reader.h
//   kResource(Offset)  the bytes of dense_resource, and where they are
//   kProperties   count, each with its length: attributes by number in the order of the op's definition
#ifndef CPPJRT_STABLEHLO_BYTECODE_WIRE_H_
#define CPPJRT_STABLEHLO_BYTECODE_WIRE_H_

#include <cstdint>
#include <string_view>

namespace cppjrt::stablehlo::bytecode {

inline constexpr std::string_view kMagic = "ML\xefR";
inline constexpr std::string_view kProducerPrefix = "StableHLO_v";
inline constexpr uint8_t kPadding = 0xcb;
inline constexpr uint8_t kAlignedSection = 0x80;

enum class SectionId : uint8_t {
  kString = 0,
  kDialect = 1,
  kAttrType = 2,
  kOffset = 3,
  kIr = 4,
  kResource = 5,
  kResourceOffset = 6,
  kDialectVersions = 7,
  kProperties = 8,
};
inline constexpr int kNumSections = 9;

// What each version of the container brought.
inline constexpr uint64_t kDialectVersioning = 1;   // dialects may state a version
inline constexpr uint64_t kLazyLoading = 2;         // isolated regions are sections
inline constexpr uint64_t kUseListOrdering = 3;     // orders of uses are stated
inline constexpr uint64_t kElidedArgLocations = 4;  // unknown locations of arguments are left out; op names counted
inline constexpr uint64_t kNativeProperties = 5;    // inherent attributes are properties
inline constexpr uint64_t kNewestContainer = 6;

// What an op's record has.
enum OpBits : uint8_t {
  kHasAttrs = 1,
  kHasResults = 2,
  kHasOperands = 4,
  kHasSuccessors = 8,
  kHasRegions = 16,
  kHasUseOrders = 32,
  kHasProperties = 64,
};

// Codes of builtin attributes.
enum class BuiltinAttr : uint8_t {
  kArray = 0,
  kDictionary,
  kString,
  kTypedString,
  kFlatSymbolRef,
  kSymbolRef,
  kType,
  kUnit,
  kInteger,
  kFloat,
  kCallSiteLoc,
  kFileLineColLoc,
  kFusedLoc,
  kFusedLocWithMetadata,
  kNameLoc,
  kUnknownLoc,
  kDenseResource,
  kDenseArray,
  kDense,
  kDenseStrings,
  kSparse,
  kDistinct,
  kFileLineColRange,
  kAffineMap,
  kIntegerSet,
  kStridedLayout,
};

// Codes of builtin types.
enum class BuiltinType : uint8_t {
  kInteger = 0,
  kIndex,
  kFunction,
  kBF16,
  kF16,
  kF32,
  kF64,
  kF80,
  kF128,
  kComplex,
  kMemRef,
  kMemRefWithSpace,
  kNone,
  kTensor,
  kTensorWithEncoding,
  kTuple,
  kUnrankedMemRef,
  kUnrankedMemRefWithSpace,
  kUnrankedTensor,
  kVector,
  kScalableVector,
  kTF32,
  kF8E5M2,
  kF8E4M3,
  kF8E4M3FN,
  kF8E5M2FNUZ,
  kF8E4M3FNUZ,
  kF8E4M3B11FNUZ,
  kF8E3M4,
  kF4E2M1FN,
  kF6E2M3FN,
  kF6E3M2FN,
  kF8E8M0FNU,
};

// Codes of VHLO attributes and types that are no enumeration, struct or scalar (those are columns of the op tables).
enum class VhloAttr : uint8_t {
  kArray = 1,
  kBool = 2,
  kDictionary = 6,
  kFloat = 8,
  kInteger = 9,
  kString = 14,
  kTensor = 15,
  kType = 17,
};
enum class VhloType : uint8_t {
  kComplex = 1,
  kFunction = 8,
  kTensor = 20,
  kTensorWithEncoding = 21,
  kTuple = 23,
  kQuantized = 24,
  kUnrankedTensor = 25,
  kWitness = 26,
  kQuantizedAxis = 30,
  kMemRef = 41,
  kFuture = 42,
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_WIRE_H_
