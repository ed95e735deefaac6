// Loading: object files are linked into memory by one JIT for the process, each in a library of its own.
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "cpu/codegen/llvm_targets.h"
#include "cpu/codegen/object_code.h"
#include "cpu/codegen/program.h"
#include "cpu/math/complex_calls.h"
#include "cpu/math/rescue.h"

// Of libgcc; only their addresses are used here.
extern "C" void __extendhfsf2();
extern "C" void __truncsfhf2();

namespace cppjrt::cpu::codegen {
namespace {

Status ToStatus(llvm::Error error) { return InternalError("linking: " + llvm::toString(std::move(error))); }

// Never destroyed: code may still run when the process ends.
StatusOr<llvm::orc::LLJIT*> Jit() {
  static std::mutex mutex;
  static llvm::orc::LLJIT* jit = nullptr;
  const std::lock_guard lock(mutex);
  if (jit != nullptr) return jit;
  RegisterTargets();
  auto made = llvm::orc::LLJITBuilder()
                  .setLinkProcessSymbolsByDefault(false)
                  .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                  .create();
  if (!made) return ToStatus(made.takeError());
  jit = made->release();
  return jit;
}

template <typename Function>
void* AddressOf(Function* function) {
  return reinterpret_cast<void*>(function);
}

// What generated code may call beside Frame's functions.
llvm::orc::SymbolMap RuntimeSymbols(llvm::orc::LLJIT& jit) {
  llvm::orc::SymbolMap symbols;
  const auto add = [&](const char* name, void* address) {
    symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
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
  // Targets without F16C.
  add("__extendhfsf2", AddressOf(&__extendhfsf2));
  add("__truncsfhf2", AddressOf(&__truncsfhf2));
  return symbols;
}

}  // namespace

struct LoadedCode::State {
  llvm::orc::LLJIT* jit = nullptr;
  llvm::orc::JITDylib* library = nullptr;
};

LoadedCode::LoadedCode() : state_(std::make_unique<State>()) {}

LoadedCode::~LoadedCode() {
  if (state_->library == nullptr) return;
  llvm::consumeError(state_->jit->getExecutionSession().removeJITDylib(*state_->library));
}

StatusOr<std::unique_ptr<LoadedCode>> LoadedCode::Load(const std::string& object) {
  static std::atomic<uint64_t> count = 0;
  CPPJRT_ASSIGN_OR_RETURN(llvm::orc::LLJIT* const jit, Jit());
  std::unique_ptr<LoadedCode> loaded(new LoadedCode());
  loaded->state_->jit = jit;
  auto library = jit->createJITDylib("program" + std::to_string(count++));
  if (!library) return ToStatus(library.takeError());
  loaded->state_->library = &*library;
  if (llvm::Error error = library->define(llvm::orc::absoluteSymbols(RuntimeSymbols(*jit)))) {
    return ToStatus(std::move(error));
  }
  if (llvm::Error error = jit->addObjectFile(*library, llvm::MemoryBuffer::getMemBufferCopy(object, "program"))) {
    return ToStatus(std::move(error));
  }
  auto address = jit->lookup(*library, kEntryName);
  if (!address) return ToStatus(address.takeError());
  loaded->entry_ = address->toPtr<EntryCode>();
  return loaded;
}

}  // namespace cppjrt::cpu::codegen
