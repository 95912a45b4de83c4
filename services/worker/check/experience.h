#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "services/common/outcome.h"
#include "services/worker/semantics/program.h"

namespace assay::check {

/// What a pair has in common with others for which the solver gave up in the same way: memory, loops, floating point, calls,
/// widths.
std::string kind_of(const semantics::Function& source, const semantics::Function& target, Reason given_up);

/// What was tried on pairs of each kind, and whether it ever decided one. What never did is tried ever more rarely.
class Experience {
 public:
  /// Is it worth trying on one more pair of this kind? If so, told() must follow.
  bool is_worth_trying(const std::string& kind);
  void told(const std::string& kind, bool decided);

 private:
  struct Tries {
    std::uint64_t asked = 0, tried = 0, decided = 0;
  };
  std::map<std::string, Tries> tries_;
};

}  // namespace assay::check
