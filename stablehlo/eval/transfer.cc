// Ops that move values between two processes or to and from the host: collective_permute, send, recv, infeed, outfeed.
//
// Between processes, values go through queues of the grid (Processes::Send): the sender does not wait. Pairs of ids are
// pairs of processes by the same strategies as replica groups: of replicas without a channel, of partitions with one.

#include <optional>
#include <string>
#include <utility>

#include "stablehlo/eval/collective_call.h"
#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/host.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/replica_groups.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

// Whom a process sends to and receives from.
struct Peers {
  std::optional<ProcessIndex> target;
  std::optional<ProcessIndex> source;
};

struct Pairs {
  int64_t channel = 0;
  std::vector<std::vector<int64_t>> ids;  // source, target
};

StatusOr<Pairs> ReadPairs(const OpRef& op) {
  Pairs pairs;
  pairs.channel = FieldInt(op, "channel_handle", "handle");
  CPPJRT_ASSIGN_OR_RETURN(pairs.ids, ReadIdLists(op, "source_target_pairs"));
  return pairs;
}

StatusOr<Peers> FindPeers(const Call& call, const Pairs& pairs) {
  const GridPlace place = GridOf(call);
  const bool of_partitions = pairs.channel > 0;
  const int64_t limit = of_partitions ? place.num_partitions : place.num_replicas;
  const int64_t self = of_partitions ? place.self % place.num_partitions : place.self / place.num_partitions;
  const int64_t step = of_partitions ? 1 : place.num_partitions;
  Peers peers;
  for (const std::vector<int64_t>& pair : pairs.ids) {
    for (const int64_t id : pair) {
      if (id >= 0 && id < limit) continue;
      return InvalidArgumentError("source_target_pairs holds " +
                                  std::string(of_partitions ? "partition " : "replica ") + std::to_string(id) +
                                  ", this run has " + std::to_string(limit));
    }
    if (pair[0] == self) peers.target = place.self + (pair[1] - self) * step;
    if (pair[1] == self) peers.source = place.self + (pair[0] - self) * step;
  }
  return peers;
}

// Queues of collective_permute are others than those of send.
int64_t PermuteChannel(int64_t channel) { return channel ^ INT64_MIN; }

Status Permute(Call& call, const Pairs& pairs, int64_t zero) {
  CPPJRT_ASSIGN_OR_RETURN(const Peers peers, FindPeers(call, pairs));
  const ProcessIndex self = GridOf(call).self;
  const Tensor operand = call.operand(0);
  if (peers.source == self) {
    call.Return(operand);
    return OkStatus();
  }
  Processes* grid = call.options().processes;
  const int64_t channel = PermuteChannel(pairs.channel);
  if (peers.target) CPPJRT_RETURN_IF_ERROR(grid->Send(channel, self, *peers.target, {operand}));
  if (!peers.source) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor zeros, Zeros(call, operand.type(), operand.dims(), zero));
    call.Return(std::move(zeros));
    return OkStatus();
  }
  CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> values, grid->Recv(channel, *peers.source, self));
  const ExpectedTensor expected[] = {{operand.type(), operand.dims()}};
  CPPJRT_RETURN_IF_ERROR(CheckReceived(values, expected));
  call.Return(std::move(values[0]));
  return OkStatus();
}

// The tensors among an op's results: all but the token at the end.
StatusOr<std::vector<ExpectedTensor>> ExpectedResults(const OpRef& op) {
  std::vector<ExpectedTensor> expected;
  for (size_t i = 0; i + 1 < op.num_results(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ElementOf(op, op.result_type(i)));
    expected.push_back({type, Dims(op.types().dims(op.result_type(i)))});
  }
  return expected;
}

Status ReturnReceived(Call& call, std::vector<RuntimeValue> values, std::span<const ExpectedTensor> expected) {
  CPPJRT_RETURN_IF_ERROR(CheckReceived(values, expected));
  for (size_t i = 0; i < values.size(); ++i) call.Return(std::move(values[i]), i);
  call.Return(RuntimeValue::Token(), expected.size());
  return OkStatus();
}

std::vector<RuntimeValue> TakeAllButToken(Call& call) {
  std::vector<RuntimeValue> values;
  for (size_t i = 0; i + 1 < call.num_operands(); ++i) values.push_back(call.TakeValue(i));
  return values;
}

StatusOr<Host*> HostOf(const Call& call) {
  if (call.options().host != nullptr) return call.options().host;
  return FailedPreconditionError("the run has no host to exchange values with (RunOptions::host)");
}

// The other end of a transfer between processes. INVALID_ARGUMENT if there is none.
StatusOr<ProcessIndex> Peer(const Call& call, const std::optional<ProcessIndex>& peer, std::string_view what) {
  if (call.options().processes == nullptr) {
    return FailedPreconditionError("the run has no other process (RunOptions::processes)");
  }
  if (peer) return *peer;
  return InvalidArgumentError("source_target_pairs has no " + std::string(what) + " for replica " +
                              std::to_string(call.options().replica) + ", partition " +
                              std::to_string(call.options().partition));
}

}  // namespace

StatusOr<Kernel> PrepareCollectivePermute(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Pairs pairs, ReadPairs(op));
  return Kernel(
      [pairs = std::move(pairs), zero = ZerosOfResults(op)[0]](Call& call) { return Permute(call, pairs, zero); });
}

StatusOr<Kernel> PrepareSend(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Pairs pairs, ReadPairs(op));
  return Kernel([pairs = std::move(pairs), to_host = op.Bool("is_host_transfer")](Call& call) -> Status {
    if (to_host) {
      CPPJRT_ASSIGN_OR_RETURN(Host * host, HostOf(call));
      CPPJRT_RETURN_IF_ERROR(host->Send(SelfOf(call), pairs.channel, TakeAllButToken(call)));
    } else {
      CPPJRT_ASSIGN_OR_RETURN(const Peers peers, FindPeers(call, pairs));
      CPPJRT_ASSIGN_OR_RETURN(const ProcessIndex target, Peer(call, peers.target, "target"));
      CPPJRT_RETURN_IF_ERROR(
          call.options().processes->Send(pairs.channel, GridOf(call).self, target, TakeAllButToken(call)));
    }
    call.Return(RuntimeValue::Token());
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareRecv(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Pairs pairs, ReadPairs(op));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ExpectedTensor> expected, ExpectedResults(op));
  return Kernel([pairs = std::move(pairs), expected = std::move(expected),
                 from_host = op.Bool("is_host_transfer")](Call& call) -> Status {
    std::vector<RuntimeValue> values;
    if (from_host) {
      CPPJRT_ASSIGN_OR_RETURN(Host * host, HostOf(call));
      CPPJRT_ASSIGN_OR_RETURN(values, host->Recv(SelfOf(call), pairs.channel, expected));
    } else {
      CPPJRT_ASSIGN_OR_RETURN(const Peers peers, FindPeers(call, pairs));
      CPPJRT_ASSIGN_OR_RETURN(const ProcessIndex source, Peer(call, peers.source, "source"));
      CPPJRT_ASSIGN_OR_RETURN(values, call.options().processes->Recv(pairs.channel, source, GridOf(call).self));
    }
    return ReturnReceived(call, std::move(values), expected);
  });
}

StatusOr<Kernel> PrepareInfeed(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ExpectedTensor> expected, ExpectedResults(op));
  return Kernel(
      [expected = std::move(expected), config = std::string(op.String("infeed_config"))](Call& call) -> Status {
        CPPJRT_ASSIGN_OR_RETURN(Host * host, HostOf(call));
        CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> values, host->Infeed(SelfOf(call), config, expected));
        return ReturnReceived(call, std::move(values), expected);
      });
}

StatusOr<Kernel> PrepareOutfeed(const OpRef& op) {
  return Kernel([config = std::string(op.String("outfeed_config"))](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Host * host, HostOf(call));
    CPPJRT_RETURN_IF_ERROR(host->Outfeed(SelfOf(call), config, TakeAllButToken(call)));
    call.Return(RuntimeValue::Token());
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
