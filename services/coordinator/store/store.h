#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/common/status.h"
#include "services/common/work.h"
#include "services/coordinator/store/access.h"
#include "services/coordinator/store/care.h"
#include "services/coordinator/store/nights.h"

/// What Assay remembers: bugs, findings, hunts, leases and workers, in one SQLite file.
namespace assay::store {

/// Which bugs to list; empty fields let everything through.
struct BugFilter {
  std::string pass;      ///< the culprit pass, exactly
  std::string compiler;  ///< a version ("16" takes "16.0.6" too), VERSION@BUILD, or a path
  std::optional<FindingKind> kind;
  std::string status;
  std::string since;  ///< last seen then or later (see utc_of in dates.h)
  std::string until;  ///< last seen before then
  std::string assignee;
  std::string tag;
  std::string hunt;  ///< of which a finding was reported in this hunt
  std::string
      text;  ///< part of the title, the signature or the case that represents the bug; letter case does not matter
  std::string filter;  ///< and this, in the language of filter_text.h
  std::string sort;    ///< last-seen (or empty), first-seen, count, title, culprit, status or news (what has no cause
                       ///< that is known first, by place_bugs()); a '-' before it turns the order round
  std::uint32_t limit = 100;
  std::uint32_t offset = 0;
  // Only what comes behind a bug with this value and id in that order; whatever has come or gone since, nothing is told
  // twice.
  std::string after_value;
  std::string after_id;
};
ASSAY_FIELDS(BugFilter, pass, compiler, kind, status, since, until, assignee, tag, hunt, text, filter, sort, limit,
             offset, after_value, after_id);
/// All of what it asks, but for order and part, as one filter.
std::string filter_text_of(const BugFilter& filter);
/// A sort as AIP-132 says it, such as "count desc" for "count"; the way back is an error for what is none.
std::string order_by_of(const std::string& sort);
Result<std::string> sort_of(const std::string& order_by);

/// What recording a finding did. A finding that was known changes nothing.
struct Recorded {
  std::string bug_id;
  bool is_new_bug = false;
  bool is_new_finding = false;
  bool operator==(const Recorded&) const = default;
};
ASSAY_FIELDS(Recorded, bug_id, is_new_bug, is_new_finding);

struct Worker {
  std::string id;
  std::string name;     ///< for a reader, e.g. the host's name
  std::string version;  ///< of its assay
  std::uint32_t jobs = 0;
  std::string registered_at;
  std::string last_seen;
  WorkerOffer offer{};          ///< what it can hunt with
  std::string registered_by{};  ///< name of the token or certificate with which it did; empty: it had none
};
ASSAY_FIELDS(Worker, id, name, version, jobs, registered_at, last_seen, offer, registered_by);

enum class HuntState { Running, Finished, Stopped, Failed };
const char* name_of(HuntState state);
std::optional<HuntState> enumerator_of(std::string_view name, std::type_identity<HuntState>);

struct Hunt {
  std::string id;
  HuntState state = HuntState::Running;
  HuntSettings settings;
  std::uint64_t seed = 0;
  std::uint64_t mutant_limit = 0;  ///< 0: none
  std::int64_t deadline_ms = 0;    ///< Unix time after which no work is handed out; 0: none
  std::uint64_t batch_size = 0;    ///< mutants in a lease
  bool exclusive = false;          ///< its work goes only to those who ask for this hunt by its id
  std::uint64_t next_batch = 0;
  std::uint64_t mutants_leased = 0;
  std::string created_at;
  std::string failure;        ///< why it failed; empty: it did not
  HuntStatistics statistics;  ///< of completed leases
};
ASSAY_FIELDS(Hunt, id, state, settings, seed, mutant_limit, deadline_ms, batch_size, exclusive, next_batch,
             mutants_leased, created_at, failure, statistics);

/// One batch in a worker's hands. The same batch handed out again has a higher attempt.
struct Lease {
  std::string hunt_id;
  std::uint64_t batch = 0;
  std::uint64_t seed = 0;
  std::uint64_t mutants = 0;
  std::string worker_id;
  std::uint32_t attempt = 1;
  std::int64_t expires_ms = 0;  ///< Unix time
  bool operator==(const Lease&) const = default;
};
ASSAY_FIELDS(Lease, hunt_id, batch, seed, mutants, worker_id, attempt, expires_ms);

struct LeaseCounts {
  std::uint64_t leased = 0;
  std::uint64_t done = 0;
  std::uint64_t abandoned = 0;  ///< given up after too many holders went silent
};

/// The findings of one hunt, whichever worker reported them, and what they belong to.
struct HuntBugs {
  std::uint64_t findings = 0;
  std::uint64_t seen = 0;
  std::uint64_t found = 0;  ///< of those, the bugs that nobody had reported before
};

/// What completing a lease did.
enum class Completion {
  Counted,
  CountedBefore,  ///< a repeated report: nothing changed
  Lost,           ///< the batch was handed out again, or was never this worker's: nothing changed
};
const char* name_of(Completion completion);
std::optional<Completion> enumerator_of(std::string_view name, std::type_identity<Completion>);

struct Statistics {
  std::uint64_t bugs = 0;
  std::uint64_t findings = 0;
  std::uint64_t hunts = 0;
  std::uint64_t workers = 0;
  Counts bugs_by_status;
  Counts bugs_by_kind;
  Counts bugs_by_culprit;
};
ASSAY_FIELDS(Statistics, bugs, findings, hunts, workers, bugs_by_status, bugs_by_kind, bugs_by_culprit);

struct FactsWanted;
struct ModuleFacts;

/// What came to be known on one day.
struct DayCounts {
  std::string day;  ///< "2026-11-22", of UTC
  std::uint64_t new_bugs = 0;
  std::uint64_t findings = 0;
  bool operator==(const DayCounts&) const = default;
};

/// A compiler in which a bug was seen: how often, and when, counting findings that were removed since.
struct SeenIn {
  std::string compiler;  ///< its name (compiler_name)
  std::uint64_t findings = 0;
  std::string first_seen;
  std::string last_seen;
  bool operator==(const SeenIn&) const = default;
};

/// Something that happened.
struct News {
  std::uint64_t number = 0;  ///< counts up, whichever process made it happen
  std::string at;            ///< UTC
  std::string what;     ///< bug-found, finding, bug-changed, hunt-running, hunt-finished, hunt-stopped, hunt-failed
  std::string bug_id;   ///< empty: none
  std::string hunt_id;  ///< empty: none
  std::string detail;   ///< the finding's id, what was changed and how, or why the hunt failed
};
ASSAY_FIELDS(News, number, at, what, bug_id, hunt_id, detail);

/// Numbers of the oldest news that are kept (0: none) and of the newest ever.
struct NewsSpan {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Some news, and from where to go on.
struct NewsPart {
  std::vector<News> news;  ///< oldest first
  std::uint64_t last = 0;  ///< up to this number everything was looked at
  bool complete = true;    ///< nothing of what followed was forgotten
};

/// What may pass by itself.
enum class Shortage { None, Space, Lock };
/// What an error of a store tells of: a full disk (or one that takes no more writes), a file that another process has
/// locked.
Shortage shortage_in(const std::string& error);

struct OpenOptions {
  bool create = true;  ///< false: a missing file is an error
};

/// The bugs that a filter lets through, at one state of the database: to be counted and listed in parts, and then let
/// go.
class BugSelection {
 public:
  BugSelection(BugSelection&&) noexcept;
  ~BugSelection();

  /// How many there are.
  Result<std::uint64_t> total();
  /// Some of them: order, limit, offset and what they come behind are those of `place`.
  Result<std::vector<Bug>> part(const BugFilter& place);
  /// What the order of `place` looks at in one of them, by its id.
  Result<std::string> value_of(const std::string& id, const BugFilter& place);

 private:
  friend class Store;
  struct State;
  explicit BugSelection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The database. What a call has acknowledged is on the disk and outlives the process and the machine's power.
/// All members may be called from any thread; several processes may have the same file open.
class Store {
 public:
  /// Opens the file and brings its schema up to date. A damaged file, one of another program, and one of a newer
  /// Assay are errors that name the file; none of them is changed.
  static Result<Store> open(const std::string& path, const OpenOptions& options = {});
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// The file.
  const std::string& path() const;
  /// Writes something that changes nothing; an error if the disk takes no writes.
  Status try_to_write();
  /// Reads the whole file and checks it; an error tells what is damaged.
  Status verify();

  // Bugs and findings.
  Result<Recorded> record_finding(const Finding& finding);
  /// Makes times of a filter absolute. The inner status is what no bug can have, by field, with what there is.
  Result<Status> resolve(BugFilter& filter);
  /// The bugs that a resolved filter lets through.
  Result<BugSelection> select_bugs(const BugFilter& filter);
  /// Those of them that it asks for, most recently seen first unless it says otherwise.
  Result<std::vector<Bug>> list_bugs(const BugFilter& filter);
  /// At most `limit` ids that start with the prefix.
  Result<std::vector<std::string>> bug_ids(const std::string& prefix, std::uint32_t limit);
  /// Two at most of the bugs that a person may mean: those whose ids begin so, the exact one first; if there are none,
  /// those of findings whose ids do (six letters at least).
  Result<std::vector<std::string>> bugs_meant_by(const std::string& prefix);
  /// By its id or a prefix that only one bug has; or a finding of it.
  Result<Bug> find_bug(const std::string& id_or_prefix);
  /// Those that were checked first, then the smallest.
  Result<std::vector<Finding>> findings_of(const std::string& bug_id, std::uint32_t limit = 1000,
                                           std::uint32_t offset = 0, const std::string& filter = {});
  /// By the compilers' versions.
  Result<std::vector<SeenIn>> seen_in(const std::string& bug_id);
  /// Why findings can't be filtered so (filter_text.h); nothing if they can.
  static Status finding_filter_fault(const std::string& filter);
  /// The inner status is why the change may not be made, by field.
  Result<Status> change_bug(const BugChange& change);
  /// What people make of a bug; of an unknown one, nothing.
  Result<BugCare> care_of(const std::string& bug_id);
  /// Says of some bugs where they are among others in the order "news": of those that have not been asked about by
  /// these rules, or have changed since. Gives their number.
  Result<std::uint64_t> place_bugs(const std::string& rules, const std::function<unsigned(const Bug&)>& place_of,
                                   std::uint32_t limit);
  /// The finding was seen to happen here: the smallest such case represents its bug.
  Status set_checked(const std::string& finding_id);
  Result<Statistics> statistics();
  /// The days from `day` on ("2026-11-22") on which something was found, oldest first.
  Result<std::vector<DayCounts>> days_since(const std::string& day);

  // News: what happens, whichever process makes it happen. The last 100,000 are kept.
  Result<NewsSpan> news_span();
  /// At most `limit` news after a number: of the bugs that a resolved filter lets through, or, if it lets all through,
  /// of everything.
  Result<NewsPart> news_after(std::uint64_t number, const BugFilter& filter, std::uint32_t limit);

  // IR as relations (ir_facts.h).
  /// Some bugs whose representing case is not among the facts.
  Result<std::vector<FactsWanted>> facts_wanted(std::uint32_t limit);
  /// Records what modules say, all or none; it replaces what was known of the same file or the same bug.
  Status record_facts(const std::vector<ModuleFacts>& modules);

  // Who may call. `who` is the person at the machine, for the audit. A token's secret is told once and not kept.
  Result<std::string> create_token(const std::string& name, Role role, const std::string& who);
  /// Another secret for the same token; the old one is worth nothing from then on.
  Result<std::string> rotate_token(const std::string& name, const std::string& who);
  Status revoke_token(const std::string& name, const std::string& who);
  Result<std::vector<Token>> tokens();
  /// Once there was a token, even one that is revoked by now, every caller needs one.
  Result<bool> wants_tokens();
  /// The token with this secret, unless it is revoked.
  Result<std::optional<Token>> token_of(const std::string& secret);
  Status audit(const AuditEvent& event);

  // Hunts. Creating a hunt whose id is known changes nothing, so that a request may be repeated.
  Status create_hunt(const Hunt& hunt);
  Result<std::optional<Hunt>> find_hunt(const std::string& id);
  /// Running hunts that are not exclusive, oldest first.
  Result<std::vector<Hunt>> open_hunts();
  /// Newest first.
  Result<std::vector<Hunt>> list_hunts(std::uint32_t limit, std::uint32_t offset = 0, const std::string& filter = {});
  /// Why hunts can't be filtered so (filter_text.h); nothing if they can.
  static Status hunt_filter_fault(const std::string& filter);
  /// `failure`: why, if the state is Failed.
  Status set_hunt_state(const std::string& id, HuntState state, const std::string& failure = "");
  Result<HuntBugs> bugs_of_hunt(const std::string& id);

  // Workers.
  Status register_worker(const Worker& worker);
  Status touch_worker(const std::string& id);
  Result<std::optional<Worker>> find_worker(const std::string& id);
  /// Those that were seen last first.
  Result<std::vector<Worker>> list_workers(std::uint32_t limit = ~0u, std::uint32_t offset = 0);

  // Leases.
  /// Hands out the hunt's next batch: adds the lease and moves the hunt on, both or neither.
  Status add_lease(const Lease& lease);
  /// Hands a batch whose lease ran out before `now_ms` to another worker, as the next attempt. Batches that
  /// `max_attempts` workers have held are abandoned. Nothing if there is none.
  Result<std::optional<Lease>> retake_expired(const std::string& hunt_id, const std::string& worker_id,
                                              std::int64_t now_ms, std::int64_t expires_ms, std::uint32_t max_attempts);
  /// Abandons the batches whose leases ran out before `now_ms`.
  Status abandon_expired(const std::string& hunt_id, std::int64_t now_ms);
  /// Moves the expiry; false if the lease is no longer this worker's.
  Result<bool> renew(const Lease& lease, std::int64_t expires_ms);
  /// All leases that were not given back expire then.
  Status renew_all_leases(std::int64_t expires_ms);
  /// Gives the batch back, to be handed out again at once; false if the lease is no longer this worker's.
  Result<bool> give_back(const Lease& lease) { return renew(lease, 0); }
  /// Ends a lease and adds what it brought to the hunt, both or neither. Forgets the hunt's completed leases that would
  /// have run out before `forget_before_ms`: a repeated report of those is Lost instead of CountedBefore.
  Result<Completion> complete(const Lease& lease, const HuntStatistics& statistics, std::int64_t forget_before_ms = 0);
  /// Completed leases count whether forgotten or not.
  /// The newest lease of a batch; nothing if there is none, or it was forgotten.
  Result<std::optional<Lease>> find_lease(const std::string& hunt_id, std::uint64_t batch);
  Result<LeaseCounts> lease_counts(const std::string& hunt_id);

  // Nights. What is put takes the place of a row with the same key.
  /// Records a night and the bugs that it is to ask about, both or neither.
  Status begin_night(const Night& night, const std::vector<NightBug>& bugs);
  Status put(const Night& night);
  Status put(const NightBranch& branch);
  Status put(const NightHunt& hunt);
  Status put(const NightCosts& costs);
  Status put(const NightMissed& missed);
  Status put(const std::vector<NightBug>& bugs);
  /// Newest first; of any plan if its name is empty.
  Result<std::vector<Night>> list_nights(const std::string& plan, std::uint32_t limit);
  Result<std::vector<NightBranch>> branches_of_night(const std::string& night_id);
  Result<std::vector<NightHunt>> hunts_of_night(const std::string& night_id);
  Result<std::vector<NightCosts>> costs_of_night(const std::string& night_id);
  Result<std::vector<NightMissed>> missed_of_night(const std::string& night_id);
  /// Of all finished nights of the plan that began before this one.
  Result<std::vector<NightMissed>> missed_before(const Night& night);
  Result<std::vector<NightBug>> bugs_of_night(const std::string& night_id);
  /// The last thing that each branch said to each bug in finished nights of the plan before that one: shows or absent.
  Result<std::vector<NightBug>> answers_before(const Night& night);

 private:
  friend class BugSelection;
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::store
