#include "fuzzers/mutate/patch_seeds.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay::mutate {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNewFile = R"(From: somebody
Subject: a better fold

diff --git a/lib/Fold.cpp b/lib/Fold.cpp
--- a/lib/Fold.cpp
+++ b/lib/Fold.cpp
@@ -1,2 +1,3 @@
 int x;
+int y;
 int z;
diff --git a/test/fold.ll b/test/fold.ll
new file mode 100644
--- /dev/null
+++ b/test/fold.ll
@@ -0,0 +1,11 @@
+; RUN: opt -S -passes='function(instcombine,gvn)' < %s | FileCheck %s
+; RUN: opt -S -passes=sccp %s
+declare i8 @callee(i8)
+define i8 @first(i8 %x) {
+; CHECK: add
+  %a = call i8 @callee(i8 %x)
+  ret i8 %a
+}
+define i8 @second(i8 %x) {
+  ret i8 %x
+}
)";

constexpr const char* kHunk = R"(--- a/test/old.ll
+++ b/test/old.ll
@@ -10,4 +10,5 @@
   %a = add i8 %x, 1
-  %b = mul i8 %a, 2
+  %b = mul i8 %a, 3
+  %c = mul i8 %b, 3
   ret i8 %a
 }
)";

TEST(PatchSeeds, AreTheFunctionsThatAPatchAdds) {
  llvm::LLVMContext context;
  const auto found = seeds_of_patch(context, kNewFile, "", SeedOptions{});
  ASSERT_TRUE(found) << found.error();
  ASSERT_EQ(found->seeds.size(), 2u);
  EXPECT_EQ(found->seeds.all()[0].function->getName(), "first");
  ASSERT_EQ(found->tests.size(), 1u);
  EXPECT_NE(found->tests[0].find("; RUN: opt -S -passes=sccp %s\n"), std::string::npos) << found->tests[0];
  EXPECT_EQ(found->files, (std::vector<std::string>{"lib/Fold.cpp", "test/fold.ll"}));
  EXPECT_TRUE(found->seeds.skipped().empty());
}

TEST(PatchSeeds, SayThatAHunkShowsTooLittle) {
  llvm::LLVMContext context;
  const auto found = seeds_of_patch(context, kHunk, "", SeedOptions{});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->seeds.empty());
  ASSERT_EQ(found->seeds.skipped().size(), 1u);
  EXPECT_EQ(found->seeds.skipped()[0].origin, "test/old.ll");
}

TEST(PatchSeeds, ReadTheCheckoutWhereAHunkShowsTooLittle) {
  const fs::path checkout = fs::temp_directory_path() / ("assay-patch-" + std::to_string(::getpid()));
  fs::create_directories(checkout / "test");
  std::ofstream(checkout / "test/old.ll")
      << "; RUN: opt -passes=reassociate -S < %s\ndefine i8 @f(i8 %x) {\n  %a = add i8 %x, 1\n  ret i8 %a\n}\n";
  llvm::LLVMContext context;
  const auto found = seeds_of_patch(context, kHunk, checkout.string(), SeedOptions{});
  fs::remove_all(checkout);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->seeds.size(), 1u);
  ASSERT_EQ(found->tests.size(), 1u);
  EXPECT_EQ(found->tests[0].find("; RUN: opt -passes=reassociate"), 0u) << found->tests[0];
}

TEST(PatchSeeds, RefuseTextThatIsNoPatch) {
  llvm::LLVMContext context;
  EXPECT_FALSE(seeds_of_patch(context, "hello\nworld\n", "", SeedOptions{}));
}

}  // namespace
}  // namespace assay::mutate
