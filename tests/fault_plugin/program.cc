#include "tests/fault_plugin/program.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "tests/fault_plugin/wire.h"

namespace fault {
namespace {

constexpr int64_t kMostOutputs = 10000;

// --- directives

void SkipSpace(std::string_view* text) {
  while (text->starts_with(' ')) text->remove_prefix(1);
}

// The text from after "fault.NAME =" to the end of the line; nothing if it is not there.
std::optional<std::string_view> FindDirective(std::string_view text, std::string_view name) {
  const std::string key = "fault." + std::string(name);
  for (size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
    std::string_view rest = text.substr(at + key.size());
    SkipSpace(&rest);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    SkipSpace(&rest);
    return rest.substr(0, rest.find('\n'));
  }
  return std::nullopt;
}

// Takes a number off the front of `text`.
int64_t TakeNumber(std::string_view* text, std::string_view name) {
  SkipSpace(text);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || value < 0) {
    Invalid("fault." + std::string(name) + ": " + Quote(*text) + " is no number of at least 0");
  }
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  SkipSpace(text);
  return value;
}

int64_t Number(std::string_view text, std::string_view name, int64_t otherwise) {
  std::optional<std::string_view> rest = FindDirective(text, name);
  return rest ? TakeNumber(&*rest, name) : otherwise;
}

// "[1, 2]"
std::vector<int64_t> List(std::string_view text, std::string_view name) {
  std::vector<int64_t> values;
  std::optional<std::string_view> rest = FindDirective(text, name);
  if (!rest) return values;
  const size_t end = rest->find(']');
  if (!rest->starts_with('[') || end == rest->npos) {
    Invalid("fault." + std::string(name) + ": " + Quote(*rest) + " is no list in brackets");
  }
  std::string_view items = rest->substr(1, end - 1);
  SkipSpace(&items);
  while (!items.empty()) {
    values.push_back(TakeNumber(&items, name));
    if (items.starts_with(',')) items.remove_prefix(1);
  }
  return values;
}

// The text between the first and the last quote, as a failure; code OK if the directive is not there.
Failure ErrorDirective(std::string_view text, std::string_view name) {
  const std::optional<std::string_view> rest = FindDirective(text, name);
  if (!rest) return {};
  const size_t end = rest->rfind('"');
  if (!rest->starts_with('"') || end == 0) {
    Invalid("fault." + std::string(name) + ": " + Quote(*rest) + " is no text in quotes");
  }
  return ParseFailure(rest->substr(1, end - 1), PJRT_Error_Code_INTERNAL);
}

// --- the program as written

struct TypeName {
  std::string_view name;
  PJRT_Buffer_Type type;
};

constexpr TypeName kTypeNames[] = {
    {"i1", PJRT_Buffer_Type_PRED},
    {"i2", PJRT_Buffer_Type_S2},
    {"i4", PJRT_Buffer_Type_S4},
    {"i8", PJRT_Buffer_Type_S8},
    {"i16", PJRT_Buffer_Type_S16},
    {"i32", PJRT_Buffer_Type_S32},
    {"i64", PJRT_Buffer_Type_S64},
    {"ui2", PJRT_Buffer_Type_U2},
    {"ui4", PJRT_Buffer_Type_U4},
    {"ui8", PJRT_Buffer_Type_U8},
    {"ui16", PJRT_Buffer_Type_U16},
    {"ui32", PJRT_Buffer_Type_U32},
    {"ui64", PJRT_Buffer_Type_U64},
    {"f16", PJRT_Buffer_Type_F16},
    {"bf16", PJRT_Buffer_Type_BF16},
    {"f32", PJRT_Buffer_Type_F32},
    {"f64", PJRT_Buffer_Type_F64},
    {"complex<f32>", PJRT_Buffer_Type_C64},
    {"complex<f64>", PJRT_Buffer_Type_C128},
};

// "4x8xf32" of tensor<4x8xf32>; nothing for what this plugin does not read (dynamic sizes, other types).
std::optional<Shape> ParseTensor(std::string_view text) {
  std::vector<int64_t> dims;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    const size_t x = text.find('x');
    int64_t dim = 0;
    if (x == text.npos || std::from_chars(text.data(), text.data() + x, dim).ptr != text.data() + x)
      return std::nullopt;
    dims.push_back(dim);
    text.remove_prefix(x + 1);
  }
  for (const TypeName& entry : kTypeNames) {
    if (entry.name == text) return MakeShape(entry.type, dims.data(), dims.size(), nullptr);
  }
  return std::nullopt;
}

// The length of tensor<…>'s inside at the start of `text`: up to the '>' that closes it.
size_t InsideLength(std::string_view text) {
  int open = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++open;
    if (text[i] == '>' && --open == 0) return i;
  }
  return text.size();
}

// Types of the parameters of @main, as far as they can be read: the tensors up to "->" or "{".
std::vector<Shape> ParseParameters(std::string_view text) {
  std::vector<Shape> shapes;
  const size_t start = text.find("@main(");
  if (start == text.npos) return shapes;
  std::string_view list = text.substr(start);
  list = list.substr(0, std::min(list.find("->"), list.find(") {")));
  constexpr std::string_view kTensor = "tensor<";
  for (size_t at = list.find(kTensor); at != list.npos; at = list.find(kTensor)) {
    list.remove_prefix(at + kTensor.size());
    const std::optional<Shape> shape = ParseTensor(list.substr(0, InsideLength(list)));
    if (!shape) break;
    shapes.push_back(*shape);
  }
  return shapes;
}

std::vector<Shape> OutputShapes(const Program& program) {
  const Shape scalar;  // f32[]
  std::vector<Shape> outputs;
  for (size_t i = 0; i < program.num_outputs; ++i) {
    outputs.push_back(program.parameters.empty() ? scalar : program.parameters[i % program.parameters.size()]);
  }
  return outputs;
}

std::string ModuleName(std::string_view text) {
  constexpr std::string_view kModule = "module @";
  const size_t start = text.find(kModule);
  if (start == text.npos) return "fault_program";
  text.remove_prefix(start + kModule.size());
  return std::string(text.substr(0, text.find_first_of(" {\n")));
}

// FNV-1a.
std::string Fingerprint(std::string_view text, std::string_view options) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const std::string_view part : {text, options}) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return std::to_string(hash);
}

// --- compile options

// DeviceAssignmentProto: replica_count 1, computation_count 2, computation_devices 3 (replica_device_ids 1).
void ReadAssignment(std::string_view message, Program* program) {
  int64_t partition = 0;
  for (const WireField& field : ReadMessage(message)) {
    if (field.number == 1) program->num_replicas = static_cast<int64_t>(field.value);
    if (field.number == 2) program->num_partitions = static_cast<int64_t>(field.value);
    if (field.number != 3) continue;
    std::vector<int64_t> replicas;
    for (const WireField& ids : ReadMessage(field.bytes)) {
      if (ids.number != 1) continue;
      // Packed, or one field for each.
      const std::vector<int64_t> packed = ReadPacked(ids.bytes);
      replicas.insert(replicas.end(), packed.begin(), packed.end());
      if (packed.empty()) replicas.push_back(static_cast<int64_t>(ids.value));
    }
    const size_t stride = static_cast<size_t>(program->num_partitions);
    for (size_t replica = 0; replica < replicas.size(); ++replica) {
      const size_t at = replica * stride + static_cast<size_t>(partition);
      if (at >= 100000) throw std::runtime_error("device assignment is too large");
      if (program->device_ids.size() <= at) program->device_ids.resize(at + 1);
      program->device_ids[at] = replicas[replica];
    }
    ++partition;
  }
}

// ExecutableBuildOptionsProto: num_replicas 4, num_partitions 5, device_assignment 9.
void ReadBuildOptions(std::string_view message, Program* program) {
  std::string_view assignment;
  for (const WireField& field : ReadMessage(message)) {
    if (field.number == 4) program->num_replicas = static_cast<int64_t>(field.value);
    if (field.number == 5) program->num_partitions = static_cast<int64_t>(field.value);
    if (field.number == 9) assignment = field.bytes;
  }
  if (!assignment.empty()) ReadAssignment(assignment, program);
}

void CheckCounts(Program* program) {
  if (program->num_replicas < 1 || program->num_partitions < 1 || program->num_replicas > 100000 ||
      program->num_partitions > 100000) {
    Invalid("num_replicas is " + std::to_string(program->num_replicas) + " and num_partitions " +
            std::to_string(program->num_partitions) + ", both must be from 1 to 100000");
  }
  const size_t count = static_cast<size_t>(program->num_replicas * program->num_partitions);
  if (program->device_ids.empty()) {
    for (size_t i = 0; i < count; ++i) program->device_ids.push_back(static_cast<int64_t>(i));
  }
  Require(program->device_ids.size() == count, "the device assignment does not fit its counts");
}

// CompileOptionsProto: executable_build_options 3, compile_portable_executable 4.
void ReadOptions(std::string_view message, Program* program) {
  try {
    for (const WireField& field : ReadMessage(message)) {
      if (field.number == 3) ReadBuildOptions(field.bytes, program);
      if (field.number == 4) program->portable = field.value != 0;
    }
  } catch (const std::runtime_error& e) {
    Invalid(std::string("failed to deserialize CompileOptionsProto: ") + e.what());
  }
  CheckCounts(program);
}

}  // namespace

std::shared_ptr<const Program> CompileProgram(std::string_view text, std::string_view options) {
  const Failure compile_error = ErrorDirective(text, "compile_error");
  if (compile_error.code != PJRT_Error_Code_OK) throw compile_error;
  auto program = std::make_shared<Program>();
  program->text = text;
  program->options = options;
  program->name = ModuleName(text);
  program->fingerprint = Fingerprint(text, options);
  program->num_outputs = static_cast<size_t>(std::min(Number(text, "outputs", 1), kMostOutputs));
  program->num_parameters = Number(text, "parameters", -1);
  program->donated = List(text, "donate");
  program->delay_us = Number(text, "delay_ms", 0) * 1000;
  program->send_channel = Number(text, "send", -1);
  program->receive_channel = Number(text, "receive", -1);
  program->execute_error = ErrorDirective(text, "execute_error");
  program->parameters = ParseParameters(text);
  program->outputs = OutputShapes(*program);
  ReadOptions(options, program.get());
  return program;
}

// Serialized form: "fault executable ", the size of the options, a line feed, the options, the text.
namespace {
constexpr std::string_view kMagic = "fault executable ";
}

std::string SerializeProgram(const Program& program) {
  return std::string(kMagic) + std::to_string(program.options.size()) + "\n" + program.options + program.text;
}

std::shared_ptr<const Program> DeserializeProgram(std::string_view bytes, std::string_view options) {
  constexpr char kNone[] = "the bytes are no serialized executable of the fault plugin";
  Require(bytes.starts_with(kMagic), kNone);
  bytes.remove_prefix(kMagic.size());
  size_t size = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), size);
  Require(error == std::errc() && end != bytes.data() + bytes.size() && *end == '\n', kNone);
  bytes.remove_prefix(static_cast<size_t>(end + 1 - bytes.data()));
  Require(size <= bytes.size(), "the serialized executable is truncated");
  return CompileProgram(bytes.substr(size), options.empty() ? bytes.substr(0, size) : options);
}

std::string SerializeAssignment(const Program& program) {
  std::string message;
  WriteInt(&message, 1, program.num_replicas);
  WriteInt(&message, 2, program.num_partitions);
  for (int64_t partition = 0; partition < program.num_partitions; ++partition) {
    std::vector<int64_t> ids;
    for (int64_t replica = 0; replica < program.num_replicas; ++replica) {
      ids.push_back(program.device_ids[static_cast<size_t>(replica * program.num_partitions + partition)]);
    }
    std::string computation;
    WritePacked(&computation, 1, ids);
    WriteBytes(&message, 3, computation);
  }
  return message;
}

}  // namespace fault
