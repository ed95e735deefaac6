#include "stablehlo/eval/custom_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stablehlo/eval/host.h"

namespace cppjrt::stablehlo {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CustomCallsTest, NearNamesAreRankedByEdits) {
  EXPECT_THAT(NearNames("lapack_sgetrf", {"lapack_sgetrf_ffi", "lapack_dgetrf", "Sharding", "lapack_sgeqrf"}),
              ElementsAre("lapack_dgetrf", "lapack_sgeqrf", "lapack_sgetrf_ffi"));
  EXPECT_THAT(NearNames("TopK", {"Topk", "Topk", "mhlo.topk"}), ElementsAre("Topk"));
  EXPECT_THAT(NearNames("something_else", {"Sharding", "TopK"}), IsEmpty());
  EXPECT_THAT(NearNames(std::string(100000, 'x'), {std::string(100000, 'y')}), IsEmpty());
}

TEST(CustomCallsTest, TheFirstSetWithATargetHasIt) {
  CustomCallTable first;
  CustomCallTable second;
  first.Add("a", [](const OpRef&) -> StatusOr<Kernel> { return AlreadyExistsError("first"); });
  second.Add("b", [](const OpRef&) -> StatusOr<Kernel> { return NotFoundError("second"); });
  const CustomCallChain chain({&first, &second});
  EXPECT_TRUE(chain.Has("a", 4));
  EXPECT_TRUE(chain.Has("b", 1));
  EXPECT_FALSE(chain.Has("c", 1));
  EXPECT_THAT(chain.Names(), ElementsAre("a", "b"));
}

TEST(MemoryHostTest, GivesWhatWasPutThere) {
  MemoryHost host;
  const float one = 1;
  const RuntimeValue value =
      *Tensor::Copy(ElementType::kF32, {}, std::as_bytes(std::span(&one, 1)), MemoryAllocator::Heap());
  host.PutInfeed({value});
  const std::vector<ExpectedTensor> expected = {{ElementType::kF32, {}}};
  const auto values = host.Infeed({}, "", expected);
  ASSERT_TRUE(values.ok());
  EXPECT_TRUE(CheckReceived(*values, expected).ok());
  EXPECT_FALSE(CheckReceived({}, expected).ok());
  const std::vector<ExpectedTensor> other = {{ElementType::kF64, {}}};
  EXPECT_EQ(CheckReceived(*values, other).message(), "value 0 that arrived is f32, expected f64");
  EXPECT_EQ(host.Infeed({}, "", expected).status().code(), StatusCode::kFailedPrecondition);
  EXPECT_TRUE(host.Send({}, 5, *values).ok());
  EXPECT_EQ(host.sent(5).size(), 1u);
  EXPECT_EQ(host.FindProbe(0).status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace cppjrt::stablehlo
