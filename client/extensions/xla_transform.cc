// The C API calls a transform with the address of its callbacks, or, in some versions, of a copy of them; neither leads to the
// function of the caller for sure. So each of a fixed number of entries has a C function of its own, which knows its index.
#include "pjrt/extensions/xla_transform.h"

#include <array>
#include <memory>
#include <mutex>
#include <utility>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_xla_transform_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

using Transform = XlaTransformExtension::Transform;

// A registered transform, or room for one.
struct Entry {
  std::shared_ptr<const Transform> transform;  // null: free
  const PJRT_Extension_Base* extension = nullptr;
  std::string name;
  XlaTransformStage stage{};
  bool cleared = false;  // taken away by name, but perhaps not destroyed yet
};

std::mutex mutex;
std::array<Entry, XlaTransformExtension::kMaxTransforms> entries;  // guarded by mutex

// What a callback's results point into, until the plugin calls cleanup_fn.
struct Results {
  std::optional<std::string> module;
  std::string error;
};

void Run(size_t index, PJRT_XlaTransform_Args* args) {
  detail::PluginCallbackScope scope;
  std::shared_ptr<const Transform> transform;
  {
    std::lock_guard<std::mutex> lock(mutex);
    transform = entries[index].transform;
  }
  args->changed = false;
  if (transform == nullptr) return;
  auto results = std::make_unique<Results>();
  const Status status = detail::Guarded("the transform", [&]() -> Status {
    const std::string module = detail::Text(args->hlo_module.data, args->hlo_module.size);
    CPPJRT_ASSIGN_OR_RETURN(results->module, (*transform)(module));
    return Status();
  });
  args->header.has_error = !status.ok();
  if (!status.ok()) {
    results->error = status.message();
    args->header.code = static_cast<PJRT_Error_Code>(status.code());
    args->header.error_msg = {results->error.data(), results->error.size()};
  } else if (results->module.has_value()) {
    args->changed = true;
    args->transformed_hlo_module = {results->module->data(), results->module->size()};
  }
  args->header.cleanup_fn = [](void* data) { delete static_cast<Results*>(data); };
  args->header.data = results.release();
}

void Free(size_t index) {
  std::lock_guard<std::mutex> lock(mutex);
  entries[index] = Entry();
}

template <size_t... index>
constexpr std::array<PJRT_XlaTransform_Callbacks, sizeof...(index)> MakeCallbacks(std::index_sequence<index...>) {
  return {PJRT_XlaTransform_Callbacks{
      PJRT_API_XLA_TRANSFORM_EXTENSION_VERSION, [](PJRT_XlaTransform_Callbacks*) { Free(index); },
      [](PJRT_XlaTransform_Callbacks*, PJRT_XlaTransform_Args* args) { Run(index, args); }}...};
}

// What plugins are given, by index of the entry. Never changes.
constinit auto callbacks = MakeCallbacks(std::make_index_sequence<XlaTransformExtension::kMaxTransforms>());

bool Is(const Entry& entry, const Extension& extension, std::string_view name, XlaTransformStage stage) {
  return entry.transform != nullptr && !entry.cleared && entry.extension == extension.raw() && entry.name == name &&
         entry.stage == stage;
}

// Fills a free entry; its index.
StatusOr<size_t> Take(const Extension& extension, std::string_view name, XlaTransformStage stage,
                      Transform&& transform) {
  std::lock_guard<std::mutex> lock(mutex);
  size_t free = entries.size();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (Is(entries[i], extension, name, stage)) {
      return cppjrt::AlreadyExistsError("the transform " + std::string(name) + " is registered; clear it first");
    }
    if (entries[i].transform == nullptr && free == entries.size()) free = i;
  }
  if (free == entries.size()) {
    return cppjrt::ResourceExhaustedError("there are " + std::to_string(entries.size()) +
                                          " transforms already; clear one first");
  }
  entries[free] =
      Entry{std::make_shared<const Transform>(std::move(transform)), extension.raw(), std::string(name), stage, false};
  return free;
}

}  // namespace

Status XlaTransformExtension::Register(std::string_view name, XlaTransformStage stage, Transform transform) const {
  const auto* table = detail::TableOf<PJRT_Xla_Transform_Extension>(*this);
  if (transform == nullptr) return cppjrt::InvalidArgumentError("Register: there is no transform");
  CPPJRT_ASSIGN_OR_RETURN(const size_t index, Take(*this, name, stage, std::move(transform)));
  PJRT_Register_Xla_Transform_Args args{};
  args.name = name.data();
  args.name_size = name.size();
  args.stage = static_cast<PJRT_XlaTransform_PipelineStage>(stage);
  args.callbacks = &callbacks[index];
  Status status = PJRT_CALL_EXTENSION(plugin(), table, register_xla_transform, args);
  if (!status.ok()) Free(index);
  return status;
}

StatusOr<bool> XlaTransformExtension::Clear(std::string_view name, XlaTransformStage stage) const {
  const auto* table = detail::TableOf<PJRT_Xla_Transform_Extension>(*this);
  PJRT_Clear_Xla_Transform_Args args{};
  args.name = name.data();
  args.name_size = name.size();
  args.stage = static_cast<PJRT_XlaTransform_PipelineStage>(stage);
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (size_t i = 0; i < entries.size(); ++i) {
      if (!Is(entries[i], *this, name, stage)) continue;
      args.callbacks = &callbacks[i];
      entries[i].cleared = true;
    }
  }
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, clear_xla_transform, args));
  return args.cleared;
}

}  // namespace v0
}  // namespace pjrt
