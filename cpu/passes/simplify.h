// Simplification: nodes that are equal to fewer or cheaper ones, seen from a node and the few above it.
//
// The rules are in simplify_<family>.cc, a function for each kind of node or group of operations. All are exact: floats
// keep every bit of their results but for which NaN a NaN is.
#ifndef CPPJRT_CPU_PASSES_SIMPLIFY_H_
#define CPPJRT_CPU_PASSES_SIMPLIFY_H_

#include <vector>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool Simplify(Graph& graph);

// What stands for a node's results; empty: nothing better is known.
using Values = std::vector<Value>;

Values SimplifyElementwise(Node& node);    // simplify_elementwise.cc
Values SimplifyInteger(Node& node);        // simplify_integer.cc
Values SimplifyCompare(Node& node);        // simplify_compare.cc
Values SimplifyConvert(Node& node);        // simplify_convert.cc
Values SimplifyBroadcast(Node& node);      // simplify_broadcast.cc
Values SimplifyReshape(Node& node);        //
Values SimplifyTranspose(Node& node);      //
Values HoistBroadcasts(Node& node);        //
Values SimplifySlice(Node& node);          // simplify_slice.cc
Values SimplifyConcatenate(Node& node);    //
Values SimplifyPad(Node& node);            //
Values SimplifyReverse(Node& node);        //
Values SimplifyDynamicSlice(Node& node);   // simplify_dynamic.cc
Values SimplifyDynamicUpdate(Node& node);  //
Values SimplifyGather(Node& node);         // simplify_gather.cc
Values SimplifyScatter(Node& node);        //
Values ScatterAsSelect(Node& node);        // simplify_scatter.cc
Values SimplifyReduce(Node& node);         // simplify_reduce.cc
Values SimplifyReduceWindow(Node& node);   // simplify_window.cc
Values SimplifyDot(Node& node);            // simplify_dot.cc
Values SimplifyConvolution(Node& node);    //
Values SimplifyCase(Node& node);           // simplify_case.cc

// A reduction of a transpose as one of what is transposed, which may combine elements in another order (reorder.h). REQUIRES: the
// first operand is a transpose.
Values ReduceTransposed(Node& node);  // simplify_reduce.cc

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_SIMPLIFY_H_
