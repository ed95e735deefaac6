// Topology: the devices a program can be compiled for, present or not.
#ifndef PJRT_TOPOLOGY_H_
#define PJRT_TOPOLOGY_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/device.h"
#include "pjrt/element_type.h"
#include "pjrt/layout.h"
#include "pjrt/plugin.h"
#include "pjrt/status.h"
#include "pjrt/value.h"

struct PJRT_TopologyDescription;

namespace pjrt {
inline namespace v0 {

class CompileOptions;
class Executable;
struct Program;

// Move-only; thread-safe except for moves. Keeps its plugin, and the client it came from, alive.
class Topology {
 public:
  // By the plugin's name for it ("v5e:2x2"; "" where there is only one), without any device present. UNIMPLEMENTED on
  // plugins that know no names (XLA CPU).
  static StatusOr<Topology> Create(const Plugin& plugin, std::string_view name, const NamedValues& options = {});
  // From Serialize's bytes (API 0.75).
  static StatusOr<Topology> Deserialize(const Plugin& plugin, std::string_view bytes);

  Topology(Topology&& other) noexcept;
  Topology& operator=(Topology&& other) noexcept;
  ~Topology();

  const Plugin& plugin() const { return plugin_; }
  StatusOr<std::string> platform_name() const;
  StatusOr<std::string> platform_version() const;
  StatusOr<std::vector<DeviceDescription>> devices() const;
  StatusOr<NamedValues> attributes() const;
  // Stable across processes for equal topologies (API 0.101).
  StatusOr<uint64_t> fingerprint() const;
  // kind_id of each memory space (API 0.110).
  StatusOr<std::vector<int>> memory_space_kind_ids() const;
  StatusOr<std::string> Serialize() const;
  // The xla.ShapeProto, layout included, that an array has in a memory of this kind (API 0.109). `layout` is a wish; null:
  // the default. ReadArrayShape in program.h reads type and dimensions. INVALID_ARGUMENT for dimensions that overflow.
  StatusOr<std::string> MakeCanonicalShape(int memory_space_kind_id, ElementType type, std::span<const int64_t> dims,
                                           const Layout* layout = nullptr) const;

  // Compiles for this topology without a client. The result can be serialized, and loaded by a client that has the devices.
  StatusOr<Executable> Compile(const Program& program, const CompileOptions& options) const;

  PJRT_TopologyDescription* raw() const { return raw_; }
  // For this library. `owned`: destroy it at the end.
  Topology(Plugin plugin, PJRT_TopologyDescription* raw, bool owned, std::shared_ptr<const void> owner);

 private:
  void Release() noexcept;

  Plugin plugin_;
  PJRT_TopologyDescription* raw_ = nullptr;
  bool owned_ = false;
  std::shared_ptr<const void> owner_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_TOPOLOGY_H_
