// Uses the client from outside the project: without arguments what needs no plugin, with one the plugin of that path.
#include <cstdio>
#include <span>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

pjrt::Status WithoutPlugin() {
  pjrt::InMemoryStore store;
  CPPJRT_RETURN_IF_ERROR(store.Put("key", "value"));
  CPPJRT_RETURN_IF_ERROR(store.TryGet("key").status());
  CPPJRT_ASSIGN_OR_RETURN(const auto server, pjrt::TcpStoreServer::Start());
  CPPJRT_ASSIGN_OR_RETURN(const auto client, pjrt::TcpStore::Connect("127.0.0.1:" + std::to_string(server->port())));
  CPPJRT_RETURN_IF_ERROR(client->Put("key", "value"));
  pjrt::Promise promise;
  const pjrt::Event event = promise.event();
  CPPJRT_RETURN_IF_ERROR(promise.Set(pjrt::Status()));
  CPPJRT_RETURN_IF_ERROR(event.Await());
  pjrt::CompileOptions options;
  CPPJRT_RETURN_IF_ERROR(options.Set("num_replicas", "2"));
  return options.Serialize().status();
}

pjrt::Status WithPlugin(const char* path) {
  constexpr const char* kProgram = R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
})";
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, pjrt::Plugin::Load(path));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(const auto twice, client.Compile(pjrt::Program{kProgram}));
  const std::vector<float> values = {1, 2, 3};
  const std::vector<int64_t> dims = {3};
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer x, client.Upload(std::span<const float>(values), dims));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, twice.Execute({&x}));
  CPPJRT_ASSIGN_OR_RETURN(const auto sums, results[0].ToVector<float>());
  return sums == std::vector<float>{2, 4, 6} ? pjrt::Status() : cppjrt::DataLossError("1, 2, 3 doubled is not 2, 4, 6");
}

}  // namespace

int main(int argc, char** argv) {
  const pjrt::Status status = argc > 1 ? WithPlugin(argv[1]) : WithoutPlugin();
  std::puts(status.ok() ? "ok" : status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
