#include "services/coordinator/store/settings_json.h"

#include <nlohmann/json.hpp>

namespace assay::store {

std::string settings_to_json(const HuntSettings& settings) {
  const nlohmann::json json = {{"passes", settings.passes}, {"compilers", settings.compilers},
                               {"seeds", settings.seeds},   {"undef_inputs", settings.undef_inputs},
                               {"unroll", settings.unroll}, {"smt_timeout_ms", settings.smt_timeout_ms},
                               {"profile", settings.profile}, {"feedback", settings.feedback}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<HuntSettings> settings_from_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    HuntSettings settings;
    settings.passes = json.at("passes").get<std::vector<std::string>>();
    settings.compilers = json.at("compilers").get<std::vector<std::string>>();
    settings.seeds = json.at("seeds");
    settings.undef_inputs = json.at("undef_inputs");
    settings.unroll = json.at("unroll");
    settings.smt_timeout_ms = json.at("smt_timeout_ms");
    settings.profile = json.value("profile", "");  // hunts of older databases have none
    settings.feedback = json.value("feedback", "");
    return settings;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace assay::store
