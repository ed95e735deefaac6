// RuntimeSymbols: what generated code may call by name.
#ifndef CPPJRT_CPU_CODEGEN_RUNTIME_SYMBOLS_H_
#define CPPJRT_CPU_CODEGEN_RUNTIME_SYMBOLS_H_

#include <string_view>

namespace cppjrt::cpu::codegen {

// Its address; null if there is no such function.
const void* RuntimeSymbol(std::string_view name);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_RUNTIME_SYMBOLS_H_
