// The operations of an artifact, as a stream of records. Knows bytes and limits only; what the numbers mean is the
// sink's business.
//
//   ir       := block without arguments, of one op
//   block    := (number of ops << 1 | has arguments) [arguments] op*
//   op       := name bits:byte location [attributes] [properties] [result types] [operands] [successors]
//               [orders of uses] [(number of regions << 1 | isolated) region*]
//   region   := number of blocks [number of values, block*]
//
// The regions of an isolated op use no values from outside; they are a section of their own (since bytecode version 2)
// and count values from 0. Nothing recurses: the depth of the program is the length of a vector.
#ifndef CPPJRT_STABLEHLO_BYTECODE_IR_READER_H_
#define CPPJRT_STABLEHLO_BYTECODE_IR_READER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stablehlo/bytecode/container.h"
#include "stablehlo/bytecode/cursor.h"
#include "stablehlo/bytecode/failure.h"

namespace cppjrt::stablehlo::bytecode {

// All numbers are as read, unchecked. The spans are good until the callback returns.
struct OpRecord {
  const std::byte* place = nullptr;
  uint64_t name = 0;
  uint64_t location = 0;
  std::optional<uint64_t> attributes;
  std::optional<uint64_t> properties;
  std::span<const uint64_t> result_types;
  std::span<const uint64_t> operands;
  std::span<const uint64_t> successors;
  size_t num_regions = 0;
  bool isolated = false;
};

struct ArgumentRecord {
  uint64_t type = 0;
  std::optional<uint64_t> location;
};

// What the records go to. A callback that returns false ends the reading; it has said why.
class IrSink {
 public:
  virtual ~IrSink() = default;
  // An op in the current block. If it has regions, BeginRegion … EndRegion follow for each, then EndOp.
  virtual bool OnOp(const OpRecord& op) = 0;
  virtual bool BeginRegion(size_t num_blocks, size_t num_values) = 0;
  virtual bool BeginBlock(std::span<const ArgumentRecord> arguments) = 0;
  virtual bool EndRegion() = 0;
  virtual bool EndOp() = 0;
};

class IrReader {
 public:
  // All outlive the reader.
  IrReader(const Container* container, IrSink* sink, Failure* failure)
      : container_(container), sink_(sink), failure_(failure) {}

  bool Read();

 private:
  // An op whose regions are being read.
  struct Frame {
    size_t regions_left = 0;
    size_t blocks_left = 0;  // of the current region
    size_t ops_left = 0;     // of the current block
    bool in_region = false;
    std::optional<Cursor> outer;  // where reading goes on after a section
  };

  bool Step();
  bool ReadOp();
  bool ReadOpFields(OpRecord& op);
  void ReadList(std::vector<uint64_t>& list);
  bool EnterOp(const OpRecord& op);
  bool BeginRegion(Frame& frame);
  bool BeginBlock(Frame& frame);
  void ReadArguments();
  void SkipUseOrders(size_t num_values);
  bool LeaveOp();
  bool Broken();

  const Container* container_;
  IrSink* sink_;
  Failure* failure_;
  Cursor cursor_;
  std::vector<Frame> frames_;
  const std::byte* place_ = nullptr;  // of the op being read
  std::vector<uint64_t> result_types_, operands_, successors_;
  std::vector<ArgumentRecord> arguments_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_IR_READER_H_
