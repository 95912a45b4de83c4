#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "services/common/status.h"

namespace llvm {
class LoopInfo;
}

/// The only door to LLVM modules: parse, print, verify, clone, align.
namespace assay::ir {

/// Parses textual IR or bitcode. The error names `name`, line and column, and what was expected. The module is not
/// verified yet, but debug info that is not valid is gone. Debug-info upgrades and warnings print nothing.
Result<std::unique_ptr<llvm::Module>> parse(llvm::LLVMContext& context, std::string_view text, const std::string& name);
/// Reads and parses a file ("-": standard input).
Result<std::unique_ptr<llvm::Module>> parse_file(llvm::LLVMContext& context, const std::string& path);

/// Text or bitcode, and what errors call it.
struct Input {
  std::string text;
  std::string name;
};
/// Reads a file for parsing ("-": standard input).
Result<Input> read_file(const std::string& path);
/// A module before and after.
using ModulePair = std::pair<std::unique_ptr<llvm::Module>, std::unique_ptr<llvm::Module>>;
/// Parses both. Where only one of them says what its data layout is, the other is read with it, and is for its target:
/// what an optimizer that was told the layout made of a module without one.
Result<ModulePair> parse_pair(llvm::LLVMContext& context, const Input& source, const Input& target);

std::string print(const llvm::Module& module);
std::string print(const llvm::Function& function);
/// The text of a module without what only says how it was called and where it is from, and blank lines after that.
std::string without_head(std::string module);
/// One instruction, argument or constant, without leading blanks, metadata attachments included.
std::string print(const llvm::Value& value);

/// The verifier's complaint, or nothing if the module is well formed.
Status verify(const llvm::Module& module);

std::unique_ptr<llvm::Module> clone(const llvm::Module& module);
/// The function of a clone that stands where this one stands in its module.
llvm::Function* same_in(llvm::Module& clone, const llvm::Function& function);

/// A module of its own that holds one function's definition and all it refers to: callees become declarations unless
/// `with_callees` or some address of their blocks is taken, globals keep their initialisers.
std::unique_ptr<llvm::Module> extract(const llvm::Module& module, const std::string& function,
                                      bool with_callees = false);

/// Functions to compare: (source, target).
using FunctionPair = std::pair<llvm::Function*, llvm::Function*>;

/// Pairs @src with @tgt, and src<suffix> with tgt<suffix>, in one module, in order of appearance.
std::vector<FunctionPair> pair_by_prefix(llvm::Module& module);
/// Pairs the definitions of the same name in two modules, in order of appearance in the source; those without a name by
/// their number.
std::vector<FunctionPair> pair_by_name(llvm::Module& source, llvm::Module& target);

/// Equal up to the names of functions, values and blocks and to debug locations; flags, attributes and metadata count.
/// Both must live in one context. Never true for functions that differ, or whose data layouts do, but may be false for
/// equal ones with addresses of blocks, or with aliases of two modules.
bool same_text(const llvm::Function& a, const llvm::Function& b);

/// What two instructions of one opcode say beside their types, operands, flags and metadata (predicates, orderings,
/// attributes of calls, types of memory); equal but for the names of structures.
bool same_state(const llvm::Instruction& a, const llvm::Instruction& b);

/// Equal but for the names of structures: a module's are renamed where another one of the context has the name.
bool same_type(const llvm::Type* a, const llvm::Type* b);

/// False only of types whose values are no pointers and hold none.
bool may_hold_pointer(const llvm::Type& type);
/// Equal but for the names of structures. Globals of two modules, and blocks of theirs, are the same by their names;
/// variables without a name by what they hold, and by their order among those that hold the same.
bool same_constant(const llvm::Constant* a, const llvm::Constant* b);
/// Of one name, and the same in all that they say, but for the names of structures.
bool same_variable(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b);

/// Can a run of the function come to a block twice, by its branches alone?
bool has_cycle(const llvm::Function& function);
/// Is each cycle of the function one of its loops?
bool is_reducible(const llvm::Function& function, const llvm::LoopInfo& loops);

/// The pointer of a load or store that accesses some byte, for sure: undefined if it is undef or poison. Null: it is no
/// such access.
const llvm::Value* accessed_address(const llvm::Instruction& access);

/// What a module does with one of its variables.
struct Uses {
  bool reads = false;  ///< something may read it
  bool escapes =
      false;  ///< its address goes somewhere; compares, and numbers of which nothing goes on, take it nowhere
};
Uses uses_of(const llvm::GlobalVariable& global);
/// May code outside call it while one of the two that are compared runs, and is it neither?
bool may_be_called_back(const llvm::Function& function, const llvm::Function& source, const llvm::Function& target);
/// What functions do with it that may be called back.
Uses uses_by_callbacks(const llvm::GlobalVariable& global, const llvm::Function& source, const llvm::Function& target);
/// What the module of `own` does with it, where `own` and `other` are compared: in one module of both, `other` stands
/// for what `own` was, or became, unless something calls it.
Uses uses_in_pair(const llvm::GlobalVariable& global, const llvm::Function& own, const llvm::Function& other);

/// The alignment that the variable of this name has in both modules, in bytes: an optimizer may raise that of a
/// variable whose place its module decides. One of the modules may lack it, and they may be the same.
std::uint64_t alignment_of(const std::string& variable, const llvm::Module& source, const llvm::Module& target);
/// May the variable be larger than its type? What the linker puts in the place of a declaration, or of a definition
/// that it may replace, is at least as large (LangRef, global variables).
bool may_be_larger(const llvm::GlobalVariable& variable);

}  // namespace assay::ir
