// The code of element loops (plan/element_loop.h): all turns for some vectors of elements, then for the next.
#ifndef CPPJRT_CPU_CODEGEN_ELEMENT_LOOP_H_
#define CPPJRT_CPU_CODEGEN_ELEMENT_LOOP_H_

#include "cpu/codegen/emitter.h"
#include "cpu/codegen/kernel.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

// Into a function (pointers, begin, end) for elements [begin, end); sets how it is to be run.
void EmitElementLoop(Emitter& e, const Plan& plan, const Node& loop, KernelFunction& made);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_ELEMENT_LOOP_H_
