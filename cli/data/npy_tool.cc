// Lets numpy_test.py use this library: `show FILE [TYPE]` prints arrays as JSON lines, `write SHAPE=VALUE FILE` and
// `writez SHAPE=VALUE FILE` write one (in an .npz deflated, as "x").
#include <cstdio>
#include <string>
#include <vector>

#include "cli/data/literal.h"
#include "cli/data/npz.h"
#include "cli/data/print.h"

namespace cppjrt::data {
namespace {

Status Show(const std::string& path, const std::string& type) {
  std::vector<NpyArray> arrays;
  if (path.ends_with(".npz")) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<NpzMember> members, ReadNpz(path));
    for (NpzMember& member : members) arrays.push_back(std::move(member.npy));
  } else {
    CPPJRT_ASSIGN_OR_RETURN(NpyArray npy, ReadNpy(path));
    arrays.push_back(std::move(npy));
  }
  for (NpyArray& npy : arrays) {
    const pjrt::ElementType wanted = pjrt::ElementTypeFromName(type).value_or(npy.array.type());
    CPPJRT_ASSIGN_OR_RETURN(const TypedArray typed, As(std::move(npy), wanted, "the wanted type"));
    std::printf("%s\n", ToJson(typed.array).c_str());
  }
  return OkStatus();
}

Status Write(const std::string& literal, const std::string& path, bool zip) {
  CPPJRT_ASSIGN_OR_RETURN(const Array array, ParseLiteral(literal));
  if (!zip) return WriteNpy(path, array);
  const NamedArray members[] = {{"x", &array}};
  return WriteNpz(path, members, NpzCompression::kDeflate);
}

Status Main(const std::vector<std::string>& args) {
  if (args.size() >= 2 && args[0] == "show") return Show(args[1], args.size() > 2 ? args[2] : "");
  if (args.size() == 3 && args[0] == "write") return Write(args[1], args[2], false);
  if (args.size() == 3 && args[0] == "writez") return Write(args[1], args[2], true);
  return InvalidArgumentError("usage: show FILE [TYPE] | write SHAPE=VALUE FILE | writez SHAPE=VALUE FILE");
}

}  // namespace
}  // namespace cppjrt::data

int main(int argc, char** argv) {
  const cppjrt::Status status = cppjrt::data::Main(std::vector<std::string>(argv + 1, argv + argc));
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
