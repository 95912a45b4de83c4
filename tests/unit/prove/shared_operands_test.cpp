#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Values whose operands share operands: walked along each path, 30 of them in a row would take for ever.
namespace assay::prove {
namespace {

/// The greater of -4 and -a, and a, added up, so often: %NAME0 to %NAME30. `how`: the first numbers are compared.
std::string chain(const std::string& name, const std::string& start, const std::string& how = "ugt") {
  std::string text = "%" + name + "0 = add i32 " + start + ", 1 ";
  for (int i = 0; i < 30; ++i) {
    const std::string now = name + std::to_string(i), id = "%" + now;
    text += id + "n = sub i32 0, " + id + " " + id + "t = icmp " + (i == 0 ? how : "ugt") + " i32 " + id + "n, -4 " +
            id + "m = select i1 " + id + "t, i32 " + id + "n, i32 -4 %" + name + std::to_string(i + 1) + " = add i32 " +
            id + "m, " + id + " ";
  }
  return text;
}

struct Loop {
  std::string before{}, body{}, behind{};
};

std::string loop(const std::string& name, const Loop& is) {
  return "define i32 @" + name + "(ptr noalias %p, ptr noalias %q, i32 %n, i32 %x) { e: " + is.before +
         " br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] " + is.body +
         " %j = add nuw nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %o o: " + is.behind + " } ";
}

Outcome outcome(const Loop& source, const Loop& target) {
  return outcome_of("declare void @use(i32) declare void @see(i32) " + loop("src", source) + loop("tgt", target),
                    {.milliseconds = 100});
}

/// A pointer goes from what the chain gives to four bytes behind it.
TEST(SharedOperands, OfWhatComesIntoALoopAreWalkedOnce) {
  const auto function = [](const std::string& name, const std::string& how, const std::string& step) {
    return "define void @" + name + "(ptr %p, i32 %x) { e: br label %b b: " + chain("a", "%x", how) +
           "%f = getelementptr i8, ptr %p, i32 %a30 %o = add i32 %a30, 4 %u = getelementptr i8, ptr %p, i32 %o br "
           "label "
           "%l l: %i = phi ptr [ %f, %b ], [ %j, %l ] %j = getelementptr " +
           step + " i8, ptr %i, i64 1 %c = icmp eq ptr %j, %u br i1 %c, label %l, label %r r: ret void } ";
  };
  EXPECT_NE(outcome_of(function("src", "ugt", "inbounds") + function("tgt", "eq", "inbounds"), {.milliseconds = 100}),
            Outcome::Refuted);
}

TEST(SharedOperands, OfWhatARoundComputesAreWalkedOnce) {
  const auto body = [](const std::string& how) { return chain("a", "%i", how) + "call void @see(i32 %a30) "; };
  EXPECT_NE(outcome({"", body("ugt"), "ret i32 %a30"}, {"", body("eq"), "ret i32 %a30"}), Outcome::Proved);
}

TEST(SharedOperands, OfAddressesInLoopsThatWereFusedAreWalkedOnce) {
  const auto store = [](const std::string& to) {
    return "%s" + to + " = getelementptr i32, ptr %" + to + ", i32 %i store i32 %a30, ptr %s" + to + " ";
  };
  const std::string body = store("p") + store("q"), before = chain("a", "%x");
  const std::string second =
      "br label %k k: %h = phi i32 [ 0, %o ], [ %g, %k ] %t = getelementptr i32, ptr %q, i32 %h store i32 %a30, ptr %t "
      "%g = add nuw nsw i32 %h, 1 %d = icmp slt i32 %g, %n br i1 %d, label %k, label %u u: ret i32 0";
  EXPECT_NE(outcome({before, body, "ret i32 0"}, {before, store("p"), second}), Outcome::Refuted);
}

}  // namespace
}  // namespace assay::prove
