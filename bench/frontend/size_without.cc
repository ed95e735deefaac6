// The rest of size_with.cc.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "/dev/stdin", std::ios::binary);
  const std::string program(std::istreambuf_iterator<char>(file), {});
  std::cout << program;
  std::cerr << program.size();
  return 0;
}
