#include "services/common/environment.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "services/common/text.h"
#include "services/common/user_words.h"

namespace assay {
namespace {

constexpr Environment kEnvironments[] = {
#define ENVIRONMENT(name, triple, layout, processor, features, least_vscale, most_vscale, sentence) \
  {name, triple, layout, processor, features, least_vscale, most_vscale, sentence},
#include "services/common/environments.def"
};

}  // namespace

std::span<const Environment> environments() { return kEnvironments; }

Result<std::vector<Environment>> parse_environments(const std::string& names) {
  if (names.empty()) return std::vector<Environment>{without_target()};
  std::vector<Environment> chosen;
  std::istringstream words(names);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "all") {
      chosen.assign(std::begin(kEnvironments), std::end(kEnvironments));
      continue;
    }
    const auto* row = std::find_if(std::begin(kEnvironments), std::end(kEnvironments),
                                   [&](const Environment& each) { return each.name == word; });
    if (row == std::end(kEnvironments)) {
      std::vector<std::string> known{"all"};
      for (const Environment& each : kEnvironments) known.emplace_back(each.name);
      return Error{"'" + word.substr(0, 80) + "' is no environment" + guess(word, known) + " (there are " +
                   joined(known, ", ") + ")"};
    }
    chosen.push_back(*row);
  }
  return chosen;
}

}  // namespace assay
