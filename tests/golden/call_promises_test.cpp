// Intrinsics that are lowered to operations, each with each promise: at its result and at an argument, kept on both
// sides and gained by the target. What is kept refutes nothing; what is gained is refuted, for the argument or the
// result may be what the promise excludes.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/golden/pairs.h"

namespace assay::golden {
namespace {

/// `$T` stands for the lanes' type, `$V` for the way in which intrinsics are named by it. The argument that promises
/// are put at is written "@ %a".
struct Row {
  const char* result;
  const char* callee;
  const char* types;  ///< of the callee's arguments
  const char* arguments;
  const char* parameters;
};
constexpr Row kRows[] = {
    {"<2 x $T>", "vector.extract.v2$V.v4$V", "<4 x $T>, i64", "<4 x $T> @ %a, i64 0", "<4 x $T> %a"},
    {"<4 x $T>", "vector.insert.v4$V.v2$V", "<4 x $T>, <2 x $T>, i64", "<4 x $T> @ %a, <2 x $T> zeroinitializer, i64 2",
     "<4 x $T> %a"},
    {"<2 x $T>", "vector.reverse.v2$V", "<2 x $T>", "<2 x $T> @ %a", "<2 x $T> %a"},
    {"<4 x $T>", "vector.interleave2.v4$V", "<2 x $T>, <2 x $T>", "<2 x $T> @ %a, <2 x $T> zeroinitializer",
     "<2 x $T> %a"},
    {"<2 x $T>", "vector.splice.left.v2$V", "<2 x $T>, <2 x $T>, i32", "<2 x $T> @ %a, <2 x $T> zeroinitializer, i32 1",
     "<2 x $T> %a"},
    {"<2 x $T>", "experimental.vector.compress.v2$V", "<2 x $T>, <2 x i1>, <2 x $T>",
     "<2 x $T> @ %a, <2 x i1> <i1 true, i1 true>, <2 x $T> zeroinitializer", "<2 x $T> %a"},
    {"<2 x $T>", "matrix.transpose.v2$V", "<2 x $T>, i32, i32", "<2 x $T> @ %a, i32 2, i32 1", "<2 x $T> %a"},
    {"<2 x $T>", "masked.load.v2$V.p0", "ptr, <2 x i1>, <2 x $T>",
     "ptr align 1 %p, <2 x i1> zeroinitializer, <2 x $T> @ %a", "ptr %p, <2 x $T> %a"},
    {"<2 x $T>", "vp.load.v2$V.p0", "ptr, <2 x i1>, i32", "ptr align 1 %p, <2 x i1> <i1 true, i1 true>, i32 2",
     "ptr %p"},
    {"$T", "ssa.copy.$V", "$T", "$T @ %a", "$T %a"},
};
constexpr Row kOfIntegers[] = {
    {"$T", "umax.$V", "$T, $T", "$T @ %a, $T 0", "$T %a"},
    {"$T", "expect.$V", "$T, $T", "$T @ %a, $T 0", "$T %a"},
};
constexpr Row kOfFloats[] = {
    {"$T", "arithmetic.fence.$V", "$T", "$T @ %a", "$T %a"},
    {"$T", "fabs.$V", "$T", "$T @ %a", "$T %a"},
    {"$T", "vector.reduce.fmin.v1$V", "<1 x $T>", "<1 x $T> @ %a", "<1 x $T> %a"},
    {"$T", "vector.reduce.fmaximum.v1$V", "<1 x $T>", "<1 x $T> @ %a", "<1 x $T> %a"},
    {"$T", "vp.reduce.fadd.v1$V", "$T, <1 x $T>, <1 x i1>, i32",
     "$T @ %a, <1 x $T> zeroinitializer, <1 x i1> zeroinitializer, i32 1", "$T %a"},
    {"$T", "vp.reduce.fmax.v1$V", "$T, <1 x $T>, <1 x i1>, i32",
     "$T @ %a, <1 x $T> zeroinitializer, <1 x i1> zeroinitializer, i32 1", "$T %a"},
};
/// What computes in floats.
struct Function {
  const char* callee;
  const char* types;
  const char* parameters;  ///< which are its arguments
};
constexpr Function kFunctions[] = {
    {"minnum.$V", "$T, $T", "$T %a, $T %b"},
    {"minimumnum.$V", "$T, $T", "$T %a, $T %b"},
    {"vector.reduce.fadd.v1$V", "$T, <1 x $T>", "$T %a, <1 x $T> %v"},
    {"vector.reduce.fmin.v1$V", "<1 x $T>", "<1 x $T> %v"},
    {"vector.reduce.fmax.v1$V", "<1 x $T>", "<1 x $T> %v"},
    {"vector.reduce.fmin.nxv1$V", "<vscale x 1 x $T>", "<vscale x 1 x $T> %v"},
    {"vector.reduce.fminimum.v1$V", "<1 x $T>", "<1 x $T> %v"},
    {"vector.reduce.fmaximum.v1$V", "<1 x $T>", "<1 x $T> %v"},
    {"vp.reduce.fadd.v1$V", "$T, <1 x $T>, <1 x i1>, i32", "$T %a, <1 x $T> %v, <1 x i1> %m, i32 %n"},
    {"vp.reduce.fmin.v1$V", "$T, <1 x $T>, <1 x i1>, i32", "$T %a, <1 x $T> %v, <1 x i1> %m, i32 %n"},
    {"vp.reduce.fmaximum.v1$V", "$T, <1 x $T>, <1 x i1>, i32", "$T %a, <1 x $T> %v, <1 x i1> %m, i32 %n"},
};

struct Promise {
  const char* name;
  const char* before = "";       ///< the result's type: fast-math flags
  const char* at_result = "";    ///< an attribute
  const char* at_argument = "";  ///< likewise
  const char* metadata = "";
};
constexpr Promise kOnIntegers[] = {
    {"noundef of the result", "", "noundef", "", ""},
    {"range of the result", "", "range(i8 0, 10)", "", ""},
    {"!range", "", "", "", ", !range !0"},
    {"noundef of an argument", "", "", "noundef", ""},
    {"range of an argument", "", "", "range(i8 0, 10)", ""},
};
constexpr Promise kOnFloats[] = {
    {"nnan", "nnan", "", "", ""},
    {"ninf", "ninf", "", "", ""},
    {"nofpclass of the result", "", "nofpclass(nan)", "", ""},
    {"nofpclass of an argument", "", "", "nofpclass(inf)", ""},
    {"noundef of an argument", "", "", "noundef", ""},
};

void replace(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

std::string call(const Row& row, const Promise& promise) {
  std::string arguments = row.arguments;
  replace(arguments, "@", promise.at_argument);
  return std::string("call ") + promise.before + " " + promise.at_result + " " + row.result + " @llvm." + row.callee +
         "(" + arguments + ")" + promise.metadata;
}

std::string function(const char* name, const Row& row, const Promise& promise) {
  return std::string("define ") + row.result + " @" + name + "(" + row.parameters +
         ") {\n  %r = " + call(row, promise) + "\n  ret " + row.result + " %r\n}\n";
}

bool has(const std::vector<std::string>& results, const std::string& word) {
  return std::any_of(results.begin(), results.end(),
                     [&](const std::string& result) { return result.find(word) != std::string::npos; });
}

class PromisesOfIntrinsics : public testing::Test {
 protected:
  std::vector<std::string> judge(const Row& row, const Promise& before, const Promise& after, const char* type,
                                 const char* in_names) {
    Pair pair;
    pair.text = std::string("declare ") + row.result + " @llvm." + row.callee + "(" + row.types + ")\n" +
                function("src", row, before) + function("tgt", row, after) + "!0 = !{i8 0, i8 10}\n";
    replace(pair.text, "$T", type);
    replace(pair.text, "$V", in_names);
    return judged(pair, solver_);
  }
  void expect_followed(const Row& row, const Promise& promise, const char* type, const char* in_names) {
    const bool is_at_argument = *promise.at_argument != 0;
    if (is_at_argument && std::string(row.arguments).find('@') == std::string::npos) return;
    const std::string what = std::string(row.callee) + ", " + promise.name;
    const auto kept = judge(row, promise, promise, type, in_names);
    EXPECT_FALSE(has(kept, "incorrect") || has(kept, "not ")) << what << " kept: " << testing::PrintToString(kept);
    EXPECT_TRUE(has(kept, "solver: correct")) << what << " kept: " << testing::PrintToString(kept);
    const auto gained = judge(row, {"nothing"}, promise, type, in_names);
    EXPECT_FALSE(has(gained, "interpreter: correct") || has(gained, "nothing against it"))
        << what << " gained: " << testing::PrintToString(gained);
    EXPECT_TRUE(has(gained, "solver: incorrect")) << what << " gained: " << testing::PrintToString(gained);
  }
  refine::smt::Solver solver_;
};

TEST_F(PromisesOfIntrinsics, AreFollowedByBothMachines) {
  for (const Promise& promise : kOnIntegers) {
    for (const Row& row : kRows) expect_followed(row, promise, "i8", "i8");
    for (const Row& row : kOfIntegers) expect_followed(row, promise, "i8", "i8");
  }
  for (const Promise& promise : kOnFloats) {
    for (const Row& row : kRows) expect_followed(row, promise, "float", "f32");
    for (const Row& row : kOfFloats) expect_followed(row, promise, "float", "f32");
  }
}

// A result that nnan or ninf rules out is poison already.
TEST_F(PromisesOfIntrinsics, AnAttributeMayRuleOutWhatALicenceDoes) {
  for (const Function& each : kFunctions) {
    for (const auto& [licence, attribute] : {std::pair{"nnan", "nofpclass(nan)"}, {"ninf", "nofpclass(inf)"}}) {
      const auto body = [&](const char* name, const char* gained) {
        return std::string("define $T @") + name + "(" + each.parameters + ") {\n  %r = call " + licence + " " +
               gained + " $T @llvm." + each.callee + "(" + each.parameters + ")\n  ret $T %r\n}\n";
      };
      Pair pair;
      pair.text = std::string("declare $T @llvm.") + each.callee + "(" + each.types + ")\n" + body("src", "") +
                  body("tgt", attribute);
      replace(pair.text, "$T", "half");
      replace(pair.text, "$V", "f16");
      const auto results = judged(pair, solver_);
      EXPECT_FALSE(has(results, "incorrect") || has(results, "not "))
          << each.callee << ", " << licence << ": " << testing::PrintToString(results);
    }
  }
}

}  // namespace
}  // namespace assay::golden
