// Errors are values: a code to decide by, a message to show. They come at once (a call that cannot be made) or later (work
// that fails on the device), and nothing throws or aborts.
//
//   error_handling [PLUGIN]
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

constexpr const char* kNegate = R"(
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
})";

const std::vector<int64_t> kFour = {4};

void Show(const char* what, const pjrt::Status& status) {
  std::printf("%s: %s\n", what, std::string(StatusCodeName(status.code())).c_str());
  std::fprintf(stderr, "  %.*s\n", static_cast<int>(status.message().size()), status.message().data());
}

// Each of these fails, and the program goes on.
pjrt::Status Run(const char* plugin_name) {
  Show("no such plugin", pjrt::Plugin::Load("/nowhere/plugin.so").status());

  // CPPJRT_ASSIGN_OR_RETURN hands an error on to the caller; here they are unexpected.
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin));
  Show("no such device", client.LookupDevice(12345).status());

  const pjrt::StatusOr<pjrt::LoadedExecutable> wrong = client.Compile({"func.func @main( {"});
  std::printf("a program that is none: %s\n", wrong.ok() ? "compiled" : "refused");

  const std::vector<float> three = {1, 2, 3};
  Show("too few values", client.Upload<float>(three, kFour).status());

  CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable negate, client.Compile({kNegate}));
  const std::vector<float> values = {1, 2, 3, 4};
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer x, client.Upload<float>(values, kFour));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> results, negate.Execute({&x}));
  Show("an argument that was donated", negate.Execute({&x}).status());
  Show("its values", x.ToVector<float>().status());

  // An error that happens later: the buffer is there, its values never come, and whoever uses it gets the error.
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Memory memory, client.addressable_devices()[0].default_memory());
  pjrt::StatusOr<pjrt::Buffer> lost =
      client.CreateError(cppjrt::DataLossError("the disk is gone"), pjrt::ElementType::kF32, kFour, memory);
  if (lost.ok()) Show("work that failed", lost->ReadyEvent().AwaitFor(std::chrono::seconds(10)));
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  const pjrt::Status status = Run(argc > 1 ? argv[1] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
