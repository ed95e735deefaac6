#include "cli/run_inputs.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <string_view>
#include <utility>

#include "cli/data/fill.h"
#include "cli/data/literal.h"
#include "cli/data/npz.h"

namespace cppjrt::cli {
namespace {

using data::Array;
using data::NpyArray;
using data::Shape;

std::optional<Fill> FillOf(std::string_view text) {
  if (text == "random") return Fill::kRandom;
  if (text == "zeros") return Fill::kZeros;
  if (text == "iota") return Fill::kIota;
  return std::nullopt;
}

bool IsFile(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0;
}

// What fits into a message, cut between characters.
std::string Shortened(const std::string& text) {
  constexpr size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

Status AppendNpz(const std::string& text, const std::string& path, std::string_view key, std::vector<Input>& inputs) {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<data::NpzMember> members, data::ReadNpz(path));
  bool found = key.empty();
  for (data::NpzMember& member : members) {
    if (!key.empty() && member.key != key) continue;
    found = true;
    inputs.push_back({Shortened(text), std::move(member.npy)});
  }
  if (found) return Status();
  std::string known;
  for (const data::NpzMember& member : members) known += (known.empty() ? "" : ", ") + member.key;
  return NotFoundError(fmt::format("{} has no member '{}', only {}", path, key, known.empty() ? "none" : known));
}

Status Append(const std::string& text, std::vector<Input>& inputs) {
  if (const std::optional<Fill> fill = FillOf(text); fill.has_value()) {
    inputs.push_back({text, *fill});
    return Status();
  }
  // A file name may contain '=', a literal may end in anything.
  if (text.find('=') != std::string::npos && !IsFile(text)) {
    StatusOr<Array> array = data::ParseLiteral(text);
    if (!array.ok()) return array.status().WithContext(fmt::format("input '{}'", Shortened(text)));
    inputs.push_back({Shortened(text), *std::move(array)});
    return Status();
  }
  const size_t member = text.rfind(".npz:");
  if (member != std::string::npos) return AppendNpz(text, text.substr(0, member + 4), text.substr(member + 5), inputs);
  if (text.ends_with(".npz")) return AppendNpz(text, text, "", inputs);
  if (!text.ends_with(".npy") && !IsFile(text)) {
    return InvalidArgumentError(fmt::format(
        "input '{}' is neither a file nor SHAPE=VALUE (such as f32[2,2]=1,2,3,4) nor random, zeros, or iota",
        Shortened(text)));
  }
  CPPJRT_ASSIGN_OR_RETURN(NpyArray npy, data::ReadNpy(text));
  inputs.push_back({Shortened(text), std::move(npy)});
  return Status();
}

std::string ArgumentName(size_t index) { return "the program's argument " + std::to_string(index); }

// The dimensions an argument must have; nothing where the signature leaves them open.
bool DimsFit(const pjrt::ArrayShape& wanted, std::span<const int64_t> dims) {
  if (wanted.dims.size() != dims.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    const bool dynamic = i < wanted.dynamic.size() && wanted.dynamic[i];
    if (dynamic ? dims[i] > wanted.dims[i] : dims[i] != wanted.dims[i]) return false;
  }
  return true;
}

StatusOr<Array> MakeUp(Fill fill, Shape shape, uint64_t seed) {
  switch (fill) {
    case Fill::kRandom:
      return data::Random(std::move(shape), seed);
    case Fill::kIota:
      return data::Iota(std::move(shape));
    case Fill::kZeros:
      break;
  }
  return Array::Zeros(std::move(shape));
}

// Gives inputs to arguments one by one, checking each against the signature.
class Binder {
 public:
  Binder(const std::optional<pjrt::ProgramShape>& signature, uint64_t seed, std::vector<std::string>& notes)
      : signature_(signature), seed_(seed), notes_(notes) {}

  Status Bind(Input input, bool last) {
    if (const Fill* fill = std::get_if<Fill>(&input.value)) return BindFill(*fill, input.text, last);
    if (signature_.has_value() && Wanted() == nullptr) {
      ++surplus_;
      return Status();
    }
    if (NpyArray* npy = std::get_if<NpyArray>(&input.value)) return BindFile(std::move(*npy));
    return BindLiteral(std::get<Array>(std::move(input.value)), input.text);
  }

  Status CheckCount() const {
    if (!signature_.has_value()) return Status();
    const size_t wanted = signature_->parameters.size();
    const size_t given = arrays_.size() + surplus_;
    if (given == wanted) return Status();
    std::string missing;
    for (size_t i = given; i < wanted && i < given + 3; ++i) {
      missing += (missing.empty() ? "; missing " : ", ") + ToString(signature_->parameters[i]);
    }
    if (wanted > given + 3) missing += ", …";
    return InvalidArgumentError(fmt::format("the program takes {} argument{}, {} input{} given{}", wanted,
                                            wanted == 1 ? "" : "s", given, given == 1 ? " was" : "s were", missing));
  }

  std::vector<Array> Take() && { return std::move(arrays_); }

 private:
  // Null if there is no signature or no such argument.
  const pjrt::ArrayShape* Wanted() const {
    if (!signature_.has_value() || arrays_.size() >= signature_->parameters.size()) return nullptr;
    return &signature_->parameters[arrays_.size()];
  }

  Status BindFile(NpyArray npy) {
    const pjrt::ArrayShape* wanted = Wanted();
    if (wanted == nullptr && npy.is_void) {
      return FailedPreconditionError(
          fmt::format("{} holds {} (void); its element type follows from the program's signature, which this plugin "
                      "does not report; "
                      "write SHAPE=VALUE",
                      npy.name, npy.descr));
    }
    if (wanted == nullptr) {
      CPPJRT_ASSIGN_OR_RETURN(Array array, data::Natural(std::move(npy)));
      arrays_.push_back(std::move(array));
      return Status();
    }
    const std::string name = npy.name;
    const bool dims_fit = DimsFit(*wanted, npy.array.dims());
    const Shape shape{wanted->type, dims_fit ? npy.array.shape().dims : wanted->dims};
    CPPJRT_ASSIGN_OR_RETURN(data::TypedArray typed, data::As(std::move(npy), shape, ArgumentName(arrays_.size())));
    if (typed.from_bits) {
      notes_.push_back(fmt::format("{}: integers taken as the bits of {}", name, pjrt::Name(wanted->type)));
    }
    arrays_.push_back(std::move(typed.array));
    return Status();
  }

  Status BindLiteral(Array array, const std::string& text) {
    const pjrt::ArrayShape* wanted = Wanted();
    if (wanted != nullptr && (array.type() != wanted->type || !DimsFit(*wanted, array.dims()))) {
      return InvalidArgumentError(fmt::format("input '{}' is {}, {} is {}", text, ToString(array.shape()),
                                              ArgumentName(arrays_.size()), ToString(*wanted)));
    }
    arrays_.push_back(std::move(array));
    return Status();
  }

  Status BindFill(Fill fill, const std::string& text, bool last) {
    if (!signature_.has_value()) {
      return FailedPreconditionError(fmt::format(
          "input '{}' needs the program's signature, which this plugin does not report; write SHAPE=VALUE or use files",
          text));
    }
    // As the last word on a program that has all its arguments it stands for none.
    if (Wanted() == nullptr && !last) ++surplus_;
    while (const pjrt::ArrayShape* wanted = Wanted()) {
      StatusOr<Array> array = MakeUp(fill, Shape{wanted->type, wanted->dims}, seed_ + arrays_.size());
      if (!array.ok()) return array.status().WithContext(ArgumentName(arrays_.size()));
      arrays_.push_back(*std::move(array));
      if (!last) break;
    }
    return Status();
  }

  const std::optional<pjrt::ProgramShape>& signature_;
  const uint64_t seed_;
  std::vector<std::string>& notes_;
  std::vector<Array> arrays_;
  size_t surplus_ = 0;  // inputs beyond the program's arguments
};

}  // namespace

StatusOr<std::vector<Input>> ReadInputs(const std::vector<std::string>& texts) {
  std::vector<Input> inputs;
  for (const std::string& text : texts) CPPJRT_RETURN_IF_ERROR(Append(text, inputs));
  return inputs;
}

StatusOr<std::vector<Array>> BindInputs(std::vector<Input> inputs, uint64_t seed,
                                        const std::optional<pjrt::ProgramShape>& signature,
                                        std::vector<std::string>& notes) {
  Binder binder(signature, seed, notes);
  for (size_t i = 0; i < inputs.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(binder.Bind(std::move(inputs[i]), i + 1 == inputs.size()));
  }
  CPPJRT_RETURN_IF_ERROR(binder.CheckCount());
  return std::move(binder).Take();
}

}  // namespace cppjrt::cli
