#include "cpu/plugin/extensions/xspace.h"

#include <functional>
#include <map>
#include <string_view>

#include "base/protobuf_wire.h"

namespace cppjrt::cpu {
namespace {

// Of the planes of plugins that they know nothing about, viewers show those that begin so.
constexpr std::string_view kPlaneName = "/device:CUSTOM:cppjrt CPU";
// Beside JAX's own planes, which count from 0.
constexpr int64_t kPlaneId = 1000;

// Fields of tsl/profiler/protobuf/xplane.proto.
namespace space {
enum { kPlanes = 1, kWarnings = 3 };
}
namespace plane {
enum { kId = 1, kName = 2, kLines = 3, kEventMetadata = 4, kStatMetadata = 5 };
}
namespace line {
enum { kId = 1, kName = 2, kTimestampNs = 3, kEvents = 4, kDisplayName = 11 };
}
namespace event {
enum { kMetadataId = 1, kOffsetPs = 2, kDurationPs = 3, kStats = 4 };
}
namespace stat {
enum { kMetadataId = 1, kReference = 7 };
}
namespace metadata {
enum { kId = 1, kName = 2 };
}
// Of maps.
enum { kKey = 1, kValue = 2 };

// The names of statistics, by number.
enum Stat : uint8_t { kSource = 1, kModule = 2, kFirstText = 3 };

std::string MetadataEntry(int64_t id, std::string_view name) {
  WireWriter value;
  value.Int(metadata::kId, id);
  value.Bytes(metadata::kName, name);
  WireWriter entry;
  entry.Int(kKey, id);
  entry.Bytes(kValue, value.str());
  return entry.str();
}

class PlaneWriter {
 public:
  PlaneWriter() {
    plane_.Int(plane::kId, kPlaneId);
    plane_.Bytes(plane::kName, kPlaneName);
  }

  void Add(const TraceThread& thread, int64_t start_time) {
    WireWriter line;
    line.Int(line::kId, thread.id);
    const std::string name = (thread.name.empty() ? "thread" : thread.name) + "/" + std::to_string(thread.id);
    line.Bytes(line::kName, name);
    line.Bytes(line::kDisplayName, name);
    line.Int(line::kTimestampNs, start_time);
    for (const TraceEvent& e : thread.events) line.Bytes(line::kEvents, EventOf(e));
    plane_.Bytes(plane::kLines, line.str());
  }

  std::string Finish() {
    for (const auto& [name, id] : names_) plane_.Bytes(plane::kEventMetadata, MetadataEntry(id, name));
    plane_.Bytes(plane::kStatMetadata, MetadataEntry(kSource, "source"));
    plane_.Bytes(plane::kStatMetadata, MetadataEntry(kModule, "hlo_module"));
    for (const auto& [text, id] : texts_) plane_.Bytes(plane::kStatMetadata, MetadataEntry(id, text));
    return plane_.str();
  }

 private:
  std::string EventOf(const TraceEvent& e) {
    constexpr int64_t kPsPerNs = 1000;
    const TraceName& name = (*e.names)[e.name];
    WireWriter out;
    out.Int(event::kMetadataId, Number(names_, name.name, 1));
    out.Int(event::kOffsetPs, e.begin_ns * kPsPerNs);
    out.Int(event::kDurationPs, (e.end_ns - e.begin_ns) * kPsPerNs);
    AddStat(out, kSource, name.place);
    AddStat(out, kModule, name.program);
    return out.str();
  }

  // Texts are names of statistics that others refer to, so that each is there once.
  void AddStat(WireWriter& out, Stat which, std::string_view text) {
    if (text.empty()) return;
    WireWriter value;
    value.Int(stat::kMetadataId, which);
    value.Varint(stat::kReference, static_cast<uint64_t>(Number(texts_, text, kFirstText)));
    out.Bytes(event::kStats, value.str());
  }

  static int64_t Number(std::map<std::string, int64_t, std::less<>>& of, std::string_view text, int64_t first) {
    const auto found = of.find(text);
    if (found != of.end()) return found->second;
    const int64_t id = first + static_cast<int64_t>(of.size());
    of.emplace(text, id);
    return id;
  }

  WireWriter plane_;
  std::map<std::string, int64_t, std::less<>> names_, texts_;
};

}  // namespace

std::string XSpaceOf(const std::vector<TraceThread>& threads, int64_t start_time) {
  if (threads.empty()) return {};
  PlaneWriter plane;
  int64_t dropped = 0;
  for (const TraceThread& thread : threads) {
    plane.Add(thread, start_time);
    dropped += thread.dropped;
  }
  WireWriter out;
  out.Bytes(space::kPlanes, plane.Finish());
  if (dropped > 0) out.Bytes(space::kWarnings, std::to_string(dropped) + " events of the CPU plugin were too many");
  return out.str();
}

}  // namespace cppjrt::cpu
