#pragma once

#include <string>

/// Questions about a pair that a line of a pair file asks, with the flags of `assay check`:
///
///     ; check --oracle=smt --semantics=undef=no: correct
///     ; proofs --no-undef-input: refuted
///
/// "check" is the whole ladder. What a proof is limited to, and who has seen a counterexample, stands in parentheses.
/// Flags that the verb lacks: --untrusted-text (equal text is no proof), --uncut (nothing is cut out).
///
/// "proofs" are those by parts and by rounds alone (docs/adr/0019, 0033): "proved" for any number of rounds; "refuted"
/// where it would be proved if all that is asked about it were true, and the ladder finds a counterexample; "unproved"
/// where none is known; "refused" and "refused and wrong" where the text alone tells that nothing is said.
namespace assay::golden {

/// What stands between "; " and ": " in a line that asks such a question; empty for any other line.
std::string question_in(const std::string& line);
/// What Assay says now to this question about the text: one module with @src and @tgt, or two modules with a line
/// "; target:" between them. What is wrong with question or text is said instead.
std::string answer_to(const std::string& question, const std::string& text);

}  // namespace assay::golden
