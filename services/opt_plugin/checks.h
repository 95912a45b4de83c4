#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "services/opt_plugin/judge.h"
#include "services/opt_plugin/verdicts.h"

/// Changes that wait to be judged, beside the compiler's own work.
namespace assay::opt_plugin {

struct ChecksOptions {
  unsigned jobs = 1;    ///< judges at a time; with a report folder, of all compilers that share it
  double budget_s = 0;  ///< processor time of all judges; 0: no limit
  std::string report;   ///< folder; empty: none
};

/// Asks the judges about each change with little patience first, then with ever more about those that were left
/// undecided. When time is short, what is asked is a sample: passes of which an answer has cost least come first, of
/// each the smallest functions.
class Checks {
 public:
  Checks(JudgeOptions judge, ChecksOptions options, Verdicts& verdicts);
  ~Checks();
  Checks(const Checks&) = delete;
  Checks& operator=(const Checks&) = delete;

  /// Takes a change, hears what judges have said meanwhile and gives them work. Waits only for room.
  void add(Change change);
  /// Waits until all is judged, or the budget is spent. What is not judged then is told to the verdicts.
  void finish();
  bool is_any_wrong() const { return is_any_wrong_; }

 private:
  struct Waiting {
    Change change;
    unsigned times = 0;  ///< it was asked about, and left undecided:
    Answer answer;
  };
  struct Slot {
    std::map<std::pair<double, unsigned>, Judge> judges;  ///< by their patience, and that of a query
    Judge* judge = nullptr;                               ///< the one who is asked
    double patience_s = 0;                                ///< the judge's
    int lock = -1;  ///< of the compilers that share a report folder, who holds it may ask
    std::unique_ptr<Waiting> asked;
  };

  bool may_use(Slot& slot);
  JudgeOptions judge_for(const Waiting& waiting) const;
  /// Processor time that nobody has spent, or may spend on what is asked now.
  double left() const;
  void give_work();
  /// Hears who has an answer, waiting so long for the first of them.
  void hear(int wait_ms);
  void take(Slot& slot, const Answer& answer);
  std::size_t next() const;
  bool is_any_busy() const;
  bool is_spent() const;
  void leave_out_the_rest();

  JudgeOptions judge_;
  ChecksOptions options_;
  Verdicts& verdicts_;
  std::vector<Slot> slots_;
  std::vector<Waiting> waiting_;
  std::size_t bytes_waiting_ = 0;
  /// What asking about a pass has brought, with one patience, and what is under way.
  struct Yield {
    double seconds = 0;  ///< of processor time
    unsigned asked = 0, answers = 0;
    double per_answer(double patience) const;
  };
  /// By pass, and how many times it was left undecided before.
  std::map<std::pair<std::string, unsigned>, Yield> yield_of_;
  double spent_ = 0;
  bool is_any_wrong_ = false;
  bool are_all_here_ = false;  ///< no more changes come: what is left of a budget goes to those that are undecided
};

}  // namespace assay::opt_plugin
