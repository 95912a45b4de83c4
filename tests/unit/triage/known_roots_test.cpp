#include "services/worker/triage/known_roots.h"

#include <gmock/gmock.h>

#include "services/worker/semantics/variant.h"

namespace assay::triage {
namespace {

using ::testing::HasSubstr;

constexpr const char* kToday = "2026-11-22";

Finding switch_in(const std::string& type) {
  Finding finding;
  finding.compiler.version = "22.1.8";
  finding.culprit = "simplifycfg";
  finding.reduced = "define i8 @f(" + type + " %x) {\nentry:\n  switch " + type + " %x, label %a [ " + type + " 1, label %b ]\n";
  return finding;
}

const char* kRule = R"(
- id: a-root
  kind: miscompile
  passes: [gvn, newgvn]
  compilers: 14-19
  shows: ['load i(8|16)', 'trunc']
  says: 'returns'
  upstream: https://example.org/1
  state: open
  owner: grace
  reason: it does something
  expires: 2027-01-31
)";

Finding fitting() {
  Finding finding;
  finding.compiler.version = "19.1.7";
  finding.culprit = "gvn";
  finding.reduced = "%a = load i16, ptr %p\n%b = trunc i16 %a to i8\n";
  finding.detail = "source returns i8 1; target returns i8 poison";
  return finding;
}

TEST(KnownRoots, ARuleMatchesWhereAllThatItSaysFits) {
  const auto known = KnownRoots::parse(kRule, "rules");
  ASSERT_TRUE(known) << known.error();
  const KnownRoot* rule = known->match(fitting(), kToday);
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->upstream, "https://example.org/1");
  EXPECT_EQ(rule->owner, "grace");
  const auto unfit = [&](auto&& change) {
    Finding finding = fitting();
    change(finding);
    return known->match(finding, kToday) == nullptr;
  };
  EXPECT_TRUE(unfit([](Finding& f) { f.kind = FindingKind::Crash; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.culprit = "licm"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.compiler.version = "22.1.8"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.reduced = "%a = load i16, ptr %p\n"; }));
  EXPECT_TRUE(unfit([](Finding& f) { f.detail = ""; }));
}

TEST(KnownRoots, ARuleEndsWithItsDay) {
  const auto known = KnownRoots::parse(kRule, "rules");
  ASSERT_TRUE(known);
  EXPECT_NE(known->match(fitting(), "2027-01-31"), nullptr);
  EXPECT_EQ(known->match(fitting(), "2027-02-01"), nullptr);
}

TEST(KnownRoots, WhatIsWrongInAFileIsNamed) {
  for (const auto& [text, fault] : {std::pair<const char*, const char*>{"- id: x\n  state: open\n", "reason"},
                                    {"- id: x\n  state: maybe\n  reason: r\n", "state"},
                                    {"- id: x\n  state: open\n  reason: r\n  kind: surprise\n", "surprise"},
                                    {"- id: x\n  state: open\n  reason: r\n  compilers: new\n", "14-22"},
                                    {"- id: x\n  state: open\n  reason: r\n  shows: ['(']\n", "regular expression"},
                                    {"- id: x\n  state: open\n  reason: r\n  colour: red\n", "colour"},
                                    {"just words", "rules"}}) {
    const auto known = KnownRoots::parse(text, "rules");
    ASSERT_FALSE(known) << text;
    EXPECT_THAT(known.error(), HasSubstr("rules: "));
    EXPECT_THAT(known.error(), HasSubstr(fault));
  }
}

TEST(ShippedRoots, KnowWhatWasLookedUp) {
  ASSERT_GT(KnownRoots::shipped().rules().size(), 20u) << "the file can be read";
  const KnownRoot* rule = KnownRoots::shipped().match(switch_in("i4"), kToday);
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->id, "switch-as-bitmap");
  EXPECT_EQ(KnownRoots::shipped().match(switch_in("i32"), kToday), nullptr);
}

TEST(ShippedRoots, KnowEachRelaxation) {
  for (const std::string_view word : semantics::relaxations()) {
    Finding finding;
    finding.compiler.version = "22.1.8";
    finding.culprit = "licm";
    finding.explained_by = word;
    EXPECT_NE(KnownRoots::shipped().match(finding, kToday), nullptr) << word;
  }
}

}  // namespace
}  // namespace assay::triage
