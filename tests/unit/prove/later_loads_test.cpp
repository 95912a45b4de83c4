#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/parts/parts.h"
#include "tests/unit/prove/outcomes.h"

/// Loads that the target makes in the one block that needs them.
namespace assay::prove {
namespace {

/// In a loop whose rounds nobody can count, so that the whole can't be decided, among other steps.
std::string module_of(const std::string& source, const std::string& target) {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define void @" + name +
           "(i32 noundef %x, i1 noundef %c, ptr %p, ptr %q) { e: br label %h h: call void @out(i32 1) br label %b b: " +
           body +
           " end: %r = phi i32 [ 0, %b ], [ %x, %needs ] call void @out(i32 %r) %again = load volatile i1, ptr %q "
           "br i1 %again, label %h, label %o o: ret void } ";
  };
  return "declare void @out(i32) " + function("src", source) + function("tgt", target);
}
Outcome of_loop(const std::string& source, const std::string& target) {
  return outcome_of(module_of(source, target), {.milliseconds = 200});
}

/// Laid side by side, with nobody to ask about what differs.
bool are_the_same(const std::string& source, const std::string& target) {
  llvm::LLVMContext context;
  const auto parsed = ir::parse(context, module_of(source, target), "test.ll");
  if (!parsed) return false;
  normalize::NormalPair pair(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt"));
  return is_proved_by_parts(pair, /*other_forms=*/false, /*undef=*/true,
                            [](const auto&, const auto&) { return false; });
}

bool is_wrong(Outcome outcome) { return outcome != Outcome::Proved && outcome != Outcome::Malformed; }

const std::string kRead = "%v = load i32, ptr %p ";
const std::string kNeeds = "br i1 %c, label %needs, label %end needs: ";
const std::string kUse = "call void @out(i32 %v) br label %end";

TEST(LaterLoads, WhatOneWayNeedsMayBeReadThere) {
  EXPECT_TRUE(are_the_same(kRead + kNeeds + kUse, kNeeds + kRead + kUse));
  EXPECT_FALSE(are_the_same(kNeeds + kRead + kUse, kRead + kNeeds + kUse));
  EXPECT_EQ(of_loop(kRead + kNeeds + kUse, kNeeds + kRead + kUse), Outcome::Proved);
  const std::string through = "%s = getelementptr i8, ptr %p, i64 8 %w = load ptr, ptr %s %v = load i32, ptr %w ";
  EXPECT_EQ(of_loop(through + kNeeds + kUse, kNeeds + through + kUse), Outcome::Proved) << "by what was read, too";
  EXPECT_EQ(of_loop(kRead + "%d = load i32, ptr %q, !range !{i32 0, i32 2} " + kNeeds + kUse,
                    "%d = load i32, ptr %q " + kNeeds + kRead + kUse),
            Outcome::Proved)
      << "reads in between change nothing";
}

TEST(LaterLoads, ButNotBehindWhoMayWrite) {
  for (const char* step : {"call void @out(i32 5) ", "store i32 %x, ptr %q ", "%d = load volatile i32, ptr %q "}) {
    EXPECT_TRUE(is_wrong(of_loop(kRead + step + kNeeds + kUse, step + kNeeds + kRead + kUse))) << step;
    EXPECT_TRUE(is_wrong(of_loop(kRead + kNeeds + step + kUse, kNeeds + step + kRead + kUse))) << step;
  }
  const std::string round = "call void @out(i32 5) br i1 %c, label %needs, label %end";
  EXPECT_TRUE(is_wrong(
      of_loop(kRead + kNeeds + "call void @out(i32 %v) " + round, kNeeds + kRead + "call void @out(i32 %v) " + round)))
      << "the block comes again, and what was called may have written";
}

TEST(LaterLoads, NorSoonerNorSomethingElse) {
  EXPECT_TRUE(is_wrong(of_loop(kNeeds + kRead + kUse, kRead + kNeeds + kUse))) << "there may be nothing to read";
  EXPECT_TRUE(is_wrong(of_loop(kRead + kNeeds + kUse, kNeeds + "%v = load i32, ptr %q " + kUse)));
  EXPECT_TRUE(is_wrong(of_loop(kRead + kNeeds + kUse, kNeeds + "%v = load i32, ptr %p, align 8 " + kUse)));
}

/// A fill of so many bytes, of which the target promises more.
TEST(LaterLoads, AFillOfSomeBytesPromisesNothingOfItsPointer) {
  const auto fill = [](const std::string& promise, const std::string& length) {
    return "%n = zext i32 %x to i64 " + length + " call void @llvm.memset.p0.i64(ptr " + promise +
           " %p, i8 0, i64 %l, i1 false) br i1 %c, label %needs, label %end needs: br label %end";
  };
  const std::string some = "%l = add nuw nsw i64 %n, 1";
  for (const char* promise : {"noundef", "nonnull", "noundef nonnull dereferenceable(1)"})
    EXPECT_EQ(of_loop(fill("", some), fill(promise, some)), Outcome::Proved) << promise;
  for (const char* length : {"%l = add nuw nsw i64 %n, 0", "%l = add i64 %n, -1", "%l = mul nuw i64 %n, 1"})
    EXPECT_TRUE(is_wrong(of_loop(fill("", length), fill("noundef nonnull dereferenceable(1)", length)))) << length;
  EXPECT_TRUE(is_wrong(of_loop(fill("", some), fill("dereferenceable(2)", some))));
}

}  // namespace
}  // namespace assay::prove
