#pragma once

#include <string>

#include "services/common/finding.h"

/// When are two findings the same bug, and what is it called?
namespace assay::triage {

/// What makes two findings the same bug, their root: text that a reader understands, such as
///   miscompile instcombine explained by memory=integers
///   miscompile instcombine value-mismatch: ret(icmp.ult(ctpop(x),x))
/// It is made of the kind and the culprit pass, then of the most telling thing that is known: of a crash, where it
/// happened; of invalid IR, what the verifier says; of a miscompile, the relaxed reading of the language that explains
/// it, else the reason and the reduced case's operations and their flags: constants, arguments, widths, names and order
/// are abstracted. What became of it is not part of it: that depends on what else the pass does with the wrong value.
/// It says nothing of the compiler's version. Long ones end in a hash.
std::string signature(const Finding& finding);

/// The same of a function, as the signature shows it: its effects as trees over its arguments. Text that is no module
/// gives "?".
std::string shape_of(const std::string& module_text, const std::string& function);
/// The same; a long one ends in a hash.
std::string short_shape_of(const std::string& module_text, const std::string& function);

/// One line for a list of bugs or the head of an issue, e.g. "[InstCombine] miscompile: icmp of ctpop (value
/// mismatch)".
std::string title(const Finding& finding);

}  // namespace assay::triage
