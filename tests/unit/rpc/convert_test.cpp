#include "services/coordinator/rpc/convert.h"

#include <gtest/gtest.h>

#include <set>

#include "services/channel/fields_proto.h"
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

// Any record, by its list of fields.
class AnyFields {
 public:
  AnyFields(Rng& rng, bool only_words) : rng_(rng), only_words_(only_words) {}

  template <class T>
  void operator()(const char* name, T& value) {
    if constexpr (std::is_same_v<T, std::string>)
      value = only_words_ || is_word(name) ? any_word(rng_) : any_text(rng_);
    else if constexpr (std::is_same_v<T, bool>)
      value = rng_.chance(1, 2);
    else if constexpr (std::is_same_v<T, double>)
      value = static_cast<double>(rng_()) / 1000;
    else if constexpr (std::is_arithmetic_v<T>)
      value = static_cast<T>(rng_());
    else if constexpr (Named<T>)
      value = any_of<T>();
    else
      fill(name, value);
  }

 private:
  // These travel in `string` fields.
  static bool is_word(std::string_view name) {
    for (const char* word : {"id", "status", "lease_id", "hunt_id", "token", "since", "created_at", "bug_id"})
      if (name == word) return true;
    return false;
  }
  template <class E>
  E any_of() {
    std::uint64_t count = 0;
    while (count < 64 && has_name(static_cast<E>(count))) ++count;
    return static_cast<E>(rng_.below(count));
  }
  static bool has_name(FindingKind kind) { return static_cast<int>(kind) < 6; }
  static bool has_name(BugStatus status) { return static_cast<std::size_t>(status) < kBugStatuses; }
  static bool has_name(Method method) { return method < Method::Count; }
  static bool has_name(Decider decider) { return decider < Decider::Count; }
  static bool has_name(store::HuntState state) { return static_cast<int>(state) < 4; }
  static bool has_name(LeaseAnswer::Kind kind) { return static_cast<int>(kind) < 4; }

  template <Record R>
  void fill(const char*, R& record) {
    each_field(record, *this);
  }
  void fill(const char*, Counts& counts) {
    for (std::uint64_t i = rng_.below(4); i > 0; --i) counts.emplace_back(any_text(rng_), rng_());
  }
  template <class T>
  void fill(const char* name, std::optional<T>& value) {
    if (rng_.chance(2, 3)) (*this)(name, value.emplace());
  }
  template <class T>
  void fill(const char* name, std::vector<T>& values) {
    values.resize(rng_.below(4));
    for (T& value : values) (*this)(name, value);
  }

  Rng& rng_;
  bool only_words_;
};

template <class R>
R any(Rng& rng) {
  R record;
  each_field(record, AnyFields(rng, std::is_same_v<R, WorkerInfo>));
  return record;
}

// Two values of one field.
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (requires { a == b; }) {
    return a == b;
  } else {
    bool equal = true;
    each_field(
        a, [&](const char*, const auto& one, const auto& other) { equal = equal && same(one, other); }, b);
    return equal;
  }
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

template <class R>
void expect_the_same_after_the_wire(std::uint64_t seed) {
  Rng rng(seed);
  for (int i = 0; i < kRounds; ++i) {
    const R record = any<R>(rng);
    auto back = there_and_back(record);
    ASSERT_TRUE(back) << back.error();
    int fields = 0;
    each_field(
        record,
        [&](const char* name, const auto& sent, const auto& received) {
          ++fields;
          EXPECT_TRUE(same(sent, received)) << name;
        },
        *back);
    EXPECT_GT(fields, 0);
  }
}

TEST(Convert, AnyRecordIsTheSameAfterTheWire) {
  expect_the_same_after_the_wire<Finding>(1);
  expect_the_same_after_the_wire<Bug>(2);
  expect_the_same_after_the_wire<WorkUnit>(3);
  expect_the_same_after_the_wire<HuntStatistics>(4);
  expect_the_same_after_the_wire<NewHunt>(5);
  expect_the_same_after_the_wire<WorkerInfo>(6);
  expect_the_same_after_the_wire<store::Recorded>(7);
  expect_the_same_after_the_wire<store::Worker>(8);
  expect_the_same_after_the_wire<store::Statistics>(14);
  expect_the_same_after_the_wire<store::BugCare>(12);
  expect_the_same_after_the_wire<store::BugChange>(13);
}

TEST(Convert, AnyAnswerToALeaseIsTheSameAfterTheWire) {
  Rng rng(9);
  for (int i = 0; i < kRounds; ++i) {
    LeaseAnswer answer = any<LeaseAnswer>(rng);
    if (answer.kind == LeaseAnswer::Kind::Leased) answer.unit = any<WorkUnit>(rng);
    auto back = there_and_back(answer);
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ(back->kind, answer.kind);
    EXPECT_EQ(back->unit, answer.unit);
    EXPECT_EQ(back->retry_after_ms, answer.retry_after_ms);
  }
}

TEST(Convert, AnyHuntIsTheSameAfterTheWire) {
  Rng rng(10);
  for (int i = 0; i < kRounds; ++i) {
    const HuntReport report{any<store::Hunt>(rng), {rng(), rng(), rng()}, {rng(), rng(), rng()}};
    auto back = there_and_back(report);
    ASSERT_TRUE(back) << back.error();
    each_field(
        report.hunt,
        [](const char* name, const auto& sent, const auto& received) { EXPECT_TRUE(same(sent, received)) << name; },
        back->hunt);
    EXPECT_EQ(back->leases.leased, report.leases.leased);
    EXPECT_EQ(back->leases.done, report.leases.done);
    EXPECT_EQ(back->leases.abandoned, report.leases.abandoned);
    EXPECT_EQ(back->bugs.findings, report.bugs.findings);
    EXPECT_EQ(back->bugs.seen, report.bugs.seen);
    EXPECT_EQ(back->bugs.found, report.bugs.found);
  }
}

// The names of a record's fields, and those of its message; the same for the records within it.
template <class R>
void expect_the_same_fields(const google::protobuf::Descriptor& message,
                            const std::set<std::string>& only_in_message = {}) {
  std::set<std::string> of_record = only_in_message, of_message;
  R record;
  each_field(record, [&]<class T>(const char* name, T&) {
    of_record.insert(name);
    if constexpr (Record<T>)
      if (const auto* field = message.FindFieldByName(name)) expect_the_same_fields<T>(*field->message_type());
  });
  for (int i = 0; i < message.field_count(); ++i) of_message.insert(message.field(i)->name());
  EXPECT_EQ(of_record, of_message) << message.full_name();
}

TEST(Convert, RecordsAndTheirMessagesHaveTheSameFields) {
  expect_the_same_fields<Finding>(*v1::Finding::descriptor());
  expect_the_same_fields<Bug>(*v1::Bug::descriptor());
  expect_the_same_fields<Counterexample>(*v1::Counterexample::descriptor());
  expect_the_same_fields<Binding>(*v1::Binding::descriptor());
  expect_the_same_fields<TraceLine>(*v1::TraceLine::descriptor());
  expect_the_same_fields<WorkUnit>(*v1::WorkUnit::descriptor());
  expect_the_same_fields<HuntStatistics>(*v1::HuntStatistics::descriptor());
  expect_the_same_fields<NewHunt>(*v1::CreateHuntRequest::descriptor());
  expect_the_same_fields<WorkerInfo>(*v1::RegisterWorkerRequest::descriptor());
  expect_the_same_fields<LeaseAnswer>(*v1::LeaseWorkResponse::descriptor());
  expect_the_same_fields<store::Recorded>(*v1::ReportFindingResponse::descriptor());
  expect_the_same_fields<store::Worker>(*v1::Worker::descriptor());
  expect_the_same_fields<store::Statistics>(*v1::GetStatisticsResponse::descriptor());
  expect_the_same_fields<store::BugChange>(*v1::ChangeBugRequest::descriptor());
  expect_the_same_fields<store::BugCare>(*v1::BugCare::descriptor());
  expect_the_same_fields<store::BugEvent>(*v1::BugEvent::descriptor());
  expect_the_same_fields<store::Hunt>(*v1::Hunt::descriptor(), {"leases_held", "leases_done", "leases_abandoned",
                                                                "bugs_seen", "bugs_found", "findings"});
}

TEST(Convert, EveryEnumeratorHasItsName) {
  for (const auto* type :
       {v1::FindingKind_descriptor(), v1::HuntState_descriptor(), v1::LeaseWorkResponse::Kind_descriptor(),
        v1::HeartbeatResponse::LeaseState_descriptor(), v1::CompleteWorkResponse::Completion_descriptor()})
    for (int i = 1; i < type->value_count(); ++i) {
      const std::string name = channel::name_of_enumerator(*type, type->value(i)->number());
      const bool known = enumerator_of(name, std::type_identity<FindingKind>()) ||
                         enumerator_of(name, std::type_identity<store::HuntState>()) ||
                         enumerator_of(name, std::type_identity<LeaseAnswer::Kind>()) ||
                         enumerator_of(name, std::type_identity<LeaseState>()) ||
                         enumerator_of(name, std::type_identity<store::Completion>());
      EXPECT_TRUE(known) << type->value(i)->name();
    }
}

TEST(Convert, AFindingOfAnOlderWorkerAsksTheDefaultQuestion) {
  Rng rng(11);
  v1::Finding message = to_proto(any<Finding>(rng));
  message.clear_question();
  auto finding = from_proto(message);
  ASSERT_TRUE(finding) << finding.error();
  EXPECT_EQ(finding->question, Question());
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
