// Handlers written against the C header, as a program calls them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "cpu/ffi/api.h"
#include "cpu/ffi/registry.h"
#include "cpu/ffi/run_text_test.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementType;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;
using testing::ElementsAre;
using testing::HasSubstr;

// ---- Helpers of handlers

int g_minor_version = 3;  // what handlers say they were built with

// Answers a question for metadata; false if it is a real call.
bool Metadata(XLA_FFI_CallFrame* frame) {
  if (frame->extension_start == nullptr || frame->extension_start->type != XLA_FFI_Extension_Metadata) return false;
  XLA_FFI_Metadata* metadata = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start)->metadata;
  metadata->api_version.major_version = 0;
  metadata->api_version.minor_version = g_minor_version;
  return true;
}

XLA_FFI_Error* Fail(XLA_FFI_CallFrame* frame, XLA_FFI_Error_Code code, const char* message) {
  XLA_FFI_Error_Create_Args args = {XLA_FFI_Error_Create_Args_STRUCT_SIZE, nullptr, message, code};
  return frame->api->XLA_FFI_Error_Create(&args);
}

const XLA_FFI_Buffer& Arg(const XLA_FFI_CallFrame* frame, int i) {
  return *static_cast<XLA_FFI_Buffer*>(frame->args.args[i]);
}
const XLA_FFI_Buffer& Ret(const XLA_FFI_CallFrame* frame, int i) {
  return *static_cast<XLA_FFI_Buffer*>(frame->rets.rets[i]);
}
int64_t Elements(const XLA_FFI_Buffer& buffer) {
  int64_t n = 1;
  for (int64_t d = 0; d < buffer.rank; ++d) n *= buffer.dims[d];
  return n;
}

// ---- Handlers

// out = a + scale * b
XLA_FFI_Error* AddScaled(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  if (frame->args.size != 2 || frame->rets.size != 1 || frame->attrs.size != 1) {
    return Fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, "wrong call");
  }
  const float scale = *static_cast<float*>(static_cast<XLA_FFI_Scalar*>(frame->attrs.attrs[0])->value);
  const auto* a = static_cast<const float*>(Arg(frame, 0).data);
  const auto* b = static_cast<const float*>(Arg(frame, 1).data);
  auto* out = static_cast<float*>(Ret(frame, 0).data);
  for (int64_t i = 0; i < Elements(Ret(frame, 0)); ++i) out[i] = a[i] + scale * b[i];
  return nullptr;
}

// out[i] = i-th number in memory, times 10
XLA_FFI_Error* MemoryOrder(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  const auto* in = static_cast<const int32_t*>(Arg(frame, 0).data);
  auto* out = static_cast<int32_t*>(Ret(frame, 0).data);
  for (int64_t i = 0; i < Elements(Arg(frame, 0)); ++i) out[i] = in[i] * 10 + static_cast<int32_t>(i);
  return nullptr;
}

// Writes the operand, which is the result.
XLA_FFI_Error* InPlace(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  if (Arg(frame, 0).data != Ret(frame, 0).data) return Fail(frame, XLA_FFI_Error_Code_INTERNAL, "not in place");
  auto* data = static_cast<int32_t*>(Ret(frame, 0).data);
  for (int64_t i = 0; i < Elements(Ret(frame, 0)); ++i) data[i] += 1;
  return nullptr;
}

XLA_FFI_Error* Failing(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  return Fail(frame, XLA_FFI_Error_Code_RESOURCE_EXHAUSTED, "no more of it");
}

std::string g_attributes;

void Describe(const XLA_FFI_Attrs& attrs) {
  for (int64_t i = 0; i < attrs.size; ++i) {
    g_attributes += std::string(attrs.names[i]->ptr, attrs.names[i]->len) + "=";
    if (attrs.types[i] == XLA_FFI_AttrType_SCALAR) {
      const auto* scalar = static_cast<XLA_FFI_Scalar*>(attrs.attrs[i]);
      g_attributes += "scalar" + std::to_string(scalar->dtype);
      if (scalar->dtype == XLA_FFI_DataType_S32)
        g_attributes += ":" + std::to_string(*static_cast<int32_t*>(scalar->value));
      if (scalar->dtype == XLA_FFI_DataType_U8)
        g_attributes += ":" + std::to_string(*static_cast<uint8_t*>(scalar->value));
    } else if (attrs.types[i] == XLA_FFI_AttrType_ARRAY) {
      const auto* array = static_cast<XLA_FFI_Array*>(attrs.attrs[i]);
      g_attributes += "array" + std::to_string(array->dtype) + ":" + std::to_string(array->size);
      if (array->dtype == XLA_FFI_DataType_S16) {
        g_attributes += ":" + std::to_string(static_cast<int16_t*>(array->data)[array->size - 1]);
      }
    } else if (attrs.types[i] == XLA_FFI_AttrType_STRING) {
      const auto* text = static_cast<XLA_FFI_ByteSpan*>(attrs.attrs[i]);
      g_attributes += "'" + std::string(text->ptr, text->len) + "'";
    } else {
      g_attributes += "{";
      Describe(*static_cast<XLA_FFI_Attrs*>(attrs.attrs[i]));
      g_attributes += "}";
    }
    g_attributes += " ";
  }
}

XLA_FFI_Error* Attributes(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  g_attributes.clear();
  Describe(frame->attrs);
  return nullptr;
}

// State: instantiate leaves a counter, which every execution increments and returns.
XLA_FFI_TypeId g_counter_type = {0};
int g_counters_destroyed = 0;

XLA_FFI_Error* CounterInstantiate(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  static const XLA_FFI_TypeInfo info = {XLA_FFI_TypeInfo_STRUCT_SIZE, nullptr, [](void* object) {
                                          ++g_counters_destroyed;
                                          delete static_cast<int32_t*>(object);
                                        }};
  XLA_FFI_Type_Register_Args type = {
      XLA_FFI_Type_Register_Args_STRUCT_SIZE, nullptr, {"test.counter", 12}, &g_counter_type, &info};
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_Type_Register(&type)) return error;
  XLA_FFI_State_Set_Args set = {XLA_FFI_State_Set_Args_STRUCT_SIZE, nullptr,         frame->ctx,
                                XLA_FFI_ExecutionStage_INSTANTIATE, &g_counter_type, new int32_t(40)};
  return frame->api->XLA_FFI_State_Set(&set);
}

XLA_FFI_Error* CounterExecute(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  XLA_FFI_State_Get_Args get = {XLA_FFI_State_Get_Args_STRUCT_SIZE, nullptr,         frame->ctx,
                                XLA_FFI_ExecutionStage_INSTANTIATE, &g_counter_type, nullptr};
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_State_Get(&get)) return error;
  *static_cast<int32_t*>(Ret(frame, 0).data) = ++*static_cast<int32_t*>(get.state);
  return nullptr;
}

constexpr int64_t kUserType = 77;

XLA_FFI_Error* UserData(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  XLA_FFI_TypeId type = {kUserType};
  XLA_FFI_ExecutionContext_Get_Args get = {XLA_FFI_ExecutionContext_Get_Args_STRUCT_SIZE, nullptr, frame->ctx, &type,
                                           nullptr};
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_ExecutionContext_Get(&get)) return error;
  *static_cast<int32_t*>(Ret(frame, 0).data) = *static_cast<int32_t*>(get.data);
  return nullptr;
}

// Fills its result on the thread pool, after it has returned; uses scratch memory on the way.
struct Later {
  const XLA_FFI_Api* api;
  XLA_FFI_Future* future;
  int32_t* out;
  bool fail;
};

void FinishLater(void* data) {
  Later later = *static_cast<Later*>(data);
  delete static_cast<Later*>(data);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  *later.out = 7;
  if (later.fail) {
    XLA_FFI_Error_Create_Args error = {XLA_FFI_Error_Create_Args_STRUCT_SIZE, nullptr, "failed later",
                                       XLA_FFI_Error_Code_ABORTED};
    XLA_FFI_Future_SetError_Args set = {XLA_FFI_Future_SetError_Args_STRUCT_SIZE, nullptr, later.future,
                                        later.api->XLA_FFI_Error_Create(&error)};
    later.api->XLA_FFI_Future_SetError(&set);
  } else {
    XLA_FFI_Future_SetAvailable_Args set = {XLA_FFI_Future_SetAvailable_Args_STRUCT_SIZE, nullptr, later.future};
    later.api->XLA_FFI_Future_SetAvailable(&set);
  }
}

template <bool kFail>
XLA_FFI_Error* Async(XLA_FFI_CallFrame* frame) {
  if (Metadata(frame)) return nullptr;
  XLA_FFI_DeviceMemory_Allocate_Args scratch = {
      XLA_FFI_DeviceMemory_Allocate_Args_STRUCT_SIZE, nullptr, frame->ctx, 1000, 64, nullptr};
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_DeviceMemory_Allocate(&scratch)) return error;
  std::memset(scratch.data, 1, 1000);
  XLA_FFI_Future_Create_Args create = {XLA_FFI_Future_Create_Args_STRUCT_SIZE, nullptr, nullptr};
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_Future_Create(&create)) return error;
  auto* later = new Later{frame->api, create.future, static_cast<int32_t*>(Ret(frame, 0).data), kFail};
  XLA_FFI_ThreadPool_Schedule_Args schedule = {XLA_FFI_ThreadPool_Schedule_Args_STRUCT_SIZE, nullptr, frame->ctx,
                                               FinishLater, later};
  if (XLA_FFI_Error* error = frame->api->XLA_FFI_ThreadPool_Schedule(&schedule)) return error;
  frame->future = create.future;
  return nullptr;
}

// ---- Tests

class FfiTest : public testing::Test {
 protected:
  void SetUp() override { g_minor_version = 3; }

  void Register(std::string_view name, XLA_FFI_Handler* execute, XLA_FFI_Handler* instantiate = nullptr) {
    const Status status = registry_.Register(name, "Host", {.instantiate = instantiate, .execute = execute}, 0);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  StatusOr<std::vector<RuntimeValue>> Run(const std::string& body, const RunOptions& options = {}) {
    return RunText("func.func @main() -> tensor<i32> {\n" + body + "\n  return %r : tensor<i32>\n}", &registry_, {},
                   options);
  }

  FfiRegistry registry_;
};

TEST_F(FfiTest, HandlerGetsBuffersAndAttributes) {
  Register("add_scaled", AddScaled);
  const auto results = RunText(
      R"(func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
           %r = stablehlo.custom_call @add_scaled(%a, %b)
             {api_version = 4 : i32, mhlo.backend_config = {scale = 2.0 : f32}}
             : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
           return %r : tensor<3xf32>
         })",
      &registry_,
      {MakeTensor<float>(ElementType::kF32, {3}, {1, 2, 3}), MakeTensor<float>(ElementType::kF32, {3}, {10, 20, 30})});
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  EXPECT_THAT(ToVector<float>((*results)[0]), ElementsAre(21, 42, 63));
}

TEST_F(FfiTest, EveryKindOfAttributeArrives) {
  Register("attributes", Attributes);
  const auto results = Run(R"(
    stablehlo.custom_call @attributes() {api_version = 4 : i32, has_side_effect = true, mhlo.backend_config = {
      arr = array<i16: 1, 2, -3>, b = true, c = dense<[1.0, 2.0]> : tensor<2xf64>, d = {inner = 5 : i32},
      e = [1 : i64, 2 : i64], i = -8 : i32, letter = 76 : ui8, s = "text", u}} : () -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>)");
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  EXPECT_EQ(g_attributes,
            "arr=array3:3:-3 b=scalar1 c=array12:2 d={inner=scalar4:5 } e=array5:2 i=scalar4:-8 letter=scalar6:76 "
            "s='text' u=scalar1 ");
}

TEST_F(FfiTest, LayoutsDecideTheOrderInMemory) {
  Register("memory_order", MemoryOrder);
  const auto results = RunText(
      R"(func.func @main(%a: tensor<2x3xi32>) -> tensor<2x3xi32> {
           %r = stablehlo.custom_call @memory_order(%a) {api_version = 4 : i32,
             operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}
             : (tensor<2x3xi32>) -> tensor<2x3xi32>
           return %r : tensor<2x3xi32>
         })",
      &registry_, {MakeTensor<int32_t>(ElementType::kI32, {2, 3}, {1, 2, 3, 4, 5, 6})});
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  // In memory: 1 4 2 5 3 6.
  EXPECT_THAT(ToVector<int32_t>((*results)[0]), ElementsAre(10, 22, 34, 41, 53, 65));
}

TEST_F(FfiTest, AliasedOperandIsTheResult) {
  Register("in_place", InPlace);
  const auto results = RunText(
      R"(func.func @main(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
           %r = stablehlo.custom_call @in_place(%a) {api_version = 4 : i32,
             output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0,
                                       operand_tuple_indices = []>]} : (tensor<2xi32>) -> tensor<2xi32>
           return %a, %r : tensor<2xi32>, tensor<2xi32>
         })",
      &registry_, {MakeTensor<int32_t>(ElementType::kI32, {2}, {5, 6})});
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  EXPECT_THAT(ToVector<int32_t>((*results)[0]), ElementsAre(5, 6));
  EXPECT_THAT(ToVector<int32_t>((*results)[1]), ElementsAre(6, 7));
}

TEST_F(FfiTest, ErrorsKeepCodeAndMessage) {
  Register("failing", Failing);
  const auto results = Run("%r = stablehlo.custom_call @failing() {api_version = 4 : i32} : () -> tensor<i32>");
  EXPECT_EQ(results.status().code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(results.status().message()), HasSubstr("no more of it"));
}

TEST_F(FfiTest, StateLivesAsLongAsTheProgram) {
  Register("counter", CounterExecute, CounterInstantiate);
  g_counters_destroyed = 0;
  {
    const auto program = PrepareText(
        R"(func.func @main() -> tensor<i32> {
             %r = stablehlo.custom_call @counter() {api_version = 4 : i32, has_side_effect = true} : () -> tensor<i32>
             return %r : tensor<i32>
           })",
        &registry_);
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    for (const int32_t expected : {41, 42}) {
      const auto results = (*program)->Run({}, {});
      ASSERT_TRUE(results.ok()) << results.status().ToString();
      EXPECT_THAT(ToVector<int32_t>((*results)[0]), ElementsAre(expected));
    }
    EXPECT_EQ(g_counters_destroyed, 0);
  }
  EXPECT_EQ(g_counters_destroyed, 1);
}

TEST_F(FfiTest, UserDataIsFoundByTypeId) {
  Register("user_data", UserData);
  const std::string body =
      "%r = stablehlo.custom_call @user_data() {api_version = 4 : i32, has_side_effect = true} : () -> tensor<i32>";
  int32_t value = 1234;
  FfiRunContext context;
  context.user_data[kUserType] = &value;
  RunOptions options;
  options.custom_call_context = &context;
  const auto results = Run(body, options);
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  EXPECT_THAT(ToVector<int32_t>((*results)[0]), ElementsAre(1234));
  EXPECT_EQ(Run(body).status().code(), StatusCode::kFailedPrecondition);
  context.user_data.clear();
  EXPECT_EQ(Run(body, options).status().code(), StatusCode::kNotFound);
}

TEST_F(FfiTest, ResultsMayComeLater) {
  Register("async", Async<false>);
  Register("async_failing", Async<true>);
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    RunOptions options;
    options.pool = &pool;
    const auto results =
        Run("%r = stablehlo.custom_call @async() {api_version = 4 : i32} : () -> tensor<i32>", options);
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_THAT(ToVector<int32_t>((*results)[0]), ElementsAre(7));
    const Status status =
        Run("%r = stablehlo.custom_call @async_failing() {api_version = 4 : i32} : () -> tensor<i32>", options)
            .status();
    EXPECT_EQ(status.code(), StatusCode::kAborted);
    EXPECT_THAT(std::string(status.message()), HasSubstr("failed later"));
  }
}

TEST_F(FfiTest, UnknownTargetIsAnErrorBeforeRunning) {
  Register("add_scaled", AddScaled);
  const auto program = PrepareText(
      R"(func.func @main() -> tensor<i32> {
           %r = stablehlo.custom_call @add_scale() {api_version = 4 : i32} : () -> tensor<i32>
           return %r : tensor<i32>
         })",
      &registry_);
  EXPECT_EQ(program.status().code(), StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(program.status().message()), HasSubstr("near names: add_scaled"));
}

TEST_F(FfiTest, RegistrationRefusesWhatCannotRun) {
  EXPECT_EQ(registry_.Register("", "Host", {.execute = AddScaled}, 0).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(registry_.Register("x", "Host", {}, 0).code(), StatusCode::kInvalidArgument);
  for (const int minor : {0, FfiRegistry::kMinorVersion + 1}) {
    g_minor_version = minor;
    const Status status = registry_.Register("x", "cpu", {.execute = AddScaled}, 0);
    EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr("was built with XLA FFI 0." + std::to_string(minor)));
  }
  for (int minor = 1; minor <= FfiRegistry::kMinorVersion; ++minor) {
    g_minor_version = minor;
    EXPECT_TRUE(registry_.Register("x", "HOST", {.execute = AddScaled}, 0).ok());
  }
  EXPECT_EQ(registry_.Register("x", "cpu", {.execute = InPlace}, 0).code(), StatusCode::kAlreadyExists);
  EXPECT_TRUE(registry_.Register("x", "CUDA", {.execute = InPlace}, 0).ok());
  EXPECT_TRUE(registry_.Has("x", 4));
  EXPECT_FALSE(registry_.Has("x", 1));
}

TEST_F(FfiTest, TypesHaveOneIdAndOneName) {
  const auto first = registry_.RegisterType("a", 0, nullptr);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(*registry_.RegisterType("a", 0, nullptr), *first);
  EXPECT_NE(*registry_.RegisterType("b", 0, nullptr), *first);
  EXPECT_EQ(*registry_.RegisterType("c", 500, nullptr), 500);
  EXPECT_EQ(registry_.RegisterType("d", 500, nullptr).status().code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(registry_.RegisterType("a", *first + 1, nullptr).status().code(), StatusCode::kAlreadyExists);
}

TEST_F(FfiTest, TableChecksSizes) {
  const XLA_FFI_Api* api = FfiApi();
  EXPECT_GE(api->struct_size, size_t{XLA_FFI_Api_STRUCT_SIZE});
  XLA_FFI_RunId_Get_Args args = {4, nullptr, nullptr, 0};
  XLA_FFI_Error* error = api->XLA_FFI_RunId_Get(&args);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(TakeError(error).code(), StatusCode::kInvalidArgument);
  error = api->XLA_FFI_RunId_Get(nullptr);
  ASSERT_NE(error, nullptr);
  XLA_FFI_Error_GetMessage_Args message = {XLA_FFI_Error_GetMessage_Args_STRUCT_SIZE, nullptr, error, nullptr};
  api->XLA_FFI_Error_GetMessage(&message);
  EXPECT_STREQ(message.message, "XLA_FFI_RunId_Get: args is null");
  XLA_FFI_Error_Destroy_Args destroy = {XLA_FFI_Error_Destroy_Args_STRUCT_SIZE, nullptr, error};
  api->XLA_FFI_Error_Destroy(&destroy);
}

}  // namespace
}  // namespace cppjrt::cpu
