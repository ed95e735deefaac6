#include "stablehlo/bytecode/reader.h"

#include <utility>

#include "stablehlo/bytecode/container.h"
#include "stablehlo/bytecode/entry_table.h"
#include "stablehlo/bytecode/ir_reader.h"
#include "stablehlo/bytecode/location_reader.h"
#include "stablehlo/bytecode/module_builder.h"

namespace cppjrt::stablehlo {
namespace {

void AddResources(const bytecode::Container& container, Module& module) {
  for (const bytecode::ResourceEntry& entry : container.resources) {
    module.AddResource({module.names().InternView(container.dialects[entry.dialect].name),
                        module.names().InternView(entry.key), entry.bytes, entry.alignment});
  }
}

bool Read(std::span<const std::byte> bytes, Module& module, AsmReader* asm_reader, bytecode::Failure& failure) {
  // Ids have 32 bits, and an op, value or attribute takes at least a byte.
  if (bytes.size() >= 0xfffffffe) return failure.Say("larger than 4 GiB");
  auto container = std::make_shared<bytecode::Container>();
  if (!bytecode::ReadContainer(bytes, *container, failure)) return false;
  module.set_producer(std::string(container->producer));
  AddResources(*container, module);
  bytecode::EntryTable entries(container.get(), &module, &failure, asm_reader);
  bytecode::ModuleBuilder builder(&entries);
  if (!bytecode::IrReader(container.get(), &builder, &failure).Read()) return false;
  module.set_location_resolver(bytecode::MakeLocationResolver(std::move(container)));
  return true;
}

}  // namespace

bool ReadBytecode(std::span<const std::byte> bytes, Module& module, DiagnosticSink& sink,
                  const ReadBytecodeOptions& options) {
  if (options.owner == nullptr) {
    return ReadBytecode(std::string(bytecode::Cursor::AsText(bytes)), module, sink, options);
  }
  module.KeepAlive(options.owner);
  module.set_source({options.file, bytecode::Cursor::AsText(bytes), /*is_text=*/false});
  bytecode::Failure failure(bytes.data());
  if (Read(bytes, module, options.asm_reader, failure)) return true;
  SourcePosition position;
  position.file = options.file;
  sink.Report(Severity::kError, std::move(position), {}, failure.message());
  return false;
}

bool ReadBytecode(std::string bytes, Module& module, DiagnosticSink& sink, ReadBytecodeOptions options) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  options.owner = owner;
  return ReadBytecode(std::as_bytes(std::span(*owner)), module, sink, options);
}

}  // namespace cppjrt::stablehlo
