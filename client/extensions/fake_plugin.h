// For tests: a plugin with the extensions that a test makes up, and a client of it without devices.
#ifndef CPPJRT_CLIENT_EXTENSIONS_FAKE_PLUGIN_H_
#define CPPJRT_CLIENT_EXTENSIONS_FAKE_PLUGIN_H_

#include <memory>
#include <stdexcept>
#include <utility>

#include "client/client_state.h"
#include "client/fake_table.h"
#include "pjrt/client.h"
#include "pjrt/plugin.h"

namespace pjrt {

// A plugin whose table and extension live as long as this.
template <class Table>
struct FakePlugin {
  explicit FakePlugin(PJRT_Extension_Type type, size_t size = sizeof(Table)) : table(FakeTable()) {
    extension.base.struct_size = size;
    extension.base.type = type;
    table.extension_start = &extension.base;
  }
  // Behind the ones added before.
  void Add(PJRT_Extension_Base& base, PJRT_Extension_Type type, size_t size) {
    base.struct_size = size;
    base.type = type;
    base.next = nullptr;
    extension.base.next = &base;
  }
  Plugin plugin() {
    StatusOr<Plugin> made = Plugin::FromApi(&table, "fake");
    if (!made.ok()) throw std::runtime_error(made.status().ToString());
    return *std::move(made);
  }
  // Its C object is `raw`.
  Client client(PJRT_Client* raw) {
    auto state = std::make_shared<detail::ClientState>(plugin());
    state->raw = raw;
    return Client(std::move(state));
  }

  PJRT_Api table;
  Table extension{};
};

// The address of anything as the C object that a test wants it to be.
template <class Raw>
Raw* FakeObject(void* address) {
  return static_cast<Raw*>(address);
}

}  // namespace pjrt

#endif  // CPPJRT_CLIENT_EXTENSIONS_FAKE_PLUGIN_H_
