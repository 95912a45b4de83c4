#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/interpret/interpret.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/semantics/semantics.h"

/// Goldens: lines of IR with what they give. A line is
///     add nsw i8 100, 28 => poison
/// Several instructions are separated by semicolons, the value is that of the last one or of %r; "label:" starts a
/// block. Behind the result, in brackets, stands what the solver can't do about the line. Lines that start with + go
/// into the module of the following lines, + alone forgets them; those that start with @@ are attributes of their
/// function.
namespace assay::golden {

struct Line {
  std::string file;     ///< without folder
  unsigned number = 0;  ///< in the file
  std::string text;
  std::string expected;
  std::string module;      ///< what + lines gave
  std::string attributes;  ///< what @@ lines gave
};

/// A file: its lines as they stand, and which of them are goldens.
struct File {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Line> goldens;
};
std::string folder();
std::vector<std::string> paths();
File read(const std::string& path);
/// The lines of a golden and its result as one text line.
std::string written(const std::string& text, const std::string& result);

/// One golden that can be run.
class Case {
 public:
  explicit Case(const Line& line);
  /// Empty if the text is valid and lowered.
  const std::string& error() const { return error_; }
  const semantics::Function& function() const { return *function_; }
  /// What may happen, for a reader: "3", "poison", "undefined: division by zero", "1 or 2", "unsupported: …".
  std::string interpreted();
  /// What the solver can't do about it, or "": it agrees. "disagrees: …" is a bug of one of the machines.
  std::string solved(refine::smt::Solver& solver);

 private:
  std::string value_of(const interpret::Behaviour& behaviour) const;
  llvm::Constant* constant_of(const interpret::Behaviour& behaviour) const;
  const semantics::Function* returning(llvm::Constant* constant);

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<semantics::Function> function_;
  std::vector<std::unique_ptr<semantics::Function>> others_;
  interpret::Behaviours behaviours_;
  std::string error_;
  bool unknown_ = false;  ///< computed by a function that nobody knows
};

std::string text_of(const llvm::Type& type);

/// What goldens have shown of a row.
struct Shown {
  bool value = false, poison = false, undef = false;
  semantics::Flags flags = 0;
};
void note_shown(const semantics::Function& function, std::vector<Shown>& shown);

/// Goldens made from the table of rows: file name and texts, without results.
struct Generated {
  std::string file;
  std::vector<std::string> texts;  ///< a text that starts with # is a heading
};
std::vector<Generated> generated();

}  // namespace assay::golden
