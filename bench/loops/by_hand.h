// The loop programs of the suite as one would write them in C++ for this machine: what a compiler is measured by.
#ifndef CPPJRT_BENCH_LOOPS_BY_HAND_H_
#define CPPJRT_BENCH_LOOPS_BY_HAND_H_

namespace cppjrt::bench {

// Arrays are dense and row-major. Arguments and results are those of the programs, in their order.

// pendulum_rk4_10k: a damped driven pendulum, 1000 times 10 steps of Runge and Kutta.
struct PendulumResult {
  float angle, speed, time;
  float angles[1000];
};
void PendulumByHand(float angle, float speed, float drive, float dt, PendulumResult* result);

// lstm_scan_512_h64: 512 steps of a cell of 64 units with 32 inputs. `weights` is [96][256], gates i, g, f, o.
struct LstmResult {
  float hidden[64], cell[64], outputs[512][64];
};
void LstmByHand(const float* inputs, const float* weights, const float* bias, const float* hidden, const float* cell,
                LstmResult* result);

// kalman_1000: six states, three measurements, 1000 steps.
struct KalmanResult {
  float state[6], covariance[6][6], states[1000][6];
};
void KalmanByHand(const float* transition, const float* observation, const float* process_noise,
                  const float* measurement_noise, const float* measurements, KalmanResult* result);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_LOOPS_BY_HAND_H_
