// Runs the jobs of a file and writes what they leave into another: run_jobs IN OUT. Built for AArch64, it runs under qemu.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/aarch64/unit_job.h"

int main(int argc, char** argv) {
  using namespace cppjrt::cpu::aarch64_test;
  if (argc != 3) {
    std::fprintf(stderr, "usage: run_jobs IN OUT\n");
    return 2;
  }
  std::ifstream in(argv[1], std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  auto jobs = ReadJobs(bytes);
  if (!jobs.ok()) {
    std::fprintf(stderr, "run_jobs: %s\n", jobs.status().ToString().c_str());
    return 1;
  }
  for (size_t i = 0; i < jobs->size(); ++i) {
    const cppjrt::Status status = RunJob((*jobs)[i]);
    if (status.ok()) continue;
    std::fprintf(stderr, "run_jobs: job %zu: %s\n", i, status.ToString().c_str());
    return 1;
  }
  std::ofstream out(argv[2], std::ios::binary);
  out << WriteJobs(*jobs);
  out.close();
  return out ? 0 : 1;
}
