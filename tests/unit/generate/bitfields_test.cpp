#include "fuzzers/generate/bitfields.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "services/common/subprocess.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/semantics/semantics.h"

namespace assay::generate {
namespace {

// What clang says of many records at once: sizes, alignments and offsets, in its own words.
std::vector<Layout> layouts_by_clang(const std::vector<Record>& records) {
  const auto path = std::filesystem::temp_directory_path() / ("assay-records-" + std::to_string(::getpid()) + ".c");
  {
    std::ofstream file(path);
    for (std::size_t index = 0; index < records.size(); ++index) {
      const std::string tag = "S" + std::to_string(index);
      file << std::regex_replace(c_declaration(records[index]), std::regex(" S \\{"), " " + tag + " {") << "\nint size"
           << index << "[sizeof(" << (records[index].is_union ? "union " : "struct ") << tag << ")];\n";
    }
  }
  SubprocessOptions options;
  options.arguments = {
      "clang-22",   "-cc1", "-triple", "x86_64-unknown-linux-gnu", "-fsyntax-only", "-fdump-record-layouts-simple",
      path.string()};
  const SubprocessResult result = run_subprocess(options);
  std::filesystem::remove(path);
  EXPECT_TRUE(result.succeeded()) << result.error_output;
  std::vector<Layout> layouts;
  const std::string& text = result.output;
  for (std::size_t at = text.find("<ASTRecordLayout"); at != std::string::npos;
       at = text.find("<ASTRecordLayout", at + 1)) {
    const auto number_after = [&](const char* label) {
      return std::stoull(text.substr(text.find(label, at) + std::strlen(label)));
    };
    Layout layout;
    layout.size = number_after(" Size:") / 8;
    layout.align = number_after(" Alignment:") / 8;
    const std::size_t first = text.find("FieldOffsets: [", at) + 15;
    std::istringstream offsets(text.substr(first, text.find(']', first) - first));
    for (std::uint64_t offset = 0; offsets >> offset; offsets.ignore(1)) layout.offsets.push_back(offset);
    layouts.push_back(layout);
  }
  return layouts;
}

TEST(BitFields, LieWhereClangPutsThem) {
  Rng rng(1);
  std::vector<Record> records;
  for (int index = 0; index < 400; ++index) records.push_back(random_record(rng));
  const std::vector<Layout> expected = layouts_by_clang(records);
  ASSERT_EQ(expected.size(), records.size());
  for (std::size_t index = 0; index < records.size(); ++index) {
    const Layout layout = layout_of(records[index]);
    EXPECT_EQ(layout.size, expected[index].size) << c_declaration(records[index]);
    EXPECT_EQ(layout.align, expected[index].align) << c_declaration(records[index]);
    EXPECT_EQ(layout.offsets, expected[index].offsets) << c_declaration(records[index]);
  }
}

TEST(BitFields, PassTheVerifierInEveryLowering) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Rng rng(seed);
    const BitFieldProgram program = random_bitfield_program(rng);
    llvm::LLVMContext context;
    llvm::Module module("bitfields", context);
    for (std::size_t lowering = 0; lowering < kLoweringCount; ++lowering)
      lower_bitfields(module, program, static_cast<Lowering>(lowering), "f" + std::to_string(lowering));
    const Status complaint = ir::verify(module);
    ASSERT_FALSE(complaint) << complaint->message << ir::print(module);
  }
}

// The slots are promoted first, so that the comparison is of values alone. They start cleared: what passes make of bits
// that are partly poison is what these programs are there to try, and nothing to build on.
TEST(BitFields, GiveTheSameResultsInEveryLowering) {
  optimize::PassRunner passes;
  unsigned compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    BitFieldProgram program = random_bitfield_program(rng);
    program.cleared = true;
    llvm::LLVMContext context;
    llvm::Module module("bitfields", context);
    std::vector<llvm::Function*> lowered;
    for (std::size_t lowering = 0; lowering < kLoweringCount; ++lowering)
      lowered.push_back(
          &lower_bitfields(module, program, static_cast<Lowering>(lowering), "f" + std::to_string(lowering)));
    const std::string before = ir::print(module);
    ASSERT_FALSE(passes.run_passes(module, "sroa,instcombine<no-verify-fixpoint>"));
    for (const llvm::Function* source : lowered) {
      for (const llvm::Function* target : lowered) {
        const auto left = semantics::lower(*source);
        const auto right = semantics::lower(*target);
        if (!left || !right || source == target) continue;
        interpret::CheckOptions options;
        options.undef_input = options.poison_input = false;
        const auto result = interpret::check_exhaustively(*left, *right, options);
        if (!result) continue;
        ASSERT_NE(result->kind, interpret::CheckResult::Kind::Refuted)
            << source->getName().str() << target->getName().str() << before << ir::print(module);
        compared += result->kind == interpret::CheckResult::Kind::Proved ? 1 : 0;
      }
    }
  }
  EXPECT_GT(compared, 120u);
}

}  // namespace
}  // namespace assay::generate
