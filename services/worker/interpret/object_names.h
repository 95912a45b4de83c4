#pragma once

#include <map>
#include <optional>
#include <string>

#include "services/worker/interpret/interpret.h"

namespace assay::interpret {

class Machine;

/// What a reader calls the objects of a run: "@g", "block 2" of an input, "%a" of an alloca. Pointers are written with
/// them, the same in inputs, traces and results: "block 2 + 8".
class ObjectNames {
 public:
  ObjectNames() = default;
  /// Of what both functions of a pair find there: once the input is set.
  ObjectNames(const Machine& machine, const Input& input);

  /// An object of the function's own, which the pointer points to the start of.
  void add(std::uint32_t provenance, std::uint64_t address, std::string name);
  bool has(std::uint32_t provenance) const { return objects_.contains(provenance); }
  /// Nothing where the object has no name.
  std::optional<std::string> pointer(std::uint32_t provenance, std::uint64_t address) const;
  std::optional<std::string> object(std::uint32_t provenance) const;
  /// The block at that address.
  std::optional<std::string> at(std::uint64_t address) const;

 private:
  struct Object {
    std::uint64_t address = 0;
    std::string name;
  };
  std::map<std::uint32_t, Object> objects_;  ///< by provenance
};

/// The value of a lane; a pointer by the name of its object, where it has one. What others see of an object of the
/// function's own (visible.h) has it where it points to its start.
std::string print(const LaneSet& lane, const semantics::LaneType& type, const ObjectNames& names);
/// "block 2 + 8", "@g - 4".
std::string pointer_text(const std::string& object, std::int64_t offset);
/// A variable's or function's name, or its number.
std::string block_name(const Input& input, semantics::InputBlockNumber number);

}  // namespace assay::interpret
