// XlaTransform (24): a transformation of the HLO module inside XLA's compiler.
//
//   extension.Register("strip_names", XlaTransformStage::kPreScheduler,
//                      [](std::string_view module) -> StatusOr<std::optional<std::string>> { return Strip(module); });
#ifndef PJRT_EXTENSIONS_XLA_TRANSFORM_H_
#define PJRT_EXTENSIONS_XLA_TRANSFORM_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

enum class XlaTransformStage : int { kPreScheduler = 0, kPostScheduler = 1 };

class XlaTransformExtension : public Extension {
 public:
  static constexpr int kType = 24;
  explicit XlaTransformExtension(Extension extension) : Extension(std::move(extension)) {}

  // Gets a serialized xla.HloModuleProto; returns the changed one, or nothing to leave it. Runs on the compiler's threads; an
  // error, or what it throws, fails the compilation.
  using Transform = std::function<StatusOr<std::optional<std::string>>(std::string_view hlo_module)>;

  // For every compilation of this process until cleared. ALREADY_EXISTS for a name and stage that is registered;
  // RESOURCE_EXHAUSTED beyond kMaxTransforms at a time: the C API gives a callback nothing to tell it from others by, so each
  // has a function of its own.
  Status Register(std::string_view name, XlaTransformStage stage, Transform transform) const;
  // Whether there was one to take away.
  StatusOr<bool> Clear(std::string_view name, XlaTransformStage stage) const;

  static constexpr size_t kMaxTransforms = 32;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_XLA_TRANSFORM_H_
