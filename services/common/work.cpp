#include "services/common/work.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace assay {
namespace {

void add_to(Counts& into, const Counts& from) { add_counts(into, from); }
template <class Number>
void add_to(Number& into, Number from) {
  into += from;
}

}  // namespace

void add_counts(Counts& into, const Counts& from) {
  std::map<std::string, std::uint64_t> sums(into.begin(), into.end());
  for (const auto& [word, count] : from) sums[word] += count;
  into.assign(sums.begin(), sums.end());
}

bool is_seeds_name(const std::string& text) {
  const auto at = text.rfind('@');
  if (at == std::string::npos || text.size() - at - 1 != kSeedsDigits || at > 100) return false;
  const auto readable = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
           c == '-' || c == '+';
  };
  const auto digit = [](unsigned char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), readable) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1, text.end(), digit);
}

Status missing_of(const WorkerOffer& offer, const HuntSettings& settings) {
  for (const std::string& name : settings.compilers)
    if (std::none_of(offer.compilers.begin(), offer.compilers.end(),
                     [&](const CompilerId& id) { return is_named(id, name); }))
      return Error{"settings.compilers: '" + name + "' is not here"};
  if (!settings.seeds.empty() && std::find(offer.seeds.begin(), offer.seeds.end(), settings.seeds) == offer.seeds.end())
    return Error{"settings.seeds: '" + settings.seeds + "' is not here"};
  return {};
}

Status fault_of_foreign_pipeline(const std::string& pipeline) {
  // Of all passes of LLVM 14 to 22; those that begin with dot- write files, those with view- start a viewer.
  static const std::set<std::string> passes{"bb-sections-profile-reader",
                                            "extract-blocks",
                                            "function-import",
                                            "insert-gcov-profiling",
                                            "instrorderfile",
                                            "memprof-use",
                                            "pgo-instr-use",
                                            "rewrite-symbols",
                                            "sample-profile"};
  const Error fault{"'" + pipeline.substr(0, 80) +
                    "': a pipeline from elsewhere names no files, and no passes that open some"};
  if (pipeline.find_first_of("/\\~") != std::string::npos) return fault;
  std::string word;
  for (const char c : pipeline + ",") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.') {
      word += c;
      continue;
    }
    const bool is_option_with_value = c == '=';
    if (is_option_with_value && word.find("file") != std::string::npos) return fault;
    if (passes.contains(word) || word.starts_with("dot-") || word.starts_with("view-")) return fault;
    word.clear();
  }
  return {};
}

void count_reason(Counts& counts, const std::string& reason) {
  const auto found =
      std::find_if(counts.begin(), counts.end(), [&](const auto& entry) { return entry.first == reason; });
  if (found != counts.end())
    ++found->second;
  else
    counts.emplace_back(reason, 1);
}

void HuntStatistics::add(const HuntStatistics& other) {
  each_field(
      *this, [](const char*, auto& sum, const auto& more) { add_to(sum, more); }, other);
}

}  // namespace assay
