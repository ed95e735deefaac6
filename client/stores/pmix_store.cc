// PMIx: values are published to the launcher's server, in the range of the session, and looked up there. A published key cannot
// be changed, so a put takes an old value back first. Keys of PMIx are short text, so ours go in hexadecimal digits, long ones
// as their SHA-256.
#include <pmix.h>

#include <cstring>
#include <memory>
#include <mutex>

#include "base/hex.h"
#include "base/sha256.h"
#include "pjrt/open_store.h"

namespace pjrt {
inline namespace v0 {
namespace {

constexpr size_t kLongestKey = 200;

Status PmixError(const std::string& what, pmix_status_t status) {
  return cppjrt::UnavailableError("PMIx cannot " + what + ": " + PMIx_Error_string(status));
}

// One pmix_info_t, released with what it holds.
class Info {
 public:
  Info() { PMIX_INFO_CONSTRUCT(&info_); }
  ~Info() { PMIX_INFO_DESTRUCT(&info_); }
  Info(const Info&) = delete;
  Info& operator=(const Info&) = delete;
  pmix_info_t* get() { return &info_; }

 private:
  pmix_info_t info_;
};

class PmixStore : public PolledStore {
 public:
  PmixStore() = default;
  ~PmixStore() override {
    if (started_) PMIx_Finalize(nullptr, 0);
  }

  Status Start() {
    const pmix_status_t status = PMIx_Init(&self_, nullptr, 0);
    if (status != PMIX_SUCCESS) {
      return PmixError("start; is this process one of a job of mpirun or srun", status);
    }
    started_ = true;
    return Status();
  }

  StatusOr<std::string> TryGet(std::string_view key) override {
    const std::string name = NameOf(key);
    pmix_pdata_t data;
    PMIX_PDATA_CONSTRUCT(&data);
    std::strncpy(data.key, name.c_str(), PMIX_MAX_KEYLEN);
    Info range;
    pmix_data_range_t session = PMIX_RANGE_SESSION;
    PMIX_INFO_LOAD(range.get(), PMIX_RANGE, &session, PMIX_DATA_RANGE);
    const pmix_status_t status = PMIx_Lookup(&data, 1, range.get(), 1);
    StatusOr<std::string> value = Read(status, data);
    PMIX_PDATA_DESTRUCT(&data);
    return value;
  }

  Status Put(std::string_view key, std::string_view value) override {
    if (key.empty()) return cppjrt::InvalidArgumentError("the key of a store may not be empty");
    const std::lock_guard<std::mutex> lock(mutex_);
    std::string name = NameOf(key);
    pmix_status_t status = Publish(name, value);
    if (status == PMIX_ERR_DUPLICATE_KEY || status == PMIX_EXISTS) {
      char* names[] = {name.data(), nullptr};
      PMIx_Unpublish(names, nullptr, 0);
      status = Publish(name, value);
    }
    return status == PMIX_SUCCESS ? Status() : PmixError("publish a value", status);
  }

 private:
  static std::string NameOf(std::string_view key) {
    if (key.size() > kLongestKey) return "pjrt.sha." + cppjrt::ToHex(cppjrt::Sha256Of(key));
    return "pjrt." + cppjrt::ToHex(key);
  }

  static pmix_status_t Publish(const std::string& name, std::string_view value) {
    Info info[1];
    std::string bytes(value);
    pmix_byte_object_t object{bytes.data(), bytes.size()};
    PMIX_INFO_LOAD(info[0].get(), name.c_str(), &object, PMIX_BYTE_OBJECT);
    return PMIx_Publish(info[0].get(), 1);
  }

  static StatusOr<std::string> Read(pmix_status_t status, const pmix_pdata_t& data) {
    if (status == PMIX_ERR_NOT_FOUND || status == PMIX_ERR_PARTIAL_SUCCESS || status == PMIX_ERR_TIMEOUT) {
      return cppjrt::NotFoundError("no such key in the store");
    }
    if (status != PMIX_SUCCESS) return PmixError("look up a key", status);
    if (data.value.type == PMIX_UNDEF) return cppjrt::NotFoundError("no such key in the store");
    if (data.value.type != PMIX_BYTE_OBJECT) return cppjrt::InternalError("PMIx gave a value of another type");
    return std::string(data.value.data.bo.bytes, data.value.data.bo.size);
  }

  std::mutex mutex_;  // a put is two steps
  pmix_proc_t self_{};
  bool started_ = false;
};

}  // namespace

StatusOr<std::shared_ptr<KeyValueStore>> OpenPmixStore() {
  auto store = std::make_shared<PmixStore>();
  CPPJRT_RETURN_IF_ERROR(store->Start());
  return std::shared_ptr<KeyValueStore>(std::move(store));
}

}  // namespace v0
}  // namespace pjrt
