#include "services/coordinator/rpc/validate.h"

#include <limits>

#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

using Validate = RpcTest;

std::string field_of(const Status& error) {
  return error ? error->message.substr(0, error->message.find(':')) : "accepted";
}

TEST_F(Validate, AFindingsFaultNamesItsField) {
  EXPECT_EQ(field_of(validate(make_finding(1))), "accepted");
  const auto fault = [](auto change) {
    Finding finding = make_finding(1);
    change(finding);
    return field_of(validate(finding));
  };
  EXPECT_EQ(fault([](Finding& f) { f.original.clear(); }), "original");
  EXPECT_EQ(fault([](Finding& f) { f.reduced.clear(); }), "reduced");
  EXPECT_EQ(fault([](Finding& f) { f.original.assign(3 << 20, 'x'); }), "original");
  EXPECT_EQ(fault([](Finding& f) { f.detail.assign(1 << 20, 'x'); }), "detail");
  EXPECT_EQ(fault([](Finding& f) { f.compiler.version.assign(5000, 'x'); }), "compiler.version");
  EXPECT_EQ(fault([](Finding& f) { f.found_at = "yesterday"; }), "found_at");
  EXPECT_EQ(fault([](Finding& f) { f.found_at = "9999-99-99T99:99:99Z!"; }), "found_at");
  for (const char* time :
       {"2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-13-01T00:00:00Z"})
    EXPECT_EQ(fault([&](Finding& f) { f.found_at = time; }), "found_at") << time;
  for (const char* time : {"1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})  // where a worker's clock is wrong
    EXPECT_EQ(fault([&](Finding& f) { f.found_at = time; }), "accepted") << time;
  EXPECT_EQ(fault([](Finding& f) { f.reason = "red \x1b[31m"; }), "reason");
  EXPECT_EQ(fault([](Finding& f) { f.culprit = "two\nlines"; }), "culprit");
  EXPECT_EQ(fault([](Finding& f) { f.detail = "two\n\tlines"; }), "accepted");
  EXPECT_EQ(fault([](Finding& f) { f.detail = std::string("a\0b", 3); }), "detail");
  EXPECT_EQ(fault([](Finding& f) { f.compiler.path = "/tmp/\x07"; }), "compiler.path");
  EXPECT_EQ(fault([](Finding& f) {
              f.counterexample.emplace().inputs = {{"%x", "i8", "\x1b[2J"}};
            }),
            "counterexample.inputs");
  EXPECT_EQ(fault([](Finding& f) {
              f.counterexample.emplace().target_trace = {{"ret", "\x9b\x1b"}};
            }),
            "counterexample");
  EXPECT_EQ(fault([](Finding& f) { f.question.opt_args = "-load=/tmp/x.so"; }), "question.opt_args");
  EXPECT_EQ(fault([](Finding& f) { f.reduced_pipeline = "memprof-use<profile-filename=p>"; }), "reduced_pipeline");
  EXPECT_EQ(fault([](Finding& f) { f.counterexample.emplace().source_result.assign(5 << 20, 'x'); }), "counterexample");
}

TEST_F(Validate, AHuntsFaultNamesItsField) {
  EXPECT_EQ(field_of(validate(make_hunt())), "accepted");
  const auto fault = [](auto change) {
    NewHunt hunt = make_hunt();
    change(hunt);
    return field_of(validate(hunt));
  };
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes.clear(); }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {""}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes.assign(257, "gvn"); }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.compilers.clear(); }), "settings.compilers");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.seeds = std::string("a\0b", 3); }), "settings.seeds");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"function(instcombine"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"gvn>"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"memprof-use<profile-filename=p>"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"function(dot-cfg)"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"loop-vectorize -force-vector-width=4"}; }), "accepted");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"gvn -load=/tmp/x.so"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"gvn file"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.opt_args = "-slp-threshold=-100 --unroll-count=2"; }), "accepted");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.opt_args = "-o=../x"; }), "settings.opt_args");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.targets = "avx2,none"; }), "accepted");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.targets = "vax"; }), "settings.targets");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.opt_args = "-a;reboot"; }), "settings.opt_args");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"gvn\x1b[2J"}; }), "settings.passes");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.passes = {"function<eager-inv>(simplifycfg<bonus-inst-threshold=1>)"}; }),
            "accepted");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.unroll = ~0u; }), "settings.unroll");
  EXPECT_EQ(fault([](NewHunt& h) { h.settings.smt_timeout_ms = ~0u; }), "settings.smt_timeout_ms");
  EXPECT_EQ(fault([](NewHunt& h) { h.token.clear(); }), "token");
  EXPECT_EQ(fault([](NewHunt& h) { h.batch_size = std::uint64_t{1} << 40; }), "batch_size");
  EXPECT_EQ(fault([](NewHunt& h) { h.mutant_limit = ~std::uint64_t{0}; }), "mutant_limit");
}

TEST_F(Validate, AnAccountsFaultNamesItsField) {
  const auto fault = [](auto change) {
    HuntStatistics statistics;
    change(statistics);
    return field_of(validate(statistics));
  };
  EXPECT_EQ(fault([](HuntStatistics&) {}), "accepted");
  EXPECT_EQ(fault([](HuntStatistics& s) { s.mutants = ~std::uint64_t{0}; }), "statistics");
  EXPECT_EQ(fault([](HuntStatistics& s) { s.seconds = -1; }), "statistics.seconds");
  EXPECT_EQ(fault([](HuntStatistics& s) { s.seconds = std::numeric_limits<double>::quiet_NaN(); }),
            "statistics.seconds");
  EXPECT_EQ(fault([](HuntStatistics& s) {
              s.unknown_reasons.assign(2000, {"timeout", 1});
            }),
            "statistics.unknown_reasons");
  const auto cells = [](HuntStatistics& s, std::size_t count) { s.surface.assign(count, {"memory smt gvn", 1}); };
  EXPECT_EQ(fault([&](HuntStatistics& s) { cells(s, 20'000); }), "accepted");  // of all targets and passes
  EXPECT_EQ(fault([&](HuntStatistics& s) { cells(s, 20'001); }), "statistics.surface");
}

TEST_F(Validate, CompilersAreNamedByWhatTheyAreAndNeverByAPath) {
  const auto accepted = [](const std::string& compiler) {
    HuntSettings settings = make_hunt().settings;
    settings.compilers = {compiler};
    return !validate(settings);
  };
  for (const char* good :
       {"linked", "16", "16.0.6", "23.0.0git", "16.0.6@0123456789ab", "19.1.7@7b971db7927c+66bb20afef6b"})
    EXPECT_TRUE(accepted(good)) << good;
  for (const char* bad : {"opt", "./opt", "/bin/sh", "/usr/lib/llvm-16/bin/opt", "16/../opt", "16.0.6 ; rm", "linked2",
                          "/", "16@a@b", "16\n", "@0123456789ab"})
    EXPECT_FALSE(accepted(bad)) << bad;
}

TEST_F(Validate, SeedsAreNamedByWhatTheyAreAndNeverByAPath) {
  const auto accepted = [](const std::string& seeds) {
    HuntSettings settings = make_hunt().settings;
    settings.seeds = seeds;
    return !validate(settings);
  };
  for (const char* good : {"", "seeds@0123456789ab", "a-b_c.d@0123456789ab"}) EXPECT_TRUE(accepted(good)) << good;
  for (const char* bad :
       {"seeds", "/etc", "../@0123456789ab", "a/b@0123456789ab", "seeds@0123456789abc", "seeds@0123456789AB"})
    EXPECT_FALSE(accepted(bad)) << bad;
}

TEST_F(Validate, LeaseIdsAreReadExactly) {
  auto lease = parse_lease_id("a.b.17.3", "w");
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->hunt_id, "a.b");
  EXPECT_EQ(lease->batch, 17u);
  EXPECT_EQ(lease->attempt, 3u);
  for (const char* bad : {"", ".", "..", "a", "a.1", "a.1.", "a..1", "a.x.1", "a.1.x", "a.-1.1", "a.1.1 ",
                          "a.99999999999999999999.1", "a.1.99999999999"})
    EXPECT_FALSE(parse_lease_id(bad, "w")) << bad;
}

}  // namespace
}  // namespace assay::rpc
