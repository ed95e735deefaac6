// Failure: the first thing that went wrong while reading, with the place in the file.
#ifndef CPPJRT_STABLEHLO_BYTECODE_FAILURE_H_
#define CPPJRT_STABLEHLO_BYTECODE_FAILURE_H_

#include <cstddef>
#include <string>
#include <utility>

namespace cppjrt::stablehlo::bytecode {

class Failure {
 public:
  // `start` is the first byte of the file.
  explicit Failure(const std::byte* start) : start_(start) {}

  bool ok() const { return message_.empty(); }
  const std::string& message() const { return message_; }

  // Both return false, for `return failure.At(…)`. `place` is in the file or null.
  bool At(const std::byte* place, std::string message) {
    if (ok()) message_ = Prefix(place) + std::move(message);
    return false;
  }
  bool Say(std::string message) { return At(nullptr, std::move(message)); }

 private:
  std::string Prefix(const std::byte* place) const {
    return place == nullptr ? std::string() : "byte " + std::to_string(place - start_) + ": ";
  }

  const std::byte* start_;
  std::string message_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_FAILURE_H_
