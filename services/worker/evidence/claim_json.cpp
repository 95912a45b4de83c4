#include "services/common/fields_json.h"
#include "services/worker/evidence/claim.h"

namespace assay::evidence {

std::string to_json(const Claim& claim) {
  nlohmann::json under = nlohmann::json::array();
  for (const Assumption& each : claim.under().list()) under.push_back({row_of(each.row).name, each.parameter});
  nlohmann::json json = {{"by", claim.by()}, {"under", under}};
  if (const Refutation* refutation = claim.refuted())
    json["refuted"] = {{"reason", name_of(refutation->reason)},
                       {"detail", refutation->detail},
                       {"counterexample", refutation->counterexample}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Claim> claim_from_json(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    Assumptions under;
    for (const auto& each : json.at("under")) {
      const auto row = assumed_of(each.at(0).get<std::string>());
      if (!row) return std::nullopt;
      under.add({*row, each.at(1).get<std::string>()});
    }
    const Method by = json.at("by").get<Method>();
    const auto found = json.find("refuted");
    if (found == json.end()) return Claim::proved(by, std::move(under));
    const auto reason = reason_of(found->at("reason").get<std::string>());
    if (!reason) return std::nullopt;
    Refutation refutation{.reason = *reason, .detail = found->at("detail").get<std::string>()};
    found->at("counterexample").get_to(refutation.counterexample);
    return Claim::refuted(by, std::move(refutation), std::move(under));
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace assay::evidence
