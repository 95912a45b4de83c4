#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "services/worker/semantics/program.h"

namespace assay::check {

/// What a pair has in common with others: memory, loops, floating point, wide values.
std::string kind_of(const semantics::Function& source, const semantics::Function& target);

/// What was tried on pairs of each kind, and whether it ever decided one. What never did is tried rarely.
class Experience {
 public:
  /// Is it worth trying on one more pair of this kind?
  bool is_worth_trying(const std::string& kind);
  /// It was tried.
  void told(const std::string& kind, bool decided);

 private:
  struct Tries {
    std::uint64_t asked = 0, tried = 0, decided = 0;
  };
  std::map<std::string, Tries> tries_;
};

}  // namespace assay::check
