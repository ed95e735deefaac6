// execution: running programs on one device; donation; arguments that do not fit.
#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

const Array kA = F32({4}, {1, 2, 3, 4});
const Array kB = F32({4}, {10, 20, 30, 40});
const Array kSum = F32({4}, {11, 22, 33, 44});

Status RunAndExpect(Context& context, std::string_view program, const std::vector<Array>& arguments,
                    const std::vector<Array>& expected) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(program));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.RunArrays(loaded, arguments));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of results", results.size(), expected.size()));
  for (size_t i = 0; i < results.size(); ++i) CPPJRT_RETURN_IF_ERROR(Same(results[i], expected[i]));
  return Status();
}

constexpr char kNoArguments[] = R"(module @none {
  func.func public @main() -> tensor<3xi32> {
    %0 = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32>
    return %0 : tensor<3xi32>
  }
})";
constexpr char kNoResults[] = R"(module @nothing {
  func.func public @main(%a: tensor<4xf32>) {
    return
  }
})";
constexpr char kUnusedArgument[] = R"(module @unused {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<2xi8>, %c: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.subtract %c, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
constexpr char kTwiceTheSame[] = R"(module @twice {
  func.func public @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.negate %a : tensor<4xf32>
    return %0, %a, %0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
})";
constexpr char kEmpty[] = R"(module @empty {
  func.func public @main(%a: tensor<0x3xf32>) -> tensor<0x3xf32> {
    %0 = stablehlo.add %a, %a : tensor<0x3xf32>
    return %0 : tensor<0x3xf32>
  }
})";

// Every order of arguments is that of the program.
Status ArgumentOrder(Context& context) {
  return RunAndExpect(context, kUnusedArgument, {kA, MakeArray<int8_t>(PJRT_Buffer_Type_S8, {2}, {1, 2}), kB},
                      {F32({4}, {9, 18, 27, 36})});
}

Status ManyArguments(Context& context) {
  constexpr int kCount = 100;
  std::string parameters, body;
  std::vector<Array> arguments;
  float sum = 0;
  for (int i = 0; i < kCount; ++i) {
    parameters += (i == 0 ? "" : ", ") + ("%a" + std::to_string(i)) + ": tensor<f32>";
    const std::string former = i == 1 ? "%a0" : "%s" + std::to_string(i - 1);
    if (i > 0)
      body +=
          "    %s" + std::to_string(i) + " = stablehlo.add " + former + ", %a" + std::to_string(i) + " : tensor<f32>\n";
    arguments.push_back(F32({}, {static_cast<float>(i + 1)}));
    sum += static_cast<float>(i + 1);
  }
  const std::string program = "module @many {\n  func.func public @main(" + parameters + ") -> tensor<f32> {\n" + body +
                              "    return %s99 : tensor<f32>\n  }\n}";
  return RunAndExpect(context, program, arguments, {F32({}, {sum})});
}

Status RunAgain(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle add, session.Compile(kAdd));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle b, session.Upload(kB));
  for (int i = 0; i < 5; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(add, {a.get(), b.get()}));
    CPPJRT_ASSIGN_OR_RETURN(const Array sum, session.Read(results[0]));
    CPPJRT_RETURN_IF_ERROR(Same(sum, kSum));
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array unchanged, session.Read(a));
  return Same(unchanged, kA);
}

// 50 executions in a row, each with the one before's result, none awaited.
Status Chained(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle increment, session.Compile(kScalarIncrement));
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle value, session.Upload(F32({}, {0})));
  for (int i = 0; i < 50; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(value, session.Start(increment, value.get()));
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array last, session.Read(value));
  return Same(last, F32({}, {50}));
}

// The result is the reader's, also when program and argument are gone.
Status ResultOutlives(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  std::vector<BufferHandle> results;
  {
    CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA));
    CPPJRT_ASSIGN_OR_RETURN(results, session.Run(negate, {a.get()}));
  }
  CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(results[0]));
  return Same(values, F32({4}, {-1, -2, -3, -4}));
}

// A result that is an argument is a buffer of its own.
Status PassThrough(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle identity, session.Compile(IdentityProgram("tensor<4xf32>")));
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle a, session.Upload(kA));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(identity, {a.get()}));
  auto remove = session.api().Make<PJRT_Buffer_Delete_Args>();
  remove.buffer = a.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(remove));
  CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(results[0]));
  return Same(values, kA);
}

Status WithExecuteDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  pjrt::CompileOptions options;
  options.compile_portable_executable = true;
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate, options));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA, devices[1]));
  auto run = PJRT_ExecuteOptions{};
  run.struct_size = pjrt::abi::StructSize<PJRT_ExecuteOptions>(session.api().sent_minor());
  PJRT_Buffer* const argument = a.get();
  PJRT_Buffer* const* row = &argument;
  PJRT_Buffer* output = nullptr;
  PJRT_Buffer** results = &output;
  auto args = session.api().Make<PJRT_LoadedExecutable_Execute_Args>();
  args.executable = negate.get();
  args.options = &run;
  args.argument_lists = &row;
  args.num_devices = 1;
  args.num_args = 1;
  args.output_lists = &results;
  args.execute_device = devices[1];
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const BufferHandle result(session.api(), output);
  CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(result));
  CPPJRT_RETURN_IF_ERROR(Same(values, F32({4}, {-1, -2, -3, -4})));
  auto where = session.api().Make<PJRT_Buffer_Device_Args>();
  where.buffer = result.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(where));
  return Expect(where.device == devices[1], "the result is on another device than the one the run was sent to");
}

Status WithContext(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  if (session.api().minor() < 64) return Absent("executions take a context since 0.64");
  auto create = session.api().Make<PJRT_ExecuteContext_Create_Args>();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(create));
  const ContextHandle data(session.api(), create.context);
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA));
  auto options = PJRT_ExecuteOptions{};
  options.context = data.get();
  options.launch_id = 7;
  for (int i = 0; i < 2; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(negate, {a.get()}, &options));
    CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(results[0]));
    CPPJRT_RETURN_IF_ERROR(Same(values, F32({4}, {-1, -2, -3, -4})));
  }
  return Status();
}

Status LongWork(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle countdown, session.Compile(kCountdown));
  constexpr int kSteps = 200000;
  uint32_t expected = 12345;
  for (int i = 0; i < kSteps; ++i) expected = expected * 1664525u + 1013904223u;
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(countdown, {S32({}, {kSteps})}));
  return Same(result, S32({}, {static_cast<int32_t>(expected)}));
}

// --- donation

struct Donating {
  Session session;
  LoadedHandle program;
  BufferHandle a, b;
};

StatusOr<Donating> MakeDonating(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(LoadedHandle program, session.Compile(kDonatingAdd));
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle a, session.Upload(kA));
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle b, session.Upload(kB));
  return Donating{std::move(session), std::move(program), std::move(a), std::move(b)};
}

Status Donates(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Donating it, MakeDonating(context));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, it.session.Run(it.program, {it.a.get(), it.b.get()}));
  CPPJRT_ASSIGN_OR_RETURN(const Array sum, it.session.Read(results[0]));
  CPPJRT_RETURN_IF_ERROR(Same(sum, kSum));
  CPPJRT_ASSIGN_OR_RETURN(const bool a_deleted, it.session.IsDeleted(it.a.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_deleted of the donated argument", a_deleted, true));
  CPPJRT_ASSIGN_OR_RETURN(const bool b_deleted, it.session.IsDeleted(it.b.get()));
  return ExpectEqual("is_deleted of the other argument", b_deleted, false);
}

Status UseAfterDonation(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Donating it, MakeDonating(context));
  CPPJRT_RETURN_IF_ERROR(it.session.Run(it.program, {it.a.get(), it.b.get()}).status());
  CPPJRT_RETURN_IF_ERROR(
      ExpectAnyError("donating a buffer again", it.session.Run(it.program, {it.a.get(), it.b.get()}).status()));
  return ExpectAnyError("reading a donated buffer", it.session.Read(it.a).status());
}

Status NonDonatable(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Donating it, MakeDonating(context));
  const int64_t keep[] = {0};
  auto options = PJRT_ExecuteOptions{};
  options.non_donatable_input_indices = keep;
  options.num_non_donatable_input_indices = 1;
  CPPJRT_ASSIGN_OR_RETURN(const auto results, it.session.Run(it.program, {it.a.get(), it.b.get()}, &options));
  CPPJRT_ASSIGN_OR_RETURN(const Array sum, it.session.Read(results[0]));
  CPPJRT_RETURN_IF_ERROR(Same(sum, kSum));
  CPPJRT_ASSIGN_OR_RETURN(const bool deleted, it.session.IsDeleted(it.a.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_deleted of an argument that may not be donated", deleted, false));
  CPPJRT_ASSIGN_OR_RETURN(const Array unchanged, it.session.Read(it.a));
  return Same(unchanged, kA);
}

Status DonateAndUse(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Donating it, MakeDonating(context));
  const auto results = it.session.Run(it.program, {it.a.get(), it.a.get()});
  if (!results.ok()) return ExpectAnyError("donating an argument that is used twice", results.status());
  CPPJRT_ASSIGN_OR_RETURN(const Array sum, it.session.Read((*results)[0]));
  return Same(sum, F32({4}, {2, 4, 6, 8}));
}

constexpr char kDonateBoth[] = R"(module @both {
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    %1 = stablehlo.multiply %a, %b : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
})";

Status DonateTwice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle both, session.Compile(kDonateBoth));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA));
  return ExpectAnyError("donating one buffer for two arguments", session.Run(both, {a.get(), a.get()}).status());
}

// A failed run may not have taken the argument.
Status FailedRunKeeps(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Donating it, MakeDonating(context));
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("one argument of two", it.session.Run(it.program, {it.a.get()}).status()));
  CPPJRT_ASSIGN_OR_RETURN(const Array unchanged, it.session.Read(it.a));
  return Same(unchanged, kA);
}

// --- arguments that do not fit

Status WrongCount(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle add, session.Compile(kAdd));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA));
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("no argument of two", session.Run(add, {}).status()));
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("one argument of two", session.Run(add, {a.get()}).status()));
  return ExpectAnyError("three arguments of two", session.Run(add, {a.get(), a.get(), a.get()}).status());
}

Status Misfit(Context& context, const Array& argument, const char* what) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(argument));
  const auto results = session.Run(negate, {buffer.get()});
  if (!results.ok()) return ExpectAnyError(what, results.status());
  const auto values = session.Read((*results)[0]);
  return UnknownError(std::string(what) + " for an argument f32[4] runs and gives " +
                      (values.ok() ? ValuesText(*values) : values.status().ToString()));
}

Status WrongDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA, devices[1]));
  return ExpectAnyError("an argument on another device", session.Run(negate, {a.get()}).status());
}

Status OtherClient(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const auto other = context.NewSession();
  if (!other.ok()) return Absent("a second client cannot be made");
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, other->Upload(kA));
  return ExpectAnyError("an argument of another client", session.Run(negate, {a.get()}).status());
}

Status WrongRows(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kA));
  return ExpectAnyError("two rows of arguments for a program on one device",
                        session.RunRows(negate, {{a.get()}, {a.get()}}).status());
}

}  // namespace

void AddExecutionChecks(Registry& registry) {
  const Area add(registry, "execution");
  constexpr char kExecute[] = "PJRT_LoadedExecutable_Execute";
  add("add", "a sum of two arrays is right", "nothing works", kExecute,
      [](Context& context) { return RunAndExpect(context, kAdd, {kA, kB}, {kSum}); });
  add("two_results", "a program with two results gives them in order", "results are mixed up", kExecute,
      [](Context& context) {
        return RunAndExpect(context, kTwoResults, {kA, kB}, {kSum, F32({4}, {10, 40, 90, 160})});
      });
  add("no_arguments", "a program without arguments runs", "constant programs do not run", kExecute,
      [](Context& context) { return RunAndExpect(context, kNoArguments, {}, {S32({3}, {7, 8, 9})}); });
  add("no_results", "a program without results runs", "programs run for their effects do not run", kExecute,
      [](Context& context) { return RunAndExpect(context, kNoResults, {kA}, {}); });
  add("argument_order", "arguments are taken in order, unused ones too", "arguments are mixed up", kExecute,
      ArgumentOrder);
  add("same_result_twice", "a value returned twice, and an argument returned, are right", "results share memory",
      kExecute, [](Context& context) {
        const Array negative = F32({4}, {-1, -2, -3, -4});
        return RunAndExpect(context, kTwiceTheSame, {kA}, {negative, kA, negative});
      });
  add("empty_array", "a program on an array without elements runs", "empty batches fail", kExecute,
      [](Context& context) { return RunAndExpect(context, kEmpty, {F32({0, 3}, {})}, {F32({0, 3}, {})}); });
  add("many_arguments", "a program with 100 arguments is right", "models with many weights do not run", kExecute,
      ManyArguments);
  add("run_again", "five runs give the same, and leave the arguments alone", "training loops diverge", kExecute,
      RunAgain);
  add("chained", "50 runs that feed each other, none awaited, are right",
      "asynchronous loops compute on unfinished values", kExecute, Chained);
  add("result_outlives", "a result outlives its program and argument", "results change when others are freed", kExecute,
      ResultOutlives);
  add("pass_through", "an argument that is returned is a buffer of its own", "results are freed with arguments",
      kExecute, PassThrough);
  add("execute_device", "a portable program runs on the device named", "work runs on the wrong device",
      "PJRT_LoadedExecutable_Execute: execute_device", WithExecuteDevice);
  add("context", "a run with a context and launch id is right, twice", "custom calls do not find their data",
      "PJRT_ExecuteContext_Create", WithContext);
  add("long_loop", "a loop of 200000 steps is right", "iterative programs are wrong", kExecute, LongWork);
  constexpr char kDonation[] = "PJRT_LoadedExecutable_Execute: donation";
  add("donation.takes", "a donated argument is gone, the other is not", "memory doubles in training loops", kDonation,
      Donates);
  add("donation.use_after", "using a donated argument is an error", "freed memory is read", kDonation,
      UseAfterDonation);
  add("donation.non_donatable", "an argument listed as not donatable stays as it was", "arguments are overwritten",
      "PJRT_ExecuteOptions: non_donatable_input_indices", NonDonatable);
  add("donation.used_twice", "donating a buffer used twice is an error or right", "wrong values without an error",
      kDonation, DonateAndUse);
  add("donation.twice", "donating one buffer for two arguments is an error", "two results share memory", kDonation,
      DonateTwice);
  add("donation.failed_run", "a run that fails takes nothing", "training loops lose their state on an error", kDonation,
      FailedRunKeeps);
  add("arguments.count", "too few and too many arguments are errors", "foreign memory is read", kExecute, WrongCount);
  add("arguments.smaller", "an argument f32[3] for f32[4] is an error", "foreign memory is read", kExecute,
      [](Context& context) { return Misfit(context, F32({3}, {1, 2, 3}), "an argument f32[3]"); });
  add("arguments.larger", "an argument f32[8] for f32[4] is an error", "wrong values without an error", kExecute,
      [](Context& context) { return Misfit(context, Pattern(PJRT_Buffer_Type_F32, {8}), "an argument f32[8]"); });
  add("arguments.wrong_type", "an argument s32[4] for f32[4], of as many bytes, is an error",
      "integers are taken for floats: wrong values without an error", kExecute,
      [](Context& context) { return Misfit(context, S32({4}, {1, 2, 3, 4}), "an argument s32[4]"); });
  add("arguments.wrong_rank", "an argument f32[2,2] for f32[4], of as many bytes, is an error",
      "arrays of the wrong shape are taken: wrong values without an error", kExecute,
      [](Context& context) { return Misfit(context, F32({2, 2}, {1, 2, 3, 4}), "an argument f32[2,2]"); });
  add("arguments.wrong_device", "an argument on another device is an error", "memory of another device is read",
      kExecute, WrongDevice);
  add("arguments.other_client", "an argument of another client is an error", "memory of another client is read",
      kExecute, OtherClient, Level::kAdvised);
  add("arguments.rows", "more rows of arguments than devices are an error", "foreign memory is read", kExecute,
      WrongRows);
}

}  // namespace cppjrt::conform
