#include "conform/api/api.h"

#include <dlfcn.h>

#include <cstring>

#include "conform/api/recorded_table.h"

namespace cppjrt::conform {
namespace {

constexpr int kMaxExtensions = 1000;

StatusOr<const PJRT_Api*> TableOf(const std::string& path) {
  NoteCall(ProcessCallPage(), "dlopen");
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return InvalidArgumentError(why == nullptr ? path + " does not load" : std::string("does not load: ") + why);
  }
  void* symbol = dlsym(library, "GetPjrtApi");
  if (symbol == nullptr) return InvalidArgumentError("the library has no function GetPjrtApi");
  const PJRT_Api* (*get_api)() = nullptr;
  std::memcpy(&get_api, &symbol, sizeof symbol);
  NoteCall(ProcessCallPage(), "GetPjrtApi");
  const PJRT_Api* table = get_api();
  if (table == nullptr) return InvalidArgumentError("GetPjrtApi returned null");
  return table;
}

}  // namespace

StatusOr<Api> Api::Load(const std::string& path) {
  Api api;
  CPPJRT_ASSIGN_OR_RETURN(api.plugin_, TableOf(path));
  const PJRT_Api& table = *api.plugin_;
  if (table.struct_size < pjrt::abi::kTableStart) {
    return InvalidArgumentError("the table says it has " + std::to_string(table.struct_size) +
                                " bytes; its head alone has " + std::to_string(pjrt::abi::kTableStart));
  }
  const PJRT_Api_Version& version = table.pjrt_api_version;
  if (version.major_version != pjrt::abi::kApiMajor || version.minor_version < pjrt::abi::kFloorMinor) {
    return FailedPreconditionError("version " + std::to_string(version.major_version) + "." +
                                   std::to_string(version.minor_version) + " of the C API; tested are 0." +
                                   std::to_string(pjrt::abi::kFloorMinor) + " and later");
  }
  api.table_ = RecordCalls(table);
  auto args = api.Make<PJRT_Plugin_Initialize_Args>();
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  return api;
}

Status Api::Take(PJRT_Error* error, std::string_view function) const {
  if (error == nullptr) return Status();
  auto code = Make<PJRT_Error_GetCode_Args>();
  code.error = error;
  code.code = PJRT_Error_Code_UNKNOWN;
  if (table_->PJRT_Error_GetCode != nullptr) static_cast<void>(table_->PJRT_Error_GetCode(&code));
  auto text = Make<PJRT_Error_Message_Args>();
  text.error = error;
  if (table_->PJRT_Error_Message != nullptr) table_->PJRT_Error_Message(&text);
  std::string message = std::string(function) + ": ";
  if (text.message != nullptr) message.append(text.message, text.message_size);
  auto destroy = Make<PJRT_Error_Destroy_Args>();
  destroy.error = error;
  if (table_->PJRT_Error_Destroy != nullptr) table_->PJRT_Error_Destroy(&destroy);
  if (code.code == PJRT_Error_Code_OK) return InternalError(message + " (an error with the code OK)");
  return Status(static_cast<StatusCode>(code.code), std::move(message));
}

Status Api::MissingSlot(pjrt::abi::Slot slot) const {
  const pjrt::abi::SlotInfo& info = pjrt::abi::InfoOf(slot);
  return Absent("the plugin (0." + std::to_string(minor()) + ") has no " + std::string(info.name) +
                ", which came with 0." + std::to_string(info.usable_minor));
}

const PJRT_Extension_Base* Api::FindExtension(PJRT_Extension_Type type, size_t size) const {
  const PJRT_Extension_Base* extension = plugin_->extension_start;
  for (int i = 0; extension != nullptr && i < kMaxExtensions; ++i, extension = extension->next) {
    if (extension->type == type) return extension->struct_size >= size ? extension : nullptr;
  }
  return nullptr;
}

}  // namespace cppjrt::conform
