/* CppjrtApiForHost: a function of this project's plugin, for hosts that cannot take the table that GetPjrtApi gives.
 *
 * Most hosts read the sizes of structs and skip the extensions that they do not know. For those that do not, the code that loads
 * the plugin states what they take, and gives them the table that this makes:
 *
 *   const int32_t hidden[] = {PJRT_Extension_Type_AbiVersion};
 *   const PJRT_Api* api = CppjrtApiForHost(80, hidden, 1);
 *
 * A table is a constant: what one host asks for does not change the table of another host in the process.
 */
#ifndef PJRT_ABI_CPPJRT_HOST_API_H_
#define PJRT_ABI_CPPJRT_HOST_API_H_

#include "pjrt/abi/pjrt_c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* profiler_table_size  the size that PLUGIN_Profiler_Api states: XLA's tracer refuses any size but the one it was built with.
 *                      80 is the table before `consume`, 104 the one with it; 0 stands for the newest.
 * hidden               types of extensions that the chain is to be without; those that the plugin does not have are ignored.
 *
 * Returns the table, which lives as long as the process, and is the same one for the same arguments. Null for another size, or
 * if `hidden` is null and num_hidden is not 0. Thread-safe. */
const PJRT_Api* CppjrtApiForHost(size_t profiler_table_size, const int32_t* hidden, size_t num_hidden);

#ifdef __cplusplus
}
#endif

#endif /* PJRT_ABI_CPPJRT_HOST_API_H_ */
