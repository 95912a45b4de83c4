#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/interpret/interpret.h"

/// What a reader wants to know of a run that ended in undefined behaviour, or could not be followed: where in the
/// source that is, of which object, and where a value that is poison or undef came from.
namespace assay::interpret {

/// Of debug information.
struct SourcePlace {
  std::string file, function;
  unsigned line = 0, column = 0;
  bool operator==(const SourcePlace&) const = default;
};

/// An instruction, and where it comes from: the innermost place first, then those that it was inlined at.
struct CodePlace {
  std::string function, instruction;
  std::vector<SourcePlace> sources;
};
/// A variable of the stack is where it is declared.
CodePlace place_of(const llvm::Instruction& instruction);
/// "oob.c:4:40 in get, inlined at oob.c:8:11 in main"; without debug information the instruction.
std::string text_of(const CodePlace& place);
/// Without what instructions say of debug information.
std::string without_debug(std::string text);

struct ObjectHistory {
  std::optional<CodePlace> allocated;  ///< of the stack and the heap
  std::optional<CodePlace> ended;      ///< where it was freed, or its lifetime ended
  bool is_left = false;                ///< it ended when its function returned; `ended` is the call
};

/// What a value that is poison or undef went through, the use's side first.
struct OriginStep {
  std::string what;  ///< "branches on", "loads", "was never written", …
  CodePlace place;
};

struct Diagnosis {
  std::vector<CodePlace> places;  ///< where it ended, then the calls that led there
  /// The behaviour's, with what the trace knows of the object beside: its name, and all else if it is gone. Of a call
  /// that frees what it must not, no bytes.
  std::optional<BadAccess> access;
  std::optional<ObjectHistory> object;
  std::optional<unsigned> argument;  ///< of the call that it ended at: the one that is poison or undef, from 1
  std::vector<OriginStep> origin;    ///< the last one made it
  bool is_uninitialized = false;     ///< the last one is memory that nobody wrote
};

/// `trace` is of this very behaviour, called functions included, up to its end. Null: no history is told.
Diagnosis diagnose(const semantics::Function& function, const Behaviour& behaviour, const Trace* trace);

}  // namespace assay::interpret
