#include "services/worker/optimize/run_lines.h"

#include <gtest/gtest.h>

namespace assay::optimize {
namespace {

OptRun only_run(const std::string& test) {
  const RunLines lines = read_run_lines(test);
  EXPECT_EQ(lines.runs.size(), 1u) << test;
  for (const LeftOut& each : lines.left_out) ADD_FAILURE() << test << ": " << each.why;
  return lines.runs.empty() ? OptRun() : lines.runs.front();
}

std::string why_left_out(const std::string& test) {
  const RunLines lines = read_run_lines(test);
  EXPECT_TRUE(lines.runs.empty()) << test;
  EXPECT_EQ(lines.left_out.size(), 1u) << test;
  return lines.left_out.empty() ? "" : lines.left_out.front().why;
}

TEST(RunLines, PassesAreFoundHoweverTheyAreSpelled) {
  for (const char* line :
       {"; RUN: opt -passes=gvn -S < %s | FileCheck %s", "; RUN: opt < %s -S --passes=gvn | FileCheck %s",
        ";RUN: opt -S %s -p gvn | FileCheck %s", "; RUN: opt -S -passes 'gvn' %s -o - | FileCheck %s",
        "; RUN: opt %s -passes=\"gvn\" -S 2>&1 | FileCheck %s", "; RUN: /usr/bin/opt -passes=gvn %s -o %t && cat %t",
        "; RUN: opt -S -passes=gvn \\\n; RUN:   < %s | FileCheck %s"})
    EXPECT_EQ(only_run(line).passes, "gvn") << line;
  EXPECT_EQ(only_run("; RUN: opt -O2 -S %s").passes, "default<O2>");
  EXPECT_EQ(only_run("; RUN: opt -passes='function(sroa),loop(licm)' -S %s").passes, "function(sroa),loop(licm)");
}

TEST(RunLines, OptionsOfPassesAreKeptAndWhatOnlyTellsIsNot) {
  const OptRun run = only_run(
      "\n; RUN: opt < %s -passes=loop-vectorize,dce -force-vector-width=4 -force-vector-interleave 2 -S "
      "-enable-if-conversion -debug-only=loop-vectorize -pass-remarks=x -verify-dom-info -stats -disable-output\n");
  EXPECT_EQ(run.line, 2u);
  EXPECT_EQ(run.passes, "loop-vectorize,dce");
  EXPECT_EQ(run.opt_args, "-force-vector-width=4 -force-vector-interleave=2 -enable-if-conversion");
}

TEST(RunLines, APassOfCodeGenerationMayBeNamedByAnOptionOfItsOwn) {
  EXPECT_EQ(only_run("; RUN: opt -S -loop-reduce < %s").passes, "loop-reduce");
  const OptRun run = only_run("; RUN: opt -S -codegenprepare -mtriple=x86_64-- -lowerswitch < %s");
  EXPECT_EQ(run.passes, "require<profile-summary>,codegenprepare,lower-switch") << "the first one crashes without";
  EXPECT_EQ(run.opt_args, "");
  EXPECT_EQ(only_run("; RUN: opt -S -expand-ir-insts < %s").passes, "require<libcall-lowering-info>,expand-ir-insts");
  EXPECT_EQ(only_run("; RUN: opt -S -passes=irce -irce-print-changed-loops < %s").opt_args, "") << "it only prints";
  EXPECT_EQ(why_left_out("; RUN: opt -S -loop-reduce=1 < %s"), "option -loop-reduce is not known here, or holds text");
}

TEST(RunLines, WhatIsSaidOfTheTargetIsForTheModule) {
  const OptRun run = only_run(
      "; RUN: opt -mtriple=x86_64-- -mcpu skx -mattr=avx2,-sse4a -mattr=+fma -data-layout=e-m:e -passes=sroa -S < %s");
  EXPECT_EQ(run.triple, "x86_64--");
  EXPECT_EQ(run.processor, "skx");
  EXPECT_EQ(run.features, "+avx2,-sse4a,+fma");
  EXPECT_EQ(run.layout, "e-m:e");
  EXPECT_EQ(run.opt_args, "");
}

TEST(RunLines, ARunIsDoneOnceAndOthersAreNotTheSame) {
  const RunLines lines = read_run_lines(
      "; RUN: opt -passes=gvn -S < %s | FileCheck %s --check-prefix=A\n"
      "; RUN: opt -passes=gvn -S < %s | FileCheck %s --check-prefix=B\n"
      "; RUN: opt -passes=gvn -mcpu=skx -S < %s | FileCheck %s\n");
  ASSERT_EQ(lines.runs.size(), 2u);
  EXPECT_EQ(lines.runs[0].line, 1u);
  EXPECT_EQ(lines.runs[1].line, 3u);
}

TEST(RunLines, WhatIsNotFollowedSaysWhy) {
  EXPECT_EQ(why_left_out("; RUN: not opt -passes=verify %s"), "opt is to fail");
  EXPECT_EQ(why_left_out("; RUN: not --crash opt -passes=verify %s"), "opt is to fail");
  EXPECT_EQ(why_left_out("; RUN: sed -e s/a/b/ %s | opt -passes=gvn -S"),
            "opt reads what another program makes of the test");
  EXPECT_EQ(why_left_out("; RUN: opt -passes=gvn -S %t/a.ll"), "opt reads another file");
  EXPECT_EQ(why_left_out("; RUN: opt -S %s"), "no -passes");
  EXPECT_EQ(why_left_out("; RUN: %{run} -passes=gvn %s"), "lit's own substitutions");
  EXPECT_EQ(why_left_out("; RUN: opt -passes=gvn -S -no-such-option < %s"),
            "option -no-such-option is not known here, or holds text");
  const RunLines two = read_run_lines("; RUN: opt -passes=gvn -S %s | opt -passes=sroa -S | FileCheck %s");
  EXPECT_EQ(two.runs.size(), 1u);
  ASSERT_EQ(two.left_out.size(), 1u);
  EXPECT_EQ(two.left_out[0].why, "a second run of opt");
  EXPECT_EQ(read_run_lines("; RUN: opt -passes=gvn -no-such-option %s").left_out.at(0).passes, "gvn");
}

TEST(RunLines, NoOptionThatNamesAFileOrLoadsCodeReachesACompiler) {
  for (const char* option : {"-load=x.so", "-profile-file=x", "-info-output-file=x", "-opt-bisect-print-ir-path=x"})
    EXPECT_NE(why_left_out(std::string("; RUN: opt -passes=gvn -S ") + option + " < %s"), "") << option;
  EXPECT_EQ(only_run("; RUN: opt -passes=gvn -S -load-pass-plugin=x.so < %s").opt_args, "");
}

TEST(RunLines, WhatRunsNoOptIsNobodysBusiness) {
  for (const char* text : {"; RUN: llc < %s | FileCheck %s", "define void @f() { ret void }", "; PRERUN: opt %s", ""}) {
    const RunLines lines = read_run_lines(text);
    EXPECT_TRUE(lines.runs.empty() && lines.left_out.empty()) << text;
  }
}

}  // namespace
}  // namespace assay::optimize
