#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "services/worker/check/frames.h"

namespace llvm {
class DataLayout;
}  // namespace llvm

namespace assay::check {

/// The pointers by which the instruction reads memory to give what is there; empty of other instructions.
std::vector<const llvm::Value*> read_places(const llvm::Instruction& instruction);

struct InstructionAt {
  const Frame* frame;
  const llvm::Instruction* instruction;
};

/// Which stores the reads of a function's own objects see, as long as nobody else knows these. Of an object that is
/// handed out nothing is said but that others write it.
class OwnMemory {
 public:
  explicit OwnMemory(const Frames& frames);

  struct Leads {
    bool to_own = false;
    bool to_others = false;
  };
  /// Where the instruction writes.
  Leads written_by(InstructionAt write) const;
  Leads leads_of(ValueAt pointer) const;

  struct Seen {
    std::vector<InstructionAt> writes;  ///< each once
    bool others = false;                ///< what others wrote, too
  };
  /// What the instruction sees by this pointer, which it reads or copies from.
  Seen seen_by(InstructionAt read, const llvm::Value& pointer) const;

 private:
  using Object = std::pair<const Frame*, const llvm::Value*>;
  struct Place {
    Object object;
    std::optional<std::int64_t> offset;
  };
  struct Places {
    std::vector<Place> own;
    bool others = false;
  };
  struct Extent {
    std::optional<std::int64_t> offset;
    std::optional<std::int64_t> size;
    bool may_meet(const Extent& other) const;
    bool covers(const Extent& other) const;
  };
  struct Write {
    InstructionAt at;
    Extent extent;
    bool is_sure = false;  ///< it writes all of the extent, there and nowhere else
  };
  struct Writes {
    std::vector<Write> all;
    std::map<const llvm::Instruction*, std::vector<std::size_t>> by_instruction;
    std::set<const Frame*> frames;  ///< where there are some, and those that call these
  };
  struct Search {
    Seen seen;
    std::set<std::pair<const Frame*, const llvm::Instruction*>> found;
    std::set<std::tuple<const Frame*, const llvm::Instruction*, bool>> copies;  ///< true: all that they copy
    unsigned steps = 0;
  };

  Places places_of(ValueAt pointer) const;
  bool is_handed_out(const Object& object) const;
  void add_writes(const Frame& frame, const llvm::Instruction& instruction);
  void search(Search& search, InstructionAt before, const Object& object, Extent extent) const;
  bool walk_back(Search& search, InstructionAt before, const Object& object, Extent extent) const;
  /// Is there nothing to find before it?
  bool ends_at(Search& search, const Writes& writes, InstructionAt at, Extent extent) const;
  void add(Search& search, const Write& write, Extent extent) const;

  const llvm::DataLayout& layout_;
  std::map<Object, bool> handed_out_;
  std::map<Object, Writes> writes_;
  std::map<std::pair<const Frame*, const llvm::Instruction*>, Leads> written_;
};

}  // namespace assay::check
