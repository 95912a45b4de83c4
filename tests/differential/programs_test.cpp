#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "services/common/subprocess.h"
#include "services/worker/check/check.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// Small C programs, compiled by clang at O0: executed as natively, and still the same program after interprocedural
/// passes.
namespace assay::differential {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariableArguments = R"c(
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct big { long a, b, c; };
struct pair { int a; double d; };
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}
static double twice(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  double total = 0;
  for (int i = 0; i < n; i++) total += va_arg(list, double);
  for (int i = 0; i < n; i++) total += 10 * va_arg(again, double);
  va_end(list);
  va_end(again);
  return total;
}
static long mixed(const char* kinds, ...) {
  va_list list;
  va_start(list, kinds);
  long total = 0;
  for (; *kinds; kinds++) {
    if (*kinds == 'i') total += va_arg(list, int);
    if (*kinds == 'd') total += (long)va_arg(list, double);
    if (*kinds == 'b') { struct big b = va_arg(list, struct big); total += b.a + b.b * b.c; }
    if (*kinds == 'p') { struct pair p = va_arg(list, struct pair); total += p.a + (long)p.d; }
    if (*kinds == 's') total += (long)strlen(va_arg(list, char*));
  }
  va_end(list);
  return total;
}
static void say(const char* format, ...) {
  char text[80];
  va_list list;
  va_start(list, format);
  int size = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  printf("[%d:%s]\n", size, text);
}
int main(void) {
  struct big b = {1, 2, 3};
  struct pair p = {4, 5.5};
  printf("%d %d\n", sum(3, 1, 2, 3), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%g\n", twice(12, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.));
  printf("%ld\n", mixed("ibdpsiiiiiddbdddddddp", 7, b, 2.5, p, "hello", 1, 2, 3, 4, 5, 1.0, 2.0, b, 3., 4., 5., 6., 7.,
                        8., 9., p));
  say("%s-%5d|%-6.2f|%*d|%.*s|%c|%x|%lld|%%|%e", "abc", 42, 3.14159, 6, 77, 2, "xyz", 'q', 255u, -5LL, 12345.678);
  return 3;
}
)c";

constexpr const char* kLists = R"c(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node* next; };
struct flags { unsigned a : 3, b : 7; signed c : 5; unsigned long d : 40; };
static int calls;
static struct node* push(struct node* list, int value) {
  struct node* made = malloc(sizeof *made);
  if (!made) abort();
  made->value = value;
  made->next = list;
  ++calls;
  return made;
}
static int smaller(int a, int b) { return a < b; }
static int larger(int a, int b) { return a > b; }
static void sort(int* from, int count, int (*before)(int, int)) {
  for (int i = 0; i < count; i++)
    for (int k = i; k > 0 && before(from[k], from[k - 1]); k--) {
      int kept = from[k];
      from[k] = from[k - 1];
      from[k - 1] = kept;
    }
}
static long power(long base, unsigned exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }
int main(int argc, char** argv) {
  struct node* list = 0;
  for (int i = 0; i < 5; i++) list = push(list, i * i);
  int sum = 0;
  while (list) { struct node* next = list->next; sum = sum * 3 + list->value; free(list); list = next; }
  int numbers[6] = {5, 3, 9, -1, 7, argc};
  sort(numbers, 6, argc & 1 ? smaller : larger);
  for (int i = 0; i < 6; i++) printf("%d ", numbers[i]);
  struct flags f = {5, 100, -3, 1234567890123};
  f.b += 40;
  f.c -= 14;
  printf("\n%d %d %ld %u %u %d %lu\n", sum, calls, power(3, 13), f.a, f.b, f.c, (unsigned long)f.d);
  char text[32] = "one";
  strcat(text, argc > 1 ? argv[1] : "two");
  for (int i = 1; i < argc; i++) printf("%s=%d\n", argv[i], atoi(argv[i]));
  int room[argc + 2];
  for (int i = 0; i < argc + 2; i++) room[i] = i;
  puts(text);
  static void* places[] = {&&even, &&odd};
  goto *places[argc & 1];
even:
  putchar('e');
  return room[argc + 1] & 7;
odd:
  fprintf(stdout, "odd %zu\n", strlen(text));
  return strcmp(text, "onetwo") == 0;
}
)c";

SubprocessResult command(std::vector<std::string> arguments) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.time_limit = std::chrono::seconds(60);
  return run_subprocess(options);
}

class Programs : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!fs::exists("/usr/bin/clang-22")) GTEST_SKIP() << "clang-22 is not installed";
    folder_ = fs::temp_directory_path() / ("assay-programs-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(path("p.c")) << GetParam();
    ASSERT_TRUE(command({"clang-22", "-w", "-O0", path("p.c"), "-o", path("p")}).succeeded());
    ASSERT_TRUE(command({"clang-22", "-w", "-O0", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm", path("p.c"),
                         "-o", path("p.ll")})
                    .succeeded());
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::unique_ptr<llvm::Module> module_of(const char* name) {
    auto module = ir::parse_file(context_, path(name));
    EXPECT_TRUE(module) << module.error();
    return module ? std::move(*module) : nullptr;
  }
  static std::vector<std::vector<std::string>> command_lines() { return {{}, {"12"}, {"x", "7"}}; }

  llvm::LLVMContext context_;
  fs::path folder_;
};

TEST_P(Programs, PrintAndExitAsNatively) {
  const auto module = module_of("p.ll");
  auto main = semantics::lower(*module->getFunction("main"));
  ASSERT_TRUE(main) << main.error();
  for (const auto& words : command_lines()) {
    std::vector<std::string> line{path("p")};
    line.insert(line.end(), words.begin(), words.end());
    const SubprocessResult native = command(line);
    interpret::RunOptions options;
    options.limits.steps = 10'000'000;
    options.allocations_succeed = true;
    const auto input = interpret::main_input(*main, line);
    ASSERT_TRUE(input) << input.error();
    const auto behaviour = interpret::run(*main, *input, options);
    EXPECT_EQ(behaviour.end, interpret::EndKind::Returned) << interpret::describe(*main, behaviour);
    EXPECT_EQ(behaviour.output, native.output);
    EXPECT_EQ(interpret::exit_code_of(*main, behaviour), native.code);
  }
}

TEST_P(Programs, AreTheSameAfterInterproceduralPasses) {
  check::Options options;
  options.oracles = check::Oracles::Interpreter;
  for (const char* passes : {"ipsccp,globalopt,deadargelim", "function(mem2reg),argpromotion,inline,globalopt",
                             "function(sroa),function-attrs,ipsccp,globaldce", "default<O2>"}) {
    const auto made =
        command({"/usr/lib/llvm-22/bin/opt", "-S", std::string("-passes=") + passes, path("p.ll"), "-o", path("q.ll")});
    ASSERT_TRUE(made.succeeded()) << made.output;
    const auto before = module_of("p.ll"), after = module_of("q.ll");
    check::Checker checker(options);
    for (const auto& [source, target] : check::pairs_of(*before, *after)) {
      const Verdict verdict = checker.check(*source, *target);
      EXPECT_NE(verdict.kind, VerdictKind::Incorrect) << passes << ": " << verdict.detail;
      EXPECT_NE(verdict.kind, VerdictKind::Unsupported) << passes << ": " << reason_text(verdict);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(C, Programs, testing::Values(kVariableArguments, kLists));

std::string judged(const std::string& source, const std::string& target) {
  check::Options options;
  options.oracles = check::Oracles::Interpreter;
  check::Checker checker(options);
  const Verdict verdict = check::check_texts(checker, source, target);
  return std::string(name_of(verdict.kind)) +
         (verdict.method == Method::None ? "" : std::string(" by ") + name_of(verdict.method));
}

// What an interprocedural pass must not do: a wrong constant in a function that only the module knows.
constexpr const char* kModule =
    "@text = private constant [4 x i8] c\"%d\\0A\\00\"\ndeclare i32 @printf(ptr, ...)\n"
    "define internal i32 @twice(i32 %x, i32 %unused) {\n  %r = shl i32 %x, 1\n  ret i32 %r\n}\n"
    "define i32 @main() {\n  %r = call i32 @twice(i32 21, i32 5)\n"
    "  %p = call i32 (ptr, ...) @printf(ptr @text, i32 %r)\n  ret i32 0\n}\n";

TEST(WholeModules, AWrongInternalFunctionIsFoundThroughMain) {
  const std::string source = kModule;
  std::string promoted = source, wrong = source;
  const auto replace = [](std::string& text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace(promoted, "@twice(i32 %x, i32 %unused)", "@twice(i32 %x)");
  replace(promoted, "@twice(i32 21, i32 5)", "@twice(i32 21)");
  wrong = promoted;
  replace(wrong, "shl i32 %x, 1", "shl i32 %x, 2");
  EXPECT_EQ(judged(source, promoted), "correct by execution");
  EXPECT_EQ(judged(source, wrong), "incorrect by execution");
}

TEST(WholeModules, VariablesThatNobodyReadsAnyMoreMayGo) {
  const std::string source =
      "@kept = internal global i32 0\ndefine void @f(i32 %x) {\n  store i32 %x, ptr @kept\n  ret void\n}\n";
  EXPECT_EQ(judged(source, "define void @f(i32 %x) {\n  ret void\n}\n"), "unknown by interpreter");
  EXPECT_EQ(judged(source + "define i32 @g() {\n  %r = load i32, ptr @kept\n  ret i32 %r\n}\n",
                   "@kept = internal global i32 0\ndefine void @f(i32 %x) {\n  ret void\n}\n"
                   "define i32 @g() {\n  %r = load i32, ptr @kept\n  ret i32 %r\n}\n"),
            "incorrect by interpreter");
}

}  // namespace
}  // namespace assay::differential
