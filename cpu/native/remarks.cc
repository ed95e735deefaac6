#include "cpu/native/remarks.h"

#include <cstdio>

namespace cppjrt::cpu {
namespace {

constexpr std::string_view kNames[] = {"evaluated", "not_fused", "not_vectorized", "not_counted",
                                       "copied",    "ignored",   "not_recognized"};

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

std::string_view RemarkName(Remark::Kind kind) { return kNames[static_cast<size_t>(kind)]; }

std::string ToText(const Remark& remark) {
  std::string text = remark.place.empty() ? "" : remark.place + ": ";
  text += RemarkName(remark.kind);
  return text + ": " + (remark.op.empty() ? "" : remark.op + ": ") + remark.reason;
}

std::string ToJson(const Remark& remark, std::string_view program) {
  return "{\"program\": " + Quoted(program) + ", \"kind\": " + Quoted(RemarkName(remark.kind)) +
         ", \"op\": " + Quoted(remark.op) + ", \"place\": " + Quoted(remark.place) +
         ", \"reason\": " + Quoted(remark.reason) + "}";
}

}  // namespace cppjrt::cpu
