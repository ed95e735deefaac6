// Remarks files: where the remarks on programs are gathered (cpu/native/remarks.h).
#ifndef CPPJRT_CPU_EXECUTABLE_REMARKS_FILE_H_
#define CPPJRT_CPU_EXECUTABLE_REMARKS_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "cpu/native/remarks.h"

namespace cppjrt::cpu {

// Adds the remarks on one program to the end of the file, in one piece, so that threads and processes may share it: JSON
// objects, one a line, if its name ends in ".json", else text under a line with the program's name. A file that cannot be
// written is left alone: a compilation does not fail for it.
void AppendRemarks(const std::string& file, std::string_view program, const std::vector<Remark>& remarks);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_REMARKS_FILE_H_
