#pragma once

#include <string>
#include <vector>

#include "services/common/fields.h"

namespace assay {

/// What is known of a cause that several bugs may have (a rule of known roots), for who shows it.
struct KnownCause {
  std::string id;
  std::string reason;               ///< one sentence: what the compiler does
  std::string state;                ///< open, fixed, disputed, unreported
  std::string upstream;             ///< link; empty: nobody has reported it
  std::string owner;                ///< who looks after the rule; empty: nobody
  std::string expires;              ///< a day; empty: never
  std::string compilers;            ///< "14-22"; empty: all
  std::vector<std::string> passes;  ///< empty: any
  bool operator==(const KnownCause&) const = default;
};
ASSAY_FIELDS(KnownCause, id, reason, state, upstream, owner, expires, compilers, passes);

/// What is known of a bug, for who lists it.
struct KnownOfBug {
  std::string cause;     ///< its id; empty: no rule knows it
  std::string standing;  ///< a word for its status, or, of one that nobody has dealt with, for what its cause makes it
  unsigned place = 0;    ///< in a list: what is no news comes behind what is
};

}  // namespace assay
