#include "pjrt/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace pjrt {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A machine of its own below a temporary directory: home, system root, environment.
class DiscoveryTest : public ::testing::Test {
 protected:
  DiscoveryTest() {
    std::string pattern = (fs::temp_directory_path() / "discovery_XXXXXX").string();
    root_ = fs::canonical(::mkdtemp(pattern.data())).string();
    options_.getenv = [this](const char* name) -> const char* {
      const auto found = environment_.find(name);
      return found == environment_.end() ? nullptr : found->second.c_str();
    };
    options_.home = root_ + "/home";
    options_.system_root = root_ + "/system";
    options_.executable = File("opt/bin/program");
    options_.library = File("opt/lib64/libpjrt.so");
  }
  ~DiscoveryTest() override { fs::remove_all(root_); }

  // Creates a file below the root; gives its path.
  std::string File(const std::string& path) {
    const fs::path file = root_ + "/" + path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "not loaded by anyone";
    return file.string();
  }
  void Link(const std::string& target, const std::string& path) {
    const fs::path link = root_ + "/" + path;
    fs::create_directories(link.parent_path());
    fs::create_symlink(target, link);
  }
  void Set(const std::string& variable, const std::string& value) { environment_[variable] = value; }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const PluginCandidate& candidate : FindPlugins(options_)) names.push_back(candidate.name);
    return names;
  }
  std::vector<std::string> Paths() const {
    std::vector<std::string> paths;
    for (const PluginCandidate& candidate : FindPlugins(options_)) paths.push_back(candidate.path);
    return paths;
  }
  // The path FindPlugin chooses, or its error.
  std::string Find(const std::string& text) const {
    StatusOr<PluginCandidate> found = FindPlugin(text, options_);
    return found.ok() ? found->path : found.status().ToString();
  }
  std::string SourceOf(const std::string& text) const {
    StatusOr<PluginCandidate> found = FindPlugin(text, options_);
    return found.ok() ? found->source : found.status().ToString();
  }

  std::string root_;
  std::map<std::string, std::string> environment_;
  DiscoveryOptions options_;
};

TEST_F(DiscoveryTest, NothingFound) {
  EXPECT_THAT(FindPlugins(options_), IsEmpty());
  EXPECT_THAT(Find(""), HasSubstr("NOT_FOUND: no plugin found on this machine; `pjrt plugin install NAME`"));
  EXPECT_THAT(Find("tpu"), HasSubstr("no plugin named \"tpu\" here (none is installed); `pjrt plugin install NAME`"));
}

TEST_F(DiscoveryTest, OrderOfPlaces) {
  const std::string libtpu = File("home/lib/libtpu.so");
  const std::string library = File("system/usr/lib/pjrt_c_api_cpu_plugin.so");
  const std::string python = File("home/.local/lib/python3.11/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so");
  const std::string built = File("opt/lib/libpjrt_cpu.so");
  const std::string installed = File("home/.local/lib/cppjrt/rocm7/xla_rocm_plugin.so");
  const std::string environment = File("mine/libpjrt_mine.so");
  Set("CPPJRT_PLUGIN", environment);
  EXPECT_THAT(Paths(), ElementsAre(environment, installed, built, python, libtpu, library));
  EXPECT_THAT(Names(), ElementsAre("mine", "rocm7", "cpu", "cuda13", "tpu", "cpu"));
  EXPECT_EQ(SourceOf(""), "environment CPPJRT_PLUGIN");
  EXPECT_EQ(SourceOf("rocm7"), "installed in ~/.local/lib/cppjrt");
  EXPECT_EQ(SourceOf("cpu"), "built with cppjrt");
  EXPECT_EQ(SourceOf("cuda13"), "Python package jax_plugins/xla_cuda13");
  EXPECT_EQ(SourceOf("tpu"), "libtpu");
  EXPECT_EQ(Find("cpu"), built);
}

TEST_F(DiscoveryTest, SameFileOnlyOnce) {
  const std::string file = File("opt/bin/libpjrt_cpu.so");
  Link(file, "home/lib/pjrt_c_api_cpu_plugin.so");
  Link("../bin/libpjrt_cpu.so", "opt/lib64/libpjrt_cpu.so");
  EXPECT_THAT(Paths(), ElementsAre(file));
}

TEST_F(DiscoveryTest, ExplicitPath) {
  const std::string file = File("home/some where/plugin.so.1");
  EXPECT_EQ(Find(file), file);
  EXPECT_EQ(Find("~/some where/plugin.so.1"), file);
  EXPECT_EQ(Find(root_ + "/absent.so"), "NOT_FOUND: no plugin at " + root_ + "/absent.so: No such file or directory");
  EXPECT_THAT(Find("absent_in_working_directory.so"), HasSubstr("NOT_FOUND: no plugin at absent_in"));
  EXPECT_THAT(Find(root_), HasSubstr("INVALID_ARGUMENT: " + root_ + " is a directory"));
  EXPECT_THAT(Find("/dev/null"), HasSubstr("INVALID_ARGUMENT: /dev/null is not a regular file"));
}

TEST_F(DiscoveryTest, RelativePathBecomesAbsolute) {
  const fs::path before = fs::current_path();
  const std::string file = File("libx.so");
  fs::current_path(root_);
  EXPECT_EQ(Find("libx.so"), file);
  fs::current_path(before);
}

TEST_F(DiscoveryTest, NameExactThenFoldedThenPrefix) {
  const std::string one = File("home/.local/lib/cppjrt/cuda1/a.so");
  const std::string thirteen = File("home/.local/lib/cppjrt/cuda13/a.so");
  const std::string cpu = File("home/.local/lib/cppjrt/XLA-cpu/a.so");
  EXPECT_EQ(Find("cuda1"), one);
  EXPECT_EQ(Find("CUDA13"), thirteen);
  EXPECT_EQ(Find("xla_cpu"), cpu);
  EXPECT_EQ(Find("xla"), cpu);
  EXPECT_EQ(Find("cuda"), "INVALID_ARGUMENT: plugin name \"cuda\" fits several: cuda1, cuda13; write one in full");
  EXPECT_THAT(Find("tpu"), HasSubstr("NOT_FOUND: no plugin named \"tpu\" here (known: XLA-cpu, cuda1, cuda13)"));
}

TEST_F(DiscoveryTest, PrefixOfOneNameInSeveralPlacesIsNotAmbiguous) {
  const std::string installed = File("home/.local/lib/cppjrt/cuda13/xla_cuda_plugin.so");
  File("home/.local/lib/python3.11/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so");
  EXPECT_EQ(Find("cuda"), installed);
}

TEST_F(DiscoveryTest, MissingOwnVariable) {
  const std::string built = File("opt/bin/libpjrt_cpu.so");
  Set("CPPJRT_PLUGIN", "/absent/x.so");
  EXPECT_EQ(Find(""),
            "NOT_FOUND: environment CPPJRT_PLUGIN names /absent/x.so, which does not exist; correct the variable or "
            "unset it");
  EXPECT_EQ(Find("cpu"), built);
  const std::vector<PluginCandidate> all = FindPlugins(options_);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(all[0].usable());
  EXPECT_EQ(all[0].note, "does not exist");
  EXPECT_TRUE(all[1].usable());
}

TEST_F(DiscoveryTest, DirectoryInOwnVariable) {
  Set("CPPJRT_PLUGIN", root_);
  EXPECT_THAT(Find(""), HasSubstr("which is a directory, not a shared library"));
}

TEST_F(DiscoveryTest, EmptyVariableIsUnset) {
  const std::string built = File("opt/bin/libpjrt_cpu.so");
  Set("CPPJRT_PLUGIN", "");
  Set("TPU_LIBRARY_PATH", "");
  EXPECT_EQ(Find(""), built);
}

TEST_F(DiscoveryTest, OwnVariableMayBeAName) {
  const std::string tpu = File("home/.local/lib/cppjrt/tpu/libtpu.so");
  File("home/.local/lib/cppjrt/rocm7/xla_rocm_plugin.so");
  Set("CPPJRT_PLUGIN", "tpu");
  EXPECT_EQ(Find(""), tpu);
  EXPECT_EQ(SourceOf(""), "environment CPPJRT_PLUGIN, installed in ~/.local/lib/cppjrt");
  EXPECT_THAT(Names(), ElementsAre("tpu", "rocm7"));
  Set("CPPJRT_PLUGIN", "nonesuch");
  EXPECT_THAT(Find(""), HasSubstr("environment CPPJRT_PLUGIN names nonesuch, which is no plugin found here"));
}

TEST_F(DiscoveryTest, LibraryPathTakesFilesAndDirectories) {
  const std::string file = File("a/anything.so");
  const std::string cpu = File("b/pjrt_c_api_cpu_plugin.so");
  const std::string ours = File("b/libpjrt_cpu.so");
  File("b/libunrelated.so");
  Set("PJRT_PLUGIN_LIBRARY_PATH", file + "::" + root_ + "/b");
  EXPECT_THAT(Paths(), ElementsAre(file, ours, cpu));
  EXPECT_EQ(Find("anything"), file);
}

TEST_F(DiscoveryTest, LibraryPathOfWhichNothingExistsIsAnError) {
  File("opt/bin/libpjrt_cpu.so");
  Set("PJRT_PLUGIN_LIBRARY_PATH", "/absent/dir");
  EXPECT_THAT(Find(""), HasSubstr("environment PJRT_PLUGIN_LIBRARY_PATH names /absent/dir, which does not exist"));
  const std::string file = File("a/anything.so");
  Set("PJRT_PLUGIN_LIBRARY_PATH", "/absent/dir:" + file);
  EXPECT_EQ(Find(""), file);
}

TEST_F(DiscoveryTest, NamesAndLibraryPaths) {
  const std::string file = File("a/anything.so");
  Set("PJRT_NAMES_AND_LIBRARY_PATHS", "abc:" + file + ",def:/absent.so,ghi");
  EXPECT_EQ(Find("abc"), file);
  EXPECT_EQ(Find(""), file);
  EXPECT_THAT(Find("def"),
              HasSubstr("NOT_FOUND: environment PJRT_NAMES_AND_LIBRARY_PATHS names /absent.so, which does"));
  EXPECT_THAT(Find("ghi"), HasSubstr("names ghi, which is not of the form name:path"));
}

TEST_F(DiscoveryTest, PluginDirectoryOfTheEnvironment) {
  EXPECT_EQ(PluginDirectory(options_), root_ + "/home/.local/lib/cppjrt");
  const std::string file = File("plugins/tpu/libtpu.so");
  Set("CPPJRT_PLUGIN_DIR", root_ + "/plugins");
  EXPECT_EQ(PluginDirectory(options_), root_ + "/plugins");
  EXPECT_EQ(Find("tpu"), file);
  EXPECT_EQ(SourceOf("tpu"), "installed in " + root_ + "/plugins");
}

TEST_F(DiscoveryTest, InstalledPlugins) {
  const std::string linked = File("home/.local/lib/cppjrt/linked/z_second.so");
  File("home/.local/lib/cppjrt/linked/a_pjrt_plugin.so");
  Link("z_second.so", "home/.local/lib/cppjrt/linked/plugin.so");
  const std::string deep = File("home/.local/lib/cppjrt/deep/package/xla_cuda_plugin.so");
  const std::string likely = File("home/.local/lib/cppjrt/likely/libtpu.so");
  File("home/.local/lib/cppjrt/likely/a_sdk.so");
  File("home/.local/lib/cppjrt/.partial/libtpu.so");
  File("home/.local/lib/cppjrt/empty/readme.txt");
  Link("absent.so", "home/.local/lib/cppjrt/broken/plugin.so");
  EXPECT_THAT(Paths(), ElementsAre(deep, likely, linked));
}

TEST_F(DiscoveryTest, PlacesOfOurOwnBuild) {
  const std::string beside_library = File("opt/lib64/cppjrt/libpjrt_cpu.so");
  EXPECT_THAT(Paths(), ElementsAre(beside_library));
  const std::string private_directory = File("opt/lib/cppjrt/libpjrt_cpu.so");
  const std::string beside_program = File("opt/bin/libpjrt_cpu.so");
  EXPECT_THAT(Paths(), ElementsAre(beside_program, private_directory, beside_library));
}

TEST_F(DiscoveryTest, EverySitePackages) {
  const std::string file = "/jax_plugins/xla_a/xla_a_plugin.so";
  Set("VIRTUAL_ENV", root_ + "/venv");
  Set("CONDA_PREFIX", root_ + "/conda");
  Set("PYTHONPATH", root_ + "/extra:" + root_ + "/absent");
  Set("PYTHONUSERBASE", root_ + "/userbase");
  const std::vector<std::string> sites = {
      "venv/lib/python3.12/site-packages",
      "venv/lib/python3.9/site-packages",
      "conda/lib/python3.10/site-packages",
      "extra",
      "userbase/lib/python3.11/site-packages",
      "home/.local/lib/python3.11/site-packages",
      "system/usr/local/lib/python3.11/site-packages",
      "system/usr/local/lib/python3.11/dist-packages",
      "system/usr/lib/python3/dist-packages",
      "home/.pyenv/versions/3.10.1/lib/python3.10/site-packages",
  };
  std::vector<std::string> expected;
  for (const std::string& site : sites) expected.push_back(File(site + file));
  EXPECT_EQ(Paths(), expected);
}

TEST_F(DiscoveryTest, PythonOnPath) {
  const std::string in_venv = File("venv/lib/python3.11/site-packages/xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so");
  const std::string in_base = File("base/lib/python3.11/site-packages/lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so");
  fs::permissions(File("base/bin/python3.11"), fs::perms::owner_all);
  Link(root_ + "/base/bin/python3.11", "venv/bin/python3");
  Set("PATH", root_ + "/absent:" + root_ + "/venv/bin");
  EXPECT_THAT(Paths(), ElementsAre(in_venv, in_base));
  EXPECT_THAT(Names(), ElementsAre("xla-cpu-pjrt", "xla-cpu"));
  EXPECT_EQ(Find("xla-cpu"), in_base);
}

TEST_F(DiscoveryTest, ShimOfPyenv) {
  const std::string file = File("pyenv/versions/3.11.7/lib/python3.11/site-packages/libtpu/libtpu.so");
  fs::permissions(File("pyenv/shims/python3"), fs::perms::owner_all);
  Set("PATH", root_ + "/pyenv/shims");
  EXPECT_THAT(Paths(), ElementsAre(file));
}

TEST_F(DiscoveryTest, ExtensionModulesAreNoPlugins) {
  const std::string package = "home/.local/lib/python3.11/site-packages/jax_plugins/";
  File(package + "a/_module.cpython-311-x86_64-linux-gnu.so");
  File(package + "a/_other.abi3.so");
  File(package + "not_a_package.so");
  const std::string only = File(package + "b/libtt.so");
  File(package + "c/helper.so");
  const std::string likely = File(package + "c/pjrt_plugin_c.so");
  EXPECT_THAT(Paths(), ElementsAre(only, likely));
}

TEST_F(DiscoveryTest, TpuLibraryPath) {
  const std::string installed = File("system/lib/libtpu.so");
  Set("TPU_LIBRARY_PATH", "/absent/libtpu.so");
  EXPECT_THAT(Find(""), HasSubstr("NOT_FOUND: environment TPU_LIBRARY_PATH names /absent/libtpu.so"));
  EXPECT_THAT(Find("tpu"), HasSubstr("environment TPU_LIBRARY_PATH"));
  Set("TPU_LIBRARY_PATH", File("mine/other.so"));
  EXPECT_THAT(Paths(), ElementsAre(root_ + "/mine/other.so", installed));
}

TEST_F(DiscoveryTest, LibraryDirectories) {
  const std::string home = File("home/lib/libpjrt_c_api_cpu_plugin.so");
  const std::string local = File("system/usr/local/lib/pjrt_c_api_cpu_plugin.so");
  const std::string loader = File("ld/libpjrt_foo.so");
  File("ld/libpjrt.so");
  File("ld/libother.so");
  Set("LD_LIBRARY_PATH", root_ + "/ld");
  EXPECT_THAT(Paths(), ElementsAre(home, local, loader));
  EXPECT_EQ(SourceOf("cpu"), "library in ~/lib");
}

TEST_F(DiscoveryTest, WithoutHome) {
  options_.home = "";
  EXPECT_THAT(FindPlugins(options_), IsEmpty());
  EXPECT_EQ(PluginDirectory(options_), "");
}

TEST_F(DiscoveryTest, UnreadableDirectoriesAreAbsent) {
  File("home/.local/lib/cppjrt");                    // a file where a directory is expected
  Link("loop", "home/.local/lib/python3.11");        // a link to nothing
  Link("python3.12", "home/.local/lib/python3.12");  // a link to itself
  EXPECT_THAT(FindPlugins(options_), IsEmpty());
}

TEST(DiscoveryOfThisProcessTest, Works) {
  for (const PluginCandidate& candidate : FindPlugins()) {
    EXPECT_NE(candidate.name, "");
    if (candidate.usable()) {
      EXPECT_EQ(candidate.path.front(), '/');
    }
  }
}

}  // namespace
}  // namespace pjrt
