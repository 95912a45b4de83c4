#pragma once

#include "services/coordinator/web/page.h"

/// The pages, each made from one reading of the store. An error of the store becomes a page that tells it.
namespace assay::web {

/// What is new, what runs, how much was found.
Response overview_page(const Context& context);

/// Bugs with filters and search: the filters are those of `assay bugs`, by the same names.
Response bugs_page(const Context& context, const Params& params);
/// One bug: its case and what the compiler made of it side by side, the counterexample, findings, history.
Response bug_page(const Context& context, const std::string& id);
/// A part of a bug's case as a file: "original.ll", "source.ll", "target.ll" or "finding.json".
Response bug_file(const Context& context, const std::string& id, const std::string& name);

Response hunts_page(const Context& context);
Response hunt_page(const Context& context, const std::string& id);
/// Nights of `assay nightly`, and the report of one: what is new, branches, hunts, the validated surface.
Response nights_page(const Context& context);
Response night_page(const Context& context, const std::string& id);
Response workers_page(const Context& context);

/// A form for SQL that only reads, and the answer to it if it is to be run.
Response query_page(const Context& context, const Params& params, bool runs);

/// Counts and states in Prometheus' text format.
Response metrics(const Context& context);

}  // namespace assay::web
