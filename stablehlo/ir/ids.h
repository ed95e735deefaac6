// Typed 32-bit ids: how everything in a Module refers to everything else.
//
// An id is an index into one of the module's tables and means nothing outside that module. It is half as large as a
// pointer, survives the growth of the tables, and cannot be mixed up with an id of another table:
//
//   ValueId sum = module.result(add, 0);
//   OpId user = sum;  // does not compile
//
// A default-constructed id is "none" and tests false.
#ifndef CPPJRT_STABLEHLO_IR_IDS_H_
#define CPPJRT_STABLEHLO_IR_IDS_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cppjrt::stablehlo {

template <typename Tag>
class Id {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  constexpr Id() = default;
  explicit constexpr Id(size_t index) : index_(static_cast<uint32_t>(index)) {}

  constexpr uint32_t index() const { return index_; }
  constexpr bool valid() const { return index_ != kNone; }
  explicit constexpr operator bool() const { return valid(); }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  uint32_t index_ = kNone;
};

using NameId = Id<struct NameTag>;      // an interned string: StringTable
using TypeId = Id<struct TypeTag>;      // TypeTable
using AttrId = Id<struct AttrTag>;      // AttrTable
using LocId = Id<struct LocTag>;        // LocTable
using OpId = Id<struct OpTag>;          // Module
using ValueId = Id<struct ValueTag>;    // Module
using BlockId = Id<struct BlockTag>;    // Module
using RegionId = Id<struct RegionTag>;  // Module

}  // namespace cppjrt::stablehlo

template <typename Tag>
struct std::hash<cppjrt::stablehlo::Id<Tag>> {
  size_t operator()(cppjrt::stablehlo::Id<Tag> id) const noexcept { return id.index(); }
};

#endif  // CPPJRT_STABLEHLO_IR_IDS_H_
