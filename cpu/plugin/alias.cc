// Buffers whose contents or fate the caller decides later: alias buffers and donation with a control dependency.
#include <memory>
#include <utility>
#include <vector>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/handle.h"

// The right to give an alias buffer its contents, once.
struct PJRT_FulfillAliasBufferCallback {
  cppjrt::cpu::Ref<cppjrt::cpu::BufferShape> shape;
  cppjrt::cpu::Ref<cppjrt::cpu::Storage> storage;

  // Nobody may wait for ever.
  ~PJRT_FulfillAliasBufferCallback() {
    if (storage != nullptr) storage->ready->Complete(cppjrt::CancelledError("the alias buffer was never fulfilled"));
  }
};

namespace cppjrt::cpu {
namespace {

using AliasCallbacks = Handles<PJRT_FulfillAliasBufferCallback>;

// Moves the bytes of `from` to `to`, which completes then, once `from` is ready and `also` (may be null) is done.
void MoveWhenReady(Ref<Storage> from, Ref<Storage> to, const CompletionRef& also) {
  std::vector<CompletionRef> uses;
  from->AppendUses(uses);
  for (CompletionRef& use : uses) to->AddUse(std::move(use));
  const CompletionRef both[] = {from->ready, also};
  WhenAll(both, [from = std::move(from), to = std::move(to)](const Status& status) mutable {
    if (status.ok()) {
      from->block->Retain();
      to->block = from->block;
    }
    const CompletionRef ready = to->ready;
    from = nullptr;  // with nobody else, `to` has the only share in the bytes
    to = nullptr;
    ready->Complete(status);
  });
}

struct Dependency {
  CompletionRef done = MakeRef<Completion>();
};

void FinishDependency(PJRT_Buffer_DonateWithControlDependency_Callback_Args* args) {
  if (args == nullptr || args->callback_data == nullptr) return;
  const std::unique_ptr<Dependency> dependency(static_cast<Dependency*>(args->callback_data));
  dependency->done->Complete(MakeStatus(args->error_code, args->error_message, args->error_message_size));
}

Status CheckFits(const BufferShape& shape, const BufferShape& alias) {
  if (shape.SameArray(alias) && shape.minor_to_major == alias.minor_to_major) return OkStatus();
  return InvalidArgumentError("the buffer is " + shape.ToString() + LayoutText(shape) + ", the alias " +
                              alias.ToString() + LayoutText(alias));
}

}  // namespace

Status Serve(PJRT_Client_CreateAliasBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(Memory * memory, Placement(*args.client, nullptr, args.memory));
  CPPJRT_ASSIGN_OR_RETURN(Ref<BufferShape> shape,
                          MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout));
  Ref<Storage> storage = MakeRef<Storage>(*args.client, nullptr, MakeRef<Completion>());
  args.fulfill_alias_buffer_cb = AliasCallbacks::New(shape, storage);
  args.alias_buffer = Buffers::New(*memory, std::move(shape), std::move(storage));
  return OkStatus();
}

// The buffer is given up and the callback used up, unless they do not fit.
Status Serve(PJRT_Client_FulfillAliasBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_RETURN_IF_ERROR(AliasCallbacks::Check(args.fulfill_alias_buffer_cb, "fulfill_alias_buffer_cb"));
  Status status = MakeStatus(args.status_code, args.error_message, args.error_message_size);
  Ref<Storage> contents;
  if (status.ok()) {
    CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
    CPPJRT_RETURN_IF_ERROR(CheckFits(*args.buffer->shape, *args.fulfill_alias_buffer_cb->shape));
    CPPJRT_ASSIGN_OR_RETURN(contents, TakeStorage(*args.buffer));
  }
  Ref<Storage> alias = std::exchange(args.fulfill_alias_buffer_cb->storage, nullptr);
  CPPJRT_RETURN_IF_ERROR(AliasCallbacks::Delete(args.fulfill_alias_buffer_cb, "fulfill_alias_buffer_cb"));
  if (contents == nullptr) {
    alias->ready->Complete(status);
    return status;  // as XLA's plugins answer: the error it was given
  }
  MoveWhenReady(std::move(contents), std::move(alias), nullptr);
  return OkStatus();
}

Status Serve(PJRT_Buffer_DonateWithControlDependency_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(Ref<Storage> from, TakeStorage(*args.buffer));
  auto dependency = std::make_unique<Dependency>();
  Ref<Storage> to = MakeRef<Storage>(*args.buffer->client, nullptr, MakeRef<Completion>());
  MoveWhenReady(std::move(from), to, dependency->done);
  args.out_buffer = Buffers::New(args.buffer->memory, args.buffer->shape, std::move(to));
  args.callback_data = dependency.release();
  args.dependency_ready_callback = &FinishDependency;
  return OkStatus();
}

}  // namespace cppjrt::cpu
