#include "client/mlir_signature.h"

#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

using cppjrt::InvalidArgumentError;

// Behind the bracket that closes the one at `open`; texts in quotes are skipped. npos if nothing closes it.
size_t Close(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
      continue;
    }
    if (c == '(' || c == '{' || c == '[' || c == '<') ++depth;
    // The arrow is no bracket.
    if (c == '>' && i > 0 && text[i - 1] == '-') continue;
    if ((c == ')' || c == '}' || c == ']' || c == '>') && --depth == 0) return i + 1;
  }
  return text.npos;
}

// "2x4xf32, encoding", the inside of tensor<…>. Nothing if an extent is not known.
std::optional<ArrayShape> ReadTensor(std::string_view inside) {
  ArrayShape shape;
  for (size_t x; !inside.empty() && inside[0] >= '0' && inside[0] <= '9' && (x = inside.find('x')) != inside.npos;
       inside.remove_prefix(x + 1)) {
    int64_t dim = 0;
    if (std::from_chars(inside.data(), inside.data() + x, dim).ptr != inside.data() + x) return std::nullopt;
    shape.dims.push_back(dim);
  }
  std::string_view element = inside.substr(0, inside.find(", "));
  // Quantized arrays are held as their storage.
  if (constexpr std::string_view kQuantized = "!quant.uniform<"; element.starts_with(kQuantized)) {
    element.remove_prefix(kQuantized.size());
    element = element.substr(0, element.find_first_of("<:"));
    if (element.starts_with('u')) {
      const std::string unsigned_name = "ui" + std::string(element.substr(1));
      const std::optional<ElementType> type = ElementTypeFromName(unsigned_name);
      if (type) shape.type = *type;
      return type ? std::optional(shape) : std::nullopt;
    }
  }
  const std::optional<ElementType> type = ElementTypeFromName(element);
  if (!type) return std::nullopt;
  shape.type = *type;
  return shape;
}

// The tensors of a list, at its own level: "%arg0: tensor<4xf32> {…}, …" or "tensor<f32>, …".
Status ReadList(std::string_view list, std::vector<ArrayShape>& shapes) {
  constexpr std::string_view kTensor = "tensor<";
  for (size_t i = 0; i < list.size();) {
    if (list.substr(i).starts_with(kTensor)) {
      const size_t end = Close(list, i + kTensor.size() - 1);
      if (end == list.npos) break;
      const std::optional<ArrayShape> shape = ReadTensor(list.substr(i + kTensor.size(), end - 1 - i - kTensor.size()));
      if (!shape) return InvalidArgumentError("cannot read the type " + std::string(list.substr(i, end - i)));
      shapes.push_back(*shape);
      i = end;
    } else if (list[i] == '{' || list[i] == '<') {
      i = Close(list, i);
    } else if (list[i] == '!' || list.substr(i).starts_with("tuple<")) {
      return InvalidArgumentError("cannot read a signature with other types than tensors");
    } else {
      ++i;
    }
  }
  return Status();
}

size_t FindEntry(std::string_view text) {
  for (const char* head : {"func.func public @main(", "func.func @main(", "func.func public @", "func.func @"}) {
    const size_t at = text.find(head);
    if (at != text.npos) return text.find('(', at);
  }
  return text.npos;
}

}  // namespace

StatusOr<ProgramShape> ReadMlirSignature(std::string_view text) {
  ProgramShape shape;
  const size_t open = FindEntry(text);
  const size_t close = open == text.npos ? open : Close(text, open);
  if (close == text.npos) return InvalidArgumentError("MLIR program without an entry function");
  CPPJRT_RETURN_IF_ERROR(ReadList(text.substr(open + 1, close - open - 2), shape.parameters));
  std::string_view rest = text.substr(close);
  constexpr std::string_view kArrow = " -> ";
  if (!rest.starts_with(kArrow)) return shape;
  rest.remove_prefix(kArrow.size());
  const bool several = rest.starts_with('(');
  const size_t first = several ? 0 : rest.find('<');
  const size_t end = first == rest.npos ? first : Close(rest, first);
  if (end == rest.npos) return InvalidArgumentError("MLIR program whose entry function's results cannot be read");
  CPPJRT_RETURN_IF_ERROR(ReadList(several ? rest.substr(1, end - 2) : rest.substr(0, end), shape.results));
  return shape;
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
