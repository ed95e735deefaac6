// The inputs' part of the gates does not depend on the state: one product before the loop. In the loop the 256 gates are
// sums in registers while the 64 rows of the state's weights go by.
#include <cstring>
#include <vector>

#include "bench/loops/by_hand.h"
#include "bench/loops/short_math.h"

namespace cppjrt::bench {
namespace {

constexpr int kSteps = 512;
constexpr int kInputs = 32;
constexpr int kUnits = 64;
constexpr int kGates = 4 * kUnits;
constexpr int kLanes = 16;
constexpr int kVectors = kGates / kLanes;

using Vector = float __attribute__((vector_size(kLanes * sizeof(float)), aligned(4)));

// gates[kGates] += values[n] · rows[n][kGates].
inline void AddProduct(const float* values, int n, const float* rows, float* gates) {
  Vector sums[kVectors];
  std::memcpy(sums, gates, sizeof sums);
  for (int k = 0; k < n; ++k) {
    const Vector* row = reinterpret_cast<const Vector*>(rows + k * kGates);
    for (int j = 0; j < kVectors; ++j) sums[j] += values[k] * row[j];
  }
  std::memcpy(gates, sums, sizeof sums);
}

}  // namespace

void LstmByHand(const float* inputs, const float* weights, const float* bias, const float* hidden, const float* cell,
                LstmResult* result) {
  static std::vector<float> projected(kSteps * kGates);
  for (int t = 0; t < kSteps; ++t) {
    float* gates = projected.data() + t * kGates;
    std::memcpy(gates, bias, kGates * sizeof(float));
    AddProduct(inputs + t * kInputs, kInputs, weights, gates);
  }
  alignas(64) float h[kUnits];
  alignas(64) float c[kUnits];
  std::memcpy(h, hidden, sizeof h);
  std::memcpy(c, cell, sizeof c);
  for (int t = 0; t < kSteps; ++t) {
    alignas(64) float gates[kGates];
    std::memcpy(gates, projected.data() + t * kGates, sizeof gates);
    AddProduct(h, kUnits, weights + kInputs * kGates, gates);
    for (int i = 0; i < kUnits; ++i) {
      const float kept = ShortSigmoid(gates[2 * kUnits + i] + 1.0F) * c[i];
      c[i] = kept + ShortSigmoid(gates[i]) * ShortTanh(gates[kUnits + i]);
      h[i] = ShortSigmoid(gates[3 * kUnits + i]) * ShortTanh(c[i]);
    }
    std::memcpy(result->outputs[t], h, sizeof h);
  }
  std::memcpy(result->hidden, h, sizeof h);
  std::memcpy(result->cell, c, sizeof c);
}

}  // namespace cppjrt::bench
