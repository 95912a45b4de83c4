#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <string_view>
#include <vector>

/// What two modules, one made of the other, have for the linker (docs/semantics/calls.md, CALL-45).
namespace assay::ir {

/// As IR writes it; "external", where IR writes nothing.
const char* linkage_word(const llvm::GlobalValue& value);

enum class SymbolChange : std::uint8_t {
  Dropped,   ///< the target does not have the name
  Declared,  ///< the target only declares it
  Hidden,    ///< the target has a definition that other modules can't rely on
  Added,     ///< only the target defines it
  Changed,   ///< both define it, and the target says something of it that others do not count on
};
std::string_view name_of(SymbolChange change);

/// A function, variable, alias or ifunc that only one of the modules defines, or that is another one in the target.
struct SymbolDifference {
  std::string name;
  std::string kind;     ///< "function", "variable", "alias", "ifunc"
  std::string linkage;  ///< of the definition: linkage_word
  SymbolChange change = SymbolChange::Dropped;
  bool is_wrong = false;  ///< other modules may refer to it, and will not link, or find what they do not count on
  std::string what = {};  ///< of Changed: "has another initial value"

  /// No other module can name it.
  bool is_local() const { return linkage == "internal" || linkage == "private"; }
};

/// In the order of the source, then of the target. Declarations, LLVM's own globals ("llvm.") and what has no name
/// are none.
std::vector<SymbolDifference> symbol_differences(const llvm::Module& source, const llvm::Module& target);

/// "link error: the target only declares this function (external)", for a reader.
std::string explain(const SymbolDifference& difference);

/// "no other module can name: 3 functions, 1 variable of the source alone; 2 variables of the target alone": how many
/// local ones there are. Empty: none.
std::string count_local(const std::vector<SymbolDifference>& differences);

}  // namespace assay::ir
