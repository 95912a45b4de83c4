// Hunts and leases.
#include "services/coordinator/rpc/convert.h"

namespace assay::rpc {
namespace {

template <class Reasons>
std::vector<std::pair<std::string, std::uint64_t>> read_reasons(const Reasons& messages) {
  std::vector<std::pair<std::string, std::uint64_t>> reasons;
  for (const auto& message : messages) reasons.emplace_back(message.reason(), message.count());
  return reasons;
}

Result<store::HuntState> read_state(v1::HuntState state) {
  switch (state) {
    case v1::HUNT_STATE_RUNNING:
      return store::HuntState::Running;
    case v1::HUNT_STATE_FINISHED:
      return store::HuntState::Finished;
    case v1::HUNT_STATE_STOPPED:
      return store::HuntState::Stopped;
    default:
      return Error{"state: " + std::to_string(static_cast<int>(state)) + " is no state of a hunt"};
  }
}

v1::HuntState write_state(store::HuntState state) {
  switch (state) {
    case store::HuntState::Running:
      return v1::HUNT_STATE_RUNNING;
    case store::HuntState::Finished:
      return v1::HUNT_STATE_FINISHED;
    case store::HuntState::Stopped:
      return v1::HUNT_STATE_STOPPED;
  }
  return v1::HUNT_STATE_UNSPECIFIED;
}

}  // namespace

v1::HuntSettings to_proto(const HuntSettings& settings) {
  v1::HuntSettings message;
  for (const std::string& pass : settings.passes) message.add_passes(pass);
  for (const std::string& compiler : settings.compilers) message.add_compilers(compiler);
  message.set_seeds(settings.seeds);
  message.set_undef_inputs(settings.undef_inputs);
  message.set_unroll(settings.unroll);
  message.set_smt_timeout_ms(settings.smt_timeout_ms);
  message.set_profile(settings.profile);
  message.set_feedback(settings.feedback);
  return message;
}

HuntSettings from_proto(const v1::HuntSettings& message) {
  HuntSettings settings;
  settings.passes.assign(message.passes().begin(), message.passes().end());
  settings.compilers.assign(message.compilers().begin(), message.compilers().end());
  settings.seeds = message.seeds();
  settings.undef_inputs = message.undef_inputs();
  settings.unroll = message.unroll();
  settings.smt_timeout_ms = message.smt_timeout_ms();
  settings.profile = message.profile();
  settings.feedback = message.feedback();
  return settings;
}

v1::HuntStatistics to_proto(const HuntStatistics& statistics) {
  v1::HuntStatistics message;
  message.set_mutants(statistics.mutants);
  message.set_discarded(statistics.discarded);
  message.set_executions(statistics.executions);
  message.set_unchanged(statistics.unchanged);
  message.set_checked_syntax(statistics.checked_syntax);
  message.set_checked_exhaustive(statistics.checked_exhaustive);
  message.set_checked_interpreter(statistics.checked_interpreter);
  message.set_checked_smt(statistics.checked_smt);
  message.set_unknown(statistics.unknown);
  message.set_unsupported(statistics.unsupported);
  message.set_findings(statistics.findings);
  message.set_seconds(statistics.seconds);
  const auto write = [](const auto& reasons, auto add) {
    for (const auto& [reason, count] : reasons) {
      v1::ReasonCount* into = add();
      into->set_reason(reason);
      into->set_count(count);
    }
  };
  write(statistics.unsupported_reasons, [&] { return message.add_unsupported_reasons(); });
  write(statistics.unknown_reasons, [&] { return message.add_unknown_reasons(); });
  return message;
}

HuntStatistics from_proto(const v1::HuntStatistics& message) {
  HuntStatistics statistics;
  statistics.mutants = message.mutants();
  statistics.discarded = message.discarded();
  statistics.executions = message.executions();
  statistics.unchanged = message.unchanged();
  statistics.checked_syntax = message.checked_syntax();
  statistics.checked_exhaustive = message.checked_exhaustive();
  statistics.checked_interpreter = message.checked_interpreter();
  statistics.checked_smt = message.checked_smt();
  statistics.unknown = message.unknown();
  statistics.unsupported = message.unsupported();
  statistics.findings = message.findings();
  statistics.seconds = message.seconds();
  statistics.unsupported_reasons = read_reasons(message.unsupported_reasons());
  statistics.unknown_reasons = read_reasons(message.unknown_reasons());
  return statistics;
}

v1::WorkUnit to_proto(const WorkUnit& unit) {
  v1::WorkUnit message;
  message.set_lease_id(unit.lease_id);
  message.set_hunt_id(unit.hunt_id);
  *message.mutable_settings() = to_proto(unit.settings);
  message.set_batch(unit.batch);
  message.set_seed(unit.seed);
  message.set_mutants(unit.mutants);
  message.set_attempt(unit.attempt);
  message.set_lease_ms(unit.lease_ms);
  return message;
}

WorkUnit from_proto(const v1::WorkUnit& message) {
  WorkUnit unit;
  unit.lease_id = message.lease_id();
  unit.hunt_id = message.hunt_id();
  unit.settings = from_proto(message.settings());
  unit.batch = message.batch();
  unit.seed = message.seed();
  unit.mutants = message.mutants();
  unit.attempt = message.attempt();
  unit.lease_ms = message.lease_ms();
  return unit;
}

v1::Hunt to_proto(const HuntReport& report) {
  v1::Hunt message;
  message.set_id(report.hunt.id);
  message.set_state(write_state(report.hunt.state));
  *message.mutable_settings() = to_proto(report.hunt.settings);
  message.set_seed(report.hunt.seed);
  message.set_mutant_limit(report.hunt.mutant_limit);
  message.set_deadline_ms(report.hunt.deadline_ms);
  message.set_batch_size(report.hunt.batch_size);
  message.set_exclusive(report.hunt.exclusive);
  message.set_next_batch(report.hunt.next_batch);
  message.set_mutants_leased(report.hunt.mutants_leased);
  message.set_created_at(report.hunt.created_at);
  *message.mutable_statistics() = to_proto(report.hunt.statistics);
  message.set_leases_held(report.leases.leased);
  message.set_leases_done(report.leases.done);
  message.set_leases_abandoned(report.leases.abandoned);
  return message;
}

Result<HuntReport> from_proto(const v1::Hunt& message) {
  auto state = read_state(message.state());
  if (!state) return Error{state.error()};
  HuntReport report;
  report.hunt.id = message.id();
  report.hunt.state = *state;
  report.hunt.settings = from_proto(message.settings());
  report.hunt.seed = message.seed();
  report.hunt.mutant_limit = message.mutant_limit();
  report.hunt.deadline_ms = message.deadline_ms();
  report.hunt.batch_size = message.batch_size();
  report.hunt.exclusive = message.exclusive();
  report.hunt.next_batch = message.next_batch();
  report.hunt.mutants_leased = message.mutants_leased();
  report.hunt.created_at = message.created_at();
  report.hunt.statistics = from_proto(message.statistics());
  report.leases = {message.leases_held(), message.leases_done(), message.leases_abandoned()};
  return report;
}

v1::CreateHuntRequest to_proto(const NewHunt& hunt) {
  v1::CreateHuntRequest message;
  *message.mutable_settings() = to_proto(hunt.settings);
  message.set_seed(hunt.seed);
  message.set_mutant_limit(hunt.mutant_limit);
  message.set_time_limit_s(hunt.time_limit_s);
  message.set_batch_size(hunt.batch_size);
  message.set_exclusive(hunt.exclusive);
  message.set_token(hunt.token);
  return message;
}

NewHunt from_proto(const v1::CreateHuntRequest& message) {
  NewHunt hunt;
  hunt.settings = from_proto(message.settings());
  hunt.seed = message.seed();
  hunt.mutant_limit = message.mutant_limit();
  hunt.time_limit_s = message.time_limit_s();
  hunt.batch_size = message.batch_size();
  hunt.exclusive = message.exclusive();
  hunt.token = message.token();
  return hunt;
}

v1::LeaseWorkResponse to_proto(const LeaseAnswer& answer) {
  v1::LeaseWorkResponse message;
  switch (answer.kind) {
    case LeaseAnswer::Kind::Leased:
      message.set_kind(v1::LeaseWorkResponse::KIND_LEASED);
      break;
    case LeaseAnswer::Kind::Wait:
      message.set_kind(v1::LeaseWorkResponse::KIND_WAIT);
      break;
    case LeaseAnswer::Kind::Ended:
      message.set_kind(v1::LeaseWorkResponse::KIND_ENDED);
      break;
    case LeaseAnswer::Kind::UnknownWorker:
      message.set_kind(v1::LeaseWorkResponse::KIND_UNKNOWN_WORKER);
      break;
  }
  if (answer.unit) *message.mutable_unit() = to_proto(*answer.unit);
  message.set_retry_after_ms(answer.retry_after_ms);
  return message;
}

Result<LeaseAnswer> from_proto(const v1::LeaseWorkResponse& message) {
  LeaseAnswer answer;
  switch (message.kind()) {
    case v1::LeaseWorkResponse::KIND_LEASED:
      if (!message.has_unit()) return Error{"unit: missing in a lease"};
      answer.kind = LeaseAnswer::Kind::Leased;
      break;
    case v1::LeaseWorkResponse::KIND_WAIT:
      answer.kind = LeaseAnswer::Kind::Wait;
      break;
    case v1::LeaseWorkResponse::KIND_ENDED:
      answer.kind = LeaseAnswer::Kind::Ended;
      break;
    case v1::LeaseWorkResponse::KIND_UNKNOWN_WORKER:
      answer.kind = LeaseAnswer::Kind::UnknownWorker;
      break;
    default:
      return Error{"kind: " + std::to_string(static_cast<int>(message.kind())) + " is no answer to a lease"};
  }
  if (message.has_unit()) answer.unit = from_proto(message.unit());
  answer.retry_after_ms = message.retry_after_ms();
  return answer;
}

v1::HeartbeatResponse::LeaseState to_proto(LeaseState state) {
  switch (state) {
    case LeaseState::Held:
      return v1::HeartbeatResponse::LEASE_STATE_HELD;
    case LeaseState::Lost:
      return v1::HeartbeatResponse::LEASE_STATE_LOST;
    case LeaseState::Stopped:
      return v1::HeartbeatResponse::LEASE_STATE_STOPPED;
  }
  return v1::HeartbeatResponse::LEASE_STATE_UNSPECIFIED;
}

Result<LeaseState> from_proto(v1::HeartbeatResponse::LeaseState state) {
  switch (state) {
    case v1::HeartbeatResponse::LEASE_STATE_HELD:
      return LeaseState::Held;
    case v1::HeartbeatResponse::LEASE_STATE_LOST:
      return LeaseState::Lost;
    case v1::HeartbeatResponse::LEASE_STATE_STOPPED:
      return LeaseState::Stopped;
    default:
      return Error{"state: " + std::to_string(static_cast<int>(state)) + " is no state of a lease"};
  }
}

v1::CompleteWorkResponse::Completion to_proto(store::Completion completion) {
  switch (completion) {
    case store::Completion::Counted:
      return v1::CompleteWorkResponse::COMPLETION_COUNTED;
    case store::Completion::CountedBefore:
      return v1::CompleteWorkResponse::COMPLETION_COUNTED_BEFORE;
    case store::Completion::Lost:
      return v1::CompleteWorkResponse::COMPLETION_LOST;
  }
  return v1::CompleteWorkResponse::COMPLETION_UNSPECIFIED;
}

Result<store::Completion> from_proto(v1::CompleteWorkResponse::Completion completion) {
  switch (completion) {
    case v1::CompleteWorkResponse::COMPLETION_COUNTED:
      return store::Completion::Counted;
    case v1::CompleteWorkResponse::COMPLETION_COUNTED_BEFORE:
      return store::Completion::CountedBefore;
    case v1::CompleteWorkResponse::COMPLETION_LOST:
      return store::Completion::Lost;
    default:
      return Error{"completion: " + std::to_string(static_cast<int>(completion)) + " is none"};
  }
}

}  // namespace assay::rpc
