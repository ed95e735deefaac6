// Checkpoints of sessions. A framed file (base/framed_file.h) of these fields, written down in docs/formats.md:
//
//   repeated NamedValue note = 1;
//   repeated State state = 2;   // name, array, number of devices
//   repeated bytes values = 3;  // of each state in turn, one per device: dense, row-major
//
// Values are not part of the message State so that they can be written from where they lie.
#include <cstddef>
#include <deque>
#include <utility>

#include "base/files.h"
#include "base/framed_file.h"
#include "client/wire_values.h"
#include "pjrt/session.h"

namespace pjrt {
inline namespace v0 {
namespace {

using cppjrt::WireReader;
using cppjrt::WireWriter;

constexpr std::string_view kKind = "CPPJRTC1";
constexpr int64_t kMaxFile = int64_t{1} << 40;
enum Field { kNote = 1, kState = 2, kValues = 3 };

struct State {
  std::string name;
  ArrayShape shape;
  uint64_t devices = 0;
};

std::string WriteState(const State& state) {
  WireWriter out;
  out.Bytes(1, state.name);
  out.Bytes(2, detail::WriteShape(state.shape));
  out.Varint(3, state.devices);
  return out.str();
}

StatusOr<State> ReadState(std::string_view bytes) {
  State state;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == 1) state.name = std::string(reader.bytes());
    if (reader.field() == 3) state.devices = reader.number();
    if (reader.field() != 2) continue;
    CPPJRT_ASSIGN_OR_RETURN(state.shape, detail::ReadShape(reader.bytes()));
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged state");
  return state;
}

// The head of a bytes field, which its bytes follow.
std::string HeadOfBytes(Field field, size_t size) {
  WireWriter out;
  out.Raw(static_cast<uint64_t>(field) << 3 | 2);
  out.Raw(size);
  return out.str();
}

struct Checkpoint {
  NamedValues note;
  std::vector<State> states;
  std::vector<std::string_view> values;
};

StatusOr<Checkpoint> ReadCheckpoint(std::string_view bytes) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string_view message, cppjrt::Unframe(kKind, "checkpoint", bytes));
  Checkpoint out;
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.field() == kNote) CPPJRT_RETURN_IF_ERROR(detail::ReadValue(reader.bytes(), out.note));
    if (reader.field() == kValues) out.values.push_back(reader.bytes());
    if (reader.field() != kState) continue;
    CPPJRT_ASSIGN_OR_RETURN(State state, ReadState(reader.bytes()));
    out.states.push_back(std::move(state));
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("its message ends within a field");
  return out;
}

}  // namespace

Status Session::Save(const std::string& path, const NamedValues& note) {
  CPPJRT_RETURN_IF_ERROR(Wait());
  // Parts are views of what these hold; a deque does not move it.
  std::deque<std::string> heads;
  std::deque<std::vector<std::byte>> arrays;
  std::vector<std::string_view> parts;
  const auto add = [&](std::string head) { parts.push_back(heads.emplace_back(std::move(head))); };
  WireWriter notes;
  detail::WriteValues(notes, kNote, note);
  add(notes.str());
  for (const std::optional<size_t>& input : feeds_) {
    if (!input.has_value()) continue;
    const std::vector<Buffer>& buffers = values_[*input];
    if (buffers.empty()) return cppjrt::NotFoundError("argument '" + inputs_[*input].name + "' has no value to save");
    CPPJRT_ASSIGN_OR_RETURN(ArrayShape shape, buffers[0].shape());
    WireWriter state;
    state.Bytes(kState, WriteState({inputs_[*input].name, std::move(shape), buffers.size()}));
    add(state.str());
    for (const Buffer& buffer : buffers) {
      CPPJRT_ASSIGN_OR_RETURN(std::vector<std::byte> bytes, buffer.ToHost());
      add(HeadOfBytes(kValues, bytes.size()));
      const std::vector<std::byte>& kept = arrays.emplace_back(std::move(bytes));
      parts.emplace_back(reinterpret_cast<const char*>(kept.data()), kept.size());
    }
  }
  return cppjrt::WriteFramedFile(path, kKind, parts);
}

StatusOr<NamedValues> Session::Restore(const std::string& path) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, cppjrt::ReadWholeFile(path, kMaxFile));
  StatusOr<Checkpoint> checkpoint = ReadCheckpoint(bytes);
  if (!checkpoint.ok()) return checkpoint.status().WithContext(path);
  // All is checked and uploaded before anything changes.
  const std::span<const Device> devices = executable_.devices();
  std::vector<std::pair<size_t, std::vector<Buffer>>> restored;
  size_t next = 0;
  for (const State& state : checkpoint->states) {
    StatusOr<size_t> input = InputIndex(state.name);
    if (!input.ok()) return cppjrt::InvalidArgumentError(path + ": " + std::string(input.status().message()));
    if (state.devices != devices.size() || checkpoint->values.size() - next < devices.size()) {
      return cppjrt::InvalidArgumentError(path + ": '" + state.name + "' is of " + std::to_string(state.devices) +
                                          " devices, this session has " + std::to_string(devices.size()));
    }
    CPPJRT_ASSIGN_OR_RETURN(const int64_t size, HostBytes(state.shape.type, state.shape.dims));
    std::vector<Buffer>& buffers = restored.emplace_back(*input, std::vector<Buffer>()).second;
    for (const Device& device : devices) {
      const std::string_view value = checkpoint->values[next++];
      if (static_cast<int64_t>(value.size()) != size) {
        return cppjrt::InvalidArgumentError(path + ": '" + state.name + "' has " + std::to_string(value.size()) +
                                            " bytes, " + ToString(state.shape) + " has " + std::to_string(size));
      }
      UploadOptions options;
      options.device = &device;
      CPPJRT_ASSIGN_OR_RETURN(Buffer buffer,
                              client_.Upload(HostArray{value.data(), state.shape.type, state.shape.dims, {}}, options));
      buffers.push_back(std::move(buffer));
    }
    if (Status status = CheckBuffers(inputs_[*input], buffers); !status.ok()) return status.WithContext(path);
  }
  for (auto& [input, buffers] : restored) values_[input] = std::move(buffers);
  running_.clear();
  return std::move(checkpoint->note);
}

}  // namespace v0
}  // namespace pjrt
