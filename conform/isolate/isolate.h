// Work in processes of its own: items are done by child processes, several by each as long as all goes well. When a child
// crashes, hangs or takes too much memory, that is the end of the item it was at, and the others go on in a new child.
//
// The parent:
//   IsolateOptions options;
//   options.command = {"/proc/self/exe", "conform", "--child", …};     // the channel's descriptor is in $CPPJRT_CONFORM_CHANNEL
//   RunIsolated(items, options, [&](size_t item, const ItemEnd& end) { … });
// The child:
//   ChildChannel channel;                                              // runner/child_channel.h
//   while (std::optional<std::string> item = channel.Next()) channel.Done(Work(*item));
//
// Whatever a child does, every item gets exactly one end, in any order; `on_end` is called from the calling thread.
#ifndef CPPJRT_CONFORM_ISOLATE_ISOLATE_H_
#define CPPJRT_CONFORM_ISOLATE_ISOLATE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::conform {

struct WorkItem {
  std::string text;    // what the child is told; one line
  bool alone = false;  // a child does this one only
  double seconds = 0;  // time limit; 0: that of the options
};

enum class EndKind {
  kDone,         // the child said so
  kCrash,        // it died: signal, or exit without a word
  kHang,         // killed when its time was up
  kMemory,       // killed when its memory was
  kInterrupted,  // not begun, or killed when the run was interrupted
  kNotStarted,   // no child could be started; the text says why
};

struct ItemEnd {
  EndKind kind = EndKind::kInterrupted;
  std::string payload = {};  // kDone: what the child gave; kNotStarted: why
  double seconds = 0;
  int signal = 0;              // of a crash, 0 if it exited
  int exit_code = 0;           // of a crash without a signal
  std::string last_call = {};  // what the child noted last (runner/call_record.h), "" if nothing
  std::string output = {};     // the end of what it printed
};

struct IsolateOptions {
  std::vector<std::string> command;
  int jobs = 1;
  double seconds = 30;                      // for each item
  double start_seconds = 60;                // until a child asks for its first item
  int64_t memory_limit = int64_t{4} << 30;  // resident bytes of one child
  int items_per_child = 64;                 // what one child does at most
};

// Returns when every item has ended. `on_end` gets the index of the item.
void RunIsolated(std::span<const WorkItem> items, const IsolateOptions& options,
                 const std::function<void(size_t item, const ItemEnd& end)>& on_end);

// Makes a run end soon: children are killed, the items left end as kInterrupted. May be called from a signal handler.
void InterruptIsolated();
bool Interrupted();

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ISOLATE_ISOLATE_H_
