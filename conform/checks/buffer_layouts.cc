// buffers.layout.*: strides of the host's arrays, layouts on the device and of reads.
#include <numeric>

#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

constexpr int64_t kRows = 3, kColumns = 5;

// The same values as Pattern(type, {3, 5}), laid out with the given byte strides in memory that `at` points into.
struct Strided {
  std::vector<char> memory;
  size_t first = 0;
  std::vector<int64_t> strides;
};

Strided Lay(const Array& dense, std::vector<int64_t> element_strides) {
  const int64_t size = static_cast<int64_t>(HostBytesOf(dense.type));
  Strided laid;
  int64_t low = 0, high = 0;
  for (size_t i = 0; i < dense.dims.size(); ++i) {
    laid.strides.push_back(element_strides[i] * size);
    const int64_t reach = (dense.dims[i] - 1) * laid.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  laid.first = static_cast<size_t>(-low);
  laid.memory.assign(static_cast<size_t>(high - low + size), 0x7f);
  for (int64_t row = 0; row < dense.dims[0]; ++row) {
    for (int64_t column = 0; column < dense.dims[1]; ++column) {
      const int64_t offset = row * laid.strides[0] + column * laid.strides[1] - low;
      std::memcpy(laid.memory.data() + offset, dense.bytes.data() + (row * dense.dims[1] + column) * size,
                  static_cast<size_t>(size));
    }
  }
  return laid;
}

Status UploadStrided(Context& context, PJRT_Buffer_Type type, const std::vector<int64_t>& element_strides) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array dense = Pattern(type, {kRows, kColumns});
  const Strided laid = Lay(dense, element_strides);
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(dense));
  args.data = laid.memory.data() + laid.first;
  args.byte_strides = laid.strides.data();
  args.num_byte_strides = laid.strides.size();
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(args));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, dense);
}

// One row, repeated.
Status UploadBroadcast(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const std::vector<float> row = {1, 2, 3, 4, 5};
  Array dense = F32({kRows, kColumns}, {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5});
  const int64_t strides[] = {0, 4};
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(dense));
  args.data = row.data();
  args.byte_strides = strides;
  args.num_byte_strides = 2;
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(args));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, dense);
}

Status WrongStrideCount(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array dense = Pattern(PJRT_Buffer_Type_F32, {kRows, kColumns});
  const int64_t strides[] = {20, 4};
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(dense));
  args.byte_strides = strides;
  args.num_byte_strides = 1;
  return ExpectAnyError("one stride for two dimensions", session.Upload(args).status());
}

struct TiledLayout {
  TiledLayout(const Api& api, std::vector<int64_t> order) : minor_to_major(std::move(order)) {
    layout.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout>(api.sent_minor());
    layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
    layout.tiled.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout_Tiled>(api.sent_minor());
    layout.tiled.minor_to_major = minor_to_major.data();
    layout.tiled.minor_to_major_size = minor_to_major.size();
  }
  std::vector<int64_t> minor_to_major;
  PJRT_Buffer_MemoryLayout layout = {};
};

// Column-major bytes of Pattern(type, {3, 5}).
Array Transposed(const Array& dense) {
  const size_t size = HostBytesOf(dense.type);
  Array transposed = dense;
  for (size_t row = 0; row < kRows; ++row) {
    for (size_t column = 0; column < kColumns; ++column) {
      std::memcpy(transposed.bytes.data() + (column * kRows + row) * size,
                  dense.bytes.data() + (row * kColumns + column) * size, size);
    }
  }
  return transposed;
}

// A read in another layout than the device's.
Status ReadColumnMajor(Context& context, PJRT_Buffer_Type type) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array dense = Pattern(type, {kRows, kColumns});
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(dense));
  TiledLayout column_major(session.api(), {0, 1});
  Array read = dense;
  auto args = session.api().Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer.get();
  args.host_layout = &column_major.layout;
  args.dst = read.bytes.data();
  args.dst_size = read.bytes.size();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(session.Await(EventHandle(session.api(), args.event)));
  if (Same(read, dense).ok())
    return UnknownError("the column-major layout asked for is ignored: the values come row-major");
  return Same(read, Transposed(dense));
}

Status ReadByStrides(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array dense = Pattern(PJRT_Buffer_Type_F32, {kRows, kColumns});
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(dense));
  const int64_t strides[] = {4, 12};
  PJRT_Buffer_MemoryLayout layout = {};
  layout.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout>(session.api().sent_minor());
  layout.type = PJRT_Buffer_MemoryLayout_Type_Strides;
  layout.strides.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout_Strides>(session.api().sent_minor());
  layout.strides.byte_strides = strides;
  layout.strides.num_byte_strides = 2;
  Array read = dense;
  auto args = session.api().Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer.get();
  args.host_layout = &layout;
  args.dst = read.bytes.data();
  args.dst_size = read.bytes.size();
  const Status status = session.api().Call(args);
  if (!status.ok()) return ExpectAnyError("a layout of strides", status);  // an error is an answer, silence is not
  CPPJRT_RETURN_IF_ERROR(session.Await(EventHandle(session.api(), args.event)));
  if (Same(read, dense).ok()) return UnknownError("the strides asked for are ignored: the values come row-major");
  return Same(read, Transposed(dense));
}

// A layout on the device changes nothing about the values.
Status DeviceLayout(Context& context, std::vector<int64_t> minor_to_major) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array dense = Pattern(PJRT_Buffer_Type_F32, {kRows, kColumns});
  TiledLayout layout(session.api(), std::move(minor_to_major));
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(dense));
  args.device_layout = &layout.layout;
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(args));
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  CPPJRT_RETURN_IF_ERROR(Same(back, dense));
  auto ask = session.api().Make<PJRT_Buffer_GetMemoryLayout_Args>();
  ask.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(ask));
  if (ask.layout.type != PJRT_Buffer_MemoryLayout_Type_Tiled) return Status();
  const auto& tiled = ask.layout.tiled;
  const std::vector<int64_t> seen(tiled.minor_to_major, tiled.minor_to_major + tiled.minor_to_major_size);
  return ExpectEqual("the layout on the device, minor to major,", seen, layout.minor_to_major);
}

Status BadPermutation(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array dense = Pattern(PJRT_Buffer_Type_F32, {kRows, kColumns});
  TiledLayout layout(session.api(), {1, 1});
  CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(dense));
  args.device_layout = &layout.layout;
  return ExpectAnyError("a layout that names one dimension twice", session.Upload(args).status());
}

// The default layout names every dimension once.
Status DefaultLayout(Context& context, size_t rank) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const std::vector<int64_t> dims(rank, 2);
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(Pattern(PJRT_Buffer_Type_F32, dims)));
  auto args = session.api().Make<PJRT_Buffer_GetMemoryLayout_Args>();
  args.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.layout.type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    return ExpectEqual("the number of strides", args.layout.strides.num_byte_strides, rank);
  }
  const auto& tiled = args.layout.tiled;
  std::vector<int64_t> order(tiled.minor_to_major, tiled.minor_to_major + tiled.minor_to_major_size);
  context.Evidence("minor to major " + internal::ShownValue(order));
  std::sort(order.begin(), order.end());
  std::vector<int64_t> all(rank);
  std::iota(all.begin(), all.end(), 0);
  return ExpectEqual("the dimensions the layout names", order, all);
}

struct StrideCase {
  const char* id;
  std::vector<int64_t> strides;  // in elements
  const char* title;
};

}  // namespace

void AddBufferLayoutChecks(Registry& registry) {
  const std::vector<StrideCase> cases = {{"row_major", {5, 1}, "dense row-major, given as strides"},
                                         {"column_major", {1, 3}, "column-major"},
                                         {"padded", {8, 1}, "rows with room between them"},
                                         {"every_second", {10, 2}, "every second element"},
                                         {"rows_reversed", {-5, 1}, "rows from the last to the first"},
                                         {"both_reversed", {-5, -1}, "from the last element to the first"}};
  for (const StrideCase& one : cases) {
    for (const PJRT_Buffer_Type type :
         {PJRT_Buffer_Type_S8, PJRT_Buffer_Type_BF16, PJRT_Buffer_Type_F32, PJRT_Buffer_Type_C128}) {
      registry.Add({.id = std::string("buffers.strides.") + one.id + "." + TypeId(type),
                    .title = TypeName(type) + "[3,5] is uploaded from an array " + one.title,
                    .meaning = "transposed, sliced or reversed arrays arrive damaged",
                    .source = "PJRT_Client_BufferFromHostBuffer: byte_strides"},
                   [type, strides = one.strides](Context& context) { return UploadStrided(context, type, strides); });
    }
  }
  const Area add(registry, "buffers");
  add("strides.broadcast", "a stride of zero repeats one row", "broadcast arrays arrive damaged",
      "PJRT_Client_BufferFromHostBuffer: byte_strides", UploadBroadcast);
  add("strides.wrong_count", "fewer strides than dimensions are an error", "foreign memory is read",
      "PJRT_Client_BufferFromHostBuffer: byte_strides", WrongStrideCount, Level::kAdvised);
  for (const PJRT_Buffer_Type type : {PJRT_Buffer_Type_S8, PJRT_Buffer_Type_F32, PJRT_Buffer_Type_F64}) {
    add(("layout.read_column_major." + TypeId(type)).c_str(), "a read with a column-major host layout is transposed",
        "arrays read in another order show their values in the wrong places", "PJRT_Buffer_ToHostBuffer: host_layout",
        [type](Context& context) { return ReadColumnMajor(context, type); });
  }
  add("layout.read_strides", "a read with a layout of strides obeys them or refuses", "values land in the wrong places",
      "PJRT_Buffer_ToHostBuffer: host_layout", ReadByStrides);
  add("layout.device_row_major", "an upload with a row-major device layout has it, and the values",
      "programs that ask for a layout get another", "PJRT_Client_BufferFromHostBuffer: device_layout",
      [](Context& context) { return DeviceLayout(context, {1, 0}); });
  add("layout.device_column_major", "an upload with a column-major device layout has it, and the values",
      "programs that ask for a layout get another", "PJRT_Client_BufferFromHostBuffer: device_layout",
      [](Context& context) { return DeviceLayout(context, {0, 1}); });
  add("layout.bad_permutation", "a layout that names one dimension twice is an error", "memory is damaged",
      "PJRT_Buffer_MemoryLayout_Tiled", BadPermutation, Level::kAdvised);
  for (const size_t rank : {size_t{0}, size_t{1}, size_t{2}, size_t{4}}) {
    add(("layout.default_rank_" + std::to_string(rank)).c_str(), "the default layout names every dimension once",
        "clients cannot tell where the elements lie", "PJRT_Buffer_GetMemoryLayout",
        [rank](Context& context) { return DefaultLayout(context, rank); });
  }
}

}  // namespace cppjrt::conform
