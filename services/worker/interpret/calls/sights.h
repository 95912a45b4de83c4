#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/interpret/interpret.h"

namespace assay::interpret {

/// May who saw `source` see `target` instead? Nothing if that is not known.
std::optional<bool> allows(const Event& source, const Event& target);
/// Need the run not go on behind it? What is undefined there does not reach back over it.
bool may_end_run(const Event& event);
bool are_same(const Event& one, const Event& other);
/// Can nobody who saw the one have seen the other?
bool are_apart(const Event& one, const Event& other);

/// Whose call it is.
enum class Role : std::uint8_t { Source, Target };

/// What the calls of unknown functions saw that do nothing but what follows from that. One may see a set of things
/// (undef memory): it does the same for all of them.
class Sights {
 public:
  /// A number for what the call does: that of an earlier call of the function which saw the same; a new one where the
  /// function can tell the two apart. Nothing if that is not known.
  std::optional<std::uint64_t> number_of(Role role, const Event& seen);
  void clear() { sights_.clear(); }

 private:
  struct Sight {
    Role role;
    Event seen;
    std::uint64_t number;
  };
  std::unordered_map<std::string, std::vector<Sight>> sights_;  ///< by function
};

}  // namespace assay::interpret
