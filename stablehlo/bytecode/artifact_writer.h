// ArtifactWriter: one artifact being written. First everything is encoded and counted, then numbered, then written.
#ifndef CPPJRT_STABLEHLO_BYTECODE_ARTIFACT_WRITER_H_
#define CPPJRT_STABLEHLO_BYTECODE_ARTIFACT_WRITER_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/bytecode/byte_writer.h"
#include "stablehlo/bytecode/numbering.h"
#include "stablehlo/bytecode/op_encoder.h"
#include "stablehlo/bytecode/use_orders.h"
#include "stablehlo/bytecode/wire_table.h"

namespace cppjrt::stablehlo::bytecode {

class ArtifactWriter {
 public:
  ArtifactWriter(Module* module, Version target, bool with_locations);

  StatusOr<std::string> Write();

 private:
  // An op whose regions are being written.
  struct Frame {
    OpId op;
    size_t region = 0;  // the next one
    OpId next;          // op of the current block
    BlockId block;
    bool section = false;  // its regions are a section
  };
  struct Name {
    WireDialect dialect = WireDialect::kBuiltin;
    std::string_view name;
    uint32_t uses = 0;
    uint64_t number = 0;
  };

  Status EncodeAll();
  Status EncodeOp(OpId op);
  Status EncodeRegion(RegionId region);
  Status Refusal(OpId op) const;
  size_t NameIndex(const WireOp& op);
  void NumberAll();

  ByteWriter DialectSection();
  ByteWriter IrSection();
  void WriteOp(OpId op);
  void Step();
  void BeginRegion(Frame& frame);
  void BeginBlock(Frame& frame, BlockId block);
  void WriteArguments(BlockId block);
  void EndRegions();
  uint64_t PropertiesNumber(const WireOp& op);
  ByteWriter PropertiesSection() const;
  bool Has(uint64_t container_feature) const { return static_cast<uint64_t>(container_) >= container_feature; }
  WireId TypeOf(ValueId value);
  ByteWriter& out() { return outputs_.back(); }

  Module* module_;
  Version target_;
  int container_;
  WireTable wire_;
  Encoder encoder_;
  OpEncoder ops_;
  Numbering numbering_;
  UseOrders use_orders_;
  WireStrings strings_;
  std::vector<WireOp> wire_ops_;      // by place in encoding order
  std::vector<uint32_t> wire_op_of_;  // by op
  std::vector<Name> names_;
  std::vector<size_t> name_of_;  // by wire op
  std::unordered_map<std::string_view, size_t> name_index_;
  std::vector<Frame> frames_;
  std::vector<ByteWriter> outputs_;  // the innermost open section last
  std::unordered_map<std::string, uint64_t> properties_;
  std::vector<std::string_view> property_list_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_ARTIFACT_WRITER_H_
