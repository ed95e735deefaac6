// Names, values and runs of a session; session_state.cc has Save and Restore.
#include "pjrt/session.h"

#include <algorithm>
#include <set>
#include <utility>

#include "client/client_state.h"
#include "client/guard.h"

namespace pjrt {
inline namespace v0 {
namespace {

std::string Quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string Names(const std::vector<Slot>& slots) {
  std::string text;
  for (const Slot& slot : slots) text += (text.empty() ? "" : ", ") + slot.name;
  return text.empty() ? "none" : text;
}

std::optional<size_t> IndexOf(const std::vector<Slot>& slots, std::string_view name) {
  const auto found = std::find_if(slots.begin(), slots.end(), [name](const Slot& slot) { return slot.name == name; });
  if (found == slots.end()) return std::nullopt;
  return static_cast<size_t>(found - slots.begin());
}

Status Unknown(const char* what, std::string_view name, const std::vector<Slot>& slots) {
  return cppjrt::NotFoundError("there is no " + std::string(what) + " " + Quoted(name) + "; there are " + Names(slots));
}

// `count` names, and shapes where they are known.
StatusOr<std::vector<Slot>> MakeSlots(const char* what, const char* prefix, const std::vector<std::string>& names,
                                      size_t count, const std::vector<ArrayShape>* shapes) {
  if (!names.empty() && names.size() != count) {
    return cppjrt::InvalidArgumentError(std::to_string(names.size()) + " names for the program's " +
                                        std::to_string(count) + " " + what);
  }
  std::vector<Slot> slots;
  std::set<std::string> seen;
  for (size_t i = 0; i < count; ++i) {
    Slot slot{names.empty() ? prefix + std::to_string(i) : names[i], {}};
    if (shapes != nullptr) slot.shape = (*shapes)[i];
    if (!seen.insert(slot.name).second) {
      return cppjrt::InvalidArgumentError("two " + std::string(what) + " are called " + Quoted(slot.name));
    }
    slots.push_back(std::move(slot));
  }
  return slots;
}

bool SameArray(const ArrayShape& a, const ArrayShape& b) {
  const bool unknown = a.type == ElementType::kInvalid || b.type == ElementType::kInvalid;
  return unknown || (a.type == b.type && a.dims == b.dims);
}

Status CheckShape(const Slot& slot, const ArrayShape& shape) {
  if (SameArray(slot.shape, shape)) return Status();
  return cppjrt::InvalidArgumentError(Quoted(slot.name) + " is " + ToString(slot.shape) + ", not " + ToString(shape));
}

}  // namespace

StatusOr<Session> Session::Create(const Client& client, LoadedExecutable executable, SessionOptions options) {
  if (!options.signature.has_value()) {
    if (auto shape = executable.executable().program_shape(); shape.ok()) options.signature = *std::move(shape);
  }
  Session session(Client(client.client_state()), std::move(executable));
  CPPJRT_RETURN_IF_ERROR(session.NameSlots(options));
  CPPJRT_RETURN_IF_ERROR(session.Connect(options));
  return session;
}

Status Session::NameSlots(const SessionOptions& options) {
  const ProgramShape* signature = options.signature.has_value() ? &*options.signature : nullptr;
  if (signature == nullptr && options.inputs.empty()) {
    return cppjrt::InvalidArgumentError("the plugin does not tell the arguments of " + executable_.name() +
                                        "; give their names or the signature");
  }
  const size_t num_inputs = signature != nullptr ? signature->parameters.size() : options.inputs.size();
  if (signature != nullptr && signature->results.size() != executable_.num_outputs()) {
    return cppjrt::InvalidArgumentError("a signature of " + std::to_string(signature->results.size()) +
                                        " results for a program of " + std::to_string(executable_.num_outputs()));
  }
  CPPJRT_ASSIGN_OR_RETURN(inputs_, MakeSlots("arguments", "arg", options.inputs, num_inputs,
                                             signature != nullptr ? &signature->parameters : nullptr));
  CPPJRT_ASSIGN_OR_RETURN(outputs_, MakeSlots("results", "out", options.outputs, executable_.num_outputs(),
                                              signature != nullptr ? &signature->results : nullptr));
  feeds_.resize(outputs_.size());
  values_.resize(inputs_.size());
  loaders_.resize(inputs_.size());
  return Status();
}

Status Session::Connect(const SessionOptions& options) {
  std::set<size_t> fed;
  for (const auto& [result, argument] : options.feedback) {
    const std::optional<size_t> output = IndexOf(outputs_, result);
    const std::optional<size_t> input = IndexOf(inputs_, argument);
    // Names given to Create: a mistake of the program text rather than something that is missing.
    if (!output.has_value())
      return cppjrt::InvalidArgumentError(std::string(Unknown("result", result, outputs_).message()));
    if (!input.has_value())
      return cppjrt::InvalidArgumentError(std::string(Unknown("argument", argument, inputs_).message()));
    if (feeds_[*output].has_value() || !fed.insert(*input).second) {
      return cppjrt::InvalidArgumentError("feedback from " + Quoted(result) + " to " + Quoted(argument) +
                                          ": one of them is used twice");
    }
    if (Status status = CheckShape(inputs_[*input], outputs_[*output].shape); !status.ok()) {
      return status.WithContext("feedback from " + Quoted(result));
    }
    feeds_[*output] = *input;
  }
  return Status();
}

StatusOr<size_t> Session::InputIndex(std::string_view name) const {
  const std::optional<size_t> index = IndexOf(inputs_, name);
  if (!index.has_value()) return Unknown("argument", name, inputs_);
  return *index;
}

Status Session::CheckBuffers(const Slot& slot, std::span<const Buffer> buffers) const {
  const size_t devices = executable_.devices().size();
  if (buffers.size() != devices) {
    return cppjrt::InvalidArgumentError(Quoted(slot.name) + " needs a buffer for each of " + std::to_string(devices) +
                                        " devices, not " + std::to_string(buffers.size()));
  }
  if (slot.shape.type == ElementType::kInvalid) return Status();
  for (const Buffer& buffer : buffers) {
    StatusOr<ArrayShape> shape = buffer.shape();
    if (!shape.ok()) return shape.status().WithContext(Quoted(slot.name));
    CPPJRT_RETURN_IF_ERROR(CheckShape(slot, *shape));
  }
  return Status();
}

Status Session::Set(std::string_view name, const HostArray& array) {
  CPPJRT_ASSIGN_OR_RETURN(const size_t input, InputIndex(name));
  CPPJRT_RETURN_IF_ERROR(CheckShape(inputs_[input], {array.type, {array.dims.begin(), array.dims.end()}, {}}));
  std::vector<Buffer> buffers;
  for (const Device& device : executable_.devices()) {
    UploadOptions options;
    options.device = &device;
    StatusOr<Buffer> buffer = client_.Upload(array, options);
    if (!buffer.ok()) return buffer.status().WithContext(Quoted(name));
    buffers.push_back(*std::move(buffer));
  }
  values_[input] = std::move(buffers);
  return Status();
}

Status Session::Set(std::string_view name, std::vector<Buffer> buffers) {
  CPPJRT_ASSIGN_OR_RETURN(const size_t input, InputIndex(name));
  CPPJRT_RETURN_IF_ERROR(CheckBuffers(inputs_[input], buffers));
  values_[input] = std::move(buffers);
  return Status();
}

Status Session::Set(std::string_view name, Buffer buffer) {
  std::vector<Buffer> buffers;
  buffers.push_back(std::move(buffer));
  return Set(name, std::move(buffers));
}

Status Session::SetLoader(std::string_view name, Loader loader) {
  CPPJRT_ASSIGN_OR_RETURN(const size_t input, InputIndex(name));
  loaders_[input] = std::move(loader);
  return Status();
}

StatusOr<std::span<const Buffer>> Session::Get(std::string_view name) const {
  CPPJRT_ASSIGN_OR_RETURN(const size_t input, InputIndex(name));
  return std::span<const Buffer>(values_[input]);
}

Status Session::Load(size_t input) {
  const Slot& slot = inputs_[input];
  if (!loaders_[input]) return cppjrt::NotFoundError("argument " + Quoted(slot.name) + " has no value");
  std::vector<Buffer> buffers;
  for (const Device& device : executable_.devices()) {
    StatusOr<Buffer> buffer = cppjrt::InternalError("the loader gave nothing");
    const Status thrown = detail::Guarded("the loader", [&] { buffer = loaders_[input](client_, device); });
    if (!thrown.ok()) buffer = thrown;
    if (!buffer.ok()) {
      return buffer.status().WithContext("loading " + Quoted(slot.name) + " for device " + std::to_string(device.id()));
    }
    buffers.push_back(*std::move(buffer));
  }
  if (Status status = CheckBuffers(slot, buffers); !status.ok()) return status.WithContext("its loader");
  values_[input] = std::move(buffers);
  return Status();
}

StatusOr<std::vector<std::vector<const Buffer*>>> Session::Bind(std::span<const Argument> arguments) {
  std::vector<std::span<const Buffer>> chosen(inputs_.size());
  for (const Argument& argument : arguments) {
    CPPJRT_ASSIGN_OR_RETURN(const size_t input, InputIndex(argument.name));
    CPPJRT_RETURN_IF_ERROR(CheckBuffers(inputs_[input], argument.buffers));
    chosen[input] = argument.buffers;
  }
  std::vector<std::vector<const Buffer*>> rows(executable_.devices().size());
  for (size_t input = 0; input < inputs_.size(); ++input) {
    if (chosen[input].empty()) {
      if (values_[input].empty()) CPPJRT_RETURN_IF_ERROR(Load(input));
      chosen[input] = values_[input];
    }
    for (size_t row = 0; row < rows.size(); ++row) rows[row].push_back(&chosen[input][row]);
  }
  return rows;
}

// What was donated to the run, or before, has no value any more.
Status Session::ExplainFailure(Status error, std::span<const Argument> arguments) {
  const auto is_gone = [](const std::vector<Buffer>& buffers) {
    return std::any_of(buffers.begin(), buffers.end(), [](const Buffer& buffer) {
      const StatusOr<bool> deleted = buffer.IsDeleted();
      return deleted.ok() && *deleted;
    });
  };
  std::string gone;
  for (size_t input = 0; input < inputs_.size(); ++input) {
    if (values_[input].empty() || !is_gone(values_[input])) continue;
    gone += (gone.empty() ? "" : ", ") + Quoted(inputs_[input].name);
    values_[input].clear();
  }
  for (const Argument& argument : arguments) {
    for (const Buffer& buffer : argument.buffers) {
      if (const StatusOr<bool> deleted = buffer.IsDeleted(); deleted.ok() && *deleted) {
        gone += (gone.empty() ? "" : ", ") + Quoted(argument.name);
        break;
      }
    }
  }
  if (gone.empty()) return error;
  return Status(error.code(),
                std::string(error.message()) + "; donated or deleted, and to be set again or restored: " + gone,
                error.payloads());
}

Session::Results Session::TakeResults(std::vector<std::vector<Buffer>> rows) {
  Results results;
  for (const Slot& slot : outputs_) results.names_.push_back(slot.name);
  for (size_t output = 0; output < outputs_.size(); ++output) {
    if (!feeds_[output].has_value()) continue;
    std::vector<Buffer> buffers;
    for (std::vector<Buffer>& row : rows) buffers.push_back(std::move(row[output]));
    values_[*feeds_[output]] = std::move(buffers);
  }
  results.rows_ = std::move(rows);
  return results;
}

StatusOr<Session::Results> Session::Run(std::span<const Argument> arguments, const ExecuteOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(const auto rows, Bind(arguments));
  std::vector<Event> done;
  StatusOr<std::vector<std::vector<Buffer>>> made = executable_.ExecuteSharded(rows, options, &done);
  if (!made.ok()) return ExplainFailure(made.status(), arguments);
  running_ = std::move(done);
  return TakeResults(*std::move(made));
}

Status Session::Wait() { return executable_.Await(running_); }

StatusOr<Buffer*> Session::Results::At(std::string_view name, size_t device) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return cppjrt::NotFoundError("there is no result " + Quoted(name));
  if (device >= rows_.size()) {
    return cppjrt::NotFoundError("there are results of " + std::to_string(rows_.size()) + " devices, not of device " +
                                 std::to_string(device));
  }
  Buffer& buffer = rows_[device][static_cast<size_t>(found - names_.begin())];
  if (!buffer.valid()) return cppjrt::NotFoundError("result " + Quoted(name) + " was fed back or taken");
  return &buffer;
}

StatusOr<const Buffer*> Session::Results::Find(std::string_view name, size_t device) const {
  CPPJRT_ASSIGN_OR_RETURN(Buffer* const buffer, At(name, device));
  return static_cast<const Buffer*>(buffer);
}

StatusOr<Buffer> Session::Results::Take(std::string_view name, size_t device) {
  CPPJRT_ASSIGN_OR_RETURN(Buffer* const buffer, At(name, device));
  return std::move(*buffer);
}

}  // namespace v0
}  // namespace pjrt
