#include "cli/install/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cppjrt::install {
namespace {

TEST(CatalogTest, FindsByNameAliasAndPackage) {
  EXPECT_EQ(FindInCatalog("xla-cpu")->package, "lammps-jax-pjrt-cpu");
  EXPECT_EQ(FindInCatalog("xla-cpu-0.115")->name, "xla-cpu");
  EXPECT_EQ(FindInCatalog("CUDA")->name, "cuda13");
  EXPECT_EQ(FindInCatalog("jax-rocm7-pjrt")->name, "rocm7");
}

TEST(CatalogTest, UnknownNameListsTheKnownOnes) {
  for (const char* name : {"", "xla", "xla-cpu-0.115 "}) {
    StatusOr<CatalogEntry> entry = FindInCatalog(name);
    ASSERT_FALSE(entry.ok()) << name;
    EXPECT_EQ(entry.status().code(), StatusCode::kNotFound);
    EXPECT_THAT(std::string(entry.status().message()), ::testing::HasSubstr("known: xla-cpu, xla-cpu-0.106,"));
  }
}

TEST(CatalogTest, RowsAreWellFormed) {
  std::set<std::string_view> names;
  for (const CatalogEntry& entry : Catalog()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_TRUE(names.insert(entry.package).second || entry.package == entry.name) << entry.package;
    EXPECT_TRUE(entry.file.ends_with(".so")) << entry.name;
    EXPECT_NE(entry.file.find('/'), std::string_view::npos) << entry.name;
    EXPECT_EQ(entry.wheel.empty(), entry.wheel_sha256.empty()) << entry.name;
    if (!entry.wheel.empty()) {
      EXPECT_EQ(entry.wheel_sha256.size(), 64u) << entry.name;
      EXPECT_NE(entry.wheel.find("-" + std::string(entry.version) + "-"), std::string_view::npos) << entry.name;
    }
  }
}

TEST(CatalogTest, EnvironmentIsKnownByFileName) {
  EXPECT_EQ(EnvironmentForFile("/somewhere/libtpu.so"), "TPU_SKIP_MDS_QUERY=1");
  EXPECT_EQ(EnvironmentForFile("/somewhere/xla_cuda_plugin.so"), "");
  EXPECT_EQ(EnvironmentForFile(""), "");
}

}  // namespace
}  // namespace cppjrt::install
