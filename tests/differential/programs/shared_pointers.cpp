#include <bitset>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <vector>
struct Node {
  int v;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
  ~Node() { std::printf("~%d ", v); }
};
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Circle : Shape {
  double r;
  Circle(double r) : r(r) {}
  double area() const override { return 3 * r * r; }
};
struct Rect : virtual Shape {
  double w, h;
  Rect(double w, double h) : w(w), h(h) {}
  double area() const override { return w * h; }
};
int main() {
  auto a = std::make_shared<Node>();
  a->v = 1;
  a->next = std::make_shared<Node>();
  a->next->v = 2;
  a->next->back = a;
  std::printf("%ld %d\n", a.use_count(), a->next->back.lock()->v);
  a.reset();
  std::puts("");
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(2));
  shapes.emplace_back(new Rect(3, 4));
  double t = 0;
  for (auto& s : shapes) {
    t += s->area();
    if (auto* r = dynamic_cast<Rect*>(s.get())) std::printf("rect %g\n", r->w);
  }
  std::printf("%g\n", t);
  std::deque<int> d;
  for (int i = 0; i < 300; i++) {
    d.push_back(i);
    if (i % 3 == 0) d.pop_front();
  }
  std::printf("%zu %d %d\n", d.size(), d.front(), d[50]);
  std::priority_queue<int> q;
  for (int i : {3, 1, 4, 1, 5, 9, 2, 6}) q.push(i);
  while (!q.empty()) {
    std::printf("%d ", q.top());
    q.pop();
  }
  std::puts("");
  std::stack<int> st;
  st.push(1);
  st.push(2);
  std::bitset<40> bs(0b1011);
  bs.set(39);
  std::printf("%d %zu %s\n", st.top(), bs.count(), bs.to_string().c_str());
  std::map<std::string, std::vector<int>> m;
  m["b"].push_back(1);
  m["a"].push_back(2);
  m["b"].push_back(3);
  for (auto& [k, v] : m) std::printf("%s:%zu ", k.c_str(), v.size());
  std::multiset<int> ms{1, 1, 2};
  std::printf("%zu\n", ms.count(1));
  return 0;
}
