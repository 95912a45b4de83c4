#include "services/coordinator/rpc/convert.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "services/channel/fields_proto.h"
#include "services/coordinator/rpc/pages.h"

namespace assay::rpc {
namespace {

constexpr std::string_view kAnswers[] = {"leased", "wait", "ended", "unknown-worker"};
constexpr std::string_view kLeaseStates[] = {"held", "lost", "stopped"};

template <class E>
Result<E> read_enumerator(const google::protobuf::EnumDescriptor& type, int number) {
  if (const auto found = enumerator_of(channel::name_of_enumerator(type, number), std::type_identity<E>()))
    return *found;
  return Error{type.name() + ": " + std::to_string(number) + " is none"};
}

}  // namespace

const char* name_of(LeaseAnswer::Kind kind) { return kAnswers[static_cast<int>(kind)].data(); }
std::optional<LeaseAnswer::Kind> enumerator_of(std::string_view name, std::type_identity<LeaseAnswer::Kind>) {
  return enumerator_in<LeaseAnswer::Kind>(kAnswers, name);
}
const char* name_of(LeaseState state) { return kLeaseStates[static_cast<int>(state)].data(); }
std::optional<LeaseState> enumerator_of(std::string_view name, std::type_identity<LeaseState>) {
  return enumerator_in<LeaseState>(kLeaseStates, name);
}

v1::Finding to_proto(const Finding& finding) { return channel::message_of<v1::Finding>(finding); }
Result<Finding> from_proto(const v1::Finding& message) { return channel::record_of<Finding>(message); }

v1::Bug to_proto(const Bug& bug) { return channel::message_of<v1::Bug>(bug); }
Result<Bug> from_proto(const v1::Bug& message) { return channel::record_of<Bug>(message); }

v1::HuntStatistics to_proto(const HuntStatistics& statistics) {
  return channel::message_of<v1::HuntStatistics>(statistics);
}
Result<HuntStatistics> from_proto(const v1::HuntStatistics& message) {
  return channel::record_of<HuntStatistics>(message);
}

v1::WorkUnit to_proto(const WorkUnit& unit) { return channel::message_of<v1::WorkUnit>(unit); }
Result<WorkUnit> from_proto(const v1::WorkUnit& message) { return channel::record_of<WorkUnit>(message); }

v1::CreateHuntRequest to_proto(const NewHunt& hunt) { return channel::message_of<v1::CreateHuntRequest>(hunt); }
Result<NewHunt> from_proto(const v1::CreateHuntRequest& message) { return channel::record_of<NewHunt>(message); }

v1::RegisterWorkerRequest to_proto(const WorkerInfo& worker) {
  return channel::message_of<v1::RegisterWorkerRequest>(worker);
}
Result<WorkerInfo> from_proto(const v1::RegisterWorkerRequest& message) {
  return channel::record_of<WorkerInfo>(message);
}

v1::ReportFindingResponse to_proto(const store::Recorded& recorded) {
  return channel::message_of<v1::ReportFindingResponse>(recorded);
}
Result<store::Recorded> from_proto(const v1::ReportFindingResponse& message) {
  return channel::record_of<store::Recorded>(message);
}

v1::ChangeBugRequest to_proto(const store::BugChange& change) {
  return channel::message_of<v1::ChangeBugRequest>(change);
}
Result<store::BugChange> from_proto(const v1::ChangeBugRequest& message) {
  return channel::record_of<store::BugChange>(message);
}

v1::BugCare to_proto(const store::BugCare& care) { return channel::message_of<v1::BugCare>(care); }
Result<store::BugCare> from_proto(const v1::BugCare& message) { return channel::record_of<store::BugCare>(message); }

v1::ListBugsRequest to_proto(const store::BugFilter& filter) {
  v1::ListBugsRequest request;
  request.set_filter(store::filter_text_of(filter));
  request.set_order_by(filter.sort.empty() ? "" : store::order_by_of(filter.sort));
  request.set_skip(
      static_cast<std::int32_t>(std::min<std::uint32_t>(filter.offset, std::numeric_limits<std::int32_t>::max())));
  return request;
}

Result<store::BugFilter> filter_of(const v1::ListBugsRequest& message) {
  store::BugFilter filter;
  filter.filter = message.filter();
  auto sort = store::sort_of(message.order_by());
  if (!sort) return Error{sort.error()};
  filter.sort = std::move(*sort);
  const auto skip = skip_of(message.skip());
  if (!skip) return Error{skip.error()};
  filter.offset = *skip;
  return filter;
}

v1::Worker to_proto(const store::Worker& worker) { return channel::message_of<v1::Worker>(worker); }
Result<store::Worker> from_proto(const v1::Worker& message) { return channel::record_of<store::Worker>(message); }

v1::GetStatisticsResponse to_proto(const store::Statistics& statistics) {
  return channel::message_of<v1::GetStatisticsResponse>(statistics);
}
Result<store::Statistics> from_proto(const v1::GetStatisticsResponse& message) {
  return channel::record_of<store::Statistics>(message);
}

v1::Hunt to_proto(const HuntReport& report) {
  v1::Hunt message = channel::message_of<v1::Hunt>(report.hunt);
  message.set_leases_held(report.leases.leased);
  message.set_leases_done(report.leases.done);
  message.set_leases_abandoned(report.leases.abandoned);
  message.set_bugs_seen(report.bugs.seen);
  message.set_bugs_found(report.bugs.found);
  message.set_findings(report.bugs.findings);
  return message;
}

Result<HuntReport> from_proto(const v1::Hunt& message) {
  auto hunt = channel::record_of<store::Hunt>(message);
  if (!hunt) return Error{hunt.error()};
  return HuntReport{std::move(*hunt),
                    {message.leases_held(), message.leases_done(), message.leases_abandoned()},
                    {message.findings(), message.bugs_seen(), message.bugs_found()}};
}

v1::LeaseWorkResponse to_proto(const LeaseAnswer& answer) { return channel::message_of<v1::LeaseWorkResponse>(answer); }

Result<LeaseAnswer> from_proto(const v1::LeaseWorkResponse& message) {
  auto answer = channel::record_of<LeaseAnswer>(message);
  if (answer && answer->kind == LeaseAnswer::Kind::Leased && !answer->unit) return Error{"unit: missing in a lease"};
  return answer;
}

v1::HeartbeatResponse::LeaseState to_proto(LeaseState state) {
  const auto& type = *v1::HeartbeatResponse::LeaseState_descriptor();
  return static_cast<v1::HeartbeatResponse::LeaseState>(channel::enumerator_named(type, name_of(state))->number());
}

Result<LeaseState> from_proto(v1::HeartbeatResponse::LeaseState state) {
  return read_enumerator<LeaseState>(*v1::HeartbeatResponse::LeaseState_descriptor(), state);
}

v1::CompleteWorkResponse::Completion to_proto(store::Completion completion) {
  const auto& type = *v1::CompleteWorkResponse::Completion_descriptor();
  return static_cast<v1::CompleteWorkResponse::Completion>(
      channel::enumerator_named(type, name_of(completion))->number());
}

Result<store::Completion> from_proto(v1::CompleteWorkResponse::Completion completion) {
  return read_enumerator<store::Completion>(*v1::CompleteWorkResponse::Completion_descriptor(), completion);
}

}  // namespace assay::rpc
