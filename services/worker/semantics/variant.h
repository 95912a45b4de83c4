#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "services/common/status.h"

namespace assay::semantics {

/// A reading of LLVM IR, where the language could have been, or once was, another. The default is LangRef 22; the
/// others answer which rewrites a language would allow. docs/semantics/variants.md gives each its rule.
struct Variant {
  /// br and switch on poison, or on undef that is not one value.
  enum class Branch : std::uint8_t {
    Undefined,  ///< immediate undefined behaviour (LangRef)
    Choice,     ///< one of the successors that some value leads to
  };
  /// select with a poison condition, and whether poison in the arm that is not chosen matters.
  enum class Select : std::uint8_t {
    Poison,         ///< poison; else the chosen arm (LangRef)
    Undefined,      ///< undefined behaviour, for undef too, as of a branch; else the chosen arm
    UndefinedArms,  ///< undefined behaviour; else poison if either arm is
    Choice,         ///< one of the arms, once for all uses; else the chosen arm
    PoisonArms,     ///< poison, and poison if either arm is
  };
  Branch branch = Branch::Undefined;
  Select select = Select::Poison;
  bool undef = true;  ///< false: the constant, and memory that nobody wrote, are poison; arguments are never undef
  /// Memory holds what integers can hold: what callers and calls leave there is not poison, to store poison is
  /// undefined behaviour, types of no whole bytes have zeros above their bits, and bytes of a pointer may become the
  /// numbers that they show.
  bool integer_memory = false;
  bool signaling_nans = true;  ///< false: minnum and maxnum take them for quiet ones
  bool undef_stores = true;    ///< false: a store of the constant undef leaves memory as it is
  /// false: where a NaN leaves a register (ret, store, call, bitcast), its sign and payload may be others, as those of
  /// an arithmetic operation's result may.
  bool exact_nans = true;
  bool volatile_changes = true;  ///< false: a volatile load of memory gives what memory holds
  bool operator==(const Variant&) const = default;

  bool select_is_undefined() const { return select == Select::Undefined || select == Select::UndefinedArms; }
  bool arms_poison() const { return select == Select::UndefinedArms || select == Select::PoisonArms; }
};

/// Reads "langref" or a list such as "branch=choice,select=ub-arms,undef=no". The error says what was expected.
Result<Variant> parse_variant(const std::string& text);
/// The text that parse_variant reads as this variant; "langref" for the default.
std::string name_of(const Variant& variant);
/// The words that are relaxations: with each, some rewrites are allowed that LangRef forbids and that optimizers are
/// known to make. The ones that concern least come first.
std::span<const std::string_view> relaxations();
/// What one of them takes for granted, in words that follow on "if": "a store of undef leaves memory as it is". Other
/// words stay.
std::string condition_of(std::string_view relaxation);
/// One line for each word that parse_variant knows, for --help.
std::string variant_help();

}  // namespace assay::semantics
