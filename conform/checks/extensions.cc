// extensions: what plugins offer beside the table. FFI has a file of its own.
#include "conform/checks/areas.h"
#include "conform/checks/programs.h"
#include "pjrt/abi/pjrt_c_api_layouts_extension.h"
#include "pjrt/abi/pjrt_c_api_memory_descriptions_extension.h"
#include "pjrt/abi/pjrt_c_api_raw_buffer_extension.h"

namespace cppjrt::conform {
namespace {

// --- Layouts

using Layouts = PJRT_Layouts_Extension;

// The extension, if it reaches to the end of the entry.
StatusOr<const Layouts*> LayoutsWith(const Api& api, size_t end, std::string_view entry) {
  const auto* base = api.FindExtension(PJRT_Extension_Type_Layouts);
  if (base == nullptr) return Absent("the plugin has no Layouts extension");
  if (base->struct_size < end) {
    return Absent("the plugin's Layouts extension ends at byte " + std::to_string(base->struct_size) + ", before " +
                  std::string(entry) + " (to byte " + std::to_string(end) + ")");
  }
  return reinterpret_cast<const Layouts*>(base);
}
#define LAYOUTS_WITH(api, entry) LayoutsWith(api, offsetof(Layouts, entry) + sizeof(void*), #entry)

// The arguments of an extension's function: their size is of the newest header, which plugins take as they do longer ones.
template <class Args>
Args ExtensionArgs() {
  Args args = {};
  args.struct_size = sizeof(Args);
  return args;
}

StatusOr<std::string> LayoutText(const Api& api, const Layouts& layouts, PJRT_Layouts_MemoryLayout* layout) {
  auto args = ExtensionArgs<PJRT_Layouts_MemoryLayout_Serialize_Args>();
  args.layout = layout;
  CPPJRT_RETURN_IF_ERROR(
      CallExtension(api, "PJRT_Layouts_MemoryLayout_Serialize", layouts.PJRT_Layouts_MemoryLayout_Serialize, args));
  std::string text(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_layout_deleter == nullptr)
    return UnknownError("the text comes without the function that frees it");
  args.serialized_layout_deleter(args.serialized_layout);
  return text;
}

Status DestroyLayout(const Api& api, const Layouts& layouts, PJRT_Layouts_MemoryLayout* layout) {
  auto args = ExtensionArgs<PJRT_Layouts_MemoryLayout_Destroy_Args>();
  args.layout = layout;
  return CallExtension(api, "PJRT_Layouts_MemoryLayout_Destroy", layouts.PJRT_Layouts_MemoryLayout_Destroy, args);
}

Status BufferLayout(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Api& api = session.api();
  CPPJRT_ASSIGN_OR_RETURN(const Layouts* const layouts, LAYOUTS_WITH(api, PJRT_Layouts_PJRT_Buffer_MemoryLayout));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Pattern(PJRT_Buffer_Type_F32, {4, 2})));
  auto args = ExtensionArgs<PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args>();
  args.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(CallExtension(api, "PJRT_Layouts_PJRT_Buffer_MemoryLayout",
                                       layouts->PJRT_Layouts_PJRT_Buffer_MemoryLayout, args));
  CPPJRT_ASSIGN_OR_RETURN(const std::string text, LayoutText(api, *layouts, args.layout));
  CPPJRT_RETURN_IF_ERROR(DestroyLayout(api, *layouts, args.layout));
  context.Evidence(text);
  return Expect(text.find("{1,0") != std::string::npos || text.find("{0,1") != std::string::npos,
                "the layout of f32[4,2] is '" + text + "', which names no order of two dimensions");
}

Status ClientDefaultLayout(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Api& api = session.api();
  CPPJRT_ASSIGN_OR_RETURN(const Layouts* const layouts, LAYOUTS_WITH(api, PJRT_Layouts_PJRT_Client_GetDefaultLayout));
  const int64_t dims[] = {2, 3, 5};
  auto args = ExtensionArgs<PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args>();
  args.client = session.client();
  args.type = PJRT_Buffer_Type_F32;
  args.dims = dims;
  args.num_dims = 3;
  CPPJRT_RETURN_IF_ERROR(CallExtension(api, "PJRT_Layouts_PJRT_Client_GetDefaultLayout",
                                       layouts->PJRT_Layouts_PJRT_Client_GetDefaultLayout, args));
  CPPJRT_ASSIGN_OR_RETURN(const std::string text, LayoutText(api, *layouts, args.layout));
  CPPJRT_RETURN_IF_ERROR(DestroyLayout(api, *layouts, args.layout));
  context.Evidence(text);
  for (const char* dimension : {"0", "1", "2"}) {
    CPPJRT_RETURN_IF_ERROR(
        Expect(text.find(dimension) != std::string::npos,
               "the default layout of f32[2,3,5] is '" + text + "', without dimension " + dimension));
  }
  return Status();
}

Status TopologyDefaultLayout(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Api& api = session.api();
  CPPJRT_ASSIGN_OR_RETURN(const Layouts* const layouts, LAYOUTS_WITH(api, PJRT_Layouts_PJRT_Topology_GetDefaultLayout));
  auto topology = api.Make<PJRT_Client_TopologyDescription_Args>();
  topology.client = session.client();
  CPPJRT_RETURN_IF_ERROR(api.Call(topology));
  const int64_t dims[] = {4, 2};
  auto args = ExtensionArgs<PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args>();
  args.topology_description = topology.topology;
  args.type = PJRT_Buffer_Type_F32;
  args.dims = dims;
  args.num_dims = 2;
  const Status status = CallExtension(api, "PJRT_Layouts_PJRT_Topology_GetDefaultLayout",
                                      layouts->PJRT_Layouts_PJRT_Topology_GetDefaultLayout, args);
  // What XLA's older CPU plugins say for want of a compiler in the library.
  if (status.code() == StatusCode::kNotFound) return UnimplementedError(std::string(status.message()));
  CPPJRT_RETURN_IF_ERROR(status);
  CPPJRT_ASSIGN_OR_RETURN(const std::string text, LayoutText(api, *layouts, args.layout));
  context.Evidence(text);
  return DestroyLayout(api, *layouts, args.layout);
}

template <class Args>
Status ExecutableLayouts(Context& context, PJRT_Error* (*Layouts::*entry)(Args*), size_t end, const char* name,
                         size_t Args::* count, size_t expected) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Api& api = session.api();
  CPPJRT_ASSIGN_OR_RETURN(const Layouts* const layouts, LayoutsWith(api, end, name));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(kDot));
  CPPJRT_ASSIGN_OR_RETURN(const ExecutableHandle executable, session.ExecutableOf(loaded));
  auto args = ExtensionArgs<Args>();
  args.executable = executable.get();
  CPPJRT_RETURN_IF_ERROR(CallExtension(api, name, layouts->*entry, args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of layouts", args.*count, expected));
  for (size_t i = 0; i < expected; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const std::string text, LayoutText(api, *layouts, args.layouts[i]));
    context.Evidence(text);
    CPPJRT_RETURN_IF_ERROR(Expect(!text.empty(), "a layout has no text"));
  }
  return Status();
}

Status OutputLayouts(Context& context) {
  return ExecutableLayouts(context, &Layouts::PJRT_Layouts_PJRT_Executable_GetOutputLayouts,
                           offsetof(Layouts, PJRT_Layouts_PJRT_Executable_GetOutputLayouts) + sizeof(void*),
                           "PJRT_Layouts_PJRT_Executable_GetOutputLayouts",
                           &PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args::num_outputs, 1);
}

Status ParameterLayouts(Context& context) {
  return ExecutableLayouts(context, &Layouts::PJRT_Layouts_PJRT_Executable_GetParameterLayouts,
                           offsetof(Layouts, PJRT_Layouts_PJRT_Executable_GetParameterLayouts) + sizeof(void*),
                           "PJRT_Layouts_PJRT_Executable_GetParameterLayouts",
                           &PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args::num_parameters, 2);
}

// --- MemoryDescriptions

Status MemoryDescriptions(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Api& api = session.api();
  const auto* base =
      api.FindExtension(PJRT_Extension_Type_MemoryDescriptions, sizeof(PJRT_MemoryDescriptions_Extension));
  if (base == nullptr) return Absent("the plugin has no MemoryDescriptions extension");
  const auto* extension = reinterpret_cast<const PJRT_MemoryDescriptions_Extension*>(base);
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  auto description = api.Make<PJRT_Device_GetDescription_Args>();
  description.device = device;
  CPPJRT_RETURN_IF_ERROR(api.Call(description));
  auto args = ExtensionArgs<PJRT_DeviceDescription_MemoryDescriptions_Args>();
  args.device_description = description.device_description;
  CPPJRT_RETURN_IF_ERROR(CallExtension(api, "PJRT_DeviceDescription_MemoryDescriptions",
                                       extension->PJRT_DeviceDescription_MemoryDescriptions, args));
  context.Evidence(std::to_string(args.num_memory_descriptions) + " descriptions");
  if (args.num_memory_descriptions == 0) return Absent("the device has no memory descriptions");
  for (size_t i = 0; i < args.num_memory_descriptions; ++i) {
    auto kind = ExtensionArgs<PJRT_MemoryDescription_Kind_Args>();
    kind.memory_description = args.memory_descriptions[i];
    CPPJRT_RETURN_IF_ERROR(
        CallExtension(api, "PJRT_MemoryDescription_Kind", extension->PJRT_MemoryDescription_Kind, kind));
    context.Evidence(std::string(kind.kind, kind.kind_size));
    CPPJRT_RETURN_IF_ERROR(Expect(kind.kind_size > 0, "a memory description has no kind"));
  }
  return Status();
}

}  // namespace

void AddExtensionChecks(Registry& registry) {
  const Area add(registry, "extensions");
  add("layouts.buffer", "the layout of f32[4,2] names two dimensions", "programs with layouts are compiled wrongly",
      "PJRT_Layouts_PJRT_Buffer_MemoryLayout", BufferLayout);
  add("layouts.client_default", "the default layout of f32[2,3,5] names three dimensions",
      "programs with layouts are compiled wrongly", "PJRT_Layouts_PJRT_Client_GetDefaultLayout", ClientDefaultLayout);
  add("layouts.topology_default", "the topology's default layout has a text",
      "programs with layouts are compiled wrongly", "PJRT_Layouts_PJRT_Topology_GetDefaultLayout",
      TopologyDefaultLayout);
  add("layouts.outputs", "a product has the layout of one result", "programs with layouts are compiled wrongly",
      "PJRT_Layouts_PJRT_Executable_GetOutputLayouts", OutputLayouts);
  add("layouts.parameters", "a product has the layouts of two parameters", "programs with layouts are compiled wrongly",
      "PJRT_Layouts_PJRT_Executable_GetParameterLayouts", ParameterLayouts);
  add("memory_descriptions", "memory descriptions of a device have kinds", "memory kinds are not known ahead of time",
      "PJRT_MemoryDescriptions_Extension", MemoryDescriptions);
}

}  // namespace cppjrt::conform
