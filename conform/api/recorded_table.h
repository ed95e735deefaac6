// A plugin's function table in which every function first notes that it is entered (runner/call_record.h), so that the
// report of a crash names the call.
#ifndef CPPJRT_CONFORM_API_RECORDED_TABLE_H_
#define CPPJRT_CONFORM_API_RECORDED_TABLE_H_

#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::conform {

// A table with the plugin's version, size and extensions, and slots that note and then call the plugin's. Null slots stay
// null. One plugin for each process: the next call replaces what the former table calls.
const PJRT_Api* RecordCalls(const PJRT_Api& plugin);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_API_RECORDED_TABLE_H_
