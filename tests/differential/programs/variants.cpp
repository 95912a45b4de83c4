#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>
using V = std::variant<int, double, std::string>;
template <class... T>
struct over : T... {
  using T::operator()...;
};
template <class... T>
over(T...) -> over<T...>;
static std::optional<int> parse(std::string_view s) {
  int n = 0;
  for (char c : s) {
    if (c < '0' || c > '9') return std::nullopt;
    n = n * 10 + c - '0';
  }
  return n;
}
int main() {
  std::vector<V> vs{1, 2.5, std::string("three")};
  for (auto& v : vs)
    std::visit(over{[](int i) { std::printf("int %d\n", i); }, [](double d) { std::printf("double %g\n", d); },
                    [](const std::string& s) { std::printf("string %s\n", s.c_str()); }},
               v);
  std::printf("%d %d\n", parse("123").value_or(-1), parse("12x").value_or(-1));
  std::function<int(int)> fact = [&](int n) { return n < 2 ? 1 : n * fact(n - 1); };
  std::printf("%d\n", fact(10));
  std::array<int, 5> a{5, 3, 1, 4, 2};
  std::sort(a.begin(), a.end(), std::greater<>());
  for (int i : a) std::printf("%d ", i);
  auto [x, y] = std::make_tuple(1, std::string("two"));
  std::printf("%d %s %d\n", x, y.c_str(), std::accumulate(a.begin(), a.end(), 0));
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 0);
  v.erase(std::remove_if(v.begin(), v.end(), [](int i) { return i % 3 == 0; }), v.end());
  for (int i : v) std::printf("%d", i);
  std::puts("");
  std::string s = "hello";
  s += ' ';
  s.append(3, 'x').insert(0, ">>");
  s.replace(2, 1, "J");
  std::printf("%s %zu %zu\n", s.c_str(), s.find("lo"), s.rfind('x'));
  std::string big;
  for (int i = 0; i < 20; i++) big += std::to_string(i) + ",";
  std::printf("%s %d\n", big.c_str(), std::stoi("42"));
  std::printf("%s\n", s.substr(3, 4).c_str());
  auto it = std::lower_bound(v.begin(), v.end(), 5);
  std::printf("%ld %d\n", it - v.begin(), std::min({4, 2, 8}));
  std::reverse(s.begin(), s.end());
  std::puts(s.c_str());
  try {
    std::get<int>(vs[1]);
  } catch (std::bad_variant_access&) {
    std::puts("bad");
  }
  return 0;
}
