#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>

#include "services/worker/refine/encoder/polynomial.h"
#include "tests/unit/refine/pair.h"

/// Floating-point expressions that their flags let a compiler write anew.
namespace assay::refine {
namespace {

using llvm::APFloat;

Polynomial number(double value) { return *Polynomial::constant(APFloat(value)); }

TEST(Polynomials, AreEqualAsTextWhereTheySayTheSame) {
  const llvm::fltSemantics& format = APFloat::IEEEsingle();
  const Polynomial a = Polynomial::atom(1), b = Polynomial::atom(2);
  const auto sum = a.plus(b), square = *sum.times(sum);
  const auto apart = a.times(a)->plus(*a.times(b)->times(number(2))).plus(*b.times(b));
  EXPECT_EQ(square.text(format), apart.text(format));
  EXPECT_NE(square.text(format), a.times(a)->plus(*b.times(b)).text(format));
  EXPECT_EQ(a.plus(b).plus(a.negated()).as_atom(), 2u);
  EXPECT_TRUE(a.plus(a.negated()).is_constant());
  EXPECT_EQ(a.times(*b.reciprocal())->times(b)->as_atom(), 1u);
  EXPECT_EQ(a.times(number(0.1))->plus(*a.times(number(0.2))).text(format), a.times(number(0.3))->text(format))
      << "constants are folded with a rounding";
  EXPECT_NE(a.times(number(1))->text(format), a.times(number(1.0000002))->text(format));
}

TEST(Polynomials, ThatAreNoNumbersOfTheFormatOrLargeAreNone) {
  EXPECT_FALSE(Polynomial::constant(APFloat::getInf(APFloat::IEEEdouble())));
  const Polynomial a = Polynomial::atom(1), large = *a.times(number(60000))->times(number(60000));
  EXPECT_TRUE(large.fits(APFloat::IEEEsingle()));
  EXPECT_FALSE(large.fits(APFloat::IEEEhalf()));
  Polynomial sum = a;
  for (std::uint32_t i = 2; i < 10; ++i) sum = sum.plus(Polynomial::atom(i));
  EXPECT_TRUE(sum.times(sum));
  EXPECT_FALSE(sum.times(*sum.times(sum)));
  EXPECT_FALSE(sum.reciprocal());
}

const std::string kDeclared =
    "declare float @llvm.fma.f32(float, float, float) declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>) "
    "@g = external global float ";

/// What is said of @src and @tgt with these bodies, of four floats.
std::string told(const std::string& source, const std::string& target, const char* attribute = "noundef") {
  std::string head = "(";
  for (const char* name : {"%x, ", "%y, ", "%z, ", "%w) { "}) head += std::string("float ") + attribute + " " + name;
  Options options;
  options.smt_timeout_ms = 400;
  return bound(kDeclared + "define float @src" + head + source + " } define float @tgt" + head + target + " }",
               options);
}

// VAL-36
TEST(Algebra, WhatSaysTheSameOfRealNumbersIsTheSame) {
  const std::string sum = "%a = fadd fast float %x, %y %r = fadd fast float %a, %z ret float %r";
  EXPECT_EQ(told(sum, "%a = fadd fast float %y, %z %r = fadd fast float %x, %a ret float %r"), "correct");
  EXPECT_EQ(told(sum, "%a = fadd fast float %y, %z %r = fsub fast float %x, %a ret float %r"),
            "unknown: approximation");
  EXPECT_EQ(told(sum, "%a = fadd fast float %y, %z %r = fadd fast float %y, %a ret float %r"),
            "unknown: approximation");
  const std::string products =
      "%a = fmul fast float %x, %z %b = fmul fast float %y, %z %r = fadd fast float %a, %b ret float %r";
  EXPECT_EQ(told(products, "%a = fadd fast float %x, %y %r = fmul fast float %a, %z ret float %r"), "correct");
  EXPECT_EQ(told(products, "%a = fadd fast float %x, %z %r = fmul fast float %a, %y ret float %r"),
            "unknown: approximation");
  EXPECT_EQ(told("%a = fadd fast float %x, 5.0 %b = fadd fast float %y, -5.0 %r = fadd fast float %a, %b ret float %r",
                 "%r = fadd fast float %y, %x ret float %r"),
            "correct");
  EXPECT_EQ(told("%a = fadd fast float %x, 5.0 %b = fadd fast float %y, -4.0 %r = fadd fast float %a, %b ret float %r",
                 "%r = fadd fast float %y, %x ret float %r"),
            "unknown: approximation");
  EXPECT_EQ(told("%a = fadd fast float %x, %y %r = fsub fast float %a, %x ret float %r", "ret float %y"), "correct");
  EXPECT_EQ(told("%a = fadd fast float %x, %y %r = fsub fast float %a, %x ret float %r", "ret float %x"),
            "unknown: approximation");
  EXPECT_EQ(
      told("%r = fdiv fast float %x, 3.0 ret float %r", "%r = fmul fast float %x, 0x3FD5555560000000 ret float %r"),
      "correct");
  EXPECT_EQ(
      told("%r = fdiv fast float %x, 3.0 ret float %r", "%r = fmul fast float %x, 0x3FD5555580000000 ret float %r"),
      "unknown: approximation");
  EXPECT_EQ(told("%n = fneg float %x %r = fsub fast float %n, %y ret float %r",
                 "%a = fadd fast float %x, %y %r = fneg fast float %a ret float %r"),
            "correct");
}

TEST(Algebra, SumsOfLanesAreSums) {
  const std::string vector =
      "%v = insertelement <2 x float> poison, float %x, i32 0 %u = insertelement <2 x float> %v, float %y, i32 1 ";
  const std::string sum = "%a = fadd fast float %x, %z %r = fadd fast float %a, %y ret float %r";
  const auto reduced = [&](const std::string& start) {
    return vector + "%r = call fast float @llvm.vector.reduce.fadd.v2f32(float " + start +
           ", <2 x float> %u) ret float %r";
  };
  EXPECT_EQ(told(sum, reduced("%z")), "correct");
  EXPECT_EQ(told(sum, reduced("%w")), "unsupported: approximate floating point");
  EXPECT_EQ(told(sum, reduced("1.0")), "unsupported: approximate floating point");
}

// VAL-36: all operations of an expression need the flags, and what is written anew has no more than they have together.
TEST(Algebra, FlagsDecideWhatMayBeWrittenAnew) {
  const auto sum = [](const char* first, const char* second) {
    return std::string("%a = fadd ") + first + " float %x, %y %r = fadd " + second + " float %a, %z ret float %r";
  };
  const auto other = [](const char* flags) {
    return std::string("%a = fadd ") + flags + " float %y, %z %r = fadd " + flags + " float %x, %a ret float %r";
  };
  EXPECT_EQ(told(sum("reassoc nsz", "reassoc nsz"), other("reassoc nsz")), "correct");
  EXPECT_EQ(told(sum("fast", "reassoc nsz"), other("reassoc nsz")), "correct");
  EXPECT_EQ(told(sum("", "fast"), other("fast")), "unknown: approximation");
  EXPECT_EQ(told(sum("reassoc", "reassoc"), other("reassoc")), "unknown: approximation");
  EXPECT_EQ(told(sum("reassoc nsz", "reassoc nsz"), other("reassoc nsz nnan")), "unknown: approximation");
  EXPECT_EQ(told(sum("reassoc nsz ninf", "reassoc nsz"), other("reassoc nsz ninf")), "unknown: approximation");
  EXPECT_EQ(told(sum("reassoc nsz", "reassoc nsz"), other("reassoc nsz contract")), "unknown: approximation");

  const auto product = [](const std::string& flags) {
    return "%a = fmul " + flags + " float %x, %y %r = fadd " + flags + " float %a, %z ret float %r";
  };
  const std::string fused = "%r = call reassoc nsz float @llvm.fma.f32(float %x, float %y, float %z) ret float %r";
  EXPECT_EQ(told(product("reassoc nsz contract"), fused), "correct");
  EXPECT_EQ(told(product("reassoc nsz"), fused), "unknown: approximation");
  const std::string third = "%r = fmul reassoc nsz float %x, 0x3FD5555560000000 ret float %r";
  EXPECT_EQ(told("%r = fdiv reassoc nsz arcp float %x, 3.0 ret float %r", third), "correct");
  EXPECT_EQ(told("%r = fdiv reassoc nsz float %x, 3.0 ret float %r", third), "unknown: approximation");
}

TEST(Algebra, WhatIsNoNumberDoesNotVanish) {
  const auto returns = [](const std::string& expression) { return expression + " ret float %r"; };
  EXPECT_EQ(told(returns("%r = fsub reassoc nsz float %x, %x"), "ret float 0.0"), "unknown: approximation");
  EXPECT_EQ(told(returns("%r = fsub reassoc nsz nnan float %x, %x"), "ret float 0.0"), "correct");
  const std::string nothing = "%a = fmul reassoc nsz float %x, 0.0 %r = fadd reassoc nsz float %a, %y ret float %r";
  EXPECT_EQ(told(nothing, "ret float %y"), "unknown: approximation");
  const auto again = [](const std::string& flags) {
    return "%a = fdiv " + flags + " float %x, %y %r = fmul " + flags + " float %a, %y ret float %r";
  };
  EXPECT_EQ(told(again("reassoc nsz arcp"), "ret float %x"), "unknown: approximation");
  EXPECT_EQ(told(again("reassoc nsz arcp nnan"), "ret float %x"), "correct");
}

// Two sums of the same numbers in other orders may differ in the target, whatever the source says of them.
TEST(Algebra, TheTargetComputesEachExpressionInItsOwnOrder) {
  const std::string both =
      "%a = fadd fast float %x, %y %b = fadd fast float %a, %z %c = fadd fast float %y, %z %d = fadd fast float %x, %c "
      "%e = fcmp oeq float %b, %d %r = select i1 %e, float 1.0, float 2.0 ret float %r";
  EXPECT_EQ(told("ret float 1.0", both), "unknown: approximation");
  EXPECT_EQ(told("%s = fadd fast float %x, %y %t = fadd fast float %s, %z ret float 1.0", both),
            "unknown: approximation");
  const std::string one =
      "%a = fadd fast float %x, %y %b = fadd fast float %a, %z %e = fcmp ueq float %b, %b %r = select i1 %e, float "
      "1.0, "
      "float 2.0 ret float %r";
  EXPECT_EQ(told(both, one), "correct");
}

// Operations that give one number may differ in what makes them poison and in what they allow: who uses one of them
// must not be taken for a user of the other.
TEST(Algebra, OneNumberOfSeveralOperationsHasWhatAllOfThemHave) {
  const std::string plain = "%a = fadd reassoc nsz float %y, %x ",
                    sum = "%r = fadd reassoc nsz float %a, %z ret float %r";
  const std::string negated = "%n = fneg float %x %q = fneg nnan float %n ";
  const std::string of_negated = "%a = fadd reassoc nsz float %y, %q ", other = "%b = fadd reassoc nsz float %y, %x ";
  EXPECT_EQ(told(plain + sum, plain + other + sum), "correct");
  EXPECT_EQ(told(plain + sum, negated + of_negated + sum), "unknown: approximation");
  EXPECT_EQ(told(plain + sum, negated + of_negated + other + sum), "unknown: approximation");
  EXPECT_EQ(told(plain + sum, negated + other + of_negated + sum), "unknown: approximation");

  const std::string fast = "%b = fadd fast float %y, %x ",
                    root = "%r = fadd reassoc nsz contract float %a, %z ret float %r";
  const std::string turned =
      "%c = fadd reassoc nsz contract float %x, %z %r = fadd reassoc nsz contract float %y, %c ret float %r";
  EXPECT_EQ(told(plain + root, turned), "unknown: approximation");
  EXPECT_EQ(told(plain + fast + root, turned), "unknown: approximation");
  EXPECT_EQ(told(fast + plain + root, turned), "unknown: approximation");
}

// One bit of undef is 0 or 1, another one 0 or 4: their sum is not twice the first.
TEST(Algebra, UndefValuesAreOneOnlyIfTheyAreTheSameSet) {
  const auto bit = [](const std::string& name, const std::string& of) {
    return "%i" + name + " = and i32 undef, " + of + " %" + name + " = bitcast i32 %i" + name + " to float ";
  };
  const auto sum = [&](const std::string& of) {
    return bit("f", "1") + bit("g", of) +
           "%a = fadd reassoc nsz float %f, %g %r = fadd reassoc nsz float %a, %x ret float %r";
  };
  const std::string twice =
      bit("f", "1") + "%a = fmul reassoc nsz float %f, 2.0 %r = fadd reassoc nsz float %a, %x ret float %r";
  EXPECT_EQ(told(sum("4"), twice), "unknown: approximation");
}

TEST(Algebra, EachUseOfUndefIsAnotherNumber) {
  const std::string products =
      "%a = fmul fast float %x, %z %b = fmul fast float %y, %z %r = fadd fast float %a, %b ret float %r";
  const std::string factored = "%a = fadd fast float %x, %y %r = fmul fast float %a, %z ret float %r";
  EXPECT_EQ(told(products, factored, ""), "correct") << "the source may pick %z alike";
  EXPECT_EQ(told(factored, products, ""), "correct: inputs that are not undef");
  EXPECT_EQ(told(factored, products), "correct");
}

/// A random expression of four numbers, and its value where they are small whole numbers.
struct Tree {
  char op = 0;  ///< '+', '-', '*', or a number's letter
  std::unique_ptr<Tree> left, right;
};

std::unique_ptr<Tree> random_tree(std::mt19937& random, int depth) {
  auto tree = std::make_unique<Tree>();
  if (depth == 0 || random() % 5 == 0) {
    tree->op = "xyzw"[random() % 4];
    return tree;
  }
  tree->op = "+-*"[random() % 3];
  tree->left = random_tree(random, depth - 1);
  tree->right = random_tree(random, depth - 1);
  return tree;
}

/// The tree with some operands exchanged, products distributed and sums of sums turned.
std::unique_ptr<Tree> rewritten(std::mt19937& random, const Tree& tree) {
  auto copy = std::make_unique<Tree>();
  copy->op = tree.op;
  if (!tree.left) return copy;
  copy->left = rewritten(random, *tree.left);
  copy->right = rewritten(random, *tree.right);
  if (tree.op != '-' && random() % 2 == 0) std::swap(copy->left, copy->right);
  const bool has_sum = copy->left->op == '+' && random() % 2 == 0;
  if (!has_sum || tree.op == '-') return copy;
  // (a + b) + c = a + (b + c), (a + b) * c = a * c + b * c
  auto right = std::make_unique<Tree>();
  right->op = tree.op;
  right->left = std::move(copy->left->right);
  auto a = std::move(copy->left->left);
  if (tree.op == '+') {
    right->right = std::move(copy->right);
    copy->left = std::move(a);
  } else {
    auto left = std::make_unique<Tree>();
    left->op = '*';
    left->left = std::move(a);
    left->right = rewritten(random, *copy->right);
    right->right = std::move(copy->right);
    copy->left = std::move(left);
    copy->op = '+';
  }
  copy->right = std::move(right);
  return copy;
}

std::int64_t value_of(const Tree& tree, const std::array<std::int64_t, 4>& numbers) {
  if (!tree.left) return numbers[std::string("xyzw").find(tree.op)];
  const std::int64_t left = value_of(*tree.left, numbers), right = value_of(*tree.right, numbers);
  return tree.op == '+' ? left + right : tree.op == '-' ? left - right : left * right;
}

std::string code_of(const Tree& tree, std::string& code, unsigned& count) {
  if (!tree.left) return std::string("%") + tree.op;
  const std::string left = code_of(*tree.left, code, count), right = code_of(*tree.right, code, count);
  const std::string name = "%t" + std::to_string(count++);
  code += name + " = " +
          (tree.op == '+'   ? "fadd"
           : tree.op == '-' ? "fsub"
                            : "fmul") +
          " fast float " + left + ", " + right + " ";
  return name;
}

std::string body_of(const Tree& tree) {
  std::string code;
  unsigned count = 0;
  const std::string name = code_of(tree, code, count);
  return code + "ret float " + name;
}

TEST(Algebra, RandomExpressionsAreProvedExactlyWhereTheyAreEqualOnNumbers) {
  const unsigned seed = 44;
  std::mt19937 random(seed);
  unsigned equal = 0, proved = 0;
  for (int i = 0; i < 150; ++i) {
    const auto tree = random_tree(random, 3);
    const bool changes = i % 3 == 0;
    const auto other = rewritten(random, changes ? *random_tree(random, 3) : *tree);
    bool same = true;
    for (int point = 0; point < 12; ++point) {
      std::array<std::int64_t, 4> numbers{};
      for (std::int64_t& each : numbers) each = static_cast<std::int64_t>(random() % 41) - 20;
      same = same && value_of(*tree, numbers) == value_of(*other, numbers);
    }
    const std::string answer = told(body_of(*tree), body_of(*other));
    if (answer == "correct") EXPECT_TRUE(same) << "seed " << seed << ": " << body_of(*tree) << "\n" << body_of(*other);
    equal += same ? 1 : 0;
    proved += answer == "correct" ? 1 : 0;
  }
  EXPECT_GT(equal, 90u);
  EXPECT_GT(proved * 10, equal * 8) << "seed " << seed;
}

}  // namespace
}  // namespace assay::refine
