#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/synchronization.h"
#include "tests/unit/check/pairs.h"

/// MEM-23: what other threads may see of atomic accesses and fences.
namespace assay::check {
namespace {

constexpr const char* kLost = "incorrect: value-mismatch";
constexpr const char* kOpen = "unknown: unsupported: other threads";

/// A pair of functions of a pointer and a number, with what stands in their only block.
std::string bodies(const std::string& source, const std::string& target, const std::string& result = "") {
  const auto one = [&](const char* name, const std::string& body) {
    return "define " + (result.empty() ? std::string("void") : result) + " @" + name + "(ptr %p, ptr %q, i32 %x) {\n" +
           body + "\n" + (result.empty() ? "  ret void\n" : "") + "}\n";
  };
  return "@g = global i32 0\n@h = global i32 0\n@b = global i8 0\n@t = thread_local global i8 0\n"
         "@c = constant i32 5\ndeclare void @f()\n" +
         one("src", source) + one("tgt", target);
}

std::string said(const std::string& source, const std::string& target, const std::string& result = "") {
  return word(judge(bodies(source, target, result)));
}

std::string store(const std::string& order) { return "  store atomic i32 %x, ptr %p " + order + ", align 4"; }
std::string load(const std::string& order) {
  return "  %v = load atomic i32, ptr %p " + order + ", align 4\n  ret i32 %v";
}
std::string update(const std::string& order) {
  return "  %v = atomicrmw add ptr %p, i32 %x " + order + "\n  ret i32 %v";
}
std::string exchange(const std::string& orders) {
  return "  %e = cmpxchg ptr %p, i32 %x, i32 7 " + orders + "\n  %v = extractvalue {i32, i1} %e, 0\n  ret i32 %v";
}

const std::vector<std::string> kOfStores = {"unordered", "monotonic", "release", "seq_cst"};
const std::vector<std::string> kOfLoads = {"unordered", "monotonic", "acquire", "seq_cst"};
const std::vector<std::string> kOfUpdates = {"monotonic", "acquire", "acq_rel", "seq_cst"};

TEST(OtherThreads, AnOrderingMayBecomeStrongerButNotWeaker) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      if (i == k) continue;
      const bool weaker = k < i;
      // An unordered access may go, and a plain or unordered one in place of it is not told apart from that.
      const std::string lost = weaker && k == 0 ? kOpen : kLost;
      EXPECT_EQ(said(store(kOfStores[i]), store(kOfStores[k])), weaker ? lost : "correct")
          << kOfStores[i] << " to " << kOfStores[k];
      EXPECT_EQ(said(load(kOfLoads[i]), load(kOfLoads[k]), "i32"), weaker ? lost : "correct")
          << kOfLoads[i] << " to " << kOfLoads[k];
      EXPECT_EQ(said(update(kOfUpdates[i]), update(kOfUpdates[k]), "i32"), weaker ? kLost : "correct")
          << kOfUpdates[i] << " to " << kOfUpdates[k];
    }
  EXPECT_EQ(said(update("acquire"), update("release"), "i32"), kLost);
  EXPECT_EQ(said(exchange("acq_rel acquire"), exchange("acq_rel monotonic"), "i32"), kLost);
  EXPECT_EQ(said(exchange("acq_rel monotonic"), exchange("seq_cst seq_cst"), "i32"), "correct");
}

TEST(OtherThreads, AProofSaysThatItIsForOneThread) {
  EXPECT_EQ(judge(bodies(store("release") + "\n  %y = add i32 %x, 0", store("release"))).bound, "one thread");
  EXPECT_EQ(judge(bodies("  store i32 %x, ptr %p\n  %y = add i32 %x, 0", "  store i32 %x, ptr %p")).bound, "");
}

TEST(OtherThreads, AnAtomicAccessMayNotBecomeAPlainOne) {
  EXPECT_EQ(said(store("monotonic"), "  store i32 %x, ptr %p"), kLost);
  EXPECT_EQ(said(load("monotonic"), "  %v = load i32, ptr %p\n  ret i32 %v", "i32"), kLost);
  EXPECT_EQ(said(update("monotonic"),
                 "  %v = load i32, ptr %p\n  %w = add i32 %v, %x\n  store i32 %w, ptr %p\n  ret i32 %v", "i32"),
            kLost);
  EXPECT_EQ(said("  store atomic i32 %x, ptr @g seq_cst, align 4", "  store i32 %x, ptr @g"), kLost);
}

TEST(OtherThreads, PlacesAndNumbersBelongToAnOperation) {
  const auto to = [](const std::string& place, const std::string& value, const std::string& order) {
    return "  store atomic i32 " + value + ", ptr " + place + " " + order + ", align 4\n";
  };
  for (const std::string order : {"release", "seq_cst"}) {
    EXPECT_EQ(said(to("@g", "%x", order) + to("@h", "%x", order), to("@h", "%x", order) + to("@g", "%x", order)),
              kOpen);
    EXPECT_EQ(said(to("%p", "%x", order) + to("@g", "%x", order), to("@g", "%x", order) + to("%p", "%x", order)),
              kOpen);
    EXPECT_EQ(said(to("@g", "1", order) + to("@g", "2", order) + to("@g", "3", order),
                   to("@g", "2", order) + to("@g", "1", order) + to("@g", "3", order)),
              kOpen);
  }
  EXPECT_EQ(said(to("@g", "%x", "release") + "  %y = add i32 %x, 0\n" + to("@h", "%y", "release"),
                 to("@g", "%x", "release") + to("@h", "%x", "release")),
            "correct");
}

/// LangRef, Memory Model for Concurrent Operations: introducing a store to a byte is not allowed in general.
TEST(OtherThreads, AStoreThatTheSourceDoesNotMakeIsWrong) {
  const std::string load = "  %v = load i8, ptr @b\n", back = load + "  store i8 %v, ptr @b\n";
  EXPECT_EQ(said(load, back), kLost);
  EXPECT_EQ(said(back, load), "correct");
  EXPECT_EQ(said(load, "  call void @llvm.memmove.p0.p0.i64(ptr @b, ptr @b, i64 1, i1 false)"), kLost);
  EXPECT_EQ(said(load + "  store i32 %x, ptr @g", back + "  store i32 %x, ptr @g"), kLost) << "to another variable";
  EXPECT_EQ(said(load + "  store i32 %x, ptr @g", back + "  br label %n\nn:\n  store i32 %x, ptr @g"), kOpen);
  EXPECT_EQ(said(load, load + "  store {} {}, ptr @b\n  store [0 x i8] poison, ptr @g"), "correct") << "no bytes";
  EXPECT_EQ(said(load + "  call void @f()", back + "  call void @f()"), "correct") << "@f may store there";
}

TEST(OtherThreads, AFunctionThatBreaksItsPromiseIsUndefinedAndNoStoreIsIntroduced) {
  EXPECT_EQ(word(judge("define void @in(ptr %p) memory(none) {\n  store i8 1, ptr %p\n  ret void\n}\n"
                       "define void @src(ptr %p) {\n  call void @in(ptr %p)\n  ret void\n}\n"
                       "define void @tgt(ptr %p) {\n  store i8 1, ptr %p\n  ret void\n}\n")),
            "correct");
}

TEST(OtherThreads, AStoreToWhatTheyDoNotReachIsNoConcernOfTheirs) {
  const auto of = [](const std::string& attributes) {
    const std::string head = "(ptr " + attributes + " writable dereferenceable(1) %p) {\n  %v = load i8, ptr %p\n";
    return word(judge("define void @src" + head + "  ret void\n}\ndefine void @tgt" + head +
                      "  store i8 %v, ptr %p\n  ret void\n}\n"));
  };
  EXPECT_EQ(of("noalias"), "correct");
  EXPECT_EQ(of("noalias sret(i8)"), "correct");
  const std::string own = "  %l = alloca i32\n  store i32 %x, ptr %l\n  %v = load i32, ptr %l\n";
  EXPECT_EQ(said(own + "  ret i32 %v", own + "  store i32 %v, ptr %l\n  ret i32 %v", "i32"), "correct");
  const std::string load = "  %v = load i8, ptr @t\n";
  EXPECT_EQ(said(load, load + "  store i8 %v, ptr @t"), "correct") << "a variable of this thread";
}

TEST(OtherThreads, AStoreOnMorePathsThanTheSourcesMakesIsABound) {
  const std::string test = "  %c = icmp eq i32 %x, 0\n";
  const std::string branch = test + "  br i1 %c, label %y, label %n\ny:\n  store i8 1, ptr @b\n  br label %n\nn:\n";
  const auto select = [&](const std::string& otherwise) {
    return test + "  %s = select i1 %c, i8 1, i8 " + otherwise + "\n  store i8 %s, ptr @b\n";
  };
  const Verdict introduced = judge(bodies(branch, "  %v = load i8, ptr @b\n" + select("%v")));
  EXPECT_EQ(word(introduced), "correct");
  EXPECT_EQ(introduced.bound, "one thread");
  EXPECT_EQ(judge(bodies("  store i8 2, ptr @b\n" + branch, select("2"))).bound, "") << "as simplifycfg does it";
}

TEST(OtherThreads, AFenceMayGoOnlyBesideOneAsStrong) {
  const std::string write = "  store i32 %x, ptr %p\n";
  EXPECT_EQ(said(write + "  fence release", write), kLost);
  EXPECT_EQ(said(write + "  fence seq_cst", write + "  fence acquire"), kLost);
  EXPECT_EQ(said(write + "  fence seq_cst", write + "  fence syncscope(\"singlethread\") seq_cst"), kLost);
  EXPECT_EQ(said(write + "  fence release\n  fence seq_cst", write + "  fence seq_cst"), "correct");
  EXPECT_EQ(said(write, write + "  fence seq_cst"), "correct");
}

TEST(OtherThreads, OfMemoryThatTheyDoNotReachTheySeeNothing) {
  EXPECT_EQ(said("  %l = alloca i32\n  store atomic i32 %x, ptr %l seq_cst, align 4\n  %v = load atomic i32, ptr %l "
                 "seq_cst, align 4\n  ret i32 %v",
                 "  ret i32 %x", "i32"),
            "correct");
  EXPECT_EQ(said("  %v = load atomic i32, ptr @c seq_cst, align 4\n  ret i32 %v", "  ret i32 5", "i32"), "correct");
  EXPECT_EQ(
      word(judge("define void @src(ptr noalias %p) {\n  store atomic i32 1, ptr %p seq_cst, align 4\n  ret void\n}\n"
                 "define void @tgt(ptr noalias %p) {\n  store i32 1, ptr %p, align 4\n  ret void\n}\n")),
      "correct");
}

TEST(OtherThreads, UpdatesThatOrderNothingOnOneSideMayBecomeStoresAndLoads) {
  const auto swap = [](const std::string& order) { return "  %v = atomicrmw xchg ptr %p, i32 %x " + order; };
  EXPECT_EQ(said(swap("release"), store("release")), "correct");
  EXPECT_EQ(said(swap("acquire"), store("release")), kOpen);
  EXPECT_EQ(said("  %v = atomicrmw or ptr %p, i32 0 acquire\n  ret i32 %v", load("acquire"), "i32"), "correct");
  EXPECT_EQ(said("  %v = atomicrmw or ptr %p, i32 0 release\n  ret i32 %v", load("acquire"), "i32"), kOpen);
}

TEST(OtherThreads, PathsAreComparedOneByOne) {
  const auto branch = [](const std::string& yes, const std::string& no) {
    return "  %c = icmp eq i32 %x, 0\n  br i1 %c, label %y, label %n\ny:\n" + yes + "\n  ret void\nn:\n" + no +
           "\n  ret void";
  };
  const auto both = [&](const std::string& source, const std::string& target) {
    return word(judge("define void @src(ptr %p, i32 %x) {\n" + source + "\n}\ndefine void @tgt(ptr %p, i32 %x) {\n" +
                      target + "\n}\n"));
  };
  EXPECT_EQ(both(branch("  fence acquire", ""), branch("  fence acquire", "")), "correct");
  EXPECT_EQ(both(branch("  fence acquire", "  fence release"), branch("  fence release", "  fence acquire")), "correct")
      << "which path is not told";
  EXPECT_EQ(both(branch("  fence acquire", ""), branch("", "")), kOpen);
  EXPECT_EQ(both(branch("  fence acquire", "  fence acquire"), branch("  fence acquire", "")), kOpen);
  EXPECT_EQ(both(branch("  fence acquire", "  fence acquire"), "  fence acquire\n  ret void"), "correct");
}

TEST(OtherThreads, WhatIsCalledCountsAsIfItStoodThere) {
  const std::string inner =
      "define internal void @in(ptr %p) {\n  store atomic i32 1, ptr %p release, align 4\n  ret void\n}\n";
  const auto of = [&](const std::string& target) {
    return word(judge(
        inner + "define void @src(ptr %p) {\n  call void @in(ptr %p)\n  ret void\n}\ndefine void @tgt(ptr %p) {\n" +
        target + "\n  ret void\n}\n"));
  };
  EXPECT_EQ(of("  store atomic i32 1, ptr %p release, align 4"), "correct");
  EXPECT_EQ(of("  store i32 1, ptr %p, align 4"), kOpen);
}

TEST(OtherThreads, ACallOfAPointerMayLeadToWhatIsAtomic) {
  const std::string call = "  %f = load ptr, ptr @f\n  call void %f(ptr %p)";
  const auto module = [&](const std::string& of_callee, const std::string& target) {
    return "@f = internal constant ptr @in\ndefine internal void @in(ptr %p) {\n  " + of_callee +
           "\n  ret void\n}\ndefine void @src(ptr %p) {\n" + call + "\n  ret void\n}\ndefine void @tgt(ptr %p) {\n" +
           target + "\n  ret void\n}\n";
  };
  const std::string atomic = "store atomic i32 1, ptr %p release, align 4", plain = "store i32 1, ptr %p, align 4";
  EXPECT_EQ(judge(module(atomic, call + "\n  %n = add i32 0, 0")).bound, "one thread");
  EXPECT_EQ(judge(module(plain, call + "\n  %n = add i32 0, 0")).bound, "");

  const auto loses = [&](const std::string& of_callee) {
    llvm::LLVMContext context;
    const auto parsed = ir::parse(context, module(of_callee, "  " + plain), "pair");
    return semantics::compare_synchronization(*(*parsed)->getFunction("src"), *(*parsed)->getFunction("tgt")).unmatched;
  };
  EXPECT_TRUE(loses(atomic));
  EXPECT_FALSE(loses(plain));
}

TEST(OtherThreads, WhereTheSourceIsNeverDefinedNothingIsLost) {
  EXPECT_EQ(said("  fence seq_cst\n  store i32 1, ptr null", "  store i32 1, ptr null"), kOpen);
}

}  // namespace
}  // namespace assay::check
