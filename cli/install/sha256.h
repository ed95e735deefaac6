// SHA-256 of files and of data as it passes by.
#ifndef CPPJRT_CLI_INSTALL_SHA256_H_
#define CPPJRT_CLI_INSTALL_SHA256_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "cppjrt/status.h"

namespace cppjrt::install {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Update(const void* data, size_t size);
  // 64 lower-case hexadecimal digits. Nothing may follow.
  std::string Finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// Of a file's contents. `cancelled` is asked once a megabyte and may be empty.
// NOT_FOUND or another code by errno, CANCELLED.
StatusOr<std::string> Sha256OfFile(const std::string& path, const std::function<bool()>& cancelled = {});

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_SHA256_H_
