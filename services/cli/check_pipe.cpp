#include "services/cli/check_pipe.h"

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/evidence/settle.h"

namespace assay::cli {
namespace {

nlohmann::json answer(check::IsolatedChecker& checker, const std::string& line) {
  Verdict verdict;
  std::string name;
  try {
    const auto request = nlohmann::json::parse(line);
    name = request.at("name").get<std::string>();
    verdict = checker.check(request.at("source").get<std::string>(), request.at("target").get<std::string>());
  } catch (const nlohmann::json::exception& bad) {
    verdict = evidence::settle(
        evidence::Claim::inconclusive(Method::None, evidence::Inconclusive::MalformedQuestion, bad.what()));
  }
  nlohmann::json json = to_json(verdict, name);
  json["text"] = render(verdict);
  return json;
}

}  // namespace

int answer_requests(const check::Options& options, const check::HardLimits& limits) {
  check::IsolatedChecker checker(options, limits);
  for (std::string line; std::getline(std::cin, line);) {
    const auto json = answer(checker, line);
    std::printf("%s\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  return kSuccess;
}

}  // namespace assay::cli
