#include "cpu/plugin/error.h"

#include <exception>
#include <new>
#include <utility>

#include "cpu/plugin/entry.h"

namespace cppjrt::cpu {
namespace {

extern const PJRT_Error_FunctionTable kErrorTable;

struct Error : PJRT_Error {
  explicit Error(Status what) : PJRT_Error{&kErrorTable}, status(std::move(what)) {}
  Status status;
};

const Status* StatusOf(const PJRT_Error* error) {
  return error == nullptr || error->vtable != &kErrorTable ? nullptr : &static_cast<const Error*>(error)->status;
}

void GetMessage(const PJRT_Error* error, const char** message, size_t* size) {
  const Status* status = StatusOf(error);
  const std::string_view text = status == nullptr ? std::string_view() : status->message();
  *message = text.empty() ? "" : text.data();
  *size = text.size();
}

PJRT_Error_Code CodeOf(const PJRT_Error* error) {
  const Status* status = StatusOf(error);
  return status == nullptr ? PJRT_Error_Code_UNKNOWN : static_cast<PJRT_Error_Code>(status->code());
}

void VisitPayloads(const PJRT_Error* error, PJRT_Error_PayloadVisitor visitor, void* user_arg) {
  const Status* status = StatusOf(error);
  if (status == nullptr || visitor == nullptr) return;
  for (const auto& [key, value] : status->payloads()) {
    visitor(key.data(), key.size(), value.data(), value.size(), user_arg);
  }
}

constexpr PJRT_Error_FunctionTable kErrorTable = {
    .struct_size = sizeof(PJRT_Error_FunctionTable),
    .instance_size = sizeof(Error),
    .extension_start = nullptr,
    .destroy = &DeleteError,
    .message = &GetMessage,
    .get_code = &CodeOf,
    .for_each_payload = &VisitPayloads,
};

Status NoError() { return InvalidArgumentError("error is null or none of this plugin"); }

}  // namespace

PJRT_Error* NewError(Status status) noexcept { return new (std::nothrow) Error(std::move(status)); }

void DeleteError(PJRT_Error* error) {
  if (StatusOf(error) != nullptr) delete static_cast<Error*>(error);
}

Status StatusOfError(const PJRT_Error* error) {
  const Status* status = StatusOf(error);
  if (status != nullptr) return *status;
  return error == nullptr ? OkStatus() : UnknownError("an error of another plugin");
}

Status StatusOfException() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return ResourceExhaustedError("out of memory");
  } catch (const std::exception& e) {
    return InternalError(e.what());
  } catch (...) {
    return InternalError("unknown exception");
  }
}

Status MakeStatus(PJRT_Error_Code code, const char* message, size_t message_size, const PJRT_NamedValue* payload,
                  size_t num_payload) {
  Status::Payloads payloads;
  for (size_t i = 0; payload != nullptr && i < num_payload; ++i) {
    if (payload[i].type != PJRT_NamedValue_kString) continue;
    payloads.emplace(View(payload[i].name, payload[i].name_size), View(payload[i].string_value, payload[i].value_size));
  }
  const bool known = code > PJRT_Error_Code_OK && code <= PJRT_Error_Code_UNAUTHENTICATED;
  if (code == PJRT_Error_Code_OK) return OkStatus();
  return Status(known ? static_cast<StatusCode>(code) : StatusCode::kUnknown, std::string(View(message, message_size)),
                std::move(payloads));
}

Status BadStructSize(const char* name, size_t expected, size_t given) {
  // __PRETTY_FUNCTION__ of Entry: "… [with Args = PJRT_Buffer_Device_Args; …".
  std::string_view text(name);
  const size_t start = text.find("Args = ");
  text = start == text.npos ? std::string_view("the argument struct") : text.substr(start + 7);
  text = text.substr(0, text.find_first_of(";,]"));
  return InvalidArgumentError(std::string(text) + " has struct_size " + std::to_string(given) + ", expected at least " +
                              std::to_string(expected));
}

Status Serve(PJRT_Error_Destroy_Args& args) {
  DeleteError(args.error);
  return OkStatus();
}

Status Serve(PJRT_Error_Message_Args& args) {
  GetMessage(args.error, &args.message, &args.message_size);
  return OkStatus();
}

Status Serve(PJRT_Error_GetCode_Args& args) {
  if (StatusOf(args.error) == nullptr) return NoError();
  args.code = CodeOf(args.error);
  return OkStatus();
}

Status Serve(PJRT_Error_ForEachPayload_Args& args) {
  if (StatusOf(args.error) == nullptr) return NoError();
  CPPJRT_REQUIRE(args.visitor != nullptr, "visitor is null");
  VisitPayloads(args.error, args.visitor, args.user_arg);
  return OkStatus();
}

}  // namespace cppjrt::cpu
