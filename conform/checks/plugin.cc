// plugin: the library, its table and what it says of itself.
#include <set>

#include "conform/api/extension_names.h"
#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

Status Loads(Context& context) { return context.loaded().status(); }

Status VersionFitsSlots(Context& context) {
  const PJRT_Api& table = context.api().plugin_table();
  const int minor = context.api().minor();
  const size_t slots = (table.struct_size - pjrt::abi::kTableStart) / sizeof(void*);
  context.Evidence("0." + std::to_string(minor) + ", " + std::to_string(slots) + " functions");
  CPPJRT_RETURN_IF_ERROR(
      Expect((table.struct_size - pjrt::abi::kTableStart) % sizeof(void*) == 0,
             "the table has " + std::to_string(table.struct_size) + " bytes, no whole number of slots"));
  if (minor > pjrt::abi::kApiMinor) {
    return Expect(slots >= static_cast<size_t>(pjrt::abi::kSlotCount),
                  "fewer functions than 0." + std::to_string(pjrt::abi::kApiMinor) + " has");
  }
  return ExpectEqual("the number of functions of 0." + std::to_string(minor), slots,
                     static_cast<size_t>(pjrt::abi::SlotsAtMinor(minor)));
}

Status NoNullSlots(Context& context) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&context.api().table());
  std::string missing;
  for (const pjrt::abi::SlotInfo& slot : pjrt::abi::kSlots) {
    if (slot.offset + sizeof(void*) > context.api().plugin_table().struct_size) break;
    void* function = nullptr;
    std::memcpy(&function, bytes + slot.offset, sizeof function);
    if (function == nullptr) missing += (missing.empty() ? "" : ", ") + std::string(slot.name);
  }
  return Expect(missing.empty(), "null in the table: " + missing);
}

Status VersionStruct(Context& context) {
  const PJRT_Api_Version& version = context.api().plugin_table().pjrt_api_version;
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("struct_size of pjrt_api_version", version.struct_size,
                                     pjrt::abi::StructSize<PJRT_Api_Version>(context.api().sent_minor())));
  return ExpectEqual("major version", version.major_version, pjrt::abi::kApiMajor);
}

Status SameTableAgain(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Api again, Api::Load(context.setup().path));
  return Expect(&again.plugin_table() == &context.api().plugin_table(),
                "GetPjrtApi returned another table than before");
}

Status InitializeTwice(Context& context) {
  auto args = context.api().Make<PJRT_Plugin_Initialize_Args>();
  const Status status = context.api().Call(args);
  // Either answer is fine, as long as the plugin goes on working.
  if (!status.ok()) CPPJRT_RETURN_IF_ERROR(ExpectAnyError("initializing twice", status));
  return context.NewSession().status();
}

StatusOr<std::vector<PJRT_NamedValue>> Attributes(Context& context) {
  auto args = context.api().Make<PJRT_Plugin_Attributes_Args>();
  CPPJRT_RETURN_IF_ERROR(context.api().Call(args));
  if (args.num_attributes > 0 && args.attributes == nullptr) return UnknownError("attributes are counted but null");
  return std::vector<PJRT_NamedValue>(args.attributes, args.attributes + args.num_attributes);
}

Status AttributesWellFormed(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto attributes, Attributes(context));
  std::set<std::string> names;
  for (const PJRT_NamedValue& value : attributes) {
    const std::string name(value.name, value.name_size);
    context.Evidence(name + " = " + ValueText(value));
    CPPJRT_RETURN_IF_ERROR(Expect(!name.empty(), "an attribute has no name"));
    CPPJRT_RETURN_IF_ERROR(Expect(names.insert(name).second, "two attributes are called " + name));
    CPPJRT_RETURN_IF_ERROR(Expect(value.type >= PJRT_NamedValue_kString && value.type <= PJRT_NamedValue_kBool,
                                  name + " has the unknown type " + std::to_string(static_cast<int>(value.type))));
  }
  return Status();
}

Status StableHloRange(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto attributes, Attributes(context));
  std::vector<int64_t> minimum, current;
  for (const PJRT_NamedValue& value : attributes) {
    const std::string name(value.name, value.name_size);
    std::vector<int64_t>* into = name == "stablehlo_minimum_version"   ? &minimum
                                 : name == "stablehlo_current_version" ? &current
                                                                       : nullptr;
    if (into == nullptr) continue;
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("the type of " + name, value.type, PJRT_NamedValue_kInt64List));
    into->assign(value.int64_array_value, value.int64_array_value + value.value_size);
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("the length of " + name, into->size(), size_t{3}));
  }
  if (minimum.empty() && current.empty()) return Absent("the plugin does not say which StableHLO it reads");
  CPPJRT_RETURN_IF_ERROR(
      Expect(!minimum.empty() && !current.empty(), "only one of the two StableHLO versions is given"));
  return Expect(minimum <= current, "the oldest StableHLO version is newer than the current one");
}

Status ExtensionChain(Context& context) {
  std::set<int> types;
  std::set<const PJRT_Extension_Base*> seen;
  const PJRT_Extension_Base* extension = context.api().plugin_table().extension_start;
  for (; extension != nullptr; extension = extension->next) {
    CPPJRT_RETURN_IF_ERROR(Expect(seen.insert(extension).second, "the chain of extensions runs in a circle"));
    CPPJRT_RETURN_IF_ERROR(Expect(extension->struct_size >= sizeof(PJRT_Extension_Base),
                                  ExtensionName(extension->type) + " says it has " +
                                      std::to_string(extension->struct_size) + " bytes; the head alone has 24"));
    CPPJRT_RETURN_IF_ERROR(
        Expect(types.insert(extension->type).second, ExtensionName(extension->type) + " is twice in the chain"));
    context.Evidence(ExtensionName(extension->type) + ": " + std::to_string(extension->struct_size) + " bytes");
  }
  return Status();
}

// Which entries of an extension a client made from newer headers would look for beyond the plugin's struct.
Status ExtensionSizes(Context& context) {
  for (const pjrt::abi::ExtensionInfo& info : pjrt::abi::kExtensions) {
    if (info.struct_size == 0) continue;
    const auto* extension = context.api().FindExtension(static_cast<PJRT_Extension_Type>(info.type));
    if (extension == nullptr || extension->struct_size >= info.struct_size) continue;
    void* beyond = nullptr;
    std::memcpy(&beyond, reinterpret_cast<const std::byte*>(extension) + extension->struct_size, sizeof beyond);
    const size_t entries = (info.struct_size - extension->struct_size) / sizeof(void*);
    context.Hazard(std::string(info.name) + " ends at byte " + std::to_string(extension->struct_size) + "; " +
                   std::to_string(entries) + " function(s) of 0." + std::to_string(pjrt::abi::kApiMinor) +
                   " lie beyond. A client that does not look at struct_size calls " +
                   (beyond == nullptr ? "a null pointer" : "an address that is no function of the plugin") +
                   " and crashes");
  }
  return Status();
}

constexpr char kTable[] = "PJRT_Api";

}  // namespace

void AddPluginChecks(Registry& registry) {
  registry.Add({.id = "plugin.loads",
                .title = "the library loads, has GetPjrtApi, a table of a known version, and initializes",
                .meaning = "nothing works",
                .source = "GetPjrtApi, PJRT_Plugin_Initialize"},
               Loads);
  registry.Add({.id = "plugin.version_fits_functions",
                .title = "the table has as many functions as its version says",
                .meaning = "clients call functions that are not there, or do not find those that are",
                .source = kTable},
               VersionFitsSlots);
  registry.Add({.id = "plugin.no_null_functions",
                .title = "no function of the table is null",
                .meaning = "clients that do not look crash where they should get UNIMPLEMENTED",
                .source = kTable,
                .level = Level::kAdvised},
               NoNullSlots);
  registry.Add({.id = "plugin.version_struct",
                .title = "the version struct has its size and major version 0",
                .meaning = "clients that check the version refuse the plugin",
                .source = "PJRT_Api_Version"},
               VersionStruct);
  registry.Add({.id = "plugin.same_table_again",
                .title = "GetPjrtApi returns the same table each time",
                .meaning = "two parts of a program that load the plugin do not share their objects",
                .source = "GetPjrtApi"},
               SameTableAgain);
  registry.Add({.id = "plugin.initialize_twice",
                .title = "a second PJRT_Plugin_Initialize leaves the plugin working",
                .meaning = "a program in which two libraries load the plugin breaks",
                .source = "PJRT_Plugin_Initialize"},
               InitializeTwice);
  registry.Add({.id = "plugin.attributes",
                .title = "the plugin's attributes have names, known types and no duplicates",
                .meaning = "frameworks misread what the plugin can do",
                .source = "PJRT_Plugin_Attributes"},
               AttributesWellFormed);
  registry.Add({.id = "plugin.stablehlo_versions",
                .title = "the StableHLO versions are two lists of three numbers, the older first",
                .meaning = "frameworks write programs in a version that the plugin does not read",
                .source = "PJRT_Plugin_Attributes"},
               StableHloRange);
  registry.Add({.id = "plugin.extension_chain",
                .title = "the chain of extensions ends, each is there once and at least as large as its head",
                .meaning = "clients do not find extensions, or read memory that is none",
                .source = "PJRT_Extension_Base"},
               ExtensionChain);
  registry.Add({.id = "plugin.extension_sizes",
                .title = "which functions of known extensions lie beyond the plugin's structs",
                .meaning = "clients built from newer headers must look at struct_size before they use these",
                .source = "PJRT_Extension_Base"},
               ExtensionSizes);
}

}  // namespace cppjrt::conform
