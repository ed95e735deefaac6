#include "pjrt/extensions/layouts.h"

#include <utility>

#include "client/array_checks.h"
#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_layouts_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_Layouts_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_Layouts_Extension>(extension);
}

StatusOr<std::string> TextOf(const Extension& extension, PJRT_Layouts_MemoryLayout* layout) {
  if (layout == nullptr) return cppjrt::InternalError("the plugin returned no layout");
  PJRT_Layouts_MemoryLayout_Serialize_Args args{};
  args.layout = layout;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension.plugin(), Table(extension), PJRT_Layouts_MemoryLayout_Serialize, args));
  std::string text = detail::Text(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_layout_deleter != nullptr) args.serialized_layout_deleter(args.serialized_layout);
  return text;
}

// The text of a layout that is the caller's, which is destroyed.
StatusOr<std::string> TakeText(const Extension& extension, PJRT_Layouts_MemoryLayout* layout) {
  StatusOr<std::string> text = TextOf(extension, layout);
  if (layout == nullptr) return text;
  PJRT_Layouts_MemoryLayout_Destroy_Args args{};
  args.layout = layout;
  static_cast<void>(
      PJRT_CALL_EXTENSION(extension.plugin(), Table(extension), PJRT_Layouts_MemoryLayout_Destroy, args).ok());
  return text;
}

// Layouts of an executable stay its own.
StatusOr<std::vector<std::string>> TextsOf(const Extension& extension, PJRT_Layouts_MemoryLayout** layouts,
                                           size_t count) {
  if (layouts == nullptr && count != 0) return cppjrt::InternalError("the plugin returned no array of layouts");
  std::vector<std::string> texts;
  for (size_t i = 0; i < count; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(std::string text, TextOf(extension, layouts[i]));
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

StatusOr<std::string> LayoutsExtension::OfBuffer(const Buffer& buffer) const {
  if (!buffer.valid()) return cppjrt::FailedPreconditionError("the buffer is empty");
  PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args args{};
  args.buffer = buffer.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Layouts_PJRT_Buffer_MemoryLayout, args));
  return TakeText(*this, args.layout);
}

StatusOr<std::string> LayoutsExtension::Default(const Client& client, ElementType type,
                                                std::span<const int64_t> dims) const {
  CPPJRT_RETURN_IF_ERROR(detail::CheckShape("Default", plugin(), type, dims));
  PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args args{};
  args.client = client.raw();
  args.type = static_cast<PJRT_Buffer_Type>(type);
  args.dims = dims.data();
  args.num_dims = dims.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Layouts_PJRT_Client_GetDefaultLayout, args));
  return TakeText(*this, args.layout);
}

StatusOr<std::string> LayoutsExtension::Default(const Topology& topology, ElementType type,
                                                std::span<const int64_t> dims) const {
  if (topology.raw() == nullptr) return cppjrt::FailedPreconditionError("the topology is empty (moved from)");
  CPPJRT_RETURN_IF_ERROR(detail::CheckShape("Default", plugin(), type, dims));
  PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args args{};
  args.topology_description = topology.raw();
  args.type = static_cast<PJRT_Buffer_Type>(type);
  args.dims = dims.data();
  args.num_dims = dims.size();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Layouts_PJRT_Topology_GetDefaultLayout, args));
  return TakeText(*this, args.layout);
}

StatusOr<std::vector<std::string>> LayoutsExtension::OfParameters(const Executable& executable) const {
  PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args args{};
  args.executable = executable.raw();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Layouts_PJRT_Executable_GetParameterLayouts, args));
  return TextsOf(*this, args.layouts, args.num_parameters);
}

StatusOr<std::vector<std::string>> LayoutsExtension::OfOutputs(const Executable& executable) const {
  PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args args{};
  args.executable = executable.raw();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_Layouts_PJRT_Executable_GetOutputLayouts, args));
  return TextsOf(*this, args.layouts, args.num_outputs);
}

}  // namespace v0
}  // namespace pjrt
