// chlo.scan as a loop: while carries an index, the carries and the outputs so far; each trip slices the inputs at the
// index, runs the body, and writes what it gives into the outputs. A long scan whose body can be widened
// (wide_reductions.h) carries narrow floats as f32.
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/chlo_ops.h"
#include "stablehlo/transforms/wide_reductions.h"

namespace cppjrt::stablehlo::chlo {
namespace {

struct Scan {
  int64_t dimension = 0;
  int64_t size = 0;
  bool is_reverse = false;
  std::vector<ValueId> inputs;
  std::vector<ValueId> inits;
  BlockId body;
};

ValueId At(Emitter& emit, const Scan& scan, ValueId index, ValueId x) {
  std::vector<int64_t> sizes(emit.dims(x).begin(), emit.dims(x).end());
  const auto d = static_cast<size_t>(scan.dimension);
  sizes[d] = 1;
  std::vector<ValueId> operands(sizes.size() + 1, emit.I64Scalar(0));
  operands[0] = x;
  operands[d + 1] = index;
  const ValueId slice = emit.Value(Opcode::kDynamicSlice, operands, emit.types().Tensor(sizes, emit.element(x)),
                                   {{"slice_sizes", emit.attrs().I64Array(sizes)}});
  sizes.erase(sizes.begin() + scan.dimension);
  return emit.Reshape(slice, emit.types().Tensor(sizes, emit.element(x)));
}

ValueId Put(Emitter& emit, const Scan& scan, ValueId index, ValueId into, ValueId element) {
  std::vector<int64_t> sizes(emit.dims(into).begin(), emit.dims(into).end());
  const auto d = static_cast<size_t>(scan.dimension);
  sizes[d] = 1;
  const ValueId rounded = emit.Convert(element, emit.element(into));
  const ValueId update = emit.Reshape(rounded, emit.types().Tensor(sizes, emit.element(into)));
  std::vector<ValueId> operands(sizes.size() + 2, emit.I64Scalar(0));
  operands[0] = into;
  operands[1] = update;
  operands[d + 2] = index;
  return emit.Value(Opcode::kDynamicUpdateSlice, operands, emit.type(into));
}

// Moves the ops of the scan's body to where the emitter is and gives what the body returned.
std::vector<ValueId> MoveBody(Rewriter& rewriter, Emitter& emit, const Scan& scan, std::span<const ValueId> arguments) {
  Module& module = rewriter.module();
  for (size_t i = 0; i < arguments.size(); ++i) rewriter.Map(module.block(scan.body).args[i], arguments[i]);
  const OpId terminator = module.last_op(scan.body);
  const std::span<const ValueId> operands = module.op(terminator).operands();
  const std::vector<ValueId> returned(operands.begin(), operands.end());
  module.Erase(terminator);
  module.Splice(scan.body, emit.block());
  return returned;
}

std::vector<ValueId> Trip(Rewriter& rewriter, Emitter& emit, const Scan& scan, std::span<const ValueId> state) {
  const size_t carries = scan.inits.size();
  const ValueId index = state[0];
  const ValueId place = scan.is_reverse ? emit.Binary(Opcode::kSubtract, emit.I64Scalar(scan.size - 1), index) : index;
  std::vector<ValueId> arguments;
  for (const ValueId input : scan.inputs) {
    const ValueId parameter = rewriter.module().block(scan.body).args[arguments.size()];
    arguments.push_back(emit.Convert(At(emit, scan, place, input), emit.element(parameter)));
  }
  arguments.insert(arguments.end(), state.begin() + 1, state.begin() + 1 + static_cast<std::ptrdiff_t>(carries));
  const std::vector<ValueId> returned = MoveBody(rewriter, emit, scan, arguments);
  const std::span<const ValueId> outputs = state.subspan(1 + carries);
  std::vector<ValueId> next = {emit.Binary(Opcode::kAdd, index, emit.I64Scalar(1))};
  next.insert(next.end(), returned.begin() + static_cast<std::ptrdiff_t>(outputs.size()), returned.end());
  for (size_t i = 0; i < outputs.size(); ++i) next.push_back(Put(emit, scan, place, outputs[i], returned[i]));
  return next;
}

}  // namespace

Status DecomposeScan(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const Op& record = module.op(op);
  for (const ValueId v : record.results()) {
    if (!module.types().IsStaticTensor(module.type(v))) {
      return Unsupported(module, op, sink, "shapes are not static; give the types of the arguments to refine them");
    }
  }
  Emitter& emit = rewriter.At(op);
  Scan scan;
  const std::span<const ValueId> inputs = OperandGroup(module, op, 0);
  const std::span<const ValueId> inits = OperandGroup(module, op, 1);
  scan.dimension = module.attrs().integer(module.attr(op, "dimension"));
  const AttrId reverse = module.attr(op, "is_reverse");
  scan.is_reverse = reverse.valid() && module.attrs().boolean(reverse);
  scan.inputs.assign(inputs.begin(), inputs.end());
  scan.inits.assign(inits.begin(), inits.end());
  scan.body = module.entry_block(op);
  for (const ValueId v : scan.inputs) {
    if (!emit.IsStatic(v)) return Unsupported(module, op, sink, "shapes of the inputs are not static");
  }
  const size_t outputs = record.results().size() - inits.size();
  const ValueId sized = inputs.empty() ? record.result(0) : inputs[0];
  scan.size = emit.dims(sized)[static_cast<size_t>(scan.dimension)];

  if (scan.size > kMaxRounded) WidenBody(module, scan.body);
  std::vector<ValueId> state = {emit.I64Scalar(0)};
  for (size_t i = 0; i < inits.size(); ++i) {
    const ValueId parameter = module.block(scan.body).args[inputs.size() + i];
    state.push_back(emit.Convert(inits[i], emit.element(parameter)));
  }
  for (size_t i = 0; i < outputs; ++i) state.push_back(emit.Zeros(module.type(record.result(i))));
  std::vector<TypeId> types;
  for (const ValueId v : state) types.push_back(module.type(v));
  const RegionId condition = emit.Region(types, [&](std::span<const ValueId> args) {
    return std::vector<ValueId>{emit.Compare(Direction::kLt, args[0], emit.I64Scalar(scan.size))};
  });
  const RegionId body =
      emit.Region(types, [&](std::span<const ValueId> args) { return Trip(rewriter, emit, scan, args); });
  const std::vector<ValueId> last = emit.Create(Opcode::kWhile, state, types, {}, {condition, body});
  std::vector<ValueId> results(last.end() - static_cast<std::ptrdiff_t>(outputs), last.end());
  for (size_t i = 0; i < inits.size(); ++i) {
    results.push_back(emit.Convert(last[1 + i], emit.element(record.result(outputs + i))));
  }
  rewriter.Replace(op, results);
  return OkStatus();
}

}  // namespace cppjrt::stablehlo::chlo
