#include "stablehlo/transforms/rewriter.h"

#include <cassert>

#include "stablehlo/ir/uses.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {

void ShortenChains(std::vector<ValueId>& replacement) {
  for (ValueId& to : replacement) {
    while (to.valid() && to.index() < replacement.size() && replacement[to.index()].valid()) {
      to = replacement[to.index()];
    }
  }
}

std::vector<OpId> Rewriter::Ops() const {
  std::vector<OpId> ops;
  for (const OpId op : PostOrder(*module_, module_->root())) ops.push_back(op);
  ops.pop_back();  // the module itself
  return ops;
}

void Rewriter::Replace(OpId op, std::span<const ValueId> values) {
  const ValueRange results = module_->op(op).results();
  assert(values.size() == results.size());
  for (size_t i = 0; i < values.size(); ++i) Map(results[i], values[i]);
  Erase(op);
}

void Rewriter::Map(ValueId from, ValueId to) {
  if (from == to) return;
  if (from.index() >= replacement_.size()) replacement_.resize(module_->num_values());
  replacement_[from.index()] = to;
}

ValueId Rewriter::Latest(ValueId value) const {
  while (value.index() < replacement_.size() && replacement_[value.index()].valid())
    value = replacement_[value.index()];
  return value;
}

void Rewriter::Finish() {
  ShortenChains(replacement_);
  if (!replacement_.empty()) ReplaceUses(*module_, module_->root(), replacement_);
  for (const OpId op : erased_) {
    if (!module_->op(op).erased) module_->Erase(op);
  }
  replacement_.clear();
  erased_.clear();
}

std::string_view ShortName(const Module& module, OpId op) {
  const std::string_view name = OpName(module, op);
  constexpr std::string_view kPrefix = "stablehlo.";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

namespace {

Status Report(StatusCode code, Module& module, OpId op, DiagnosticSink& sink, std::string_view message) {
  DiagnosticSink own(&module.source());
  const std::string text = Cat(ShortName(module, op), ": ", message);
  own.Error(module, op, {}, text);
  sink.Error(module, op, {}, text);
  return Status(code, std::string(own.ToStatus("transform").message()));
}

}  // namespace

Status Unsupported(Module& module, OpId op, DiagnosticSink& sink, std::string_view message) {
  return Report(StatusCode::kUnimplemented, module, op, sink, message);
}

Status Invalid(Module& module, OpId op, DiagnosticSink& sink, std::string_view message) {
  return Report(StatusCode::kInvalidArgument, module, op, sink, message);
}

}  // namespace cppjrt::stablehlo
