#include "base/blob_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "base/key_lock.h"

namespace cppjrt {
namespace {

// A file is this head, the label and the bytes; numbers are little-endian.
//
//   offset  size
//        0     8  "CPPJRTB1"
//        8    32  the key
//       40     8  size of the label
//       48     8  size of the bytes
//       56    32  SHA-256 of the 56 bytes before, the label and the bytes
//       88        the label, the bytes
constexpr std::string_view kMagic = "CPPJRTB1";
constexpr size_t kChecked = 56;
constexpr size_t kHead = kChecked + sizeof(Sha256Digest);
constexpr int64_t kMaxOverhead = kHead + BlobStore::kMaxLabel;
constexpr size_t kHexDigits = 64;

template <class Bytes>
std::string_view View(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string Number(uint64_t value) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

uint64_t ReadNumber(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < 8; ++i) value |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

bool IsHex(std::string_view name) {
  return name.size() == kHexDigits && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

int HexValue(char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

// REQUIRES: IsHex(hex).
std::string KeyBytes(std::string_view hex) {
  std::string key;
  for (size_t i = 0; i < hex.size(); i += 2) key += static_cast<char>(HexValue(hex[i]) * 16 + HexValue(hex[i + 1]));
  return key;
}

std::string MakeHead(std::string_view key, std::string_view label, std::string_view bytes) {
  std::string head = std::string(kMagic) + std::string(key) + Number(label.size()) + Number(bytes.size());
  Sha256 hash;
  hash.Update(head);
  hash.Update(label);
  hash.Update(bytes);
  return head + std::string(View(hash.Finish()));
}

Status Damaged(const std::string& hex, const std::string& what) {
  return DataLossError("entry " + hex.substr(0, 16) + " is damaged: " + what);
}

// Checks what can be without reading the rest. `size` is the file's.
Status CheckHead(const std::string& hex, std::string_view head, uint64_t size) {
  if (size < kHead || !head.starts_with(kMagic)) return Damaged(hex, "it does not begin as an entry does");
  if (head.substr(8, 32) != KeyBytes(hex)) return Damaged(hex, "it belongs to another key");
  const uint64_t label = ReadNumber(head.substr(40));
  const uint64_t bytes = ReadNumber(head.substr(48));
  if (label > BlobStore::kMaxLabel || bytes > size || kHead + label + bytes != size) {
    return Damaged(hex, "it has " + std::to_string(size) + " bytes, its head tells of " + std::to_string(kHead) +
                            " + " + std::to_string(label) + " + " + std::to_string(bytes));
  }
  return Status();
}

// `touch`: what was used last stays longest.
StatusOr<std::string> ReadEntry(const std::string& path, const std::string& hex, int64_t limit, bool touch) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.valid()) return ErrnoError("open " + path);
  StatusOr<std::string> contents = ReadWholeFile(file.get(), path, limit);
  if (contents.status().code() == StatusCode::kOutOfRange)
    return Damaged(hex, std::string(contents.status().message()));
  if (!contents.ok()) return contents;
  const std::string_view view = *contents;
  CPPJRT_RETURN_IF_ERROR(CheckHead(hex, view, view.size()));
  Sha256 hash;
  hash.Update(view.substr(0, kChecked));
  hash.Update(view.substr(kHead));
  if (View(hash.Finish()) != view.substr(kChecked, sizeof(Sha256Digest))) return Damaged(hex, "its checksum is wrong");
  if (touch) futimens(file.get(), nullptr);
  contents->erase(0, kHead + ReadNumber(view.substr(40)));
  return contents;
}

// Those named as keys are.
std::vector<std::string> FilesOf(const std::string& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(folder.c_str()), closedir);
  if (directory == nullptr) return names;
  while (const dirent* item = readdir(directory.get())) {
    if (IsHex(item->d_name)) names.emplace_back(item->d_name);
  }
  return names;
}

// Size, time and label of a file, without its bytes.
std::optional<BlobStore::Entry> Describe(const std::string& path, const std::string& hex) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat info{};
  if (!file.valid() || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  BlobStore::Entry entry{hex, "", info.st_size, std::chrono::system_clock::from_time_t(info.st_mtim.tv_sec)};
  entry.last_used +=
      std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::nanoseconds(info.st_mtim.tv_nsec));
  std::array<char, kHead> head;
  if (!ReadExactly(file.get(), path, 0, head).ok()) return entry;
  if (!CheckHead(hex, View(head), static_cast<uint64_t>(info.st_size)).ok()) return entry;
  entry.label.resize(ReadNumber(View(head).substr(40)));
  if (!ReadExactly(file.get(), path, kHead, entry.label).ok()) entry.label.clear();
  return entry;
}

}  // namespace

StatusOr<BlobStore> BlobStore::Open(BlobStoreOptions options) {
  if (options.directory.empty()) return InvalidArgumentError("a store needs a directory");
  for (const char* folder : {"/entries", "/locks", "/scratch"}) {
    CPPJRT_RETURN_IF_ERROR(MakeDirectories(options.directory + folder));
  }
  RemoveAbandoned(options.directory + "/scratch");
  return BlobStore(std::move(options));
}

StatusOr<std::string> BlobStore::Read(const std::string& hex) const {
  StatusOr<std::string> bytes = ReadEntry(PathOf(hex), hex, options_.max_entry_bytes + kMaxOverhead, /*touch=*/true);
  if (bytes.status().code() == StatusCode::kDataLoss) unlink(PathOf(hex).c_str());
  if (bytes.status().code() == StatusCode::kNotFound) return NotFoundError("no entry " + hex.substr(0, 16));
  return bytes;
}

StatusOr<std::string> BlobStore::Get(const Key& key) const { return Read(ToHex(key)); }

Status BlobStore::Put(const Key& key, std::string_view bytes, std::string_view label) const {
  if (label.size() > kMaxLabel) {
    return InvalidArgumentError("a label of " + std::to_string(label.size()) + " bytes, at most " +
                                std::to_string(kMaxLabel) + " are kept");
  }
  const auto size = static_cast<int64_t>(kHead + label.size() + bytes.size());
  const int64_t bound =
      options_.max_bytes > 0 ? std::min(options_.max_bytes, options_.max_entry_bytes) : options_.max_entry_bytes;
  if (size > bound) {
    return ResourceExhaustedError("an entry of " + std::to_string(size) + " bytes, at most " + std::to_string(bound) +
                                  " are kept");
  }
  const std::string hex = ToHex(key);
  const std::string head = MakeHead(View(key), label, bytes);
  const std::array<std::string_view, 3> parts = {head, label, bytes};
  CPPJRT_RETURN_IF_ERROR(ReplaceFile(PathOf(hex), parts, options_.directory + "/scratch", options_.durable));
  // Looking takes a while where there are many.
  if (options_.max_bytes > 0 && unlooked_->fetch_add(size) + size >= options_.max_bytes / 64) {
    unlooked_->store(0);
    CollectExcept(options_.max_bytes, hex);
  }
  return Status();
}

bool BlobStore::Find(const std::string& hex, const std::function<Status(const std::string&)>& accept,
                     Made& made) const {
  StatusOr<std::string> bytes = Read(hex);
  Status status = bytes.status();
  if (status.ok() && accept) status = accept(*bytes).WithContext("entry " + hex.substr(0, 16) + " was refused");
  if (status.ok()) {
    made.bytes = *std::move(bytes);
    made.source = Source::kFound;
    made.kept = true;
    return true;
  }
  if (status.code() == StatusCode::kNotFound && !bytes.ok()) return false;
  if (bytes.ok() || status.code() == StatusCode::kDataLoss) made.source = Source::kReplaced;
  if (bytes.ok()) unlink(PathOf(hex).c_str());
  made.problem = std::move(status);
  return false;
}

StatusOr<BlobStore::Made> BlobStore::GetOrMake(const Key& key, const std::function<StatusOr<Blob>()>& make,
                                               const std::function<Status(const std::string&)>& accept) const {
  const std::string hex = ToHex(key);
  Made made;
  if (Find(hex, accept, made)) return made;
  StatusOr<KeyLock> lock = KeyLock::Acquire(options_.directory + "/locks/" + hex, options_.lock_timeout);
  if (!lock.ok()) made.problem = lock.status();
  if (Find(hex, accept, made)) return made;
  CPPJRT_ASSIGN_OR_RETURN(Blob blob, make());
  made.bytes = std::move(blob.bytes);
  const std::string_view label = std::string_view(blob.label).substr(0, kMaxLabel);
  Status status = Put(key, made.bytes, label);
  made.kept = status.ok();
  if (!status.ok()) made.problem = std::move(status);
  return made;
}

Status BlobStore::Remove(const Key& key) const {
  const std::string path = PathOf(ToHex(key));
  return unlink(path.c_str()) == 0 || errno == ENOENT ? Status() : ErrnoError("remove " + path);
}

std::vector<BlobStore::Entry> BlobStore::List() const {
  std::vector<Entry> entries;
  for (const std::string& name : FilesOf(options_.directory + "/entries")) {
    if (auto entry = Describe(PathOf(name), name)) entries.push_back(*std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.last_used != b.last_used ? a.last_used > b.last_used : a.key < b.key;
  });
  return entries;
}

std::vector<std::pair<BlobStore::Entry, Status>> BlobStore::Verify(bool remove) const {
  std::vector<std::pair<Entry, Status>> result;
  for (Entry& entry : List()) {
    const Status status =
        ReadEntry(PathOf(entry.key), entry.key, options_.max_entry_bytes + kMaxOverhead, /*touch=*/false).status();
    if (status.code() == StatusCode::kNotFound) continue;  // gone meanwhile
    if (!status.ok() && remove) unlink(PathOf(entry.key).c_str());
    result.emplace_back(std::move(entry), status);
  }
  return result;
}

std::pair<int64_t, int64_t> BlobStore::Collect(int64_t max_bytes) const {
  RemoveAbandoned(options_.directory + "/scratch");
  for (const std::string& name : FilesOf(options_.directory + "/locks")) {
    // Goes with the lock, unless somebody has it.
    static_cast<void>(KeyLock::Acquire(options_.directory + "/locks/" + name, std::chrono::milliseconds(0)).ok());
  }
  return CollectExcept(max_bytes, {});
}

std::pair<int64_t, int64_t> BlobStore::CollectExcept(int64_t max_bytes, std::string_view kept) const {
  std::vector<Entry> entries = List();
  int64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  std::pair<int64_t, int64_t> removed{0, 0};
  for (; total > max_bytes && !entries.empty(); entries.pop_back()) {
    const Entry& oldest = entries.back();
    if (oldest.key == kept || unlink(PathOf(oldest.key).c_str()) != 0) continue;
    total -= oldest.bytes;
    ++removed.first;
    removed.second += oldest.bytes;
  }
  return removed;
}

}  // namespace cppjrt
