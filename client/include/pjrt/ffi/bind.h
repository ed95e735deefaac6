// Bind: what a kernel takes from a call, written down once; the C++ function then gets checked, typed values.
#ifndef PJRT_FFI_BIND_H_
#define PJRT_FFI_BIND_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "pjrt/ffi/attributes.h"
#include "pjrt/ffi/buffer.h"
#include "pjrt/ffi/frame.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {

// A function that a kernel runs in one stage, made by Binding::To. Copyable.
struct Function {
  std::function<Status(const Frame&)> call;
  // What it takes and leaves of plugin-held objects.
  std::vector<TypeUse> types;

  explicit operator bool() const { return call != nullptr; }
};

namespace detail {

// --- types of objects that plugins hold

template <class T, bool is_state>
inline constexpr char kTypeKey = 0;

template <class T>
TypeUse StateType() {
  return {&kTypeKey<T, true>, std::string("cppjrt.state.") + typeid(T).name(),
          [](void* object) { delete static_cast<T*>(object); }};
}
template <class T>
TypeUse DataType() {
  return {&kTypeKey<T, false>, std::string("cppjrt.data.") + typeid(T).name(), nullptr};
}

// --- parts of a binding. Each has Decode(frame, counters), and says what it uses.

struct Position {
  int64_t arg = 0;
  int64_t ret = 0;
  int64_t attribute = 0;  // how many of the bound ones the call has
};

template <class B>
struct ArgPart {
  static constexpr int kArgs = 1;
  StatusOr<B> Decode(const Frame& frame, Position& at) const {
    CPPJRT_ASSIGN_OR_RETURN(const ArrayView view, frame.Arg(at.arg));
    CPPJRT_RETURN_IF_ERROR(CheckArray<B>("argument", at.arg++, view));
    return B(view);
  }
};

template <class B>
struct RetPart {
  static constexpr int kRets = 1;
  StatusOr<Out<B>> Decode(const Frame& frame, Position& at) const {
    CPPJRT_ASSIGN_OR_RETURN(const ArrayView view, frame.Ret(at.ret));
    CPPJRT_RETURN_IF_ERROR(CheckArray<B>("result", at.ret++, view));
    return Out<B>(view);
  }
};

struct RestArgsPart {
  static constexpr bool kAllArgs = true;
  StatusOr<RestArgs> Decode(const Frame& frame, Position& at) const { return RestArgs(frame, at.arg); }
};
struct RestRetsPart {
  static constexpr bool kAllRets = true;
  StatusOr<RestRets> Decode(const Frame& frame, Position& at) const { return RestRets(frame, at.ret); }
};

template <class T>
struct AttrPart {
  std::string name;
  static constexpr bool kIsAttribute = true;
  StatusOr<T> Decode(const Frame& frame, Position& at) const {
    const AttributeView view = frame.attributes().Find(name);
    at.attribute += view.kind != AttributeView::Kind::kNone;
    return AttributeReader<T>::Read(name, view);
  }
};
struct AttrsPart {
  static constexpr bool kAllAttributes = true;
  StatusOr<Dictionary> Decode(const Frame& frame, Position&) const { return frame.attributes(); }
};

// How each thing that Ctx names is made.
template <class T>
struct CtxReader;
template <class T>
struct CtxReader<Stream<T>> {
  static StatusOr<Stream<T>> Read(const Frame& frame) {
    CPPJRT_ASSIGN_OR_RETURN(void* const handle, frame.stream());
    return Stream<T>{static_cast<T>(handle)};
  }
};
template <>
struct CtxReader<ThreadPool> {
  static StatusOr<ThreadPool> Read(const Frame& frame) { return ThreadPool(frame); }
};
template <>
struct CtxReader<Scratch> {
  static StatusOr<Scratch> Read(const Frame& frame) { return Scratch(frame); }
};
template <>
struct CtxReader<CallInfo> {
  static StatusOr<CallInfo> Read(const Frame& frame) {
    return CallInfo{frame.stage(), frame.run_id().value_or(0), frame.device_ordinal().value_or(0)};
  }
};
template <class T, Stage stage>
struct CtxReader<State<T, stage>> {
  static TypeUse Type() { return StateType<T>(); }
  static StatusOr<State<T, stage>> Read(const Frame& frame) {
    CPPJRT_ASSIGN_OR_RETURN(void* const object, frame.GetState(stage, &kTypeKey<T, true>));
    return State<T, stage>{static_cast<T*>(object)};
  }
};
template <class T>
struct CtxReader<UserData<T>> {
  static TypeUse Type() { return DataType<T>(); }
  static StatusOr<UserData<T>> Read(const Frame& frame) {
    CPPJRT_ASSIGN_OR_RETURN(void* const object, frame.GetUserData(&kTypeKey<T, false>));
    return UserData<T>{static_cast<T*>(object)};
  }
};

template <class T>
struct CtxPart {
  using Reader = CtxReader<T>;
  StatusOr<T> Decode(const Frame& frame, Position&) const { return Reader::Read(frame); }
};

template <class Part>
inline constexpr int NumArgs = [] {
  if constexpr (requires { Part::kArgs; }) return Part::kArgs;
  return 0;
}();
template <class Part>
inline constexpr int NumRets = [] {
  if constexpr (requires { Part::kRets; }) return Part::kRets;
  return 0;
}();
template <class Part>
inline constexpr bool HasAllArgs = requires { Part::kAllArgs; };
template <class Part>
inline constexpr bool HasAllRets = requires { Part::kAllRets; };
template <class Part>
inline constexpr bool HasAllAttributes = requires { Part::kAllAttributes; };

template <class Part>
void AddName(const Part& part, std::vector<std::string_view>& names) {
  if constexpr (requires { Part::kIsAttribute; }) names.push_back(part.name);
}

template <class Part>
using DecodedBy = std::remove_cvref_t<decltype(*std::declval<const Part&>().Decode(std::declval<const Frame&>(),
                                                                                   std::declval<Position&>()))>;

template <class Part>
void AddTypes(std::vector<TypeUse>& types) {
  if constexpr (requires { Part::Reader::Type(); }) types.push_back(Part::Reader::Type());
}

// --- what a kernel returns

template <class T>
struct IsUniquePtr : std::false_type {};
template <class T>
struct IsUniquePtr<std::unique_ptr<T>> : std::true_type {};
template <class T>
struct IsStatusOr : std::false_type {};
template <class T>
struct IsStatusOr<StatusOr<T>> : std::true_type {};

template <class Result>
Status Finish(const Frame& frame, Result&& result) {
  using R = std::remove_cvref_t<Result>;
  if constexpr (std::is_same_v<R, Status>) {
    return std::forward<Result>(result);
  } else if constexpr (std::is_same_v<R, Event>) {
    return frame.FinishLater(result);
  } else if constexpr (IsStatusOr<R>::value) {
    if (!result.ok()) return result.status();
    return Finish(frame, *std::forward<Result>(result));
  } else {
    static_assert(IsUniquePtr<R>::value,
                  "a kernel returns void, Status, Event, or its state: std::unique_ptr<T> or StatusOr of it");
    using T = typename R::element_type;
    CPPJRT_RETURN_IF_ERROR(frame.SetState(&kTypeKey<T, true>, result.get()));
    static_cast<void>(result.release());
    return Status();
  }
}

template <class R>
void AddStateOf(std::vector<TypeUse>& types) {
  if constexpr (IsStatusOr<R>::value) {
    AddStateOf<std::remove_cvref_t<decltype(*std::declval<R>())>>(types);
  } else if constexpr (IsUniquePtr<R>::value) {
    types.push_back(StateType<typename R::element_type>());
  }
}

// INVALID_ARGUMENT: "the call has 3 arguments, the kernel takes 2".
Status WrongCount(const char* what, int64_t has, int64_t takes, bool or_more);
// INVALID_ARGUMENT that names the attributes of the call which no part of the kernel takes.
Status UnboundAttributes(const Dictionary& attributes, std::span<const std::string_view> bound);

}  // namespace detail

// Immutable; each call gives a longer one. The parts are handed to the function in the order they were bound.
template <class... Parts>
class Binding {
 public:
  Binding() = default;
  explicit Binding(std::tuple<Parts...> parts) : parts_(std::move(parts)) {}

  // The next argument: Buffer<type, rank>.
  template <class B = Buffer<>>
  auto Arg() const {
    static_assert((!detail::HasAllArgs<Parts> && ...), "Arg after Args");
    return With(detail::ArgPart<B>());
  }
  // The next result: Out<Buffer<type, rank>>.
  template <class B = Buffer<>>
  auto Ret() const {
    static_assert((!detail::HasAllRets<Parts> && ...), "Ret after Rets");
    return With(detail::RetPart<B>());
  }
  // All further arguments: RestArgs; results: RestRets.
  auto Args() const { return With(detail::RestArgsPart()); }
  auto Rets() const { return With(detail::RestRetsPart()); }
  // An attribute by name; T as attributes.h lists. A call with attributes that are not bound is refused, unless Attrs is used.
  template <class T>
  auto Attr(std::string name) const {
    return With(detail::AttrPart<T>{std::move(name)});
  }
  // All attributes: Dictionary.
  auto Attrs() const { return With(detail::AttrsPart()); }
  // Stream<T>, ThreadPool, Scratch, CallInfo, State<T, stage>, UserData<T>.
  template <class T>
  auto Ctx() const {
    return With(detail::CtxPart<T>());
  }

  // `function` returns void, Status, an Event (the call ends when it is ready) or, in the stages before execute, the kernel's
  // state: std::unique_ptr<T> or StatusOr of it. What it throws becomes INTERNAL. It must be callable from several threads at once.
  template <class F>
  Function To(F function) const {
    static_assert(std::is_invocable_v<const F&, detail::DecodedBy<Parts>...>,
                  "the function does not take what was bound, in that order");
    using R = std::invoke_result_t<const F&, detail::DecodedBy<Parts>...>;
    Function made;
    (detail::AddTypes<Parts>(made.types), ...);
    detail::AddStateOf<std::remove_cvref_t<R>>(made.types);
    made.call = [parts = parts_, function = std::move(function)](const Frame& frame) {
      CPPJRT_RETURN_IF_ERROR(CheckCounts(frame));
      detail::Position at;
      return Call<R>(parts, function, frame, at);
    };
    return made;
  }

 private:
  template <class Part>
  Binding<Parts..., Part> With(Part part) const {
    return Binding<Parts..., Part>(std::tuple_cat(parts_, std::tuple<Part>(std::move(part))));
  }

  static Status CheckCounts(const Frame& frame) {
    constexpr int64_t kArgs = (0 + ... + detail::NumArgs<Parts>);
    constexpr int64_t kRets = (0 + ... + detail::NumRets<Parts>);
    constexpr bool kAllArgs = (false || ... || detail::HasAllArgs<Parts>);
    constexpr bool kAllRets = (false || ... || detail::HasAllRets<Parts>);
    // Only the stages that run have arrays.
    const bool no_arrays = frame.stage() == Stage::kInstantiate && kArgs == 0 && kRets == 0;
    if (no_arrays) return Status();
    if (kAllArgs ? frame.num_args() < kArgs : frame.num_args() != kArgs) {
      return detail::WrongCount("argument", frame.num_args(), kArgs, kAllArgs);
    }
    if (kAllRets ? frame.num_rets() < kRets : frame.num_rets() != kRets) {
      return detail::WrongCount("result", frame.num_rets(), kRets, kAllRets);
    }
    return Status();
  }

  template <size_t... index>
  static Status CheckAttributes(const std::tuple<Parts...>& parts, const Frame& frame, int64_t found,
                                std::index_sequence<index...>) {
    if constexpr ((false || ... || detail::HasAllAttributes<Parts>)) return Status();
    if (frame.attributes().size() == found) return Status();
    std::vector<std::string_view> bound;
    (detail::AddName(std::get<index>(parts), bound), ...);
    return detail::UnboundAttributes(frame.attributes(), bound);
  }

  // Decodes the parts from the first one that is not in `values` on, then calls the function.
  template <class R, class F, class... Values>
  static Status Call(const std::tuple<Parts...>& parts, const F& function, const Frame& frame, detail::Position& at,
                     Values&... values) {
    constexpr size_t kNext = sizeof...(Values);
    if constexpr (kNext < sizeof...(Parts)) {
      auto value = std::get<kNext>(parts).Decode(frame, at);
      if (!value.ok()) return value.status();
      return Call<R>(parts, function, frame, at, values..., *value);
    } else {
      CPPJRT_RETURN_IF_ERROR(CheckAttributes(parts, frame, at.attribute, std::index_sequence_for<Parts...>()));
      if constexpr (std::is_void_v<R>) {
        function(std::move(values)...);
        return Status();
      } else {
        return detail::Finish(frame, function(std::move(values)...));
      }
    }
  }

  std::tuple<Parts...> parts_;
};

inline Binding<> Bind() { return Binding<>(); }

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_BIND_H_
