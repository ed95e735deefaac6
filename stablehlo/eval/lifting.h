// Bodies of reduce, scatter, sort and their kin: what they compute, and running them for many elements at once.
//
// A body is a function of scalars. Where it is one plain operation (BodyKind) a kernel has a loop of its own for it.
// Otherwise the body runs lifted: once, on arguments of shape [n], for n elements, if all its ops allow that
// (RegionProgram::liftable); element by element if they do not.
//
//   CPPJRT_ASSIGN_OR_RETURN(LiftedBody body, LiftedBody::Prepare(op, 0));
//   std::vector<RuntimeValue> results;
//   CPPJRT_RETURN_IF_ERROR(body.Run(call, n, arguments, results));      // arguments and results of shape [n]
#ifndef CPPJRT_STABLEHLO_EVAL_LIFTING_H_
#define CPPJRT_STABLEHLO_EVAL_LIFTING_H_

#include <cstdint>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

enum class BodyKind : uint8_t {
  kOther,
  kAdd,
  kMultiply,
  kMinimum,
  kMaximum,
  kAnd,
  kOr,
  kXor,
  kSecond,  // returns its second argument: the body of a scatter that assigns
};

// What a body of two arguments computes.
BodyKind RecognizeBody(const OpRef& op, size_t region);

class LiftedBody {
 public:
  static StatusOr<LiftedBody> Prepare(const OpRef& op, size_t region);

  const std::vector<ElementType>& arguments() const { return arguments_; }
  const std::vector<ElementType>& results() const { return results_; }

  // Runs the body for `n` elements. Arguments have shape [n] and are given up; so have the results.
  Status Run(Call& call, int64_t n, std::vector<RuntimeValue>& arguments, std::vector<RuntimeValue>& results) const;

 private:
  Status RunEach(Call& call, int64_t n, std::vector<RuntimeValue>& arguments, std::vector<RuntimeValue>& results) const;

  const RegionProgram* region_ = nullptr;
  bool liftable_ = false;
  std::vector<ElementType> arguments_;
  std::vector<ElementType> results_;
};

// `n` elements of `tensor` from element `begin`, of shape [n], without a copy. REQUIRES: `tensor` outlives the view.
Tensor View(const Tensor& tensor, int64_t begin, int64_t n);
// `value` repeated: a tensor of those dimensions. REQUIRES: `value` has one element.
StatusOr<Tensor> Splat(Call& call, const Tensor& value, const Dims& dims);
// Fills `n` elements of `bytes` bytes with the one at `value`.
void FillElements(std::byte* out, int64_t n, const std::byte* value, int64_t bytes);
// The same elements as another type, which can hold them; `tensor` itself if that is its type.
StatusOr<Tensor> Promote(Call& call, Tensor tensor, ElementType type);
// INVALID_ARGUMENT unless operands begin…begin + count - 1 have the same dimensions, which their types may leave open.
Status CheckSameDims(const Call& call, size_t begin, size_t count);
// `tensor` for writing: itself if nobody else holds it, otherwise a copy.
StatusOr<Tensor> Own(Call& call, Tensor tensor);
// out[i] = source[indices[i]] for elements of any size.
void GatherElements(const Tensor& source, const int64_t* indices, int64_t n, std::byte* out);
// out[indices[i]] = source[i].
void ScatterElements(const Tensor& source, const int64_t* indices, int64_t n, std::byte* out);

// out[to[i]] = source[from[i]].
void MoveElements(const Tensor& source, const int64_t* from, const int64_t* to, int64_t n, std::byte* out);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_LIFTING_H_
