#include "cpu/codegen/piece.h"

#include <gtest/gtest.h>

#include "cpu/codegen/code_block.h"

namespace cppjrt::cpu::codegen {
namespace {

Piece Example() {
  Piece piece;
  piece.bytes = std::string(40, 'x');
  piece.entry = 8;
  piece.imports = {{"memcpy", 16}, {"memset", 32}};
  piece.extent = 1000;
  piece.grain = 10;
  piece.parallel = true;
  return piece;
}

TEST(Piece, IsReadAsItWasWritten) {
  const Piece wanted = Example();
  const StatusOr<Piece> piece = ReadPiece(WritePiece(wanted));
  ASSERT_TRUE(piece.ok()) << piece.status().ToString();
  EXPECT_EQ(piece->bytes, wanted.bytes);
  EXPECT_EQ(piece->entry, 8u);
  ASSERT_EQ(piece->imports.size(), 2u);
  EXPECT_EQ(piece->imports[1].symbol, "memset");
  EXPECT_EQ(piece->imports[1].offset, 32u);
  EXPECT_EQ(piece->extent, 1000);
  EXPECT_EQ(piece->grain, 10);
  EXPECT_TRUE(piece->parallel);
}

TEST(Piece, EveryTruncationIsRefused) {
  const std::string bytes = WritePiece(Example());
  for (size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(ReadPiece(bytes.substr(0, size)).ok()) << size;
  EXPECT_FALSE(ReadPiece(bytes + "x").ok());
}

TEST(Piece, PlacesOutsideAreRefused) {
  Piece piece = Example();
  piece.imports[1].offset = 40;
  EXPECT_FALSE(ReadPiece(WritePiece(piece)).ok());
  piece = Example();
  piece.entry = 40;
  EXPECT_FALSE(ReadPiece(WritePiece(piece)).ok());
}

TEST(CodeBlock, WhatCannotBeCalledIsNamed) {
  Piece piece = Example();
  piece.imports[0].symbol = "no_such_function";
  const auto block = CodeBlock::Load({&piece});
  ASSERT_FALSE(block.ok());
  EXPECT_NE(block.status().ToString().find("no_such_function"), std::string::npos);
}

}  // namespace
}  // namespace cppjrt::cpu::codegen
