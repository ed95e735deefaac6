#include "conform/isolate/call_record.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

#include "conform/isolate/child_channel.h"

namespace cppjrt::conform {
namespace {

CallPage* MapPage() {
  static CallPage own;
  const char* text = std::getenv(kCallRecordVariable);
  if (text == nullptr) return &own;
  void* page = mmap(nullptr, sizeof(CallPage), PROT_READ | PROT_WRITE, MAP_SHARED, std::atoi(text), 0);
  return page == MAP_FAILED ? &own : static_cast<CallPage*>(page);
}

}  // namespace

CallPage& ProcessCallPage() {
  static CallPage* const page = MapPage();
  return *page;
}

void NoteCall(CallPage& page, std::string_view name) {
  const size_t length = std::min(name.size(), CallPage::kLength - 1);
  for (size_t i = 0; i < length; ++i) page.name[i].store(name[i], std::memory_order_relaxed);
  page.name[length].store('\0', std::memory_order_relaxed);
  page.calls.fetch_add(1, std::memory_order_release);
}

std::string LastCall(const CallPage& page) {
  std::string name;
  if (page.calls.load(std::memory_order_acquire) == 0) return name;
  for (const std::atomic<char>& letter : page.name) {
    const char c = letter.load(std::memory_order_relaxed);
    if (c == '\0') break;
    name += c;
  }
  return name;
}

}  // namespace cppjrt::conform
