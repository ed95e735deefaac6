// The child's end of isolated work (runner/isolate.h): asks for items, gives results. One line each on a socket whose
// descriptor is in $CPPJRT_CONFORM_CHANNEL; texts are sent with \n and \ escaped.
#ifndef CPPJRT_CONFORM_ISOLATE_CHILD_CHANNEL_H_
#define CPPJRT_CONFORM_ISOLATE_CHILD_CHANNEL_H_

#include <optional>
#include <string>
#include <string_view>

namespace cppjrt::conform {

inline constexpr char kChannelVariable[] = "CPPJRT_CONFORM_CHANNEL";
inline constexpr char kCallRecordVariable[] = "CPPJRT_CONFORM_CALLS";

class ChildChannel {
 public:
  // Takes the descriptor from the environment; Next() of a process without one gives nothing.
  ChildChannel();

  // The next item; nothing when there is none left, and the child shall end.
  std::optional<std::string> Next();
  // The result of the item that Next() gave.
  void Done(std::string_view payload);

 private:
  void Send(char kind, std::string_view text);

  int descriptor_ = -1;
  std::string received_;
};

// One line of the channel, without its newline.
std::string EscapeLine(std::string_view text);
std::string UnescapeLine(std::string_view line);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ISOLATE_CHILD_CHANNEL_H_
