#include "cpu/codegen/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace cppjrt::cpu::codegen {
namespace {

// Loops of the batch dimensions are numbered from 0, that of the columns (or rows) of a right side by this.
constexpr int64_t kAcross = 64;

class LinearAlgebra {
 public:
  LinearAlgebra(Emitter& e, const Node& node)
      : e_(e), b_(e.builder()), node_(node), attrs_(node.attr<LinearAlgebraAttrs>()) {
    const Dims& dims = node.operands[0].dims();
    rows_ = static_cast<size_t>(dims[dims.size() - 2]);
    columns_ = static_cast<size_t>(dims[dims.size() - 1]);
    for (size_t d = 0; d + 2 < dims.size(); ++d) {
      batch_.push_back(e.space().Loop(static_cast<int64_t>(d), dims[d]));
      if (dims[d] != 1) loops_.push_back({static_cast<int64_t>(d), dims[d], {}});
    }
  }

  void Emit() {
    if (attrs_.kind == LinearAlgebraKind::kTriangularSolve) {
      Solve();
      return;
    }
    e_.Loops(loops_, LanesOf(loops_), nullptr, true, [&] {
      e_.Forget();
      if (attrs_.kind == LinearAlgebraKind::kLu) {
        Lu();
      } else {
        Cholesky();
      }
    });
  }

 private:
  using Matrix = std::vector<llvm::Value*>;  // row by row

  // Vectors along the last loop.
  int64_t LanesOf(const std::vector<NestLoop>& loops) const {
    if (loops.empty()) return 1;
    int64_t lanes = e_.target().vector_bytes / stablehlo::ElementBytes(node_.shape().type);
    while (lanes > 1 && lanes > loops.back().extent) lanes /= 2;
    return lanes;
  }

  // --- Arithmetic on numbers of one lane or all ---------------------------------------------------------------------

  template <typename... V>
  void Alike(V*&... values) {
    Unify(b_, {&values...});
  }
  llvm::Value* MinusProduct(llvm::Value* sum, llvm::Value* x, llvm::Value* y) {  // sum - x * y
    Alike(sum, x, y);
    if (!e_.target().fma) return b_.CreateFSub(sum, b_.CreateFMul(x, y));
    return b_.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {b_.CreateFNeg(x), y, sum});
  }
  llvm::Value* Divide(llvm::Value* x, llvm::Value* y) {
    Alike(x, y);
    return b_.CreateFDiv(x, y);
  }
  llvm::Value* Abs(llvm::Value* x) { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }
  static llvm::Value* RealLike(llvm::Value* x, double value) { return llvm::ConstantFP::get(x->getType(), value); }
  // An i32 with as many lanes as `like`.
  llvm::Value* Number32(llvm::Value* like, size_t value) {
    return llvm::ConstantInt::get(Like(b_.getInt32Ty(), like->getType()), value);
  }

  // --- Memory -------------------------------------------------------------------------------------------------------

  Index At(size_t i, size_t j) const {
    Index index = batch_;
    index.emplace_back(static_cast<int64_t>(i));
    index.emplace_back(static_cast<int64_t>(j));
    return index;
  }
  Value Result(uint32_t i) const { return {const_cast<Node*>(&node_), i}; }
  Matrix Load() {
    Matrix a;
    for (size_t i = 0; i < rows_; ++i) {
      for (size_t j = 0; j < columns_; ++j) a.push_back(e_.Element(node_.operands[0], At(i, j)).real);
    }
    return a;
  }
  void Store(const Matrix& a) {
    for (size_t i = 0; i < rows_; ++i) {
      for (size_t j = 0; j < columns_; ++j) e_.Store(Result(0), At(i, j), {a[i * columns_ + j], nullptr});
    }
  }

  // --- Factorisations -----------------------------------------------------------------------------------------------

  // With a row exchange for each column: the largest element of the column, the first of equal ones, comes to the diagonal.
  void Lu() {
    Matrix a = Load();
    const size_t steps = std::min(rows_, columns_);
    llvm::Value* info = Number32(a[0], 0);
    std::vector<llvm::Value*> pivots;
    for (size_t k = 0; k < steps; ++k) {
      pivots.push_back(ExchangeRows(a, k));
      llvm::Value* pivot = a[k * columns_ + k];
      llvm::Value* is_zero = b_.CreateFCmpOEQ(pivot, RealLike(pivot, 0));
      llvm::Value* first = b_.CreateAnd(is_zero, b_.CreateICmpEQ(info, Number32(info, 0)));
      info = b_.CreateSelect(first, Number32(info, k + 1), info);
      for (size_t r = k + 1; r < rows_; ++r) {
        llvm::Value*& below = a[r * columns_ + k];
        below = b_.CreateSelect(is_zero, below, b_.CreateFDiv(below, pivot));
        for (size_t j = k + 1; j < columns_; ++j) {
          a[r * columns_ + j] = MinusProduct(a[r * columns_ + j], below, a[k * columns_ + j]);
        }
      }
    }
    Store(a);
    for (size_t k = 0; k < steps; ++k) {
      Index at = batch_;
      at.emplace_back(static_cast<int64_t>(k));
      e_.Store(Result(1), at, {pivots[k], nullptr});
    }
    e_.Store(Result(2), batch_, {info, nullptr});
  }

  // The number of the row that row k changed places with, from 1.
  llvm::Value* ExchangeRows(Matrix& a, size_t k) {
    llvm::Value* largest = Abs(a[k * columns_ + k]);
    llvm::Value* which = Number32(largest, k);
    for (size_t r = k + 1; r < rows_; ++r) {
      llvm::Value* other = Abs(a[r * columns_ + k]);
      llvm::Value* larger = b_.CreateFCmpOGT(other, largest);
      largest = b_.CreateSelect(larger, other, largest);
      which = b_.CreateSelect(larger, Number32(largest, r), which);
    }
    const Matrix before(a.begin() + static_cast<std::ptrdiff_t>(k * columns_),
                        a.begin() + static_cast<std::ptrdiff_t>((k + 1) * columns_));
    for (size_t r = k + 1; r < rows_; ++r) {
      llvm::Value* this_one = b_.CreateICmpEQ(which, Number32(which, r));
      for (size_t j = 0; j < columns_; ++j) {
        llvm::Value*& top = a[k * columns_ + j];
        llvm::Value*& low = a[r * columns_ + j];
        top = b_.CreateSelect(this_one, low, top);
        low = b_.CreateSelect(this_one, before[j], low);
      }
    }
    return b_.CreateAdd(which, Number32(which, 1));
  }

  void Cholesky() {
    Matrix a = Load();
    // Of an upper triangle the transpose is worked on.
    const auto at = [&](size_t i, size_t j) -> llvm::Value*& {
      return attrs_.lower ? a[i * columns_ + j] : a[j * columns_ + i];
    };
    llvm::Value* info = Number32(a[0], 0);
    for (size_t j = 0; j < rows_; ++j) {
      llvm::Value* pivot = at(j, j);
      for (size_t k = 0; k < j; ++k) pivot = MinusProduct(pivot, at(j, k), at(j, k));
      llvm::Value* positive = b_.CreateFCmpOGT(pivot, RealLike(pivot, 0));
      llvm::Value* first = b_.CreateAnd(b_.CreateNot(positive), b_.CreateICmpEQ(info, Number32(info, 0)));
      info = b_.CreateSelect(first, Number32(info, j + 1), info);
      llvm::Value* root = b_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, pivot);
      at(j, j) = root;
      for (size_t i = j + 1; i < rows_; ++i) {
        llvm::Value* sum = at(i, j);
        for (size_t k = 0; k < j; ++k) sum = MinusProduct(sum, at(i, k), at(j, k));
        at(i, j) = Divide(sum, root);
      }
    }
    if (attrs_.clears) Clear(a, info);
    Store(a);
    if (node_.shapes.size() > 1) e_.Store(Result(1), batch_, {info, nullptr});
  }

  void Clear(Matrix& a, llvm::Value* info) {
    llvm::Value* is_good = b_.CreateICmpEQ(info, Number32(info, 0));
    for (size_t i = 0; i < rows_; ++i) {
      for (size_t j = 0; j < columns_; ++j) {
        llvm::Value*& element = a[i * columns_ + j];
        if (attrs_.lower ? j > i : j < i) element = RealLike(element, 0);
        element = b_.CreateSelect(is_good, element, RealLike(element, NAN));
      }
    }
  }

  // --- Triangular systems -------------------------------------------------------------------------------------------

  // One column of the right side at a time (or row, if the triangle stands right), in vectors along a row.
  void Solve() {
    const Dims& dims = node_.shape().dims;
    const int64_t across = dims[dims.size() - (attrs_.left ? 1 : 2)];
    const Affine column = e_.space().Loop(kAcross, across);
    std::vector<NestLoop> loops = loops_;
    if (across != 1) loops.push_back({kAcross, across, {}});
    e_.Loops(loops, LanesOf(loops), nullptr, true, [&] {
      e_.Forget();
      SolveOne(column);
    });
  }

  void SolveOne(const Affine& column) {
    const bool transposed = attrs_.transposed != !attrs_.left;
    const bool forward = attrs_.lower != transposed;
    const auto factor = [&](size_t i, size_t j) {
      return e_.Element(node_.operands[0], transposed ? At(j, i) : At(i, j)).real;
    };
    const auto place = [&](size_t i) {
      Index index = batch_;
      const Affine row(static_cast<int64_t>(i));
      index.push_back(attrs_.left ? row : column);
      index.push_back(attrs_.left ? column : row);
      return index;
    };
    const size_t n = rows_;
    const auto nth = [&](size_t step) { return forward ? step : n - 1 - step; };
    std::vector<llvm::Value*> x(n, nullptr);
    for (size_t step = 0; step < n; ++step) {
      const size_t i = nth(step);
      llvm::Value* sum = e_.Element(node_.operands[1], place(i)).real;
      for (size_t done = 0; done < step; ++done) sum = MinusProduct(sum, factor(i, nth(done)), x[nth(done)]);
      x[i] = attrs_.unit_diagonal ? sum : Divide(sum, factor(i, i));
    }
    for (size_t i = 0; i < n; ++i) e_.Store(Result(0), place(i), {x[i], nullptr});
  }

  Emitter& e_;
  Builder& b_;
  const Node& node_;
  const LinearAlgebraAttrs& attrs_;
  size_t rows_ = 0;
  size_t columns_ = 0;
  Index batch_;
  std::vector<NestLoop> loops_;
};

}  // namespace

void EmitLinearAlgebra(Emitter& e, const Node& node) { LinearAlgebra(e, node).Emit(); }

}  // namespace cppjrt::cpu::codegen
