// The installer against a pip that is a shell script: it copies a wheel from a directory of the test and prints what
// pip prints.
#include "cli/install/install.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "cli/install/files.h"
#include "cli/install/sha256.h"
#include "cli/install/test_support.h"

namespace cppjrt::install {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr CatalogEntry kCatalog[] = {
    {.name = "fake",
     .aliases = "pretend",
     .package = "fake-pjrt",
     .version = "1.0",
     .file = "fake/plugin_fake.so",
     .wheel = "",
     .wheel_sha256 = "",
     .per_python = false,
     .environment = "A=1 B=two",
     .description = "a fake"},
    {.name = "per",
     .aliases = "",
     .package = "per-python",
     .version = "2.0",
     .file = "per/plugin.so",
     .wheel = "",
     .wheel_sha256 = "",
     .per_python = true,
     .environment = "",
     .description = "a wheel per Python"},
    {.name = "pinned",
     .aliases = "",
     .package = "pinned",
     .version = "1.0",
     .file = "p/p.so",
     .wheel = "pinned-1.0-py3-none-any.whl",
     .wheel_sha256 = "0000000000000000000000000000000000000000000000000000000000000000",
     .per_python = false,
     .environment = "",
     .description = "a wheel whose hash is known"},
};

// Serves wheels/REQUIREMENT.whl (or REQUIREMENT-PYTHON.whl) as the wheel named in REQUIREMENT.name.
constexpr char kFakePip[] = R"sh(#!/bin/sh
echo "$@" >> "$FAKE_PIP/calls"
[ -f "$FAKE_PIP/block" ] && while [ -f "$FAKE_PIP/block" ]; do sleep 0.02; done
[ -f "$FAKE_PIP/fail" ] && { cat "$FAKE_PIP/fail"; exit 1; }
python=
while [ $# -gt 1 ]; do
  case "$1" in
    -d) directory=$2 ;;
    --python-version) python=-$2 ;;
  esac
  shift
done
if [ ! -f "$FAKE_PIP/wheels/$1$python.whl" ]; then
  echo "ERROR: Could not find a version that satisfies the requirement $1 (from versions: 0.5, 1.0)"
  echo "ERROR: No matching distribution found for $1"
  exit 1
fi
echo "  Downloading x.whl (1.5 kB)"
cp "$FAKE_PIP/wheels/$1$python.whl" "$directory/$(cat "$FAKE_PIP/wheels/$1.name")"
)sh";

class InstallTest : public ::testing::Test {
 protected:
  InstallTest() {
    directory_.Write("bin/pip3", kFakePip);
    fs::permissions(directory_.path("bin/pip3"), fs::perms::owner_all);
    ::setenv("FAKE_PIP", directory_.path().c_str(), 1);
    path_ = ::getenv("PATH");
    options_.root = directory_.path("root/deep");
    options_.catalog = kCatalog;
    options_.pip = {directory_.path("bin/pip3")};
    fs::create_directory(directory_.path("wheels"));
    Serve("fake-pjrt==1.0", "fake_pjrt-1.0-py3-none-any.whl", "plugin 1.0");
  }
  ~InstallTest() override { ::setenv("PATH", path_.c_str(), 1); }

  void ServeFiles(const std::string& requirement, const std::string& wheel, const Files& files) {
    const std::string name = requirement.substr(0, requirement.find("-3."));
    WriteZip(directory_.path("wheels/" + requirement + ".whl"), files);
    directory_.Write("wheels/" + name + ".name", wheel);
  }
  void Serve(const std::string& requirement, const std::string& wheel, const std::string& contents) {
    ServeFiles(requirement, wheel, {{"fake/plugin_fake.so", contents}, {"fake/a.so", "b"}, {"fake/__init__.py", ""}});
  }
  StatusOr<InstallResult> Install(std::string_view name = "fake") { return install::Install(name, options_); }
  // "" or the error.
  std::string Error(std::string_view name = "fake") {
    StatusOr<InstallResult> result = Install(name);
    return result.ok() ? "" : result.status().ToString();
  }
  std::string Root(const std::string& name = "") const { return "root/deep" + (name.empty() ? "" : "/" + name); }
  std::vector<std::string> RootContents() const { return directory_.Contents(Root()); }

  TestDirectory directory_;
  InstallOptions options_;
  std::string path_;
};

TEST_F(InstallTest, InstallsFilesLinkAndManifest) {
  StatusOr<InstallResult> result = Install();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->outcome, Outcome::kInstalled);
  EXPECT_EQ(result->note, "");
  EXPECT_EQ(result->plugin, directory_.path(Root("fake/plugin_fake.so")));
  EXPECT_THAT(RootContents(),
              ElementsAre(".lock", "fake", "fake/a.so", "fake/manifest.json", "fake/plugin.so", "fake/plugin_fake.so"));
  EXPECT_EQ(fs::read_symlink(directory_.path(Root("fake/plugin.so"))), "plugin_fake.so");
  StatusOr<Manifest> manifest = ReadManifest(directory_.path(Root("fake")));
  ASSERT_TRUE(manifest.ok()) << manifest.status().ToString();
  EXPECT_EQ(manifest->name, "fake");
  EXPECT_EQ(manifest->package, "fake-pjrt");
  EXPECT_EQ(manifest->version, "1.0");
  EXPECT_EQ(manifest->wheel, "fake_pjrt-1.0-py3-none-any.whl");
  EXPECT_EQ(manifest->wheel_sha256, *Sha256OfFile(directory_.path("wheels/fake-pjrt==1.0.whl")));
  EXPECT_EQ(manifest->plugin, "plugin_fake.so");
  EXPECT_EQ(manifest->plugin_sha256, *Sha256OfFile(result->plugin));
  EXPECT_EQ(manifest->plugin_bytes, 10);
  EXPECT_EQ(manifest->installed_at.size(), 20u);
  EXPECT_EQ(manifest->environment, (std::map<std::string, std::string>{{"A", "1"}, {"B", "two"}}));
}

TEST_F(InstallTest, SecondTimeDoesNothing) {
  ASSERT_EQ(Error(), "");
  const std::string calls = directory_.Read("calls");
  StatusOr<InstallResult> again = Install("PRETEND");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->outcome, Outcome::kAlreadyInstalled);
  EXPECT_EQ(directory_.Read("calls"), calls);
}

TEST_F(InstallTest, DamagedFileOfTheSameSizeIsRepaired) {
  ASSERT_EQ(Error(), "");
  const std::string file = directory_.path(Root("fake/plugin_fake.so"));
  const auto time = fs::last_write_time(file);
  directory_.Write(Root("fake/plugin_fake.so"), "plugin 1.X");
  fs::last_write_time(file, time);
  StatusOr<InstallResult> result = Install();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->outcome, Outcome::kRepaired);
  EXPECT_THAT(result->note, HasSubstr("was damaged: " + file + " has SHA-256 "));
  EXPECT_EQ(directory_.Read(Root("fake/plugin_fake.so")), "plugin 1.0");
}

TEST_F(InstallTest, ShortOrAbsentFileIsRepaired) {
  ASSERT_EQ(Error(), "");
  directory_.Write(Root("fake/plugin_fake.so"), "plug");
  EXPECT_THAT(Install()->note, HasSubstr("has 4 bytes and should have 10"));
  fs::remove(directory_.path(Root("fake/plugin_fake.so")));
  EXPECT_THAT(Install()->note, HasSubstr("plugin_fake.so is gone"));
  EXPECT_EQ(Install()->outcome, Outcome::kAlreadyInstalled);
}

TEST_F(InstallTest, DamagedManifestIsRepaired) {
  ASSERT_EQ(Error(), "");
  directory_.Write(Root("fake/manifest.json"), "{\"name\": \"fake\"");
  StatusOr<InstallResult> result = Install();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->outcome, Outcome::kRepaired);
  EXPECT_THAT(result->note, HasSubstr("not a JSON object"));
  EXPECT_TRUE(ReadManifest(directory_.path(Root("fake"))).ok());
}

TEST_F(InstallTest, OtherWheelOfTheSameVersionIsRefused) {
  ASSERT_EQ(Error(), "");
  const std::string recorded = ReadManifest(directory_.path(Root("fake")))->wheel_sha256;
  Serve("fake-pjrt==1.0", "fake_pjrt-1.0-py3-none-any.whl", "evil twin!");
  const std::string served = *Sha256OfFile(directory_.path("wheels/fake-pjrt==1.0.whl"));
  directory_.Write(Root("fake/plugin_fake.so"), "damaged");
  const std::string error = Error();
  EXPECT_THAT(error, HasSubstr("DATA_LOSS"));
  EXPECT_THAT(error, HasSubstr(recorded));
  EXPECT_THAT(error, HasSubstr(served));
  EXPECT_THAT(error, HasSubstr("--force"));
  EXPECT_EQ(directory_.Read(Root("fake/plugin_fake.so")), "damaged");
  EXPECT_THAT(RootContents(), Not(Contains(HasSubstr(".tmp"))));
  options_.force = true;
  ASSERT_EQ(Error(), "");
  EXPECT_EQ(directory_.Read(Root("fake/plugin_fake.so")), "evil twin!");
}

TEST_F(InstallTest, WheelTheCatalogKnowsIsChecked) {
  ServeFiles("pinned==1.0", "pinned-1.0-py3-none-any.whl", {{"p/p.so", "x"}});
  EXPECT_THAT(Error("pinned"), HasSubstr("the catalog of this program has 00000000"));
  ServeFiles("pinned==1.0", "pinned-1.0-py3-none-linux_aarch64.whl", {{"p/p.so", "x"}});
  EXPECT_EQ(Error("pinned"), "");
}

TEST_F(InstallTest, VersionOverride) {
  ASSERT_EQ(Error(), "");
  Serve("fake-pjrt==0.5", "fake_pjrt-0.5-py3-none-any.whl", "plugin 0.5");
  Serve("fake-pjrt", "fake_pjrt-3.0-py3-none-any.whl", "plugin 3.0");
  options_.version = "0.5";
  StatusOr<InstallResult> result = Install();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->outcome, Outcome::kReplaced);
  EXPECT_EQ(result->note, "replaces version 1.0");
  EXPECT_EQ(result->manifest.version, "0.5");
  EXPECT_EQ(Install()->outcome, Outcome::kAlreadyInstalled);
  options_.version = "newest";
  EXPECT_EQ(Install()->manifest.version, "3.0");
  EXPECT_EQ(directory_.Read(Root("fake/plugin_fake.so")), "plugin 3.0");
  options_.version = "";
  EXPECT_EQ(Install()->manifest.version, "1.0");
}

TEST_F(InstallTest, NoSuchVersion) {
  options_.version = "9.9";
  EXPECT_EQ(Error(), "NOT_FOUND: the package index has no fake-pjrt==9.9 for this machine; it has 0.5, 1.0");
  options_.version = "--index-url=x y";
  EXPECT_THAT(Error(), HasSubstr("INVALID_ARGUMENT"));
  EXPECT_THAT(RootContents(), ElementsAre(".lock"));
}

TEST_F(InstallTest, PipIsAskedForAWheelAndNothingElse) {
  ASSERT_EQ(Error(), "");
  EXPECT_THAT(directory_.Read("calls"), HasSubstr("download --no-deps --only-binary=:all: --ignore-requires-python"));
  EXPECT_THAT(directory_.Read("calls"), Not(HasSubstr("--python-version")));
}

TEST_F(InstallTest, WheelPerPythonTriesPythonsInTurn) {
  ServeFiles("per-python==2.0-3.12", "per_python-2.0-cp312-cp312-x.whl", {{"per/plugin.so", "y"}});
  StatusOr<InstallResult> result = Install("per");
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_THAT(directory_.Read("calls"), HasSubstr("--implementation cp --python-version 3.11 --abi cp311 --platform"));
  EXPECT_THAT(directory_.Read("calls"), HasSubstr("--implementation cp --python-version 3.12 --abi cp312 --platform"));
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(directory_.path(Root("per/plugin.so")))));
}

TEST_F(InstallTest, UnknownName) {
  EXPECT_EQ(Error("nonesuch"), "NOT_FOUND: no plugin named \"nonesuch\" can be installed; known: fake, per, pinned");
  options_.root = "";
  EXPECT_THAT(Error(), HasSubstr("no directory to install into"));
}

TEST_F(InstallTest, NoPip) {
  options_.pip = {};
  ::setenv("PATH", directory_.path("empty").c_str(), 1);
  EXPECT_THAT(Error(),
              HasSubstr("FAILED_PRECONDITION: pip is needed to download plugins and was not found; `apt install "
                        "python3-pip`"));
}

TEST_F(InstallTest, Python3WithoutPipFallsBackToPip3) {
  directory_.Write("bin/python3", "#!/bin/sh\necho \"$0: No module named pip\" >&2\nexit 1\n");
  fs::permissions(directory_.path("bin/python3"), fs::perms::owner_all);
  options_.pip = {};
  ::setenv("PATH", (directory_.path("bin") + ":" + path_).c_str(), 1);
  EXPECT_EQ(Error(), "");
}

TEST_F(InstallTest, PipFailureIsExplained) {
  directory_.Write("fail", "WARNING: Retrying (Retry(total=4))\nERROR: No matching distribution found\n");
  EXPECT_THAT(Error(), HasSubstr("UNAVAILABLE: the package index cannot be reached"));
  directory_.Write("fail", "Traceback\nOSError: [Errno 28] No space left on device\n");
  EXPECT_THAT(Error(), HasSubstr("RESOURCE_EXHAUSTED: no space left for the download of fake-pjrt==1.0"));
  directory_.Write("fail", "Traceback\nKeyError: 'x'\n");
  EXPECT_THAT(Error(),
              HasSubstr("UNKNOWN: pip failed to download fake-pjrt==1.0 (exit status 1):\n  Traceback\n  KeyE"));
}

TEST_F(InstallTest, BadWheelsLeaveNothingBehind) {
  const std::string wheel = "fake_pjrt-1.0-py3-none-any.whl";
  ServeFiles("fake-pjrt==1.0", wheel, {{"fake/plugin_fake.so", "x"}, {"fake/../../evil", "x"}});
  EXPECT_THAT(Error(), HasSubstr("DATA_LOSS"));
  ServeFiles("fake-pjrt==1.0", wheel, {{"fake/other.so", "x"}});
  EXPECT_THAT(Error(), HasSubstr("NOT_FOUND"));
  Serve("fake-pjrt==1.0", wheel, "x");
  fs::resize_file(directory_.path("wheels/fake-pjrt==1.0.whl"), 60);
  EXPECT_THAT(Error(), HasSubstr("DATA_LOSS"));
  EXPECT_THAT(RootContents(), ElementsAre(".lock"));
}

TEST_F(InstallTest, DirectoryOfSomebodyElseIsLeftAlone) {
  directory_.Write(Root("fake/my_own.so"), "mine");
  EXPECT_THAT(Error(), HasSubstr("FAILED_PRECONDITION"));
  EXPECT_EQ(directory_.Read(Root("fake/my_own.so")), "mine");
  EXPECT_THAT(Remove("fake", options_.root).ToString(), HasSubstr("FAILED_PRECONDITION"));
  EXPECT_THAT(Installed(options_.root), IsEmpty());
}

TEST_F(InstallTest, LeftoversOfAnInterruptedInstallationGo) {
  directory_.Write(Root(".tmp-abcdef/fresh/plugin.so"), "half");
  ASSERT_EQ(Error(), "");
  EXPECT_THAT(RootContents(), Not(Contains(HasSubstr(".tmp"))));
}

TEST_F(InstallTest, ProgressAndCancel) {
  std::vector<Progress::Step> steps;
  options_.progress = [&](const Progress& progress) {
    if (steps.empty() || steps.back() != progress.step) steps.push_back(progress.step);
    return true;
  };
  ASSERT_EQ(Error(), "");
  using Step = Progress::Step;
  EXPECT_THAT(steps, ElementsAre(Step::kDownloading, Step::kChecking, Step::kExtracting));
  options_.force = true;
  directory_.Write("block", "");
  options_.progress = [](const Progress& progress) { return progress.step != Step::kDownloading; };
  EXPECT_THAT(Error(), HasSubstr("CANCELLED"));
  EXPECT_EQ(directory_.Read(Root("fake/plugin_fake.so")), "plugin 1.0");
  EXPECT_THAT(RootContents(), Not(Contains(HasSubstr(".tmp"))));
}

TEST_F(InstallTest, LockMakesOthersWait) {
  StatusOr<FileDescriptor> lock = LockRoot(options_.root, {});
  ASSERT_TRUE(lock.ok());
  int asked = 0;
  options_.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.step, Progress::Step::kWaiting);
    return ++asked < 3;
  };
  EXPECT_THAT(Error(), HasSubstr("CANCELLED: cancelled while waiting for another installation"));
  EXPECT_EQ(asked, 3);
  lock->Close();
  options_.progress = {};
  EXPECT_EQ(Error(), "");
}

TEST_F(InstallTest, ConcurrentInstallationsOfOneNameDownloadOnce) {
  std::atomic<int> installed = 0;
  std::atomic<int> found = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      StatusOr<InstallResult> result = install::Install("fake", options_);
      if (!result.ok()) return;
      ++(result->outcome == Outcome::kInstalled ? installed : found);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(installed, 1);
  EXPECT_EQ(found, 3);
  const std::string calls = directory_.Read("calls");
  EXPECT_EQ(std::count(calls.begin(), calls.end(), '\n'), 1);
}

TEST_F(InstallTest, InstalledListsWithProblems) {
  ServeFiles("pinned==1.0", "pinned-1.0-other.whl", {{"p/p.so", "x"}});
  ASSERT_EQ(Error("pinned"), "");
  ASSERT_EQ(Error(), "");
  directory_.Write(Root("broken/manifest.json"), "[]");
  directory_.Write(Root("stranger/x.so"), "");
  directory_.Write(Root("pinned/p.so"), "longer");
  const std::vector<InstalledPlugin> plugins = Installed(options_.root);
  ASSERT_EQ(plugins.size(), 3u);
  EXPECT_EQ(plugins[0].manifest.name, "broken");
  EXPECT_THAT(plugins[0].problem, HasSubstr("not a JSON object"));
  EXPECT_EQ(plugins[1].manifest.name, "fake");
  EXPECT_EQ(plugins[1].problem, "");
  EXPECT_EQ(plugins[1].plugin, directory_.path(Root("fake/plugin_fake.so")));
  EXPECT_EQ(plugins[2].manifest.name, "pinned");
  EXPECT_THAT(plugins[2].problem, HasSubstr("has 6 bytes and should have 1"));
  EXPECT_THAT(Installed("/absent"), IsEmpty());
}

TEST_F(InstallTest, Remove) {
  ASSERT_EQ(Error(), "");
  EXPECT_EQ(Remove("other", options_.root).ToString(),
            "NOT_FOUND: no plugin \"other\" is installed in " + options_.root + "; installed: fake");
  for (const char* name : {"", ".", "..", "../deep/fake", ".lock", "fake/"}) {
    EXPECT_EQ(Remove(name, options_.root).code(), StatusCode::kNotFound) << name;
  }
  EXPECT_TRUE(Remove("fake", options_.root).ok());
  EXPECT_THAT(RootContents(), ElementsAre(".lock"));
  EXPECT_EQ(Remove("fake", options_.root).code(), StatusCode::kNotFound);
}

TEST(ManifestTest, RoundTrip) {
  Manifest manifest;
  manifest.name = "n\"\n\xff";
  manifest.plugin = "p.so";
  manifest.plugin_bytes = int64_t{1} << 40;
  manifest.environment["A"] = "1";
  StatusOr<Manifest> parsed = ParseManifest(ToJson(manifest));
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ(parsed->name, "n\"\n\xef\xbf\xbd");
  EXPECT_EQ(parsed->plugin_bytes, manifest.plugin_bytes);
  EXPECT_EQ(parsed->environment, manifest.environment);
}

TEST(ManifestTest, RefusesWhatItCannotUse) {
  const std::string good = ToJson([] {
    Manifest manifest;
    manifest.plugin = "p.so";
    return manifest;
  }());
  ASSERT_TRUE(ParseManifest(good).ok());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return ParseManifest(text).status().ToString();
  };
  EXPECT_THAT(with("\"p.so\"", "\"../p.so\""), HasSubstr("not a path inside the directory"));
  EXPECT_THAT(with("\"p.so\"", "\"/p.so\""), HasSubstr("not a path inside the directory"));
  EXPECT_THAT(with("\"p.so\"", "7"), HasSubstr("\"plugin\" is missing or not of type string"));
  EXPECT_THAT(with("\"plugin_bytes\": 0", "\"plugin_bytes\": \"0\""), HasSubstr("not of type integer"));
  EXPECT_THAT(with("{}", "{\"A\": 1}"), HasSubstr("\"A\" is missing or not of type string"));
  EXPECT_THAT(with("{}", "[]"), HasSubstr("not of type object"));
  EXPECT_FALSE(ParseManifest("").ok());
}

}  // namespace
}  // namespace cppjrt::install
