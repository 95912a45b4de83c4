#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct Noisy {
  int n;
  explicit Noisy(int n) : n(n) { std::printf("+%d\n", n); }
  ~Noisy() { std::printf("-%d\n", n); }
};
struct MyError : std::runtime_error {
  int code;
  MyError(int c) : std::runtime_error("my error"), code(c) {}
};
static int f(int n) {
  Noisy a(n);
  if (n == 3) throw 42;
  if (n == 4) throw MyError(7);
  if (n == 5) throw std::out_of_range("range");
  if (n == 6) throw "text";
  return n;
}
struct Base {
  virtual ~Base() {}
  virtual const char* what() const { return "base"; }
};
struct Derived : Base {
  const char* what() const override { return "derived"; }
};
static void nested() {
  try {
    try {
      throw Derived();
    } catch (Base& b) {
      std::printf("inner %s\n", b.what());
      throw;
    }
  } catch (Derived& d) {
    std::printf("outer %s\n", d.what());
  }
}
static int fin() noexcept {
  try {
    throw 1;
  } catch (...) {
    return 5;
  }
}
int main() {
  for (int i = 2; i < 7; i++) {
    Noisy outer(i * 10);
    try {
      std::printf("%d\n", f(i));
    } catch (int x) {
      std::printf("int %d\n", x);
    } catch (MyError& e) {
      std::printf("mine %s %d\n", e.what(), e.code);
    } catch (std::exception& e) {
      std::printf("std %s\n", e.what());
    } catch (...) {
      std::printf("other\n");
    }
  }
  nested();
  std::printf("%d\n", fin());
  try {
    std::vector<int> v(3);
    v.at(5) = 1;
  } catch (std::out_of_range& e) {
    std::printf("caught at\n");
  }
  try {
    std::unique_ptr<Noisy> p(new Noisy(99));
    throw std::string("str");
  } catch (const std::string& s) {
    std::printf("%s\n", s.c_str());
  }
  auto e = std::make_exception_ptr(5);
  (void)e;
  return 0;
}
