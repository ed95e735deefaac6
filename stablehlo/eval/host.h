// Host: what lies outside of a program that runs: infeed, outfeed, channels to the host, and what tests print and probe.
//
//   class MyHost : public Host { … };
//   RunOptions options;
//   options.host = &my_host;
//
// Every call may come from any process (thread) of the grid at any time. What a host does not offer is UNIMPLEMENTED.
// MemoryHost is one that keeps everything in memory, for tests and tools.
#ifndef CPPJRT_STABLEHLO_EVAL_HOST_H_
#define CPPJRT_STABLEHLO_EVAL_HOST_H_

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// Which process of the grid asks.
struct ProcessId {
  int64_t replica = 0;
  int64_t partition = 0;
  friend bool operator==(ProcessId, ProcessId) = default;
};

// What an op wants to get: the type of a tensor that arrives. A dimension may be kDynamic.
struct ExpectedTensor {
  ElementType type = ElementType::kF32;
  Dims dims;
};

// What interpreter.probe saw.
struct ProbeRecord {
  std::string id;
  std::string type;  // "tensor<2xf32>", as the text of the program says
  Tensor tensor;
};

class Host {
 public:
  virtual ~Host() = default;

  // The next values for an infeed op, without the token; waits until there are any. The evaluator checks their types.
  virtual StatusOr<std::vector<RuntimeValue>> Infeed(ProcessId process, std::string_view config,
                                                     std::span<const ExpectedTensor> expected);
  virtual Status Outfeed(ProcessId process, std::string_view config, std::span<const RuntimeValue> values);

  // send and recv with is_host_transfer. Recv waits until the host has the values.
  virtual Status Send(ProcessId process, int64_t channel, std::span<const RuntimeValue> values);
  virtual StatusOr<std::vector<RuntimeValue>> Recv(ProcessId process, int64_t channel,
                                                   std::span<const ExpectedTensor> expected);

  // interpreter.print: a whole line, without its end.
  virtual Status Print(std::string_view line);
  // interpreter.probe.
  virtual Status Probe(const ProbeRecord& record);
  // check.expect_serialized_eq: the probe that came as number `index`, from 0, of the whole run. NOT_FOUND if there were
  // fewer.
  virtual StatusOr<ProbeRecord> FindProbe(int64_t index);
};

// Keeps what programs send and hands them what was put there before. Thread-safe.
class MemoryHost : public Host {
 public:
  // Values for one infeed op of any process.
  void PutInfeed(std::vector<RuntimeValue> values);
  // Values for one recv op on that channel.
  void PutChannel(int64_t channel, std::vector<RuntimeValue> values);

  // What came out so far, oldest first.
  std::vector<std::vector<RuntimeValue>> outfeed() const;
  std::vector<std::vector<RuntimeValue>> sent(int64_t channel) const;
  std::vector<std::string> lines() const;

  // FAILED_PRECONDITION if nothing was put there: nobody would come to put it.
  StatusOr<std::vector<RuntimeValue>> Infeed(ProcessId process, std::string_view config,
                                             std::span<const ExpectedTensor> expected) override;
  Status Outfeed(ProcessId process, std::string_view config, std::span<const RuntimeValue> values) override;
  Status Send(ProcessId process, int64_t channel, std::span<const RuntimeValue> values) override;
  StatusOr<std::vector<RuntimeValue>> Recv(ProcessId process, int64_t channel,
                                           std::span<const ExpectedTensor> expected) override;
  Status Print(std::string_view line) override;
  Status Probe(const ProbeRecord& record) override;
  StatusOr<ProbeRecord> FindProbe(int64_t index) override;

 private:
  mutable std::mutex mutex_;
  std::deque<std::vector<RuntimeValue>> infeed_;
  std::vector<std::vector<RuntimeValue>> outfeed_;
  std::map<int64_t, std::deque<std::vector<RuntimeValue>>> to_program_;
  std::map<int64_t, std::vector<std::vector<RuntimeValue>>> from_program_;
  std::vector<std::string> lines_;
  std::vector<ProbeRecord> probes_;
};

// INVALID_ARGUMENT, naming the first difference, unless the values are tensors as expected.
Status CheckReceived(std::span<const RuntimeValue> values, std::span<const ExpectedTensor> expected);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_HOST_H_
