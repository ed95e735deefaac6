// Runs the programs of corpus/jax in the evaluator and judges the results by case.json.
//
//   eval_jax [--list] [--only=TEXT] [--form=text|artifact] [--threads=N] [CORPUS]     default $CPPJRT_CORPUS, ../shared/corpus
//
// Each case runs from its text and from its artifact, with the stored inputs as arguments. A result passes if integers are
// equal and |got - want| <= atol + rtol |want| for floats (README of the corpus). Cases marked loose are judged as their
// note says: kLoose below. Prints "N passed, N failed, N skipped" for text and artifacts and in total; exits with 1 if any failed.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/lapack/targets.h"
#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/parse.h"
#include "stablehlo/tools/npy.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"
#include "tests/corpus/before_run.h"
#include "tests/corpus/corpus.h"

namespace cppjrt::stablehlo {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// What notes of loose cases say: the share of elements of a result that must hold; results not named must hold entirely.
struct Loose {
  std::string_view name;
  int result;  // -1: any
  double share;
  bool any_sign = false;  // columns may have the other sign: absolute values are compared
};
constexpr Loose kLoose[] = {
    {"mandelbrot", -1, 0.97},
    {"raymarcher_sdf", -1, 0.98},
    {"eigh_pca", 1, 1.0, true},
    {"eigh_pca", 3, 1.0, true},
};

struct Tolerance {
  double rtol = 0;
  double atol = 0;
  double share = 1;
  bool any_sign = false;
};

struct Options {
  fs::path corpus;
  std::string only;
  std::string form;
  int threads = 1;
  bool list = false;
};

bool NumberHolds(double got, double want, const Tolerance& t) {
  if (t.any_sign) got = std::fabs(got), want = std::fabs(want);
  if (got == want || (std::isnan(got) && std::isnan(want))) return true;
  return std::isfinite(got) && std::isfinite(want) && std::fabs(got - want) <= t.atol + t.rtol * std::fabs(want);
}

bool ComplexHolds(const double* got, const double* want, const Tolerance& t) {
  const bool finite = std::isfinite(want[0]) && std::isfinite(want[1]);
  if (!finite) return NumberHolds(got[0], want[0], t) && NumberHolds(got[1], want[1], t);
  const double off = std::hypot(got[0] - want[0], got[1] - want[1]);
  return off <= t.atol + t.rtol * std::hypot(want[0], want[1]);
}

std::vector<double> Numbers(const Tensor& tensor) {
  const ElementType real = RealType(tensor.type());
  std::vector<double> numbers(static_cast<size_t>(tensor.num_bytes() / ElementBytes(real)));
  const auto n = static_cast<int64_t>(numbers.size());
  if (IsFloat(real)) {
    ToF64(real, tensor.bytes().data(), numbers.data(), n);
  } else {
    ConvertElements(real, tensor.bytes().data(), ElementType::kF64, reinterpret_cast<std::byte*>(numbers.data()), n);
  }
  return numbers;
}

// OK, or what differs.
Status Compare(const Tensor& got, const Tensor& want, const Tolerance& t) {
  if (got.type() != want.type() || got.dims() != want.dims()) {
    return FailedPreconditionError("is " + ShapeText(got.type(), got.dims()) + ", expected " +
                                   ShapeText(want.type(), want.dims()));
  }
  const std::vector<double> a = Numbers(got);
  const std::vector<double> b = Numbers(want);
  const bool exact = !IsFloat(got.type()) && !IsComplex(got.type());
  const size_t step = IsComplex(got.type()) ? 2 : 1;
  size_t failures = 0;
  std::string first;
  for (size_t i = 0; i < a.size(); i += step) {
    bool holds = step == 2 ? ComplexHolds(&a[i], &b[i], t) : NumberHolds(a[i], b[i], t);
    if (exact) holds = a[i] == b[i];
    if (!holds && failures++ == 0) {
      first = "number " + std::to_string(i) + " is " + std::to_string(a[i]) + ", expected " + std::to_string(b[i]);
    }
  }
  const double share = a.empty() ? 0 : static_cast<double>(failures * step) / static_cast<double>(a.size());
  if (share <= 1 - t.share) return OkStatus();
  return FailedPreconditionError(first + " (" + std::to_string(failures) + " of " + std::to_string(a.size() / step) +
                                 " differ)");
}

std::vector<ElementType> TensorTypes(const Module& module, OpId entry, bool results) {
  const TypeTable& types = module.types();
  const TypeId type = Function(module, entry).type();
  std::vector<ElementType> elements;
  const size_t count = results ? types.num_results(type) : types.num_inputs(type);
  for (size_t i = 0; i < count; ++i) {
    const TypeId t = results ? types.result(type, i) : types.input(type, i);
    elements.push_back(ToElementType(types, types.element_type(t)).value_or(ElementType::kF32));
  }
  return elements;
}

StatusOr<std::vector<Tensor>> ReadArrays(const json& list, const fs::path& folder,
                                         const std::vector<ElementType>& types) {
  if (types.size() != list.size())
    return InvalidArgumentError("the program has another number of arguments or results");
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < list.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, tools::ReadNpy(folder / list[i]["file"].get<std::string>(), types[i]));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

Tolerance ToleranceOf(const json& test, size_t result) {
  const json& row = test["results"][result];
  Tolerance t = {row.value("rtol", test["rtol"].get<double>()), row.value("atol", test["atol"].get<double>())};
  for (const Loose& loose : kLoose) {
    if (loose.name != test["name"].get<std::string>()) continue;
    if (loose.result >= 0 && static_cast<size_t>(loose.result) != result) continue;
    t.share = loose.share;
    t.any_sign = loose.any_sign;
  }
  return t;
}

Status RunCase(const json& test, const fs::path& folder, const fs::path& file, ThreadPool& pool) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(corpus::ReadFile(folder / file), file));
  DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  const OpId main = FindEntry(verified.module(), {});
  const std::vector<ElementType> result_types = TensorTypes(verified.module(), main, true);
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Tensor> inputs,
                          ReadArrays(test["args"], folder, TensorTypes(verified.module(), main, false)));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<Tensor> wanted, ReadArrays(test["results"], folder, result_types));
  RunnableOptions options;
  for (const Tensor& t : inputs) {
    options.refine.argument_types.push_back({t.type(), std::vector<int64_t>(t.dims().begin(), t.dims().end())});
  }
  DiagnosticSink transform_sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), options, transform_sink));
  Environment environment;
  environment.custom_calls = &cpu::LapackTargets();
  CPPJRT_ASSIGN_OR_RETURN(runnable, before_run(std::move(runnable), environment, {}));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                          Program::Prepare(std::move(runnable), environment));
  std::vector<RuntimeValue> arguments(std::make_move_iterator(inputs.begin()), std::make_move_iterator(inputs.end()));
  CPPJRT_RETURN_IF_ERROR(CheckArguments(program->module(), program->entry(), arguments));
  RunOptions run;
  run.pool = &pool;
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, program->Run(std::move(arguments), run));
  for (size_t i = 0; i < wanted.size(); ++i) {
    const Status status = Compare(results[i].tensor(), wanted[i], ToleranceOf(test, i));
    if (!status.ok()) return status.WithContext("result " + std::to_string(i));
  }
  return OkStatus();
}

int Run(const Options& options) {
  ThreadPool pool(options.threads);
  corpus::Report report;
  for (const fs::path& path : corpus::FilesIn(options.corpus / "jax", ".json")) {
    const fs::path folder = path.parent_path();
    const std::string name = folder.filename();
    if (name.find(options.only) == std::string::npos) continue;
    const json test = json::parse(corpus::ReadFile(path));
    for (const auto& [form, file] : {std::pair("text", "program.mlir"), std::pair("artifact", "program.mlirbc")}) {
      if (!options.form.empty() && options.form != form) continue;
      const auto start = std::chrono::steady_clock::now();
      const Status status = RunCase(test, folder, file, pool);
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
      if (options.list) std::printf("%9.2f ms jax %s/%s\n", took.count(), form, name.c_str());
      report.Add(std::string("jax ") + form, name, status.ok() ? std::string() : status.ToString());
    }
  }
  return report.Print();
}

Options ParseOptions(int argc, char** argv) {
  Options options;
  options.corpus = corpus::Root(nullptr);
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = argument.substr(std::min(argument.find('=') + 1, argument.size()));
    if (argument == "--list") {
      options.list = true;
    } else if (argument.starts_with("--only=")) {
      options.only = value;
    } else if (argument.starts_with("--form=")) {
      options.form = value;
    } else if (argument.starts_with("--threads=")) {
      options.threads = std::atoi(value.c_str());
    } else {
      options.corpus = argument;
    }
  }
  return options;
}

}  // namespace
}  // namespace cppjrt::stablehlo

int main(int argc, char** argv) { return cppjrt::stablehlo::Run(cppjrt::stablehlo::ParseOptions(argc, argv)); }
