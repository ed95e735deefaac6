// Status and StatusOr: how every cppjrt library reports failure.
//
// A Status is OK or an error with a canonical code (the numbers of the PJRT C API, which are those of gRPC and absl), a
// one-sentence message that says what, where and what to do, and optional payloads (type URL -> bytes). OK costs one null
// pointer; an error owns its text, so a Status outlives whatever produced it. No library here throws across its boundary,
// aborts on input or writes to stderr.
//
//   StatusOr<Client> client = Client::Create(plugin);
//   if (!client.ok()) return client.status();
//
// Copying a Status shares the error; all const methods may be called from any thread.
#ifndef CPPJRT_STATUS_H_
#define CPPJRT_STATUS_H_

#include <cassert>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace cppjrt {
inline namespace v0 {

// Canonical error codes. The values are those of PJRT_Error_Code.
enum class StatusCode : int {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
};

// "INVALID_ARGUMENT" and so on; "UNKNOWN" for a number that is no canonical code.
constexpr std::string_view StatusCodeName(StatusCode code) {
  constexpr std::string_view kNames[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  const int index = static_cast<int>(code);
  return index >= 0 && index <= 16 ? kNames[index] : kNames[2];
}

class [[nodiscard]] Status {
 public:
  using Payloads = std::map<std::string, std::string, std::less<>>;

  // OK.
  Status() = default;
  // An error, or OK if `code` is kOk (the message is then dropped).
  Status(StatusCode code, std::string message) {
    if (code != StatusCode::kOk) error_ = std::make_shared<const Error>(Error{code, std::move(message), {}});
  }
  Status(StatusCode code, std::string message, Payloads payloads) {
    if (code != StatusCode::kOk) {
      error_ = std::make_shared<const Error>(Error{code, std::move(message), std::move(payloads)});
    }
  }

  bool ok() const { return error_ == nullptr; }
  StatusCode code() const { return ok() ? StatusCode::kOk : error_->code; }
  // Empty if OK. Valid as long as any copy of this Status lives.
  std::string_view message() const { return ok() ? std::string_view() : std::string_view(error_->message); }
  // Extra data the producer attached, by type URL; empty for most errors.
  const Payloads& payloads() const {
    static const Payloads kNone;
    return ok() ? kNone : error_->payloads;
  }
  // "OK", or "NOT_FOUND: no device with id 7".
  std::string ToString() const {
    if (ok()) return "OK";
    return std::string(StatusCodeName(code())) + ": " + error_->message;
  }
  // The same error with `context` and ": " before its message; OK stays OK.
  Status WithContext(std::string_view context) const {
    if (ok()) return *this;
    return Status(code(), std::string(context) + ": " + error_->message, error_->payloads);
  }

  friend bool operator==(const Status& a, const Status& b) {
    return a.code() == b.code() && a.message() == b.message() && a.payloads() == b.payloads();
  }

 private:
  struct Error {
    StatusCode code;
    std::string message;
    Payloads payloads;
  };
  std::shared_ptr<const Error> error_;
};

inline Status OkStatus() { return Status(); }
inline Status CancelledError(std::string message) { return Status(StatusCode::kCancelled, std::move(message)); }
inline Status UnknownError(std::string message) { return Status(StatusCode::kUnknown, std::move(message)); }
inline Status InvalidArgumentError(std::string message) {
  return Status(StatusCode::kInvalidArgument, std::move(message));
}
inline Status DeadlineExceededError(std::string message) {
  return Status(StatusCode::kDeadlineExceeded, std::move(message));
}
inline Status NotFoundError(std::string message) { return Status(StatusCode::kNotFound, std::move(message)); }
inline Status AlreadyExistsError(std::string message) { return Status(StatusCode::kAlreadyExists, std::move(message)); }
inline Status PermissionDeniedError(std::string message) {
  return Status(StatusCode::kPermissionDenied, std::move(message));
}
inline Status ResourceExhaustedError(std::string message) {
  return Status(StatusCode::kResourceExhausted, std::move(message));
}
inline Status FailedPreconditionError(std::string message) {
  return Status(StatusCode::kFailedPrecondition, std::move(message));
}
inline Status OutOfRangeError(std::string message) { return Status(StatusCode::kOutOfRange, std::move(message)); }
inline Status UnimplementedError(std::string message) { return Status(StatusCode::kUnimplemented, std::move(message)); }
inline Status InternalError(std::string message) { return Status(StatusCode::kInternal, std::move(message)); }
inline Status UnavailableError(std::string message) { return Status(StatusCode::kUnavailable, std::move(message)); }
inline Status DataLossError(std::string message) { return Status(StatusCode::kDataLoss, std::move(message)); }

// A T, or the error that prevented it. Taking the value of an error is a bug of the caller and ends the process: an assertion
// in debug builds, a trap in others, rather than whatever is in the memory of a value that was never made.
template <typename T>
class [[nodiscard]] StatusOr {
  static_assert(!std::is_reference_v<T>, "StatusOr holds values; use a pointer");
  static_assert(!std::is_same_v<std::remove_cv_t<T>, Status>, "StatusOr<Status> is ambiguous");

 public:
  // REQUIRES: !status.ok(). An OK status becomes an INTERNAL error, so that a mistake is seen rather than undefined.
  StatusOr(Status status) : status_(std::move(status)) {  // NOLINT(google-explicit-constructor)
    if (status_.ok()) status_ = InternalError("StatusOr made from an OK status without a value");
  }
  StatusOr(T value) noexcept(std::is_nothrow_move_constructible_v<T>)  // NOLINT(google-explicit-constructor)
      : value_(std::move(value)), has_value_(true) {}
  StatusOr(const StatusOr& other) : status_(other.status_), has_value_(other.has_value_) {
    if (has_value_) new (&value_) T(other.value_);
  }
  StatusOr(StatusOr&& other) noexcept(std::is_nothrow_move_constructible_v<T>)
      : status_(std::move(other.status_)), has_value_(other.has_value_) {
    if (has_value_) new (&value_) T(std::move(other.value_));
  }
  StatusOr& operator=(StatusOr other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    Reset();
    status_ = std::move(other.status_);
    if (other.has_value_) new (&value_) T(std::move(other.value_));
    has_value_ = other.has_value_;
    return *this;
  }
  ~StatusOr() { Reset(); }

  bool ok() const { return has_value_; }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }

  // REQUIRES: ok().
  T& value() & { return Checked(); }
  const T& value() const& { return const_cast<StatusOr*>(this)->Checked(); }
  T&& value() && { return std::move(Checked()); }
  T& operator*() & { return Checked(); }
  const T& operator*() const& { return const_cast<StatusOr*>(this)->Checked(); }
  T&& operator*() && { return std::move(Checked()); }
  T* operator->() { return &Checked(); }
  const T* operator->() const { return &const_cast<StatusOr*>(this)->Checked(); }

  template <typename U>
  T value_or(U&& fallback) const& {
    return has_value_ ? value_ : static_cast<T>(std::forward<U>(fallback));
  }

 private:
  T& Checked() {
    assert(has_value_ && "value() of a StatusOr that holds an error");
    if (!has_value_) [[unlikely]]
      __builtin_trap();
    return value_;
  }
  void Reset() {
    if (has_value_) value_.~T();
    has_value_ = false;
  }

  Status status_;
  union {
    T value_;
  };
  bool has_value_ = false;
};

}  // namespace v0
}  // namespace cppjrt

#define CPPJRT_CONCAT_INNER_(a, b) a##b
#define CPPJRT_CONCAT_(a, b) CPPJRT_CONCAT_INNER_(a, b)

// Returns the Status of `expr` from the enclosing function unless it is OK.
#define CPPJRT_RETURN_IF_ERROR(expr)                                      \
  do {                                                                    \
    if (::cppjrt::Status cppjrt_status_ = (expr); !cppjrt_status_.ok()) { \
      return cppjrt_status_;                                              \
    }                                                                     \
  } while (false)

// CPPJRT_ASSIGN_OR_RETURN(Client client, Client::Create(plugin)): declares (or assigns) the value, or returns the error.
#define CPPJRT_ASSIGN_OR_RETURN(lhs, expr) \
  CPPJRT_ASSIGN_OR_RETURN_IMPL_(CPPJRT_CONCAT_(cppjrt_result_, __LINE__), lhs, expr)
#define CPPJRT_ASSIGN_OR_RETURN_IMPL_(result, lhs, expr) \
  auto result = (expr);                                  \
  if (!result.ok()) return std::move(result).status();   \
  lhs = std::move(result).value()

#endif  // CPPJRT_STATUS_H_
