#include "stablehlo/parse.h"

#include <memory>
#include <span>
#include <utility>

#include "stablehlo/bytecode/artifact.h"
#include "stablehlo/bytecode/reader.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo {
namespace {

std::span<const std::byte> BytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

// parse(parser) over a text that is not the module's; none if that leaves something unread.
template <typename ParseOne>
auto ReadText(Module& module, std::string_view text, ParseOne parse) {
  Source program = module.source();
  module.set_source({program.file, text, /*is_text=*/true});  // where a parser reads
  DiagnosticSink ignored;
  text::Parser parser(module, ignored);
  auto id = parse(parser);
  if (!parser.lexer().AtEnd()) id = {};
  module.set_source(std::move(program));
  return id;
}

// Attributes and types that bytecode has as text go through the text parser, so that both forms of a program give the
// same module. What it cannot read is kept as text.
class TextReader : public AsmReader {
 public:
  AttrId ReadAttribute(Module& module, std::string_view text) override {
    const AttrId attr = ReadText(module, text, [](text::Parser& parser) { return parser.ParseAttribute(); });
    return attr ? attr : module.attrs().Opaque(module.names().InternView(text));
  }
  TypeId ReadType(Module& module, std::string_view text) override {
    const TypeId type = ReadText(module, text, [](text::Parser& parser) { return parser.ParseType(); });
    return type ? type : module.types().Opaque(module.names().InternView(text));
  }
};

StatusOr<Module> ParseBytecode(const Source& source, DiagnosticSink& sink) {
  TextReader text_reader;
  ReadBytecodeOptions options;
  options.file = source.file;
  options.asm_reader = &text_reader;
  options.owner = std::shared_ptr<const void>(source.bytes.data(), [](const void*) {});  // the caller's
  Module module;
  if (!ReadBytecode(BytesOf(source.bytes), module, sink, options)) return sink.ToStatus("read");
  return module;
}

}  // namespace

Source MakeSource(std::string file, std::string_view bytes) {
  return {std::move(file), bytes, /*is_text=*/!IsBytecode(BytesOf(bytes))};
}

StatusOr<Module> Parse(const Source& source, DiagnosticSink& sink) {
  return IsBytecode(BytesOf(source.bytes)) ? ParseBytecode(source, sink) : ParseText(source, sink);
}

StatusOr<Module> Parse(std::string bytes, std::string file) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  const Source source = MakeSource(std::move(file), *owner);
  DiagnosticSink sink(&source);
  StatusOr<Module> module = Parse(source, sink);
  if (!module.ok()) return sink.ok() ? module.status() : InvalidArgumentError(sink.Render());
  module->KeepAlive(std::move(owner));
  return module;
}

}  // namespace cppjrt::stablehlo
