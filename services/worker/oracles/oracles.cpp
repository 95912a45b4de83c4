#include "services/worker/oracles/oracles.h"

namespace assay::oracles {
namespace {

using End = optimize::OptimizeResult::End;

constexpr int kPatience = 4;
constexpr std::size_t kPaddingBytes = 8192;

class CrashOracle : public Oracle {
 public:
  const char* name() const override { return "crash"; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::Crashed) return {};
    return {Complaint{FindingKind::Crash, crash_headline(run.result.message), run.result.message}, ""};
  }
};

class HangOracle : public Oracle {
 public:
  const char* name() const override { return "hang"; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::TimedOut) return {};
    optimize::Limits patient = run.limits;
    patient.time *= kPatience;  // a busy machine is no hang
    const auto again = run.compiler.run(run.ir, run.pipeline, patient);
    if (again.end != End::TimedOut) return {};
    const std::string seconds = std::to_string(patient.time.count() / 1000.0);
    return {Complaint{FindingKind::Hang, "does not end", "still running after " + seconds + " s"}, ""};
  }
};

class VerifierOracle : public Oracle {
 public:
  const char* name() const override { return "verifier"; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::InvalidIr) return {};
    return {Complaint{FindingKind::InvalidIr, normalised_line(run.result.message), run.result.message}, ""};
  }
};

class NondeterminismOracle : public Oracle {
 public:
  const char* name() const override { return "nondeterminism"; }
  Judgement judge(const Run& run) const override {
    if (run.result.end != End::Ok) return {};
    // A comment moves all that the parser allocates, so that code sorted by address comes out in another order.
    std::string padded = "; ";
    padded.append(kPaddingBytes, '.') += '\n';
    padded += run.ir;
    const auto again = run.compiler.run(padded, run.pipeline, run.limits);
    if (again.end != End::Ok || again.ir == run.result.ir) return {};
    return {Complaint{FindingKind::Nondeterminism, "two runs, two results",
                      "first:\n" + run.result.ir + "\nsecond:\n" + again.ir},
            ""};
  }
};

}  // namespace

std::unique_ptr<Oracle> make_crash_oracle() { return std::make_unique<CrashOracle>(); }
std::unique_ptr<Oracle> make_hang_oracle() { return std::make_unique<HangOracle>(); }
std::unique_ptr<Oracle> make_verifier_oracle() { return std::make_unique<VerifierOracle>(); }
std::unique_ptr<Oracle> make_nondeterminism_oracle() { return std::make_unique<NondeterminismOracle>(); }

std::vector<std::unique_ptr<Oracle>> cheap_oracles() {
  std::vector<std::unique_ptr<Oracle>> oracles;
  oracles.push_back(make_crash_oracle());
  oracles.push_back(make_hang_oracle());
  oracles.push_back(make_verifier_oracle());
  return oracles;
}

std::vector<std::unique_ptr<Oracle>> costly_oracles() {
  std::vector<std::unique_ptr<Oracle>> oracles;
  oracles.push_back(make_nondeterminism_oracle());
  oracles.push_back(make_debug_invariance_oracle());
  return oracles;
}

}  // namespace assay::oracles
