#include "services/worker/check/statistics.h"

#include <gtest/gtest.h>

#include <map>

namespace assay::check {
namespace {

Verdict verdict(VerdictKind kind, Method method, double seconds, std::vector<RungCost> costs) {
  Verdict v;
  v.kind = kind;
  v.method = method;
  v.seconds = seconds;
  v.costs = std::move(costs);
  return v;
}

TEST(Statistics, EveryCheckIsCountedOnceByWhatDecidedIt) {
  Statistics all;
  all.add("a", verdict(VerdictKind::Correct, Method::Syntax, 0.0001, {{Rung::Syntax, 0.0001}}));
  all.add("b", verdict(VerdictKind::Incorrect, Method::Exhaustive, 0.005,
                       {{Rung::Syntax, 0.001}, {Rung::Exhaustive, 0.004}}));
  all.add("c",
          verdict(VerdictKind::Unknown, Method::Smt, 2, {{Rung::Exhaustive, 0.5}, {Rung::Smt, 1}, {Rung::Smt, 0.5}}));
  Verdict known = verdict(VerdictKind::Correct, Method::Smt, 0.0002, {{Rung::Cache, 0.0002}});
  known.cached = true;
  all.add("d", known);
  EXPECT_EQ(all.checks(), 4u);
  std::map<std::string, std::uint64_t> deciders;
  for (const auto& share : all.deciders()) deciders[share.name] = share.checks;
  EXPECT_EQ(deciders,
            (std::map<std::string, std::uint64_t>{{"syntax", 1}, {"exhaustive", 1}, {"nothing", 1}, {"cache", 1}}));
  for (const auto& share : all.rungs())
    if (share.name == "smt") {
      EXPECT_EQ(share.checks, 1u) << "asked twice in one check";
      EXPECT_DOUBLE_EQ(share.seconds, 1.5);
    }
  EXPECT_EQ(all.slowest(1)[0].name, "c");
  std::uint64_t in_histogram = 0;
  for (const auto& share : all.histogram()) in_histogram += share.checks;
  EXPECT_EQ(in_histogram, 4u);
}

TEST(Statistics, NothingIsPrintedAsNothing) { EXPECT_NE(render(Statistics{}).find("0 checks"), std::string::npos); }

}  // namespace
}  // namespace assay::check
