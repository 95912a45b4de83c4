#include "services/coordinator/store/schema_notes.h"

#include <map>

#include "services/coordinator/store/schema.h"

namespace assay::store {
namespace {

struct Note {
  const char* name;  ///< of a table, or of a column of the last table
  const char* about;
  bool table = false;
};

constexpr Note kNotes[] = {
    {"bugs", "one row per signature: what was found", true},
    {"id", "first 12 digits of the signature's SHA-256"},
    {"signature", "what makes two findings the same bug"},
    {"title", "one line for a reader, of the case that represents the bug"},
    {"status", "new, confirmed, reported, fixed, regressed, duplicate, invalid or wont-fix"},
    {"kind", "miscompile, crash, hang, invalid-ir, nondeterminism or debug-variance"},
    {"culprit", "the pass found guilty; empty: not found"},
    {"count", "how many different findings it has"},
    {"first_seen", "when its first finding was found, UTC"},
    {"last_seen", "when its last finding was found, UTC"},

    {"findings", "one row per case, known by its content", true},
    {"id", "SHA-256 of the content"},
    {"bug_id", "its bug"},
    {"kind", "as in bugs"},
    {"compiler_path", "the compiler's path on the machine that reported it, or 'linked'"},
    {"compiler_version", "such as 19.1.7"},
    {"compiler_build", "build id or hash of the compiler: two builds of one version are two compilers"},
    {"compiler_commit", "commit of LLVM, where it is known"},
    {"pipeline", "the -passes string of the hunt"},
    {"culprit", "the pass found guilty; empty: not found"},
    {"function", "name of the function concerned"},
    {"original", "IR of the module as it was hunted"},
    {"reduced", "IR of the smallest case; equal to original where it can't be reduced"},
    {"reduced_size", "bytes of reduced"},
    {"reduced_target", "IR that the compiler makes of reduced; empty for a crash or hang"},
    {"reduced_pipeline", "the shortest -passes string that shows it"},
    {"reason", "why the verdict is what it is, in a word or two"},
    {"method", "what decided the verdict: syntax, exhaustive, interpreter or smt"},
    {"detail", "more for a reader, such as what a crashed compiler wrote"},
    {"counterexample", "JSON: inputs, traces and results of both functions; empty: there is none"},
    {"question", "JSON: what was asked, so that the same can be asked again"},
    {"signature", "of its bug when it was reported"},
    {"title", "one line for a reader; empty in findings of old versions"},
    {"seed", "of its mutant: 64 bits without sign in a signed integer, printf('%u', seed) shows it right"},
    {"found_at", "when, UTC"},
    {"assay_version", "of the worker"},
    {"hunt_id", "the hunt that found it; empty: no hunt of this database"},
    {"worker_id", "the worker that reported it"},
    {"checked", "1: it was seen here, too; 0: only reported"},

    {"bug_care", "one row per bug about which somebody said something", true},
    {"bug_id", "the bug"},
    {"assignee", "who looks after it"},
    {"upstream", "link to the report upstream"},
    {"fixed_in", "VERSION or VERSION@BUILD of the compiler in which it is fixed"},
    {"duplicate_of", "id of the bug that it is a duplicate of"},

    {"bug_tags", "one row per bug and tag", true},
    {"bug_id", "the bug"},
    {"tag", "a word that somebody gave it"},

    {"bug_events", "one row per change of what people say of a bug, or note; rows are only ever added", true},
    {"number", "order of the changes"},
    {"bug_id", "the bug"},
    {"at", "when, UTC"},
    {"who", "the person, or the machine that saw a fixed bug return"},
    {"what", "status, assignee, upstream, fixed-in, duplicate-of, tag or note"},
    {"before", "the value until then"},
    {"after", "the value from then on"},
    {"why", "the reason that was given, or the note"},

    {"bug_numbers", "one row per bug: its row in bug_search", true},
    {"number", "rowid in bug_search"},
    {"bug_id", "the bug"},

    {"bug_search", "full-text index (FTS5, three letters a word): … WHERE bug_search MATCH '\"sub nsw\"'", true},
    {"title", "of the bug"},
    {"signature", "of the bug"},
    {"reduced", "IR of the case that represents the bug"},

    {"hunts", "one row per hunt", true},
    {"id", "of the hunt"},
    {"state", "running, finished, stopped or failed"},
    {"settings", "JSON: compilers, passes, seeds, limits of a check"},
    {"seed", "from which all its batches' seeds follow; 64 bits without sign in a signed integer"},
    {"mutant_limit", "how many mutants at most; 0: no limit"},
    {"deadline_ms", "Unix time in milliseconds after which no work is handed out; 0: none"},
    {"batch_size", "mutants of a batch"},
    {"exclusive", "1: its work goes only to who asks for this hunt"},
    {"next_batch", "number of the batch that is handed out next"},
    {"mutants_leased", "mutants of all batches handed out"},
    {"created_at", "when, UTC"},
    {"failure", "why it failed; empty: it did not"},

    {"hunt_statistics", "one row per hunt: sums over its completed batches", true},
    {"hunt_id", "the hunt"},
    {"mutants", "mutants made"},
    {"discarded", "mutants that LLVM's verifier did not take"},
    {"executions", "mutants times compilers that optimized them"},
    {"unchanged", "of those, what the compiler left as it was"},
    {"checked_syntax", "pairs correct because their texts are the same"},
    {"checked_exhaustive", "pairs decided by all inputs and choices"},
    {"checked_interpreter", "pairs decided by a sample of inputs"},
    {"checked_smt", "pairs decided by the solver"},
    {"unknown", "pairs that could not be decided; hunt_reasons says why"},
    {"unsupported", "pairs that can't be checked; hunt_reasons says why"},
    {"findings", "incorrect verdicts and complaints of oracles, before de-duplication"},
    {"seconds", "time of all jobs together"},
    {"judged", "runs of a compiler that the costly oracles judged"},

    {"hunt_reasons", "one row per hunt, verdict and reason", true},
    {"hunt_id", "the hunt"},
    {"verdict", "unknown or unsupported"},
    {"reason", "why nothing was decided"},
    {"count", "how often"},

    {"leases", "one row per batch that was handed out; done ones are removed after an hour", true},
    {"hunt_id", "the hunt"},
    {"batch", "its number in the hunt, from 0"},
    {"seed", "of the batch: 64 bits without sign in a signed integer"},
    {"mutants", "how many it has"},
    {"worker_id", "the worker that has it, or had it last"},
    {"attempt", "above 1: a worker went silent, and the batch was handed out again"},
    {"state", "leased, done or abandoned (after too many attempts)"},
    {"expires_ms", "Unix time in milliseconds; after that it is handed out again"},

    {"workers", "one row per start of a worker", true},
    {"id", "of the worker"},
    {"name", "for a reader, such as the machine's name"},
    {"version", "of its assay"},
    {"jobs", "how many batches it does at a time"},
    {"registered_at", "when it started, UTC"},
    {"last_seen", "when it last called, UTC"},
    {"offer", "JSON: the compilers and seeds that it hunts with"},
};

/// By "table" and "table.column".
std::map<std::string, std::string> notes_by_name() {
  std::map<std::string, std::string> notes;
  std::string table;
  for (const Note& note : kNotes) {
    if (note.table) table = note.name;
    notes.emplace(note.table ? table : table + "." + note.name, note.about);
  }
  return notes;
}

}  // namespace

Result<std::vector<TableNote>> schema_notes() {
  auto database = Database::in_memory();
  if (!database) return Error{database.error()};
  if (auto error = migrate(**database, current_schema_version())) return *error;
  std::map<std::string, std::string> notes = notes_by_name();
  std::string missing;
  const auto take = [&](const std::string& name) {
    const auto note = notes.extract(name);
    if (note.empty()) missing += " " + name;
    return note.empty() ? "" : note.mapped();
  };
  std::vector<TableNote> tables;
  Query query(**database,
              "SELECT t.name, t.type, c.name, c.type FROM pragma_table_list AS t, pragma_table_info(t.name) AS c"
              " WHERE t.schema = 'main' AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
              " ORDER BY t.name, c.cid");
  while (query.next()) {
    const std::string table = query.text(0);
    if (tables.empty() || tables.back().name != table) tables.push_back({table, query.text(1), take(table), {}});
    tables.back().columns.push_back({query.text(2), query.text(3), take(table + "." + query.text(2))});
  }
  if (query.error()) return *query.error();
  for (const auto& [name, about] : notes) missing += " " + name;
  if (!missing.empty()) return Error{"schema_notes.cpp and the schema differ in:" + missing};
  return tables;
}

}  // namespace assay::store
