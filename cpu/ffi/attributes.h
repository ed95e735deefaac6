// The attributes of a custom call in the form that handlers read: sorted by name, scalars, arrays, strings and dictionaries.
//
//   mhlo.backend_config = {mode = 83 : ui8, name = "x", sizes = array<i64: 1, 2>}
#ifndef CPPJRT_CPU_FFI_ATTRIBUTES_H_
#define CPPJRT_CPU_FFI_ATTRIBUTES_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/abi/xla_ffi_c_api.h"
#include "stablehlo/eval/element_type.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

// The number of an element type in the FFI; INVALID for those it does not have.
XLA_FFI_DataType ToFfiType(stablehlo::ElementType type);

class FfiAttributes {
 public:
  FfiAttributes() = default;
  FfiAttributes(const FfiAttributes&) = delete;
  FfiAttributes& operator=(const FfiAttributes&) = delete;

  // Reads a dictionary; none gives no attributes. INVALID_ARGUMENT, naming the attribute, for what handlers cannot get.
  Status Read(const stablehlo::Module& module, stablehlo::AttrId dictionary);

  // Points into this object.
  const XLA_FFI_Attrs& frame() const { return top_.attrs; }

 private:
  struct Dictionary {
    XLA_FFI_Attrs attrs = {XLA_FFI_Attrs_STRUCT_SIZE, nullptr, 0, nullptr, nullptr, nullptr};
    std::deque<XLA_FFI_ByteSpan> names;
    std::vector<XLA_FFI_ByteSpan*> name_pointers;
    std::vector<XLA_FFI_AttrType> types;
    std::vector<void*> values;
  };
  // A scalar or an array and its elements.
  struct Elements {
    XLA_FFI_Scalar scalar = {};
    XLA_FFI_Array array = {};
    std::vector<uint64_t> storage;
  };
  struct Attribute {
    XLA_FFI_AttrType type = XLA_FFI_AttrType_SCALAR;
    void* value = nullptr;
  };

  Status Fill(const stablehlo::Module& module, stablehlo::AttrId attr, Dictionary& dictionary, int depth);
  StatusOr<Attribute> Convert(const stablehlo::Module& module, stablehlo::AttrId attr, int depth);
  StatusOr<Attribute> Scalar(XLA_FFI_DataType type, uint64_t bits);
  StatusOr<Attribute> ArrayOfWords(const stablehlo::Module& module, stablehlo::AttrId attr);
  StatusOr<Attribute> ArrayOfAttributes(const stablehlo::Module& module, stablehlo::AttrId attr);
  StatusOr<Attribute> ArrayOfDense(const stablehlo::Module& module, stablehlo::AttrId attr);
  Attribute Array(XLA_FFI_DataType type, int64_t bytes, std::vector<uint64_t> words);

  Dictionary top_;
  // Deques: what is in them never moves.
  std::deque<std::string> strings_;
  std::deque<XLA_FFI_ByteSpan> spans_;
  std::deque<Elements> elements_;
  std::deque<Dictionary> dictionaries_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_FFI_ATTRIBUTES_H_
