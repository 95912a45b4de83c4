#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <typeinfo>
#include <utility>
template <class T>
class Vec {
  T* d = nullptr;
  size_t n = 0, c = 0;

 public:
  Vec() = default;
  Vec(std::initializer_list<T> l) {
    for (auto& x : l) push(x);
  }
  Vec(const Vec& o) {
    for (size_t i = 0; i < o.n; i++) push(o.d[i]);
  }
  Vec(Vec&& o) noexcept : d(std::exchange(o.d, nullptr)), n(std::exchange(o.n, 0)), c(std::exchange(o.c, 0)) {}
  ~Vec() {
    for (size_t i = 0; i < n; i++) d[i].~T();
    ::operator delete(d);
  }
  void push(T x) {
    if (n == c) {
      c = c ? 2 * c : 2;
      T* e = static_cast<T*>(::operator new(c * sizeof(T)));
      for (size_t i = 0; i < n; i++) {
        new (e + i) T(std::move(d[i]));
        d[i].~T();
      }
      ::operator delete(d);
      d = e;
    }
    new (d + n++) T(std::move(x));
  }
  T& operator[](size_t i) { return d[i]; }
  size_t size() const { return n; }
};
struct Counter {
  static int live;
  int v;
  Counter(int v) : v(v) { ++live; }
  Counter(const Counter& o) : v(o.v) { ++live; }
  ~Counter() { --live; }
};
int Counter::live = 0;
template <int N>
struct Fib {
  static constexpr int v = Fib<N - 1>::v + Fib<N - 2>::v;
};
template <>
struct Fib<1> {
  static constexpr int v = 1;
};
template <>
struct Fib<0> {
  static constexpr int v = 0;
};
struct A {
  virtual int id() { return 1; }
  virtual ~A() {}
};
struct B : virtual A {
  int id() override { return 2; }
};
struct C : virtual A {};
struct D : B, C {
  int x = 9;
};
static int counter() {
  static int n = 0;
  return ++n;
}
int main() {
  {
    Vec<Counter> v{1, 2, 3};
    Vec<Counter> w = v;
    w.push(4);
    Vec<Counter> z = std::move(w);
    std::printf("%d %zu %d\n", Counter::live, z.size(), z[3].v);
  }
  std::printf("%d %d\n", Counter::live, Fib<20>::v);
  D d;
  A* a = &d;
  std::printf("%d %d %d\n", a->id(), dynamic_cast<D*>(a)->x, dynamic_cast<C*>(a) != nullptr);
  counter();
  counter();
  std::printf("%d %s\n", counter(), typeid(*a) == typeid(D) ? "D" : "?");
  auto l = [n = 5](int x) mutable { return n += x; };
  l(3);
  std::printf("%d\n", l(2));
  int* arr = new int[10]{1, 2, 3};
  std::printf("%d %d\n", arr[2], arr[9]);
  delete[] arr;
  return 0;
}
