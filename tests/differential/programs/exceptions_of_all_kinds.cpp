#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
struct A {
  virtual ~A() {}
  int a = 1;
};
struct B {
  virtual ~B() {}
  int b = 2;
};
struct C : A, B {
  int c = 3;
};
struct V : virtual A {
  int v = 4;
};
struct W : V, virtual A {
  int w = 5;
};
struct Private : private std::runtime_error {
  Private() : std::runtime_error("private") {}
};
struct Throws {
  bool armed;
  ~Throws() noexcept(false) {
    if (armed) throw std::logic_error("from a destructor");
  }
};
struct Member {
  Member(int n) {
    if (n > 2) throw n;
    std::printf("member %d\n", n);
  }
  ~Member() { std::printf("~member\n"); }
};
struct Whole {
  Member one, two;
  Whole(int n) try : one(1), two(n) { std::puts("whole"); } catch (int x) {
    std::printf("function try %d\n", x);
  }
};
template <class F>
void attempt(const char* name, F f) {
  try {
    f();
    std::printf("%s: nothing\n", name);
  } catch (const B& b) {
    std::printf("%s: B %d\n", name, b.b);
  } catch (const A& a) {
    std::printf("%s: A %d\n", name, a.a);
  } catch (A* a) {
    std::printf("%s: A* %d\n", name, a->a);
  } catch (const char* s) {
    std::printf("%s: %s\n", name, s);
  } catch (void* p) {
    std::printf("%s: void* %d\n", name, p != nullptr);
  } catch (unsigned char c) {
    std::printf("%s: char %c\n", name, c);
  } catch (const std::exception& e) {
    std::printf("%s: exception %s\n", name, e.what());
  } catch (std::function<int()>& g) {
    std::printf("%s: function %d\n", name, g());
  } catch (...) {
    std::printf("%s: something\n", name);
  }
}
static int deep(int n) {
  std::string local(30, 'x');
  return n == 0 ? throw std::range_error("deep") : deep(n - 1) + (int)local.size();
}
int main() {
  static C c;
  static W w;
  attempt("C", [] { throw c; });
  attempt("W", [] { throw w; });
  attempt("C*", [] { throw &c; });
  attempt("W*", [] { throw static_cast<V*>(&w); });
  attempt("int*", [] {
    static int i;
    throw &i;
  });
  attempt("const char*", [] { throw "text"; });
  attempt("char", [] { throw(unsigned char) 'z'; });
  attempt("long", [] { throw 5L; });
  attempt("Private", [] { throw Private(); });
  attempt("deep", [] { deep(20); });
  attempt("at", [] { std::vector<int>(3).at(7); });
  attempt("map", [] { std::map<int, int>().at(1); });
  attempt("substr", [] { std::string("abc").substr(9); });
  attempt("stoi", [] { std::stoi("x"); });
  attempt("function", [] { std::function<void()>()(); });
  attempt("length", [] { std::vector<int>().reserve(-1); });
  attempt("lambda", [] { throw std::function<int()>([] { return 9; }); });
  attempt("cast", [] {
    A& a = c;
    (void)dynamic_cast<W&>(a);
  });
  attempt("destructor", [] { Throws t{true}; });
  attempt("member", [] { Whole x(3); });
  attempt("member ok", [] { Whole x(2); });
  std::exception_ptr kept;
  try {
    throw std::out_of_range("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  for (int i = 0; i < 2; i++) try {
      std::rethrow_exception(kept);
    } catch (std::logic_error& e) {
      std::printf("%s %d\n", e.what(), std::uncaught_exceptions());
    }
  try {
    try {
      throw 1;
    } catch (int i) {
      try {
        throw i + 1;
      } catch (int j) {
        std::printf("%d %d\n", i, j);
        throw;
      }
    }
  } catch (int k) {
    std::printf("outer %d\n", k);
  }
  try {
    std::throw_with_nested(std::runtime_error("nested"));
  } catch (std::exception& e) {
    std::printf("%s\n", e.what());
  }
  for (int i = 0; i < 5; i++) {
    try {
      if (i == 1) continue;
      if (i == 3) break;
      throw i;
    } catch (int n) {
      std::printf("loop %d\n", n);
    }
  }
  std::list<std::string> names;
  try {
    for (int i = 0;; i++) {
      names.push_back(std::string(i, 'a'));
      if (i == 4) throw names;
    }
  } catch (std::list<std::string>& l) {
    std::printf("%zu %s\n", l.size(), l.back().c_str());
  }
  std::fflush(stdout);
  return 7;
}
