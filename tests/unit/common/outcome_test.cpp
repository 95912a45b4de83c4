#include "services/common/outcome.h"

#include <gtest/gtest.h>

#include <set>

#include "services/common/records.h"

namespace assay {
namespace {

/// Every enumerator below `end` has a name of its own, which gives it back.
template <class Enum>
void expect_names(Enum end, std::optional<Enum> (*find)(std::string_view)) {
  std::set<std::string> names;
  for (int i = 0; i < static_cast<int>(end); ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_TRUE(names.insert(name_of(value)).second) << name_of(value);
    EXPECT_EQ(find(name_of(value)), value) << name_of(value);
  }
  EXPECT_EQ(find("no such name"), std::nullopt);
}

TEST(Outcome, EveryEnumeratorHasANameOfItsOwn) {
  expect_names(static_cast<VerdictKind>(static_cast<int>(VerdictKind::Error) + 1), verdict_kind_of);
  expect_names(Reason::Count, reason_of);
  expect_names(Method::Count, method_of);
  expect_names(Rung::Count, rung_of);
  expect_names(Decider::Count, decider_of);
}

TEST(Outcome, OnlyNothingHasAnEmptyName) {
  EXPECT_EQ(reason_of(""), Reason::None);
  EXPECT_EQ(method_of(""), Method::None);
  EXPECT_EQ(rung_of(""), std::nullopt);
  EXPECT_EQ(decider_of(""), std::nullopt);
}

Verdict verdict(VerdictKind kind, Reason reason, const std::string& feature = {}) {
  Verdict v;
  v.kind = kind;
  v.reason = reason;
  v.feature = feature;
  return v;
}

TEST(Outcome, AnUnsupportedVerdictIsReadByItsFeature) {
  EXPECT_EQ(reason_text(verdict(VerdictKind::Unsupported, Reason::Unsupported, "llvm.foo")), "llvm.foo");
  EXPECT_EQ(reason_text(verdict(VerdictKind::Unknown, Reason::Unsupported, "llvm.foo")), "unsupported: llvm.foo");
  EXPECT_EQ(reason_text(verdict(VerdictKind::Unknown, Reason::Timeout)), "timeout");
  EXPECT_EQ(reason_text(verdict(VerdictKind::Correct, Reason::None)), "");
}

TEST(Outcome, AVerdictOfEveryReasonComesBackFromJson) {
  for (int i = 0; i < static_cast<int>(Reason::Count); ++i) {
    Verdict sent = verdict(VerdictKind::Unknown, static_cast<Reason>(i));
    if (sent.reason == Reason::Unsupported || sent.reason == Reason::Solver) sent.feature = "a: b";
    EXPECT_EQ(verdict_from_json(verdict_to_json(sent)), sent) << reason_text(sent);
  }
  const Verdict unsupported = verdict(VerdictKind::Unsupported, Reason::Unsupported, "callbr: none");
  EXPECT_EQ(verdict_from_json(verdict_to_json(unsupported)), unsupported);
}

TEST(Outcome, AllOfAVerdictComesBackFromJson) {
  Verdict sent = verdict(VerdictKind::Incorrect, Reason::MorePoisonous);
  sent.method = Method::Exhaustive;
  sent.bound = "up to 8 iterations of each loop";
  sent.detail = "a sentence";
  sent.counterexample.emplace();
  sent.counterexample->inputs = {{"%x", "i8", "1"}};
  sent.counterexample->source_trace = {{"%y = add i8 %x, 1", "i8 2"}};
  sent.counterexample->source_result = "returns i8 2";
  sent.counterexample->confirmed_by = {Decider::Interpreter, Decider::Smt};
  sent.seconds = 0.5;
  for (int i = 0; i < static_cast<int>(Rung::Count); ++i) sent.costs.push_back({static_cast<Rung>(i), i / 8.0});
  sent.cached = true;
  EXPECT_EQ(verdict_from_json(verdict_to_json(sent)), sent);
}

TEST(Outcome, AVerdictWithAnUnknownNameIsNotRead) {
  const std::string good = verdict_to_json(verdict(VerdictKind::Unknown, Reason::Timeout));
  EXPECT_TRUE(verdict_from_json(good).has_value());
  for (const auto& [from, to] :
       {std::pair("timeout", "tiemout"), {"\"unknown\"", "\"perhaps\""}, {"\"method\":\"\"", "\"method\":\"luck\""}}) {
    std::string bad = good;
    bad.replace(bad.find(from), std::string_view(from).size(), to);
    EXPECT_EQ(verdict_from_json(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace assay
