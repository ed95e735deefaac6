// The verifier: a module in, a verified module out.
//
//   StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
//   if (!verified.ok()) …  // sink.Render() says what is wrong and where, all of it; the module is still yours
//
// It checks that the tree of ops is well-formed (values are used where they can be seen, blocks end in terminators,
// symbols exist, functions return what they say) and that each op is what the op table's row and its rule ask
// (stablehlo/op/infer.h), which are the constraints of the StableHLO spec. Linear in the size of the module.
//
// Upstream accepts some programs that break the spec, and such programs are in use: a compare_type that does not fit, a
// window of dynamic_conv when its padding is not known, a stablehlo.return in a function that does not return what the
// function says, broadcast_dimensions of CHLO. For these `sink` gets warnings, and the module counts as verified.
#ifndef CPPJRT_STABLEHLO_VERIFY_VERIFIER_H_
#define CPPJRT_STABLEHLO_VERIFY_VERIFIER_H_

#include <utility>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct VerifyOptions {
  // Lets ops of dialects that the op table does not know stand, unchecked. Nothing can run such a module.
  bool allow_foreign_dialects = false;
};

// A module that the verifier has accepted. Made by Verify only, so that who takes one need not check again.
class VerifiedModule {
 public:
  const Module& module() const { return module_; }
  const Module& operator*() const { return module_; }
  const Module* operator->() const { return &module_; }
  // The module, to be changed: what comes of it is not verified any more.
  Module Release() && { return std::move(module_); }

 private:
  explicit VerifiedModule(Module&& module) : module_(std::move(module)) {}
  friend StatusOr<VerifiedModule> Verify(Module&& module, DiagnosticSink& sink, const VerifyOptions& options);

  Module module_;
};

// Takes the module if it is valid. Otherwise leaves it (diagnostics show lines of its source) and returns
// INVALID_ARGUMENT with the first problem and how many there are; all are in `sink`, which must hold no errors before.
StatusOr<VerifiedModule> Verify(Module&& module, DiagnosticSink& sink, const VerifyOptions& options = {});

// The same without taking it: for passes that look over their own work. Not const: new types may be interned.
Status CheckModule(Module& module, DiagnosticSink& sink, const VerifyOptions& options = {});

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_VERIFY_VERIFIER_H_
