// fft: FFT and IFFT map complex to complex, RFFT reals to the non-redundant half of the spectrum, IRFFT back.

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

enum FftType : uint32_t { kFft = 0, kIfft = 1, kRfft = 2, kIrfft = 3 };

bool CheckElement(const OpView& op, FftType type) {
  const TypeId element = op.element(0);
  if (type == kRfft ? element == scalar::kF32 || element == scalar::kF64 : op.types().IsComplex(element)) return true;
  return op.Fail(2, Cat("operand has element type ", op.Text(element), ", ", EnumeratorName(EnumKind::kFftType, type),
                        " requires a ", type == kRfft ? "tensor of f32 or f64" : "complex tensor"));
}

// spec: fft C4. All of fft_length for RFFT, all but the last for IRFFT, whose last is that of the result.
bool CheckLengths(const OpView& op, FftType type, std::span<const int64_t> lengths) {
  if (type != kRfft && type != kIrfft) return true;
  const std::span<const int64_t> last = op.dims(0).last(lengths.size());
  const size_t count = type == kRfft ? lengths.size() : lengths.size() - 1;
  const std::string_view name = type == kRfft ? "RFFT" : "IRFFT";
  if (!CompatibleDims(last.first(count), lengths.first(count))) {
    return op.Fail(4, Cat(name, " operand has innermost dimensions ", DimsText(last), ", fft_length is ",
                          DimsText(lengths), ", it requires the same"));
  }
  if (type == kRfft) return true;
  const int64_t half = lengths.back() == 0 ? 0 : lengths.back() / 2 + 1;
  if (CompatibleDims(last.back(), half)) return true;
  return op.Fail(5, Cat("IRFFT operand has innermost dimension size ", last.back(), ", it requires ", half,
                        " for fft_length ", DimsText(lengths)));
}

TypeId ResultElement(const OpView& op, FftType type) {
  if (type == kRfft) return op.module().types().Complex(op.element(0));
  return type == kIrfft ? op.types().element_type(op.element(0)) : op.element(0);
}

}  // namespace

bool Fft(const OpView& op, Results& results) {
  const auto type = static_cast<FftType>(op.Enum("fft_type"));
  const std::span<const int64_t> lengths = op.I64s("fft_length");
  if (lengths.empty() || lengths.size() > 3) {
    return op.Fail(3, Cat("fft_length has size ", lengths.size(), ", expected an FFT of rank between 1 and 3"));
  }
  for (int64_t length : lengths) {
    if (length < 0) return op.Fail(4, Cat("fft_length holds ", length, ", which is negative, expected >= 0"));
  }
  if (!CheckElement(op, type)) return false;
  if (op.rank(0) < static_cast<int64_t>(lengths.size())) {
    return op.Fail(1, Cat("operand has rank ", op.rank(0),
                          ", expected at least the FFT's rank, the size of fft_length, ", lengths.size()));
  }
  if (!CheckLengths(op, type, lengths)) return false;
  Shape shape = ShapeOf(op.module(), op.operand(0));
  if (type == kRfft && lengths.back() != 0) shape.dims.back() = lengths.back() / 2 + 1;
  if (type == kIrfft) shape.dims.back() = lengths.back();
  if ((type == kRfft || type == kIrfft) && !shape.bounds.empty()) shape.bounds.back() = kDynamic;
  results.push_back(MakeTensor(op.module(), shape, ResultElement(op, type)));
  return true;
}

}  // namespace cppjrt::stablehlo::rules
