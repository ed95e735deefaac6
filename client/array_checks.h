// Arrays that real plugins would abort on, refused before they get there.
#ifndef CPPJRT_CLIENT_ARRAY_CHECKS_H_
#define CPPJRT_CLIENT_ARRAY_CHECKS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "pjrt/element_type.h"
#include "pjrt/layout.h"
#include "pjrt/plugin.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// Whether `order` names each of `rank` dimensions once.
bool IsPermutation(std::span<const int64_t> order, size_t rank);

// INVALID_ARGUMENT or OUT_OF_RANGE for element types without values and for dimensions that are negative or overflow;
// UNIMPLEMENTED for a type newer than the plugin. Messages start with `function`.
Status CheckShape(const char* function, const Plugin& plugin, ElementType type, std::span<const int64_t> dims);

// INVALID_ARGUMENT for a layout that is no order of `rank` dimensions. Null is fine.
Status CheckLayout(const char* function, const Layout* layout, size_t rank);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_ARRAY_CHECKS_H_
