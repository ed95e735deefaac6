#include "stablehlo/eval/ragged_rows.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/index_values.h"

namespace cppjrt::stablehlo {
namespace {

using MemberValues = Processes::MemberValues;
constexpr size_t kOperand = 0, kOutput = 1, kInputOffsets = 2, kSendSizes = 3, kOutputOffsets = 4, kReceiveSizes = 5;

// Rows [from, from + count) of a sender's operand, which replace those of the receiver's output from `to` on.
struct Message {
  size_t sender = 0, receiver = 0;
  int64_t from = 0, to = 0, count = 0;
};

Status CheckMember(const MemberValues& operands, size_t member) {
  const auto& of = operands[member];
  if (of.size() != operands[0].size()) return InvalidArgumentError("members bring other numbers of operands");
  const Tensor& rows = of[kOperand].tensor();
  const Tensor& output = of[kOutput].tensor();
  if (rows.rank() == 0 || rows.rank() != output.rank() || rows.type() != output.type()) {
    return InvalidArgumentError("operand and output must have the same element type and rank, of at least 1");
  }
  for (size_t d = 1; d < rows.rank(); ++d) {
    if (rows.dims()[d] == output.dims()[d]) continue;
    return InvalidArgumentError("the rows of operand and output differ in dimension " + std::to_string(d));
  }
  if (!(output.dims() == operands[0][kOutput].tensor().dims())) {
    return InvalidArgumentError("the outputs of members differ in shape");
  }
  const int64_t messages = operands[0][kSendSizes].tensor().num_elements();
  for (size_t i = kInputOffsets; i <= kReceiveSizes; ++i) {
    if (of[i].tensor().num_elements() != messages || messages % static_cast<int64_t>(operands.size()) != 0) {
      return InvalidArgumentError(
          "offsets and sizes must have equally many entries, a multiple of the size of the process group, " +
          std::to_string(operands.size()));
    }
  }
  return OkStatus();
}

int64_t RowsOf(const Tensor& tensor) { return tensor.dims()[0]; }

Status CheckMessage(const MemberValues& operands, const Message& m) {
  const int64_t there = RowsOf(operands[m.sender][kOperand].tensor());
  const int64_t room = RowsOf(operands[m.receiver][kOutput].tensor());
  const std::string who = "member " + std::to_string(m.sender) + " sends member " + std::to_string(m.receiver) + " " +
                          std::to_string(m.count) + " rows ";
  if (m.count < 0 || m.from < 0 || m.from > there || m.count > there - m.from) {
    return OutOfRangeError(who + "from " + std::to_string(m.from) + " on, its operand has " + std::to_string(there));
  }
  if (m.to < 0 || m.to > room || m.count > room - m.to) {
    return OutOfRangeError(who + "to row " + std::to_string(m.to) + ", the output has " + std::to_string(room));
  }
  return OkStatus();
}

StatusOr<std::vector<Message>> ReadMessages(const MemberValues& operands) {
  std::vector<Message> messages;
  const auto size = static_cast<int64_t>(operands.size());
  const int64_t each = operands[0][kSendSizes].tensor().num_elements() / size;
  for (size_t sender = 0; sender < operands.size(); ++sender) {
    const auto at = [&](size_t operand, int64_t i) { return ReadIndex(operands[sender][operand].tensor(), i); };
    for (int64_t i = 0; i < size * each; ++i) {
      const auto receiver = static_cast<size_t>(i / each);
      const Message message = {sender, receiver, at(kInputOffsets, i), at(kOutputOffsets, i), at(kSendSizes, i)};
      CPPJRT_RETURN_IF_ERROR(CheckMessage(operands, message));
      messages.push_back(message);
    }
  }
  return messages;
}

}  // namespace

StatusOr<MemberValues> ExchangeRaggedRows(Call& call, const MemberValues& operands) {
  for (size_t member = 0; member < operands.size(); ++member) {
    CPPJRT_RETURN_IF_ERROR(CheckMember(operands, member));
  }
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<Message> messages, ReadMessages(operands));
  std::vector<Tensor> results;
  for (const std::vector<RuntimeValue>& of : operands) {
    const Tensor& output = of[kOutput].tensor();
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(output.type(), output.dims()));
    if (output.num_bytes() > 0) std::memcpy(result.mutable_bytes(), output.bytes().data(), output.bytes().size());
    results.push_back(std::move(result));
  }
  for (const Message& m : messages) {
    if (m.count == 0) continue;
    const Tensor& from = operands[m.sender][kOperand].tensor();
    const int64_t row = from.num_bytes() / RowsOf(from);
    std::memcpy(results[m.receiver].mutable_bytes() + m.to * row, from.bytes().data() + m.from * row,
                static_cast<size_t>(m.count * row));
  }
  MemberValues values(operands.size());
  for (size_t i = 0; i < results.size(); ++i) values[i].emplace_back(std::move(results[i]));
  return values;
}

}  // namespace cppjrt::stablehlo
