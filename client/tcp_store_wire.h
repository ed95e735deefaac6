// Numbers of the TCP store's format, which pjrt/tcp_store.h describes.
#ifndef CPPJRT_CLIENT_TCP_STORE_WIRE_H_
#define CPPJRT_CLIENT_TCP_STORE_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pjrt {
inline namespace v0 {
namespace detail {

inline constexpr std::string_view kTcpStoreMagic = "PJRTKV01";
inline constexpr size_t kTcpStoreHelloBytes = 8 + 4;
inline constexpr size_t kTcpStoreRequestBytes = 1 + 4 + 8;
inline constexpr size_t kTcpStoreReplyBytes = 1 + 8;
inline constexpr size_t kTcpStoreMaxSecret = 4096;
enum class TcpStoreRequest : uint8_t { kPut = 1, kGet = 2, kTryGet = 3 };

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_TCP_STORE_WIRE_H_
