#pragma once

#include <string>

#include "services/common/finding.h"

/// When are two findings the same bug, and what is it called?
namespace assay::triage {

/// What makes two findings the same bug: text that a reader understands, such as
///   miscompile instcombine value-mismatch: ret(icmp.ult(ctpop(a),C)) => ret(const)
/// It is made of the kind, the culprit pass, the reason and the reduced case with constants, widths, names and the
/// order of arguments abstracted; of a crash, of its headline. It says nothing of the compiler's version. Long ones end
/// in a hash.
std::string signature(const Finding& finding);

/// The same of a function, as the signature shows it: its effects as trees over its arguments. Text that is no module
/// gives "?".
std::string shape_of(const std::string& module_text, const std::string& function);

/// One line for a list of bugs or the head of an issue, e.g. "[InstCombine] miscompile: icmp of ctpop (value
/// mismatch)".
std::string title(const Finding& finding);

}  // namespace assay::triage
