// One process of several that meet in a store, for the tests of stores:
//
//   store_process STORE RANK SIZE     "auto auto" takes RANK and SIZE from the launcher's environment
//
// Everybody puts a value of its own, gets everybody's, waits for what rank 0 puts only then, and sees a replaced value.
// Prints "rank R of N: ok" and exits with 0, or says what was wrong.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "pjrt/open_store.h"

namespace {

using namespace std::chrono_literals;

int Fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  return 1;
}

std::string FromEnvironment(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const char* value = std::getenv(name)) return value;
  }
  return "0";
}

// Bytes of all kinds, longer than any one packet.
std::string ValueOf(int rank) {
  std::string value = "value of " + std::to_string(rank) + std::string(1, '\0');
  for (int i = 0; i < 100000; ++i) value += static_cast<char>(i * (rank + 1));
  return value;
}

int Meet(pjrt::KeyValueStore& store, int rank, int size) {
  const std::string longest(1000, 'k');
  if (auto missing = store.TryGet("never"); missing.status().code() != pjrt::StatusCode::kNotFound) {
    return Fail("a key nobody put: " + missing.status().ToString());
  }
  if (auto late = store.Get("never", 20ms); late.status().code() != pjrt::StatusCode::kDeadlineExceeded) {
    return Fail("a key nobody puts: " + late.status().ToString());
  }
  if (auto status = store.Put("rank/" + std::to_string(rank), ValueOf(rank)); !status.ok())
    return Fail(status.ToString());
  for (int other = 0; other < size; ++other) {
    const auto value = store.Get("rank/" + std::to_string(other), 30s);
    if (!value.ok()) return Fail(value.status().ToString());
    if (*value != ValueOf(other)) return Fail("another value than rank " + std::to_string(other) + " put");
  }
  if (rank == 0) {
    for (const char* value : {"old", "new"}) {
      if (auto status = store.Put("changed", value); !status.ok()) return Fail(status.ToString());
    }
    if (auto status = store.Put(longest, "go"); !status.ok()) return Fail(status.ToString());
  }
  if (const auto go = store.Get(longest, 30s); !go.ok() || *go != "go")
    return Fail("no start: " + go.status().ToString());
  if (const auto value = store.TryGet("changed"); !value.ok() || *value != "new") {
    return Fail("a replaced value: " + (value.ok() ? *value : value.status().ToString()));
  }
  // Nobody leaves before all are here: with some stores a process takes its values along.
  if (auto status = store.Put("done/" + std::to_string(rank), "x"); !status.ok()) return Fail(status.ToString());
  for (int other = 0; other < size; ++other) {
    if (auto done = store.Get("done/" + std::to_string(other), 30s); !done.ok()) return Fail(done.status().ToString());
  }
  std::printf("rank %d of %d: ok\n", rank, size);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return Fail("usage: store_process STORE RANK SIZE");
  std::string rank = argv[2], size = argv[3];
  if (rank == "auto") rank = FromEnvironment({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"});
  if (size == "auto") size = FromEnvironment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"});
  const int number = std::atoi(rank.c_str());
  auto store = pjrt::OpenJobStore(argv[1], number);
  if (!store.ok()) return Fail(store.status().ToString());
  const int code = Meet(**store, number, std::atoi(size.c_str()));
  // Who serves the store leaves last.
  if (number == 0) std::this_thread::sleep_for(200ms);
  return code;
}
