// Red-black trees and lists against plain arrays: many insertions and removals; the order, both ways.
#include <cstdio>
#include <list>
#include <map>
#include <set>
static unsigned long state = 5;
static unsigned next(unsigned below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % below;
}
int main() {
  std::set<int> set;
  std::multimap<int, int> map;
  bool is_in[64] = {};
  int wrong = 0;
  for (int i = 0; i < 400; i++) {
    const int key = (int)next(64);
    if (next(i < 200 ? 4 : 2) != 0) {
      set.insert(key);
      is_in[key] = true;
      map.emplace(key % 9, i);
    } else {
      set.erase(key);
      is_in[key] = false;
      if (auto at = map.find(key % 9); at != map.end()) map.erase(at);
    }
    if (i % 20 != 0) continue;
    auto at = set.begin();
    for (int k = 0; k < 64; k++)
      if (is_in[k]) wrong += at == set.end() || *at++ != k;
    wrong += at != set.end();
    for (int k = 64; k-- > 0;)
      if (is_in[k]) wrong += *--at != k;
    const std::multimap<int, int>& fixed = map;
    for (auto it = fixed.end(); it != fixed.begin();) std::printf("%d ", (--it)->second);
  }
  std::list<int> a, b;
  for (int i = 0; i < 60; i++) {
    if (next(2))
      a.push_front(i);
    else
      a.push_back(i);
    if (i % 7 == 0) b.splice(b.begin(), a);
    if (i % 5 == 0 && !b.empty()) b.erase(b.begin());
  }
  a.sort();
  b.sort();
  b.merge(a);
  b.reverse();
  for (int i : b) std::printf("%d,", i);
  return wrong;
}
