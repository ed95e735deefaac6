// Bytes made by hand: what the encodings mean, and what is wrong with broken ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "stablehlo/bytecode/byte_writer.h"
#include "stablehlo/bytecode/container.h"
#include "stablehlo/bytecode/dense_data.h"
#include "stablehlo/bytecode/entry_table.h"
#include "stablehlo/bytecode/location_reader.h"
#include "stablehlo/bytecode/wire_sort.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A container with entries as given: each is a dialect and its bytes.
class CodecTest : public ::testing::Test {
 protected:
  CodecTest() : failure_(nullptr) {
    container_.dialects = {{"builtin", {}}, {"vhlo", {}}, {"sdy", {}}, {"strange", {}}};
    container_.strings = {"x", "mesh", "a\"b"};
  }

  void Attr(uint32_t dialect, const ByteWriter& bytes) {
    Add(dialect, bytes, container_.entries.begin() + static_cast<std::ptrdiff_t>(container_.num_attrs++));
  }
  void Type(uint32_t dialect, const ByteWriter& bytes) { Add(dialect, bytes, container_.entries.end()); }

  // The numbers as varints.
  static ByteWriter Numbers(std::vector<uint64_t> numbers) {
    ByteWriter writer;
    for (uint64_t number : numbers) writer.Varint(number);
    return writer;
  }
  EntryTable Table() { return EntryTable(&container_, &module_, &failure_, nullptr); }

  Container container_;
  Module module_;
  Failure failure_;

 private:
  void Add(uint32_t dialect, const ByteWriter& bytes, std::vector<Entry>::iterator place) {
    const auto copy = module_.arena().Copy(std::as_bytes(std::span(bytes.bytes())));
    container_.entries.insert(place, Entry{copy, dialect, true});
  }
};

constexpr uint32_t kBuiltin = 0, kVhlo = 1, kSdy = 2, kStrange = 3;

TEST_F(CodecTest, EntriesReferForward) {
  Attr(kVhlo, Numbers({1, 2, 1, 2}));  // array of attributes 1 and 2
  Attr(kVhlo, Numbers({2, 1}));        // true
  Attr(kVhlo, Numbers({14, 0}));       // "x"
  EntryTable table = Table();
  const AttrId array = table.Attr(0);
  ASSERT_TRUE(array);
  EXPECT_TRUE(module_.attrs().boolean(module_.attrs().element(array, 0)));
  EXPECT_EQ(module_.attrs().string(module_.attrs().element(array, 1)), "x");
}

TEST_F(CodecTest, ACircleIsFound) {
  Attr(kVhlo, Numbers({1, 1, 1}));
  Attr(kVhlo, Numbers({1, 1, 0}));
  EXPECT_FALSE(Table().Attr(0));
  EXPECT_THAT(failure_.message(), HasSubstr("contains itself"));
}

TEST_F(CodecTest, ChainsMayBeLong) {
  constexpr uint64_t kLength = 100000;
  for (uint64_t i = 0; i < kLength; ++i) container_.entries.push_back({});
  container_.num_attrs = kLength;
  for (uint64_t i = 0; i < kLength; ++i) {
    const ByteWriter bytes = i + 1 < kLength ? Numbers({1, 1, i + 1}) : Numbers({2, 0});
    container_.entries[i].bytes = module_.arena().Copy(std::as_bytes(std::span(bytes.bytes())));
    container_.entries[i].dialect = kVhlo;
  }
  EXPECT_TRUE(Table().Attr(0)) << failure_.message();
}

TEST_F(CodecTest, UnknownCodesAreNamed) {
  Attr(kVhlo, Numbers({99}));
  EXPECT_FALSE(Table().Attr(0));
  EXPECT_THAT(failure_.message(), HasSubstr("attribute 0 of dialect vhlo has the unknown code 99"));
}

TEST_F(CodecTest, UnknownDialectsAreNamed) {
  Attr(kStrange, Numbers({0}));
  EXPECT_FALSE(Table().Attr(0));
  EXPECT_THAT(failure_.message(), HasSubstr("in the encoding of dialect strange"));
}

TEST_F(CodecTest, BytesLeftOverAreAnError) {
  Attr(kVhlo, Numbers({2, 1, 1}));
  EXPECT_FALSE(Table().Attr(0));
  EXPECT_THAT(failure_.message(), HasSubstr("is not well-formed"));
}

TEST_F(CodecTest, TypesOfVhloAreThoseOfStablehlo) {
  ByteWriter tensor;
  tensor.Varint(20);
  tensor.Varint(2);
  tensor.Signed(2);
  tensor.Signed(kDynamic);
  tensor.Varint(1);
  Type(kVhlo, tensor);
  Type(kVhlo, Numbers({4}));
  EXPECT_EQ(Table().Type(0), module_.types().Tensor({2, kDynamic}, scalar::kF32)) << failure_.message();
}

TEST_F(CodecTest, ShardingsBecomeText) {
  Attr(kSdy, Numbers({6, 1, 2, 2, 3, 0}));  // sharding: mesh, two dimensions, nothing replicated
  Attr(kBuiltin, Numbers({4, 5}));          // @mesh
  ByteWriter open = Numbers({5, 1, 4});     // dimension sharding: one axis, not closed, priority 2
  open.Byte(0);
  open.Flagged(2, true);
  Attr(kSdy, open);
  ByteWriter closed = Numbers({5, 0});
  closed.Byte(1);
  closed.Varint(0);
  Attr(kSdy, closed);
  Attr(kSdy, Numbers({4, 2, 0}));   // axis "a\"b"
  Attr(kBuiltin, Numbers({2, 1}));  // "mesh"
  const AttrId sharding = Table().Attr(0);
  ASSERT_TRUE(sharding) << failure_.message();
  EXPECT_EQ(module_.attrs().string(sharding), R"(#sdy.sharding<@mesh, [{"a\22b", ?}p2, {}]>)");
}

TEST_F(CodecTest, ALocationInACircleIsUnknown) {
  Attr(kBuiltin, Numbers({14, 2, 1}));  // the name "x" of location 1
  Attr(kBuiltin, Numbers({14, 2, 0}));  // the name "x" of location 0
  Attr(kBuiltin, Numbers({2, 0}));
  module_.set_location_resolver(MakeLocationResolver(std::make_shared<Container>(container_)));
  LocId loc = LocationOf(container_, module_, 0);
  int depth = 0;
  for (; module_.locs().kind(loc) != LocKind::kUnknown && depth < 10; ++depth) {
    loc = module_.ResolveLocation(loc);
    if (module_.locs().kind(loc) == LocKind::kName) loc = module_.locs().child(loc);
  }
  EXPECT_LT(depth, 3);
}

TEST_F(CodecTest, ElementsFitTheirType) {
  const auto elements = [&](TypeId element, int64_t count, std::string_view wire) {
    return ElementsFromWire(module_, module_.types().Tensor({count}, element), std::as_bytes(std::span(wire)));
  };
  EXPECT_EQ(elements(scalar::kI1, 10, std::string_view("\x05\x02", 2))->bytes.size(), 10u);
  EXPECT_TRUE(elements(scalar::kI1, 10, "\xff")->is_splat);
  EXPECT_EQ(elements(scalar::kI1, 10, "\xff")->bytes[0], std::byte{1});
  EXPECT_TRUE(elements(scalar::kI1, 3, std::string_view("\0", 1))->is_splat);
  EXPECT_EQ(elements(scalar::kI4, 2, "\x0f\x01")->bytes[0], std::byte{0xff});
  EXPECT_TRUE(elements(scalar::kI8, 3, "aaa")->is_splat);
  EXPECT_FALSE(elements(scalar::kI8, 3, "ab").has_value());
  EXPECT_FALSE(elements(scalar::kI32, kDynamic, "abcd").has_value());
  EXPECT_FALSE(elements(scalar::kToken, 1, "a").has_value());
  EXPECT_EQ(elements(scalar::kI8, 0, "")->bytes.size(), 0u);
  EXPECT_EQ(elements(scalar::kI32, 0, "abcd")->bytes.size(), 0u);  // as MLIR writes dense<> of complex numbers
  EXPECT_FALSE(elements(scalar::kI32, 0, "abcdabcd").has_value());
}

TEST(CursorTest, ReadsPastTheEndGiveZeros) {
  const std::string_view text("\x02", 1);  // says that a byte follows
  Cursor cursor(std::as_bytes(std::span(text)));
  EXPECT_EQ(cursor.Varint(), 0u);
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.Byte(), 0u);
  EXPECT_TRUE(cursor.Take(1).empty());
}

TEST(CursorTest, CountsAreBoundedByTheBytes) {
  ByteWriter writer;
  writer.Varint(uint64_t{1} << 60);
  Cursor cursor(std::as_bytes(std::span(writer.bytes())));
  EXPECT_EQ(cursor.Count(), 0u);
  EXPECT_FALSE(cursor.ok());
}

TEST(SortForWritingTest, UsedOftenFirstThenByDialect) {
  struct Item {
    int id;
    uint32_t uses;
    uint64_t dialect;
  };
  std::vector<Item> items = {{0, 1, 1}, {1, 1, 0}, {2, 5, 1}, {3, 2, 0}};
  SortForWriting(items, [](const Item& item) { return item.uses; }, [](const Item& item) { return item.dialect; });
  std::vector<int> ids;
  for (const Item& item : items) ids.push_back(item.id);
  EXPECT_THAT(ids, ElementsAre(3, 1, 2, 0));
}

}  // namespace
}  // namespace cppjrt::stablehlo::bytecode
