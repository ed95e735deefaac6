// The table of functions that the plugin exports.
#ifndef CPPJRT_CPU_PLUGIN_TABLE_H_
#define CPPJRT_CPU_PLUGIN_TABLE_H_

#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::cpu {

// Every slot in place, with the extensions.
const PJRT_Api& Table();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_TABLE_H_
