#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace assay {

/// What was tried on things of each kind, and whether it ever decided one. What never did is tried rarely.
class Experience {
 public:
  /// Is it worth trying on one more thing of this kind?
  bool is_worth_trying(const std::string& kind);
  /// Has it decided half of those of this kind on which it was tried, or more, and not only a few?
  bool decides_most(const std::string& kind) const;
  /// It was tried.
  void told(const std::string& kind, bool decided);

 private:
  struct Tries {
    std::uint64_t asked = 0, tried = 0, decided = 0;
  };
  std::map<std::string, Tries> tries_;
};

}  // namespace assay
