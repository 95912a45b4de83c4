#include "services/worker/codegen/blame.h"

#include "tests/unit/codegen/testing.h"

namespace assay::codegen {
namespace {

using ::testing::HasSubstr;

// A shell's code for a number behind an option: what llc is asked to do up to.
std::string number_of(const std::string& option) {
  return "n=$(printf '%s\\n' \"$@\" | sed -n 's/^" + option + "=\\(0-\\)\\{0,1\\}//p' | tail -1); ";
}
constexpr const char* kAsItIs = "exec /usr/lib/llvm-22/bin/llc \"$@\"";
constexpr const char* kWrong = "sed 's/add i8/sub i8/' | /usr/lib/llvm-22/bin/llc \"$@\"";
constexpr const char* kAdds = "define i8 @f(i8 %a, i8 %b) {\n  %r = add i8 %a, %b\n  ret i8 %r\n}\n";

Blame blame_of(Llc llc, const std::string& text, const Configuration& configuration) {
  WrongCode wrong{text, "f", configuration, {}};
  const auto judged = judged_by(llc, text, configuration);
  EXPECT_EQ(judged.front().kind, Judged::Kind::Differs) << judged.front().reason << " " << judged.front().detail;
  return blame(wrong, judged.front(), llc);
}
Blame blame_of(const char* release, const std::string& text, const Configuration& configuration) {
  return blame_of(*Llc::open(release), text, configuration);
}

// A lane that is out of range spoils its neighbour, in all releases up to 22.
TEST(Blame, ACombineOfSelectionDagIsFoundByItsNumber) {
  const Blame blame = blame_of("22",
                               "define <3 x i8> @f(<3 x float> %x) {\n  %r = fptoui <3 x float> %x to <3 x i8>\n"
                               "  ret <3 x i8> %r\n}\n",
                               configuration("riscv64", 2, Selector::Dag));
  EXPECT_EQ(blame.culprit, "dag-combine");
  EXPECT_THAT(blame.detail, HasSubstr("right with one less"));
  EXPECT_THAT(blame.without, HasSubstr("-debug-counter=dagcombine="));
}

// fmax gives one of two zeros (llvm/llvm-project#93414).
TEST(Blame, ASelectorThatAloneIsWrongIsNamed) {
  const Blame blame = blame_of("22",
                               "define float @f(float %x) {\n  %c = fcmp ogt float %x, 0.0\n"
                               "  %r = select i1 %c, float %x, float 0.0\n  ret float %r\n}\n",
                               configuration("aarch64", 2, Selector::Dag));
  EXPECT_EQ(blame.culprit, "SelectionDAG");
  EXPECT_THAT(blame.detail, HasSubstr("GlobalISel is right"));
}

TEST(Blame, APassThatCanBeLeftOutIsNamedWithItsNumber) {
  const FalseLlc llc = FalseLlc::doing(number_of("-opt-bisect-limit") + "if [ \"${n:-9999}\" -lt 3 ]; then " + kAsItIs +
                                       "; fi\n" + kWrong);
  const Blame blame = blame_of(llc.open(), kAdds, configuration("x86-64", 2, Selector::Dag));
  EXPECT_FALSE(blame.culprit.empty());
  EXPECT_EQ(blame.detail, "right with -opt-bisect-limit=2, wrong with one more");
}

TEST(Blame, ARuleOfACombinerIsFoundByItsNumber) {
  const std::string option = "-aarch64prelegalizercombiner-disable-rule";
  const FalseLlc llc =
      FalseLlc::doing("all='" + option +
                      "=*'; for each in \"$@\"; do if [ \"$each\" = \"$all\" ] "
                      "|| [ \"$each\" = '" +
                      option + "=7' ]; then " + kAsItIs + "; fi; done\n" + number_of(option) + "case \" $* \" in *' " +
                      option + "=0-'*) if [ \"$n\" -ge 7 ]; then " + kAsItIs + "; fi;; esac\n" + kWrong);
  const Blame blame = blame_of(llc.open(), kAdds, configuration("aarch64", 2, Selector::Global));
  EXPECT_EQ(blame.culprit, "aarch64prelegalizercombiner");
  EXPECT_EQ(blame.without, option + "=7");
  EXPECT_EQ(blame.detail, "rule 7: right with " + option + "=7");
}

/// A crash or a hang has no inputs: who asks says what is a failure.
TEST(Blame, AFailureOfAnotherKindIsBlamedTheSameWay) {
  const std::string option = "aarch64postlegalizercombiner-disable-rule";
  const Probe probe = [&](const Configuration& asked) {
    return asked.llc_args == "-" + option + "=*" || asked.llc_args == "-" + option + "=0" ||
                   asked.llc_args.starts_with("-" + option + "=0-")
               ? Judged::Kind::Agrees
               : Judged::Kind::Differs;
  };
  const Blame blame = codegen::blame(configuration("aarch64", 2, Selector::Global), *Llc::open("22"), probe);
  EXPECT_EQ(blame.culprit, "aarch64postlegalizercombiner");
  EXPECT_EQ(blame.without, "-" + option + "=0");
}

TEST(Blame, WhatNothingExplainsIsLeftWithoutAName) {
  const FalseLlc llc = FalseLlc::doing(kWrong);
  const Blame blame = blame_of(llc.open(), kAdds, configuration("x86-64", 2, Selector::Dag));
  EXPECT_EQ(blame.culprit, "");
  EXPECT_EQ(blame.without, "");
}

TEST(Blame, OthersAreAskedAboutTheSameInputs) {
  const FalseLlc llc = FalseLlc::doing("case \" $* \" in *' -O0 '*) " + std::string(kAsItIs) + ";; esac\n" + kWrong);
  WrongCode wrong{kAdds, "f", configuration("x86-64", 2, Selector::Dag), {}};
  const auto judged = judged_by(llc.open(), kAdds, wrong.configuration);
  ASSERT_EQ(judged.front().kind, Judged::Kind::Differs);
  std::vector<std::string> right, wrong_too;
  for (const OtherCode& other : ask_others(wrong, judged.front(), llc.open()))
    (other.agrees ? right : wrong_too).push_back(other.name);
  EXPECT_THAT(right, ::testing::IsSupersetOf({"llc 22.1.8, x86-64 -O0 SelectionDAG", "llc 22.1.8, x86-64 -O0 FastISel",
                                              "llc 16.0.6, x86-64 -O2 SelectionDAG"}));
  EXPECT_THAT(wrong_too, ::testing::ElementsAre("llc 22.1.8, x86-64 -O2 FastISel"));
}

}  // namespace
}  // namespace assay::codegen
