#include "stablehlo/verify/verifier.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/infer.h"
#include "stablehlo/sdy/verify.h"
#include "stablehlo/verify/scope.h"
#include "stablehlo/verify/symbol_checks.h"

namespace cppjrt::stablehlo {
namespace {

std::string_view DialectOf(std::string_view name) { return name.substr(0, name.find('.')); }

bool IsKnownDialect(std::string_view dialect) {
  return std::ranges::any_of(Ops(), [dialect](const OpInfo& info) { return info.dialect == dialect; });
}

// One walk over the module, outer ops before inner ones, without recursion: a frame for each op whose regions are open.
class Verifier {
 public:
  Verifier(Module& module, DiagnosticSink& sink, const VerifyOptions& options)
      : module_(module), sink_(sink), options_(options), scopes_(module), shardy_(module, sink) {}

  void Run() {
    FindBadTypes();
    Visit(module_.root());
    while (!frames_.empty() && !sink_.full()) Step();
  }

 private:
  struct Frame {
    OpId op;
    size_t region = 0;
    BlockId block;
    OpId next;           // in the block
    uint32_t outer = 0;  // scope to go back to
    bool has_symbols = false;
  };

  // ---- The walk

  void Step() {
    Frame& frame = frames_.back();
    if (frame.next) {
      const OpId op = frame.next;
      frame.next = module_.op(op).next;
      Visit(op);
      return;
    }
    if (frame.block && module_.block(frame.block).next) {
      EnterBlock(frame, module_.block(frame.block).next);
      return;
    }
    const std::span<const RegionId> regions = module_.op(frame.op).regions();
    if (frame.region < regions.size()) scopes_.HideRegion(regions[frame.region++]);
    if (frame.region < regions.size()) {
      EnterRegion(frame);
    } else {
      Leave();
    }
  }

  // Checks an op, then opens its regions, if it has any.
  void Visit(OpId op) {
    CheckOne(op);
    if (module_.op(op).regions().empty()) {
      scopes_.ShowResults(op);
      return;
    }
    const bool registered = module_.op(op).opcode != Opcode::kUnregistered;
    Frame frame;
    frame.op = op;
    frame.outer = scopes_.Open(registered && Is(module_, op, Trait::kIsolated));
    frame.has_symbols = registered && Is(module_, op, Trait::kSymbolTable);
    if (frame.has_symbols) OpenSymbolTable(op);
    EnterRegion(frame);
    frames_.push_back(frame);
  }

  void EnterRegion(Frame& frame) {
    const RegionId region = module_.op(frame.op).regions()[frame.region];
    // Who knows what order a foreign op's region has.
    if (module_.op(frame.op).opcode == Opcode::kUnregistered) scopes_.ShowRegion(region);
    frame.block = BlockId();
    frame.next = OpId();
    if (module_.region(region).first_block) EnterBlock(frame, module_.region(region).first_block);
  }

  void EnterBlock(Frame& frame, BlockId block) {
    frame.block = block;
    frame.next = module_.block(block).first_op;
    scopes_.ShowArguments(block);
    CheckArguments(frame.op, block);
  }

  void Leave() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    if (frame.has_symbols) symbols_.pop_back();
    scopes_.Close(frame.outer);
    scopes_.ShowResults(frame.op);
  }

  void OpenSymbolTable(OpId op) {
    const BlockId block = module_.entry_block(op);
    symbols_.push_back(std::make_unique<SymbolTable>(module_, block ? block : module_.body()));
    const OpId duplicate = symbols_.back()->duplicate();
    if (!duplicate) return;
    Error(duplicate,
          Cat("symbol @", SymbolName(module_, duplicate), " is defined more than once, expected unique names"));
  }

  // ---- An op

  void CheckOne(OpId op) {
    const bool placed = CheckPlace(op);
    const bool defined = CheckOperandsVisible(op);
    const bool typed = CheckTypes(op);
    const bool sharded = shardy_.CheckAttributes(op);
    if (module_.op(op).opcode == Opcode::kUnregistered) {
      CheckForeign(op);
      return;
    }
    if (!placed || !defined || !typed || !sharded) return;
    const OpView view(&module_, op, &sink_);
    if (!CheckOp(view)) return;
    if (view.opcode() == Opcode::kFunc) CheckFunction(view, op);
    CheckReturn(view, op);
    if (view.info().dialect == "sdy") shardy_.CheckOp(op);
    if (!symbols_.empty() &&
        (Has(view.info(), Trait::kSymbolUser) || view.opcode() == Opcode::kInterpreterRunParallel)) {
      CheckSymbolUses(view, *symbols_.back());
    }
  }

  // Either return may end a function. What a stablehlo.return gives a function without results is dropped, as upstream does.
  void CheckReturn(const OpView& view, OpId op) {
    const OpId function = module_.parent(op);
    if (!IsFunction(function)) return;
    if (view.opcode() == Opcode::kFuncReturn) CheckFunctionReturn(view, function);
    if (view.opcode() != Opcode::kReturn) return;
    CheckFunctionReturn(HasResults(function) ? view : view.Lenient(), function);
  }

  bool HasResults(OpId function) const {
    const TypeId type = Function(module_, function).type();
    return type && module_.types().kind(type) == TypeKind::kFunction && module_.types().num_results(type) > 0;
  }

  bool IsFunction(OpId op) const { return op && module_.op(op).opcode == Opcode::kFunc; }

  void CheckForeign(OpId op) {
    const std::string_view dialect = DialectOf(OpName(module_, op));
    if (dialect == "func") {
      Error(op, "function values are not supported, expected func.call of a named function");
    } else if (IsKnownDialect(dialect)) {
      Error(op, Cat("unknown op, dialect ", dialect, " has none of this name"));
    } else if (!options_.allow_foreign_dialects) {
      Error(op, Cat("unknown dialect '", dialect, "': lower the program to StableHLO first"));
    }
  }

  // Terminators end their blocks, and nothing else does; returns stand in functions.
  bool CheckPlace(OpId op) {
    const Op& record = module_.op(op);
    if (record.opcode == Opcode::kUnregistered) return true;
    const OpId parent = module_.parent(op);
    if (Is(module_, op, Trait::kTerminator) && record.next) {
      return Error(op, "terminator is followed by other ops, expected it at the end of its block");
    }
    if (record.opcode == Opcode::kFuncReturn && !IsFunction(parent)) {
      return Error(op, Cat("return stands in ", parent ? OpName(module_, parent) : "no op", ", expected func.func"));
    }
    if (Is(module_, op, Trait::kSymbol) && parent && module_.op(parent).opcode != Opcode::kUnregistered &&
        !Is(module_, parent, Trait::kSymbolTable)) {
      return Error(op, Cat("stands in ", OpName(module_, parent), ", expected a symbol table, builtin.module"));
    }
    return true;
  }

  bool CheckOperandsVisible(OpId op) {
    const std::span<const ValueId> operands = module_.op(op).operands();
    for (size_t i = 0; i < operands.size(); ++i) {
      if (scopes_.IsVisible(operands[i])) continue;
      const bool defined = module_.value(operands[i]).kind != ValueKind::kPlaceholder;
      return Error(
          op,
          Cat("operand ", i,
              defined ? " is defined later, in another region or outside an isolated one, expected a value visible here"
                      : " is not defined"));
    }
    return true;
  }

  // ---- Types, each looked at once: members come before what is made of them

  void FindBadTypes() {
    const TypeTable& types = module_.types();
    bad_types_.assign(types.size(), 0);
    const auto first = static_cast<uint32_t>(Scalars().size());  // which come first and are good
    for (uint32_t i = first; i < bad_types_.size(); ++i) bad_types_[i] = IsBad(TypeId(i));
  }

  bool IsBad(TypeId type) const {
    const TypeTable& types = module_.types();
    if (!TypeProblem(module_, type).empty()) return true;
    const TypeKind kind = types.kind(type);
    if (kind != TypeKind::kTuple && kind != TypeKind::kFuture && kind != TypeKind::kFunction) return false;
    for (size_t i = 0; i < types.num_members(type); ++i) {
      if (bad_types_[types.member(type, i).index()] != 0) return true;
    }
    return false;
  }

  // Reports a bad type where it first occurs.
  bool CheckType(OpId op, TypeId type, std::string_view where) {
    if (type.index() >= bad_types_.size() || bad_types_[type.index()] == 0) return true;
    if (bad_types_[type.index()] == kReported) return false;
    bad_types_[type.index()] = kReported;
    TypeId worst = type;
    for (size_t i = 0; i < Members(worst);) {
      const TypeId member = module_.types().member(worst, i++);
      if (bad_types_[member.index()] == 0) continue;
      bad_types_[member.index()] = kReported;
      worst = member;
      i = 0;
    }
    return Error(op,
                 Cat("type ", TypeText(module_, worst), " of ", where, " is not valid: ", TypeProblem(module_, worst)));
  }

  size_t Members(TypeId type) const {
    const TypeKind kind = module_.types().kind(type);
    const bool has = kind == TypeKind::kTuple || kind == TypeKind::kFuture || kind == TypeKind::kFunction;
    return has && TypeProblem(module_, type).empty() ? module_.types().num_members(type) : 0;
  }

  bool CheckTypes(OpId op) {
    bool ok = true;
    for (ValueId value : module_.op(op).operands()) {
      const TypeId type = module_.type(value);
      ok = ok && type.valid() && (type.index() >= bad_types_.size() || bad_types_[type.index()] == 0);
    }
    for (ValueId value : module_.op(op).results()) ok = CheckType(op, module_.type(value), "a result") && ok;
    const AttrId function_type = module_.op(op).opcode == Opcode::kFunc ? module_.attr(op, "function_type") : AttrId();
    if (module_.attrs().Is(function_type, AttrKind::kType)) {
      ok = CheckType(op, module_.attrs().type(function_type), "the function") && ok;
    }
    return ok;
  }

  void CheckArguments(OpId op, BlockId block) {
    for (ValueId value : module_.block(block).args) CheckType(op, module_.type(value), "a block argument");
  }

  bool Error(OpId op, std::string message) {
    const Opcode opcode = module_.op(op).opcode;
    const std::string_view name = OpName(module_, op);
    const bool is_short = opcode != Opcode::kUnregistered && Info(opcode).dialect == "stablehlo";
    sink_.Error(module_, op, {}, Cat(is_short ? Info(opcode).mnemonic : name, ": ", message));
    return false;
  }

  static constexpr uint8_t kReported = 2;

  Module& module_;
  DiagnosticSink& sink_;
  VerifyOptions options_;
  Scopes scopes_;
  sdy::ShardyVerifier shardy_;
  std::vector<uint8_t> bad_types_;  // by type
  std::vector<Frame> frames_;
  std::vector<std::unique_ptr<SymbolTable>> symbols_;
};

bool HasBody(const Module& module) {
  if (!module.root() || module.op(module.root()).opcode != Opcode::kModule) return false;
  return module.op(module.root()).regions().size() == 1 && module.body();
}

}  // namespace

Status CheckModule(Module& module, DiagnosticSink& sink, const VerifyOptions& options) {
  if (!HasBody(module))
    return InvalidArgumentError("verify: the module has no body, expected a builtin.module with one block");
  Verifier(module, sink, options).Run();
  return sink.ToStatus("verify");
}

StatusOr<VerifiedModule> Verify(Module&& module, DiagnosticSink& sink, const VerifyOptions& options) {
  CPPJRT_RETURN_IF_ERROR(CheckModule(module, sink, options));
  return VerifiedModule(std::move(module));
}

}  // namespace cppjrt::stablehlo
