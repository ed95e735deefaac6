// Example (10): the extension that shows how one is made, and Unknown (11): the type that a plugin gives to one without a number.
// Upstream's example plugin gives its example the type Unknown, so both classes have the example's functions.
#ifndef PJRT_EXTENSIONS_EXAMPLE_H_
#define PJRT_EXTENSIONS_EXAMPLE_H_

#include <cstdint>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

struct PJRT_ExampleExtensionCpp;

namespace pjrt {
inline namespace v0 {

class ExampleObject;

class ExampleExtension : public Extension {
 public:
  static constexpr int kType = 10;
  explicit ExampleExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<ExampleObject> Create() const;
};

// Move-only.
class ExampleObject {
 public:
  ExampleObject(ExampleObject&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  ExampleObject& operator=(ExampleObject&&) = delete;
  ~ExampleObject();

  Status ExampleMethod(int64_t value) const;

 private:
  friend class ExampleExtension;
  ExampleObject(ExampleExtension extension, PJRT_ExampleExtensionCpp* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  ExampleExtension extension_;
  PJRT_ExampleExtensionCpp* raw_;
};

// What its entries take, only the plugin's author knows: Extension::entry gives them raw.
class UnknownExtension : public Extension {
 public:
  static constexpr int kType = 11;
  explicit UnknownExtension(Extension extension) : Extension(std::move(extension)) {}

  // REQUIRES: the plugin's author says it is the example.
  ExampleExtension AsExample() const { return ExampleExtension(*this); }
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_EXAMPLE_H_
