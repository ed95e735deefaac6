// What Api::Make lets pass, on tables made here.
#include "client/api.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "client/fake_table.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

StatusOr<std::shared_ptr<detail::Api>> Check(const PJRT_Api* table) { return detail::Api::Make(table, "fake.so"); }

// The whole of a struct that is not in readable memory, as far as `readable` bytes go.
class AtEndOfMemory {
 public:
  AtEndOfMemory(const void* data, size_t readable) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    pages_ = static_cast<char*>(mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(pages_ + page_, page_, PROT_NONE);
    data_ = pages_ + page_ - readable;
    std::memcpy(data_, data, readable);
  }
  ~AtEndOfMemory() { munmap(pages_, 2 * page_); }
  AtEndOfMemory(const AtEndOfMemory&) = delete;
  AtEndOfMemory& operator=(const AtEndOfMemory&) = delete;
  const PJRT_Api* table() const { return reinterpret_cast<const PJRT_Api*>(data_); }

 private:
  size_t page_;
  char* pages_;
  char* data_;
};

TEST(ApiTest, TheFakeTableIsFine) {
  const PJRT_Api table = FakeTable();
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  EXPECT_EQ(api->version(), (ApiVersion{0, PJRT_API_MINOR}));
  EXPECT_EQ(api->num_slots(), 138U);
  EXPECT_TRUE(api->extensions().empty());
}

TEST(ApiTest, NullAndWildTablesAreRefused) {
  EXPECT_THAT(Check(nullptr), StatusIs(StatusCode::kInvalidArgument, HasSubstr("returned null")));
  for (uintptr_t address : {uintptr_t{1}, uintptr_t{8}, uintptr_t{0xfa18}, UINTPTR_MAX - 7}) {
    EXPECT_THAT(Check(reinterpret_cast<const PJRT_Api*>(address)),  // NOLINT
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("cannot be read")));
  }
}

TEST(ApiTest, ImpossibleTableSizesAreRefused) {
  PJRT_Api table = FakeTable();
  for (size_t size : {size_t{0}, size_t{1}, size_t{39}, size_t{1} << 17, SIZE_MAX}) {
    table.struct_size = size;
    EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("fake.so is not a usable PJRT plugin")))
        << size;
  }
  table.struct_size = abi::kTableStart + 90 * sizeof(void*);
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("truncated: 90 functions")));
}

TEST(ApiTest, ATableThatReachesOutOfMemoryIsRefused) {
  const PJRT_Api table = FakeTable();
  for (size_t readable : {size_t{8}, abi::kTableStart, abi::kTableStart + 100 * sizeof(void*), sizeof table - 8}) {
    EXPECT_THAT(Check(AtEndOfMemory(&table, readable).table()), StatusIs(StatusCode::kInvalidArgument)) << readable;
  }
  EXPECT_THAT(Check(AtEndOfMemory(&table, sizeof table).table()), IsOk());
}

TEST(ApiTest, OtherVersionsAreRefusedWithBothNumbersAndARemedy) {
  PJRT_Api table = FakeTable(54);
  EXPECT_THAT(Check(&table),
              StatusIs(StatusCode::kFailedPrecondition, AllOf(HasSubstr("plugin reports PJRT C API 0.54"),
                                                              HasSubstr("needs 0.57"), HasSubstr("use a plugin"))));
  table = FakeTable(-1);
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("0.-1")));
  table = FakeTable();
  table.pjrt_api_version.major_version = 1;
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("PJRT C API 1.114")));
}

TEST(ApiTest, ANewerMinorIsDriven) {
  const PJRT_Api table = FakeTable(2000);
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  EXPECT_EQ(api->num_slots(), 138U);
  EXPECT_EQ(api->size<PJRT_Client_Create_Args>(), abi::StructSize<PJRT_Client_Create_Args>(PJRT_API_MINOR));
}

TEST(ApiTest, ASlotThatPointsToDataIsRefusedByName) {
  PJRT_Api table = FakeTable();
  const void* data = &table;
  std::memcpy(&table.PJRT_Buffer_Delete, &data, sizeof data);
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument,
                                      HasSubstr("PJRT_Buffer_Delete points to memory that holds no code")));
}

TEST(ApiTest, WithoutErrorFunctionsAPluginIsRefused) {
  for (auto member :
       {+[](PJRT_Api& t) { t.PJRT_Error_Destroy = nullptr; }, +[](PJRT_Api& t) { t.PJRT_Error_Message = nullptr; },
        +[](PJRT_Api& t) { t.PJRT_Error_GetCode = nullptr; }}) {
    PJRT_Api table = FakeTable();
    member(table);
    EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("so its errors cannot be read")));
  }
}

PJRT_Extension_Base Extension(int type, PJRT_Extension_Base* next, size_t size = sizeof(PJRT_Extension_Base)) {
  return {size, static_cast<PJRT_Extension_Type>(type), next};
}

TEST(ApiTest, TheExtensionChainIsListedInItsOrder) {
  PJRT_Extension_Base second = Extension(9999, nullptr);
  PJRT_Extension_Base first = Extension(PJRT_Extension_Type_Layouts, &second);
  PJRT_Api table = FakeTable();
  table.extension_start = &first;
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  ASSERT_EQ(api->extensions().size(), 2U);
  EXPECT_EQ(api->extensions()[0].name, "Layouts");
  EXPECT_EQ(api->extensions()[0].struct_size, 24U);
  EXPECT_EQ(api->extensions()[1].type, 9999);
  EXPECT_EQ(api->extensions()[1].name, "unknown");
  EXPECT_EQ(api->FindExtension(PJRT_Extension_Type_Layouts, 24), &first);
  EXPECT_EQ(api->FindExtension(PJRT_Extension_Type_Layouts, 25), nullptr);
  EXPECT_EQ(api->FindExtension(PJRT_Extension_Type_FFI, 0), nullptr);
}

TEST(ApiTest, DamagedExtensionChainsAreRefused) {
  PJRT_Api table = FakeTable();
  PJRT_Extension_Base second = Extension(1, nullptr);
  PJRT_Extension_Base first = Extension(0, &second);
  table.extension_start = &first;
  second.next = &first;
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("circle after 2 extensions")));
  second.next = &second;
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("circle")));
  second = Extension(1, reinterpret_cast<PJRT_Extension_Base*>(uintptr_t{0xfa18}));  // NOLINT
  EXPECT_THAT(Check(&table),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("extension 2 of its chain points to memory")));
  second.next = reinterpret_cast<PJRT_Extension_Base*>(reinterpret_cast<uintptr_t>(&first) + 1);  // NOLINT
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument));
  for (size_t size : {size_t{0}, size_t{23}, SIZE_MAX, SIZE_MAX / 2}) {
    second = Extension(1, nullptr, size);
    EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("impossible size"))) << size;
  }
}

TEST(ApiTest, AnEndlessExtensionChainIsRefused) {
  std::vector<PJRT_Extension_Base> chain(1000);
  for (size_t i = 0; i + 1 < chain.size(); ++i) chain[i] = Extension(0, &chain[i + 1]);
  chain.back() = Extension(0, nullptr);
  PJRT_Api table = FakeTable();
  table.extension_start = chain.data();
  EXPECT_THAT(Check(&table), StatusIs(StatusCode::kInvalidArgument, HasSubstr("does not end after 256")));
}

// --- calls

TEST(ApiCallTest, TheSizeIsTheOneThePluginsMinorKnows) {
  PJRT_Api table = FakeTable(57);
  static size_t sent;
  table.PJRT_Client_Create = [](PJRT_Client_Create_Args* args) -> PJRT_Error* {
    sent = args->struct_size;
    return nullptr;
  };
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  PJRT_Client_Create_Args args{};
  EXPECT_THAT(api->Call(args), IsOk());
  EXPECT_EQ(sent, abi::StructSize<PJRT_Client_Create_Args>(57));
  EXPECT_LT(sent, abi::StructSize<PJRT_Client_Create_Args>(PJRT_API_MINOR));
}

TEST(ApiCallTest, AnErrorBecomesAStatusThatNamesTheFunction) {
  PJRT_Api table = FakeTable();
  table.PJRT_Buffer_Delete = [](PJRT_Buffer_Delete_Args*) { return FakeError("no such buffer"); };
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  PJRT_Buffer_Delete_Args args{};
  EXPECT_EQ(api->Call(args), cppjrt::FailedPreconditionError("PJRT_Buffer_Delete: no such buffer"));
}

TEST(ApiCallTest, AMissingSlotIsUnimplementedWithVersions) {
  const PJRT_Api table = FakeTable(81);
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  PJRT_Buffer_Bitcast_Args newer{};
  EXPECT_THAT(api->Call(newer),
              StatusIs(StatusCode::kUnimplemented, AllOf(HasSubstr("PJRT_Buffer_Bitcast"), HasSubstr("fake.so"),
                                                         HasSubstr("0.81"), HasSubstr("came with 0.98"))));
  PJRT_Buffer_Delete_Args null_slot{};
  EXPECT_THAT(api->Call(null_slot), StatusIs(StatusCode::kUnimplemented, HasSubstr("does not have this function")));
}

TEST(ApiCallTest, AnOlderPluginsSlotsOfALaterVersionAreNotCalled) {
  // The table is as long as today's, but says it is of 0.57: what lies there is not what we think.
  PJRT_Api table = FakeTable(57);
  table.PJRT_Buffer_Bitcast = [](PJRT_Buffer_Bitcast_Args*) { return FakeError("called"); };
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  EXPECT_FALSE(api->Has<PJRT_Buffer_Bitcast_Args>());
}

TEST(ApiCallTest, AnExceptionBecomesAnInternalError) {
  PJRT_Api table = FakeTable();
  table.PJRT_Buffer_Delete = [](PJRT_Buffer_Delete_Args*) -> PJRT_Error* { throw std::runtime_error("kaput"); };
  table.PJRT_Buffer_IsDeleted = [](PJRT_Buffer_IsDeleted_Args*) -> PJRT_Error* { throw 7; };
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  PJRT_Buffer_Delete_Args args{};
  EXPECT_THAT(api->Call(args),
              StatusIs(StatusCode::kInternal, AllOf(HasSubstr("PJRT_Buffer_Delete"), HasSubstr("kaput"))));
  PJRT_Buffer_IsDeleted_Args other{};
  EXPECT_THAT(api->Call(other), StatusIs(StatusCode::kInternal, HasSubstr("unknown type")));
}

TEST(ApiCallTest, ErrorsWithOddCodesAreUnknown) {
  PJRT_Api table = FakeTable();
  table.PJRT_Buffer_Delete = [](PJRT_Buffer_Delete_Args*) { return FakeError("odd"); };
  static int code;
  table.PJRT_Error_GetCode = [](PJRT_Error_GetCode_Args* args) -> PJRT_Error* {
    args->code = static_cast<PJRT_Error_Code>(code);
    return nullptr;
  };
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  for (int odd : {0, 17, -1, 12345}) {
    code = odd;
    PJRT_Buffer_Delete_Args args{};
    EXPECT_THAT(api->Call(args), StatusIs(StatusCode::kUnknown)) << odd;
  }
}

TEST(ApiCallTest, AnErrorWithoutAMessageSaysSo) {
  PJRT_Api table = FakeTable();
  table.PJRT_Buffer_Delete = [](PJRT_Buffer_Delete_Args*) { return FakeError("unread"); };
  table.PJRT_Error_Message = [](PJRT_Error_Message_Args*) {};
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  PJRT_Buffer_Delete_Args args{};
  EXPECT_THAT(api->Call(args), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("gave no message")));
}

TEST(ApiCallTest, PayloadsAreKept) {
  PJRT_Api table = FakeTable();
  table.PJRT_Buffer_Delete = [](PJRT_Buffer_Delete_Args*) { return FakeError("e"); };
  table.PJRT_Error_ForEachPayload = [](PJRT_Error_ForEachPayload_Args* args) -> PJRT_Error* {
    args->visitor("url", 3, "a\0b", 3, args->user_arg);
    args->visitor("empty", 5, nullptr, 0, args->user_arg);
    args->visitor(nullptr, 0, "x", 1, args->user_arg);
    return nullptr;
  };
  ASSERT_OK_AND_ASSIGN(auto api, Check(&table));
  PJRT_Buffer_Delete_Args args{};
  EXPECT_EQ(api->Call(args).payloads(), (Status::Payloads{{"url", std::string("a\0b", 3)}, {"empty", ""}}));
}

}  // namespace
}  // namespace pjrt
