#include "services/worker/triage/triage.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Finding miscompile(const std::string& source, const std::string& target) {
  Finding finding;
  finding.kind = FindingKind::Miscompile;
  finding.culprit = "instcombine";
  finding.reason = "value-mismatch";
  finding.function = "f";
  finding.reduced = source;
  finding.reduced_target = target;
  return finding;
}

constexpr const char* kCtpopCompare =
    "declare i32 @llvm.ctpop.i32(i32)\ndefine i1 @f(i32 %x, i32 %y) {\n  %a = call i32 @llvm.ctpop.i32(i32 %x)\n"
    "  %b = add nuw i32 %a, %y\n  %c = icmp ult i32 %b, 17\n  ret i1 %c\n}\n";
constexpr const char* kFalse = "define i1 @f(i32 %x, i32 %y) {\n  ret i1 false\n}\n";

TEST(Signature, IsReadable) {
  EXPECT_EQ(signature(miscompile(kCtpopCompare, kFalse)),
            "miscompile instcombine value-mismatch: ret(icmp.ult(add.nuw(ctpop(x),x),x))");
}

TEST(Signature, OverlooksWidthsConstantsNamesAndOrder) {
  const std::string other =
      "declare i8 @llvm.ctpop.i8(i8)\ndefine i1 @mutant(i8 %y, i64 %unused, i8 %x) {\n"
      "  %n = call i8 @llvm.ctpop.i8(i8 %x)\n  %m = add nuw i8 %y, %n\n  %o = icmp ult i8 %m, 3\n  ret i1 %o\n}\n";
  Finding finding = miscompile(other, "define i1 @mutant(i8 %y, i64 %unused, i8 %x) {\n  ret i1 true\n}\n");
  finding.function = "mutant";
  finding.compiler.version = "19.1.7";
  finding.seed = 5;
  EXPECT_EQ(signature(finding), signature(miscompile(kCtpopCompare, kFalse)));
}

TEST(Signature, OverlooksOnWhichSideOfACompareAnOperandStands) {
  std::string text = kCtpopCompare;
  text.replace(text.find("ult i32 %b, 17"), 14, "ugt i32 17, %b");
  EXPECT_EQ(signature(miscompile(text, kFalse)), signature(miscompile(kCtpopCompare, kFalse)));
}

TEST(Signature, TellsOperationsFlagsAndPredicatesApart) {
  const std::string base = signature(miscompile(kCtpopCompare, kFalse));
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"nuw ", ""}, {"ult", "slt"}, {"add nuw", "sub nuw"}}) {
    std::string text = kCtpopCompare;
    text.replace(text.find(from), from.size(), to);
    EXPECT_NE(signature(miscompile(text, kFalse)), base) << text;
  }
}

TEST(Signature, OverlooksWhatBecameOfItAndWhichWayAConditionIsTurned) {
  Finding other = miscompile(kCtpopCompare, kCtpopCompare);
  EXPECT_EQ(signature(other), signature(miscompile(kCtpopCompare, kFalse)));
  const auto choice = [](const char* condition, const char* arms) {
    return "define i8 @f(i8 %x, i8 %y) {\n  %a = mul i8 %x, 3\n  %c = icmp " + std::string(condition) +
           " i8 %x, 5\n  %s = select i1 %c, " + arms + "\n  ret i8 %s\n}\n";
  };
  EXPECT_EQ(shape_of(choice("eq", "i8 %a, i8 %y"), "f"), shape_of(choice("ne", "i8 7, i8 %a"), "f"));
}

TEST(Signature, OverlooksWhichArgumentsAreTheSame) {
  const std::string square = "define i8 @f(i8 %x) {\n  %a = mul i8 %x, %x\n  %b = sub i8 %a, %a\n  ret i8 %b\n}\n";
  const std::string product =
      "define i8 @f(i8 %x, i8 %y) {\n  %a = mul i8 %x, %y\n  %b = sub i8 %a, 3\n  ret i8 %b\n}\n";
  EXPECT_EQ(shape_of(square, "f"), shape_of(product, "f"));
}

TEST(Signature, TellsCulpritAndReasonApart) {
  const Finding base = miscompile(kCtpopCompare, kFalse);
  Finding other = base;
  other.culprit = "gvn";
  EXPECT_NE(signature(other), signature(base));
  other = base;
  other.reason = "more-poisonous";
  EXPECT_NE(signature(other), signature(base));
}

TEST(Signature, ShowsControlFlowAndSharedValues) {
  const char* loop =
      "define i8 @f(i8 %x) {\nentry:\n  br label %loop\nloop:\n  %i = phi i8 [ 0, %entry ], [ %n, %loop ]\n"
      "  %n = add i8 %i, 1\n  %c = icmp ult i8 %n, %x\n  br i1 %c, label %loop, label %exit\nexit:\n  ret i8 %n\n}\n";
  EXPECT_EQ(shape_of(loop, "f"), "b0:br(b1) b1:br(icmp.ult(add(phi(x,$1),x),x),b2,b1) b2:ret($1)");
}

TEST(Signature, OfLongCasesIsBoundedAndStillDistinct) {
  const auto chain = [](int length, const char* last) {
    std::string text = "define i8 @f(i8 %x, i8 %y) {\n  %v0 = add i8 %x, %y\n";
    for (int i = 1; i < length; ++i)
      text += "  %v" + std::to_string(i) + " = mul i8 %v" + std::to_string(i - 1) + ", %y\n";
    return text + "  %r = " + last + " i8 %v" + std::to_string(length - 1) + ", %x\n  store i8 %x, ptr null\n" +
           "  ret i8 %r\n}\n";
  };
  const std::string one = signature(miscompile(chain(60, "xor"), kFalse));
  std::string longer = chain(60, "xor");
  longer.replace(longer.find("mul"), 3, "sub");
  EXPECT_LT(one.size(), 320u);
  EXPECT_THAT(one, HasSubstr("...#"));
  EXPECT_NE(one, signature(miscompile(longer, kFalse)));
}

TEST(Signature, OfACrashIsItsHeadlineWhateverTheCase) {
  Finding finding;
  finding.kind = FindingKind::Crash;
  finding.culprit = "slp-vectorizer";
  finding.reduced = kCtpopCompare;
  finding.detail = "opt: /x/A.cpp:12: Assertion `Idx < 4' failed.\nStack dump: 0x123\n";
  const std::string first = signature(finding);
  EXPECT_EQ(first, "crash slp-vectorizer: assertion: Idx < 4");
  finding.detail = "opt: /other/A.cpp:99: Assertion `Idx < 4' failed.\nStack dump: 0x9999\n";
  finding.reduced = kFalse;
  EXPECT_EQ(signature(finding), first);
}

TEST(Signature, OfInvalidIrIsWhatTheVerifierSays) {
  Finding finding;
  finding.kind = FindingKind::InvalidIr;
  finding.culprit = "newgvn";
  finding.detail =
      "Instruction does not dominate all uses!\n  %a = add i8 %x, 1\nLLVM ERROR: Broken module found, compilation "
      "aborted!\n";
  EXPECT_EQ(signature(finding), "invalid-ir newgvn: Instruction does not dominate all uses!");
}

TEST(Signature, OfWhatARelaxedReadingExplainsIsThatReading) {
  Finding one = miscompile(kCtpopCompare, kFalse), other = miscompile(kFalse, kCtpopCompare);
  one.explained_by = other.explained_by = "memory=integers";
  other.reason = "memory-mismatch";
  EXPECT_EQ(signature(one), "miscompile instcombine explained by memory=integers");
  EXPECT_EQ(signature(one), signature(other));
  other.culprit = "sroa";
  EXPECT_NE(signature(one), signature(other));
}

TEST(Signature, OfUnreadableTextIsStillOne) {
  EXPECT_EQ(signature(miscompile("not a module", "")), "miscompile instcombine value-mismatch: ?");
}

TEST(Title, ReadsLikeAnIssue) {
  EXPECT_EQ(title(miscompile(kCtpopCompare, kFalse)), "[InstCombine] Miscompile of ctpop, add, icmp (value mismatch)");
}

// A select that is folded into an operation makes four mistakes, one for each flag that it forgets.
TEST(Signature, OverlooksFastMathFlags) {
  const auto shape_with = [](const std::string& flags) {
    return shape_of("define half @f(i1 %c, half %x, half %y) {\n  %a = fadd " + flags +
                        " half %x, %y\n  %b = select i1 %c, half %a, half %x\n  ret half %b\n}\n",
                    "f");
  };
  EXPECT_EQ(shape_with("nnan"), shape_with("ninf nsz"));
  EXPECT_EQ(shape_with(""), shape_with("fast"));
}

TEST(Title, OfACrashSaysWhere) {
  Finding finding = miscompile(kCtpopCompare, kFalse);
  finding.kind = FindingKind::Crash;
  finding.detail = " #0 0x00007f1 llvm::GVNPass::run(llvm::Function&) (/lib/libLLVM.so+0x1)\n";
  EXPECT_EQ(title(finding), "[InstCombine] Crash in llvm::GVNPass::run");
  finding.detail = "opt: X.cpp:1: Assertion `x > 0' failed.\n";
  EXPECT_EQ(title(finding), "[InstCombine] Crash: assertion: x > 0");
}

TEST(Title, NamesTheKindOfFailure) {
  Finding finding = miscompile(kCtpopCompare, kFalse);
  finding.kind = FindingKind::DebugVariance;
  EXPECT_EQ(title(finding), "[InstCombine] Debug info changes the code of ctpop, add, icmp");
  EXPECT_THAT(signature(finding), ::testing::StartsWith("debug-variance instcombine: ret(icmp.ult("));
}

}  // namespace
}  // namespace assay::triage
