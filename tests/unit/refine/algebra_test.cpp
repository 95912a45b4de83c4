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
