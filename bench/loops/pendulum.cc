// What is forced to be in sequence is the state alone: the drive depends on the time only, so its cosines are taken ahead,
// many at once, and two of the four sines of a step are in the chain of dependences.
#include <cstddef>
#include <vector>

#include "bench/loops/by_hand.h"
#include "bench/loops/short_math.h"

namespace cppjrt::bench {
namespace {

constexpr int kOuter = 1000;
constexpr int kInner = 10;
constexpr int kSteps = kOuter * kInner;

// Drive at the beginning, the middle and the end of each step.
struct Drives {
  std::vector<float> first = std::vector<float>(kSteps);
  std::vector<float> middle = std::vector<float>(kSteps);
  std::vector<float> last = std::vector<float>(kSteps);
  float end = 0;  // the time after all steps
};

void FillDrives(float drive, float dt, Drives* drives) {
  float time = 0;
  for (int i = 0; i < kSteps; ++i) {
    drives->first[static_cast<size_t>(i)] = time;
    time += dt;
  }
  drives->end = time;
  float* __restrict__ first = drives->first.data();
  float* __restrict__ middle = drives->middle.data();
  float* __restrict__ last = drives->last.data();
  for (int i = 0; i < kSteps; ++i) {
    const float t = first[i];
    first[i] = drive * ShortCos(0.7F * t);
    middle[i] = drive * ShortCos(0.7F * (t + dt / 2));
    last[i] = drive * ShortCos(0.7F * (t + dt));
  }
}

}  // namespace

void PendulumByHand(float angle, float speed, float drive, float dt, PendulumResult* result) {
  static Drives drives;
  FillDrives(drive, dt, &drives);
  const float half = dt / 2;
  size_t step = 0;
  for (int i = 0; i < kOuter; ++i) {
    for (int j = 0; j < kInner; ++j, ++step) {
      const float a1 = -ShortSin(angle) - 0.1F * speed + drives.first[step];
      const float v2 = speed + half * a1;
      const float a2 = -ShortSin(angle + half * speed) - 0.1F * v2 + drives.middle[step];
      const float v3 = speed + half * a2;
      const float a3 = -ShortSin(angle + half * v2) - 0.1F * v3 + drives.middle[step];
      const float v4 = speed + dt * a3;
      const float a4 = -ShortSin(angle + dt * v3) - 0.1F * v4 + drives.last[step];
      angle += dt / 6 * (speed + 2 * v2 + 2 * v3 + v4);
      speed += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    result->angles[i] = angle;
  }
  result->angle = angle;
  result->speed = speed;
  result->time = drives.end;
}

}  // namespace cppjrt::bench
