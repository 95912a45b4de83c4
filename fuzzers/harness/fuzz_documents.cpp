// Files that somebody else has written, at every door that reads YAML or JSON: a plan of nights, a list of known roots,
// a bundle's record, a verdict. Whatever stands in them is read or is an error in words.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "services/common/records.h"
#include "services/common/text.h"
#include "services/nightly/plan.h"
#include "services/worker/report/report.h"
#include "services/worker/triage/known_roots.h"

namespace {

using namespace assay;

/// An error says something, and nothing that a terminal acts on.
void expect_words(const std::string& error) {
  if (error.empty() || !is_visible(error)) std::abort();
}

void read_bundle_of(const std::string& text) {
  static const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("assay-fuzz-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "bundle.json", std::ios::binary) << text;
  for (const char* module : {"original.ll", "case.ll", "target.ll"}) std::ofstream(folder / module) << "; none\n";
  const auto bundle = report::load_bundle(folder.string());
  if (!bundle) expect_words(visible(bundle.error()));
  std::filesystem::remove_all(folder);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: {
      const auto plan = nightly::parse_plan(text, "plan.yaml");
      if (!plan) expect_words(plan.error());
      break;
    }
    case 1: {
      const auto roots = triage::KnownRoots::parse(text, "roots.yaml");
      if (!roots) expect_words(visible(roots.error()));
      break;
    }
    case 2:
      read_bundle_of(text);
      break;
    default: {
      (void)verdict_from_json(text);
      break;
    }
  }
  return 0;
}
