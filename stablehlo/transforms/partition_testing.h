// For tests of partitioned programs: what all partitions get, beside what the whole program gives. Include it behind gtest.
//
//   ExpectSame({"(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }", {{8}}, {S("{\"x\"}")}, ""});
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_TESTING_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_TESTING_H_

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/transforms/array_sharding.h"
#include "stablehlo/transforms/partition.h"
#include "stablehlo/transforms/testing.h"

namespace cppjrt::stablehlo {

using Floats = std::vector<float>;

inline std::string S(std::string_view axes) { return "#sdy.sharding<@mesh, [" + std::string(axes) + "]>"; }

// A program of floats: `main` is what follows @main.
struct Case {
  std::string main;
  std::vector<std::vector<int64_t>> dims;  // of arguments
  std::vector<std::string> arguments;      // shardings, as partition.h takes them
  std::string result;
  std::string mesh = R"("x"=2, "y"=2)";
  int64_t partitions = 4;
};

inline StatusOr<VerifiedModule> Read(const Case& c) {
  CPPJRT_ASSIGN_OR_RETURN(Module module,
                          ParseText("sdy.mesh @mesh = <[" + c.mesh + "]>\nfunc.func @main" + c.main, "t.mlir"));
  const Source source = module.source();
  DiagnosticSink sink(&source);
  StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
  return verified.ok() ? std::move(verified) : InvalidArgumentError(sink.Render());
}

inline StatusOr<VerifiedModule> Partitioned(const Case& c) {
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule read, Read(c));
  Module module = std::move(read).Release();
  DiagnosticSink sink(&module.source());
  const std::string results[] = {c.result};
  CPPJRT_RETURN_IF_ERROR(
      PartitionProgram(module, {.num_partitions = c.partitions, .arguments = c.arguments, .results = results}, sink));
  StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
  if (!verified.ok()) return InternalError(sink.Render() + Print(module, {}));
  RunnableOptions options;
  options.counts.partitions = c.partitions;
  return MakeRunnable(std::move(*verified), options, sink);
}

inline std::string TextOf(const Case& c) {
  StatusOr<VerifiedModule> module = Partitioned(c);
  if (!module.ok()) return module.status().ToString();
  Module open = std::move(*module).Release();
  return Print(open, {});
}

inline Tensor FloatTensor(const Floats& numbers, const Dims& dims) {
  return *Tensor::Copy(ElementType::kF32, dims, std::as_bytes(std::span<const float>(numbers)),
                       MemoryAllocator::Heap());
}

// Small whole numbers, so that sums do not depend on their order.
inline Floats Numbers(int64_t count, int64_t first) {
  Floats numbers(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) numbers[static_cast<size_t>(i)] = static_cast<float>((i * 7 + first) % 11 - 3);
  return numbers;
}

inline Floats ValuesOf(const Tensor& tensor) {
  return {tensor.data<float>(), tensor.data<float>() + tensor.num_elements()};
}

// The indices of the whole array that a partition's part has.
inline std::vector<int64_t> PartOf(const Sharding& sharding, const Dims& dims, size_t partition) {
  const Dims part = sharding.ShardDims(dims);
  const Dims strides = RowMajorStrides(dims);
  std::vector<int64_t> indices = {0};
  for (size_t d = 0; d < dims.size(); ++d) {
    std::vector<int64_t> more;
    for (const int64_t base : indices) {
      for (int64_t i = 0; i < part[d]; ++i)
        more.push_back(base + (sharding.TileAlong(d, partition) * part[d] + i) * strides[d]);
    }
    indices = std::move(more);
  }
  return indices;
}

// The first result of each partition.
inline std::vector<Floats> RunParts(const Case& c) {
  StatusOr<VerifiedModule> module = Partitioned(c);
  if (!module.ok()) {
    ADD_FAILURE() << module.status().ToString();
    return {};
  }
  const Meshes meshes = ReadMeshes(*Read(c)->operator->());
  const StatusOr<std::shared_ptr<const Program>> program = Program::Prepare(std::move(*module), {});
  if (!program.ok()) {
    ADD_FAILURE() << program.status().ToString();
    return {};
  }
  Processes grid(1, c.partitions, std::chrono::seconds(30));
  std::vector<Floats> all(static_cast<size_t>(c.partitions));
  std::vector<std::thread> threads;
  for (int64_t p = 0; p < c.partitions; ++p) {
    threads.emplace_back([&, p] {
      std::vector<RuntimeValue> arguments;
      for (size_t i = 0; i < c.dims.size(); ++i) {
        const Dims dims{std::span<const int64_t>(c.dims[i])};
        const Sharding sharding = *ParseSharding(c.arguments[i], dims.size(), c.partitions, meshes);
        const Floats whole = Numbers(NumElements(dims), static_cast<int64_t>(i));
        Floats part;
        for (const int64_t at : PartOf(sharding, dims, static_cast<size_t>(p)))
          part.push_back(whole[static_cast<size_t>(at)]);
        arguments.emplace_back(FloatTensor(part, sharding.ShardDims(dims)));
      }
      RunOptions options;
      options.partition = p;
      options.processes = &grid;
      const StatusOr<std::vector<RuntimeValue>> results = (*program)->Run(std::move(arguments), options);
      grid.Leave({0, p}, results.ok() ? OkStatus() : results.status());
      if (results.ok()) all[static_cast<size_t>(p)] = ValuesOf((*results)[0].tensor());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(grid.status().ok()) << grid.status().ToString();
  return all;
}

// The first result of the whole program.
inline Tensor RunWhole(const Case& c) {
  StatusOr<VerifiedModule> read = Read(c);
  EXPECT_TRUE(read.ok()) << read.status().ToString();
  DiagnosticSink sink(&(*read)->source());
  StatusOr<VerifiedModule> runnable = MakeRunnable(std::move(*read), {}, sink);
  EXPECT_TRUE(runnable.ok()) << sink.Render();
  const std::shared_ptr<const Program> program = *Program::Prepare(std::move(*runnable), {});
  std::vector<RuntimeValue> arguments;
  for (size_t i = 0; i < c.dims.size(); ++i) {
    const Dims dims{std::span<const int64_t>(c.dims[i])};
    arguments.emplace_back(FloatTensor(Numbers(NumElements(dims), static_cast<int64_t>(i)), dims));
  }
  return (*program->Run(std::move(arguments), {}))[0].tensor();
}

// Partitions have of the result what the whole program gives.
inline void ExpectSame(const Case& c) {
  const Tensor whole = RunWhole(c);
  const std::vector<Floats> parts = RunParts(c);
  if (parts.empty()) return;
  const Sharding sharding = *ParseSharding(c.result, whole.rank(), c.partitions, ReadMeshes(*Read(c)->operator->()));
  for (size_t p = 0; p < parts.size(); ++p) {
    Floats wanted;
    for (const int64_t at : PartOf(sharding, whole.dims(), p))
      wanted.push_back(ValuesOf(whole)[static_cast<size_t>(at)]);
    EXPECT_EQ(parts[p], wanted) << "partition " << p << " of\n" << TextOf(c);
  }
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_TESTING_H_
