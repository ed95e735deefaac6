#include "stablehlo/op/infer_op.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "stablehlo/ir/place.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kMostConstantInts = 1024;

}  // namespace

IntElements::IntElements(const Module& module, AttrId dense) {
  const DenseElements elements = module.attrs().dense(dense);
  const TypeTable& types = module.types();
  const TypeId element = types.element_type(elements.type);
  dims_ = types.dims(elements.type);
  bytes_ = elements.bytes;
  size_ = types.num_elements(elements.type).value_or(std::numeric_limits<int64_t>::max());
  width_ = types.element_bytes(element);
  unsigned_ = types.IsUnsigned(element) || element == scalar::kI1;
  splat_ = elements.is_splat;
  if (width_ < 1 || width_ > 8 || (size_ > 0 && bytes_.size() < static_cast<size_t>(width_))) size_ = 0;
  if (!splat_) size_ = std::min<int64_t>(size_, static_cast<int64_t>(bytes_.size()) / width_);
}

int64_t IntElements::operator[](int64_t i) const {
  uint64_t value = 0;
  const auto width = static_cast<size_t>(width_);
  std::memcpy(&value, bytes_.data() + (splat_ ? 0 : static_cast<size_t>(i) * width), width);
  if (unsigned_ || width == 8) return static_cast<int64_t>(value);
  const int shift = 64 - 8 * static_cast<int>(width);
  return static_cast<int64_t>(value << shift) >> shift;
}

DimList IntElements::ToVector() const {
  DimList values(static_cast<size_t>(size_));
  for (int64_t i = 0; i < size_; ++i) values[static_cast<size_t>(i)] = (*this)[i];
  return values;
}

OpView::OpView(Module* module, OpId op, DiagnosticSink* sink)
    : module_(module), sink_(sink), info_(&Info(module->op(op).opcode)), op_(op), has_results_(true) {
  const Op& record = module->op(op);
  operands_ = record.operands();
  attributes_ = record.attributes();
  regions_ = record.regions();
  results_ = record.results();
}

OpView::OpView(Module* module, const OpState& state, DiagnosticSink* sink)
    : module_(module),
      sink_(sink),
      info_(&Info(state.opcode)),
      source_offset_(state.source_offset),
      operands_(state.operands),
      attributes_(state.inherent),
      regions_(state.regions) {}

std::span<const ValueId> OpView::group(size_t g) const {
  const AttrId sizes = Has(*info_, Trait::kSegments) ? attr("operandSegmentSizes") : AttrId();
  const std::span<const int64_t> segments =
      attrs().Is(sizes, AttrKind::kDenseArray) ? attrs().words(sizes) : std::span<const int64_t>();
  const std::optional<GroupRange> range = OperandGroupRange(*info_, operands_.size(), segments, g);
  return range ? operands_.subspan(range->first, range->count) : std::span<const ValueId>();
}

std::vector<TypeId> OpView::TypesOf(std::span<const ValueId> values) const {
  std::vector<TypeId> list;
  list.reserve(values.size());
  for (ValueId value : values) list.push_back(module_->type(value));
  return list;
}

std::vector<TypeId> OpView::result_types() const {
  std::vector<TypeId> list;
  list.reserve(results_.size());
  for (ValueId value : results_) list.push_back(module_->type(value));
  return list;
}

AttrId OpView::attr(std::string_view attr_name) const {
  for (const NamedAttr& entry : attributes_) {
    if (module_->name(entry.name) == attr_name) return entry.value;
  }
  return AttrId();
}

int64_t OpView::Int(std::string_view attr_name, int64_t fallback) const {
  const AttrId value = attr(attr_name);
  return attrs().Is(value, AttrKind::kInteger) ? attrs().integer(value) : fallback;
}

bool OpView::Flag(std::string_view attr_name, bool fallback) const {
  const AttrId value = attr(attr_name);
  if (attrs().Is(value, AttrKind::kUnit)) return true;
  return attrs().Is(value, AttrKind::kBool) ? attrs().boolean(value) : fallback;
}

uint32_t OpView::Enum(std::string_view attr_name, uint32_t fallback) const {
  const AttrId value = attr(attr_name);
  return attrs().Is(value, AttrKind::kEnum) ? attrs().enum_value(value) : fallback;
}

std::string_view OpView::String(std::string_view attr_name) const {
  const AttrId value = attr(attr_name);
  return attrs().Is(value, AttrKind::kString) ? attrs().string(value) : std::string_view();
}

std::span<const int64_t> OpView::I64s(std::string_view attr_name) const {
  const AttrId value = attr(attr_name);
  return attrs().Is(value, AttrKind::kDenseArray) ? attrs().i64s(value) : std::span<const int64_t>();
}

AttrId OpView::Field(std::string_view attr_name, std::string_view field) const {
  const AttrId value = attr(attr_name);
  if (!attrs().Is(value, AttrKind::kStruct)) return AttrId();
  const int index = FindField(attrs().struct_kind(value), field);
  return index < 0 ? AttrId() : attrs().field(value, static_cast<size_t>(index));
}

std::span<const int64_t> OpView::FieldI64s(std::string_view attr_name, std::string_view field) const {
  const AttrId value = Field(attr_name, field);
  return attrs().Is(value, AttrKind::kDenseArray) ? attrs().i64s(value) : std::span<const int64_t>();
}

int64_t OpView::FieldInt(std::string_view attr_name, std::string_view field, int64_t fallback) const {
  const AttrId value = Field(attr_name, field);
  return attrs().Is(value, AttrKind::kInteger) ? attrs().integer(value) : fallback;
}

std::optional<DimList> OpView::ConstantInts(ValueId value) const {
  const OpId definer = module_->defining_op(value);
  if (!definer || !Is(*module_, definer, Trait::kConstantLike)) return std::nullopt;
  const AttrId dense = module_->attr(definer, "value");
  if (!attrs().Is(dense, AttrKind::kDense)) return std::nullopt;
  const TypeId type = attrs().type(dense);
  if (!types().IsTensor(type) || type != module_->type(value)) return std::nullopt;
  const TypeKind kind = types().kind(types().element_type(type));
  if (kind != TypeKind::kInteger && kind != TypeKind::kIndex) return std::nullopt;
  const IntElements elements(*module_, dense);
  if (elements.size() > kMostConstantInts) return std::nullopt;
  return elements.ToVector();
}

std::vector<TypeId> OpView::argument_types(size_t region) const {
  const BlockId first = block(region);
  return first ? TypesOf(module_->block(first).args) : std::vector<TypeId>();
}

std::vector<TypeId> OpView::return_types(size_t region) const {
  if (!HasTerminator(region)) return {};
  return TypesOf(module_->op(module_->last_op(block(region))).operands());
}

std::string OpView::Label(char kind, int number) const {
  std::string label = Cat(info_->dialect == "stablehlo" ? info_->mnemonic : info_->name, "_");
  std::ranges::replace(label, '.', '_');
  label += kind;
  return label + std::to_string(number);
}

void OpView::Report(SourcePosition position, std::string_view label, const std::string& message) const {
  sink_->Report(severity_, std::move(position), label, Cat(name(), ": ", message));
}

bool OpView::Fail(std::string_view label, std::string message) const {
  const uint32_t offset = op_ ? module_->op(op_).source_offset : source_offset_;
  SourcePosition position = sink_->PositionOf(offset);
  if (position.line == 0 && op_) {
    SourcePosition original = PositionOf(*module_, module_->op(op_).loc);
    if (original.line != 0) position = std::move(original);
    if (position.line == 0) message += PlaceInFunction(*module_, op_);
  }
  Report(std::move(position), label, message);
  return false;
}

bool OpView::Fail(int constraint, std::string message) const {
  return Fail(constraint == 0 ? std::string() : Label('c', constraint), std::move(message));
}

// Attributes have no place of their own in the module: their name is looked for from the op's start to the next op.
bool OpView::FailAt(std::string_view attr_name, int constraint, std::string message) const {
  const Source& source = module_->source();
  const uint32_t start = op_ ? module_->op(op_).source_offset : source_offset_;
  if (!source.is_text || start >= source.bytes.size()) return Fail(constraint, std::move(message));
  const OpId next = op_ ? module_->op(op_).next : OpId();
  const uint32_t limit = next ? module_->op(next).source_offset : kNoOffset;
  const size_t end =
      limit > start && limit < source.bytes.size() ? limit : std::min<size_t>(source.bytes.size(), start + 4096);
  const size_t at = source.bytes.substr(start, end - start).find(attr_name);
  if (at == std::string_view::npos) return Fail(constraint, std::move(message));
  Report(sink_->PositionOf(start + static_cast<uint32_t>(at)), constraint == 0 ? std::string() : Label('c', constraint),
         message);
  return false;
}

bool CheckIndex(const OpView& op, int constraint, std::string_view name, int64_t value, int64_t limit) {
  if (value < 0)
    return op.Fail(constraint, Cat(name, " is ", value, ", which is negative, expected a 64-bit integer >= 0"));
  if (value < limit) return true;
  return op.Fail(constraint, Cat(name, " is ", value, ", out of bounds for the operand's or result's rank ", limit,
                                 ", it requires a dimension in [0, ", limit, ")"));
}

bool CheckIndices(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> values,
                  int64_t limit) {
  for (int64_t value : values) {
    if (value >= 0 && value < limit) continue;
    return op.Fail(constraint, Cat(name, " holds ", value, value < 0 ? ", which is negative" : "",
                                   ", out of bounds for rank ", limit, ", expected elements in [0, ", limit, ")"));
  }
  return true;
}

bool CheckUnique(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> values) {
  DimList sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return true;
  return op.Fail(constraint,
                 Cat(name, " is ", DimsText(values), " with ", *twice, " as a duplicate, expected unique elements"));
}

bool CheckDistinct(const OpView& op, int constraint, std::string_view name_a, std::span<const int64_t> a,
                   std::string_view name_b, std::span<const int64_t> b) {
  DimList sorted(a.begin(), a.end());
  sorted.insert(sorted.end(), b.begin(), b.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return true;
  return op.Fail(constraint, Cat(name_a, " ", DimsText(a), " and ", name_b, " ", DimsText(b), " have dimension ",
                                 *twice, " as a duplicate, expected no dimension twice, unique elements"));
}

bool CheckSorted(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> values) {
  if (std::ranges::is_sorted(values)) return true;
  return op.Fail(constraint, Cat(name, " is ", DimsText(values), ", expected it sorted in ascending order"));
}

bool CheckSameElements(const OpView& op, int constraint) {
  const TypeId first = op.element(0);
  for (size_t i = 1; i < op.num_operands(); ++i) {
    if (op.element(i) == first) continue;
    return op.Fail(constraint, Cat("operand ", i, " has element type ", op.Text(op.element(i)),
                                   ", operand 0 has element type ", op.Text(first), ", expected the same"));
  }
  for (size_t i = 0; i < op.num_results(); ++i) {
    if (op.result_element(i) == first) continue;
    return op.Fail(constraint, Cat("result ", i, " has element type ", op.Text(op.result_element(i)),
                                   ", operand 0 has element type ", op.Text(first), ", expected the same"));
  }
  return true;
}

bool Contains(std::span<const int64_t> values, int64_t value) {
  return std::ranges::find(values, value) != values.end();
}

}  // namespace cppjrt::stablehlo
