#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "services/worker/interpret/diagnosis.h"

/// How a run ended, for people and for programs.
namespace assay::cli {

/// Did the run come to an operation on a value that nobody wrote, what it gives being more than the interpreter
/// follows?
bool uses_uninitialized(const interpret::Behaviour& behaviour, const interpret::Diagnosis& diagnosis);

/// The line that says how it ended.
std::string told_end(const semantics::Function& function, const interpret::Behaviour& behaviour,
                     const interpret::Diagnosis& diagnosis);

/// The lines behind the one that says what is wrong, each with an end: where, which object, where a value came from.
std::string render(const interpret::Behaviour& behaviour, const interpret::Diagnosis& diagnosis);

/// All that is known of the end of a run.
nlohmann::json to_json(const semantics::Function& function, const interpret::Behaviour& behaviour,
                       const interpret::Diagnosis& diagnosis);

}  // namespace assay::cli
