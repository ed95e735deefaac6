// sdy attributes are kept as text. In the short form of sdy's ops they stand without their name:
//
//   sdy.mesh @mesh = <["x"=2]>          mesh = #sdy.mesh<["x"=2]>
//   manual_axes={"x"}                   manual_axes = #sdy<manual_axes{"x"}>
//   in_shardings=[<@mesh, [{"x"}]>]     in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
#ifndef CPPJRT_STABLEHLO_TEXT_SDY_TEXT_H_
#define CPPJRT_STABLEHLO_TEXT_SDY_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cppjrt::stablehlo::text {

// The whole attribute from the short text of the op attribute `attr_name`.
std::string SdyAttribute(std::string_view attr_name, std::string_view short_text);
// The other way round.
std::string_view SdyShortText(std::string_view attr_name, std::string_view attribute);

// Attributes that are words in the short form, and numbers everywhere else (0 : i32): reduction_op, allowed_direction.
bool IsSdyEnum(std::string_view attr_name);
std::optional<int64_t> SdyEnumValue(std::string_view attr_name, std::string_view word);
// Empty if no word has this value.
std::string_view SdyEnumWord(std::string_view attr_name, int64_t value);

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_SDY_TEXT_H_
