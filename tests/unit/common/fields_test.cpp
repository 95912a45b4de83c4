#include <gtest/gtest.h>

#include <limits>

#include "services/common/fields_json.h"
#include "services/common/finding.h"
#include "services/common/work.h"

namespace assay {
namespace {

Finding some_finding() {
  Finding finding;
  finding.kind = FindingKind::DebugVariance;
  finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  finding.question.oracle = "debug-invariance";
  finding.question.seed = std::numeric_limits<std::uint64_t>::max();
  finding.counterexample =
      Counterexample{{{"%x", "i8", "1"}}, {{"ret i8 %x", ""}}, {}, "returns 1", "", {Decider::Smt}};
  finding.title = "a title";
  return finding;
}

TEST(Fields, AreVisitedByNameInTheListsOrder) {
  std::string names;
  const WorkUnit unit;
  each_field(unit, [&](const char* name, const auto&) { names += std::string(name) + " "; });
  EXPECT_EQ(names, "lease_id hunt_id settings batch seed mutants attempt lease_ms ");
}

TEST(Fields, AsJsonComeBackAsTheyWent) {
  EXPECT_EQ(nlohmann::json(some_finding()).get<Finding>(), some_finding());
  HuntStatistics statistics;
  statistics.seconds = 0.25;
  statistics.unknown_reasons = {{"timeout", 3}};
  EXPECT_EQ(nlohmann::json(statistics).get<HuntStatistics>(), statistics);
}

TEST(Fields, ThatJsonLacksKeepTheirDefaults) {
  EXPECT_EQ(nlohmann::json::parse("{}").get<Question>(), Question());
  EXPECT_EQ(nlohmann::json::parse(R"({"seed": 7, "of": "a later version"})").get<Question>().seed, 7u);
}

TEST(Fields, OfTheWrongTypeAreErrors) {
  for (const char* text : {"[]", "3", R"({"seed": "seven"})"})
    EXPECT_THROW((void)nlohmann::json::parse(text).get<Question>(), nlohmann::json::exception) << text;
  EXPECT_THROW((void)nlohmann::json::parse(R"({"kind": "surprise"})").get<Finding>(), nlohmann::json::exception);
}

TEST(Statistics, AddEveryField) {
  HuntStatistics one;
  each_field(one, []<class T>(const char*, T& value) {
    if constexpr (std::is_same_v<T, Counts>)
      value = {{"a", 1}, {"b", 2}};
    else
      value = 3;
  });
  HuntStatistics sum = one;
  sum.add(one);
  each_field(sum, []<class T>(const char* name, T& value) {
    if constexpr (std::is_same_v<T, Counts>)
      EXPECT_EQ(value, (Counts{{"a", 2}, {"b", 4}})) << name;
    else
      EXPECT_EQ(value, 6) << name;
  });
}

TEST(Finding, IsKnownByItsContentWhateverWasAskedAndWhenever) {
  Finding other = some_finding();
  other.question.seed = 5;
  other.found_at = "2026-01-01T00:00:00Z";
  EXPECT_EQ(other.id(), some_finding().id());
  other.reason = "another";
  EXPECT_NE(other.id(), some_finding().id());
}

}  // namespace
}  // namespace assay
