#include "fuzzers/mutate/seeds.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "services/worker/ir/ir.h"

namespace assay::mutate {
namespace {

namespace fs = std::filesystem;

class SeedFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("assay-seeds-" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "deep");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  Seeds load(const SeedOptions& options = {}) {
    auto loaded = Seeds::load(context_, {folder_.string()}, options);
    EXPECT_TRUE(loaded);
    return std::move(*loaded);
  }
  fs::path folder_;
  llvm::LLVMContext context_;
};

TEST_F(SeedFolder, GivesEveryFunctionOfEveryFileAsOneSeedInOrder) {
  write("b.ll", "define i8 @two(i8 %x) { ret i8 %x }\ndefine i8 @three(i8 %x) { ret i8 %x }");
  write("deep/c.ll", "define i8 @four(i8 %x) { ret i8 %x }");
  write("a.ll", "declare i8 @no()\ndefine i8 @one(i8 %x) { ret i8 %x }");
  write("notes.txt", "not a seed");
  const Seeds seeds = load();
  ASSERT_EQ(seeds.size(), 4u);
  EXPECT_EQ(seeds.all()[0].origin, (folder_ / "a.ll").string() + ":@one");
  EXPECT_EQ(seeds.all()[3].function->getName(), "four");
  EXPECT_TRUE(seeds.skipped().empty());
}

TEST_F(SeedFolder, NamesAndSkipsWhatCannotBeUsed) {
  write("broken.ll", "define i8 @f(");
  write("garbage.bc", std::string("\xde\xc0\x17\x0b garbage", 12));
  write("wrong.ll", "define i8 @f(i8 %x) {\n  %a = add i8 %b, 1\n  %b = add i8 %a, 1\n  ret i8 %b\n}");
  write("undef.ll",
        "define i8 @u() { ret i8 undef }\ndefine <2 x i8> @v() { ret <2 x i8> <i8 undef, i8 1> }\ndefine i8 @p() { ret "
        "i8 poison }");
  const Seeds seeds = load();
  ASSERT_EQ(seeds.size(), 1u);
  EXPECT_EQ(seeds.all()[0].function->getName(), "p");
  ASSERT_EQ(seeds.skipped().size(), 5u);
  for (const SkippedSeed& skipped : seeds.skipped()) EXPECT_FALSE(skipped.reason.empty()) << skipped.origin;
  SeedOptions with_undef;
  with_undef.allow_undef = true;
  EXPECT_EQ(load(with_undef).size(), 3u);
}

TEST_F(SeedFolder, SkipsWhatCannotBeCheckedWhenAskedTo) {
  write("a.ll", "define i8 @plain(i8 %x) { ret i8 %x }\ndefine ppc_fp128 @odd(ppc_fp128 %x) { ret ppc_fp128 %x }");
  SeedOptions options;
  EXPECT_EQ(load(options).size(), 2u);
  options.checkable_only = true;
  const Seeds seeds = load(options);
  ASSERT_EQ(seeds.size(), 1u);
  ASSERT_EQ(seeds.skipped().size(), 1u);
  EXPECT_EQ(seeds.skipped()[0].reason.substr(0, 15), "not checkable: ");
}

TEST_F(SeedFolder, SaysWhichPathDoesNotExist) {
  const auto loaded = Seeds::load(context_, {(folder_ / "missing").string()}, SeedOptions{});
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().find("missing"), std::string::npos);
}

TEST_F(SeedFolder, CopiesAFunctionWithTheGlobalsItNeeds) {
  write("g.ll", R"(
@table = constant [2 x i8] c"ab"
@pointer = global ptr @table
declare i8 @callee(i8)
define i8 @f(i8 %x) {
  %p = load ptr, ptr @pointer
  %v = load i8, ptr %p
  %r = call i8 @callee(i8 %v)
  %again = call i8 @f(i8 %r)
  ret i8 %again
})");
  const Seeds seeds = load();
  ASSERT_EQ(seeds.size(), 1u);
  llvm::Module module("copy", context_);
  llvm::Function* first = copy_function(*seeds.all()[0].function, module, "one");
  llvm::Function* second = copy_function(*seeds.all()[0].function, module, "two");
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  EXPECT_FALSE(ir::verify(module)) << ir::print(module);
  EXPECT_EQ(module.global_size(), 2u);
  EXPECT_EQ(module.getFunction("f"), nullptr) << "a recursive call must go to the copy";
}

TEST_F(SeedFolder, WhatNamesAnotherFunctionsBlocksIsNotCopied) {
  write("a.ll", R"(
@table = internal constant [1 x ptr] [ptr blockaddress(@other, %bb)]
define void @other() {
  br label %bb
bb:
  ret void
}
define i8 @f(i64 %i) {
  %p = getelementptr [1 x ptr], ptr @table, i64 0, i64 %i
  %v = load i8, ptr %p
  ret i8 %v
})");
  const Seeds seeds = load();
  ASSERT_EQ(seeds.size(), 2u);
  llvm::Module module("copy", context_);
  EXPECT_NE(copy_function(*seeds.all()[0].function, module, "one"), nullptr);
  EXPECT_EQ(copy_function(*seeds.all()[1].function, module, "two"), nullptr);
}

TEST_F(SeedFolder, FunctionsWithoutANameGetOne) {
  write("anonymous.ll",
        "define i8 @0(i8 %x) {\n  ret i8 %x\n}\ndefine void @1() {\n  ret void\n}\n"
        "define i8 @calls(i8 %x) {\n  call void @1()\n  %a = call i8 @0(i8 %x)\n  ret i8 %a\n}\n");
  auto seeds = Seeds::load(context_, {folder_.string()}, {});
  ASSERT_TRUE(seeds) << seeds.error();
  ASSERT_EQ(seeds->size(), 3u);
  llvm::Module into("into", context_);
  ASSERT_NE(copy_function(*seeds->all()[2].function, into, "copy", /*with_callees=*/true), nullptr);
  EXPECT_EQ(into.size(), 3u);
  for (const llvm::Function& function : into) {
    EXPECT_TRUE(function.hasName());
    EXPECT_FALSE(function.isDeclaration());
  }
}

TEST(Corpus, LoadsWholeAndSaysItsPurposeInEveryFile) {
  const std::string folder = std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds";
  llvm::LLVMContext context;
  const auto seeds = Seeds::load(context, {folder}, SeedOptions{});
  ASSERT_TRUE(seeds) << seeds.error();
  for (const SkippedSeed& skipped : seeds->skipped()) ADD_FAILURE() << skipped.origin << ": " << skipped.reason;
  EXPECT_GT(seeds->size(), 100u);
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".ll") continue;
    std::ifstream file(entry.path());
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line.substr(0, 11), "; Purpose: ") << entry.path();
  }
}

TEST_F(SeedFolder, CopiesWhatMetadataNames) {
  write("a.ll", "@v = global i8 1\ndefine i8 @f(i8 %x) !implicit.ref !0 { ret i8 %x }\n!0 = !{ptr @v}");
  const Seeds seeds = load();
  ASSERT_EQ(seeds.size(), 1u);
  llvm::Module into("copy", context_);
  ASSERT_NE(copy_function(*seeds.all()[0].function, into, "g"), nullptr);
  EXPECT_FALSE(ir::verify(into)) << ir::print(into);
  const auto alone = ir::extract(into, "g", false);
  EXPECT_FALSE(ir::verify(*alone)) << ir::print(*alone);
}

TEST_F(SeedFolder, CopiesAddressesOfBlocksOfOtherFunctions) {
  for (const bool comes_first : {false, true}) {
    const std::string uses = "define ptr @f() { ret ptr blockaddress(@g, %here) }\n",
                      has = "define i8 @g() { br label %here\nhere: ret i8 1 }\n";
    const auto module = ir::parse(context_, comes_first ? has + uses : uses + has, "input");
    ASSERT_TRUE(module);
    EXPECT_FALSE(ir::verify(*ir::clone(**module)));
    for (const char* name : {"f", "g"}) {
      const auto alone = ir::extract(**module, name);
      EXPECT_FALSE(ir::verify(*alone)) << ir::print(*alone);
      EXPECT_FALSE(alone->getFunction("g")->isDeclaration());
      EXPECT_EQ(alone->getFunction("f") != nullptr, std::string(name) == "f");
    }
  }
}

TEST_F(SeedFolder, CopiesOtherNamesOfVariables) {
  write("a.ll",
        "@v = internal global [2 x i8] zeroinitializer\n@w = alias i8, getelementptr (i8, ptr @v, i64 1)\n"
        "define i8 @f() {\n  %a = load i8, ptr @w\n  ret i8 %a\n}");
  const Seeds seeds = load();
  ASSERT_EQ(seeds.size(), 1u);
  llvm::Module into("copy", context_);
  ASSERT_NE(copy_function(*seeds.all()[0].function, into, "g"), nullptr);
  EXPECT_FALSE(ir::verify(into)) << ir::print(into);
  EXPECT_NE(into.getNamedAlias("w"), nullptr);
  EXPECT_NE(into.getNamedGlobal("v"), nullptr);
}

TEST_F(SeedFolder, NamesAModuleWithDebugInfoThatIsBroken) {
  write("a.ll",
        "define i8 @f(i8 %x) !implicit.ref !3 { ret i8 %x }\n!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n"
        "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)\n"
        "!2 = !DIFile(filename: \"a.c\", directory: \"/\")\n!3 = !{null}");
  const Seeds seeds = load();
  EXPECT_TRUE(seeds.empty());
  EXPECT_EQ(seeds.skipped().size(), 1u);
}

}  // namespace
}  // namespace assay::mutate
