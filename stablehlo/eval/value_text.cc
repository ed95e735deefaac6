#include "stablehlo/eval/value_text.h"

#include <cstring>
#include <string>
#include <vector>

#include "stablehlo/eval/index_values.h"
#include "stablehlo/text/float_text.h"

namespace cppjrt::stablehlo {
namespace {

uint64_t BitsAt(const std::byte* data, int64_t size) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, static_cast<size_t>(size));  // the host is little-endian
  return bits;
}

std::string FloatText(ElementType type, const std::byte* data) {
  std::string text;
  text::AppendFloat(text, BitsAt(data, ElementBytes(type)), static_cast<Scalar>(type));
  return text;
}

std::string Indent(size_t depth) { return std::string(2 * depth, ' '); }

// Elements in lists within lists, dimension by dimension. `open` is the dimension whose lists are open.
class ListWriter {
 public:
  explicit ListWriter(const Tensor& tensor) : tensor_(tensor), index_(tensor.rank(), 0) {}

  std::string Write() {
    Open(0);
    return std::move(out_);
  }

 private:
  // The lists from dimension `d` on, with a list of what is open instead of recursion: ranks can be large.
  void Open(size_t d) {
    const size_t last = tensor_.rank() - 1;
    for (;;) {
      // Down to a row, or to a list that is empty.
      while (d < last && tensor_.dims()[d] > 0) {
        out_ += Indent(d + 1) + "[\n";
        index_[d++] = 0;
      }
      out_ += Indent(d + 1) + "[" + (d == last ? Row() : "") + "]";
      // Up to a list that goes on.
      for (;;) {
        if (d == 0) {
          out_ += "\n";
          return;
        }
        --d;
        if (++index_[d] < tensor_.dims()[d]) {
          out_ += ",\n";
          ++d;
          break;
        }
        out_ += "\n" + Indent(d + 1) + "]";
      }
    }
  }
  std::string Row() {
    std::string row;
    const int64_t n = tensor_.dims()[tensor_.rank() - 1];
    for (int64_t i = 0; i < n; ++i) row += (i == 0 ? "" : ", ") + ElementText(tensor_, next_++);
    return row;
  }

  const Tensor& tensor_;
  Dims index_;
  int64_t next_ = 0;
  std::string out_;
};

}  // namespace

std::string ElementText(const Tensor& tensor, int64_t element) {
  const ElementType type = tensor.type();
  const int64_t size = ElementBytes(type);
  const std::byte* data = tensor.bytes().data() + element * size;
  if (IsComplex(type)) {
    return "[" + FloatText(RealType(type), data) + ", " + FloatText(RealType(type), data + size / 2) + "]";
  }
  if (IsFloat(type)) return FloatText(type, data);
  if (type == ElementType::kI1) return *data != std::byte{0} ? "true" : "false";
  if (type == ElementType::kUI64) return std::to_string(BitsAt(data, size));
  return std::to_string(ReadIndex(tensor, element));
}

std::string IndexText(const Dims& dims, int64_t element) {
  std::vector<int64_t> index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = element % dims[d];
    element /= dims[d];
  }
  std::string text = "[";
  for (size_t d = 0; d < index.size(); ++d) text += (d == 0 ? "" : ", ") + std::to_string(index[d]);
  return text + "]";
}

std::string TensorText(const Tensor& tensor) {
  const std::string type = ShapeText(tensor.type(), tensor.dims());
  if (tensor.rank() == 0) return type + " {" + ElementText(tensor, 0) + "}";
  return type + " {\n" + ListWriter(tensor).Write() + "}";
}

}  // namespace cppjrt::stablehlo
