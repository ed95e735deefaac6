// MemoryDescriptions (6): the memories that a device of a topology has.
#ifndef PJRT_EXTENSIONS_MEMORY_DESCRIPTIONS_H_
#define PJRT_EXTENSIONS_MEMORY_DESCRIPTIONS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"

namespace pjrt {
inline namespace v0 {

struct MemoryDescription {
  std::string kind;
  int kind_id = -1;
};

struct DeviceMemories {
  std::vector<MemoryDescription> memories;
  // Index of the default among them, if there is one.
  std::optional<size_t> default_index;
};

class MemoryDescriptionsExtension : public Extension {
 public:
  static constexpr int kType = 6;
  explicit MemoryDescriptionsExtension(Extension extension) : Extension(std::move(extension)) {}

  // For each of topology.devices(), in their order.
  StatusOr<std::vector<DeviceMemories>> OfTopology(const Topology& topology) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_MEMORY_DESCRIPTIONS_H_
