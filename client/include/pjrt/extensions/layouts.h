// Layouts (4): layouts as the plugin names them: of buffers, of arguments and results, and defaults.
#ifndef PJRT_EXTENSIONS_LAYOUTS_H_
#define PJRT_EXTENSIONS_LAYOUTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/buffer.h"
#include "pjrt/client.h"
#include "pjrt/executable.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"

namespace pjrt {
inline namespace v0 {

// A layout comes as text, "{1,0:T(8,128)}", the form that XLA reads and writes.
class LayoutsExtension : public Extension {
 public:
  static constexpr int kType = 4;
  explicit LayoutsExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<std::string> OfBuffer(const Buffer& buffer) const;
  // What an upload without a layout gets. Dimensions that are negative or overflow are refused.
  StatusOr<std::string> Default(const Client& client, ElementType type, std::span<const int64_t> dims) const;
  StatusOr<std::string> Default(const Topology& topology, ElementType type, std::span<const int64_t> dims) const;
  // One for each argument, each result.
  StatusOr<std::vector<std::string>> OfParameters(const Executable& executable) const;
  StatusOr<std::vector<std::string>> OfOutputs(const Executable& executable) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_LAYOUTS_H_
