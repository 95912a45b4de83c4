#include "services/worker/hunt/shared_corpus.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzzers/mutate/corpus.h"
#include "services/common/log.h"
#include "services/worker/hunt/folders.h"

namespace assay::hunt {

namespace fs = std::filesystem;

Result<SharedCorpus> SharedCorpus::open(const std::string& folder) {
  if (Status bad = make_folder(folder)) return *bad;
  return SharedCorpus(folder);
}

void SharedCorpus::add(const std::string& ir) {
  const auto name = mutate::keep(folder_, ir);
  if (name)
    known_.insert(*name);
  else
    log_event(LogLevel::Warning, "hunt.corpus", name.error());
}

void SharedCorpus::set_aside(const std::string& ir, const std::string& reason) {
  if (const Status bad = mutate::quarantine(folder_, ir, reason))
    log_event(LogLevel::Warning, "hunt.corpus", bad->message);
}

std::vector<std::string> SharedCorpus::take_new() {
  std::set<fs::path> fresh;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error))
    if (entry.path().extension() == ".ll" && known_.insert(entry.path().filename().string()).second)
      fresh.insert(entry.path());
  std::vector<std::string> texts;
  for (const fs::path& path : fresh) {
    std::ifstream file(path);
    std::ostringstream text;
    if (file && text << file.rdbuf())
      texts.push_back(text.str());
    else
      log_event(LogLevel::Warning, "hunt.corpus", path.string() + ": can't be read");
  }
  return texts;
}

}  // namespace assay::hunt
