#include "services/application/import_tests.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>

#include <filesystem>
#include <fstream>

#include "services/common/scratch_folder.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/run_lines.h"

namespace assay::application {
namespace {

constexpr const char* kTest =
    R"(; RUN: opt -S -passes='function(gvn,sroa)' -gvn-max-num-deps=3 -mcpu=skx -mtriple=x86_64-- < %s | FileCheck %s
; RUN: opt -S -passes=dse -data-layout=e-p:32:32 %s
; CHECK: whatever
@used = internal global i8 1
@unused = internal global i8 1
define i8 @good(i8 %x) {
  %v = load i8, ptr @used
  %r = call i8 @asm(i8 %v)
  ret i8 %r
}
define i8 @asm(i8 %x) {
  %r = call i8 asm "", "=r,0"(i8 %x)
  ret i8 %r
}
)";

class Tree : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(tree_.path()) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  ImportedTests import() const {
    auto imported = import_tests(tree_.path(), folder_.path(), {});
    if (!imported) ADD_FAILURE() << imported.error();
    return imported ? *imported : ImportedTests();
  }
  std::string imported_text(const std::string& name) const {
    const auto text = ir::read_file(folder_.file(name));
    return text ? text->text : text.error();
  }

  ScratchFolder tree_{"assay-tree-"}, folder_{"assay-seeds-"};
};

TEST_F(Tree, SeedsStandAloneAndKeepWhatTheirTestRuns) {
  write("Pass/X86/a.ll", kTest);
  const ImportedTests imported = import();
  EXPECT_EQ(imported.files, 1u);
  EXPECT_EQ(imported.functions, 2u);
  EXPECT_EQ(imported.kept, 1u);
  EXPECT_EQ(imported.written, 1u);
  EXPECT_EQ(imported.functions_left_out.at("inline assembly"), 1u);
  const std::string text = imported_text("Pass/X86/a.ll");
  EXPECT_EQ(text.find(tree_.path()), std::string::npos) << "no path of this machine";
  EXPECT_EQ(text.find("CHECK"), std::string::npos);
  auto before = optimize::read_run_lines(kTest), after = optimize::read_run_lines(text);
  ASSERT_EQ(after.runs.size(), 2u) << text;
  for (auto* runs : {&before.runs, &after.runs})
    for (optimize::OptRun& run : *runs) run.line = 0;
  EXPECT_EQ(before.runs, after.runs);
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "a.ll");
  ASSERT_TRUE(module) << module.error();
  EXPECT_FALSE(ir::verify(**module));
  EXPECT_FALSE((*module)->getFunction("good")->isDeclaration());
  EXPECT_TRUE((*module)->getFunction("asm")->isDeclaration());
  EXPECT_NE((*module)->getNamedGlobal("used"), nullptr);
  EXPECT_EQ((*module)->getNamedGlobal("unused"), nullptr);
}

TEST_F(Tree, AContentIsKeptOnceHoweverItIsCalled) {
  write("a.ll", "; RUN: opt -S -passes=gvn < %s\ndefine i8 @a(i8 %x) {\n  ret i8 %x\n}\n");
  write("b.ll",
        "; RUN: opt -S -passes=sroa < %s\ndefine i8 @b(i8 %x) {\n  ret i8 %x\n}\ndefine i9 @c() {\n  ret i9 0\n}\n");
  const ImportedTests imported = import();
  EXPECT_EQ(imported.kept, 2u);
  EXPECT_EQ(imported.functions_left_out.at("another test has it"), 1u);
  EXPECT_EQ(imported_text("b.ll").find("i8"), std::string::npos);
}

TEST_F(Tree, AnImportThatWasCutShortGoesOn) {
  write("a.ll", "; RUN: opt -S -passes=gvn < %s\ndefine i8 @a(i8 %x) {\n  ret i8 %x\n}\n");
  EXPECT_EQ(import().written, 1u);
  write("b.ll", "; RUN: opt -S -passes=gvn < %s\ndefine i9 @a(i9 %x) {\n  ret i9 %x\n}\n");
  const ImportedTests again = import();
  EXPECT_EQ(again.written, 1u);
  EXPECT_EQ(again.already_there, 1u);
}

TEST_F(Tree, FilesThatAreNoTestsAreCountedByReason) {
  write("a.ll", "define i8 @a(i8 %x) {\n  ret i8 %x\n}\n");
  write("b.ll", "; RUN: opt -S -passes=gvn < %s\nnot IR\n");
  write("c.ll", "; RUN: not opt -S -passes=gvn < %s\ndefine i8 @a(i8 %x) {\n  ret i8 %x\n}\n");
  const ImportedTests imported = import();
  EXPECT_EQ(imported.kept, 0u);
  EXPECT_EQ(imported.files_left_out.at("no run of opt"), 1u);
  EXPECT_EQ(imported.files_left_out.at("does not parse"), 1u);
  EXPECT_EQ(imported.files_left_out.at("RUN lines: opt is to fail"), 1u);
}

TEST(ImportTests, ATreeThatIsNotThereIsAnError) {
  const auto imported = import_tests("/no/such/tree", "/tmp", {});
  ASSERT_FALSE(imported);
  EXPECT_NE(imported.error().find("/no/such/tree"), std::string::npos);
}

}  // namespace
}  // namespace assay::application
