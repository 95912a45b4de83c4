#include "services/application/touched_passes.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace assay::application {
namespace {

struct Row {
  std::string_view part;
  std::string_view passes;
};

constexpr Row kRows[] = {
#define TOUCHED(part, passes) {part, passes},
#include "services/application/touched_passes.def"
};

void add_words(std::string_view words, std::vector<std::string>& to) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string word(words.substr(0, end));
    if (std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

}  // namespace

std::vector<std::string> passes_of_files(const std::vector<std::string>& files) {
  std::vector<std::string> passes;
  for (const std::string& file : files) {
    const bool is_test = file.ends_with(".ll") || file.ends_with(".test");
    const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                  [&](const Row& each) { return file.find(each.part) != std::string::npos; });
    // Tests of passes have RUN lines; those of code generation have none that are followed.
    if (row != std::end(kRows) && (!is_test || row->passes.starts_with("codegen"))) add_words(row->passes, passes);
  }
  return passes;
}

}  // namespace assay::application
