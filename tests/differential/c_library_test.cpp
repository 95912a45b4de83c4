#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "services/common/subprocess.h"
#include "services/worker/interpret/c_library.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// CALL-35: programs that use what add_c_library gives them: they print and exit as natively, and no function is
/// invented for them.
namespace assay::differential {
namespace {

namespace fs = std::filesystem;

struct Source {
  const char* name;
  const char* file;  ///< its ending says the language
  const char* text;
};

constexpr Source kSources[] = {
    {"Sorting", "p.c", R"c(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry { int key; char name[5]; const char* text; };
static int by_key(const void* a, const void* b) { return ((struct entry*)a)->key - ((struct entry*)b)->key; }
static int by_text(const void* a, const void* b) { return strcmp(*(char**)a, *(char**)b); }
int main(int argc, char** argv) {
  struct entry all[9];
  for (int i = 0; i < 9; i++) { all[i].key = (i * 7 + argc) % 4; all[i].text = "abcdefghi" + i; strcpy(all[i].name, "x"); all[i].name[0] += i % 3; }
  qsort(all, 9, sizeof all[0], by_key);
  for (int i = 0; i < 9; i++) printf("%d%s%s ", all[i].key, all[i].name, all[i].text);
  const char* words[] = {"pear", "fig", "apple", "kiwi", "date"};
  qsort(words, 5, sizeof words[0], by_text);
  for (int i = 0; i < 5; i++) puts(words[i]);
  const char* key = "kiwi";
  const char** found = bsearch(&key, words, 5, sizeof words[0], by_text);
  key = "plum";
  printf("%ld %d\n", (long)(found - words), bsearch(&key, words, 5, sizeof words[0], by_text) == 0);
  return all[0].key;
}
)c"},
    {"Numbers", "p.c", R"c(
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const char* texts[] = {"12x", "-0x1fz", "  +077", "99999999999999999999", "-99999999999999999999", "zz", "", "-", "0x", "-9223372036854775808", "18446744073709551615"};
  for (int i = 0; i < 11; i++)
    for (int base = 0; base <= 36; base += base == 0 ? 8 : base == 8 ? 2 : base == 10 ? 6 : 20) {
      char* end;
      errno = 0;
      const long a = strtol(texts[i], &end, base);
      const int first = errno;
      errno = 0;
      const unsigned long b = strtoul(texts[i], 0, base);
      printf("%ld %ld %d %lu %d\n", a, (long)(end - texts[i]), first, b, errno);
    }
  const div_t d = div(-17, 5);
  const ldiv_t l = ldiv(1234567890123, -1000);
  printf("%d %d %ld %ld %lld\n", d.quot, d.rem, l.quot, l.rem, atoll("-123456789012"));
  for (double x = 0.3; x < 1e12; x *= -77.7) { int e; double m = frexp(x, &e); printf("%.17g %d %.17g %.17g\n", m, e, sin(x), exp(-fabs(x) / 1e9)); }
  int e; double tiny = frexp(5e-324, &e);
  printf("%g %d %g\n", tiny, e, pow(2.5, 3.25));
  srand(42);
  for (int i = 0; i < 5; i++) printf("%d ", rand());
  return 0;
}
)c"},
    {"Text", "p.c", R"c(
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static void bye(void) { puts("bye"); }
static void last(void) { puts("last"); }
int main(void) {
  atexit(last);
  atexit(bye);
  char text[] = ";one, two;;three ";
  for (char* token = strtok(text, ",; "); token; token = strtok(0, ",; ")) printf("[%s]", token);
  char other[] = "a-b", *rest, *first = strtok_r(other, "-", &rest);
  printf("%s %s %d\n", first, rest, strcasecmp("HeLLo", "hellO"));
  for (int c = -1; c < 256; c++)
    printf("%d", !!isalpha(c) + 2 * !!isspace(c) + 4 * !!ispunct(c) + 8 * !!isxdigit(c) + 16 * !!isupper(c) + 32 * !!iscntrl(c) + tolower(c) - toupper(c));
  if (strncasecmp("abX", "ABy", 2) == 0) exit(7);
  return 1;
}
)c"},
    {"Containers", "p.cpp", R"c(
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>
template class std::basic_string<char>;  // which the library has otherwise
struct Noisy { int n; explicit Noisy(int n) : n(n) { std::printf("+%d ", n); } ~Noisy() { std::printf("-%d ", n); } };
static Noisy global(1);
static Noisy& once() { static Noisy local(2); return local; }
struct Shape { virtual ~Shape() = default; virtual int area() const = 0; };
struct Square : Shape { int s; explicit Square(int s) : s(s) {} int area() const override { return s * s; } };
int main(int argc, char**) {
  std::map<int, int> counts;
  std::set<long> numbers;
  unsigned long state = 7;
  for (int i = 0; i < 60; i++) { state = state * 6364136223846793005ul + 1442695040888963407ul; ++counts[state >> 59]; numbers.insert(state >> 56); }
  for (int i = 0; i < 20; i += 3) { counts.erase(i); numbers.erase(i * 5); }
  for (auto& [key, count] : counts) std::printf("%d:%d ", key, count);
  for (auto it = numbers.rbegin(); it != numbers.rend(); ++it) std::printf("%ld ", *it);
  std::list<int> list{3, 1, 2};
  list.push_front(9);
  list.splice(list.end(), list, list.begin());
  for (int i : list) std::printf("%d,", i);
  std::vector<std::string> words{"delta", "a rather long string that is on the heap", "bravo"};
  std::sort(words.begin(), words.end());
  words.push_back(words[0] + words[1]);
  for (auto& word : words) std::printf("%s|", word.c_str());
  std::unique_ptr<Shape> shape = std::make_unique<Square>(argc + 2);
  std::printf("%d %d\n", shape->area(), once().n + global.n);
  return 5;
}
)c"},
};

SubprocessResult command(std::vector<std::string> arguments) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.time_limit = std::chrono::seconds(60);
  return run_subprocess(options);
}

class CLibrary : public testing::TestWithParam<Source> {};

TEST_P(CLibrary, ProgramsPrintAndExitAsNatively) {
  if (!fs::exists("/usr/bin/clang++-22")) GTEST_SKIP() << "clang++-22 is not installed";
  const fs::path folder = fs::temp_directory_path() / ("assay-c-library-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string source = folder / GetParam().file, program = folder / "p", ir_file = folder / "p.ll";
  std::ofstream(source) << GetParam().text;
  const std::string compiler = source.ends_with(".c") ? "clang-22" : "clang++-22";
  ASSERT_TRUE(command({compiler, "-w", "-O1", source, "-o", program, "-lm"}).succeeded());
  ASSERT_TRUE(command({compiler, "-w", "-O0", "-S", "-emit-llvm", source, "-o", ir_file}).succeeded());
  llvm::LLVMContext context;
  auto module = ir::parse_file(context, ir_file);
  ASSERT_TRUE(module) << module.error();
  interpret::add_c_library(**module);
  ASSERT_FALSE(ir::verify(**module));
  auto main = semantics::lower(*(*module)->getFunction("main"));
  ASSERT_TRUE(main) << main.error();
  interpret::RunOptions options;
  options.limits.steps = 20'000'000;
  options.allocations_succeed = true;
  options.invents = false;
  options.real_functions = true;
  const SubprocessResult native = command({program, "x"});
  const auto behaviour = interpret::run(*main, *interpret::main_input(*main, {program, "x"}), options);
  EXPECT_EQ(behaviour.end, interpret::EndKind::Returned) << interpret::describe(*main, behaviour);
  EXPECT_EQ(behaviour.output, native.output);
  EXPECT_EQ(interpret::exit_code_of(*main, behaviour), native.code);
  fs::remove_all(folder);
}
INSTANTIATE_TEST_SUITE_P(, CLibrary, testing::ValuesIn(kSources),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace assay::differential
