#include "pjrt/extensions/example.h"

#include "client/extensions/extension_call.h"
#include "pjrt/abi/example_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_Example_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_Example_Extension>(extension);
}

}  // namespace

StatusOr<ExampleObject> ExampleExtension::Create() const {
  PJRT_ExampleExtension_CreateExampleExtensionCpp_Args args{};
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), create, args));
  return ExampleObject(*this, args.extension_cpp);
}

ExampleObject::~ExampleObject() {
  if (raw_ == nullptr) return;
  PJRT_ExampleExtension_CreateExampleExtensionCpp_Args args{};
  args.extension_cpp = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), destroy, args).ok());
}

Status ExampleObject::ExampleMethod(int64_t value) const {
  PJRT_ExampleExtension_ExampleMethod_Args args{};
  args.extension_cpp = raw_;
  args.value = value;
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), example_method, args);
}

}  // namespace v0
}  // namespace pjrt
