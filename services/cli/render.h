#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "services/application/summary.h"
#include "services/common/finding.h"
#include "services/common/known_cause.h"
#include "services/common/work.h"

/// How the records look to a reader (text) and to a program (JSON). One place, so that every verb shows them alike.
namespace assay::cli {

/// Prints text that may come from elsewhere: it does nothing to the terminal.
void print(const std::string& text);
/// Prints "assay: message" to stderr, likewise.
void complain(const std::string& message);
/// The same; the exit code for bad usage.
int refuse(const std::string& message);
/// Likewise, of several messages, one on each line.
int refuse_each(const std::string& messages);

/// What this program ends with: the code, unless what was printed could not be written (a full disk), which is told.
int end_output(int code);

/// The text in the colour of a verdict (green, red, yellow) where standard output is a terminal and NO_COLOR is not set
/// (no-color.org); else as it is.
std::string in_colour(VerdictKind kind, const std::string& text);

/// A cell of comma-separated values as RFC 4180 wants it, visible() text. What a spreadsheet would take for a formula
/// is text.
std::string csv_cell(const std::string& text);

/// The verdict as a sentence, then the counterexample: inputs, both traces, both results.
std::string render(const Verdict& verdict);
/// The sentence alone, with who has seen the counterexample.
std::string one_line(const Verdict& verdict);
std::string render(const Counterexample& counterexample);
std::string render(const HuntStatistics& statistics);
std::string render(const Bug& bug);
/// "= id (state, link): what the compiler does".
std::string render(const KnownCause& cause);

nlohmann::json to_json(const Verdict& verdict, const std::string& name);
using application::json_of;
using application::to_json;
/// JSON text in which bytes that are no UTF-8 are replaced.
std::string dump(const nlohmann::json& json);

}  // namespace assay::cli
