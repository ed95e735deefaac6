#include "base/framed_file.h"

#include <cstdint>
#include <vector>

#include "base/files.h"
#include "base/sha256.h"

namespace cppjrt {
namespace {

constexpr size_t kKind = 8;
constexpr size_t kNumber = 8;
constexpr size_t kHead = kKind + kNumber + sizeof(Sha256Digest);

std::string View(const Sha256Digest& digest) { return std::string(digest.begin(), digest.end()); }

std::string MakeHead(FileKind kind, std::span<const std::string_view> parts) {
  uint64_t size = 0;
  Sha256 hash;
  for (const std::string_view part : parts) {
    size += part.size();
    hash.Update(part);
  }
  std::string head(kind);
  for (int i = 0; i < 8; ++i) head += static_cast<char>(size >> (8 * i));
  return head + View(hash.Finish());
}

}  // namespace

std::string Frame(FileKind kind, std::string_view message) {
  return MakeHead(kind, std::span(&message, 1)) + std::string(message);
}

StatusOr<std::string_view> Unframe(FileKind kind, std::string_view what, std::string_view bytes) {
  const std::string name(what);
  if (bytes.substr(0, kKind - 1) != kind.substr(0, kKind - 1)) return InvalidArgumentError("this is no " + name);
  if (bytes.size() < kHead)
    return DataLossError("the " + name + " is cut off after " + std::to_string(bytes.size()) + " bytes");
  if (bytes[kKind - 1] != kind[kKind - 1]) {
    return InvalidArgumentError("the " + name + " is of version '" + bytes[kKind - 1] + "', this library reads '" +
                                kind[kKind - 1] + "'; write it again, or use the version that wrote it");
  }
  uint64_t size = 0;
  for (size_t i = 0; i < kNumber; ++i)
    size |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[kKind + i])) << (8 * i);
  const std::string_view message = bytes.substr(kHead);
  if (size != message.size()) {
    return DataLossError("the " + name + " has " + std::to_string(message.size()) + " bytes, its head tells of " +
                         std::to_string(size));
  }
  if (View(Sha256Of(message)) != bytes.substr(kKind + kNumber, sizeof(Sha256Digest))) {
    return DataLossError("the " + name + " is damaged: its checksum is wrong");
  }
  return message;
}

Status WriteFramedFile(const std::string& path, FileKind kind, std::span<const std::string_view> parts) {
  const std::string head = MakeHead(kind, parts);
  std::vector<std::string_view> all = {head};
  all.insert(all.end(), parts.begin(), parts.end());
  return ReplaceFile(path, all);
}

}  // namespace cppjrt
