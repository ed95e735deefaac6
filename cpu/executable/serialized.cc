#include "cpu/executable/serialized.h"

#include <cstring>
#include <optional>

#include "cpu/executable/fingerprint.h"

namespace cppjrt::cpu {
namespace {

constexpr std::string_view kMagic = "cppjrt executable\n";
constexpr char kProducer[] = "cppjrt";
enum Tag : uint32_t { kOptions = 1, kProgram = 2, kProducerTag = 3 };
constexpr size_t kChecksumSize = 16;

template <typename T>
void Append(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

template <typename T>
std::optional<T> Take(std::string_view& rest) {
  if (rest.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, rest.data(), sizeof value);
  rest.remove_prefix(sizeof value);
  return value;
}

void AppendSection(std::string& out, Tag tag, std::string_view content) {
  Append(out, static_cast<uint32_t>(tag));
  Append(out, static_cast<uint64_t>(content.size()));
  out.append(content);
}

std::string Checksum(std::string_view content) {
  const Fingerprint fingerprint({content});
  std::string bytes;
  Append(bytes, fingerprint.high());
  Append(bytes, fingerprint.low());
  return bytes;
}

Status Truncated() { return DataLossError("the serialized executable is truncated"); }

}  // namespace

std::string Serialize(const Executable& executable) {
  std::string sections;
  AppendSection(sections, kProducerTag, kProducer);
  AppendSection(sections, kOptions, executable.options().bytes);
  AppendSection(sections, kProgram, executable.program());
  std::string bytes(kMagic);
  Append(bytes, kFormatVersion);
  bytes += Checksum(sections);
  bytes += sections;
  return bytes;
}

StatusOr<SerializedExecutable> Deserialize(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    // The start of the magic and nothing else is a truncated one of ours.
    if (!bytes.empty() && kMagic.starts_with(bytes)) return Truncated();
    return InvalidArgumentError(
        "the bytes are no serialized executable of this plugin; those of other plugins and of XLA cannot be loaded");
  }
  std::string_view rest = bytes.substr(kMagic.size());
  const std::optional<uint32_t> version = Take<uint32_t>(rest);
  if (!version || rest.size() < kChecksumSize) return Truncated();
  if (*version == 0 || *version > kFormatVersion) {
    return InvalidArgumentError("the serialized executable has format version " + std::to_string(*version) +
                                ", this plugin knows up to " + std::to_string(kFormatVersion) +
                                "; use a newer plugin or serialize it again");
  }
  const std::string_view checksum = rest.substr(0, kChecksumSize);
  rest.remove_prefix(kChecksumSize);
  if (Checksum(rest) != checksum) {
    return DataLossError("the serialized executable is damaged: its checksum does not fit its contents");
  }
  SerializedExecutable result;
  bool has_program = false;
  while (!rest.empty()) {
    const std::optional<uint32_t> tag = Take<uint32_t>(rest);
    const std::optional<uint64_t> size = tag ? Take<uint64_t>(rest) : std::nullopt;
    if (!size || *size > rest.size()) return Truncated();
    const std::string_view content = rest.substr(0, *size);
    rest.remove_prefix(*size);
    if (*tag == kOptions) result.options = content;
    if (*tag == kProgram) result.program = content;
    has_program |= *tag == kProgram;
  }
  if (!has_program) return DataLossError("the serialized executable has no program");
  return result;
}

}  // namespace cppjrt::cpu
