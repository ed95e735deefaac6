// Session: a program with its arguments by name. What stays on the device stays there; what one run makes the next can take.
//
//   SessionOptions options{.inputs = {"weights", "momentum", "batch"},
//                          .outputs = {"weights", "momentum", "loss"},
//                          .feedback = {{"weights", "weights"}, {"momentum", "momentum"}}};
//   CPPJRT_ASSIGN_OR_RETURN(Session train, Session::Create(client, std::move(step), options));
//   CPPJRT_RETURN_IF_ERROR(train.Set("weights", HostArray{…}));
//   …
//   for (int64_t i = 0; i < steps; ++i) {
//     CPPJRT_ASSIGN_OR_RETURN(Session::Results results, train.Run({{"batch", batch}}));  // queued, not waited for
//     if (i % 100 == 0) CPPJRT_RETURN_IF_ERROR(train.Save("train.ckpt", {{"step", i}}));
//   }
#ifndef PJRT_SESSION_H_
#define PJRT_SESSION_H_

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/event.h"
#include "pjrt/executable.h"
#include "pjrt/program.h"
#include "pjrt/status.h"
#include "pjrt/value.h"

namespace pjrt {
inline namespace v0 {

struct SessionOptions {
  // Names of the program's arguments and results, in their order; empty: "arg0", "arg1", …, "out0", …
  std::vector<std::string> inputs = {};
  std::vector<std::string> outputs = {};
  // (result, argument): after a run the result is the argument of the next. If the program takes the argument over
  // (donation), no memory is copied and none is allocated.
  std::vector<std::pair<std::string, std::string>> feedback = {};
  // Types of arguments and results, on each device; if empty, what the executable says. Where neither says anything, types are
  // not checked and `inputs` must be given.
  std::optional<ProgramShape> signature = {};
};

// A named place of the program. Nothing is known of the shape if its type is kInvalid.
struct Slot {
  std::string name;
  ArrayShape shape;
};

// Move-only; not thread-safe: one thread at a time. Keeps the client alive.
//
// With several devices everything below is per device: a value is one buffer for each of executable().devices(), in that
// order. What is shorter means the same on all of them only where it says so.
class Session {
 public:
  // Makes the value of an argument on a device when it is first needed there.
  using Loader = std::function<StatusOr<Buffer>(const Client& client, const Device& device)>;

  // INVALID_ARGUMENT for names that are doubled, of another number than the program's, or, in feedback, unknown, of different
  // shapes, or used twice.
  static StatusOr<Session> Create(const Client& client, LoadedExecutable executable, SessionOptions options = {});

  Session(Session&&) noexcept = default;
  Session& operator=(Session&&) noexcept = default;

  const LoadedExecutable& executable() const { return executable_; }
  const std::vector<Slot>& inputs() const { return inputs_; }
  const std::vector<Slot>& outputs() const { return outputs_; }

  // The value of an argument for all runs to come, until it is set again or a result takes its place; what was there goes.
  // NOT_FOUND for an unknown name, with those that exist; INVALID_ARGUMENT for another type or shape, both named.
  // Copied to every device:
  Status Set(std::string_view name, const HostArray& array);
  // One per device:
  Status Set(std::string_view name, std::vector<Buffer> buffers);
  Status Set(std::string_view name, Buffer buffer);
  // Called at the first run that needs the argument and has no other value for it, once on each device.
  Status SetLoader(std::string_view name, Loader loader);
  // What is there now, one per device; empty if nothing is. Borrowed until the argument changes.
  StatusOr<std::span<const Buffer>> Get(std::string_view name) const;

  // An argument of one run, which goes before what is set. Borrowed for the call.
  struct Argument {
    Argument(std::string_view n, const Buffer& buffer) : name(n), buffers(&buffer, 1) {}
    Argument(std::string_view n, std::span<const Buffer> all) : name(n), buffers(all) {}
    std::string_view name;
    std::span<const Buffer> buffers;
  };

  // Results of one run that were not fed back.
  class Results {
   public:
    // NOT_FOUND for an unknown name and for one that was fed back. Borrowed.
    StatusOr<const Buffer*> Find(std::string_view name, size_t device = 0) const;
    // Taken out of the results.
    StatusOr<Buffer> Take(std::string_view name, size_t device = 0);

   private:
    friend class Session;
    StatusOr<Buffer*> At(std::string_view name, size_t device) const;
    std::vector<std::string> names_;                 // of outputs; fed back ones are empty
    mutable std::vector<std::vector<Buffer>> rows_;  // [device][output]
  };

  // Starts a run and returns: the next can be started at once, and takes what this one makes. Errors found later are those of
  // Wait, of the results, and of what is fed back.
  //   NOT_FOUND            an unknown name; an argument without a value
  //   INVALID_ARGUMENT     another number of buffers than devices
  //   FAILED_PRECONDITION  an argument was donated or deleted; it is named
  // If a run fails, arguments that were donated to it have no value any more; the message names them.
  StatusOr<Results> Run(std::span<const Argument> arguments, const ExecuteOptions& options = {});
  StatusOr<Results> Run(std::initializer_list<Argument> arguments = {}, const ExecuteOptions& options = {}) {
    return Run(std::span(arguments.begin(), arguments.size()), options);
  }
  // Until the last run is over on all devices. Its error, with the device.
  Status Wait();

  // Writes what is fed back (all arguments that results take the place of), and `note`, into a file: durably and in one step, so
  // that after a crash it is there as before or as after. Waits for the runs so far. NOT_FOUND if one has no value.
  Status Save(const std::string& path, const NamedValues& note = {});
  // Puts back what Save wrote and gives the note. The form of the file is in docs/formats.md. NOT_FOUND if there is none;
  // DATA_LOSS if it is damaged; INVALID_ARGUMENT if it is another session's: names, shapes, number of devices.
  StatusOr<NamedValues> Restore(const std::string& path);

 private:
  Session(Client client, LoadedExecutable executable)
      : client_(std::move(client)), executable_(std::move(executable)) {}
  Status NameSlots(const SessionOptions& options);
  Status Connect(const SessionOptions& options);
  StatusOr<size_t> InputIndex(std::string_view name) const;
  // INVALID_ARGUMENT unless there is one for each device, of the slot's shape.
  Status CheckBuffers(const Slot& slot, std::span<const Buffer> buffers) const;
  Status Load(size_t input);
  StatusOr<std::vector<std::vector<const Buffer*>>> Bind(std::span<const Argument> arguments);
  Status ExplainFailure(Status error, std::span<const Argument> arguments);
  Results TakeResults(std::vector<std::vector<Buffer>> rows);

  Client client_;
  LoadedExecutable executable_;
  std::vector<Slot> inputs_;
  std::vector<Slot> outputs_;
  std::vector<std::optional<size_t>> feeds_;  // of each output, the input it becomes
  std::vector<std::vector<Buffer>> values_;   // of each input, one per device or none
  std::vector<Loader> loaders_;
  std::vector<Event> running_;  // of the last run, one per device
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_SESSION_H_
