// Buffers whose contents or fate a callback decides: alias buffers and donation with a control dependency.
#include "tests/fault_plugin/buffers.h"
#include "tests/fault_plugin/plugin.h"

struct PJRT_FulfillAliasBufferCallback : fault::Counted<FaultKind::kCallback> {
  fault::ArrayPtr array;
  fault::CompletionPtr ready;
};

namespace fault {
namespace {

void CreateAliasBuffer(Plugin&, PJRT_Client_CreateAliasBuffer_Args& args) {
  Memory& memory = Placement(Live(args.client), nullptr, args.memory);
  Shape shape = MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout);
  auto array = std::make_shared<Array>(Array{std::make_shared<const Shape>(std::move(shape)), nullptr});
  auto ready = std::make_shared<Completion>();
  args.fulfill_alias_buffer_cb = new PJRT_FulfillAliasBufferCallback{{}, array, ready};
  args.alias_buffer = new PJRT_Buffer(memory, std::move(array), std::move(ready));
}

void CheckFits(const Shape& shape, const Shape& alias) {
  Require(shape.type == alias.type && shape.dims == alias.dims && shape.minor_to_major == alias.minor_to_major,
          "PJRT_Client_FulfillAliasBuffer: the buffer has another shape than the alias");
}

// The buffer is consumed, the callback used up.
void FulfillAliasBuffer(Plugin&, PJRT_Client_FulfillAliasBuffer_Args& args) {
  Live(args.client);
  std::unique_ptr<PJRT_FulfillAliasBufferCallback> callback(
      &Ref(args.fulfill_alias_buffer_cb, "fulfill_alias_buffer_cb is null"));
  if (args.status_code != PJRT_Error_Code_OK) {
    callback->ready->Complete(
        {args.status_code, std::string(View(args.error_message, args.error_message_size)), false, {}});
    return;
  }
  PJRT_Buffer& source = Live(args.buffer);
  CheckFits(source.shape, *callback->array->shape);
  CompletionPtr source_ready = source.ready;
  // Written before the alias is ready and read after.
  callback->array->storage = TakeArray(source)->storage;
  if (source_ready == nullptr) {
    callback->ready->Complete();
  } else {
    source_ready->Then([ready = callback->ready](const Failure& failure) { ready->Complete(failure); });
  }
}

struct Dependency : Counted<FaultKind::kCallback> {
  CompletionPtr ready = std::make_shared<Completion>();
};

void FinishDependency(PJRT_Buffer_DonateWithControlDependency_Callback_Args* args) {
  const std::unique_ptr<Dependency> dependency(static_cast<Dependency*>(args->callback_data));
  Failure failure;
  if (args->error_code != PJRT_Error_Code_OK) {
    failure = {args->error_code, std::string(View(args->error_message, args->error_message_size)), false, {}};
  }
  dependency->ready->Complete(std::move(failure));
}

// The buffer is consumed; its array is ready again once the caller says that the dependency is.
void DonateWithControlDependency(Plugin&, PJRT_Buffer_DonateWithControlDependency_Args& args) {
  PJRT_Buffer& source = Live(args.buffer);
  ArrayPtr array = TakeArray(source);
  auto dependency = std::make_unique<Dependency>();
  CompletionPtr ready = Defer({source.ready, dependency->ready}, 0, [] {});
  args.out_buffer = new PJRT_Buffer(source.memory, std::move(array), std::move(ready));
  args.callback_data = dependency.release();
  args.dependency_ready_callback = &FinishDependency;
}

}  // namespace

void AddAliasSlots() { AddSlots<CreateAliasBuffer, FulfillAliasBuffer, DonateWithControlDependency>(); }

}  // namespace fault
