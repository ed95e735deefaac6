// What isolate_test.cc runs: does what each item says.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "conform/isolate/call_record.h"
#include "conform/isolate/child_channel.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "die") == 0) return 5;
  cppjrt::conform::ChildChannel channel;
  while (const auto item = channel.Next()) {
    cppjrt::conform::NoteCall(cppjrt::conform::ProcessCallPage(), "call of " + *item);
    if (*item == "crash") {
      signal(SIGSEGV, SIG_DFL);  // sanitizers would exit instead
      raise(SIGSEGV);
    }
    if (*item == "abort") std::abort();
    if (*item == "exit") _exit(7);
    if (*item == "print and abort") {
      std::fprintf(stderr, "the last words\n");
      std::abort();
    }
    if (*item == "hang") {
      while (true) pause();
    }
    if (*item == "memory") {
      std::vector<char> memory(size_t{256} << 20, 'x');
      while (true) pause();
    }
    channel.Done("did " + *item + " in " + std::to_string(getpid()));
  }
  return 0;
}
