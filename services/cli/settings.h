#pragma once

#include "services/common/question.h"
#include "services/common/work.h"

namespace CLI {
class App;
}

/// The flags of settings, made from the table (settings.def): each verb has those of the rows that offer it.
namespace assay::cli {

/// Adds the flags of `verb`, one of check, replay and reduce, which write into the question. What it holds is their
/// default.
void add_settings(CLI::App& app, Verbs verb, Question& into);
/// Those of a hunt.
void add_settings(CLI::App& app, HuntSettings& into);

/// What a user said in place of what was asked: settings of `said` that are not what nobody says.
void change(Question& question, const Question& said);

}  // namespace assay::cli
