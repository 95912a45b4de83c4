#include "services/application/regressions.h"

#include <optional>
#include <set>

#include "services/common/environment.h"
#include "services/common/records_json.h"
#include "services/common/text_file.h"

namespace assay::application {
namespace {

constexpr std::string_view kNews[] = {"none", "new", "duplicate", "known"};

/// The keys that an earlier run has told.
Result<std::set<std::string>> keys_in(const std::string& path) {
  std::set<std::string> keys;
  if (path.empty()) return keys;
  const Error no_report{path + ": the JSON of `assay regressions --json` is expected"};
  const auto text = read_text_file(path);
  if (!text) return Error{text.error()};
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("functions") || !json["functions"].is_array()) return no_report;
  try {
    for (const auto& function : json["functions"]) {
      const auto look = function.get<RegressionLook>();
      if (look.looked.regression) keys.insert(look.looked.regression->key);
    }
  } catch (const nlohmann::json::exception&) {
    return no_report;
  }
  return keys;
}

/// Looks at functions, in a process that was copied for it.
class Looker {
 public:
  explicit Looker(const RegressionsRequest& request) : request_(request) {}

  RegressionLook look(const FunctionAsked& asked) {
    RegressionLook result{asked.file, {}, RegressionNews::None};
    if (const auto bad = open())
      result.looked.reason = bad->message;
    else
      result.looked = regressions::look_at(asked.module, *baseline_, *branch_, request_.options);
    result.looked.name = asked.function;
    return result;
  }

 private:
  Status open() {
    for (auto [build, path] : {std::pair{&baseline_, &request_.baseline}, {&branch_, &request_.branch}}) {
      if (*build) continue;
      auto opened = regressions::open_build(*path);
      if (!opened) return Error{opened.error()};
      *build = std::move(*opened);
    }
    return std::nullopt;
  }

  const RegressionsRequest& request_;
  std::optional<regressions::Build> baseline_, branch_;
};

}  // namespace

const char* name_of(RegressionNews news) { return kNews[static_cast<int>(news)].data(); }
std::optional<RegressionNews> enumerator_of(std::string_view name, std::type_identity<RegressionNews>) {
  return enumerator_in<RegressionNews>(kNews, name);
}

Result<RegressionBuild> regression_build(const std::string& opt) {
  const auto build = regressions::open_build(opt);
  if (!build) return Error{build.error()};
  return RegressionBuild{build->opt->id(), build->llc ? build->llc->id.path : ""};
}

Result<NotBegun> find_regressions(const RegressionsRequest& request, const std::function<void(RegressionLook)>& told) {
  for (const auto& [word, path] : {std::pair{"--baseline", request.baseline}, {"--branch", request.branch}})
    if (const auto build = regressions::open_build(path); !build) return build.wrap(word);
  if (auto known = parse_environments(request.options.target); !known) return known.wrap("--target");
  if (Status bad = optimize::check_opt_args(request.options.opt_args)) return Error{"--opt-args: " + bad->message};
  auto known = keys_in(request.known);
  if (!known) return known.wrap("--known");
  known->insert(request.known_keys.begin(), request.known_keys.end());
  Looker looker(request);
  std::set<std::string> seen;
  return each_function(
      request.wanted, [&](const FunctionAsked& asked) { return json_text(nlohmann::json(looker.look(asked))); },
      [&](const FunctionAsked& asked, const Crew::Answer& answer) {
        RegressionLook look;
        look.file = asked.file;
        look.looked.name = asked.function;
        look.looked.reason = answer.message;
        if (answer.end == Crew::Answer::End::Answered) look = nlohmann::json::parse(answer.text).get<RegressionLook>();
        if (look.looked.regression) {
          const std::string& key = look.looked.regression->key;
          const bool is_first = seen.insert(key).second;
          look.news = known->contains(key) ? RegressionNews::Known
                      : is_first           ? RegressionNews::New
                                           : RegressionNews::Duplicate;
        }
        told(std::move(look));
      });
}

}  // namespace assay::application
