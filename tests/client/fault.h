// FaultTest: a test on plugins that fail as they are told. See tests/fault_plugin/README.md for what they understand.
#ifndef CPPJRT_TESTS_CLIENT_FAULT_H_
#define CPPJRT_TESTS_CLIENT_FAULT_H_

#include <dlfcn.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "pjrt/abi/tables.h"
#include "tests/client/plugins.h"
#include "tests/fault_plugin/control.h"

namespace pjrt {

inline std::string TestPluginPath(const std::string& name) {
  return std::string(CPPJRT_TEST_PLUGIN_DIR) + "/lib" + name + ".so";
}

inline const FaultControl& Control() {
  static const FaultControl* const control = [] {
    void* library = dlopen(TestPluginPath("pjrt_fault").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    return reinterpret_cast<decltype(&PjrtFault_Control)>(dlsym(library, "PjrtFault_Control"))();
  }();
  return *control;
}

// A function table of its own, told `spec`, for as long as this lives.
class FaultTable {
 public:
  explicit FaultTable(const std::string& spec) : table_(Control().make_table(spec.c_str())) {
    if (table_ == nullptr) throw std::runtime_error("cannot make a table with " + spec);
  }
  ~FaultTable() { Control().release_table(table_); }
  FaultTable(const FaultTable&) = delete;
  FaultTable& operator=(const FaultTable&) = delete;

  const PJRT_Api* raw() const { return table_; }
  StatusOr<Plugin> Load() const { return Plugin::FromApi(table_, "libpjrt_fault.so"); }
  Plugin plugin() const { return Get(Load()); }
  void Tell(const std::string& spec) const {
    if (const char* problem = Control().configure(table_, spec.c_str())) throw std::runtime_error(problem);
  }
  int64_t Calls(abi::Slot slot) const { return Control().calls(table_, slot); }

 private:
  const PJRT_Api* table_;
};

// At its end no object of a plugin may be left, and none may have been used after its client went.
class FaultTest : public ::testing::Test {
 protected:
  FaultTest() : live_(Control().live_total()), violations_(Control().violations()) {}
  void TearDown() override {
    EXPECT_EQ(LiveObjects(), 0);
    EXPECT_EQ(Control().violations(), violations_);
  }
  // Objects made in this test that are still there, once the workers have come to rest.
  int64_t LiveObjects() const {
    for (int i = 0; i < 500 && Control().live_total() != live_; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return Control().live_total() - live_;
  }

 private:
  int64_t live_;
  int64_t violations_;
};

inline std::string SlotName(abi::Slot slot) { return std::string(abi::InfoOf(slot).name); }
inline std::vector<abi::Slot> AllSlots() {
  std::vector<abi::Slot> slots;
  for (int i = 0; i < abi::kSlotCount; ++i) slots.push_back(static_cast<abi::Slot>(i));
  return slots;
}
inline bool Destroys(abi::Slot slot) { return SlotName(slot).ends_with("_Destroy"); }

// What a fault plugin compiles: any text.
inline Program FaultProgram(const std::string& directives = "") {
  return {
      "// fault.outputs = 1\n" + directives +
          "\nmodule @identity { func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> } }",
      "mlir"};
}

inline const std::vector<float>& FourFloats() {
  static const std::vector<float> values = {1, 2, 3, 4};
  return values;
}
inline StatusOr<Buffer> UploadFour(const Client& client) {
  static constexpr int64_t kDims[] = {4};
  return client.Upload(std::span<const float>(FourFloats()), kDims);
}

}  // namespace pjrt

#endif  // CPPJRT_TESTS_CLIENT_FAULT_H_
