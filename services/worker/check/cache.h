#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/check/check.h"
#include "services/worker/evidence/claim.h"

namespace assay::check {

/// What is asked of a pair: hashes of two texts.
struct CacheKey {
  std::string modulo_names;  ///< equal for pairs that are equal up to names of functions, values and blocks, and debug
                             ///< information
  std::string exact;         ///< of the texts as they stand
};

/// Both functions with all that they refer to, and the options that a verdict depends on.
CacheKey cache_key_of(const llvm::Function& source, const llvm::Function& target, const Options& options);

/// Answers to questions asked before. Only correct and incorrect verdicts are kept, because others may turn out better
/// next time. An incorrect one is given for the exact text only, because its counterexample names values.
class Cache {
 public:
  /// In memory.
  Cache() = default;
  /// In a folder too, one small file for each verdict; the folder is made if it is not there. Many processes may use it
  /// at the same time. Files that are damaged or were written by another build of Assay are ignored. The error names
  /// the folder.
  static Result<std::unique_ptr<Cache>> open(const std::string& folder);

  std::optional<Verdict> find(const CacheKey& key);
  /// Does nothing for verdicts that are not final; a folder that can't be written to is no error.
  void store(const CacheKey& key, const Verdict& verdict);
  /// The same of what the solver's rungs claim, which is not all that a verdict rests on.
  std::optional<evidence::Claim> find_claim(const CacheKey& key);
  void store(const CacheKey& key, const evidence::Claim& claim);

 private:
  struct Entry {
    std::string exact;
    std::string answer;  ///< as JSON
  };
  const Entry* entry_of(const std::string& key);
  void keep(const std::string& key, const Entry& entry);
  std::optional<Entry> read(const std::string& key) const;
  void write(const std::string& key, const Entry& entry) const;
  std::string path_of(const std::string& key) const;

  std::string folder_;
  std::unordered_map<std::string, Entry> known_;
};

}  // namespace assay::check
