#include "services/worker/hunt/batch.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>

#include "fuzzers/generate/intrinsic_forms.h"
#include "services/channel/child.h"
#include "services/channel/large_pages.h"
#include "services/common/log.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/messages.h"
#include "services/worker/triage/triage.h"

namespace assay::hunt {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t now_ms() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count());
}

/// What a child is at, in memory that outlives it.
struct Place {
  std::atomic<Phase> phase{Phase::Make};
  std::atomic<std::uint64_t> since_ms{0};
};

class SharedPlace {
 public:
  SharedPlace() {
    void* memory = mmap(nullptr, sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    place_ = memory == MAP_FAILED ? nullptr : new (memory) Place;
  }
  ~SharedPlace() {
    if (place_ != nullptr) munmap(place_, sizeof(Place));
  }
  SharedPlace(const SharedPlace&) = delete;
  SharedPlace& operator=(const SharedPlace&) = delete;
  Place* operator->() { return place_; }
  Place* get() { return place_; }

 private:
  Place* place_;
};

/// The child's side: tells the parent what happens.
class Reporter : public Observer {
 public:
  Reporter(int descriptor, Place* place) : descriptor_(descriptor), place_(place) {}
  void enter(Phase phase) override {
    place_->phase = phase;
    place_->since_ms = now_ms();
  }
  void raw_finding(const Finding& finding) override { send(FoundRaw{finding}); }
  void finding(const Finding& finding) override { send(Found{finding}); }
  void withdrawn() override { send(Withdrawn{}); }
  void alone(const std::string& ir) override { send(Alone{ir}); }
  void progress(const HuntStatistics& delta, std::uint64_t next) { send(Progress{delta, next}); }

 private:
  void send(const Message& message) {
    if (!write_message(descriptor_, message)) _exit(1);
  }
  int descriptor_;
  Place* place_;
};

struct Range {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  std::uint64_t single_until = 0;  ///< mutants before it are taken one at a time, each compiled in a process of its own
};

void limit_memory(std::uint32_t memory_mb) {
  rlimit limit{};
  limit.rlim_cur = limit.rlim_max = static_cast<rlim_t>(memory_mb) << 20;
  setrlimit(RLIMIT_DATA, &limit);
}

/// An llc that does not come to an end is met more often than an opt.
constexpr std::uint32_t kLlcMs = 5'000;

/// What a hunt asks of every mutant.
Question question_of(const HuntSettings& settings) {
  Question question = question_by(AskedBy::Hunt);
  take_settings<kHunt>(question, settings);
  const auto is_llc = [](const std::string& compiler) { return compiler.starts_with(codegen::kLlc); };
  if (std::ranges::any_of(settings.compilers, is_llc)) question.compile_ms = kLlcMs;
  return question;
}

/// One mutant in so many; 0: none.
std::uint32_t oracle_every(const HuntSettings& settings, const Limits& limits) {
  if (settings.oracle_every == HuntSettings::kNever) return 0;
  return settings.oracle_every != 0 ? settings.oracle_every : limits.oracle_every;
}

[[noreturn]] void be_child(Workshop& workshop, const WorkUnit& unit, const Weights& weights, const Limits& limits,
                           Range range, int descriptor, Place* place) {
  signal(SIGINT, SIG_IGN);
  limit_memory(limits.memory_mb);
  for (Target& target : workshop.targets) target.compiler->keep_copy();
  Reporter reporter(descriptor, place);
  const SliceOptions options{question_of(workshop.settings),
                             oracle_every(workshop.settings, limits),
                             workshop.undecided ? &*workshop.undecided : nullptr,
                             unit.hunt_id,
                             workshop.environments,
                             weights};
  SliceHunter hunter(*workshop.source, workshop.targets, options, reporter, *workshop.shapes);
  hunter.begin_batch(unit.seed);
  while (range.next < range.end) {
    const bool singly = range.next < range.single_until || workshop.source->makes_programs();
    const std::uint64_t end_of_draw = (range.next / kMutantsOfDraw + 1) * kMutantsOfDraw;
    const std::uint64_t count = singly ? 1 : std::min({limits.slice, range.end - range.next, end_of_draw - range.next});
    HuntStatistics delta;
    hunter.run(range.next, count, singly, delta);
    range.next += count;
    reporter.progress(delta, range.next);
  }
  for (Target& target : workshop.targets) target.compiler->drop_copy();
  reporter.enter(Phase::Done);
  _exit(0);
}

/// As the hunt has come to think of its pipelines and environments.
Weights weights_of(const Workshop& workshop, const WorkUnit& unit) {
  if (workshop.settings.even) return equal_weights(workshop.targets, workshop.environments);
  std::vector<std::string> pipelines;
  for (const optimize::Invocation& each : workshop.targets.front().pipelines) pipelines.push_back(text_of(each));
  return Attention(*workshop.shapes, unit.hunt_id).weights(pipelines, workshop.environments);
}

/// How a child came to its end.
enum class Ending { Finished, Died, Silent, Stopped };

class Supervisor {
 public:
  Supervisor(Workshop& workshop, const WorkUnit& unit, const Limits& limits, const Events& events)
      : workshop_(workshop),
        unit_(unit),
        weights_(weights_of(workshop, unit)),
        limits_(limits),
        events_(events),
        range_{0, unit.mutants, 0} {}

  void run() {
    while (range_.next < range_.end) {
      const Ending ending = run_child();
      if (pending_) deliver(*pending_);
      pending_.reset();
      if (ending == Ending::Finished || ending == Ending::Stopped) return;
      log_event(LogLevel::Warning, "hunt.child_lost",
                "batch_seed=" + std::to_string(unit_.seed) + " first=" + std::to_string(range_.next) +
                    " phase=" + std::to_string(static_cast<unsigned>(place_->phase.load())) + " end=\"" + how_ + "\"");
      if (range_.next < range_.single_until)
        give_up_mutant();
      else
        range_.single_until = std::min(range_.next + limits_.slice, range_.end);
    }
  }

 private:
  Ending run_child() {
    if (place_.get() == nullptr) return Ending::Stopped;
    place_->phase = Phase::Make;
    place_->since_ms = now_ms();
    auto child = channel::Child::copy(
        [this](int socket) { be_child(workshop_, unit_, weights_, limits_, range_, socket, place_.get()); });
    if (!child) return Ending::Stopped;
    MessageReader reader((*child)->reader());
    const Ending ending = follow(reader);
    how_ = (ending == Ending::Finished ? (*child)->dismiss() : (*child)->end(reader.last())).text();
    return ending;
  }

  Ending follow(MessageReader& reader) {
    for (;;) {
      if (const auto message = reader.next(100)) {
        take(*message);
        continue;
      }
      if (reader.ended()) return range_.next >= range_.end ? Ending::Finished : Ending::Died;
      if (events_.stop()) return Ending::Stopped;
      if (now_ms() - place_->since_ms > allowance(place_->phase)) return Ending::Silent;
    }
  }

  std::uint64_t allowance(Phase phase) const {
    switch (phase) {
      case Phase::Optimize:
        return limits_.optimize_ms;
      case Phase::Analyse:
        return limits_.analyse_ms;
      default:
        return limits_.check_ms;
    }
  }

  void take(const Message& message) {
    std::visit(
        Cases{[&](const FoundRaw& raw) { pending_ = raw.finding; }, [&](const Withdrawn&) { pending_.reset(); },
              [&](const Alone& alone) { alone_ = alone.ir; }, [&](const Found& found) { take_finding(found.finding); },
              [&](const Progress& progress) {
                range_.next = progress.next;
                events_.progress(progress.delta);
              },
              [](const auto&) {}},
        message);
  }

  void take_finding(const Finding& finding) {
    pending_.reset();
    events_.finding(finding);
  }

  /// A finding whose analysis did not end: reported as it was found, under a signature that says so. Nothing is known
  /// yet of what it has in common with others, so that it is a bug by itself.
  void deliver(Finding finding) {
    finding.signature = std::string("unreduced ") + name_of(finding.kind) + " " + finding.pipeline + " " +
                        finding.reason + " " + finding.id();
    finding.title = triage::title(finding);
    finding.unfinished = true;
    finding.detail += "; the analysis did not come to an end, so the case is not reduced";
    events_.finding(finding);
  }

  /// A mutant that can't be taken through even alone is counted as unknown, and the hunt goes on.
  void give_up_mutant() {
    HuntStatistics delta;
    delta.mutants = 1;
    delta.unknown = 1;
    delta.unknown_reasons = {{name_of(Reason::CheckerLost), 1}};
    events_.progress(delta);
    ++range_.next;
    log_event(LogLevel::Info, "hunt.mutant_given_up", "the checker did not come back\n" + alone_);
    alone_.clear();
  }

  Workshop& workshop_;
  const WorkUnit& unit_;
  const Weights weights_;  ///< the same for all children: one that replaces another goes on with its mutants
  const Limits& limits_;
  const Events& events_;
  Range range_;
  SharedPlace place_;
  std::optional<Finding> pending_;
  std::string how_;    ///< the last child came to its end
  std::string alone_;  ///< the mutant that a child is at, where it takes one at a time
};

}  // namespace

Result<std::unique_ptr<Workshop>> open_workshop(const HuntSettings& settings, const Folders& folders,
                                                std::shared_ptr<SharedCounts> shapes) {
  auto workshop = std::make_unique<Workshop>();
  workshop->settings = settings;
  workshop->shapes = shapes ? std::move(shapes) : SharedCounts::make();
  if (!workshop->shapes) return Error{"no memory to count findings in"};
  auto environments = parse_environments(settings.targets);
  if (!environments) return environments.wrap("--target");
  // What csmith writes is compiled with the C library's headers of this kind of machine.
  for (const Environment& each : *environments)
    if (settings.profile == HuntSettings::kCsmith && !each.triple.starts_with("x86_64"))
      return Error{"--programs=csmith is for x86-64, avx2 and avx512: not for --target=" + std::string(each.name)};
  workshop->environments = std::move(*environments);
  auto targets = open_targets(settings);
  if (!targets) return Error{targets.error()};
  workshop->targets = std::move(*targets);
  InputOptions inputs;
  if (!settings.seeds.empty()) inputs.seeds.push_back(settings.seeds);
  inputs.undef_inputs = settings.undef_inputs;
  inputs.language = oldest_language(workshop->targets);
  if (auto machines = codegen::targets_of(settings.passes); !machines.empty())
    inputs.takes = [machines = std::move(machines)](const llvm::Function& seed) {
      return !codegen::is_for_others(seed, machines);
    };
  if (!settings.profile.empty()) {
    auto mix = parse_mix(settings.profile);
    if (!mix) return mix.wrap("--profile");
    inputs.mix = std::move(*mix);
  }
  if (!folders.undecided.empty()) {
    auto opened = UndecidedExamples::open(folders.undecided);
    if (!opened) return opened.wrap("--undecided");
    workshop->undecided = std::move(*opened);
  }
  auto source = MutantSource::open(workshop->context, inputs);
  if (!source) return Error{source.error()};
  workshop->source = std::move(*source);
  if (!workshop->source->makes_programs())
    generate::find_all_forms();  // a child for each batch would have to do it again
  if (!settings.seeds.empty() && workshop->source->seed_count() == 0)
    return Error{"--seeds=" + settings.seeds + ": no usable seed function (expected .ll or .bc files)"};
  channel::use_large_pages();  // for the children that hunt, and the processes that compile
  return workshop;
}

void run_batch(Workshop& workshop, const WorkUnit& unit, const Limits& limits, const Events& events) {
  Supervisor(workshop, unit, limits, events).run();
}

}  // namespace assay::hunt
