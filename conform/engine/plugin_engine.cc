#include "conform/engine/plugin_engine.h"

#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include "pjrt/client.h"
#include "pjrt/program.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::conform {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;
using Clock = std::chrono::steady_clock;

double MsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

StatusOr<pjrt::Buffer> Upload(const pjrt::Client& client, const Tensor& tensor, const pjrt::Device* device) {
  const auto type = pjrt::ElementTypeFromName(stablehlo::ElementTypeName(tensor.type()));
  if (!type) return UnimplementedError("the C API has no element type for an argument");
  return client.Upload(pjrt::HostArray{tensor.bytes().data(), *type, tensor.dims(), {}}, {.device = device});
}

// The element type of that name in the front end.
std::optional<ElementType> FromName(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(ElementType::kC128); ++i) {
    const auto type = static_cast<ElementType>(i);
    if (!stablehlo::IsInteger(type) && !stablehlo::IsFloat(type) && !stablehlo::IsComplex(type) &&
        type != ElementType::kI1) {
      continue;
    }
    if (stablehlo::ElementTypeName(type) == name) return type;
  }
  return std::nullopt;
}

// Signed types of less than a byte are held sign-extended here, others with zeros above.
void Normalise(ElementType type, std::byte* data, int64_t count) {
  if (stablehlo::IsInteger(type)) return stablehlo::WrapSubByte(type, data, count);
  if (stablehlo::ElementBits(type) >= 8 || type == ElementType::kI1) return;
  const auto mask = static_cast<std::byte>((1u << stablehlo::ElementBits(type)) - 1);
  for (int64_t i = 0; i < count; ++i) data[i] &= mask;
}

StatusOr<Tensor> Download(const pjrt::Buffer& buffer) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::ArrayShape shape, buffer.shape());
  const auto type = FromName(pjrt::Name(shape.type));
  if (!type) return UnimplementedError("a result of type " + pjrt::ToString(shape));
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(*type, Dims(shape.dims), stablehlo::MemoryAllocator::Heap()));
  const std::span<std::byte> bytes(tensor.mutable_bytes(), static_cast<size_t>(tensor.num_bytes()));
  CPPJRT_RETURN_IF_ERROR(buffer.CopyToHost(bytes).Await());
  Normalise(*type, bytes.data(), tensor.num_elements());
  return tensor;
}

class PluginEngine : public Engine {
 public:
  explicit PluginEngine(pjrt::Client client) : client_(std::move(client)) {}

  Answer Run(const Request& request) override {
    Answer answer;
    const auto start = Clock::now();
    pjrt::CompileOptions options;
    options.num_replicas = request.replicas;
    if (request.replicas > static_cast<int64_t>(client_.addressable_devices().size())) {
      answer.status = UnimplementedError("the client has fewer than " + std::to_string(request.replicas) + " devices");
      answer.end = End::kUnsupported;
      return answer;
    }
    StatusOr<pjrt::LoadedExecutable> executable = client_.Compile({request.program}, options);
    answer.compile_ms = MsSince(start);
    if (!executable.ok()) {
      answer.status = executable.status();
      answer.end = SaysUnsupported(answer.status) ? End::kUnsupported : End::kRefused;
      return answer;
    }
    const auto compiled = Clock::now();
    answer.status = Execute(*executable, request.arguments, answer.results);
    answer.run_ms = MsSince(compiled);
    if (!answer.status.ok()) answer.end = End::kFailed;
    return answer;
  }

  EngineFacts facts() const override {
    EngineFacts facts = {client_.platform_name(), client_.platform_version(), {}, {}};
    const pjrt::ApiVersion api = client_.plugin().api_version();
    facts.api = std::to_string(api.major_version) + "." + std::to_string(api.minor_version);
    if (const auto range = client_.plugin().stablehlo_range()) facts.artifact_version = pjrt::ToString(range->current);
    return facts;
  }

 private:
  Status Execute(const pjrt::LoadedExecutable& executable, const std::vector<Tensor>& arguments,
                 std::vector<Tensor>& results) const {
    std::vector<std::vector<pjrt::Buffer>> buffers;
    std::vector<std::vector<const pjrt::Buffer*>> rows;
    for (const pjrt::Device& device : executable.devices()) {
      buffers.emplace_back();
      rows.emplace_back();
      for (const Tensor& argument : arguments) {
        CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer buffer, Upload(client_, argument, &device));
        buffers.back().push_back(std::move(buffer));
      }
      for (const pjrt::Buffer& buffer : buffers.back()) rows.back().push_back(&buffer);
    }
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<std::vector<pjrt::Buffer>> outputs, executable.ExecuteSharded(rows));
    for (const pjrt::Buffer& output : outputs.back()) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, Download(output));
      results.push_back(std::move(tensor));
    }
    return OkStatus();
  }

  pjrt::Client client_;
};

}  // namespace

std::unique_ptr<Engine> PluginEngineOn(pjrt::Client client) {
  return std::make_unique<PluginEngine>(std::move(client));
}

StatusOr<std::unique_ptr<Engine>> OpenPluginEngine(const std::string& path, const pjrt::NamedValues& create_options) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, pjrt::Plugin::Load(path));
  pjrt::ClientOptions options;
  options.create_options = create_options;
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin, options));
  return PluginEngineOn(std::move(client));
}

}  // namespace cppjrt::conform
