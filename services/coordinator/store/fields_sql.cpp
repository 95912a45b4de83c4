#include "services/coordinator/store/fields_sql.h"

#include "services/common/records_json.h"

namespace assay::store {
namespace {

template <class T>
bool parse(const std::string& text, T& value) {
  try {
    nlohmann::json::parse(text).get_to(value);
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

}  // namespace

std::string to_column(const Question& question) { return json_text(question); }
bool from_column(const std::string& text, Question& question) { return parse(text, question); }

std::string to_column(const HuntSettings& settings) { return json_text(settings); }
bool from_column(const std::string& text, HuntSettings& settings) { return parse(text, settings); }

std::string to_column(const WorkerOffer& offer) { return json_text(offer); }
bool from_column(const std::string& text, WorkerOffer& offer) { return parse(text, offer); }

std::string to_column(const std::optional<Counterexample>& counterexample) {
  return counterexample ? json_text(*counterexample) : "";
}
bool from_column(const std::string& text, std::optional<Counterexample>& counterexample) {
  counterexample.reset();
  return text.empty() || parse(text, counterexample.emplace());
}

}  // namespace assay::store
