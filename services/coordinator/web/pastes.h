#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "services/common/pasted.h"
#include "services/common/status.h"
#include "services/coordinator/door/executor.h"
#include "services/coordinator/web/web.h"

namespace assay::web {

/// What was pasted, and what is known of it: judged by few threads, kept as files named by their content. Old ones go
/// when there are many.
class Pastes {
 public:
  static constexpr std::size_t kLongestText = 128 << 10;  ///< of source or target
  static constexpr std::uint32_t kMostSeconds = 20;

  struct Kept {
    Pasted asked;
    PastedAnswer answer;
  };
  struct Looked {
    enum class State { Unknown, Waits, Failed, Known } state = State::Unknown;
    Kept kept;            ///< Known; of Waits and Failed what was asked
    std::string message;  ///< Failed: why nobody has judged it
  };

  explicit Pastes(const JudgeOptions& options) : options_(options) {}

  bool is_offered() const { return options_.judge != nullptr; }
  const std::vector<std::string>& compilers() const { return options_.compilers; }
  /// Has it judged unless that was done before, and gives the name under which it is found. The error is a status of
  /// HTTP and a sentence.
  Result<std::string> ask(const Pasted& pasted, const std::string& client);
  Looked look(const std::string& id);

 private:
  struct Open {
    Pasted asked;
    std::string client;
    std::string failure;  ///< empty: it is being judged, or waits
  };
  void judge(const std::string& id, const Pasted& pasted);
  std::filesystem::path path_of(const std::string& id) const;
  Status keep(const std::string& id, const Kept& kept) const;

  const JudgeOptions options_;
  std::mutex mutex_;
  std::map<std::string, Open> open_;  ///< not kept yet; failures stay until others take their place
  door::Executor pool_{2, 6};         ///< goes first: its threads use the others
};

/// What the fields of the form say; the error names the field and what was expected.
Result<Pasted> pasted_of(const Params& form);

}  // namespace assay::web
