#include <gtest/gtest.h>
#include <stdlib.h>

#include <llvm/IR/LLVMContext.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "services/worker/check/cache.h"
#include "services/worker/ir/ir.h"

namespace assay::check {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "assay-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  CacheKey key_of(const std::string& source, const std::string& target, const Options& options = {}) {
    for (const std::string& text : {source, target}) {
      auto module = ir::parse(context_, text, "test.ll");
      EXPECT_TRUE(module) << module.error();
      modules_.push_back(std::move(*module));
    }
    const auto only = [](llvm::Module& module) -> llvm::Function& {
      for (llvm::Function& function : module)
        if (!function.isDeclaration()) return function;
      return *module.begin();
    };
    return cache_key_of(only(*modules_[modules_.size() - 2]), only(*modules_.back()), options);
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      if (entry.is_regular_file()) all.push_back(entry.path());
    return all;
  }

  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
  fs::path folder_;
};

const std::string kAdd = "define i8 @f(i8 %x) {\n  %r = add i8 %x, 1\n  ret i8 %r\n}\n";
const std::string kAddRenamed = "define i8 @g(i8 %number) {\nstart:\n  %sum = add i8 %number, 1\n  ret i8 %sum\n}\n";
const std::string kAddNsw = "define i8 @f(i8 %x) {\n  %r = add nsw i8 %x, 1\n  ret i8 %r\n}\n";

Verdict verdict(VerdictKind kind, Reason reason = Reason::None) {
  Verdict v;
  v.kind = kind;
  v.reason = reason;
  v.method = Method::Smt;
  return v;
}

TEST_F(CacheTest, NamesDoNotMatterToTheKeyAndFlagsDo) {
  EXPECT_EQ(key_of(kAdd, kAdd).modulo_names, key_of(kAddRenamed, kAddRenamed).modulo_names);
  EXPECT_NE(key_of(kAdd, kAdd).exact, key_of(kAddRenamed, kAddRenamed).exact);
  EXPECT_NE(key_of(kAdd, kAdd).modulo_names, key_of(kAdd, kAddNsw).modulo_names);
  EXPECT_NE(key_of(kAdd, kAddNsw).modulo_names, key_of(kAddNsw, kAdd).modulo_names);
}

TEST_F(CacheTest, OptionsThatVerdictsDependOnArePartOfTheKey) {
  Options other;
  other.unroll = 3;
  EXPECT_NE(key_of(kAdd, kAdd).modulo_names, key_of(kAdd, kAdd, other).modulo_names);
  other = {};
  other.semantics.undef = false;
  EXPECT_NE(key_of(kAdd, kAdd).modulo_names, key_of(kAdd, kAdd, other).modulo_names);
  other = {};
  other.smt_timeout_ms = 1;
  EXPECT_EQ(key_of(kAdd, kAdd).modulo_names, key_of(kAdd, kAdd, other).modulo_names)
      << "a final verdict holds whatever it took";
}

TEST_F(CacheTest, WhatAFunctionRefersToIsPartOfTheKey) {
  const auto with_global = [](const char* value) {
    return std::string("@g = constant i8 ") + value + "\ndefine i8 @f() {\n  %v = load i8, ptr @g\n  ret i8 %v\n}\n";
  };
  EXPECT_NE(key_of(with_global("1"), with_global("1")).modulo_names,
            key_of(with_global("2"), with_global("2")).modulo_names);
  const auto with_callee = [](const char* attribute) {
    return std::string("declare i8 @h() ") + attribute + "\ndefine i8 @f() {\n  %v = call i8 @h()\n  ret i8 %v\n}\n";
  };
  EXPECT_NE(key_of(with_callee(""), kAdd).modulo_names, key_of(with_callee("memory(none)"), kAdd).modulo_names);
}

TEST_F(CacheTest, WhatTheSourceSaysOfFunctionsThatTheTargetCallsIsPartOfTheKey) {
  const auto declared = [](const char* attribute) {
    return std::string("define void @f() {\n  ret void\n}\ndeclare void @h() ") + attribute + "\n";
  };
  const std::string calls = "declare void @h()\ndefine void @f() {\n  call void @h()\n  ret void\n}\n";
  EXPECT_EQ(key_of(declared(""), calls).modulo_names, key_of(declared(""), calls).modulo_names);
  EXPECT_NE(key_of(declared(""), calls).modulo_names, key_of(declared("norecurse"), calls).modulo_names);
}

TEST_F(CacheTest, WhoElseCallsAnInnerFunctionIsPartOfTheKey) {
  const auto called = [](const char* times) {
    return std::string("define void @f() {\n  call void @in()\n  ret void\n}\ndefine internal void @in() {\n") +
           "  ret void\n}\ndefine void @h() {\n" + times + "  ret void\n}\n";
  };
  EXPECT_EQ(key_of(called(""), called("")).modulo_names, key_of(called(""), called("")).modulo_names);
  EXPECT_NE(key_of(called(""), called("")).modulo_names,
            key_of(called(""), called("  call void @in()\n")).modulo_names);
}

TEST_F(CacheTest, AFunctionWhoseNameMeansSomethingKeepsIt) {
  const auto named = [](const char* name) {
    return std::string("target triple = \"x86_64-unknown-linux-gnu\"\ndefine i32 @") + name +
           "(i32 %x) {\n  ret i32 %x\n}\n";
  };
  EXPECT_EQ(key_of(named("some"), named("some")).modulo_names, key_of(named("other"), named("other")).modulo_names);
  EXPECT_NE(key_of(named("some"), named("some")).modulo_names, key_of(named("abs"), named("abs")).modulo_names);
}

TEST_F(CacheTest, AnotherProcessFindsWhatWasStored) {
  auto first = Cache::open(folder_.string());
  ASSERT_TRUE(first) << first.error();
  (*first)->store(key_of(kAdd, kAdd), verdict(VerdictKind::Correct));
  auto second = Cache::open(folder_.string());
  ASSERT_TRUE(second);
  const auto found = (*second)->find(key_of(kAddRenamed, kAddRenamed));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, VerdictKind::Correct);
  EXPECT_EQ(found->method, Method::Smt);
  EXPECT_TRUE(found->cached);
}

TEST_F(CacheTest, ACounterexampleIsGivenForTheVeryTextOnly) {
  Cache cache;
  cache.store(key_of(kAdd, kAddNsw), verdict(VerdictKind::Incorrect, Reason::MorePoisonous));
  EXPECT_TRUE(cache.find(key_of(kAdd, kAddNsw)));
  EXPECT_FALSE(cache.find(key_of(kAddRenamed, kAddNsw)));
}

TEST_F(CacheTest, OnlyFinalVerdictsAreKept) {
  Cache cache;
  for (VerdictKind kind : {VerdictKind::Unknown, VerdictKind::Unsupported, VerdictKind::Error}) {
    cache.store(key_of(kAdd, kAdd), verdict(kind, Reason::Timeout));
    EXPECT_FALSE(cache.find(key_of(kAdd, kAdd))) << name_of(kind);
  }
}

TEST_F(CacheTest, DamagedFilesCountAsNotThere) {
  const CacheKey asked = key_of(kAdd, kAdd);
  (*Cache::open(folder_.string()))->store(asked, verdict(VerdictKind::Correct));
  ASSERT_EQ(files().size(), 1u);
  const fs::path file = files().front();
  std::ifstream in(file, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t size = 0; size < good.size(); ++size) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << good.substr(0, size);
    EXPECT_FALSE((*Cache::open(folder_.string()))->find(asked)) << "cut to " << size;
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bad;
    EXPECT_FALSE((*Cache::open(folder_.string()))->find(asked)) << "changed at " << at;
  }
  std::ofstream(file, std::ios::binary | std::ios::trunc) << good;
  EXPECT_TRUE((*Cache::open(folder_.string()))->find(asked));
}

TEST_F(CacheTest, ManyWritersOfOneVerdictLeaveItWhole) {
  const CacheKey asked = key_of(kAdd, kAdd);
  std::vector<std::thread> writers;
  std::atomic<int> missing = 0;
  (*Cache::open(folder_.string()))->store(asked, verdict(VerdictKind::Correct));
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        auto cache = Cache::open(folder_.string());
        if (!(*cache)->find(asked)) ++missing;
        (*cache)->store(asked, verdict(VerdictKind::Correct));
      }
    });
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(missing, 0);
  EXPECT_EQ(files().size(), 1u) << "no drafts are left";
}

TEST_F(CacheTest, AFolderThatCantBeMadeIsAnError) {
  std::ofstream(folder_ / "file") << "x";
  EXPECT_FALSE(Cache::open((folder_ / "file").string()));
}

TEST_F(CacheTest, TheCheckerAsksItBeforeTheSolver) {
  Cache cache;
  Options options;
  options.cache = &cache;
  options.oracles = Oracles::Smt;
  options.trust_text = false;
  Checker checker(options);
  (void)key_of(kAdd, kAddRenamed);
  const llvm::Function& f = *modules_[0]->getFunction("f");
  const llvm::Function& g = *modules_[1]->getFunction("g");
  EXPECT_FALSE(checker.check(f, g).cached);
  EXPECT_TRUE(checker.check(f, g).cached);
  EXPECT_TRUE(checker.check(g, f).cached) << "equal up to names";
}

TEST_F(CacheTest, WhoElseReadsAVariableOfTheModuleIsAPartOfTheQuestion) {
  const std::string state = "@s = internal global i8 0 ", writer = "define void @f() { store i8 3, ptr @s ret void } ";
  const std::string reader = "define i8 @g() { %v = load i8, ptr @s ret i8 %v } ";
  const CacheKey unread = key_of(state + writer, state + "define void @f() { ret void } ");
  const CacheKey read = key_of(state + writer + reader, state + "define void @f() { ret void } " + reader);
  EXPECT_NE(unread.modulo_names, read.modulo_names);
  EXPECT_EQ(unread.modulo_names, key_of(state + writer, state + "define void @f() { ret void } ").modulo_names);
}

}  // namespace
}  // namespace assay::check
