#include "services/cli/run_report.h"

namespace assay::cli {
namespace {

using interpret::BadAccess;
using interpret::Behaviour;
using interpret::CodePlace;
using interpret::Diagnosis;
using interpret::EndKind;

const char* word_of(EndKind end) {
  switch (end) {
    case EndKind::Returned:
      return "returned";
    case EndKind::UndefinedBehaviour:
      return "undefined-behaviour";
    case EndKind::Diverges:
      return "endless";
    case EndKind::OutOfSteps:
      return "step-limit";
    case EndKind::Inconclusive:
      return "not-followed";
    case EndKind::Unsupported:
      return "unsupported";
  }
  return "";
}

const char* word_of(BadAccess::Kind kind) {
  switch (kind) {
    case BadAccess::Kind::None:
      return "none";
    case BadAccess::Kind::Global:
      return "global";
    case BadAccess::Kind::Argument:
      return "argument";
    case BadAccess::Kind::Stack:
      return "stack";
    case BadAccess::Kind::Heap:
      return "heap";
    case BadAccess::Kind::Function:
      return "function";
  }
  return "";
}

std::string bytes_text(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

/// "the variable x of 4 bytes on the stack"
std::string object_text(const BadAccess& access) {
  const std::string size = " of " + bytes_text(access.size);
  switch (access.kind) {
    case BadAccess::Kind::Global:
      return (access.name.empty() ? "a global variable" : "@" + access.name) + size;
    case BadAccess::Kind::Argument:
      return "memory" + size + " that an argument leads to";
    case BadAccess::Kind::Stack:
      return (access.name.empty() ? "a variable" : "the variable " + access.name) + size + " on the stack";
    case BadAccess::Kind::Heap:
      return "an object" + size + " on the heap";
    case BadAccess::Kind::Function:
      return "the function @" + access.name;
    case BadAccess::Kind::None:
      break;
  }
  return "";
}

/// "reads 4 bytes at offset 16 of an object of 16 bytes on the heap"
std::string access_text(const Behaviour& behaviour, const Diagnosis& diagnosis) {
  const BadAccess& access = *diagnosis.access;
  std::string text =
      access.bytes == 0 ? "is given a pointer" : (access.is_write ? "writes " : "reads ") + bytes_text(access.bytes);
  if (access.kind == BadAccess::Kind::None)
    text += access.object != 0 ? " to an object that is gone"
                               : " at address " + std::to_string(static_cast<std::uint64_t>(access.offset));
  else
    text += " at offset " + std::to_string(access.offset) + " of " + object_text(access);
  if (behaviour.rule == semantics::Rule::Misaligned)
    text += ", aligned to " + std::to_string(access.align) + " by promise";
  return text;
}

nlohmann::json to_json(const CodePlace& place) {
  nlohmann::json sources = nlohmann::json::array();
  for (const interpret::SourcePlace& each : place.sources)
    sources.push_back({{"file", each.file}, {"line", each.line}, {"column", each.column}, {"function", each.function}});
  return {{"function", place.function}, {"instruction", place.instruction}, {"source", sources}};
}

nlohmann::json to_json(const BadAccess& access, const Diagnosis& diagnosis) {
  nlohmann::json json{{"write", access.is_write},
                      {"bytes", access.bytes},
                      {"offset", access.offset},
                      {"align", access.align},
                      {"object", {{"kind", word_of(access.kind)}, {"name", access.name}, {"size", access.size}}}};
  if (!diagnosis.object) return json;
  nlohmann::json& object = json["object"];
  if (diagnosis.object->allocated) object["allocated"] = to_json(*diagnosis.object->allocated);
  if (diagnosis.object->ended) object["ended"] = to_json(*diagnosis.object->ended);
  if (diagnosis.object->ended) object["ended_by"] = diagnosis.object->is_left ? "return" : "free";
  return json;
}

}  // namespace

bool uses_uninitialized(const Behaviour& behaviour, const Diagnosis& diagnosis) {
  return behaviour.end == EndKind::Inconclusive && diagnosis.is_uninitialized;
}

std::string told_end(const semantics::Function& function, const Behaviour& behaviour, const Diagnosis& diagnosis) {
  if (!uses_uninitialized(behaviour, diagnosis))
    return interpret::without_debug(interpret::describe(function, behaviour));
  return "use of an uninitialized value at " + diagnosis.places.front().instruction +
         " (what it gives can't be followed: " + behaviour.reason + ")";
}

std::string render(const Behaviour& behaviour, const Diagnosis& diagnosis) {
  std::string text;
  for (std::size_t i = 0; i < diagnosis.places.size(); ++i)
    text += std::string(i == 0 ? "  at " : "  called at ") + interpret::text_of(diagnosis.places[i]) + "\n";
  if (behaviour.end == EndKind::UndefinedBehaviour && !behaviour.reason.empty()) text += "  " + behaviour.reason + "\n";
  if (diagnosis.access) text += "  " + access_text(behaviour, diagnosis) + "\n";
  if (diagnosis.object && diagnosis.object->allocated)
    text += "  it was allocated at " + interpret::text_of(*diagnosis.object->allocated) + "\n";
  const bool is_on_heap = diagnosis.access && diagnosis.access->kind == BadAccess::Kind::Heap;
  if (diagnosis.object && diagnosis.object->ended)
    text += std::string(diagnosis.object->is_left ? "  its function returned to "
                        : is_on_heap              ? "  it was freed at "
                                                  : "  its lifetime ended at ") +
            interpret::text_of(*diagnosis.object->ended) + "\n";
  if (diagnosis.argument) text += "  its argument " + std::to_string(*diagnosis.argument) + " is poison or undef\n";
  for (const interpret::OriginStep& step : diagnosis.origin)
    text += "  " + step.what + " at " + interpret::text_of(step.place) +
            (step.place.sources.empty() ? "" : ": " + step.place.instruction) + "\n";
  return text;
}

nlohmann::json to_json(const semantics::Function& function, const Behaviour& behaviour, const Diagnosis& diagnosis) {
  nlohmann::json json{{"end", word_of(behaviour.end)},     {"told", told_end(function, behaviour, diagnosis)},
                      {"steps", behaviour.steps},          {"output", behaviour.output},
                      {"errors", behaviour.errors},        {"places", nlohmann::json::array()},
                      {"origin", nlohmann::json::array()}, {"uninitialized", diagnosis.is_uninitialized}};
  if (!behaviour.reason.empty()) json["reason"] = behaviour.reason;
  if (behaviour.end == EndKind::UndefinedBehaviour) {
    const semantics::RuleText rule = semantics::text_of(behaviour.rule);
    json["rule"] = {{"message", rule.message}, {"langref", rule.section}};
  }
  if (const auto code = interpret::exit_code_of(function, behaviour); code && *code != interpret::kNoreturnExit)
    json["exit_code"] = *code;
  if (diagnosis.argument) json["argument"] = *diagnosis.argument;
  for (const CodePlace& place : diagnosis.places) json["places"].push_back(to_json(place));
  for (const interpret::OriginStep& step : diagnosis.origin) {
    json["origin"].push_back(to_json(step.place));
    json["origin"].back()["what"] = step.what;
  }
  if (diagnosis.access) json["access"] = to_json(*diagnosis.access, diagnosis);
  return json;
}

}  // namespace assay::cli
