#include "cli/install/sha256.h"

#include <fcntl.h>
#include <sha2.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <vector>

#include "cli/install/files.h"

namespace cppjrt::install {

struct Sha256::Context {
  SHA2_CTX md;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) { SHA256Init(&context_->md); }
Sha256::~Sha256() = default;

void Sha256::Update(const void* data, size_t size) {
  SHA256Update(&context_->md, static_cast<const uint8_t*>(data), size);
}

std::string Sha256::Finish() {
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, &context_->md);
  std::string text;
  for (uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

StatusOr<std::string> Sha256OfFile(const std::string& path, const std::function<bool()>& cancelled) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return ErrnoError("cannot open " + path);
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  for (;;) {
    if (cancelled && cancelled()) return CancelledError("cancelled while reading " + path);
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoError("cannot read " + path);
    if (count == 0) return hash.Finish();
    hash.Update(buffer.data(), static_cast<size_t>(count));
  }
}

}  // namespace cppjrt::install
