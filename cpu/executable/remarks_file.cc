#include "cpu/executable/remarks_file.h"

#include <fcntl.h>
#include <unistd.h>

namespace cppjrt::cpu {

void AppendRemarks(const std::string& file, std::string_view program, const std::vector<Remark>& remarks) {
  const bool json = file.ends_with(".json");
  std::string text;
  if (!json) text = "remarks on " + std::string(program) + (remarks.empty() ? ": none\n" : ":\n");
  for (const Remark& remark : remarks) text += (json ? ToJson(remark, program) : "  " + ToText(remark)) + "\n";
  const int fd = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return;
  // A full disk cuts the text short, and nobody is there to be told.
  [[maybe_unused]] const ssize_t written = ::write(fd, text.data(), text.size());
  ::close(fd);
}

}  // namespace cppjrt::cpu
