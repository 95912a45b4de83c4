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

}  // namespace
}  // namespace assay::check
