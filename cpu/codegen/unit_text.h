// UnitText: the canonical text of a unit. Two units with the same text are the same code: it names everything that their code
// depends on, and buffers and nodes by numbers in the order in which they come up.
//
//   UnitText text(plan);
//   text.AddKernel(kernel);
//   Sha256Of(text.bytes()), text.buffers();
#ifndef CPPJRT_CPU_CODEGEN_UNIT_TEXT_H_
#define CPPJRT_CPU_CODEGEN_UNIT_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

class UnitText {
 public:
  explicit UnitText(const Plan& plan) : plan_(plan) {}

  void AddKernel(const Kernel& kernel);
  // Of a call that becomes loops: the node with its operands and bodies.
  void AddNode(const Node& node);
  // Of a sort: the comparison alone.
  void AddBodies(const Node& node);
  void AddBuffer(BufferId id);
  void AddNumber(int64_t number);
  void AddBytes(std::string_view bytes);

  const std::string& bytes() const { return bytes_; }
  // What the code is given pointers to.
  const std::vector<BufferId>& buffers() const { return buffers_; }

 private:
  struct AttrsWriter;

  void AddShape(const Shape& shape);
  void AddList(std::span<const int64_t> list);
  void AddAttrs(const Node& node);
  void AddUse(Value v);
  void AddDefinition(const Node& node);
  void AddBody(const Body& body);
  void Forget();
  bool MayOverlap(const Buffer& buffer) const;

  const Plan& plan_;
  std::string bytes_;
  std::vector<BufferId> buffers_;
  std::unordered_map<BufferId, int64_t> buffer_numbers_;
  // Of the kernel or node at hand.
  std::unordered_map<const Node*, int64_t> node_numbers_;
  std::vector<const Node*> roots_;
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_UNIT_TEXT_H_
