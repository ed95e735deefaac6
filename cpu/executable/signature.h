// Signature: what a program takes and gives, as a client sees it: a flat list of arrays.
//
//   CPPJRT_ASSIGN_OR_RETURN(Signature signature, ReadSignature(module));
//   signature.parameters[0].dims; signature.parameters[0].donated; signature.results[1].minor_to_major
//
// It comes from the type and the attributes of the entry function, which say more than types do:
//   mhlo.layout_mode = "{0,1}"                          the order of the array in memory; "default" is row-major,
// "auto" ours to choose
//   mhlo.memory_kind = "pinned_host"                    where it lives
//   tf.aliasing_output = 1 : i32                        the parameter's memory may become result 1
//   jax.buffer_donor = true                             the parameter's memory may be used for anything
//   mhlo.sharding, sdy.sharding                         how partitions share it (sharding.h)
// and the module's mhlo.input_output_alias. Tuples are taken apart: their members are parameters and results of their
// own.
#ifndef CPPJRT_CPU_EXECUTABLE_SIGNATURE_H_
#define CPPJRT_CPU_EXECUTABLE_SIGNATURE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/element_type.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

struct ArraySpec {
  bool token = false;  // no array: orders effects
  stablehlo::ElementType type = stablehlo::ElementType::kF32;
  // kDynamic (ir/type.h) where the program takes any extent.
  stablehlo::Dims dims;
  stablehlo::Dims minor_to_major;  // empty: row-major
  bool layout_is_open = false;     // the program leaves the order to us (auto_layouts.h)
  std::string memory_kind = "device";
  std::string sharding;         // as written, empty if there is none
  bool donated = false;         // a parameter whose memory the program may take
  int64_t aliased_result = -1;  // the result that should get it, if one is named or fits

  bool dynamic() const;
  // Bytes of the values, an element in whole bytes; 0 for tokens and unknown extents.
  int64_t bytes() const;
};

struct Signature {
  std::string module_name;
  std::vector<ArraySpec> parameters;
  std::vector<ArraySpec> results;
  // The types of the entry function's parameters and results in pre-order: kLeaf, or the number of members of a tuple
  // that follows.
  std::vector<int32_t> parameter_tree;
  std::vector<int32_t> result_tree;
  int64_t num_replicas = 1;  // as the module says; compile options say otherwise
  int64_t num_partitions = 1;

  static constexpr int32_t kLeaf = -1;
  bool dynamic() const;
  bool has_tuples() const;
};

// The function that programs start with: @main, or the only public function. INVALID_ARGUMENT if there is none.
StatusOr<stablehlo::OpId> FindEntry(const stablehlo::Module& module);

// REQUIRES: the module is verified. INVALID_ARGUMENT for attributes that contradict types, UNIMPLEMENTED for types that
// no array has.
StatusOr<Signature> ReadSignature(const stablehlo::Module& module);

// Values of the flat list as the entry function takes them, and back.
std::vector<stablehlo::RuntimeValue> Unflatten(const std::vector<int32_t>& tree,
                                               std::vector<stablehlo::RuntimeValue> flat);
std::vector<stablehlo::RuntimeValue> Flatten(std::vector<stablehlo::RuntimeValue> values);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_SIGNATURE_H_
