// Copies to and from the device, through the client, through the C API by hand, and memcpy of as many bytes.
//
//   transfer [PLUGIN …]
#include <cstring>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/raw_client.h"
#include "pjrt/pjrt.h"

namespace cppjrt::bench {
namespace {

struct Size {
  const char* name;
  int64_t elements;  // of f32
  int calls;
  int batches;
};
constexpr Size kSizes[] = {{"4 B", 1, 100, 500}, {"1 MB", 1 << 18, 4, 200}, {"256 MB", 1 << 26, 1, 9}};

void Run(const pjrt::Plugin& plugin) {
  const pjrt::Client client = Must(pjrt::Client::Create(plugin));
  const RawClient raw(TableOf(plugin.name()), client);
  std::printf("\n%s\n", plugin.name().c_str());
  for (const Size& size : kSizes) {
    std::vector<float> host(static_cast<size_t>(size.elements), 1.0F);
    std::vector<float> back(host.size());
    const std::vector<int64_t> dims = {size.elements};
    const double bytes = static_cast<double>(size.elements) * sizeof(float);

    const Pair upload = Compare(
        [&] {
          const pjrt::Buffer buffer = Must(client.Upload<float>(host, dims));
          if (!buffer.ReadyEvent().Await().ok()) std::exit(1);
        },
        [&] {
          PJRT_Buffer* buffer = raw.Upload(host.data(), PJRT_Buffer_Type_F32, dims.data(), dims.size());
          raw.AwaitReady(buffer);
          raw.Destroy(buffer);
        },
        size.calls, size.batches);
    const pjrt::Buffer source = Must(client.Upload<float>(host, dims));
    const Pair download = Compare(
        [&] {
          if (!source.CopyToHost(std::as_writable_bytes(std::span(back))).Await().ok()) std::exit(1);
        },
        [&] { raw.Download(source.raw(), back.data(), back.size() * sizeof(float)); }, size.calls, size.batches);
    Samples copies;
    for (int i = 0; i < size.batches; ++i) {
      copies.push_back(
          TimeBatch([&] { std::memcpy(back.data(), host.data(), back.size() * sizeof(float)); }, size.calls));
    }

    const std::string name(size.name);
    PrintRow("upload " + name + ", by hand", upload.theirs, 1e-3, "us");
    PrintRow("upload " + name + ", client", upload.ours, 1e-3, "us");
    PrintRow("  by hand / client", upload.ratio, 1, "");
    if (size.elements == 1) PrintRow("  client's own cost", upload.difference, 1, "ns");
    PrintRow("download " + name + ", by hand", download.theirs, 1e-3, "us");
    PrintRow("download " + name + ", client", download.ours, 1e-3, "us");
    PrintRow("  by hand / client", download.ratio, 1, "");
    PrintRow("memcpy " + name, copies, 1e-3, "us");
    std::printf("  %-46s %10.2f / %.2f / %.2f GB/s\n", "upload / download / memcpy", bytes / Quantile(upload.ours, 0.5),
                bytes / Quantile(download.ours, 0.5), bytes / Quantile(copies, 0.5));
  }
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  cppjrt::bench::PrintHeader("transfer: host to device and back; medians, by hand and client in turn");
  for (const pjrt::Plugin& plugin : cppjrt::bench::Plugins(argc, argv)) cppjrt::bench::Run(plugin);
}
