// Custom kernels of C++ on every plugin at hand: what a program hands over, state, user data, threads, futures, errors.
#include "pjrt/ffi.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pjrt/abi/xla_ffi_c_api.h"
#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using F32s = ffi::Buffer<ffi::F32>;

class FfiTest : public XlaCpuTest {
 protected:
  static void SetUpTestSuite() {}
  // f32[4] -> f32[4] through a call of `target`.
  static std::string CallOf(const std::string& target, const std::string& attributes = "") {
    return "module @custom {\n  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
           "    %0 = stablehlo.custom_call @" +
           target + "(%a) {api_version = 4 : i32, backend_config = {" + attributes +
           "}} : (tensor<4xf32>) -> tensor<4xf32>\n    return %0 : tensor<4xf32>\n  }\n}";
  }
  // A name that no other test has.
  static std::string Target(const char* name) { return std::string("cppjrt_test_") + name; }
  static void Register(const std::string& target, const ffi::Kernel& kernel) {
    const Status status = ffi::Register(plugin(), target, kernel);
    // With --gtest_repeat it is there already.
    if (status.code() != StatusCode::kAlreadyExists) Check(status);
  }
  static void Register(const std::string& target, ffi::Function execute) {
    ffi::Kernel kernel;
    kernel.execute = std::move(execute);
    Register(target, kernel);
  }
  // What a run of the program ends with: its values, or the error, wherever it surfaces.
  static StatusOr<Floats> RunText(const std::string& text, const ExecuteOptions& options = {}) {
    CPPJRT_ASSIGN_OR_RETURN(const LoadedExecutable executable, client().Compile({text, "mlir"}));
    const Buffer a = Upload(Floats{1, 2, 3, 4});
    const Buffer* const arguments[] = {&a};
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<Buffer> results, executable.Execute(arguments, options));
    return results[0].ToVector<float>();
  }
};
INSTANTIATE_ON_XLA_CPU(FfiTest);

void Copy(F32s in, ffi::Out<F32s> out, float factor) {
  for (size_t i = 0; i < in.num_elements(); ++i) out.data()[i] = factor * in.data()[i];
}

TEST_P(FfiTest, AKernelGetsArraysAndAttributes) {
  Register(Target("scale"), ffi::Bind().Arg<F32s>().Ret<F32s>().Attr<float>("factor").To(Copy));
  EXPECT_THAT(Get(RunText(CallOf(Target("scale"), "factor = 2.5 : f32"))), ElementsAre(2.5, 5, 7.5, 10));
  EXPECT_THAT(ffi::Register(plugin(), Target("scale"), ffi::Bind().To([] {})),
              StatusIs(StatusCode::kAlreadyExists, HasSubstr("scale")));
}

TEST_P(FfiTest, ThePluginsFfiVersionIsKnown) {
  const ffi::FfiVersion version = Get(ffi::VersionOf(plugin()));
  EXPECT_EQ(version.major_version, 0);
  const std::string name = GetParam();
  const int expected = name == "xla-cpu" ? 4 : name == "xla-cpu-0.106" ? 3 : name == "xla-cpu-0.81" ? 2 : 5;
  EXPECT_EQ(version.minor_version, expected);
}

TEST_P(FfiTest, EveryKindOfAttributeArrives) {
  static std::string seen;
  enum class Mode : int32_t { kFast = 7 };
  Register(Target("attributes"),
           ffi::Bind()
               .Attr<bool>("b")
               .Attr<int64_t>("i")
               .Attr<double>("d")
               .Attr<std::string_view>("s")
               .Attr<std::span<const int32_t>>("a")
               .Attr<ffi::Dictionary>("m")
               .Attr<std::optional<float>>("o")
               .Attr<Mode>("e")
               .Arg<F32s>()
               .Ret<F32s>()
               .To([](bool b, int64_t i, double d, std::string_view s, std::span<const int32_t> a, ffi::Dictionary m,
                      std::optional<float> o, Mode e, F32s in, ffi::Out<F32s> out) -> Status {
                 CPPJRT_ASSIGN_OR_RETURN(const int8_t inner, m.Get<int8_t>("x"));
                 seen = std::to_string(b) + " " + std::to_string(i) + " " + std::to_string(d) + " " + std::string(s) +
                        " " + std::to_string(a.size()) + ":" + std::to_string(a[2]) + " " + std::to_string(inner) +
                        " " + (o ? "some" : "none") + " " + std::to_string(static_cast<int>(e));
                 Copy(in, out, 1);
                 return Status();
               }));
  EXPECT_THAT(RunText(CallOf(Target("attributes"),
                             "b = true, i = -5 : i64, d = 0.5 : f64, s = \"text\", a = array<i32: 1, 2, 3>, "
                             "m = {x = 4 : i8}, e = 7 : i32")),
              IsOk());
  EXPECT_EQ(seen, "1 -5 0.500000 text 3:3 4 none 7");
}

TEST_P(FfiTest, WhatDoesNotFitIsAnErrorWithBothSides) {
  Register(Target("picky"), ffi::Bind().Arg<ffi::Buffer<ffi::F64, 2>>().Ret<F32s>().Attr<float>("eps").To(
                                [](ffi::Buffer<ffi::F64, 2>, ffi::Out<F32s>, float) {}));
  EXPECT_THAT(
      RunText(CallOf(Target("picky"), "eps = 1.0 : f32")),
      StatusIs(StatusCode::kInvalidArgument, HasSubstr("argument 0 is f32[4], the kernel takes f64 of rank 2")));
  Register(Target("eps"), ffi::Bind().Arg<F32s>().Ret<F32s>().Attr<float>("eps").To(Copy));
  EXPECT_THAT(RunText(CallOf(Target("eps"))), StatusIs(StatusCode::kNotFound, HasSubstr("no attribute eps")));
  EXPECT_THAT(
      RunText(CallOf(Target("eps"), "eps = \"x\"")),
      StatusIs(StatusCode::kInvalidArgument, HasSubstr("attribute eps is a string, the kernel takes a scalar")));
  EXPECT_THAT(RunText(CallOf(Target("eps"), "eps = 1.0 : f32, more = 1 : i32")),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("more")));
  Register(Target("two"), ffi::Bind().Arg<F32s>().Arg<F32s>().Ret<F32s>().To([](F32s, F32s, ffi::Out<F32s>) {}));
  EXPECT_THAT(RunText(CallOf(Target("two"))),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("the call has 1 argument, the kernel takes 2")));
}

TEST_P(FfiTest, ErrorsKeepTheirCodeAndExceptionsAreInternal) {
  Register(Target("fails"), ffi::Bind().Arg<F32s>().Ret<F32s>().To(
                                [](F32s, ffi::Out<F32s>) { return cppjrt::ResourceExhaustedError("no more of it"); }));
  EXPECT_THAT(RunText(CallOf(Target("fails"))), StatusIs(StatusCode::kResourceExhausted, HasSubstr("no more of it")));
  Register(Target("throws"),
           ffi::Bind().Args().Rets().To([](ffi::RestArgs, ffi::RestRets) { throw std::runtime_error("kaput"); }));
  EXPECT_THAT(RunText(CallOf(Target("throws"))), StatusIs(StatusCode::kInternal, HasSubstr("kaput")));
  // The client lives on.
  Register(Target("after"),
           ffi::Bind().Arg<F32s>().Ret<F32s>().To([](F32s in, ffi::Out<F32s> out) { Copy(in, out, 3); }));
  EXPECT_THAT(Get(RunText(CallOf(Target("after")))), ElementsAre(3, 6, 9, 12));
}

// A handler as another compiler makes it: it answers what it is, else doubles.
XLA_FFI_Error* Doubles(XLA_FFI_CallFrame* frame) {
  if (frame->extension_start != nullptr && frame->extension_start->type == XLA_FFI_Extension_Metadata) {
    XLA_FFI_Metadata* metadata = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start)->metadata;
    metadata->api_version.major_version = frame->api->api_version.major_version;
    metadata->api_version.minor_version = frame->api->api_version.minor_version;
    return nullptr;
  }
  if (frame->stage != XLA_FFI_ExecutionStage_EXECUTE) return nullptr;
  const auto* in = static_cast<const XLA_FFI_Buffer*>(frame->args.args[0]);
  const auto* out = static_cast<const XLA_FFI_Buffer*>(frame->rets.rets[0]);
  for (size_t i = 0; i < 4; ++i) static_cast<float*>(out->data)[i] = 2 * static_cast<const float*>(in->data)[i];
  return nullptr;
}

// Whoever starts a short program sees its kernel's effects and error when the call returns, as on XLA's CPU.
TEST_P(FfiTest, ShortProgramsCallKernelsBeforeExecuteReturns) {
  static std::thread::id caller;
  Register(Target("at_once"), ffi::Bind().Args().Rets().To([](ffi::RestArgs, ffi::RestRets) -> Status {
    caller = std::this_thread::get_id();
    return cppjrt::InvalidArgumentError("not today");
  }));
  const LoadedExecutable executable = Get(client().Compile({CallOf(Target("at_once")), "mlir"}));
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  Check(a.ReadyEvent().Await());
  const Buffer* const arguments[] = {&a};
  EXPECT_THAT(executable.Execute(arguments), StatusIs(StatusCode::kInvalidArgument, HasSubstr("not today")));
  EXPECT_EQ(caller, std::this_thread::get_id());
}

TEST_P(FfiTest, HandlersFromElsewhereRunAsTheyAre) {
  ffi::RawKernel kernel;
  EXPECT_THAT(ffi::RegisterRaw(plugin(), Target("raw"), kernel), StatusIs(StatusCode::kInvalidArgument));
  kernel.execute = reinterpret_cast<void*>(&Doubles);
  const Status first = ffi::RegisterRaw(plugin(), Target("raw"), kernel);
  if (first.code() != StatusCode::kAlreadyExists) Check(first);
  EXPECT_THAT(ffi::RegisterRaw(plugin(), Target("raw"), kernel), StatusIs(StatusCode::kAlreadyExists));
  EXPECT_THAT(RunText(CallOf(Target("raw"))).value(), ElementsAre(2, 4, 6, 8));
  // With a stage before, through the table of functions.
  kernel.instantiate = kernel.execute;
  const Status staged = ffi::RegisterRaw(plugin(), Target("raw_staged"), kernel);
  if (staged.code() == StatusCode::kUnimplemented) GTEST_SKIP() << "no way to register stages";
  if (staged.code() != StatusCode::kAlreadyExists) Check(staged);
  EXPECT_THAT(RunText(CallOf(Target("raw_staged"))).value(), ElementsAre(2, 4, 6, 8));
}

TEST_P(FfiTest, ANameThatNobodyRegisteredFailsToCompile) {
  EXPECT_FALSE(client().Compile({CallOf("cppjrt_test_nobody"), "mlir"}).ok());
}

TEST_P(FfiTest, FurtherArraysComeInALump) {
  Register(Target("rest"), ffi::Bind().Args().Ret<F32s>().To([](ffi::RestArgs args, ffi::Out<F32s> out) -> Status {
    EXPECT_EQ(args.size(), 1);
    EXPECT_THAT(args.Get<ffi::Buffer<ffi::S8>>(0), StatusIs(StatusCode::kInvalidArgument));
    EXPECT_THAT(args.Get<F32s>(1), StatusIs(StatusCode::kOutOfRange));
    CPPJRT_ASSIGN_OR_RETURN(const F32s in, args.Get<F32s>(0));
    Copy(in, out, -1);
    return Status();
  }));
  EXPECT_THAT(Get(RunText(CallOf(Target("rest")))), ElementsAre(-1, -2, -3, -4));
}

struct Counter {
  explicit Counter(int64_t s) : step(s) { ++alive; }
  ~Counter() { --alive; }
  int64_t step;
  std::atomic<int> runs = 0;
  static inline std::atomic<int> alive = 0;
};

TEST_P(FfiTest, StateFlowsFromInstantiateToExecute) {
  ffi::Kernel kernel;
  kernel.instantiate = ffi::Bind().Attr<int64_t>("step").To([](int64_t step) -> StatusOr<std::unique_ptr<Counter>> {
    if (step < 0) return cppjrt::InvalidArgumentError("a negative step");
    return std::make_unique<Counter>(step);
  });
  kernel.execute = ffi::Bind().Ctx<ffi::State<Counter>>().Arg<F32s>().Ret<F32s>().Attrs().To(
      [](ffi::State<Counter> counter, F32s in, ffi::Out<F32s> out, ffi::Dictionary) {
        Copy(in, out, static_cast<float>(++counter->runs * counter->step));
      });
  Register(Target("state"), kernel);
  const int before = Counter::alive;
  {
    const LoadedExecutable executable = Compile(CallOf(Target("state"), "step = 2 : i64"));
    EXPECT_GT(Counter::alive, before);
    const Buffer a = Upload(Floats{1, 2, 3, 4});
    EXPECT_THAT(Run(executable, {&a}), ElementsAre(2, 4, 6, 8));
    EXPECT_THAT(Run(executable, {&a}), ElementsAre(4, 8, 12, 16));
  }
  EXPECT_EQ(Counter::alive, before);
  EXPECT_FALSE(RunText(CallOf(Target("state"), "step = -1 : i64")).ok());
}

TEST_P(FfiTest, UserDataIsFoundByItsType) {
  struct Settings {
    float factor;
  };
  Register(Target("user_data"),
           ffi::Bind().Ctx<ffi::UserData<Settings>>().Arg<F32s>().Ret<F32s>().To(
               [](ffi::UserData<Settings> settings, F32s in, ffi::Out<F32s> out) { Copy(in, out, settings->factor); }));
  const ExecuteContext context = Get(ExecuteContext::Create(plugin()));
  Settings settings{0.5F};
  EXPECT_THAT(ffi::AddUserData(context, &settings), IsOk());
  ExecuteOptions options;
  options.context = &context;
  EXPECT_THAT(Get(RunText(CallOf(Target("user_data")), options)), ElementsAre(0.5, 1, 1.5, 2));
  settings.factor = 4;
  EXPECT_THAT(Get(RunText(CallOf(Target("user_data")), options)), ElementsAre(4, 8, 12, 16));
  // Without a context XLA follows a null pointer.
  if (GetParam() == std::string(kOurPlugin)) {
    EXPECT_FALSE(RunText(CallOf(Target("user_data"))).ok());
  }
}

TEST_P(FfiTest, AnEventEndsTheCallLater) {
  Register(Target("later"), ffi::Bind().Arg<F32s>().Ret<F32s>().Attr<bool>("fail").To(
                                [](F32s in, ffi::Out<F32s> out, bool fail) -> Event {
                                  Promise promise;
                                  Event event = promise.event();
                                  std::thread([in, out, fail, promise = std::move(promise)]() mutable {
                                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                    Copy(in, out, 10);
                                    Check(promise.Set(fail ? cppjrt::DataLossError("too late") : Status()));
                                  }).detach();
                                  return event;
                                }));
  EXPECT_THAT(Get(RunText(CallOf(Target("later"), "fail = false"))), ElementsAre(10, 20, 30, 40));
  EXPECT_THAT(RunText(CallOf(Target("later"), "fail = true")), StatusIs(StatusCode::kDataLoss, HasSubstr("too late")));
}

TEST_P(FfiTest, TheThreadPoolRunsTasks) {
  Register(Target("pool"), ffi::Bind().Ctx<ffi::ThreadPool>().Arg<F32s>().Ret<F32s>().To(
                               [](ffi::ThreadPool pool, F32s in, ffi::Out<F32s> out) -> StatusOr<Event> {
                                 CPPJRT_ASSIGN_OR_RETURN(const int64_t threads, pool.num_threads());
                                 EXPECT_GT(threads, 0);
                                 auto promise = std::make_shared<Promise>();
                                 Event event = promise->event();
                                 CPPJRT_RETURN_IF_ERROR(pool.Schedule([in, out, promise] {
                                   Copy(in, out, 7);
                                   Check(promise->Set(Status()));
                                 }));
                                 return event;
                               }));
  EXPECT_THAT(Get(RunText(CallOf(Target("pool")))), ElementsAre(7, 14, 21, 28));
}

TEST_P(FfiTest, ACpuHasNoStreamAndTellsWhereItRuns) {
  Register(Target("stream"),
           ffi::Bind().Ctx<ffi::Stream<>>().Args().Rets().To([](ffi::Stream<>, ffi::RestArgs, ffi::RestRets) {}));
  const StatusOr<Floats> streamed = RunText(CallOf(Target("stream")));
  if (!streamed.ok()) {
    EXPECT_THAT(streamed, StatusIs(StatusCode::kUnimplemented, HasSubstr("Stream_Get")));
  }
  static std::atomic<int> ordinal = -1;
  Register(Target("info"), ffi::Bind().Ctx<ffi::CallInfo>().Arg<F32s>().Ret<F32s>().To(
                               [](ffi::CallInfo info, F32s in, ffi::Out<F32s> out) {
                                 ordinal = info.device_ordinal;
                                 EXPECT_EQ(info.stage, ffi::Stage::kExecute);
                                 Copy(in, out, 1);
                               }));
  EXPECT_THAT(RunText(CallOf(Target("info"))), IsOk());
  EXPECT_EQ(ordinal, 0);
}

TEST_P(FfiTest, EveryElementTypeIsNamedAndPassedThrough) {
  static ElementType seen = ElementType::kInvalid;
  Register(Target("any"), ffi::Bind().Arg().Ret().To([](ffi::Buffer<> in, ffi::Out<ffi::Buffer<>> out) {
    seen = in.element_type();
    std::memcpy(out.address(), in.address(), in.num_bytes());
  }));
  for (const ElementTypeInfo& info : ElementTypes()) {
    if (info.kind == ElementKind::kNone || info.type == ElementType::kF6E2M3FN || info.type == ElementType::kF6E3M2FN) {
      continue;
    }
    // Narrower ones lie otherwise in XLA's kernels; StableHLO has no i1 of a bit.
    if (IsSubByte(info.type)) continue;
    SCOPED_TRACE(info.name);
    const std::string type = "tensor<8x" + std::string(info.name) + ">";
    const std::string text = "module @any { func.func public @main(%a: " + type + ") -> " + type +
                             " { %0 = stablehlo.custom_call @" + Target("any") + "(%a) {api_version = 4 : i32} : (" +
                             type + ") -> " + type + "\n return %0 : " + type + " } }";
    const StatusOr<LoadedExecutable> executable = client().Compile({text, "mlir"});
    if (!executable.ok()) {
      EXPECT_EQ(GetParam(), std::string("xla-cpu-0.81")) << executable.status().ToString();
      continue;
    }
    std::vector<std::byte> bytes(static_cast<size_t>(Get(HostBytes(info.type, Dims{8}))));
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::byte>(info.type == ElementType::kPred ? i % 2 : i);
    const Dims dims = {8};
    const Buffer a = Get(client().Upload({bytes.data(), info.type, dims, {}}));
    const std::vector<Buffer> results = Get(executable->Execute({&a}));
    EXPECT_EQ(Get(results[0].ToHost()), bytes);
    EXPECT_EQ(seen, info.type);
  }
}

}  // namespace
}  // namespace pjrt
