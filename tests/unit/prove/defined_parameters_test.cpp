#include "services/worker/prove/rounds/defined_parameters.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <string>

#include "services/worker/ir/ir.h"
#include "tests/unit/check/pairs.h"

/// A parameter that a function branches on at once need not be undef, nor poison; no other one is said to be so.
namespace assay::prove {
namespace {

/// The parameters of both functions that are marked, where the first has this body; `!` if those differ.
std::string marked(const std::string& body) {
  const std::string parameters = "(i32 %x, i32 %y, i8 %b, i1 %c, ptr %p) { ";
  llvm::LLVMContext context;
  auto module = ir::parse(context,
                          "declare void @use() define void @before" + parameters + body + " } define void @after" +
                              parameters + "ret void }",
                          "test");
  if (!module) {
    ADD_FAILURE() << module.error();
    return "";
  }
  llvm::Function &before = *(*module)->getFunction("before"), &after = *(*module)->getFunction("after");
  mark_defined_parameters(before, after);
  std::string names;
  for (unsigned i = 0; i < before.arg_size(); ++i) {
    if (before.hasParamAttribute(i, llvm::Attribute::NoUndef) != after.hasParamAttribute(i, llvm::Attribute::NoUndef))
      return "!";
    if (before.hasParamAttribute(i, llvm::Attribute::NoUndef)) names += before.getArg(i)->getName().str();
  }
  return names;
}
std::string marked_by(const std::string& condition) {
  return marked(condition + " br i1 %d, label %u, label %v u: ret void v: ret void");
}

TEST(DefinedParameters, AnEquationOfWhatMayBeAnyValue) {
  EXPECT_EQ(marked("br i1 %c, label %u, label %v u: ret void v: ret void"), "c");
  EXPECT_EQ(marked_by("%d = xor i1 %c, true"), "c");
  EXPECT_EQ(marked_by("%d = icmp eq i32 %x, 7"), "x");
  EXPECT_EQ(marked_by("%d = icmp ne i32 7, %x"), "x");
  EXPECT_EQ(marked_by("%s = add nuw i32 %x, 1 %d = icmp eq i32 %s, %y"), "xy");
  EXPECT_EQ(marked_by("%s = sub i32 5, %x %d = icmp eq i32 %s, 3"), "x");
}

TEST(DefinedParameters, NoConditionThatMayHoldForAllValues) {
  EXPECT_EQ(marked_by("%d = icmp ult i32 %x, 0"), "");
  EXPECT_EQ(marked_by("%d = icmp ule i32 %x, %y"), "");
  EXPECT_EQ(marked_by("%z = zext i8 %b to i32 %d = icmp eq i32 %z, 300"), "");
  EXPECT_EQ(marked_by("%z = shl i32 %x, 1 %d = icmp eq i32 %z, 3"), "");
  EXPECT_EQ(marked_by("%z = and i32 %x, 2 %d = icmp eq i32 %z, 1"), "");
  EXPECT_EQ(marked_by("%z = mul i32 %x, 2 %d = icmp eq i32 %z, 1"), "");
  EXPECT_EQ(marked_by("%z = and i1 %c, false %d = xor i1 %z, true"), "");
  EXPECT_EQ(marked_by("%z = freeze i32 %x %d = icmp eq i32 %z, 1"), "");
  EXPECT_EQ(marked_by("%d = icmp eq ptr %p, null"), "");
}

TEST(DefinedParameters, AnEquationOfAValueWithItself) {
  EXPECT_EQ(marked_by("%z = zext i8 %b to i32 %d = icmp eq i32 %z, %z"), "b");
  EXPECT_EQ(marked_by("%z = zext i8 %b to i32 %w = shl i32 %z, 31 %d = icmp ne i32 %w, %w"), "b");
  EXPECT_EQ(marked_by("%w = shl i32 %x, 32 %d = icmp eq i32 %w, %w"), "");
  EXPECT_EQ(marked_by("%s = add i32 %x, %y %w = shl i32 %s, 31 %d = icmp eq i32 %w, %w"), "") << "not followed";
  EXPECT_EQ(marked_by("%a = and i32 %x, 0 %d = icmp eq i32 %a, %a"), "");
}

TEST(DefinedParameters, AnAddressThatIsAccessed) {
  const std::string end = " ret void";
  EXPECT_EQ(marked("%l = load i32, ptr %p" + end), "p");
  EXPECT_EQ(marked("%q = getelementptr i8, ptr %p, i32 %x store i8 0, ptr %q" + end), "p");
  EXPECT_EQ(marked("%l = load volatile i32, ptr %p" + end), "");
  EXPECT_EQ(marked("%l = load atomic i32, ptr %p seq_cst, align 4" + end), "");
  EXPECT_EQ(marked("%l = load {}, ptr %p" + end), "") << "no byte is accessed";
  EXPECT_EQ(marked("%q = freeze ptr %p %l = load i32, ptr %q" + end), "");
  EXPECT_EQ(marked("%q = select i1 %c, ptr %p, ptr null %l = load i32, ptr %q" + end), "");
  EXPECT_EQ(marked("call void @use() store i32 0, ptr %p" + end), "") << "it may never come back";
  EXPECT_EQ(marked("%d = icmp eq i32 %x, 7 br i1 %d, label %u, label %v u: store i32 0, ptr %p br label %v v:" + end),
            "x");
}

TEST(DefinedParameters, OnlyWhatIsBranchedOnAtOnce) {
  const std::string check = " %d = icmp eq i32 %x, 7 br i1 %d, label %u, label %v ";
  EXPECT_EQ(marked("call void @use()" + check + "u: ret void v: ret void"), "") << "it may never come back";
  EXPECT_EQ(marked("store i32 0, ptr %p" + check + "u: ret void v: ret void"), "p");
  EXPECT_EQ(marked("%l = load i32, ptr null" + check + "u: ret void v: ret void"), "x");
  EXPECT_EQ(marked("%e = icmp eq i32 %y, 1 br i1 %e, label %w, label %v w:" + check + "u: ret void v: ret void"), "y");
  EXPECT_EQ(marked("%e = icmp eq i32 %y, 1 br i1 %e, label %w, label %n w:" + check +
                   "u: ret void v: ret void n: unreachable"),
            "xy")
      << "the other way is undefined";
  EXPECT_EQ(marked("%e = icmp eq i32 %y, 1 br i1 %e, label %w, label %n w:" + check +
                   "u: ret void v: ret void n: call void @use() unreachable"),
            "y")
      << "the other way may hang";
  EXPECT_EQ(marked("br label %w w:" + check + "u: br label %w v: ret void"), "x");
}

/// Counts to %n, which `check` is made of first; then it returns what is made of %n.
std::string counting(const std::string& name, const std::string& check, const std::string& result) {
  return "define i32 @" + name + "(i32 %n, i32 %m) { e: " + check +
         " br i1 %c, label %l, label %o l: %i = phi i32 [ 0, %e ], [ %j, %l ] call void @use(i32 %i) %j = add i32 %i, "
         "1 %d = icmp eq i32 %j, %m br i1 %d, label %o, label %l o: " +
         result + " ret i32 %r } ";
}
TEST(DefinedParameters, OthersMayStillBeUndef) {
  const auto is_proved = [](const std::string& check) {
    check::Options options;
    options.samples = options.quick_budget = options.exhaustive_budget = 0;
    options.trust_text = false;
    const Verdict verdict =
        check::judge("declare void @use(i32) " + counting("src", check, "%r = add i32 %m, 0") +
                         counting("tgt", check,
                                  "%k = mul i32 %n, 2 %t = sub i32 %k, %n %q = sub i32 %t, %n %r = add "
                                  "i32 %m, %q"),
                     options);
    // Of a number of which some bits are undef the branch need not be undefined.
    return verdict.kind == VerdictKind::Correct &&
           verdict.bound == "inputs that are undef in all their bits or in none";
  };
  EXPECT_TRUE(is_proved("%c = icmp eq i32 %n, 7")) << "branched on: never undef";
  EXPECT_FALSE(is_proved("%c = icmp ult i32 %n, 0"));
  EXPECT_FALSE(is_proved("%z = and i32 %n, 2 %c = icmp eq i32 %z, 1"));
  EXPECT_FALSE(is_proved("%f = freeze i32 %n %c = icmp eq i32 %f, 7"));
}

}  // namespace
}  // namespace assay::prove
