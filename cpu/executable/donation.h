// Donation: which parameters' memory a program really takes.
//
//   jax.buffer_donor = true     the caller offers an argument; whether there is a use for it is ours to say
//   tf.aliasing_output = 1      the program says itself what it is for
//
//   MatchDonations(signature, parameter_shardings, result_shardings);
//   signature.parameters[0].donated         // only if a result of its size may take its memory
//   signature.parameters[0].aliased_result  // that result, which the compiler makes there if it can
//
// What is not taken stays the caller's: it finds its argument alive after the run.
#ifndef CPPJRT_CPU_EXECUTABLE_DONATION_H_
#define CPPJRT_CPU_EXECUTABLE_DONATION_H_

#include <span>

#include "cpu/executable/sharding.h"
#include "cpu/executable/signature.h"

namespace cppjrt::cpu {

// Bytes of an array on one device.
int64_t ShardBytes(const ArraySpec& spec, const Sharding& sharding);

// Each result serves one parameter, the first that has its size and kind of memory. Arrays of unknown size fit any.
// REQUIRES: a sharding for each.
void MatchDonations(Signature& signature, std::span<const Sharding> parameter_shardings,
                    std::span<const Sharding> result_shardings);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_DONATION_H_
