#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "services/application/each_function.h"
#include "services/common/status.h"
#include "services/worker/improve/improve.h"

namespace llvm {
class Function;
}

/// What a compiler leaves of functions, and what it could have left.
namespace assay::application {

struct ImproveRequest {
  std::vector<std::string> paths;      ///< files, and folders that are searched for .ll and .bc
  std::vector<std::string> functions;  ///< these only; with or without @
  std::string compiler = "linked";
  std::string passes = "default<O2>";  ///< "none": functions are taken as they stand
  std::string opt_args;
  improve::Options options;
  std::size_t excerpts = 0;  ///< operations of an expression at most; 0: functions are looked at as a whole
  unsigned jobs = 1;
  std::chrono::milliseconds timeout{
      30'000};                              ///< processor time for one function; after half of it nothing new is begun
  unsigned memory_mb = 4096;                ///< for one function
  std::uint32_t limit_s = 0;                ///< of the clock, after which no function is begun; 0: none
  const std::atomic<bool>* stop = nullptr;  ///< once set, no function is begun; null: never
};

/// One function of a file, or an expression and the first function that has it.
struct ImprovedFunction {
  std::string file;
  improve::Looked looked;
  std::string error;  ///< why there is nothing to look at, or how the search ended; empty: it came to its end
  std::uint64_t occurrences = 1;
  std::vector<std::string> places;  ///< of an expression: "file: @function", of the first functions that have it
};
ASSAY_FIELDS(ImprovedFunction, file, looked, error, occurrences, places);

/// How often code has what a rule is about.
struct Weight {
  std::uint64_t occurrences = 0;
  std::uint64_t functions = 0;  ///< that have some
  std::int64_t saved = 0;       ///< operations: those that nothing uses any more, less new ones
  std::string first;            ///< "file: @function"
};
ASSAY_FIELDS(Weight, occurrences, functions, saved, first);

/// The code that rules were looked for in.
struct Weighed {
  std::uint64_t files = 0;
  std::uint64_t unread = 0;  ///< files that are no modules
  std::uint64_t functions = 0;
  std::uint64_t operations = 0;
};
ASSAY_FIELDS(Weighed, files, unread, functions, operations);

/// A rule, and the folds that were made it.
struct RuleTold {
  rules::Rule rule;
  improve::Kind kind = improve::Kind::Constant;  ///< of the first fold
  std::string pair;                              ///< the first fold's
  bool done_alone = false;  ///< of all folds: the compiler misses it only where more stands around it
  std::uint64_t folds = 0;
  std::uint64_t occurrences = 0;    ///< of the functions, or expressions, that have the folds
  std::string first;                ///< "file: @function"
  std::vector<std::string> places;  ///< the same, of the first functions
  std::string test;                 ///< for lit: fails while a compiler misses the rule
  Weight weight;                    ///< where code was weighed
};
ASSAY_FIELDS(RuleTold, rule, kind, pair, done_alone, folds, occurrences, first, places, test, weight);

/// The rules of all folds, each once.
class RuleBook {
 public:
  void add(const ImprovedFunction& function);
  /// Counts where the rules' sources stand in .ll and .bc files, and folders of them, as they are; once `stop` is
  /// set, no more is read. The error: a path that can't be had.
  Result<Weighed> weigh(const std::vector<std::string>& paths, const std::atomic<bool>& stop);
  /// What saves most where code was weighed comes first, then what most folds are.
  std::vector<RuleTold> rules() const;

 private:
  void weigh_function(const llvm::Function& function, const std::string& file, Weighed& weighed);

  std::vector<RuleTold> rules_;
  std::map<std::string, std::size_t> places_;  ///< by the rule's text
};

/// Optimizes each definition alone, and looks for what is cheaper; `told` gets them in their order. Of expressions
/// each one is optimized alone, once, those that occur most often first; functions are cut as they stand. Functions are
/// looked at in processes of their own, as many at a time as there are jobs. What can't be parsed is told with its
/// error, too. The error: a path or compiler that can't be had. To be called while this process has one thread only.
Result<NotBegun> improve_files(const ImproveRequest& request, const std::function<void(ImprovedFunction)>& told);

}  // namespace assay::application
