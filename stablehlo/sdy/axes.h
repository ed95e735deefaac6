// Axes of a mesh and parts of them: which overlap, which make a larger one together, in which order they stand.
//
//   const AxisRef front{"x", SubAxis{1, 2}}, back{"x", SubAxis{2, 4}};   // "x":(1)2 and "x":(2)4 of an axis of 8
//   Overlap(front, back) == false; CanMerge(front, back) == true; Merge(front, back, mesh) == AxisRef{"x"}
//
// REQUIRES, of all that take a mesh: it has the axes.
#ifndef CPPJRT_STABLEHLO_SDY_AXES_H_
#define CPPJRT_STABLEHLO_SDY_AXES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "stablehlo/sdy/attributes.h"

namespace cppjrt::stablehlo::sdy {

// "\"x\":(1)2".
std::string Text(const AxisRef& axis);
// "[\"x\", \"y\":(1)2]".
std::string Text(std::span<const AxisRef> axes);

int64_t AxisSize(const Mesh& mesh, std::string_view name);
// The product of the sizes; nothing if it does not fit into 64 bits.
std::optional<int64_t> ProductOfSizes(std::span<const AxisRef> axes, const Mesh& mesh);

bool Overlap(const AxisRef& a, const AxisRef& b);
// Whether `part` is a part of `whole`, or the same.
bool Contains(const AxisRef& whole, const AxisRef& part);
// Whether `part` is the last part of `whole`.
bool IsSuffix(const AxisRef& part, const AxisRef& whole, const Mesh& mesh);
// What of `axis` comes before `part`, or none. REQUIRES: `part` is a suffix of it.
std::optional<AxisRef> WithoutSuffix(const AxisRef& axis, const AxisRef& part);

// Whether `b` is the part of an axis that follows the part `a`.
bool CanMerge(const AxisRef& a, const AxisRef& b);
AxisRef Merge(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
// Appends `axis`, merged with the last one if they can be.
void Append(AxisList& axes, const AxisRef& axis, const Mesh& mesh);

// By the order of the mesh, parts of an axis by their place in it.
bool ComesBefore(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
void SortAndMerge(AxisList& axes, const Mesh& mesh);

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_AXES_H_
