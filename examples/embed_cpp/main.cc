// Recognises a handwritten digit with a model exported from JAX (../digits/train.py): embed_cpp digits.mlirbc
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "pjrt/pjrt.h"

// Brightness 0 to 9 of 8 x 8 pixels; the model wants 0 to 16.
constexpr char kImage[] =
    "00280000"
    "00780000"
    "03910000"
    "08700000"
    "09988500"
    "09923960"
    "03930590"
    "00299920";

pjrt::StatusOr<int> Classify(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string program{std::istreambuf_iterator<char>(file), {}};
  std::vector<float> image;
  for (const char* pixel = kImage; *pixel != '\0'; ++pixel) image.push_back(static_cast<float>(*pixel - '0') * 16 / 9);

  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(CPU_PLUGIN));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable model, client.Compile({program}));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer argument, client.Upload<float>(image, std::array<int64_t, 2>{8, 8}));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> results, model.Execute({&argument}));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<float> probabilities, results[0].ToVector<float>());
  return static_cast<int>(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

int main(int argc, char** argv) {
  const pjrt::StatusOr<int> digit = Classify(argc > 1 ? argv[1] : "digits.mlirbc");
  if (!digit.ok()) {
    std::fprintf(stderr, "%s\n", digit.status().ToString().c_str());
    return 1;
  }
  std::printf("this is a %d\n", *digit);
  return 0;
}
