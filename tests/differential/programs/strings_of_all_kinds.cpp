// Each member of std::string, many times, with what it throws; capacities are shown, too.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
static unsigned long state = 3;
static unsigned next(unsigned below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % below;
}
static std::string made() {
  std::string text(next(5) == 0 ? 16 + next(30) : next(12), 'a');
  for (char& c : text) c = "abcab"[next(5)];
  return text;
}
static void show(const std::string& s) { std::printf("%s %zu %zu\n", s.c_str(), s.size(), s.capacity()); }
template <class F>
static void attempt(F f) {
  try {
    f();
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
}
// What a change is made with: places in the string, and another string.
struct Change {
  std::string& s;
  const std::string& o;
  const size_t n = s.size(), p = next(n + 2), c = next(3) == 0 ? std::string::npos : next(n + 3);
  const size_t q = next(o.size() + 1), k = next(8), inside = n == 0 ? 0 : next(n);
  const std::string::const_iterator at = s.cbegin() + inside, last = at + (n == inside ? 0 : next(n - inside + 1));
  const std::string_view view = o;

  void by_adding(unsigned what) {
    switch (what) {
      case 0:
        s += o;
        break;
      case 1:
        s += o.c_str();
        break;
      case 2:
        s += 'x';
        break;
      case 3:
        s += {'y', 'z'};
        break;
      case 4:
        s.append(o);
        break;
      case 5:
        s.append(o, q, k);
        break;
      case 6:
        s.append(o.c_str() + q);
        break;
      case 7:
        s.append(o.c_str(), q);
        break;
      case 8:
        s.append(k, 'k');
        break;
      case 9:
        s.append({'p', 'q'});
        break;
      case 10:
        s.push_back('!');
        break;
      case 11:
        if (n > 0) s.pop_back();
        break;
    }
  }
  void by_assigning(unsigned what) {
    switch (what) {
      case 12:
        s.assign(o);
        break;
      case 13:
        s.assign(std::string(o));
        break;
      case 14:
        s.assign(o, q, k);
        break;
      case 15:
        s.assign(o.c_str() + q);
        break;
      case 16:
        s.assign(o.c_str(), q);
        break;
      case 17:
        s.assign(k, 'm');
        break;
      case 18:
        s.assign({'1', '2', '3'});
        break;
      case 19:
        s = o;
        break;
      case 20:
        s = std::string(o);
        break;
      case 21:
        s = "literal";
        break;
      case 22:
        s = 'c';
        break;
      case 23:
        s = {'l', 'i'};
        break;
    }
  }
  void by_inserting_and_erasing(unsigned what) {
    switch (what) {
      case 24:
        s.insert(p, o);
        break;
      case 25:
        s.insert(p, o, q, k);
        break;
      case 26:
        s.insert(p, o.c_str());
        break;
      case 27:
        s.insert(p, o.c_str(), q);
        break;
      case 28:
        s.insert(p, k, 'i');
        break;
      case 29:
        std::printf("%td ", s.insert(at, k, 'j') - s.begin());
        break;
      case 30:
        std::printf("%c ", *s.insert(at, 'h'));
        break;
      case 31:
        std::printf("%c ", *s.insert(at, {'u', 'v'}));
        break;
      case 32:
        s.erase(p, c);
        break;
      case 33:
        if (n > 0) std::printf("%td ", s.erase(at) - s.begin());
        break;
      case 34:
        std::printf("%td ", s.erase(at, last) - s.begin());
        break;
    }
  }
  void by_replacing(unsigned what) {
    switch (what) {
      case 35:
        s.replace(p, c, o);
        break;
      case 36:
        s.replace(p, c, o, q, k);
        break;
      case 37:
        s.replace(p, c, o.c_str(), q);
        break;
      case 38:
        s.replace(p, c, o.c_str());
        break;
      case 39:
        s.replace(p, c, k, 'r');
        break;
      case 40:
        s.replace(at, last, o);
        break;
      case 41:
        s.replace(at, last, o.c_str(), q);
        break;
      case 42:
        s.replace(at, last, o.c_str());
        break;
      case 43:
        s.replace(at, last, k, 's');
        break;
      case 44:
        s.replace(at, last, o.begin(), o.end());
        break;
      case 45:
        s.replace(at, last, {'t', 't', 't'});
        break;
      case 46: {
        std::string t(o);
        s.replace(at, last, t.begin(), t.end());
      } break;
      case 47: {
        std::string t(o);
        s.replace(at, last, t.data(), t.data() + q);
      } break;
      case 48:
        s.replace(at, last, o.data(), o.data() + q);
        break;
    }
  }
  void by_size_and_of_itself(unsigned what) {
    switch (what) {
      case 49:
        s.resize(k * 4);
        break;
      case 50:
        s.resize(k * 3, '+');
        break;
      case 51:
        s.reserve(k * 10);
        break;
      case 52:
        next(2) ? s.shrink_to_fit() : s.reserve();
        break;
      case 53:
        s.clear();
        break;
      case 54: {
        std::string t(o);
        s.swap(t);
        show(t);
      } break;
      case 55:
        s.insert(p, s);
        break;
      case 56:
        s.append(s.c_str() + inside);
        break;
      case 57:
        s.replace(p, c, s.c_str() + inside, next(n - inside + 1));
        break;
      case 58:
        s.assign(s, inside, k);
        break;
      case 59:
        s.insert(p, s.c_str() + inside);
        break;
      case 60:
        s.swap(s);
        break;
      case 61: {
        std::string t(std::move(s));
        show(s);
        s = std::move(t);
        show(t);
      } break;
      case 62:
        s += view;
        break;
      case 63:
        s.insert(s.end(), o.begin(), o.end());
        break;
    }
  }
};
static void change(std::string& s, const std::string& o, unsigned what) {
  Change change{s, o};
  change.by_adding(what);
  change.by_assigning(what);
  change.by_inserting_and_erasing(what);
  change.by_replacing(what);
  change.by_size_and_of_itself(what);
}
static void ask(const std::string& s, const std::string& o) {
  const size_t n = s.size(), p = next(n + 2), c = next(n + 3), q = next(o.size() + 2), k = next(8);
  const char* t = o.c_str();
  const char x = "abcx"[next(4)];
  const size_t m = k < o.size() ? k : o.size();
  const auto all = [&](auto... places) { (std::printf("%zd ", (ssize_t)places), ...); };
  all(s.find(o, p), s.find(t, p), s.find(t, p, m), s.find(x, p), s.rfind(o, p), s.rfind(t, p), s.rfind(t, p, m),
      s.rfind(x, p), s.rfind(x));
  all(s.find_first_of(o, p), s.find_first_of(t, p), s.find_first_of(t, p, m), s.find_first_of(x, p));
  all(s.find_last_of(o, p), s.find_last_of(t, p), s.find_last_of(t, p, m), s.find_last_of(x, p), s.find_last_of(x));
  all(s.find_first_not_of(o, p), s.find_first_not_of(t, p), s.find_first_not_of(t, p, m), s.find_first_not_of(x, p));
  all(s.find_last_not_of(o, p), s.find_last_not_of(t, p), s.find_last_not_of(t, p, m), s.find_last_not_of(x, p),
      s.find_last_not_of(x));
  const auto sign = [](int order) { std::printf("%d ", (order > 0) - (order < 0)); };
  sign(s.compare(o));
  sign(s.compare(t));
  attempt([&] { sign(s.compare(p, c, o)); });
  attempt([&] { sign(s.compare(p, c, o, q, k)); });
  attempt([&] { sign(s.compare(p, c, t)); });
  attempt([&] { sign(s.compare(p, c, t, m)); });
  attempt([&] { show(s.substr(p, c)); });
  attempt([&] { std::printf("%c ", s.at(p)); });
  char to[80];
  attempt([&] { std::printf("%.*s ", (int)s.copy(to, c, p), to); });
}
static void observe(std::string& s) {
  const std::string& fixed = s;
  std::printf("%zu %d %zu ", fixed.length(), fixed.empty(), fixed.max_size());
  attempt([&] { s.at(next(s.size() + 1)) = 'A'; });
  attempt([&] { std::printf("%c ", fixed.at(next(s.size() + 1))); });
  if (s.empty()) return;
  s.front() = 'F';
  s.back() = 'B';
  s[s.size() / 2] = 'M';
  std::printf("%c%c%c ", fixed.front(), fixed.back(), fixed[0]);
  std::printf("%c%c%c%c%c%c ", *s.rbegin(), *fixed.rbegin(), *s.crbegin(), *(s.rend() - 1), *(fixed.rend() - 1),
              *(s.crend() - 1));
  std::printf("%c%c%td%td ", *s.begin(), *fixed.begin(), s.end() - s.begin(), fixed.end() - fixed.begin());
  std::printf("%td %d ", s.cend() - s.cbegin(), s.data() == fixed.data());
  s.data()[0] = 'D';
  const std::string_view view = fixed;
  std::printf("%zu\n", view.size() + s.get_allocator().max_size() % 2);
}
static void construct(const std::string& o) {
  const std::allocator<char> a;
  const size_t p = next(o.size() + 2), k = next(9);
  attempt([&] {
    show(std::string());
    show(std::string(a));
    show(std::string(o));
    show(std::string(o, a));
  });
  attempt([&] { show(std::string(o, p)); });
  attempt([&] { show(std::string(o, p, a)); });
  attempt([&] { show(std::string(o, p, k)); });
  attempt([&] { show(std::string(o, p, k, a)); });
  attempt([&] {
    show(std::string(o.c_str()));
    show(std::string(o.c_str(), o.size() / 2));
    show(std::string(k, 'n'));
  });
  attempt([&] {
    show(std::string({'i', 'l'}, a));
    show(std::string(o.begin(), o.end()));
    show(std::string(std::string_view(o), a));
  });
  std::string t(o);
  show(std::string(std::move(t)));
  show(t);
  t = o;
  show(std::string(std::move(t), a));
  show(t);
  show(o + "c" + 'd' + o + std::to_string(next(1000)));
}
int main() {
  std::string s;
  for (unsigned i = 0; i < 64 * 4; ++i) {
    if (s.size() > 60) s.resize(next(20));
    const std::string other = made();
    attempt([&] { change(s, other, i % 64); });
    show(s);
    if (i % 3 == 0) ask(s, i % 2 ? made().substr(0, 2) : other);
    if (i % 16 == 0) construct(other);
    if (i % 32 == 5) observe(s);
  }
  attempt([&] { s.reserve(s.max_size() + 1); });
  attempt([&] { s.append(s.max_size(), 'x'); });
  attempt([&] { s.replace(0, 0, "text", s.max_size()); });
  attempt([&] { s.append("text", s.max_size()); });
  attempt([&] { s.resize(s.max_size() + 1); });
  return (int)s.size();
}
