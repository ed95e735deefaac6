#include "cli/run_inputs.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <string_view>
#include <utility>

#include "cli/data/fill.h"
#include "cli/data/literal.h"
#include "cli/data/npy.h"
#include "cli/data/npz.h"

namespace cppjrt::cli {
namespace {

using data::Array;
using data::NpyArray;
using data::Shape;

bool IsFill(std::string_view text) { return text == "random" || text == "zeros" || text == "iota"; }

bool IsFile(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0;
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

// Collects arguments one by one, checking each against the signature.
class Collector {
 public:
  Collector(const std::optional<pjrt::ProgramShape>& signature, uint64_t seed, std::vector<std::string>& notes)
      : signature_(signature), seed_(seed), notes_(notes) {}

  Status Add(const std::string& text, bool last) {
    if (IsFill(text)) return AddFill(text, last);
    // A file name may contain '=', a literal may end in anything.
    if (text.find('=') != std::string::npos && !IsFile(text)) return AddLiteral(text);
    const size_t member = text.rfind(".npz:");
    if (member != std::string::npos) return AddNpz(text.substr(0, member + 4), text.substr(member + 5));
    if (text.ends_with(".npz")) return AddNpz(text, "");
    if (!text.ends_with(".npy") && !IsFile(text)) {
      return InvalidArgumentError(fmt::format(
          "input '{}' is neither a file nor SHAPE=VALUE (such as f32[2,2]=1,2,3,4) nor random, zeros or iota", text));
    }
    CPPJRT_ASSIGN_OR_RETURN(NpyArray npy, data::ReadNpy(text));
    return AddNpy(std::move(npy));
  }

  Status CheckCount() const {
    if (!signature_.has_value() || arrays_.size() == signature_->parameters.size()) return Status();
    const size_t wanted = signature_->parameters.size();
    std::string missing;
    for (size_t i = arrays_.size(); i < wanted && i < arrays_.size() + 3; ++i) {
      missing += (missing.empty() ? "; missing " : ", ") + ToString(signature_->parameters[i]);
    }
    return InvalidArgumentError(fmt::format("the program takes {} argument{}, {} input{} given{}", wanted,
                                            wanted == 1 ? "" : "s", arrays_.size(),
                                            arrays_.size() == 1 ? " was" : "s were", missing));
  }

  std::vector<Array> Take() && { return std::move(arrays_); }

 private:
  // Null if there is no signature or no such argument (which CheckCount reports).
  const pjrt::ArrayShape* Wanted() const {
    if (!signature_.has_value() || arrays_.size() >= signature_->parameters.size()) return nullptr;
    return &signature_->parameters[arrays_.size()];
  }

  Status AddNpy(NpyArray npy) {
    const pjrt::ArrayShape* wanted = Wanted();
    if (wanted == nullptr && signature_.has_value()) {
      arrays_.push_back(std::move(npy.array));  // one too many
      return Status();
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
    if (typed.from_bits)
      notes_.push_back(fmt::format("{}: integers taken as the bits of {}", name, pjrt::Name(wanted->type)));
    arrays_.push_back(std::move(typed.array));
    return Status();
  }

  Status AddNpz(const std::string& path, const std::string& key) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<data::NpzMember> members, data::ReadNpz(path));
    bool found = key.empty();
    for (data::NpzMember& member : members) {
      if (!key.empty() && member.key != key) continue;
      found = true;
      CPPJRT_RETURN_IF_ERROR(AddNpy(std::move(member.npy)));
    }
    return found ? Status() : NotFoundError(fmt::format("{} has no member '{}'", path, key));
  }

  Status AddLiteral(const std::string& text) {
    CPPJRT_ASSIGN_OR_RETURN(Array array, data::ParseLiteral(text));
    const pjrt::ArrayShape* wanted = Wanted();
    if (wanted != nullptr && (array.type() != wanted->type || !DimsFit(*wanted, array.dims()))) {
      return InvalidArgumentError(fmt::format("input '{}' is {}, {} is {}", text.substr(0, text.find('=')),
                                              ToString(array.shape()), ArgumentName(arrays_.size()),
                                              ToString(*wanted)));
    }
    arrays_.push_back(std::move(array));
    return Status();
  }

  Status AddFill(const std::string& text, bool last) {
    if (!signature_.has_value()) {
      return FailedPreconditionError(fmt::format(
          "input '{}' needs the program's signature, which this plugin does not give; write SHAPE=VALUE or use files",
          text));
    }
    do {
      const pjrt::ArrayShape* wanted = Wanted();
      // As the last word on a program that has all its arguments it stands for none.
      if (wanted == nullptr) return last ? Status() : AddSurplus();
      Shape shape{wanted->type, wanted->dims};
      StatusOr<Array> array = text == "zeros"  ? Array::Zeros(std::move(shape))
                              : text == "iota" ? data::Iota(std::move(shape))
                                               : data::Random(std::move(shape), seed_ + arrays_.size());
      if (!array.ok()) return array.status().WithContext(ArgumentName(arrays_.size()));
      arrays_.push_back(*std::move(array));
    } while (last);
    return Status();
  }

  // So that CheckCount sees one more.
  Status AddSurplus() {
    CPPJRT_ASSIGN_OR_RETURN(Array array, Array::Zeros(Shape{pjrt::ElementType::kPred, {}}));
    arrays_.push_back(std::move(array));
    return Status();
  }

  const std::optional<pjrt::ProgramShape>& signature_;
  const uint64_t seed_;
  std::vector<std::string>& notes_;
  std::vector<Array> arrays_;
};

}  // namespace

StatusOr<std::vector<Array>> ReadInputs(const std::vector<std::string>& texts, uint64_t seed,
                                        const std::optional<pjrt::ProgramShape>& signature,
                                        std::vector<std::string>& notes) {
  Collector collector(signature, seed, notes);
  for (size_t i = 0; i < texts.size(); ++i) CPPJRT_RETURN_IF_ERROR(collector.Add(texts[i], i + 1 == texts.size()));
  CPPJRT_RETURN_IF_ERROR(collector.CheckCount());
  return std::move(collector).Take();
}

}  // namespace cppjrt::cli
