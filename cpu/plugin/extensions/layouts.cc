// Layouts of buffers and programs as objects.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/client.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/plugin/handle.h"
#include "cpu/plugin/serialized_bytes.h"
#include "cpu/plugin/shape.h"
#include "pjrt/abi/pjrt_c_api_layouts_extension.h"

// As text: "{1,0}".
struct PJRT_Layouts_MemoryLayout {
  std::string text;
};

namespace cppjrt::cpu {
namespace {

using Layouts = Handles<PJRT_Layouts_MemoryLayout>;

Status Destroy(PJRT_Layouts_MemoryLayout_Destroy_Args& args) { return Layouts::Delete(args.layout, "layout"); }

Status SerializeLayout(PJRT_Layouts_MemoryLayout_Serialize_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Layouts::Check(args.layout, "layout"));
  GiveBytes(args.layout->text, args.serialized_bytes, args.serialized_bytes_size, args.serialized_layout,
            args.serialized_layout_deleter);
  return OkStatus();
}

Status OfBuffer(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.layout = Layouts::New(LayoutText(*args.buffer->shape));
  return OkStatus();
}

StatusOr<PJRT_Layouts_MemoryLayout*> Default(PJRT_Buffer_Type type, const int64_t* dims, size_t num_dims) {
  CPPJRT_ASSIGN_OR_RETURN(const Ref<BufferShape> shape, MakeShape(type, dims, num_dims, nullptr));
  return Layouts::New(LayoutText(*shape));
}

Status OfClient(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(args.layout, Default(args.type, args.dims, args.num_dims));
  return OkStatus();
}

Status OfTopology(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology_description));
  CPPJRT_ASSIGN_OR_RETURN(args.layout, Default(args.type, args.dims, args.num_dims));
  return OkStatus();
}

// A list that is the executable's, and layouts that the caller may destroy or leave to it.
struct LayoutList {
  std::vector<PJRT_Layouts_MemoryLayout*> layouts;
  ~LayoutList() {
    for (PJRT_Layouts_MemoryLayout* layout : layouts) static_cast<void>(Layouts::Delete(layout, "layout").ok());
  }
};

StatusOr<LayoutList*> ListOf(PJRT_Executable& executable, const std::vector<ArraySpec>& specs) {
  auto list = std::make_shared<LayoutList>();
  for (const ArraySpec& spec : specs) {
    // Only the order and the type matter.
    CPPJRT_ASSIGN_OR_RETURN(const Ref<BufferShape> shape, MakeShape(spec, Dims(spec.dims.size(), 1)));
    list->layouts.push_back(Layouts::New(spec.token ? "{}" : LayoutText(*shape)));
  }
  const std::lock_guard lock(executable.mutex);
  executable.attachments.push_back(list);
  return list.get();
}

Status OfOutputs(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  CPPJRT_ASSIGN_OR_RETURN(LayoutList * list, ListOf(*args.executable, args.executable->program->signature().results));
  args.layouts = list->layouts.data();
  args.num_outputs = list->layouts.size();
  return OkStatus();
}

Status OfParameters(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  CPPJRT_ASSIGN_OR_RETURN(LayoutList * list,
                          ListOf(*args.executable, args.executable->program->signature().parameters));
  args.layouts = list->layouts.data();
  args.num_parameters = list->layouts.size();
  return OkStatus();
}

}  // namespace

PJRT_Extension_Base& LayoutsExtension() {
  static PJRT_Layouts_Extension extension = {
      .base = {PJRT_Layouts_Extension_STRUCT_SIZE, PJRT_Extension_Type_Layouts, nullptr},
      .PJRT_Layouts_MemoryLayout_Destroy = &Entry<PJRT_Layouts_MemoryLayout_Destroy_Args, &Destroy>::Call,
      .PJRT_Layouts_MemoryLayout_Serialize = &Entry<PJRT_Layouts_MemoryLayout_Serialize_Args, &SerializeLayout>::Call,
      .PJRT_Layouts_PJRT_Client_GetDefaultLayout =
          &Entry<PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args, &OfClient>::Call,
      .PJRT_Layouts_PJRT_Buffer_MemoryLayout = &Entry<PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args, &OfBuffer>::Call,
      .PJRT_Layouts_PJRT_Topology_GetDefaultLayout =
          &Entry<PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args, &OfTopology>::Call,
      .PJRT_Layouts_PJRT_Executable_GetOutputLayouts =
          &Entry<PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args, &OfOutputs>::Call,
      .PJRT_Layouts_PJRT_Executable_GetParameterLayouts =
          &Entry<PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args, &OfParameters>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
