// The arguments of a program on every device it runs on.
#ifndef CPPJRT_CLI_DEVICE_ARGUMENTS_H_
#define CPPJRT_CLI_DEVICE_ARGUMENTS_H_

#include <vector>

#include "cli/data/array.h"
#include "cppjrt/status.h"
#include "pjrt/client.h"

namespace cppjrt::cli {

// Row by row, the same arrays on each device. What it is made from must outlive it.
class DeviceArguments {
 public:
  DeviceArguments(const pjrt::Client& client, const pjrt::LoadedExecutable& executable,
                  const std::vector<data::Array>& arrays)
      : client_(client), executable_(executable), arrays_(arrays) {}

  // Uploads what is not there: everything at first, later what the last run took over.
  Status Refill();
  // For ExecuteSharded; good until the next Refill.
  std::vector<std::vector<const pjrt::Buffer*>> Rows() const;

 private:
  const pjrt::Client& client_;
  const pjrt::LoadedExecutable& executable_;
  const std::vector<data::Array>& arrays_;
  std::vector<std::vector<pjrt::Buffer>> buffers_;
};

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_DEVICE_ARGUMENTS_H_
