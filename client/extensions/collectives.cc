#include "pjrt/extensions/collectives.h"

#include <memory>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_collectives_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_Collectives_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_Collectives_Extension>(extension);
}

// Points into the run, which must outlive it.
PJRT_Collectives_CpuExecutor ExecutorOf(const CollectiveRun& run) {
  PJRT_Collectives_CpuExecutor executor{};
  executor.run_id = run.run_id;
  executor.global_device_ids = const_cast<int64_t*>(run.global_device_ids.data());  // read only
  executor.num_global_device_ids = run.global_device_ids.size();
  executor.num_local_participants = run.num_local_participants;
  executor.collective_op_kind = run.cross_replica ? PJRT_COLLECTIVES_COLLECTIVE_OP_KIND_CROSS_REPLICA
                                                  : PJRT_COLLECTIVES_COLLECTIVE_OP_KIND_CROSS_MODULE;
  executor.op_id = run.op_id;
  executor.timeout_in_ns = run.timeout.count();
  return executor;
}

template <class Args>
Args WithArrays(PJRT_Collectives_Communicator* communicator, const CollectiveArrays& arrays) {
  Args args{};
  args.communicator = communicator;
  args.send_buffer_ptr = const_cast<std::byte*>(arrays.send.data());  // read only
  args.send_buffer_size = arrays.send.size();
  args.recv_buffer_ptr = arrays.receive.data();
  args.recv_buffer_size = arrays.receive.size();
  args.primitive_type = static_cast<PJRT_Buffer_Type>(arrays.type);
  args.count = arrays.count;
  return args;
}

Event EventOf(const Plugin& plugin, const Status& status, PJRT_Event* event) {
  return status.ok() ? Event(&plugin.api(), event, plugin.shared_api()) : Event(status);
}

}  // namespace

// Calls the entry with the run and makes its event.
#define PJRT_COLLECT(entry)                                                                       \
  PJRT_Collectives_CpuExecutor executor = ExecutorOf(run);                                        \
  args.cpu_executor = &executor;                                                                  \
  const Status status = PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), entry, args); \
  return EventOf(extension_.plugin(), status, args.event)

Event Communicator::AllReduce(const CollectiveArrays& arrays, CollectiveReduction reduction,
                              const CollectiveRun& run) const {
  auto args = WithArrays<PJRT_Collectives_Communicator_AllReduce_Args>(raw_, arrays);
  args.reduction_kind = static_cast<PJRT_Collectives_ReductionKind>(reduction);
  PJRT_COLLECT(communicator_all_reduce);
}

Event Communicator::ReduceScatter(const CollectiveArrays& arrays, CollectiveReduction reduction,
                                  const CollectiveRun& run) const {
  auto args = WithArrays<PJRT_Collectives_Communicator_ReduceScatter_Args>(raw_, arrays);
  args.reduction_kind = static_cast<PJRT_Collectives_ReductionKind>(reduction);
  PJRT_COLLECT(communicator_reduce_scatter);
}

Event Communicator::AllGather(const CollectiveArrays& arrays, const CollectiveRun& run) const {
  auto args = WithArrays<PJRT_Collectives_Communicator_AllGather_Args>(raw_, arrays);
  PJRT_COLLECT(communicator_all_gather);
}

Event Communicator::Permute(const CollectiveArrays& arrays, std::optional<int64_t> source,
                            std::span<const int64_t> targets, const CollectiveRun& run) const {
  auto args = WithArrays<PJRT_Collectives_Communicator_CollectivePermute_Args>(raw_, arrays);
  args.has_source_rank = source.has_value();
  args.source_rank = source.value_or(0);
  args.target_ranks = const_cast<int64_t*>(targets.data());  // read only
  args.num_target_ranks = targets.size();
  PJRT_COLLECT(communicator_collective_permute);
}

Event Communicator::AllToAll(std::span<const std::span<const std::byte>> send,
                             std::span<const std::span<std::byte>> receive, ElementType type, size_t count,
                             const CollectiveRun& run) const {
  std::vector<void*> sources;
  std::vector<size_t> source_sizes;
  for (const std::span<const std::byte> part : send) {
    sources.push_back(const_cast<std::byte*>(part.data()));  // read only
    source_sizes.push_back(part.size());
  }
  std::vector<void*> targets;
  std::vector<size_t> target_sizes;
  for (const std::span<std::byte> part : receive) {
    targets.push_back(part.data());
    target_sizes.push_back(part.size());
  }
  PJRT_Collectives_Communicator_AllToAll_Args args{};
  args.communicator = raw_;
  args.send_buffers_ptrs = sources.data();
  args.send_buffers_sizes = source_sizes.data();
  args.num_send_buffers = sources.size();
  args.recv_buffers_ptrs = targets.data();
  args.recv_buffers_sizes = target_sizes.data();
  args.num_recv_buffers = targets.size();
  args.primitive_type = static_cast<PJRT_Buffer_Type>(type);
  args.count = count;
  PJRT_COLLECT(communicator_all_to_all);
}

StatusOr<std::string> Communicator::ToString() const {
  PJRT_Collectives_Communicator_ToString_Args args{};
  args.communicator = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), communicator_to_string, args));
  std::string text = detail::Text(args.str, args.str_size);
  if (args.str_holder_deleter != nullptr) args.str_holder_deleter(args.str_holder);
  return text;
}

Communicator::~Communicator() {
  if (raw_ == nullptr) return;
  PJRT_Collectives_Communicator_Destroy_Args args{};
  args.communicator = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), communicator_destroy, args).ok());
}

Collectives CollectivesExtension::Own(PJRT_Collectives* raw) const { return Collectives(*this, raw); }

Collectives::~Collectives() {
  if (raw_ == nullptr) return;
  PJRT_Collectives_Destroy_Args args{};
  args.collectives = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), collectives_destroy, args).ok());
}

StatusOr<std::vector<Communicator>> Collectives::CreateCommunicators(std::span<const int64_t> device_ids,
                                                                     std::span<const std::string> clique_ids,
                                                                     std::span<const int64_t> local_ranks) const {
  std::vector<const char*> cliques;
  std::vector<size_t> sizes;
  for (const std::string& clique : clique_ids) {
    cliques.push_back(clique.data());
    sizes.push_back(clique.size());
  }
  PJRT_Collectives_CreateCommunicators_Args args{};
  args.collectives = raw_;
  args.device_ids = device_ids.data();
  args.num_device_ids = device_ids.size();
  args.clique_ids = cliques.empty() ? nullptr : cliques.data();
  args.clique_id_sizes = sizes.empty() ? nullptr : sizes.data();
  args.num_clique_ids = cliques.size();
  args.rank_ids = const_cast<int64_t*>(local_ranks.data());  // read only
  args.num_device_ranks = local_ranks.size();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), collectives_create_communicators, args));
  if (args.communicators == nullptr && args.num_communicators != 0) {
    return cppjrt::InternalError("the plugin gave no array of communicators");
  }
  std::vector<Communicator> communicators;
  for (size_t i = 0; i < args.num_communicators; ++i) {
    communicators.push_back(Communicator(extension_, args.communicators[i]));
  }
  // Frees the array, not what is in it.
  if (args.communicators_holder_deleter != nullptr) args.communicators_holder_deleter(args.communicators_holder);
  return communicators;
}

}  // namespace v0
}  // namespace pjrt
