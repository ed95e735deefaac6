// Types.
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// "%e" as MLIR prints scales, or all digits where that would lose some.
std::string ScaleText(double scale) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%e", scale);
  if (std::strtod(buffer, nullptr) != scale) std::snprintf(buffer, sizeof(buffer), "%.17e", scale);
  return buffer;
}

}  // namespace

// A type is spelled once; programs repeat a few of them thousands of times.
void Printer::Type(TypeId type) {
  if (!type) {
    *this << "<<none>>";
    return;
  }
  if (type_texts_.size() <= type.index()) type_texts_.resize(types().size());
  if (type_texts_[type.index()].empty()) {
    const size_t start = out_.size();
    TypeUncached(type);
    type_texts_[type.index()] = out_.substr(start);
  } else {
    out_ += type_texts_[type.index()];
  }
}

void Printer::Members(TypeId type, size_t first, size_t count) {
  for (size_t i = first; i < first + count; ++i) {
    if (i > first) *this << ", ";
    Type(types().member(type, i));
  }
}

void Printer::TensorType(TypeId type) {
  *this << (types().kind(type) == TypeKind::kMemRef ? "memref<" : "tensor<");
  for (int64_t dim : types().dims(type)) {
    if (dim == kDynamic) {
      *this << '?';
    } else {
      Integer(dim);
    }
    *this << 'x';
  }
  Type(types().element_type(type));
  if (types().IsTensor(type) && types().encoding(type)) {
    *this << ", ";
    Attr(types().encoding(type));
  }
  *this << '>';
}

void Printer::PrintQuantized(TypeId type) {
  const stablehlo::QuantizedType q = types().quantized(type);
  const int bits = types().bits(q.storage);
  const bool is_unsigned = types().IsUnsigned(q.storage);
  *this << "!quant.uniform<" << (is_unsigned ? 'u' : 'i');
  Integer(bits);
  const int64_t lowest = is_unsigned ? 0 : -(int64_t{1} << (bits - 1));
  const int64_t highest = (int64_t{1} << (is_unsigned ? bits : bits - 1)) - 1;
  if (q.storage_min != lowest || q.storage_max != highest) {
    *this << '<';
    Integer(q.storage_min);
    *this << ':';
    Integer(q.storage_max);
    *this << '>';
  }
  *this << ':';
  Type(q.expressed);
  if (q.axis >= 0) {
    *this << ':';
    Integer(q.axis);
  }
  *this << (q.axis >= 0 ? ", {" : ", ");
  for (size_t i = 0; i < q.scale_bits.size(); ++i) {
    if (i > 0) *this << ',';
    *this << ScaleText(std::bit_cast<double>(q.scale_bits[i]));
    if (q.zero_points[i] == 0) continue;
    *this << ':';
    Integer(q.zero_points[i]);
  }
  *this << (q.axis >= 0 ? "}>" : ">");
}

void Printer::TypeUncached(TypeId type) {
  if (depth_ > kMaxNesting) {
    *this << "none";
    return;
  }
  ++depth_;
  if (const auto scalar = types().AsScalar(type)) {
    *this << Scalars()[static_cast<size_t>(*scalar)].text;
    --depth_;
    return;
  }
  switch (types().kind(type)) {
    case TypeKind::kInteger:
      *this << (types().signedness(type) == Signedness::kSigned ? "si" : types().IsUnsigned(type) ? "ui" : "i");
      Integer(types().bits(type));
      break;
    case TypeKind::kComplex:
      *this << "complex<";
      Type(types().element_type(type));
      *this << '>';
      break;
    case TypeKind::kQuantized:
    case TypeKind::kQuantizedAxis:
      PrintQuantized(type);
      break;
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      TensorType(type);
      break;
    case TypeKind::kUnrankedTensor:
      *this << "tensor<*x";
      Type(types().element_type(type));
      *this << '>';
      break;
    case TypeKind::kTuple:
    case TypeKind::kFuture:
      *this << (types().kind(type) == TypeKind::kTuple ? "tuple<" : "!stablehlo.future<");
      Members(type, 0, types().num_members(type));
      *this << '>';
      break;
    case TypeKind::kFunction: {
      *this << '(';
      Members(type, 0, types().num_inputs(type));
      *this << ") -> ";
      const bool bare = types().num_results(type) == 1 && types().kind(types().result(type, 0)) != TypeKind::kFunction;
      if (!bare) *this << '(';
      Members(type, types().num_inputs(type), types().num_results(type));
      if (!bare) *this << ')';
      break;
    }
    case TypeKind::kOpaque:
      *this << module_.name(types().opaque_text(type));
      break;
    case TypeKind::kNone:
    case TypeKind::kToken:
    case TypeKind::kIndex:
    case TypeKind::kFloat:
      break;
  }
  --depth_;
}

}  // namespace cppjrt::stablehlo::text
