#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "services/coordinator/store/store.h"

namespace assay::store {

/// A folder of its own for each test, gone afterwards.
class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-store-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name = "assay.db") const { return (folder_ / name).string(); }
  Store open() const {
    auto store = Store::open(path());
    if (!store) ADD_FAILURE() << store.error();
    return std::move(*store);
  }
  std::string read_file(const std::string& name = "assay.db") const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path folder_;
};

/// A finding whose content, and so its id, is a function of the number; all have one signature unless told otherwise.
inline Finding make_finding(int number, const std::string& signature = "miscompile|instcombine|value-mismatch") {
  Finding finding;
  finding.kind = FindingKind::Miscompile;
  finding.compiler = {"/usr/lib/llvm-16/bin/opt", "16.0.6", "0123456789ab", ""};
  finding.checked = true;
  finding.pipeline = "instcombine";
  finding.culprit = "instcombine";
  finding.function = "f";
  finding.original = "define i8 @f(i8 %x) {\n  %y = add i8 %x, " + std::to_string(number) + "\n  ret i8 %y\n}\n";
  finding.reduced = finding.original;
  finding.reduced_target = "define i8 @f(i8 %x) {\n  ret i8 0\n}\n";
  finding.reduced_pipeline = "instcombine";
  finding.reason = "value-mismatch";
  finding.method = Method::Exhaustive;
  finding.detail = "the target returns 0";
  finding.counterexample =
      Counterexample{{{"%x", "i8", "1"}}, {{"%y = add i8 %x, 1", "i8 2"}},     {{"ret i8 0", ""}}, "returns i8 2",
                     "returns i8 0",      {Decider::Interpreter, Decider::Smt}};
  finding.question.oracle = "refinement";
  finding.question.seed = 0xfedcba9876543210u;
  finding.question.undef_inputs = true;
  finding.signature = signature;
  finding.title = "[InstCombine] Miscompile of add (value mismatch)";
  finding.seed = 0xfedcba9876543210u;
  finding.found_at = "2026-01-02T03:04:05Z";
  finding.assay_version = "0.1.0";
  return finding;
}

inline bool same(const Finding& a, const Finding& b) { return a == b; }

}  // namespace assay::store
