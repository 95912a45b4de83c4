#include "services/worker/oracles/oracles.h"

namespace assay::oracles {
namespace {

using End = optimize::OptimizeResult::End;

constexpr std::size_t kPaddingBytes = 8192;

/// Does the compiler come to the same end without any pass?
bool ends_without_passes(const Run& run, End end) { return run.compiler.run(run.ir, kNoPasses, run.limits).end == end; }

class CrashOracle : public Oracle {
 public:
  const char* name() const override { return "crash"; }
  FindingKind kind() const override { return FindingKind::Crash; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::Crashed) return {};
    return {Complaint{crash_headline(run.result.message), run.result.message}, ""};
  }
};

class HangOracle : public Oracle {
 public:
  const char* name() const override { return "hang"; }
  FindingKind kind() const override { return FindingKind::Hang; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::TimedOut) return {};
    optimize::Limits patient = run.limits;
    patient.time *= kPatience;  // a busy machine is no hang
    const auto again = run.compiler.run(run.ir, run.pipeline, patient);
    if (again.end != End::TimedOut) return {};
    if (ends_without_passes(run, End::TimedOut))
      return {std::nullopt, "reading and writing alone does not end in time"};
    const std::string seconds = std::to_string(patient.time.count() / 1000.0);
    return {Complaint{"does not end", "still running after " + seconds + " s"}, ""};
  }
};

class VerifierOracle : public Oracle {
 public:
  const char* name() const override { return "verifier"; }
  FindingKind kind() const override { return FindingKind::InvalidIr; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::InvalidIr) return {};
    if (ends_without_passes(run, End::InvalidIr)) return {std::nullopt, "the input does not pass the verifier"};
    return {Complaint{verifier_headline(run.result.message), run.result.message}, ""};
  }
};

class NondeterminismOracle : public Oracle {
 public:
  explicit NondeterminismOracle(unsigned reruns) : reruns_(reruns) {}
  const char* name() const override { return "nondeterminism"; }
  FindingKind kind() const override { return FindingKind::Nondeterminism; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::Ok) return {};
    optimize::Limits limits = run.limits;
    limits.own_addresses = true;
    for (unsigned turn = 1; turn <= reruns_; ++turn) {
      // A comment moves all that the parser allocates, so that code sorted by address comes out in another order.
      std::string padded = "; ";
      padded.append(kPaddingBytes * turn, '.') += '\n';
      padded += run.ir;
      const auto again = run.compiler.run(padded, run.pipeline, limits);
      if (again.end != End::Ok)
        return {std::nullopt, std::string("another run ended: ") + optimize::name_of(again.end)};
      if (again.ir == run.result.ir) continue;
      const auto plain = run.compiler.run(run.ir, kNoPasses, run.limits);
      const auto moved = run.compiler.run(padded, kNoPasses, limits);
      if (plain.end != End::Ok || plain.ir != moved.ir)
        return {std::nullopt, "two runs give two results without any pass"};
      return {Complaint{"two runs, two results", "first:\n" + run.result.ir + "\nsecond:\n" + again.ir}, ""};
    }
    return {};
  }

 private:
  unsigned reruns_;
};

}  // namespace

std::unique_ptr<Oracle> make_crash_oracle() { return std::make_unique<CrashOracle>(); }
std::unique_ptr<Oracle> make_hang_oracle() { return std::make_unique<HangOracle>(); }
std::unique_ptr<Oracle> make_verifier_oracle() { return std::make_unique<VerifierOracle>(); }
std::unique_ptr<Oracle> make_nondeterminism_oracle(unsigned reruns) {
  return std::make_unique<NondeterminismOracle>(reruns);
}

std::vector<std::unique_ptr<Oracle>> cheap_oracles() {
  std::vector<std::unique_ptr<Oracle>> oracles;
  oracles.push_back(make_crash_oracle());
  oracles.push_back(make_hang_oracle());
  oracles.push_back(make_verifier_oracle());
  return oracles;
}

std::vector<std::unique_ptr<Oracle>> costly_oracles() {
  std::vector<std::unique_ptr<Oracle>> oracles;
  oracles.push_back(make_nondeterminism_oracle(1));
  oracles.push_back(make_debug_invariance_oracle());
  return oracles;
}

std::unique_ptr<Oracle> oracle_named(const std::string& name) {
  if (auto patient = make_nondeterminism_oracle(kReruns); patient->name() == name) return patient;
  for (auto oracles : {cheap_oracles, costly_oracles})
    for (std::unique_ptr<Oracle>& oracle : oracles())
      if (oracle->name() == name) return std::move(oracle);
  return nullptr;
}

}  // namespace assay::oracles
