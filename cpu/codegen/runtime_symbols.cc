#include "cpu/codegen/runtime_symbols.h"

#include <cmath>
#include <cstring>
#include <unordered_map>

#include "cpu/math/complex_calls.h"
#include "cpu/math/rescue.h"

// Of libgcc; only their addresses are used here. AArch64 has instructions for all of it.
#if defined(__x86_64__)
extern "C" void __extendhfsf2();
extern "C" void __truncsfhf2();
#endif

namespace cppjrt::cpu::codegen {
namespace {

using Symbols = std::unordered_map<std::string_view, const void*>;

template <typename Function>
const void* AddressOf(Function* function) {
  return reinterpret_cast<const void*>(function);
}

Symbols MakeSymbols() {
  Symbols symbols;
  const auto add = [&](std::string_view name, const void* address) { symbols.emplace(name, address); };
  add("memcpy", AddressOf(&std::memcpy));
  add("memmove", AddressOf(&std::memmove));
  add("memset", AddressOf(&std::memset));
  for (const math::RescueSymbol& symbol : math::RescueSymbols()) add(symbol.name, symbol.address);
  for (const math::RescueSymbol& symbol : math::ComplexSymbols()) add(symbol.name, symbol.address);
  // Without SSE4.1 roundings are calls.
  using F = float (*)(float);
  using D = double (*)(double);
  add("floorf", AddressOf(static_cast<F>(&::floorf)));
  add("ceilf", AddressOf(static_cast<F>(&::ceilf)));
  add("truncf", AddressOf(static_cast<F>(&::truncf)));
  add("roundf", AddressOf(static_cast<F>(&::roundf)));
  add("floor", AddressOf(static_cast<D>(&::floor)));
  add("ceil", AddressOf(static_cast<D>(&::ceil)));
  add("trunc", AddressOf(static_cast<D>(&::trunc)));
  add("roundevenf", AddressOf(static_cast<F>(&::roundevenf)));
  add("roundeven", AddressOf(static_cast<D>(&::roundeven)));
  add("rintf", AddressOf(static_cast<F>(&::rintf)));
  add("rint", AddressOf(static_cast<D>(&::rint)));
  add("nearbyintf", AddressOf(static_cast<F>(&::nearbyintf)));
  add("nearbyint", AddressOf(static_cast<D>(&::nearbyint)));
  add("round", AddressOf(static_cast<D>(&::round)));
  // Conversions that saturate use them for single numbers.
  using F2 = float (*)(float, float);
  using D2 = double (*)(double, double);
  add("fminf", AddressOf(static_cast<F2>(&::fminf)));
  add("fmaxf", AddressOf(static_cast<F2>(&::fmaxf)));
  add("fmin", AddressOf(static_cast<D2>(&::fmin)));
  add("fmax", AddressOf(static_cast<D2>(&::fmax)));
#if defined(__x86_64__)
  // Targets without F16C.
  add("__extendhfsf2", AddressOf(&__extendhfsf2));
  add("__truncsfhf2", AddressOf(&__truncsfhf2));
#endif
  return symbols;
}

}  // namespace

const void* RuntimeSymbol(std::string_view name) {
  static const auto* const symbols = new Symbols(MakeSymbols());
  const auto found = symbols->find(name);
  return found == symbols->end() ? nullptr : found->second;
}

}  // namespace cppjrt::cpu::codegen
