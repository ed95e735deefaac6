#include "tests/fault_plugin/errors.h"

#include <exception>
#include <new>

#include "tests/fault_plugin/counts.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

const Error& Of(const PJRT_Error* error) { return static_cast<const Error&>(Ref(error, "error is null")); }

void GetMessage(const PJRT_Error* error, const char** message, size_t* size) {
  const Failure& failure = Of(error).failure;
  *message = failure.null_message ? nullptr : failure.message.c_str();
  *size = failure.null_message ? 0 : failure.message.size();
}

void VisitPayloads(const PJRT_Error* error, PJRT_Error_PayloadVisitor visitor, void* user_arg) {
  for (const auto& [key, value] : Of(error).failure.payloads) {
    visitor(key.data(), key.size(), value.data(), value.size(), user_arg);
  }
}

constexpr PJRT_Error_FunctionTable kErrorTable = {
    .struct_size = sizeof(PJRT_Error_FunctionTable),
    .instance_size = sizeof(Error),
    .extension_start = nullptr,
    .destroy = [](PJRT_Error* error) { delete static_cast<Error*>(error); },
    .message = &GetMessage,
    .get_code = [](const PJRT_Error* error) { return Of(error).failure.code; },
    .for_each_payload = &VisitPayloads,
};

struct CodeName {
  std::string_view name;
  PJRT_Error_Code code;
};

constexpr CodeName kCodes[] = {
    {"CANCELLED", PJRT_Error_Code_CANCELLED},
    {"UNKNOWN", PJRT_Error_Code_UNKNOWN},
    {"INVALID_ARGUMENT", PJRT_Error_Code_INVALID_ARGUMENT},
    {"DEADLINE_EXCEEDED", PJRT_Error_Code_DEADLINE_EXCEEDED},
    {"NOT_FOUND", PJRT_Error_Code_NOT_FOUND},
    {"ALREADY_EXISTS", PJRT_Error_Code_ALREADY_EXISTS},
    {"PERMISSION_DENIED", PJRT_Error_Code_PERMISSION_DENIED},
    {"RESOURCE_EXHAUSTED", PJRT_Error_Code_RESOURCE_EXHAUSTED},
    {"FAILED_PRECONDITION", PJRT_Error_Code_FAILED_PRECONDITION},
    {"ABORTED", PJRT_Error_Code_ABORTED},
    {"OUT_OF_RANGE", PJRT_Error_Code_OUT_OF_RANGE},
    {"UNIMPLEMENTED", PJRT_Error_Code_UNIMPLEMENTED},
    {"INTERNAL", PJRT_Error_Code_INTERNAL},
    {"UNAVAILABLE", PJRT_Error_Code_UNAVAILABLE},
    {"DATA_LOSS", PJRT_Error_Code_DATA_LOSS},
    {"UNAUTHENTICATED", PJRT_Error_Code_UNAUTHENTICATED},
};

void Destroy(Plugin&, PJRT_Error_Destroy_Args& args) { delete static_cast<Error*>(args.error); }

void Message(Plugin&, PJRT_Error_Message_Args& args) { GetMessage(args.error, &args.message, &args.message_size); }

void GetCode(Plugin&, PJRT_Error_GetCode_Args& args) { args.code = Of(args.error).failure.code; }

void ForEachPayload(Plugin&, PJRT_Error_ForEachPayload_Args& args) {
  Require(args.visitor != nullptr, "PJRT_Error_ForEachPayload: visitor is null");
  VisitPayloads(args.error, args.visitor, args.user_arg);
}

}  // namespace

Error::Error(Failure what) : PJRT_Error{&kErrorTable}, failure(std::move(what)) { Count(FaultKind::kError, 1); }
Error::~Error() { Count(FaultKind::kError, -1); }

void Fail(PJRT_Error_Code code, std::string message) { throw Failure{code, std::move(message), false, {}}; }

void Violation(std::string message) {
  CountViolation();
  Fail(PJRT_Error_Code_FAILED_PRECONDITION, std::move(message));
}

Failure FailureFromException() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure;
  } catch (const std::bad_alloc&) {
    return {PJRT_Error_Code_RESOURCE_EXHAUSTED, "out of memory", false, {}};
  } catch (const std::exception& e) {
    return {PJRT_Error_Code_INTERNAL, e.what(), false, {}};
  } catch (...) {
    return {PJRT_Error_Code_INTERNAL, "unknown exception", false, {}};
  }
}

PJRT_Error* ErrorFromException() { return new Error(FailureFromException()); }

bool ParseCode(std::string_view name, PJRT_Error_Code* code) {
  for (const CodeName& entry : kCodes) {
    if (entry.name == name) {
      *code = entry.code;
      return true;
    }
  }
  return false;
}

Failure ParseFailure(std::string_view text, PJRT_Error_Code otherwise) {
  const size_t colon = text.find(':');
  PJRT_Error_Code code = otherwise;
  if (colon != text.npos && ParseCode(text.substr(0, colon), &code)) {
    text.remove_prefix(colon + 1);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  return {code, std::string(text), false, {}};
}

std::string Quote(std::string_view text) {
  std::string quoted(1, '\'');
  quoted.append(text);
  quoted.push_back('\'');
  return quoted;
}

void AddErrorSlots() { AddSlots<Destroy, Message, GetCode, ForEachPayload>(); }

}  // namespace fault
