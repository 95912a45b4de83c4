#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace assay::hunt {

/// How often things were met, by all processes that were forked since it was made: the jobs of a worker and their
/// children. Of very many things those that were met long ago may be forgotten.
class SharedCounts {
 public:
  /// Null if there is no memory for it.
  static std::shared_ptr<SharedCounts> make();
  ~SharedCounts();
  SharedCounts(const SharedCounts&) = delete;
  SharedCounts& operator=(const SharedCounts&) = delete;

  /// Counts the thing once more, or so often; how often it was met, this time included.
  std::uint64_t add(std::string_view thing, std::uint64_t times = 1);
  /// How often it was met: 0 if it never was, or is forgotten.
  std::uint64_t count(std::string_view thing) const;
  bool contains(std::string_view thing) const { return count(thing) != 0; }

 private:
  struct Slot;
  explicit SharedCounts(Slot* slots) : slots_(slots) {}
  Slot* slots_;
};

}  // namespace assay::hunt
