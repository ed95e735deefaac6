// Loading files that are no plugins. Loading of plugins is in tests/client.
#include "pjrt/plugin.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "client/fake_table.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

// A shared library that every C++ program has, and that is no plugin. (Not libc: sanitizers replace its functions.)
std::string SomeLibrary() {
  Dl_info info{};
  return dladdr(dlsym(RTLD_DEFAULT, "erf"), &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "libm.so.6";
}

class PluginFileTest : public ::testing::Test {
 protected:
  PluginFileTest() {
    std::string name = (fs::temp_directory_path() / "plugin_test.XXXXXX").string();
    directory_ = mkdtemp(name.data());
    std::ifstream in(SomeLibrary(), std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    library_ = bytes.str();
  }
  ~PluginFileTest() override { fs::remove_all(directory_); }

  std::string Path(const std::string& name = "plugin.so") const { return directory_ / name; }
  std::string Write(std::string_view contents) const {
    std::ofstream(Path(), std::ios::binary).write(contents.data(), static_cast<std::streamsize>(contents.size()));
    return Path();
  }
  std::string WriteWithHeader(void (*change)(Elf64_Ehdr&)) const {
    std::string changed = library_;
    Elf64_Ehdr header;
    std::memcpy(&header, changed.data(), sizeof header);
    change(header);
    std::memcpy(changed.data(), &header, sizeof header);
    return Write(changed);
  }
  const std::string& library() const { return library_; }

 private:
  fs::path directory_;
  std::string library_;
};

TEST_F(PluginFileTest, AMissingFileIsNotFound) {
  EXPECT_THAT(Plugin::Load(Path("missing.so")), StatusIs(StatusCode::kNotFound, HasSubstr("missing.so")));
  EXPECT_THAT(Plugin::Load(Path("no/such/folder.so")), StatusIs(StatusCode::kNotFound));
  EXPECT_THAT(Plugin::Load(Write("x") + "/below_a_file.so"), StatusIs(StatusCode::kNotFound));
  EXPECT_THAT(Plugin::Load(""), StatusIs(StatusCode::kNotFound));
}

TEST_F(PluginFileTest, ADanglingLinkIsNotFound) {
  fs::create_symlink(Path("nowhere"), Path());
  EXPECT_THAT(Plugin::Load(Path()), StatusIs(StatusCode::kNotFound));
}

TEST_F(PluginFileTest, ADirectoryIsNoLibrary) {
  fs::create_directory(Path());
  EXPECT_THAT(Plugin::Load(Path()), StatusIs(StatusCode::kInvalidArgument, HasSubstr("plugin.so")));
}

TEST_F(PluginFileTest, APipeIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(Path().c_str(), 0600), 0);
  EXPECT_THAT(Plugin::Load(Path()), StatusIs(StatusCode::kInvalidArgument));
}

TEST_F(PluginFileTest, EmptyShortAndTextFilesAreNoLibraries) {
  for (std::string_view contents : {"", "\x7f",
                                    "\x7f"
                                    "ELF",
                                    "#!/bin/sh\n", "INPUT(libc.so.6)"}) {
    EXPECT_THAT(Plugin::Load(Write(contents)),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("is not a shared library")));
  }
}

TEST_F(PluginFileTest, ATruncatedLibraryIsRefusedInsteadOfMapped) {
  for (size_t size : {size_t{64}, size_t{100}, size_t{512}, size_t{4096}, library().size() / 4, library().size() / 2,
                      library().size() * 3 / 4}) {
    EXPECT_THAT(Plugin::Load(Write(library().substr(0, size))),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("truncated")))
        << size;
  }
}

TEST_F(PluginFileTest, ALibraryOfAnotherMachineIsRefused) {
  for (auto change :
       {+[](Elf64_Ehdr& h) { h.e_machine = EM_S390; }, +[](Elf64_Ehdr& h) { h.e_ident[EI_CLASS] = ELFCLASS32; },
        +[](Elf64_Ehdr& h) { h.e_type = ET_REL; }}) {
    EXPECT_THAT(Plugin::Load(WriteWithHeader(change)),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("not a shared library for this machine")));
  }
}

TEST_F(PluginFileTest, ProgramHeadersBeyondTheFileAreRefused) {
  for (auto change :
       {+[](Elf64_Ehdr& h) { h.e_phoff = UINT64_MAX; }, +[](Elf64_Ehdr& h) { h.e_phoff = UINT64_MAX / 2; },
        +[](Elf64_Ehdr& h) { h.e_phoff = 1 << 30; }, +[](Elf64_Ehdr& h) { h.e_phnum = 0xfffe; }}) {
    EXPECT_THAT(Plugin::Load(WriteWithHeader(change)), StatusIs(StatusCode::kInvalidArgument));
  }
}

TEST_F(PluginFileTest, ALibraryWithoutTheSymbolIsNoPlugin) {
  EXPECT_THAT(Plugin::Load(SomeLibrary()),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("does not export GetPjrtApi")));
}

// --- FromApi

TEST(PluginTest, AnApiInTheProcessIsAPlugin) {
  static const PJRT_Api table = FakeTable(100);
  ASSERT_OK_AND_ASSIGN(Plugin plugin, Plugin::FromApi(&table, "mine"));
  EXPECT_EQ(plugin.name(), "mine");
  EXPECT_EQ(plugin.api_version(), (ApiVersion{0, 100}));
  EXPECT_TRUE(plugin.HasSlot("PJRT_Error_Message"));
  EXPECT_FALSE(plugin.HasSlot("PJRT_Client_Create"));
  EXPECT_FALSE(plugin.HasSlot("PJRT_No_Such_Function"));
  EXPECT_TRUE(plugin.attributes().empty());
  EXPECT_FALSE(plugin.stablehlo_range().has_value());
}

TEST(PluginTest, AFailingInitializationIsReported) {
  static PJRT_Api table = FakeTable();
  table.PJRT_Plugin_Initialize = [](PJRT_Plugin_Initialize_Args*) { return FakeError("no driver"); };
  EXPECT_THAT(Plugin::FromApi(&table, "mine"),
              StatusIs(StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("mine"), HasSubstr("PJRT_Plugin_Initialize: no driver"))));
}

TEST(PluginTest, TheStableHloRangeComesFromTheAttributes) {
  static PJRT_Api table = FakeTable();
  table.PJRT_Plugin_Attributes = [](PJRT_Plugin_Attributes_Args* args) -> PJRT_Error* {
    static const std::array<int64_t, 3> current = {1, 20, 0};
    static const std::array<int64_t, 3> minimum = {0, 9, 0};
    static std::array<PJRT_NamedValue, 2> values{};
    values[0].name = "stablehlo_current_version";
    values[0].int64_array_value = current.data();
    values[1].name = "stablehlo_minimum_version";
    values[1].int64_array_value = minimum.data();
    for (PJRT_NamedValue& value : values) {
      value.name_size = 25;
      value.type = PJRT_NamedValue_kInt64List;
      value.value_size = 3;
    }
    args->attributes = values.data();
    args->num_attributes = values.size();
    return nullptr;
  };
  ASSERT_OK_AND_ASSIGN(Plugin plugin, Plugin::FromApi(&table, "mine"));
  ASSERT_TRUE(plugin.stablehlo_range().has_value());
  EXPECT_EQ(ToString(plugin.stablehlo_range()->current), "1.20.0");
  EXPECT_EQ(ToString(plugin.stablehlo_range()->minimum), "0.9.0");
}

TEST(PluginTest, AttributesThatAreWrongOrFailAreNone) {
  static PJRT_Api table = FakeTable();
  table.PJRT_Plugin_Attributes = [](PJRT_Plugin_Attributes_Args* args) -> PJRT_Error* {
    args->num_attributes = 3;
    return nullptr;
  };
  ASSERT_OK_AND_ASSIGN(Plugin wrong, Plugin::FromApi(&table, "wrong"));
  EXPECT_TRUE(wrong.attributes().empty());
  table.PJRT_Plugin_Attributes = [](PJRT_Plugin_Attributes_Args*) { return FakeError("none"); };
  ASSERT_OK_AND_ASSIGN(Plugin failing, Plugin::FromApi(&table, "failing"));
  EXPECT_TRUE(failing.attributes().empty());
}

}  // namespace
}  // namespace pjrt
