// Collectives (21): collectives among devices of several hosts, called from outside a program. The Megascale extension makes the
// object; its communicators, one for each local rank of a group, do the work.
#ifndef PJRT_EXTENSIONS_COLLECTIVES_H_
#define PJRT_EXTENSIONS_COLLECTIVES_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/element_type.h"
#include "pjrt/event.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

struct PJRT_Collectives;
struct PJRT_Collectives_Communicator;

namespace pjrt {
inline namespace v0 {

class Collectives;

enum class CollectiveReduction : int { kSum = 0, kProduct = 1, kMin = 2, kMax = 3 };

// The run that a collective belongs to.
struct CollectiveRun {
  int64_t run_id = 0;
  std::vector<int64_t> global_device_ids;
  int32_t num_local_participants = 1;
  // Of replicas, or of modules.
  bool cross_replica = true;
  int64_t op_id = 0;
  std::chrono::nanoseconds timeout = std::chrono::seconds(30);
};

// Elements of one rank; both spans must stay until the event is ready. `count`: elements, as XLA counts them for each collective.
struct CollectiveArrays {
  std::span<const std::byte> send;
  std::span<std::byte> receive;
  ElementType type = ElementType::kInvalid;
  size_t count = 0;
};

class CollectivesExtension : public Extension {
 public:
  static constexpr int kType = 21;
  explicit CollectivesExtension(Extension extension) : Extension(std::move(extension)) {}

  // Takes over what another extension made.
  Collectives Own(PJRT_Collectives* raw) const;
};

// One rank's end of a group. Move-only; keeps its plugin.
class Communicator {
 public:
  Communicator(Communicator&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  Communicator& operator=(Communicator&&) = delete;
  ~Communicator();

  // All ranks get the whole result; each its part of it; the arrays of all, one after the other.
  Event AllReduce(const CollectiveArrays& arrays, CollectiveReduction reduction, const CollectiveRun& run) const;
  Event ReduceScatter(const CollectiveArrays& arrays, CollectiveReduction reduction, const CollectiveRun& run) const;
  Event AllGather(const CollectiveArrays& arrays, const CollectiveRun& run) const;
  // Sends to `targets`, receives from `source`, if there is one.
  Event Permute(const CollectiveArrays& arrays, std::optional<int64_t> source, std::span<const int64_t> targets,
                const CollectiveRun& run) const;
  // One array to every rank, and one from each.
  Event AllToAll(std::span<const std::span<const std::byte>> send, std::span<const std::span<std::byte>> receive,
                 ElementType type, size_t count, const CollectiveRun& run) const;
  // For logs.
  StatusOr<std::string> ToString() const;

 private:
  friend class Collectives;
  Communicator(CollectivesExtension extension, PJRT_Collectives_Communicator* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  CollectivesExtension extension_;
  PJRT_Collectives_Communicator* raw_;
};

// Move-only.
class Collectives {
 public:
  Collectives(Collectives&& other) noexcept : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  Collectives& operator=(Collectives&&) = delete;
  ~Collectives();

  // For the group of devices, the local ranks' communicators. `clique_ids`: as the platform wants them; none is allowed.
  StatusOr<std::vector<Communicator>> CreateCommunicators(std::span<const int64_t> device_ids,
                                                          std::span<const std::string> clique_ids,
                                                          std::span<const int64_t> local_ranks) const;

 private:
  friend class CollectivesExtension;
  Collectives(CollectivesExtension extension, PJRT_Collectives* raw) : extension_(std::move(extension)), raw_(raw) {}
  CollectivesExtension extension_;
  PJRT_Collectives* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_COLLECTIVES_H_
