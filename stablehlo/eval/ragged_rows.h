// Rows that the members of a group send each other, as many to each as they like: ragged_all_to_all.
//
// Every member has six operands: operand, output, input_offsets, send_sizes, output_offsets, recv_sizes. The last four have
// an entry for each message: as many for each member of the group, in the order of the group. A message is the rows
// [input_offset, input_offset + send_size) of the sender's operand; they replace those of the receiver's output from the sender's
// output_offset on. What nobody writes to stays as it was.
//
//   two members; operands [1 2 2] and [3 4 0], outputs of zeros; input_offsets [0 1] [0 1], send_sizes [1 2] [1 1],
//   output_offsets [0 0] [1 2]: results [1 3 0 0] and [2 2 4 0]
#ifndef CPPJRT_STABLEHLO_EVAL_RAGGED_ROWS_H_
#define CPPJRT_STABLEHLO_EVAL_RAGGED_ROWS_H_

#include "cppjrt/status.h"
#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// OUT_OF_RANGE for rows that are not there; INVALID_ARGUMENT for operands that do not fit each other. What is
// sent counts: recv_sizes repeats it for those who must know before.
StatusOr<Processes::MemberValues> ExchangeRaggedRows(Call& call, const Processes::MemberValues& operands);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_RAGGED_ROWS_H_
