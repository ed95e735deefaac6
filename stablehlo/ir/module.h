// Module: a program as written.
//
// A module is a tree of operations. The root is a builtin.module op; its one region holds one block whose ops are the
// functions; a function's region holds its body, and so on:
//
//   op ──regions──> region ──blocks──> block ──ops──> op ──results──> value ──type──> type
//                                        └─args──> value
//
// Everything is a small record in a table of the module and is named by its id (ids.h); records live in an arena and
// never move, so references and spans stay good until the part they describe is changed. Reading needs nothing but
// this class:
//
//   for (OpId op : module.ops(module.body())) {            // the functions
//     for (OpId inner : PreOrder(module, op)) {            // walk.h: everything inside, without recursion
//       const Op& record = module.op(inner);
//       if (record.opcode == Opcode::kAdd) … module.type(record.operands()[0]) …
//     }
//   }
//
// Making and changing ops: builder.h for readers and tests; the mutators below for transformations.
//
// An op's attributes come in two lists, one after the other in one span: the inherent ones, which its definition knows
// (the op table's AT column; `<{…}>` in generic text, properties in bytecode), then the discardable ones
// (mhlo.sharding and the like). Both keep the order they were given in.
//
// Movable, not copyable (Clone in clone.h copies). Const methods may be called from several threads at once, except
// ResolveLocation.
#ifndef CPPJRT_STABLEHLO_IR_MODULE_H_
#define CPPJRT_STABLEHLO_IR_MODULE_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/arena.h"
#include "stablehlo/ir/attribute.h"
#include "stablehlo/ir/chunked_vector.h"
#include "stablehlo/ir/ids.h"
#include "stablehlo/ir/location.h"
#include "stablehlo/ir/string_table.h"
#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo {

// What an op is: a number from the op table (stablehlo/op/opcode.h has the enumerators), 0 for an op the table does not
// know, which then keeps its name.
enum class Opcode : uint16_t;
inline constexpr Opcode kNoOpcode = Opcode{0};

// "Nowhere in the text", for ops that were not parsed from text.
inline constexpr uint32_t kNoOffset = 0xffffffff;

// Values with consecutive ids: the results of an op.
class ValueRange {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = ValueId;
    Iterator() = default;
    explicit Iterator(uint32_t index) : index_(index) {}
    ValueId operator*() const { return ValueId(index_); }
    Iterator& operator++() { return ++index_, *this; }
    Iterator operator++(int) { return Iterator(index_++); }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    uint32_t index_ = 0;
  };

  ValueRange(ValueId first, uint32_t count) : first_(first), count_(count) {}
  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  ValueId operator[](size_t i) const { return ValueId(first_.index() + i); }
  Iterator begin() const { return Iterator(first_.index()); }
  Iterator end() const { return Iterator(first_.index() + count_); }

 private:
  ValueId first_;
  uint32_t count_;
};

// An operation. Read it; change it through Module.
struct Op {
  Opcode opcode = kNoOpcode;
  bool erased = false;
  NameId name;                         // "dialect.op" of an unregistered op; none otherwise
  LocId loc = kUnknownLoc;             // what loc(…) said
  uint32_t source_offset = kNoOffset;  // where the op begins in Module::source(), for diagnostics
  BlockId block;                       // where it stands, or none
  OpId prev, next;                     // neighbours in that block

  std::span<const ValueId> operands() const { return {operand_list, num_operands}; }
  ValueRange results() const { return {first_result, num_results}; }
  ValueId result(size_t i) const { return results()[i]; }
  std::span<const RegionId> regions() const { return {region_list, num_regions}; }
  std::span<const NamedAttr> attributes() const { return {attr_list, num_attrs}; }
  std::span<const NamedAttr> inherent() const { return {attr_list, num_inherent}; }
  std::span<const NamedAttr> discardable() const { return attributes().subspan(num_inherent); }

  // Storage, for Module.
  uint32_t num_operands = 0;
  uint32_t num_results = 0;
  uint32_t num_regions = 0;
  uint32_t num_attrs = 0;
  uint32_t num_inherent = 0;
  ValueId first_result;
  ValueId* operand_list = nullptr;
  RegionId* region_list = nullptr;
  NamedAttr* attr_list = nullptr;
};

// What NewOp makes an op from. The spans are copied.
struct OpState {
  Opcode opcode = kNoOpcode;
  NameId name;  // "dialect.op"; needed for unregistered ops only
  LocId loc = kUnknownLoc;
  uint32_t source_offset = kNoOffset;
  std::span<const ValueId> operands;
  std::span<const TypeId> result_types;
  std::span<const NamedAttr> inherent;
  std::span<const NamedAttr> discardable;
  std::span<const RegionId> regions;  // detached; they become the op's
};

enum class ValueKind : uint8_t {
  kResult,       // of an op
  kArgument,     // of a block
  kPlaceholder,  // stands for a value not seen yet (forward references) or never seen (error recovery)
};

struct Value {
  TypeId type;
  ValueKind kind = ValueKind::kPlaceholder;
  uint32_t index = 0;       // which result or argument
  uint32_t owner = 0;       // OpId or BlockId by number
  LocId loc = kUnknownLoc;  // of arguments
};

struct Block {
  RegionId region;
  BlockId prev, next;
  OpId first_op, last_op;
  NameId label;  // "bb1" where the text names it
  std::span<ValueId> args;
};

struct Region {
  OpId op;             // the op it belongs to; none while it is built
  uint32_t index = 0;  // which region of the op
  BlockId first_block, last_block;
};

// The bytes of the program, for diagnostics.
struct Source {
  std::string file;        // "prog.mlir", "<stdin>", or empty
  std::string_view bytes;  // kept alive by the module
  bool is_text = false;
};

// A blob that dense_resource<key> refers to.
struct Resource {
  NameId dialect;  // "builtin"
  NameId key;
  std::span<const std::byte> bytes;  // lives as long as the module
  uint32_t alignment = 0;            // as stated; the bytes need not be aligned so
};

template <typename IdType>
class LinkedRange;
using OpRange = LinkedRange<OpId>;        // the ops of a block
using BlockRange = LinkedRange<BlockId>;  // the blocks of a region

class Module {
 public:
  Module();
  Module(Module&&) noexcept;
  Module& operator=(Module&&) noexcept;
  ~Module();

  TypeTable& types() { return tables_->types; }
  const TypeTable& types() const { return tables_->types; }
  AttrTable& attrs() { return tables_->attrs; }
  const AttrTable& attrs() const { return tables_->attrs; }
  LocTable& locs() { return tables_->locs; }
  const LocTable& locs() const { return tables_->locs; }
  StringTable& names() { return tables_->names; }
  const StringTable& names() const { return tables_->names; }
  std::string_view name(NameId id) const { return tables_->names[id]; }

  // Memory that lives as long as the module.
  Arena& arena() { return tables_->arena; }
  // Keeps `owner` alive as long as the module: the input, unpacked data, another module's constants.
  void KeepAlive(std::shared_ptr<const void> owner) { owners_.push_back(std::move(owner)); }
  const Source& source() const { return source_; }
  // REQUIRES: the bytes are kept alive (KeepAlive) or are static.
  void set_source(Source source) { source_ = std::move(source); }
  // Who wrote an artifact, "StableHLO_v1.10.0"; empty for text.
  const std::string& producer() const { return producer_; }
  void set_producer(std::string producer) { producer_ = std::move(producer); }

  // The builtin.module op, or none in a module under construction.
  OpId root() const { return root_; }
  void set_root(OpId op) { root_ = op; }
  // The block that holds the functions. REQUIRES: root() has a region with a block.
  BlockId body() const { return region(op(root_).regions()[0]).first_block; }

  // Records. The references stay good; see Op.
  const Op& op(OpId id) const { return tables_->ops[id.index()]; }
  const Value& value(ValueId id) const { return tables_->values[id.index()]; }
  const Block& block(BlockId id) const { return tables_->blocks[id.index()]; }
  const Region& region(RegionId id) const { return tables_->regions[id.index()]; }
  // How many were ever made, erased ones included: the size of a table indexed by id.
  uint32_t num_ops() const { return tables_->ops.size(); }
  uint32_t num_values() const { return tables_->values.size(); }
  uint32_t num_blocks() const { return tables_->blocks.size(); }
  uint32_t num_regions() const { return tables_->regions.size(); }

  OpRange ops(BlockId block) const;
  BlockRange blocks(RegionId region) const;
  // The first block of the op's `i`th region, or none.
  BlockId entry_block(OpId op_id, size_t i = 0) const;

  TypeId type(ValueId id) const { return value(id).type; }
  // The op a value is a result of, or none.
  OpId defining_op(ValueId id) const;
  // The block a value is an argument of, or none.
  BlockId argument_block(ValueId id) const;
  // The op whose region `op` stands in, or none for the root and for detached ops.
  OpId parent(OpId op_id) const;
  // The last op of the block, or none. Whether it is a terminator is the op table's knowledge.
  OpId last_op(BlockId id) const { return block(id).last_op; }

  // The attribute of that name, inherent or discardable, or none.
  AttrId attr(OpId op_id, std::string_view attr_name) const;
  AttrId attr(OpId op_id, NameId attr_name) const;

  // `loc` itself, or what a deferred one turns out to be.
  LocId ResolveLocation(LocId loc);
  void set_location_resolver(std::unique_ptr<LocationResolver> resolver) { resolver_ = std::move(resolver); }

  const std::vector<Resource>& resources() const { return resources_; }
  void AddResource(const Resource& resource) { resources_.push_back(resource); }
  // The resource of that key, or null.
  const Resource* resource(NameId key) const;

  // Making parts. New ops, blocks and regions are detached.
  OpId NewOp(const OpState& state);
  RegionId NewRegion() { return RegionId(tables_->regions.Add()); }
  BlockId NewBlock() { return BlockId(tables_->blocks.Add()); }
  // Adds arguments behind those the block has.
  void AddArguments(BlockId id, std::span<const TypeId> types, std::span<const LocId> locs = {});
  ValueId NewPlaceholder(TypeId type);
  // Adds a block at the end of a region.
  void AppendBlock(RegionId region, BlockId block);
  // Puts a detached op in front of `before`, or at the end if that is none.
  void Insert(OpId op, BlockId block, OpId before = OpId());
  void Append(OpId op, BlockId block) { Insert(op, block); }

  // Changing parts. None of these looks for uses; uses.h does.
  void set_type(ValueId id, TypeId type) { mutable_value(id).type = type; }
  void set_loc(OpId id, LocId loc) { mutable_op(id).loc = loc; }
  void set_operand(OpId id, size_t i, ValueId value) { mutable_op(id).operand_list[i] = value; }
  void set_operands(OpId id, std::span<const ValueId> operands);
  // Replaces, adds (behind the inherent or discardable ones), or removes an attribute. `inherent` matters when adding.
  void set_attr(OpId id, std::string_view attr_name, AttrId value, bool inherent = true);
  void remove_attr(OpId id, std::string_view attr_name);
  void set_attrs(OpId id, std::span<const NamedAttr> inherent, std::span<const NamedAttr> discardable);
  // Takes the op out of its block; it can be inserted again.
  void Detach(OpId id);
  // Detaches the op for good, with everything in its regions. Its results must have no uses left.
  void Erase(OpId id);
  // Takes a block out of its region, ops included; it can be appended elsewhere.
  void DetachBlock(BlockId id);
  // Moves all ops of `from` in front of `before` in `to` (at the end if none), leaving `from` empty.
  void Splice(BlockId from, BlockId to, OpId before = OpId());
  // Removes argument `i` of a block; later ones move up. The value becomes a placeholder.
  void RemoveArgument(BlockId id, size_t i);

  Op& mutable_op(OpId id) { return tables_->ops[id.index()]; }
  Value& mutable_value(ValueId id) { return tables_->values[id.index()]; }
  Block& mutable_block(BlockId id) { return tables_->blocks[id.index()]; }
  Region& mutable_region(RegionId id) { return tables_->regions[id.index()]; }

 private:
  // In one place on the heap, so that the tables can refer to each other and the module can move.
  struct Tables {
    Tables()
        : names(&arena),
          types(&arena),
          attrs(&arena, &names, &types),
          locs(&arena),
          ops(&arena),
          values(&arena),
          blocks(&arena),
          regions(&arena) {}
    Arena arena;
    StringTable names;
    TypeTable types;
    AttrTable attrs;
    LocTable locs;
    ChunkedVector<Op> ops;
    ChunkedVector<Value> values;
    ChunkedVector<Block> blocks;
    ChunkedVector<Region> regions;
  };

  ValueId NewValue(TypeId type, ValueKind kind, uint32_t owner, uint32_t index, LocId loc);

  std::vector<std::shared_ptr<const void>> owners_;  // destroyed last
  std::unique_ptr<Tables> tables_;
  std::unique_ptr<LocationResolver> resolver_;
  std::vector<Resource> resources_;
  Source source_;
  std::string producer_;
  OpId root_;
};

// The members of a doubly linked list in order. An iterator holds the id of its element: advancing from an op that was
// erased or moved is an error; loops that do so take the ops down first (OpsNow in walk.h).
template <typename IdType>
class LinkedRange {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = IdType;
    Iterator() = default;
    Iterator(const Module* module, IdType id) : module_(module), id_(id) {}
    IdType operator*() const { return id_; }
    Iterator& operator++() {
      if constexpr (std::is_same_v<IdType, OpId>) {
        id_ = module_->op(id_).next;
      } else {
        id_ = module_->block(id_).next;
      }
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.id_ == b.id_; }

   private:
    const Module* module_ = nullptr;
    IdType id_;
  };

  LinkedRange(const Module* module, IdType first) : module_(module), first_(first) {}
  Iterator begin() const { return {module_, first_}; }
  Iterator end() const { return {module_, IdType()}; }
  bool empty() const { return !first_.valid(); }

 private:
  const Module* module_;
  IdType first_;
};

inline OpRange Module::ops(BlockId id) const { return {this, block(id).first_op}; }
inline BlockRange Module::blocks(RegionId id) const { return {this, region(id).first_block}; }

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_MODULE_H_
