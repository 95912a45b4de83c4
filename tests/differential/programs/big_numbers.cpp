#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
struct Big {
  std::vector<uint32_t> d;
  Big(uint64_t v = 0) {
    while (v) {
      d.push_back(v % 1000000000);
      v /= 1000000000;
    }
  }
  Big operator*(const Big& o) const {
    Big r;
    r.d.assign(d.size() + o.d.size(), 0);
    for (size_t i = 0; i < d.size(); i++) {
      uint64_t c = 0;
      for (size_t j = 0; j < o.d.size() || c; j++) {
        uint64_t x = r.d[i + j] + c + (j < o.d.size() ? (uint64_t)d[i] * o.d[j] : 0);
        r.d[i + j] = x % 1000000000;
        c = x / 1000000000;
      }
    }
    while (!r.d.empty() && !r.d.back()) r.d.pop_back();
    return r;
  }
  std::string str() const {
    if (d.empty()) return "0";
    std::string s = std::to_string(d.back());
    char b[16];
    for (size_t i = d.size() - 1; i-- > 0;) {
      std::snprintf(b, sizeof b, "%09u", d[i]);
      s += b;
    }
    return s;
  }
};
int main() {
  Big f(1);
  for (int i = 2; i <= 30; i++) f = f * Big(i);
  std::printf("30! = %s\n", f.str().c_str());
  std::vector<std::string> v{"pear", "fig", "apple"};
  std::sort(v.begin(), v.end(), [](auto& a, auto& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  for (auto& s : v) std::printf("%s ", s.c_str());
  std::puts("");
  return 0;
}
