#include "base/address_space.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>

namespace cppjrt {
namespace {

// Pages of one's own: `readable` ones, then as many that cannot be read.
class Pages {
 public:
  explicit Pages(size_t readable)
      : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
        size_(2 * readable * page_),
        data_(static_cast<char*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(data_ + size_ / 2, size_ / 2, PROT_NONE);
  }
  ~Pages() { munmap(data_, size_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  char* begin() const { return data_; }
  char* end_of_readable() const { return data_ + size_ / 2; }

 private:
  size_t page_;
  size_t size_;
  char* data_;
};

int SomeFunction() { return 1; }

TEST(AddressSpaceTest, StackHeapAndConstantsCanBeRead) {
  const int on_stack = 1;
  const auto on_heap = std::make_unique<int>(1);
  static const int constant = 1;
  const AddressSpace space = AddressSpace::Snapshot();
  EXPECT_TRUE(space.Readable(&on_stack, sizeof on_stack));
  EXPECT_TRUE(space.Readable(on_heap.get(), sizeof(int)));
  EXPECT_TRUE(space.Readable(&constant, sizeof constant));
}

TEST(AddressSpaceTest, NullAndWildPointersCannotBeRead) {
  const AddressSpace space = AddressSpace::Snapshot();
  for (uintptr_t address : {uintptr_t{0}, uintptr_t{1}, uintptr_t{0xfa18}, UINTPTR_MAX, UINTPTR_MAX - 7}) {
    EXPECT_FALSE(space.Readable(reinterpret_cast<const void*>(address), 1)) << address;  // NOLINT
    EXPECT_FALSE(space.Executable(address)) << address;
  }
}

TEST(AddressSpaceTest, ARangeMustBeReadableToItsEnd) {
  const Pages pages(2);
  const AddressSpace space = AddressSpace::Snapshot();
  const auto size = static_cast<size_t>(pages.end_of_readable() - pages.begin());
  EXPECT_TRUE(space.Readable(pages.begin(), size));
  EXPECT_FALSE(space.Readable(pages.begin(), size + 1));
  EXPECT_TRUE(space.Readable(pages.end_of_readable() - 1, 1));
  EXPECT_FALSE(space.Readable(pages.end_of_readable(), 1));
  EXPECT_FALSE(space.Readable(pages.begin(), SIZE_MAX));
  EXPECT_FALSE(space.Readable(pages.begin(), SIZE_MAX / 2));
}

TEST(AddressSpaceTest, ARangeMaySpanMappings) {
  const Pages pages(2);
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  mprotect(pages.begin(), page, PROT_READ);  // now two mappings
  const AddressSpace space = AddressSpace::Snapshot();
  EXPECT_TRUE(space.Readable(pages.begin(), 2 * page));
}

TEST(AddressSpaceTest, OnlyCodeIsExecutable) {
  const int data = 1;
  const AddressSpace space = AddressSpace::Snapshot();
  EXPECT_TRUE(space.Executable(reinterpret_cast<uintptr_t>(&SomeFunction)));
  EXPECT_FALSE(space.Executable(reinterpret_cast<uintptr_t>(&data)));
}

TEST(AddressSpaceTest, IsOfTheMomentItWasTaken) {
  const AddressSpace before = AddressSpace::Snapshot();
  // Large enough not to fit into a gap that was mapped before.
  const size_t size = size_t{1} << 32;
  void* mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_FALSE(before.Readable(mapped, size));
  EXPECT_TRUE(AddressSpace::Snapshot().Readable(mapped, size));
  munmap(mapped, size);
}

}  // namespace
}  // namespace cppjrt
