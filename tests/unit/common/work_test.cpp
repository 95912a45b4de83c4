#include "services/common/work.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "services/common/subprocess.h"

namespace assay {
namespace {

TEST(ForeignPipeline, OrdinaryOnesMayBeRun) {
  for (const char* pipeline :
       {"instcombine", "mix", "default<O2>", "function(instcombine<max-iterations=2;no-verify-fixpoint>,gvn)",
        "loop-unroll<O2;full-unroll-max=4;no-profile-peeling>", "cgscc(inline)", "print-profile-summary", "memprof",
        "function(simplifycfg<bonus-inst-threshold=1;switch-to-lookup>,loop-mssa(licm<allowspeculation>))"}) {
    const Status fault = fault_of_foreign_pipeline(pipeline);
    EXPECT_FALSE(fault) << fault->message;
  }
}

TEST(ForeignPipeline, WhatNamesOrOpensFilesOrStartsProgramsMayNot) {
  for (const char* pipeline :
       {"memprof-use<profile-filename=/etc/passwd>", "memprof-use<profile-filename=secret>", "memprof-use",
        "function(dot-cfg)", "view-cfg", "insert-gcov-profiling", "module(pgo-instr-use)", "gvn,sample-profile",
        "some-pass<new-file=x>", "some-pass<in=../x>", "some-pass<in=\\\\host\\x>", "extract-blocks,gvn"}) {
    const Status fault = fault_of_foreign_pipeline(pipeline);
    ASSERT_TRUE(fault) << pipeline;
    EXPECT_NE(fault->message.find(pipeline), std::string::npos) << fault->message;
  }
}

/// Every pass of every release that is here: whatever takes a text as an option is refused with one.
TEST(ForeignPipeline, NoPassOfAnyReleaseIsToldAFileName) {
  int releases = 0;
  for (const char* release : {"14", "15", "16", "19", "22"}) {
    const std::string opt = std::string("/usr/lib/llvm-") + release + "/bin/opt";
    if (!std::filesystem::exists(opt)) continue;
    ++releases;
    const std::string passes = run_subprocess({{opt, "--print-passes"}, "", std::chrono::seconds(60), true}).output;
    const std::regex with_text(R"(\n\s*(\S+)<(?:\S*;)?([a-z-]+)=S[;>])");
    for (std::sregex_iterator at(passes.begin(), passes.end(), with_text), end; at != end; ++at)
      EXPECT_TRUE(fault_of_foreign_pipeline((*at)[1].str() + "<" + (*at)[2].str() + "=name>")) << (*at)[0];
    const std::regex draws(R"(\n\s*((?:dot|view)-\S+))");
    EXPECT_TRUE(std::regex_search(passes, draws)) << release;
    for (std::sregex_iterator at(passes.begin(), passes.end(), draws), end; at != end; ++at)
      EXPECT_TRUE(fault_of_foreign_pipeline((*at)[1].str())) << (*at)[0];
  }
  EXPECT_GT(releases, 0);
}

}  // namespace
}  // namespace assay
