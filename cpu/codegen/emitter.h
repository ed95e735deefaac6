// Emitter: expressions, loads, stores and loops of one generated function. Kernels (kernel.h) and the loops of calls
// (loops.h) are written with it.
//
// The function gets a table of pointers, one for each buffer it touches; the emitter numbers them as they come up.
#ifndef CPPJRT_CPU_CODEGEN_EMITTER_H_
#define CPPJRT_CPU_CODEGEN_EMITTER_H_

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cpu/codegen/nest.h"
#include "cpu/codegen/number.h"
#include "cpu/codegen/target.h"
#include "cpu/plan/index.h"
#include "cpu/plan/plan.h"
#include "cpu/plan/view.h"

namespace cppjrt::cpu::codegen {

class Emitter {
 public:
  // Starts a function of the given type, whose first argument is the table of pointers. `table`: what is in it already.
  Emitter(llvm::Module& module, const Target& target, const Plan& plan, const std::string& name,
          llvm::FunctionType* type, std::vector<BufferId> table = {});

  Builder& builder() { return b_; }
  IndexSpace& space() { return space_; }
  const Target& target() const { return target_; }
  llvm::Function* function() const { return function_; }
  // Ends the function; the buffers in the order of the table.
  std::vector<BufferId> Finish();

  // --- Loops --------------------------------------------------------------------------------------------------------

  // Elements that a vector holds; 1: the code runs for one element at a time.
  int64_t lanes() const { return lanes_; }
  // Bounds of a loop that are known only when the function runs.
  struct Bounds {
    llvm::Value* begin = nullptr;
    llvm::Value* end = nullptr;
  };
  // Emits `body` within the loops, the last of them over vectors of `lanes` elements if `lanes` > 1. `bounds`, if given, are
  // those of the first loop. `narrow_tails`: whether what is left of a vector loop may run in fewer lanes.
  void Loops(const std::vector<NestLoop>& loops, int64_t lanes, const Bounds* bounds, bool narrow_tails,
             const std::function<void()>& body);
  // Emits `body` within loop `number` for [begin, end), part of its range. The code is short: if `lanes` > 1, there is one body
  // of vectors, under a mask.
  void PartOfLoop(int64_t number, int64_t lanes, const Bounds& bounds, const std::function<void()>& body);
  // Makes loops safepoints: they look at the flag `stop` points to about every thousand iterations, and return from the
  // function, which gives nothing, once it is set. Null: they do not.
  void SetStop(llvm::Value* stop) { stop_ = stop; }
  // How many iterations of loops within the body of the next Loops count for one of its own.
  void SetBodyIterations(int64_t iterations) { next_body_iterations_ = iterations; }
  // Emits `body(i)` for i from begin to end, a multiple of `step` apart.
  void CountedLoop(llvm::Value* begin, llvm::Value* end, int64_t step, const std::function<void(llvm::Value*)>& body) {
    Counted(begin, end, step, body);
  }
  // Loops whose numbers of turns multiply to no more than this become straight code, at most that many times over.
  void SetUnrolling(int64_t most_turns) { unrolling_ = most_turns; }
  void SetLoop(int64_t number, llvm::Value* value) { loop_values_[number] = value; }

  // --- Values -------------------------------------------------------------------------------------------------------

  // Elements that roots of the stage at hand compute: they are not read from memory.
  void SetRoots(const std::vector<Root>* roots) { roots_ = roots; }
  // A value in a register, for all indices at which it is read from now on.
  void SetRegister(Value v, Number number) { registers_[v] = number; }
  void ClearRegisters() { registers_.clear(); }

  Number Element(Value v, const Index& index);
  // As Element, but computes `v` even if it is in memory.
  Number Compute(Value v, const Index& index);
  // The element where the source's guards hold, `otherwise` elsewhere.
  Number ElementOf(const Source& source, const Number& otherwise, ElementType type);
  // The results of a function of single elements.
  std::vector<Number> Call(const Body& body, const std::vector<Number>& arguments);

  void Store(Value v, const Index& index, const Number& number);
  Number Load(BufferId buffer, ElementType type, const Affine& offset);
  void StoreTo(BufferId buffer, ElementType type, const Affine& offset, const Number& number);

  // An index as a 64-bit number. REQUIRES: it is the same for all lanes.
  llvm::Value* Scalar(const Affine& a);
  bool DependsOnLanes(const Affine& a) const;
  llvm::Value* Pointer(BufferId buffer);
  // The lanes that count, or null if all do.
  llvm::Value* mask() const { return mask_; }
  // Within `body` only lanes where `mask` holds count. The mask may be of one bit, or of one for each lane.
  void Where(llvm::Value* mask, const std::function<void()>& body);
  llvm::Value* Holds(const std::vector<Guard>& guards);  // null: always

  // A place in the function's frame, made at its start.
  llvm::AllocaInst* Local(llvm::Type* type);
  // Forgets what was computed: for code that does not come after it in every case.
  void Forget() { memo_.clear(); }

 private:
  using Key = std::tuple<const Node*, uint32_t, Index, llvm::Value*>;

  void LoopsFrom(const std::vector<NestLoop>& loops, size_t i, int64_t lanes, const Bounds* bounds, bool narrow_tails,
                 const std::function<void()>& body);
  void Segment(const NestLoop& loop, int64_t from, int64_t to, int64_t lanes, const Bounds* bounds, bool narrow_tails,
               const std::function<void()>& next);
  void VectorSegment(const NestLoop& loop, int64_t from, int64_t to, int64_t lanes, const Bounds* bounds,
                     bool narrow_tails, const std::function<void()>& next);
  bool Unrolled(const NestLoop& loop, int64_t from, int64_t to, int64_t step,
                const std::function<void(llvm::Value*)>& body);
  void Counted(llvm::Value* begin, llvm::Value* end, int64_t step, const std::function<void(llvm::Value*)>& body);
  void PlainLoop(llvm::Value* begin, llvm::Value* end, int64_t step, const std::function<void(llvm::Value*)>& body);
  void Safepoint();
  void InLanes(int64_t number, int64_t lanes, llvm::Value* at, llvm::Value* mask, const std::function<void()>& body);

  Affine OffsetOf(BufferId buffer, Value v, const Index& index) const;
  Number Inside(Value v, const Index& index);
  Number FromSources(const std::vector<Source>& sources, size_t i, ElementType type);
  Number OfIota(const Node& node, const Index& index);
  Number Select(llvm::Value* mask, const Number& yes, const Number& no);
  bool IsRootHere(Value v) const;

  llvm::Value* Lanes(const Affine& a, unsigned bits);
  llvm::Value* TermInLanes(TermId id, unsigned bits);
  llvm::Value* TermScalar(TermId id);
  llvm::Value* DynamicScalar(const Term& term);
  bool FitsInt32(const Affine& a) const;
  llvm::Value* HoldsOne(const Guard& guard);

  struct Address {
    enum class Kind : uint8_t { kScalar, kContiguous, kReversed, kLanes };
    Kind kind = Kind::kScalar;
    llvm::Value* offset = nullptr;  // of lanes: a vector
    Affine first = {};              // of lanes a fixed number apart: that of the first, and
    int64_t stride = 0;             // how many elements apart
  };
  Address AddressOf(const Affine& offset, int64_t scale, int64_t part);
  llvm::Value* LoadPart(BufferId buffer, llvm::Type* type, const Affine& offset, int64_t scale, int64_t part);
  void StorePart(BufferId buffer, llvm::Value* value, const Affine& offset, int64_t scale, int64_t part);
  bool LoadComplex(BufferId buffer, llvm::Type* type, const Affine& offset, Number& number);
  llvm::Value* VectorMask();  // of all lanes; null if all count
  void Annotate(llvm::Instruction* access, BufferId buffer);
  llvm::Constant* LaneNumbersOf(int64_t lanes, unsigned bits, int64_t factor);

  const Target& target_;
  const Plan& plan_;
  llvm::LLVMContext& context_;
  llvm::Function* function_;
  Builder b_;
  llvm::BasicBlock* entry_;
  IndexSpace space_;

  std::vector<BufferId> table_;
  std::map<BufferId, size_t> places_;  // in the table
  std::map<BufferId, llvm::Value*> pointers_;
  std::map<BufferId, llvm::MDNode*> scopes_;
  llvm::MDNode* domain_;
  std::vector<std::pair<llvm::Instruction*, BufferId>> accesses_;

  std::map<int64_t, llvm::Value*> loop_values_;
  int64_t lanes_ = 1;
  int64_t vector_loop_ = -1;
  int64_t unrolling_ = 1;
  llvm::Value* mask_ = nullptr;
  llvm::Value* stop_ = nullptr;
  llvm::BasicBlock* stopped_ = nullptr;  // returns
  int64_t next_body_iterations_ = 1;
  int64_t body_iterations_ = 1;    // of the loops at hand
  int64_t iterations_within_ = 1;  // in one iteration of the loop that is emitted next
  std::map<Key, Number> memo_;
  ValueMap<Number> registers_;
  const std::vector<Root>* roots_ = nullptr;
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_EMITTER_H_
