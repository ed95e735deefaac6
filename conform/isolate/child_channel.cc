#include "conform/isolate/child_channel.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace cppjrt::conform {

std::string EscapeLine(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\\') {
      line += "\\\\";
    } else {
      line += c;
    }
  }
  return line;
}

std::string UnescapeLine(std::string_view line) {
  std::string text;
  text.reserve(line.size());
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
      text += line[i] == 'n' ? '\n' : line[i];
    } else {
      text += line[i];
    }
  }
  return text;
}

ChildChannel::ChildChannel() {
  const char* text = std::getenv(kChannelVariable);
  if (text == nullptr) return;
  descriptor_ = std::atoi(text);
  // What the plugin starts must not hold the channel open.
  fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
}

void ChildChannel::Send(char kind, std::string_view text) {
  const std::string line = kind + EscapeLine(text) + "\n";
  for (size_t sent = 0; descriptor_ >= 0 && sent < line.size();) {
    const ssize_t written = send(descriptor_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(3);  // the parent is gone
    sent += static_cast<size_t>(written);
  }
}

std::optional<std::string> ChildChannel::Next() {
  if (descriptor_ < 0) return std::nullopt;
  Send('n', "");
  while (received_.find('\n') == std::string::npos) {
    char bytes[4096];
    const ssize_t count = read(descriptor_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    received_.append(bytes, static_cast<size_t>(count));
  }
  const size_t end = received_.find('\n');
  std::string item = UnescapeLine(std::string_view(received_).substr(0, end));
  received_.erase(0, end + 1);
  return item;
}

void ChildChannel::Done(std::string_view payload) { Send('d', payload); }

}  // namespace cppjrt::conform
