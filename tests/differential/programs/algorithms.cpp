#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <vector>
using Graph = std::vector<std::vector<std::pair<int, int>>>;
static std::vector<int> dijkstra(const Graph& g, int from) {
  std::vector<int> d(g.size(), 1 << 30);
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> q;
  q.push({d[from] = 0, from});
  while (!q.empty()) {
    auto [c, v] = q.top();
    q.pop();
    if (c > d[v]) continue;
    for (auto [to, w] : g[v])
      if (c + w < d[to]) q.push({d[to] = c + w, to});
  }
  return d;
}
template <class... T>
static int sum(T... t) {
  return (t + ... + 0);
}
struct Matrix {
  std::array<std::array<uint64_t, 2>, 2> m{};
  Matrix operator*(const Matrix& o) const {
    Matrix r;
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++) r.m[i][j] += m[i][k] * o.m[k][j];
    return r;
  }
};
class Iter {
  int n;

 public:
  explicit Iter(int n) : n(n) {}
  int operator*() const { return n * n; }
  Iter& operator++() {
    ++n;
    return *this;
  }
  bool operator!=(const Iter& o) const { return n != o.n; }
};
struct Range {
  int a, b;
  Iter begin() const { return Iter(a); }
  Iter end() const { return Iter(b); }
};
int main() {
  Graph g(6);
  int s = 1;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      if (i != j && (s = s * 31 % 101) % 3) g[i].push_back({j, s});
  for (int x : dijkstra(g, 0)) std::printf("%d ", x);
  std::puts("");
  Matrix f;
  f.m = {{{1, 1}, {1, 0}}};
  Matrix r;
  r.m[0][0] = r.m[1][1] = 1;
  for (int n = 50; n; n >>= 1, f = f * f)
    if (n & 1) r = r * f;
  std::printf("%lu %d %ld\n", r.m[0][1], sum(1, 2, 3, 4), std::gcd(84L, 36L));
  for (int x : Range{1, 6}) std::printf("%d,", x);
  std::vector<std::tuple<int, std::string>> t{{3, "c"}, {1, "a"}, {2, "b"}};
  std::stable_sort(t.begin(), t.end());
  for (auto& [n, x] : t) std::printf(" %d%s", n, x.c_str());
  std::set<std::string> u{"x", "y", "x"};
  std::printf(" %zu\n", u.size());
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 1);
  std::rotate(v.begin(), v.begin() + 7, v.end());
  std::nth_element(v.begin(), v.begin() + 5, v.end());
  std::partial_sum(v.begin(), v.end(), v.begin());
  std::printf("%d %d %d\n", v.back(), (int)std::count_if(v.begin(), v.end(), [](int x) { return x % 2; }),
              *std::max_element(v.begin(), v.end()));
  std::string w;
  std::next_permutation(w.begin(), w.end());
  std::map<char, int> h;
  for (char c : std::string("mississippi")) h[c]++;
  for (auto [c, n] : h) std::printf("%c%d", c, n);
  std::puts("");
  return 0;
}
