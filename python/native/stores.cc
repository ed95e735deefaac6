// Key-value stores, where the processes of a job meet: those of the client, and any Python object with get, try_get and put.
#include "python/native/stores.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "pjrt/key_value_store.h"
#include "pjrt/tcp_store.h"
#include "python/native/bind.h"
#include "python/native/docs.h"

namespace cppjrt::python {
namespace {

using pjrt::KeyValueStore;
using std::chrono::milliseconds;

nb::bytes BytesOf(std::string_view text) { return nb::bytes(text.data(), text.size()); }

// A store that is written in Python; it is called on the plugin's threads.
class PythonStore : public KeyValueStore {
 public:
  explicit PythonStore(nb::object store) : store_(std::move(store)) {}

  StatusOr<std::string> Get(std::string_view key, milliseconds timeout) override {
    return Call(
        [&](nb::handle store) { return store.attr("get")(BytesOf(key), static_cast<double>(timeout.count()) / 1000); });
  }
  StatusOr<std::string> TryGet(std::string_view key) override {
    return Call([&](nb::handle store) { return store.attr("try_get")(BytesOf(key)); });
  }
  Status Put(std::string_view key, std::string_view value) override {
    return Call([&](nb::handle store) {
             store.attr("put")(BytesOf(key), BytesOf(value));
             return nb::object(BytesOf(""));
           })
        .status();
  }

 private:
  template <typename F>
  StatusOr<std::string> Call(const F& function) {
    std::string bytes;
    CPPJRT_RETURN_IF_ERROR(WithPython([&]() -> Status {
      const nb::object value = function(store_.get());
      if (value.is_none()) return cppjrt::NotFoundError("the store has no such key");
      bytes = ToBytes(value);
      return OkStatus();
    }));
    return bytes;
  }

  Held store_;
};

nb::bytes GetFrom(KeyValueStore& store, nb::handle key, double timeout) {
  const std::string name = ToBytes(key);
  const auto wait = milliseconds(static_cast<int64_t>(timeout * 1000));
  return FromBytes(Take(Unlocked([&] { return store.Get(name, wait); })));
}

void BindStore(Documented<KeyValueStore>& store) {
  store.def("get", &GetFrom, nb::arg("key"), nb::arg("timeout") = 60.0)
      .def(
          "try_get",
          [](KeyValueStore& self, nb::handle key) -> nb::object {
            const std::string name = ToBytes(key);
            StatusOr<std::string> value = Unlocked([&] { return self.TryGet(name); });
            if (!value.ok() && value.status().code() == StatusCode::kNotFound) return nb::none();
            return FromBytes(Take(std::move(value)));
          },
          nb::arg("key"))
      .def(
          "put",
          [](KeyValueStore& self, nb::handle key, nb::handle value) {
            const std::string name = ToBytes(key);
            const std::string bytes = ToBytes(value);
            Check(Unlocked([&] { return self.Put(name, bytes); }));
          },
          nb::arg("key"), nb::arg("value"));
}

}  // namespace

std::shared_ptr<KeyValueStore> ToStore(nb::handle object) {
  if (object.is_none()) return nullptr;
  if (nb::isinstance<KeyValueStore>(object)) return nb::cast<std::shared_ptr<KeyValueStore>>(object);
  for (const char* method : {"get", "try_get", "put"}) {
    if (!nb::hasattr(object, method)) throw nb::type_error((std::string("a store needs a method ") + method).c_str());
  }
  return std::make_shared<PythonStore>(nb::borrow(object));
}

void BindStores(nb::module_& module) {
  Documented<KeyValueStore> store(module, "KeyValueStore");
  BindStore(store);
  Documented<pjrt::InMemoryStore, KeyValueStore>(module, "InMemoryStore").def(nb::init<>());
  Documented<pjrt::DirectoryStore, KeyValueStore>(module, "DirectoryStore")
      .def(nb::new_([](const std::string& directory) { return Take(pjrt::DirectoryStore::Open(directory)); }),
           nb::arg("directory"));
  Documented<pjrt::TcpStore, KeyValueStore>(module, "TcpStore")
      .def(nb::new_([](const std::string& address, const std::string& secret, double timeout) {
             pjrt::TcpStoreOptions options;
             options.secret = secret;
             options.connect_timeout = milliseconds(static_cast<int64_t>(timeout * 1000));
             return Take(Unlocked([&] { return pjrt::TcpStore::Connect(address, options); }));
           }),
           nb::arg("address"), nb::arg("secret") = "", nb::arg("connect_timeout") = 60.0);
  Documented<pjrt::TcpStoreServer>(module, "TcpStoreServer")
      .def(nb::new_([](const std::string& address, int port, const std::string& secret) {
             pjrt::TcpStoreServerOptions options;
             options.address = address;
             options.port = port;
             options.secret = secret;
             return Take(pjrt::TcpStoreServer::Start(options));
           }),
           nb::arg("address") = "127.0.0.1", nb::arg("port") = 0, nb::arg("secret") = "")
      .def_prop_ro("port", &pjrt::TcpStoreServer::port);
}

}  // namespace cppjrt::python
