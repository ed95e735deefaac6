#include "cpu/ffi/call.h"

#include <cstddef>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "cpu/ffi/api.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Call;
using stablehlo::CallLayouts;
using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::OpRef;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

// Handlers compare it with what their headers say, which do not count the future.
constexpr size_t kCallFrameSize = offsetof(XLA_FFI_CallFrame, future);

// A tensor, or a token (not valid), as handlers see it. It may be written if it is a result.
XLA_FFI_Buffer ToBuffer(Tensor& tensor, bool writable) {
  XLA_FFI_Buffer buffer = {XLA_FFI_Buffer_STRUCT_SIZE, nullptr, XLA_FFI_DataType_TOKEN, nullptr, 0, nullptr};
  if (!tensor.valid()) return buffer;
  buffer.dtype = ToFfiType(tensor.type());
  // Operands are read only, by contract; the FFI has one type for both.
  buffer.data = writable ? tensor.mutable_bytes() : const_cast<std::byte*>(tensor.bytes().data());
  buffer.rank = static_cast<int64_t>(tensor.rank());
  buffer.dims = const_cast<int64_t*>(tensor.dims().data());
  return buffer;
}

StatusOr<ElementType> CheckTensorType(const OpRef& op, stablehlo::TypeId type, std::string_view what, size_t i) {
  const std::string name = std::string(what) + " " + std::to_string(i) + " of a typed custom call";
  if (!op.types().IsTensor(type)) return UnimplementedError(name + " is no tensor or token");
  const std::optional<ElementType> element = ToElementType(op.types(), op.types().element_type(type));
  if (!element || ToFfiType(*element) == XLA_FFI_DataType_INVALID) {
    return UnimplementedError(name + " has an element type that the FFI does not have");
  }
  return *element;
}

// Where typed calls keep their attributes.
stablehlo::AttrId FindAttributes(const OpRef& op) {
  for (const char* name : {"mhlo.backend_config", "backend_config"}) {
    const stablehlo::AttrId attr = op.attr(name);
    if (op.attrs().Is(attr, stablehlo::AttrKind::kDictionary)) return attr;
  }
  return {};
}

}  // namespace

struct FfiCall::Frame {
  std::vector<Tensor> operands;
  std::vector<Tensor> results;
  std::vector<XLA_FFI_Buffer> buffers;
  std::vector<XLA_FFI_ArgType> arg_types;
  std::vector<XLA_FFI_RetType> ret_types;
  std::vector<void*> pointers;  // operands, then results
  std::shared_ptr<FfiTasks> tasks;
};

StatusOr<std::shared_ptr<const FfiCall>> FfiCall::Make(const FfiRegistry& registry, const std::string& target,
                                                       const FfiHandler& handler, const OpRef& op) {
  auto call = std::make_shared<FfiCall>();
  call->registry_ = &registry;
  call->target_ = target;
  call->handler_ = handler;
  CPPJRT_RETURN_IF_ERROR(call->Read(op));
  CPPJRT_RETURN_IF_ERROR(call->Instantiate().WithContext(target));
  return std::shared_ptr<const FfiCall>(std::move(call));
}

Status FfiCall::Read(const OpRef& op) {
  CPPJRT_RETURN_IF_ERROR(attributes_.Read(op.module(), FindAttributes(op)));
  CPPJRT_ASSIGN_OR_RETURN(layouts_, CallLayouts::Read(op));
  CPPJRT_ASSIGN_OR_RETURN(aliases_, stablehlo::ReadAliases(op));
  return ReadTypes(op);
}

Status FfiCall::ReadTypes(const OpRef& op) {
  for (size_t i = 0; i < op.num_operands(); ++i) {
    if (op.operand_type(i) == stablehlo::scalar::kToken) continue;
    CPPJRT_RETURN_IF_ERROR(CheckTensorType(op, op.operand_type(i), "operand", i).status());
  }
  for (size_t i = 0; i < op.num_results(); ++i) {
    Result& result = results_.emplace_back();
    if (op.result_type(i) == stablehlo::scalar::kToken) continue;
    CPPJRT_ASSIGN_OR_RETURN(result.type, CheckTensorType(op, op.result_type(i), "result", i));
    if (!op.types().IsStaticTensor(op.result_type(i))) {
      return UnimplementedError("result " + std::to_string(i) + " of a typed custom call has an unknown dimension");
    }
    result.dims = Dims(op.types().dims(op.result_type(i)));
  }
  return OkStatus();
}

Status FfiCall::Instantiate() {
  Frame frame;
  XLA_FFI_ExecutionContext context;
  context.registry = registry_;
  context.states[XLA_FFI_ExecutionStage_INSTANTIATE] = &state_;
  return RunStage(frame, context, handler_.bundle.instantiate, XLA_FFI_ExecutionStage_INSTANTIATE);
}

Status FfiCall::MakeFrame(Call& call, Frame& frame) const {
  frame.operands.resize(call.num_operands());
  frame.results.resize(results_.size());
  // An operand that a result shares memory with becomes a block of its own, which both point to.
  for (size_t r = 0; r < results_.size(); ++r) {
    if (!aliases_[r] || !results_[r].type) continue;
    CPPJRT_ASSIGN_OR_RETURN(frame.results[r], layouts_.result(r).Copy(call, call.operand(*aliases_[r])));
  }
  for (size_t i = 0; i < frame.operands.size(); ++i) {
    if (!call.value(i).is_tensor()) continue;
    CPPJRT_ASSIGN_OR_RETURN(frame.operands[i], layouts_.operand(i).Apply(call, call.operand(i)));
  }
  for (size_t r = 0; r < results_.size(); ++r) {
    if (aliases_[r] || !results_[r].type) continue;
    CPPJRT_ASSIGN_OR_RETURN(frame.results[r], call.Allocate(*results_[r].type, results_[r].dims));
  }
  for (Tensor& operand : frame.operands) frame.buffers.push_back(ToBuffer(operand, false));
  for (Tensor& result : frame.results) frame.buffers.push_back(ToBuffer(result, true));
  for (size_t r = 0; r < results_.size(); ++r) {
    if (aliases_[r] && results_[r].type)
      frame.buffers[*aliases_[r]].data = frame.buffers[frame.operands.size() + r].data;
  }
  for (XLA_FFI_Buffer& buffer : frame.buffers) frame.pointers.push_back(&buffer);
  frame.arg_types.assign(frame.operands.size(), XLA_FFI_ArgType_BUFFER);
  frame.ret_types.assign(frame.results.size(), XLA_FFI_RetType_BUFFER);
  return OkStatus();
}

namespace {

// Handlers are C and should not throw; those written in C++ may all the same, past what they catch. Its unwinder is the
// process's, and finds in this library, which has one of its own, what a first throw has set up.
Status CallHandler(XLA_FFI_Handler* handler, XLA_FFI_CallFrame* frame) {
  [[maybe_unused]] static const bool unwinds = [] {
    try {
      throw 0;
    } catch (int) {
      return true;
    }
  }();
  try {
    return TakeError(handler(frame));
  } catch (const std::exception& error) {
    return InternalError("the handler threw an exception: " + std::string(error.what()));
  } catch (...) {
    return InternalError("the handler threw an exception");
  }
}

}  // namespace

Status FfiCall::RunStage(Frame& frame, XLA_FFI_ExecutionContext& context, XLA_FFI_Handler* handler,
                         XLA_FFI_ExecutionStage stage) const {
  if (handler == nullptr) return OkStatus();
  const size_t num_args = frame.operands.size();
  XLA_FFI_CallFrame call_frame = {};
  call_frame.struct_size = kCallFrameSize;
  call_frame.api = FfiApi();
  call_frame.ctx = &context;
  call_frame.stage = stage;
  call_frame.args = {XLA_FFI_Args_STRUCT_SIZE, nullptr, static_cast<int64_t>(num_args), frame.arg_types.data(),
                     frame.pointers.data()};
  call_frame.rets = {XLA_FFI_Rets_STRUCT_SIZE, nullptr, static_cast<int64_t>(frame.results.size()),
                     frame.ret_types.data(), frame.pointers.data() + num_args};
  call_frame.attrs = attributes_.frame();
  // Code of others runs to its end, and so does what it makes this library do on this thread.
  const InterruptScope uninterrupted(nullptr);
  Status status = CallHandler(handler, &call_frame);
  if (call_frame.future == nullptr) return status;
  FfiTasks none;
  Status later = AwaitFuture(call_frame.future, frame.tasks == nullptr ? none : *frame.tasks);
  return status.ok() ? later : status;
}

Status FfiCall::Run(Call& call) const {
  Frame frame;
  frame.tasks = std::make_shared<FfiTasks>();
  CPPJRT_RETURN_IF_ERROR(MakeFrame(call, frame));
  XLA_FFI_ExecutionContext context;
  context.registry = registry_;
  context.run = static_cast<const FfiRunContext*>(call.options().custom_call_context);
  context.call = &call;
  context.tasks = frame.tasks;
  FfiState prepared;
  FfiState initialized;
  context.states[XLA_FFI_ExecutionStage_INSTANTIATE] = &state_;
  context.states[XLA_FFI_ExecutionStage_PREPARE] = &prepared;
  context.states[XLA_FFI_ExecutionStage_INITIALIZE] = &initialized;
  const FfiBundle& bundle = handler_.bundle;
  CPPJRT_RETURN_IF_ERROR(RunStage(frame, context, bundle.prepare, XLA_FFI_ExecutionStage_PREPARE));
  CPPJRT_RETURN_IF_ERROR(RunStage(frame, context, bundle.initialize, XLA_FFI_ExecutionStage_INITIALIZE));
  CPPJRT_RETURN_IF_ERROR(RunStage(frame, context, bundle.execute, XLA_FFI_ExecutionStage_EXECUTE));
  for (size_t r = 0; r < results_.size(); ++r) {
    if (!results_[r].type) {
      call.Return(RuntimeValue::Token(), r);
      continue;
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, layouts_.result(r).Undo(call, std::move(frame.results[r])));
    call.Return(std::move(result), r);
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
