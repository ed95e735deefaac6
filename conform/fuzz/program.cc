#include "conform/fuzz/program.h"

#include <algorithm>
#include <map>

#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {
namespace {

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string TypesText(const std::vector<std::string>& types) {
  return types.size() == 1 ? types[0] : "(" + Joined(types) + ")";
}

// The regions with names in the places of captures.
std::string WithCaptures(const std::string& regions, const std::vector<std::string>& names) {
  std::string text;
  for (size_t at = 0; at < regions.size();) {
    const size_t mark = regions.find('$', at);
    text += regions.substr(at, mark == std::string::npos ? mark : mark - at);
    if (mark == std::string::npos) break;
    const size_t end = regions.find('$', mark + 1);
    text += names[std::stoul(regions.substr(mark + 1, end - mark - 1))];
    at = end + 1;
  }
  return text;
}

class Printer {
 public:
  Printer(const FuzzProgram& program, std::span<const Shake> shakes) : program_(program), shakes_(shakes) {}

  std::string Print() {
    std::string text = "func.func @main(" + Joined(Parameters()) + ") -> (" + Joined(ResultTypes()) + ") {\n";
    for (size_t i = 0; i < program_.steps.size(); ++i) text += StepText(i);
    std::vector<std::string> returned;
    for (const size_t value : program_.results) returned.push_back(names_[value]);
    text += "  return " + Joined(returned);
    if (!returned.empty()) text += " : " + Joined(ResultTypes());
    return text + "\n}\n";
  }

 private:
  std::vector<std::string> Parameters() {
    std::vector<std::string> parameters;
    for (size_t i = 0; i < program_.parameters.size(); ++i) {
      names_.push_back("%a" + std::to_string(i));
      parameters.push_back(names_.back() + ": " + TypeText(program_.parameters[i].type) +
                           DonationText(program_.parameters[i]));
    }
    for (size_t i = 0; i < shakes_.size(); ++i) {
      parameters.push_back("%n" + std::to_string(i) + ": " + TypeText(shakes_[i].type));
    }
    return parameters;
  }

  // A shaken program has other results.
  std::string DonationText(const Parameter& parameter) const {
    if (!parameter.donated || !shakes_.empty()) return {};
    if (parameter.alias >= program_.results.size()) return " {jax.buffer_donor = true}";
    return " {tf.aliasing_output = " + std::to_string(parameter.alias) + " : i32}";
  }

  std::vector<std::string> ResultTypes() const {
    std::vector<std::string> types;
    for (const size_t value : program_.results) types.push_back(TypeText(program_.type(value)));
    return types;
  }

  // What a value becomes when it is shaken, and the ops that do it.
  std::string Shaken(size_t shake, const std::string& name, std::string& text) const {
    const std::string number = std::to_string(shake);
    const std::string type = TypeText(shakes_[shake].type);
    text += "  %q" + number + " = stablehlo.multiply " + name + ", %n" + number + " : " + type + "\n";
    return shakes_[shake].zero_sign ? WithZeroSign(number, shakes_[shake].type, text) : "%q" + number;
  }

  // (n - n)(n - 1) is a zero whose sign is as random as n is.
  static std::string WithZeroSign(const std::string& number, const ValueType& type, std::string& text) {
    const std::string t = TypeText(type);
    const std::string i1 = TypeText({stablehlo::ElementType::kI1, type.dims});
    text += "  %one" + number + " = stablehlo.constant dense<1.0> : " + t + "\n";
    text += "  %none" + number + " = stablehlo.subtract %n" + number + ", %n" + number + " : " + t + "\n";
    text += "  %off" + number + " = stablehlo.subtract %n" + number + ", %one" + number + " : " + t + "\n";
    text += "  %zero" + number + " = stablehlo.multiply %none" + number + ", %off" + number + " : " + t + "\n";
    text += "  %is" + number + " = stablehlo.compare EQ, %q" + number + ", %none" + number + ", FLOAT : (" + t + ", " +
            t + ") -> " + i1 + "\n";
    text += "  %s_" + number + " = stablehlo.select %is" + number + ", %zero" + number + ", %q" + number + " : " + i1 +
            ", " + t + "\n";
    return "%s_" + number;
  }

  std::string StepText(size_t index) {
    const Step& step = program_.steps[index];
    std::vector<std::string> used;
    std::vector<std::string> operand_types;
    std::string text;
    for (const size_t value : step.operands) used.push_back(names_[value]);
    for (const size_t value : step.captures) used.push_back(names_[value]);
    for (size_t i = 0; i < shakes_.size(); ++i) {
      const Shake& shake = shakes_[i];
      if (shake.step == index && shake.operand < used.size())
        used[shake.operand] = Shaken(i, used[shake.operand], text);
    }
    const auto first_capture = used.begin() + static_cast<ptrdiff_t>(step.operands.size());
    std::vector<std::string> operands(used.begin(), first_capture);
    const std::vector<std::string> captures(first_capture, used.end());
    for (const size_t value : step.operands) operand_types.push_back(TypeText(program_.type(value)));
    for (size_t i = 0; i < step.constants.size(); ++i) {
      operands.push_back("%k" + std::to_string(index) + "_" + std::to_string(i));
      operand_types.push_back(step.constants[i].substr(step.constants[i].rfind(" : ") + 3));
      text += "  " + operands.back() + " = stablehlo.constant " + step.constants[i] + "\n";
    }
    std::vector<std::string> result_types;
    for (const ValueType& type : step.results) result_types.push_back(TypeText(type));
    const std::string name = "%s" + std::to_string(index);
    const std::string count = step.results.size() > 1 ? ":" + std::to_string(step.results.size()) : "";
    text += "  " + name + count + " = \"" + step.op + "\"(" + Joined(operands) + ")";
    if (!step.attributes.empty()) text += " " + step.attributes;
    if (!step.regions.empty()) text += " " + WithCaptures(step.regions, captures);
    text += " : (" + Joined(operand_types) + ") -> " + TypesText(result_types) + "\n";
    for (size_t k = 0; k < step.results.size(); ++k) {
      std::string made = step.results.size() > 1 ? name + "#" + std::to_string(k) : name;
      for (size_t i = 0; i < shakes_.size(); ++i) {
        if (shakes_[i].step == index && shakes_[i].result == k) made = Shaken(i, made, text);
      }
      names_.push_back(made);
    }
    return text;
  }

  const FuzzProgram& program_;
  const std::span<const Shake> shakes_;
  std::vector<std::string> names_;  // by value
};

}  // namespace

std::string TypeText(const ValueType& type) { return stablehlo::ShapeText(type.element, stablehlo::Dims(type.dims)); }
int64_t NumElements(const ValueType& type) { return stablehlo::NumElements(type.dims); }

std::string_view OpName(std::string_view op) {
  constexpr std::string_view kDialect = "stablehlo.";
  return op.starts_with(kDialect) ? op.substr(kDialect.size()) : op;
}

int64_t FuzzProgram::replicas() const {
  constexpr std::string_view kCollectives[] = {
      "all_gather",         "all_reduce",     "all_to_all", "collective_broadcast",
      "collective_permute", "reduce_scatter", "replica_id"};
  const bool any = std::ranges::any_of(steps, [&](const Step& step) {
    return std::ranges::find(kCollectives, OpName(step.op)) != std::end(kCollectives);
  });
  return any ? 2 : 1;
}

size_t FuzzProgram::num_values() const { return first_result(steps.size()); }

size_t FuzzProgram::first_result(size_t step) const {
  size_t first = parameters.size();
  for (size_t i = 0; i < step; ++i) first += steps[i].results.size();
  return first;
}

size_t FuzzProgram::maker(size_t value) const {
  if (value < parameters.size()) return steps.size();
  size_t first = parameters.size();
  for (size_t i = 0; i < steps.size(); ++i) {
    first += steps[i].results.size();
    if (value < first) return i;
  }
  return steps.size();
}

const ValueType& FuzzProgram::type(size_t value) const {
  if (value < parameters.size()) return parameters[value].type;
  const size_t step = maker(value);
  return steps[step].results[value - first_result(step)];
}

std::string Print(const FuzzProgram& program, std::span<const Shake> shakes) {
  return Printer(program, shakes).Print();
}

FuzzProgram WithAllValues(FuzzProgram program) {
  program.results.clear();
  for (size_t value = program.parameters.size(); value < program.num_values(); ++value)
    program.results.push_back(value);
  return program;
}

FuzzProgram Cut(const FuzzProgram& program, std::span<const size_t> steps, std::vector<size_t>& from) {
  FuzzProgram cut;
  std::map<size_t, size_t> made;  // value of the program -> value of the cut
  from.clear();
  size_t num_made = 0;
  std::vector<size_t> made_in_order;
  for (const size_t s : steps) {
    for (size_t k = 0; k < program.steps[s].results.size(); ++k) made_in_order.push_back(program.first_result(s) + k);
  }
  for (const size_t s : steps) {
    const Step& step = program.steps[s];
    for (const auto* list : {&step.operands, &step.captures}) {
      for (const size_t value : *list) {
        if (made.contains(value) || std::ranges::find(made_in_order, value) != made_in_order.end()) continue;
        made[value] = cut.parameters.size();
        Parameter parameter = {.type = program.type(value)};
        if (value < program.parameters.size()) parameter = program.parameters[value];
        parameter.donated = false;
        cut.parameters.push_back(parameter);
        from.push_back(value);
      }
    }
  }
  for (const size_t value : made_in_order) made[value] = cut.parameters.size() + num_made++;
  std::vector<bool> used_inside(num_made);
  for (const size_t s : steps) {
    Step step = program.steps[s];
    for (auto* list : {&step.operands, &step.captures}) {
      for (size_t& value : *list) {
        value = made[value];
        if (value >= cut.parameters.size()) used_inside[value - cut.parameters.size()] = true;
      }
    }
    cut.steps.push_back(std::move(step));
  }
  for (size_t i = 0; i < num_made; ++i) {
    if (!used_inside[i]) cut.results.push_back(cut.parameters.size() + i);
  }
  return cut;
}

}  // namespace cppjrt::conform
