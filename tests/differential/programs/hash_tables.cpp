#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
int main() {
  std::unordered_map<int, int> m;
  for (int i = 0; i < 50; i++) m[i * 37 % 101] += i;
  long s = 0;
  for (auto& [k, v] : m) s += k * v;
  std::printf("%zu %ld %d\n", m.size(), s, m.count(37) ? m[37] : -1);
  std::unordered_map<std::string, int> w;
  for (const char* x : {"a", "bb", "a", "ccc", "bb", "a"}) ++w[x];
  std::printf("%d %d %d\n", w["a"], w["bb"], w["ccc"]);
  std::unordered_set<long> u{1, 2, 3, 2};
  u.erase(2);
  std::printf("%zu %d\n", u.size(), (int)u.count(3));
  m.clear();
  m.rehash(100);
  return (int)m.bucket_count() % 256;
}
