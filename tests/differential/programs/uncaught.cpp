#include <cstdio>
#include <stdexcept>
int main(int argc, char** argv) {
  std::fflush(stdout);
  if (argc > 5) return 1;
  throw std::runtime_error("boom");
}
