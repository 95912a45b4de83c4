#pragma once

#include <string>
#include <vector>

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
};

}  // namespace assay
