#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
class Expr {
 public:
  virtual ~Expr() = default;
  virtual double eval(const std::map<std::string, double>&) const = 0;
};
class Num : public Expr {
  double v;

 public:
  explicit Num(double v) : v(v) {}
  double eval(const std::map<std::string, double>&) const override { return v; }
};
class Var : public Expr {
  std::string n;

 public:
  explicit Var(std::string n) : n(std::move(n)) {}
  double eval(const std::map<std::string, double>& e) const override {
    auto it = e.find(n);
    if (it == e.end()) throw std::runtime_error("unknown " + n);
    return it->second;
  }
};
class Bin : public Expr {
  char o;
  std::unique_ptr<Expr> l, r;

 public:
  Bin(char o, std::unique_ptr<Expr> l, std::unique_ptr<Expr> r) : o(o), l(std::move(l)), r(std::move(r)) {}
  double eval(const std::map<std::string, double>& e) const override {
    double a = l->eval(e), b = r->eval(e);
    switch (o) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      default:
        if (b == 0) throw std::domain_error("division by zero");
        return a / b;
    }
  }
};
struct Parser {
  std::string s;
  size_t i = 0;
  std::unique_ptr<Expr> prim() {
    while (s[i] == ' ') i++;
    if (s[i] == '(') {
      i++;
      auto e = sum();
      if (s[i] != ')') throw std::invalid_argument("expected )");
      i++;
      return e;
    }
    if (isdigit(s[i])) {
      size_t n;
      double v = std::stod(s.substr(i), &n);
      i += n;
      return std::make_unique<Num>(v);
    }
    if (isalpha(s[i])) {
      std::string n;
      while (isalnum(s[i])) n += s[i++];
      return std::make_unique<Var>(n);
    }
    throw std::invalid_argument("unexpected '" + s.substr(i, 1) + "'");
  }
  std::unique_ptr<Expr> prod() {
    auto l = prim();
    for (;;) {
      while (s[i] == ' ') i++;
      if (s[i] != '*' && s[i] != '/') return l;
      char o = s[i++];
      l = std::make_unique<Bin>(o, std::move(l), prim());
    }
  }
  std::unique_ptr<Expr> sum() {
    auto l = prod();
    for (;;) {
      while (s[i] == ' ') i++;
      if (s[i] != '+' && s[i] != '-') return l;
      char o = s[i++];
      l = std::make_unique<Bin>(o, std::move(l), prod());
    }
  }
};
int main() {
  std::map<std::string, double> env{{"x", 3}, {"pi", 3.14159}};
  for (const char* t : {"1 + 2 * 3", "(x + 1) * (x - 1)", "2 * pi", "1 / 0", "y + 1", "2 +", "(1"}) {
    try {
      Parser p{t};
      auto e = p.sum();
      std::printf("%s = %g\n", t, e->eval(env));
    } catch (const std::exception& e) {
      std::printf("%s: %s\n", t, e.what());
    }
  }
  return 0;
}
