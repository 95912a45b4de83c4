#include "services/worker/hunt/explain.h"

#include <algorithm>
#include <vector>

#include "services/common/text.h"

namespace assay::hunt {
namespace {

bool mentions(const optimize::OptimizeResult& run, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) {
    return run.given.find(word) != std::string::npos || run.ir.find(word) != std::string::npos;
  });
}

/// Can the relaxation change anything here? Asking costs up to the time of a query.
bool matters(std::string_view relaxation, const optimize::OptimizeResult& run) {
  if (relaxation == "nan=quiet") return mentions(run, {"llvm.minnum", "llvm.maxnum", "fmin", "fmax"});
  if (relaxation == "undef-store=nothing") return mentions(run, {"store "}) && mentions(run, {"undef"});
  return mentions(run, {"load ", "store ", "llvm.mem", "llvm.masked", "llvm.vp.", "atomicrmw ", "cmpxchg "});
}

std::vector<std::string> that_matter(const optimize::OptimizeResult& run) {
  std::vector<std::string> all;
  for (const std::string_view relaxation : semantics::relaxations())
    if (matters(relaxation, run)) all.emplace_back(relaxation);
  return all;
}

}  // namespace

VerdictKind Explainer::verdict_with(const std::string& words, const optimize::OptimizeResult& run) const {
  Question relaxed = question_;
  relaxed.semantics = relaxed.semantics == "langref" ? words : relaxed.semantics + "," + words;
  return Asker(relaxed, FindingKind::Miscompile, cache_).check(run).kind;
}

std::string Explainer::explain(const optimize::OptimizeResult& run) const {
  std::vector<std::string> words = that_matter(run);
  for (const std::string& word : words)
    if (verdict_with(word, run) == VerdictKind::Correct) return word;
  if (words.size() < 2 || verdict_with(joined(words, ","), run) != VerdictKind::Correct) return "";
  // All together do; those that are not needed go, the ones that concern most first.
  for (std::size_t i = words.size(); i-- > 0 && words.size() > 2;) {
    std::vector<std::string> fewer = words;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (verdict_with(joined(fewer, ","), run) == VerdictKind::Correct) words = fewer;
  }
  return joined(words, ",");
}

bool Explainer::is_wrong_in_all(const optimize::OptimizeResult& run) const {
  const std::vector<std::string> words = that_matter(run);
  return words.empty() || verdict_with(joined(words, ","), run) == VerdictKind::Incorrect;
}

}  // namespace assay::hunt
