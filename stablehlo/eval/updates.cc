#include "stablehlo/eval/updates.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/elements.h"
#include "stablehlo/eval/monoid.h"

namespace cppjrt::stablehlo {
namespace {

template <BodyKind kKind, typename T>
void CombineInPlace(ElementType type, T* out, std::span<const int64_t> targets, const std::byte* updates) {
  const int64_t bytes = ElementBytes(type);
  const auto n = static_cast<int64_t>(targets.size());
  T buffer[kBlock];
  for (int64_t at = 0; at < n; at += kBlock) {
    const int64_t count = std::min(kBlock, n - at);
    const T* values = LoadBlock(type, updates + at * bytes, count, buffer);
    for (int64_t i = 0; i < count; ++i) {
      T& element = out[targets[static_cast<size_t>(at + i)]];
      element = WrapNarrow(type, Combine<kKind>(element, values[i]));
    }
  }
}

// The same for elements that are not T: each update is read, combined and rounded, as the body says.
template <BodyKind kKind, typename T>
void CombineRounded(Tensor& input, std::span<const int64_t> targets, const std::byte* updates) {
  const ElementType type = input.type();
  const int64_t bytes = ElementBytes(type);
  std::byte* out = input.mutable_bytes();
  T buffer[2];
  for (size_t i = 0; i < targets.size(); ++i) {
    std::byte* element = out + targets[i] * bytes;
    const T a = *LoadBlock(type, element, 1, buffer);
    const T b = *LoadBlock(type, updates + static_cast<int64_t>(i) * bytes, 1, buffer + 1);
    const T sum = Combine<kKind>(a, b);
    StoreBlock(type, &sum, 1, element);
  }
}

// Wide sums are kept in a copy of T and rounded at the end.
template <BodyKind kKind, typename T>
Status CombineUpdates(Call& call, bool wide_sums, Tensor& input, std::span<const int64_t> targets,
                      const Tensor& updates) {
  const ElementType type = input.type();
  if (compute_internal::IsSame<T>(type)) {
    CombineInPlace<kKind>(type, reinterpret_cast<T*>(input.mutable_bytes()), targets, updates.bytes().data());
    return OkStatus();
  }
  if (!wide_sums) {
    CombineRounded<kKind, T>(input, targets, updates.bytes().data());
    return OkStatus();
  }
  const int64_t n = input.num_elements();
  CPPJRT_ASSIGN_OR_RETURN(Tensor wide, AllocateElements<T>(call, n));
  T* values = MutableElementsOf<T>(wide);
  LoadBlock(type, input.bytes().data(), n, values);
  CombineInPlace<kKind>(type, values, targets, updates.bytes().data());
  StoreBlock(type, values, n, input.mutable_bytes());
  return OkStatus();
}

// One round of a lifted body: targets[order[…]], all different.
Status ApplyRound(Call& call, const LiftedBody& body, std::vector<Tensor>& inputs, std::span<const int64_t> targets,
                  std::span<const int64_t> order, const std::vector<Tensor>& updates) {
  const auto n = static_cast<int64_t>(order.size());
  std::vector<int64_t> where(order.size());
  for (size_t i = 0; i < order.size(); ++i) where[i] = targets[static_cast<size_t>(order[i])];
  std::vector<RuntimeValue> arguments;
  for (const Tensor& input : inputs) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor old, call.Allocate(input.type(), {n}));
    GatherElements(input, where.data(), n, old.mutable_bytes());
    arguments.emplace_back(std::move(old));
  }
  for (const Tensor& update : updates) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor now, call.Allocate(update.type(), {n}));
    GatherElements(update, order.data(), n, now.mutable_bytes());
    arguments.emplace_back(std::move(now));
  }
  std::vector<RuntimeValue> results;
  CPPJRT_RETURN_IF_ERROR(body.Run(call, n, arguments, results));
  for (size_t i = 0; i < inputs.size(); ++i) {
    ScatterElements(results[i].tensor(), where.data(), n, inputs[i].mutable_bytes());
  }
  return OkStatus();
}

// The updates sorted by how many earlier ones have the same target, and where each such round begins.
std::vector<int64_t> Rounds(std::span<const int64_t> targets, std::vector<int64_t>& order) {
  std::vector<int64_t> by_target(targets.size());
  std::iota(by_target.begin(), by_target.end(), 0);
  std::sort(by_target.begin(), by_target.end(), [&](int64_t a, int64_t b) {
    const int64_t x = targets[static_cast<size_t>(a)];
    const int64_t y = targets[static_cast<size_t>(b)];
    return x != y ? x < y : a < b;
  });
  std::vector<int64_t> round(targets.size());
  std::vector<int64_t> begins = {0};
  int64_t current = 0;
  for (size_t i = 0; i < by_target.size(); ++i) {
    const auto at = static_cast<size_t>(by_target[i]);
    current = i > 0 && targets[static_cast<size_t>(by_target[i - 1])] == targets[at] ? current + 1 : 0;
    round[at] = current;
    if (static_cast<size_t>(current) + 2 > begins.size()) begins.push_back(0);
    ++begins[static_cast<size_t>(current) + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<int64_t> next = begins;
  order.resize(targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    order[static_cast<size_t>(next[static_cast<size_t>(round[i])]++)] = static_cast<int64_t>(i);
  }
  return begins;
}

Status ApplyLifted(Call& call, const UpdateBody& body, std::vector<Tensor>& inputs, std::span<const int64_t> targets,
                   const std::vector<Tensor>& updates) {
  std::vector<int64_t> order(targets.size());
  if (body.unique) {
    std::iota(order.begin(), order.end(), 0);
    return ApplyRound(call, body.body, inputs, targets, order, updates);
  }
  const std::vector<int64_t> begins = Rounds(targets, order);
  for (size_t r = 0; r + 1 < begins.size(); ++r) {
    const std::span<const int64_t> round(order.data() + begins[r], static_cast<size_t>(begins[r + 1] - begins[r]));
    CPPJRT_RETURN_IF_ERROR(ApplyRound(call, body.body, inputs, targets, round, updates));
  }
  return OkStatus();
}

}  // namespace

Status ApplyUpdates(Call& call, const UpdateBody& body, std::vector<Tensor>& inputs, std::span<const int64_t> targets,
                    const std::vector<Tensor>& updates) {
  if (targets.empty()) return OkStatus();
  Tensor& input = inputs[0];
  if (body.kind == BodyKind::kSecond) {
    ScatterElements(updates[0], targets.data(), static_cast<int64_t>(targets.size()), input.mutable_bytes());
    return OkStatus();
  }
  if (inputs.size() != 1 || !IsMonoid(body.kind)) return ApplyLifted(call, body, inputs, targets, updates);
  return DispatchCompute(ComputeTypeOf(input.type(), body.wide), [&]<typename T>(CppType<T>) {
    return DispatchKind(KindFor(input.type(), body.kind), [&]<BodyKind kKind>(KindTag<kKind>) {
      return CombineUpdates<kKind, T>(call, body.wide, input, targets, updates[0]);
    });
  });
}

}  // namespace cppjrt::stablehlo
