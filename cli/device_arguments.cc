#include "cli/device_arguments.h"

namespace cppjrt::cli {

Status DeviceArguments::Refill() {
  buffers_.resize(executable_.devices().size());
  for (size_t row = 0; row < buffers_.size(); ++row) {
    buffers_[row].resize(arrays_.size());
    for (size_t i = 0; i < arrays_.size(); ++i) {
      pjrt::Buffer& buffer = buffers_[row][i];
      if (buffer.valid()) {
        CPPJRT_ASSIGN_OR_RETURN(bool deleted, buffer.IsDeleted());
        if (!deleted) continue;
      }
      pjrt::UploadOptions options;
      options.device = &executable_.devices()[row];
      CPPJRT_ASSIGN_OR_RETURN(
          buffer,
          client_.Upload(pjrt::HostArray{arrays_[i].data(), arrays_[i].type(), arrays_[i].dims(), {}}, options));
    }
  }
  return Status();
}

std::vector<std::vector<const pjrt::Buffer*>> DeviceArguments::Rows() const {
  std::vector<std::vector<const pjrt::Buffer*>> rows(buffers_.size());
  for (size_t row = 0; row < buffers_.size(); ++row) {
    for (const pjrt::Buffer& buffer : buffers_[row]) rows[row].push_back(&buffer);
  }
  return rows;
}

}  // namespace cppjrt::cli
