#include "cli/data/npz.h"

#include <fmt/format.h>
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>

#include "cli/data/npy_header.h"

namespace cppjrt::data {
namespace {

constexpr std::string_view kSuffix = ".npy";
constexpr uint16_t kEncrypted = 1;
// Of a key; longer names than 64 KiB make minizip overrun its buffers.
constexpr size_t kMaxKeyBytes = 4096;

// minizip takes sizes of 32 bits.
constexpr size_t kMaxStep = size_t{1} << 30;

// Deflate makes at most 258 bytes of 2 bits (1032 of a byte); a little more for what a short stream cannot show.
uint64_t MostFrom(uint64_t compressed) {
  return compressed > std::numeric_limits<uint64_t>::max() / 2048 ? std::numeric_limits<uint64_t>::max()
                                                                  : compressed * 1032 + 64;
}

struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, CloseZip>;

// The bytes of the current member.
class MemberSource final : public ByteSource {
 public:
  MemberSource(unzFile zip, uint64_t size) : zip_(zip), left_(size) {}

  StatusOr<size_t> Read(std::span<std::byte> to) override {
    size_t done = 0;
    while (done < to.size()) {
      const size_t step = std::min(to.size() - done, kMaxStep);
      const int got = unzReadCurrentFile(zip_, to.data() + done, static_cast<unsigned>(step));
      if (got < 0) return DataLossError(fmt::format("zip member is damaged (zlib error {})", got));
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    left_ = done < to.size() || done > left_ ? 0 : left_ - done;
    return done;
  }
  uint64_t Remaining() const override { return left_; }

 private:
  unzFile zip_;
  uint64_t left_;
};

struct Member {
  std::string name;
  uint64_t compressed;
  uint64_t size;
};

StatusOr<Member> CurrentMember(unzFile zip) {
  unz_file_info64 info = {};
  if (unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK) {
    return DataLossError("zip directory is damaged");
  }
  std::string name(info.size_filename, '\0');
  if (unzGetCurrentFileInfo64(zip, &info, name.data(), name.size(), nullptr, 0, nullptr, 0) != UNZ_OK) {
    return DataLossError("zip directory is damaged");
  }
  if ((info.flag & kEncrypted) != 0) return UnimplementedError(fmt::format("member {} is encrypted", name));
  if (info.compression_method != 0 && info.compression_method != Z_DEFLATED) {
    return UnimplementedError(fmt::format("member {} has compression method {}; known are stored (0) and deflated (8)",
                                          name, info.compression_method));
  }
  const bool stored = info.compression_method == 0;
  if (stored && info.compressed_size != info.uncompressed_size) {
    return DataLossError(fmt::format("sizes of member {} contradict each other", name));
  }
  return Member{std::move(name), info.compressed_size, info.uncompressed_size};
}

std::string KeyOf(std::string_view name) {
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return std::string(name);
}

StatusOr<NpyArray> ReadCurrent(unzFile zip, const Member& member, const std::string& name) {
  if (unzOpenCurrentFile(zip) != UNZ_OK) return DataLossError(name + ": zip member is damaged");
  MemberSource source(zip, std::min(member.size, MostFrom(member.compressed)));
  StatusOr<NpyArray> npy = ReadNpy(source, name);
  const uint64_t left = source.Remaining();
  // Closing compares the checksum, if all has been read.
  const int closed = unzCloseCurrentFile(zip);
  if (!npy.ok()) return npy;
  if (left != 0) return InvalidArgumentError(fmt::format("{}: {} bytes follow the array", name, left));
  if (closed != UNZ_OK) return DataLossError(name + ": checksum differs");
  return npy;
}

// The size of the file, which has just been opened.
uint64_t FileBytes(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

// A zip of no members, which is what numpy.savez without arrays writes, is only this end record. minizip refuses it.
StatusOr<bool> IsEmptyZip(const std::string& path) {
  CPPJRT_ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> source, OpenFile(path));
  constexpr std::string_view kEndRecord("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
  if (source->Remaining() != kEndRecord.size()) return false;
  char record[kEndRecord.size()];
  CPPJRT_RETURN_IF_ERROR(source->Read(std::as_writable_bytes(std::span(record))).status());
  return std::string_view(record, sizeof(record)) == kEndRecord;
}

StatusOr<Zip> OpenZip(const std::string& path) {
  Zip zip(unzOpen64(path.c_str()));
  if (zip == nullptr) return InvalidArgumentError(path + ": is not a zip file");
  return zip;
}

// What the members may still take of the file and of memory.
class Budget {
 public:
  explicit Budget(uint64_t file_bytes) : file_bytes_(file_bytes) {}

  Status Take(const Member& member) {
    if (member.compressed > file_bytes_) return DataLossError("zip members overlap or reach beyond the file");
    if (member.size > memory_) {
      return ResourceExhaustedError(
          fmt::format("arrays up to member {} take more than this machine's {} bytes", member.name, MachineBytes()));
    }
    file_bytes_ -= member.compressed;
    memory_ -= member.size;
    return OkStatus();
  }

 private:
  uint64_t file_bytes_;
  uint64_t memory_ = MachineBytes();
};

StatusOr<std::vector<NpzMember>> ReadMembers(const Zip& zip, const std::string& path) {
  std::vector<NpzMember> members;
  Budget budget(FileBytes(path));
  int more = unzGoToFirstFile(zip.get());
  for (; more == UNZ_OK; more = unzGoToNextFile(zip.get())) {
    StatusOr<Member> member = CurrentMember(zip.get());
    if (!member.ok()) return member.status().WithContext(path);
    if (member->name.ends_with('/')) continue;
    CPPJRT_RETURN_IF_ERROR(budget.Take(*member).WithContext(path));
    std::string key = KeyOf(member->name);
    CPPJRT_ASSIGN_OR_RETURN(NpyArray npy, ReadCurrent(zip.get(), *member, path + ":" + key));
    members.push_back({std::move(key), std::move(npy)});
  }
  if (more != UNZ_END_OF_LIST_OF_FILE) return DataLossError(path + ": zip directory is damaged");
  return members;
}

Status AddBytes(zipFile zip, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const size_t step = std::min(bytes.size(), kMaxStep);
    if (zipWriteInFileInZip(zip, bytes.data(), static_cast<unsigned>(step)) != ZIP_OK) {
      return UnknownError("cannot write");
    }
    bytes = bytes.subspan(step);
  }
  return OkStatus();
}

Status AddMember(zipFile zip, const NamedArray& member, NpzCompression compression) {
  // The zip epoch, as numpy writes it.
  zip_fileinfo info = {};
  info.dosDate = 0x21 << 16;
  const std::string header = FormatNpyHeader(member.array->shape());
  const bool large = header.size() + member.array->bytes().size() > 0xf0000000U;
  const std::string name = member.key + std::string(kSuffix);
  const bool deflate = compression == NpzCompression::kDeflate;
  if (zipOpenNewFileInZip64(zip, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, deflate ? Z_DEFLATED : 0,
                            Z_DEFAULT_COMPRESSION, large ? 1 : 0) != ZIP_OK) {
    return UnknownError("cannot write");
  }
  CPPJRT_RETURN_IF_ERROR(AddBytes(zip, std::as_bytes(std::span(header))));
  CPPJRT_RETURN_IF_ERROR(AddBytes(zip, member.array->bytes()));
  return zipCloseFileInZip(zip) == ZIP_OK ? OkStatus() : UnknownError("cannot write");
}

Status CheckKeys(std::span<const NamedArray> arrays) {
  std::set<std::string_view> seen;
  for (const NamedArray& member : arrays) {
    if (member.key.empty()) return InvalidArgumentError("an array without a key");
    if (member.key.size() > kMaxKeyBytes) {
      return InvalidArgumentError(fmt::format("a key of {} bytes; the maximum is {}", member.key.size(), kMaxKeyBytes));
    }
    if (!seen.insert(member.key).second) return InvalidArgumentError(fmt::format("two arrays \"{}\"", member.key));
  }
  return OkStatus();
}

Status WriteMembers(const std::string& path, std::span<const NamedArray> arrays, NpzCompression compression) {
  const zipFile zip = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  if (zip == nullptr) return UnknownError("cannot write");
  Status status;
  for (const NamedArray& member : arrays) {
    if (status.ok()) status = AddMember(zip, member, compression);
  }
  if (zipClose(zip, nullptr) != ZIP_OK && status.ok()) return UnknownError("cannot write");
  return status;
}

}  // namespace

StatusOr<std::vector<NpzMember>> ReadNpz(const std::string& path) {
  // Also for its messages if the file cannot be opened.
  CPPJRT_ASSIGN_OR_RETURN(const bool empty, IsEmptyZip(path));
  if (empty) return std::vector<NpzMember>();
  CPPJRT_ASSIGN_OR_RETURN(const Zip zip, OpenZip(path));
  return ReadMembers(zip, path);
}

Status WriteNpz(const std::string& path, std::span<const NamedArray> arrays, NpzCompression compression) {
  CPPJRT_RETURN_IF_ERROR(CheckKeys(arrays).WithContext(path));
  CPPJRT_ASSIGN_OR_RETURN(PendingFile file, PendingFile::Create(path));
  CPPJRT_RETURN_IF_ERROR(WriteMembers(file.temporary_path(), arrays, compression).WithContext(path));
  return file.Commit();
}

}  // namespace cppjrt::data
