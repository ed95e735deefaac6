// Execution: output i is argument i modulo the number of arguments, sharing its bytes.
#include <algorithm>
#include <cstring>

#include "tests/fault_plugin/buffers.h"
#include "tests/fault_plugin/executable.h"
#include "tests/fault_plugin/host_transfers.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

using Args = PJRT_LoadedExecutable_Execute_Args;

// What one device does.
struct Row {
  size_t index;
  const PJRT_LoadedExecutable& executable;
  PJRT_Device& device;
  PJRT_Buffer* const* arguments;
  size_t num_arguments;
  PJRT_Buffer** outputs;
  PJRT_Event** event;  // null: not wanted
};

[[noreturn]] void FailArgumentCount(size_t given, int64_t expected) {
  Invalid("Execution supplied " + std::to_string(given) + " arguments but compiled program expected " +
          std::to_string(expected));
}

[[noreturn]] void FailPlace(size_t argument, const PJRT_Device& is, const PJRT_Device& expected) {
  Invalid("argument " + std::to_string(argument) + " is on device " + is.description.debug_string +
          ", but the program runs on " + expected.description.debug_string);
}

void CheckOptions(const Plugin& plugin, const PJRT_ExecuteOptions* options) {
  const size_t size = Ref(options, "options is null").struct_size;
  const size_t expected = plugin.execute_options_size.load(std::memory_order_relaxed);
  const bool strict =
      plugin.words[static_cast<size_t>(Slot::LoadedExecutable_Execute)].load(std::memory_order_relaxed) &
      Reason::kStrict;
  if (size < expected || (strict && size > expected)) [[unlikely]] {
    Invalid("Unexpected PJRT_ExecuteOptions size: expected " + std::to_string(expected) + ", got " +
            std::to_string(size));
  }
}

const PJRT_LoadedExecutable& CheckExecute(const Plugin& plugin, const Args& args) {
  const PJRT_LoadedExecutable& executable = Live(args.executable);
  CheckOptions(plugin, args.options);
  Require(!executable.deleted.load(std::memory_order_relaxed), "the executable was deleted");
  const size_t rows = args.execute_device != nullptr ? 1 : executable.devices.size();
  Require(args.num_devices == rows, "num_devices is not the number of devices of the executable");
  Require(args.argument_lists != nullptr || args.num_args == 0, "argument_lists is null");
  Require(args.output_lists != nullptr || executable.program->num_outputs == 0, "output_lists is null");
  const int64_t parameters = executable.program->num_parameters;
  if (parameters >= 0 && args.num_args != static_cast<size_t>(parameters)) [[unlikely]] {
    FailArgumentCount(args.num_args, parameters);
  }
  return executable;
}

void CheckArguments(const Row& row) {
  for (size_t i = 0; i < row.num_arguments; ++i) {
    const PJRT_Buffer& argument = Ref(row.arguments[i], "an argument is null");
    Live(&argument.memory.client);
    Require(&argument.memory.client == &row.executable.client, "an argument belongs to another client");
    if (&argument.memory.device != &row.device) [[unlikely]]
      FailPlace(i, argument.memory.device, row.device);
  }
}

// REQUIRES: CheckExecute passed.
Row RowOf(const PJRT_LoadedExecutable& executable, const Args& args, size_t i) {
  PJRT_Device& device = args.execute_device != nullptr ? Live(args.execute_device) : *executable.devices[i];
  PJRT_Event** event = args.device_complete_events != nullptr ? &args.device_complete_events[i] : nullptr;
  PJRT_Buffer* const* arguments = args.argument_lists != nullptr ? args.argument_lists[i] : nullptr;
  return {i,         executable,    device,
          arguments, args.num_args, executable.program->num_outputs > 0 ? args.output_lists[i] : nullptr,
          event};
}

// --- at once

bool AllReady(const Row& row) {
  return std::all_of(row.arguments, row.arguments + row.num_arguments,
                     [](const PJRT_Buffer* argument) { return IsOk(argument->ready); });
}

// A program without arguments gives zeros.
ArrayPtr ZeroOutput(const Row& row, size_t i) {
  return NewArray(row.executable.program->outputs[i], row.device.memories[0]);
}

void MakeOutputs(const Row& row, const CompletionPtr& ready) {
  const size_t count = row.executable.program->num_outputs;
  for (size_t i = 0; i < count; ++i) {
    ArrayPtr array = row.num_arguments > 0 ? ArrayOf(*row.arguments[i % row.num_arguments]) : ZeroOutput(row, i);
    row.outputs[i] = new PJRT_Buffer(row.device.memories[0], std::move(array), ready);
  }
  // Arguments that are no output must not be deleted either.
  for (size_t i = count; i < row.num_arguments; ++i) ArrayOf(*row.arguments[i]);
}

// --- later, with failures and donation

bool Contains(const int64_t* values, size_t count, int64_t value) {
  return std::find(values, values + count, value) != values + count;
}

// The arguments that this execution takes over.
std::vector<PJRT_Buffer*> DonatedArguments(const Row& row, const PJRT_ExecuteOptions& options) {
  std::vector<PJRT_Buffer*> donated;
  for (const int64_t index : row.executable.program->donated) {
    if (static_cast<size_t>(index) >= row.num_arguments) continue;
    if (Contains(options.non_donatable_input_indices, options.num_non_donatable_input_indices, index)) continue;
    PJRT_Buffer* argument = row.arguments[index];
    const auto uses = std::count(row.arguments, row.arguments + row.num_arguments, argument);
    Require(uses == 1, "Attempt to donate a buffer that is used twice: f(donate(a), a)");
    donated.push_back(argument);
  }
  return donated;
}

CompletionPtr ReadyLater(const Plugin& plugin, const Row& row) {
  const Program& program = *row.executable.program;
  std::vector<CompletionPtr> after;
  for (size_t i = 0; i < row.num_arguments; ++i) after.push_back(row.arguments[i]->ready);
  const int64_t delay_us = std::max(program.delay_us, plugin.async_us.load(std::memory_order_relaxed));
  return Defer(after, delay_us, [error = program.execute_error] {
    if (error.code != PJRT_Error_Code_OK) throw error;
  });
}

// Output 0 is what the host gives.
void ReceiveOutput(const Row& row, const PJRT_ExecuteOptions& options, CompletionPtr* ready) {
  Require(row.executable.program->num_outputs > 0, "a program that receives needs an output");
  ArrayPtr array = NewArray(row.outputs[0]->shape, row.device.memories[0]);
  *ready = ReceiveFromHost(options, row.index, row.executable.program->receive_channel, array, *ready);
  delete std::exchange(row.outputs[0], nullptr);
  row.outputs[0] = new PJRT_Buffer(row.device.memories[0], std::move(array), *ready);
}

void RunLater(const Plugin& plugin, const Row& row, const PJRT_ExecuteOptions& options, CompletionPtr* ready) {
  const std::vector<PJRT_Buffer*> donated = DonatedArguments(row, options);
  *ready = ReadyLater(plugin, row);
  const Program& program = *row.executable.program;
  if (program.send_channel >= 0) {
    Require(row.num_arguments > 0, "a program that sends needs an argument");
    *ready = SendToHost(options, row.index, program.send_channel, ArrayOf(*row.arguments[0]), *ready);
  }
  MakeOutputs(row, *ready);
  if (program.receive_channel >= 0) ReceiveOutput(row, options, ready);
  for (PJRT_Buffer* buffer : donated) TakeArray(*buffer);
}

CompletionPtr Run(const Plugin& plugin, const Row& row, const PJRT_ExecuteOptions& options) {
  CompletionPtr ready;
  if (row.executable.plain && plugin.async_us.load(std::memory_order_relaxed) == 0 && AllReady(row)) [[likely]] {
    MakeOutputs(row, nullptr);
  } else {
    RunLater(plugin, row, options, &ready);
  }
  return ready;
}

// Empty outputs, so that those of a failed execution can be told from what the caller left there.
void ClearOutputs(const Row& row) {
  const size_t count = row.executable.program->num_outputs;
  Require(row.outputs != nullptr || count == 0, "a row of output_lists is null");
  std::fill(row.outputs, row.outputs + count, nullptr);
  if (row.event != nullptr) *row.event = nullptr;
}

void DestroyOutputs(const Row& row) {
  for (size_t i = 0; i < row.executable.program->num_outputs; ++i) delete std::exchange(row.outputs[i], nullptr);
  if (row.event != nullptr && *row.event != nullptr) DestroyEvent(std::exchange(*row.event, nullptr));
}

void Execute(Plugin& plugin, Args& args) {
  const PJRT_LoadedExecutable& executable = CheckExecute(plugin, args);
  for (size_t i = 0; i < args.num_devices; ++i) {
    const Row row = RowOf(executable, args, i);
    CheckArguments(row);
    ClearOutputs(row);
  }
  try {
    for (size_t i = 0; i < args.num_devices; ++i) {
      const Row row = RowOf(executable, args, i);
      CompletionPtr ready = Run(plugin, row, *args.options);
      if (row.event != nullptr) *row.event = NewEvent(plugin, std::move(ready));
    }
  } catch (...) {
    for (size_t i = 0; i < args.num_devices; ++i) DestroyOutputs(RowOf(executable, args, i));
    throw;
  }
}

}  // namespace

void AddExecuteSlots() { AddSlots<Execute>(); }

}  // namespace fault
