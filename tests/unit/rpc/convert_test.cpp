#include "services/coordinator/rpc/convert.h"

#include <gtest/gtest.h>

#include "services/common/rng.h"

namespace assay::rpc {
namespace {

// Any bytes at all, NUL and broken UTF-8 among them; often none.
std::string any_text(Rng& rng) {
  std::string text(rng.chance(1, 4) ? 0 : rng.below(40), ' ');
  for (char& c : text) c = static_cast<char>(rng.below(256));
  return text;
}

// What travels in `string` fields: ids and the like.
std::string any_word(Rng& rng) {
  std::string text(rng.below(20), ' ');
  for (char& c : text) c = static_cast<char>('!' + rng.below(90));
  return text;
}

std::vector<TraceLine> any_trace(Rng& rng) {
  std::vector<TraceLine> trace(rng.below(4));
  for (TraceLine& line : trace) line = {any_text(rng), any_text(rng)};
  return trace;
}

Finding any_finding(Rng& rng) {
  Finding finding;
  finding.kind = static_cast<FindingKind>(rng.below(5));
  for (std::string* field :
       {&finding.compiler.path, &finding.compiler.version, &finding.pipeline, &finding.culprit, &finding.function,
        &finding.original, &finding.reduced, &finding.reduced_target, &finding.reduced_pipeline, &finding.reason,
        &finding.method, &finding.detail, &finding.signature, &finding.found_at, &finding.assay_version})
    *field = any_text(rng);
  if (rng.chance(2, 3)) {
    Counterexample counterexample;
    counterexample.inputs.resize(rng.below(4));
    for (Binding& b : counterexample.inputs) b = {any_text(rng), any_text(rng), any_text(rng)};
    counterexample.source_trace = any_trace(rng);
    counterexample.target_trace = any_trace(rng);
    counterexample.source_result = any_text(rng);
    counterexample.target_result = any_text(rng);
    counterexample.confirmed_by.resize(rng.below(3));
    for (Decider& decider : counterexample.confirmed_by) decider = static_cast<Decider>(rng.below(static_cast<int>(Decider::Count)));
    finding.counterexample = counterexample;
  }
  finding.seed = rng();
  return finding;
}

HuntSettings any_settings(Rng& rng) {
  HuntSettings settings;
  settings.passes.resize(rng.below(3));
  for (std::string& pass : settings.passes) pass = any_text(rng);
  settings.compilers.resize(rng.below(3));
  for (std::string& compiler : settings.compilers) compiler = any_text(rng);
  settings.seeds = any_text(rng);
  settings.undef_inputs = rng.chance(1, 2);
  settings.unroll = static_cast<std::uint32_t>(rng());
  settings.smt_timeout_ms = static_cast<std::uint32_t>(rng());
  settings.profile = any_text(rng);
  settings.feedback = any_text(rng);
  return settings;
}

constexpr std::uint64_t HuntStatistics::*kCounters[] = {&HuntStatistics::mutants,
                                                        &HuntStatistics::discarded,
                                                        &HuntStatistics::executions,
                                                        &HuntStatistics::unchanged,
                                                        &HuntStatistics::checked_syntax,
                                                        &HuntStatistics::checked_exhaustive,
                                                        &HuntStatistics::checked_interpreter,
                                                        &HuntStatistics::checked_smt,
                                                        &HuntStatistics::unknown,
                                                        &HuntStatistics::unsupported,
                                                        &HuntStatistics::findings};

HuntStatistics any_statistics(Rng& rng) {
  HuntStatistics statistics;
  for (const auto counter : kCounters) statistics.*counter = rng();
  statistics.seconds = static_cast<double>(rng()) / 1000;
  for (auto* reasons : {&statistics.unknown_reasons, &statistics.unsupported_reasons})
    for (std::uint64_t i = rng.below(4); i > 0; --i) reasons->emplace_back(any_text(rng), rng());
  return statistics;
}

void expect_same(const Finding& a, const Finding& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.compiler, b.compiler);
  EXPECT_EQ(a.pipeline, b.pipeline);
  EXPECT_EQ(a.culprit, b.culprit);
  EXPECT_EQ(a.function, b.function);
  EXPECT_EQ(a.original, b.original);
  EXPECT_EQ(a.reduced, b.reduced);
  EXPECT_EQ(a.reduced_target, b.reduced_target);
  EXPECT_EQ(a.reduced_pipeline, b.reduced_pipeline);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.method, b.method);
  EXPECT_EQ(a.detail, b.detail);
  EXPECT_EQ(a.counterexample, b.counterexample);
  EXPECT_EQ(a.signature, b.signature);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.found_at, b.found_at);
  EXPECT_EQ(a.assay_version, b.assay_version);
  EXPECT_EQ(a.id(), b.id());
}

void expect_same(const HuntStatistics& a, const HuntStatistics& b) {
  for (const auto counter : kCounters) EXPECT_EQ(a.*counter, b.*counter);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.unknown_reasons, b.unknown_reasons);
  EXPECT_EQ(a.unsupported_reasons, b.unsupported_reasons);
}

// Through the bytes of the wire, not only through the message.
template <class Record>
auto there_and_back(const Record& record) {
  auto message = to_proto(record);
  std::string bytes;
  EXPECT_TRUE(message.SerializeToString(&bytes));
  decltype(message) read;
  EXPECT_TRUE(read.ParseFromString(bytes));
  return from_proto(read);
}

constexpr int kRounds = 300;

TEST(Convert, AnyFindingIsTheSameAfterTheWire) {
  Rng rng(1);
  for (int i = 0; i < kRounds; ++i) {
    const Finding finding = any_finding(rng);
    auto back = there_and_back(finding);
    ASSERT_TRUE(back) << back.error();
    expect_same(*back, finding);
  }
}

TEST(Convert, AnyBugIsTheSameAfterTheWire) {
  Rng rng(2);
  for (int i = 0; i < kRounds; ++i) {
    Bug bug;
    bug.id = any_word(rng);
    bug.status = any_word(rng);
    bug.kind = static_cast<FindingKind>(rng.below(5));
    for (std::string* field : {&bug.signature, &bug.title, &bug.culprit, &bug.first_seen, &bug.last_seen})
      *field = any_text(rng);
    bug.count = rng();
    bug.compilers.resize(rng.below(3));
    for (std::string& version : bug.compilers) version = any_text(rng);
    bug.best = any_finding(rng);
    auto back = there_and_back(bug);
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ(back->id, bug.id);
    EXPECT_EQ(back->signature, bug.signature);
    EXPECT_EQ(back->title, bug.title);
    EXPECT_EQ(back->status, bug.status);
    EXPECT_EQ(back->kind, bug.kind);
    EXPECT_EQ(back->culprit, bug.culprit);
    EXPECT_EQ(back->count, bug.count);
    EXPECT_EQ(back->first_seen, bug.first_seen);
    EXPECT_EQ(back->last_seen, bug.last_seen);
    EXPECT_EQ(back->compilers, bug.compilers);
    expect_same(back->best, bug.best);
  }
}

TEST(Convert, AnyWorkAndAccountIsTheSameAfterTheWire) {
  Rng rng(3);
  for (int i = 0; i < kRounds; ++i) {
    const WorkUnit unit{any_word(rng),
                        any_word(rng),
                        any_settings(rng),
                        rng(),
                        rng(),
                        rng(),
                        static_cast<std::uint32_t>(rng()),
                        static_cast<std::uint32_t>(rng())};
    EXPECT_EQ(there_and_back(unit), unit);
    LeaseAnswer answer;
    answer.kind = static_cast<LeaseAnswer::Kind>(rng.below(4));
    if (answer.kind == LeaseAnswer::Kind::Leased) answer.unit = unit;
    answer.retry_after_ms = static_cast<std::uint32_t>(rng());
    auto answer_back = there_and_back(answer);
    ASSERT_TRUE(answer_back) << answer_back.error();
    EXPECT_EQ(answer_back->kind, answer.kind);
    EXPECT_EQ(answer_back->unit, answer.unit);
    EXPECT_EQ(answer_back->retry_after_ms, answer.retry_after_ms);
    const HuntStatistics statistics = any_statistics(rng);
    expect_same(there_and_back(statistics), statistics);
  }
}

TEST(Convert, AnyHuntIsTheSameAfterTheWire) {
  Rng rng(4);
  for (int i = 0; i < kRounds; ++i) {
    NewHunt request;
    request.settings = any_settings(rng);
    request.seed = rng();
    request.mutant_limit = rng();
    request.time_limit_s = static_cast<std::uint32_t>(rng());
    request.batch_size = rng();
    request.exclusive = rng.chance(1, 2);
    request.token = any_word(rng);
    const NewHunt request_back = there_and_back(request);
    EXPECT_EQ(request_back.settings, request.settings);
    EXPECT_EQ(request_back.seed, request.seed);
    EXPECT_EQ(request_back.mutant_limit, request.mutant_limit);
    EXPECT_EQ(request_back.time_limit_s, request.time_limit_s);
    EXPECT_EQ(request_back.batch_size, request.batch_size);
    EXPECT_EQ(request_back.exclusive, request.exclusive);
    EXPECT_EQ(request_back.token, request.token);

    HuntReport report;
    report.hunt = {any_word(rng),
                   static_cast<store::HuntState>(rng.below(3)),
                   any_settings(rng),
                   rng(),
                   rng(),
                   static_cast<std::int64_t>(rng()),
                   rng(),
                   rng.chance(1, 2),
                   rng(),
                   rng(),
                   any_word(rng),
                   any_statistics(rng)};
    report.leases = {rng(), rng(), rng()};
    auto back = there_and_back(report);
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ(back->hunt.id, report.hunt.id);
    EXPECT_EQ(back->hunt.state, report.hunt.state);
    EXPECT_EQ(back->hunt.settings, report.hunt.settings);
    EXPECT_EQ(back->hunt.seed, report.hunt.seed);
    EXPECT_EQ(back->hunt.mutant_limit, report.hunt.mutant_limit);
    EXPECT_EQ(back->hunt.deadline_ms, report.hunt.deadline_ms);
    EXPECT_EQ(back->hunt.batch_size, report.hunt.batch_size);
    EXPECT_EQ(back->hunt.exclusive, report.hunt.exclusive);
    EXPECT_EQ(back->hunt.next_batch, report.hunt.next_batch);
    EXPECT_EQ(back->hunt.mutants_leased, report.hunt.mutants_leased);
    EXPECT_EQ(back->hunt.created_at, report.hunt.created_at);
    expect_same(back->hunt.statistics, report.hunt.statistics);
    EXPECT_EQ(back->leases.leased, report.leases.leased);
    EXPECT_EQ(back->leases.done, report.leases.done);
    EXPECT_EQ(back->leases.abandoned, report.leases.abandoned);
  }
}

TEST(Convert, AnyFilterIsTheSameAfterTheWire) {
  Rng rng(5);
  for (int i = 0; i < kRounds; ++i) {
    store::BugFilter filter;
    filter.pass = any_text(rng);
    filter.compiler = any_text(rng);
    if (rng.chance(1, 2)) filter.kind = static_cast<FindingKind>(rng.below(5));
    filter.status = any_word(rng);
    filter.since = any_word(rng);
    filter.text = any_text(rng);
    filter.limit = static_cast<std::uint32_t>(rng());
    filter.offset = static_cast<std::uint32_t>(rng());
    auto back = there_and_back(filter);
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ(back->pass, filter.pass);
    EXPECT_EQ(back->compiler, filter.compiler);
    EXPECT_EQ(back->kind, filter.kind);
    EXPECT_EQ(back->status, filter.status);
    EXPECT_EQ(back->since, filter.since);
    EXPECT_EQ(back->text, filter.text);
    EXPECT_EQ(back->limit, filter.limit);
    EXPECT_EQ(back->offset, filter.offset);
  }
}

TEST(Convert, EveryMessageFieldOfAFindingIsFilled) {
  Rng rng(6);
  Finding finding = any_finding(rng);
  while (!finding.counterexample || finding.seed == 0) finding = any_finding(rng);
  for (std::string* field :
       {&finding.pipeline, &finding.culprit, &finding.function, &finding.original, &finding.reduced,
        &finding.reduced_target, &finding.reduced_pipeline, &finding.reason, &finding.method, &finding.detail,
        &finding.signature, &finding.found_at, &finding.assay_version})
    *field = "x";
  const v1::Finding message = to_proto(finding);
  std::vector<const google::protobuf::FieldDescriptor*> set;
  message.GetReflection()->ListFields(message, &set);
  EXPECT_EQ(static_cast<int>(set.size()), v1::Finding::descriptor()->field_count());
}

TEST(Convert, ValuesThatNoRecordHasAreErrorsThatNameTheField) {
  v1::Finding finding;
  EXPECT_EQ(from_proto(finding).error().substr(0, 5), "kind:");
  finding.set_kind(static_cast<v1::FindingKind>(77));
  EXPECT_EQ(from_proto(finding).error().substr(0, 5), "kind:");
  EXPECT_FALSE(from_proto(v1::Hunt()));
  EXPECT_FALSE(from_proto(v1::LeaseWorkResponse()));
  v1::LeaseWorkResponse lease;
  lease.set_kind(v1::LeaseWorkResponse::KIND_LEASED);
  EXPECT_EQ(from_proto(lease).error().substr(0, 5), "unit:");
  EXPECT_FALSE(from_proto(v1::HeartbeatResponse::LEASE_STATE_UNSPECIFIED));
  EXPECT_FALSE(from_proto(v1::CompleteWorkResponse::COMPLETION_UNSPECIFIED));
}

}  // namespace
}  // namespace assay::rpc
