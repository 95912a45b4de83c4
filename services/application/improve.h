#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "services/common/status.h"
#include "services/worker/improve/improve.h"

/// What a compiler leaves of functions, and what it could have left.
namespace assay::application {

struct ImproveRequest {
  std::vector<std::string> paths;      ///< files, and folders that are searched for .ll and .bc
  std::vector<std::string> functions;  ///< these only; with or without @
  std::string compiler = "linked";
  std::string passes = "default<O2>";  ///< "none": functions are taken as they stand
  std::string opt_args;
  improve::Options options;
  unsigned jobs = 1;
  std::chrono::milliseconds timeout{20'000};  ///< processor time for one function
  unsigned memory_mb = 4096;                  ///< for one function
};

/// One function of a file.
struct ImprovedFunction {
  std::string file;
  improve::Looked looked;
  std::string error;  ///< why there is nothing to look at, or how the search ended; empty: it came to its end
};
ASSAY_FIELDS(ImprovedFunction, file, looked, error);

/// A rule, and the folds that were made it.
struct RuleTold {
  rules::Rule rule;
  std::uint64_t folds = 0;
  std::string first;  ///< "file: @function"
  std::string test;   ///< for lit: fails while a compiler misses the rule
};
ASSAY_FIELDS(RuleTold, rule, folds, first, test);

/// The rules of all folds, each once.
class RuleBook {
 public:
  void add(const ImprovedFunction& function);
  /// What most folds are comes first.
  std::vector<RuleTold> rules() const;

 private:
  std::vector<RuleTold> rules_;
  std::map<std::string, std::size_t> places_;  ///< by the rule's text
};

/// Optimizes each definition alone, and looks for what is cheaper; `told` gets them in their order. Functions are
/// looked at in processes of their own, as many at a time as there are jobs. What can't be parsed is told with its
/// error, too. The error: a path or compiler that can't be had. To be called while this process has one thread only.
Status improve_files(const ImproveRequest& request, const std::function<void(ImprovedFunction)>& told);

}  // namespace assay::application
