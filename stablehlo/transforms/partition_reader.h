// PartitionReader: an op with its attributes at hand, and the factors of it as they come (partition_rules.h).
//
//   PartitionReader reader(module, op, whole);
//   for (size_t d = 0; d < reader.result().size(); ++d) reader.Along(d);      // all dimensions go through
//   return reader.factors;
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_READER_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_READER_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/transforms/partition_rules.h"

namespace cppjrt::stablehlo {

using List = std::span<const int64_t>;

inline List DimsOf(const Module& module, TypeId type) {
  return module.types().IsTensor(type) ? module.types().dims(type) : List();
}

inline bool Contains(List list, size_t number) {
  return std::ranges::find(list, static_cast<int64_t>(number)) != list.end();
}

class PartitionReader {
 public:
  PartitionReader(const Module& module, OpId op, const WholeTypes& whole)
      : module_(module), op_(op), record_(module.op(op)), whole_(whole) {
    for (size_t i = 0; i < num_operands(); ++i) factors.operands.emplace_back(operand(i).size(), kWhole);
    for (const ValueId v : record_.results())
      factors.results.emplace_back(DimsOf(module, module.type(v)).size(), kWhole);
  }

  const Module& module() const { return module_; }
  OpId op() const { return op_; }
  size_t num_operands() const { return record_.num_operands; }
  size_t num_results() const { return record_.num_results; }
  List operand(size_t i) const { return DimsOf(module_, WholeType(module_, whole_, record_.operands()[i])); }
  List result(size_t i = 0) const { return DimsOf(module_, module_.type(record_.result(i))); }
  List Numbers(std::string_view name) const { return ListOf(module_.attr(op_, name)); }
  int64_t Number(std::string_view name, int64_t otherwise) const {
    const AttrId attr = module_.attr(op_, name);
    return module_.attrs().Is(attr, AttrKind::kInteger) ? module_.attrs().integer(attr) : otherwise;
  }
  // Of a struct attribute.
  List Field(StructKind kind, std::string_view attribute, std::string_view name) const {
    return ListOf(FieldAttr(kind, attribute, name));
  }
  int64_t FieldNumber(StructKind kind, std::string_view attribute, std::string_view name) const {
    const AttrId attr = FieldAttr(kind, attribute, name);
    return module_.attrs().Is(attr, AttrKind::kInteger) ? module_.attrs().integer(attr) : -1;
  }

  int NewFactor(bool summed = false) {
    factors.summed.push_back(summed);
    return static_cast<int>(factors.summed.size()) - 1;
  }
  // The same dimension of operand 0 and of all results, and of other operands of its rank.
  void Along(size_t d) {
    const int factor = NewFactor();
    for (std::vector<int>& operand : factors.operands) {
      if (d < operand.size()) operand[d] = factor;
    }
    for (std::vector<int>& result : factors.results) result[d] = factor;
  }

  OpFactors factors;

 private:
  List ListOf(AttrId attr) const {
    return module_.attrs().Is(attr, AttrKind::kDenseArray) ? module_.attrs().i64s(attr) : List();
  }
  AttrId FieldAttr(StructKind kind, std::string_view attribute, std::string_view name) const {
    const AttrId numbers = module_.attr(op_, attribute);
    const int index = FindField(kind, name);
    if (!module_.attrs().Is(numbers, AttrKind::kStruct) || index < 0) return AttrId();
    return module_.attrs().field(numbers, static_cast<size_t>(index));
  }

  const Module& module_;
  OpId op_;
  const Op& record_;
  const WholeTypes& whole_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_READER_H_
