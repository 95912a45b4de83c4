#pragma once

#include "services/coordinator/web/http.h"
#include "services/coordinator/web/page.h"
#include "services/coordinator/web/pastes.h"

/// The pages, each made from one reading of the store. An error of the store becomes a page that tells it.
namespace assay::web {

/// What is new, what runs, how much was found.
Response overview_page(const Context& context);

/// Bugs with filters and search: the filters are those of `assay bugs`, by the same names.
Response bugs_page(const Context& context, const Params& params);
/// One bug: its case and what the compiler made of it side by side, the counterexample, findings, history.
Response bug_page(const Context& context, const std::string& id);
/// Changes status or adds a note, as the fields say, and sends the browser back to the bug. `who`: empty for who says
/// it in the form. `outcome`: for the audit; empty: nothing was tried.
Response changed_bug(const Context& context, const std::string& id, const Params& form, std::string& who,
                     std::string& outcome, Headers& headers);
/// A part of a bug's case as a file: "original.ll", "source.ll", "target.ll" or "finding.json".
Response bug_file(const Context& context, const std::string& id, const std::string& name);

/// Passes with their bugs; one of them: how many of which status and kind, the newest.
Response passes_page(const Context& context);
Response pass_page(const Context& context, const std::string& name);
/// Causes with their bugs; one of them: its rule, releases, when it was seen, its bugs.
Response causes_page(const Context& context);
Response cause_page(const Context& context, const std::string& id);
/// The newest bugs, for programs that read news (Atom).
Response feed(const Context& context);

Response hunts_page(const Context& context);
Response hunt_page(const Context& context, const std::string& id);
/// Nights of `assay nightly`, and the report of one: what is new, branches, hunts, the validated surface.
Response nights_page(const Context& context);
/// Parameters: `branch`, only its bugs and hunts; `against`, another night, with which it is compared.
Response night_page(const Context& context, const std::string& id, const Params& params = {});
Response workers_page(const Context& context);

/// A form for SQL that only reads, and the answer to it if it is to be run.
Response query_page(const Context& context, const Params& params, bool runs);

/// A form for IR that is to be judged; what its fields say is asked, and the browser sent to the answer; the answer,
/// or that it is to come.
Response check_page(const Pastes& pastes);
Response ask_check(Pastes& pastes, const Request& request, Headers& headers);
Response checked_page(Pastes& pastes, const Causes& causes, const std::string& id, Headers& headers);

/// Counts and states in Prometheus' text format.
Response metrics(const Context& context);

}  // namespace assay::web
