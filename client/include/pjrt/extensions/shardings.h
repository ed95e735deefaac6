// Shardings (19): how arguments and results are spread over the partitions.
#ifndef PJRT_EXTENSIONS_SHARDINGS_H_
#define PJRT_EXTENSIONS_SHARDINGS_H_

#include <string>
#include <utility>
#include <vector>

#include "pjrt/executable.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

class ShardingsExtension : public Extension {
 public:
  static constexpr int kType = 19;
  explicit ShardingsExtension(Extension extension) : Extension(std::move(extension)) {}

  // A serialized xla.OpSharding for each argument, each result; no elements if the program has no shardings.
  StatusOr<std::vector<std::string>> OfParameters(const Executable& executable) const;
  StatusOr<std::vector<std::string>> OfOutputs(const Executable& executable) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_SHARDINGS_H_
