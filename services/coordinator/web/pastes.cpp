#include "services/coordinator/web/pastes.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "services/common/hash.h"
#include "services/common/log.h"
#include "services/common/records_json.h"
#include "services/common/text.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kOpenOfAClient = 2;
constexpr std::size_t kMostFailures = 32;
constexpr std::size_t kMostFiles = 1'000;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{128} << 20;
constexpr std::size_t kLongestWord = 2'000;  // passes, options

bool is_id(const std::string& id) {
  return id.size() == 32 && id.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Removes the oldest files beyond what may be kept.
void trim(const fs::path& folder) {
  struct File {
    fs::file_time_type at;
    std::uintmax_t size;
    fs::path path;
  };
  std::vector<File> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".json")
      files.push_back({entry.last_write_time(ignored), entry.file_size(ignored), entry.path()});
  std::ranges::sort(files, std::greater(), &File::at);
  std::uintmax_t bytes = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    bytes += files[i].size;
    if (i >= kMostFiles || bytes > kMostBytes) fs::remove(files[i].path, ignored);
  }
}

}  // namespace

fs::path Pastes::path_of(const std::string& id) const { return fs::path(options_.folder) / (id + ".json"); }

Status Pastes::keep(const std::string& id, const Kept& kept) const {
  std::error_code fault;
  fs::create_directories(options_.folder, fault);
  const fs::path file = path_of(id), part = fs::path(file).replace_extension(".part");
  std::ofstream out(part, std::ios::binary);
  out << json_text({{"asked", kept.asked}, {"answer", kept.answer}}) << '\n';
  out.close();
  if (out) fs::rename(part, file, fault);
  if (!out || fault) {
    std::error_code ignored;
    fs::remove(part, ignored);
    return Error{"the answer can't be kept in " + options_.folder};
  }
  trim(options_.folder);
  return std::nullopt;
}

Result<std::string> Pastes::ask(const Pasted& pasted, const std::string& client) {
  const std::string id = content_id(json_text(nlohmann::json(pasted)) + assay_version());
  std::error_code ignored;
  if (fs::exists(path_of(id), ignored)) return id;
  const std::lock_guard lock(mutex_);
  if (const auto found = open_.find(id); found != open_.end() && found->second.failure.empty()) return id;
  const auto waits = [&](const auto& each) { return each.second.client == client && each.second.failure.empty(); };
  if (static_cast<std::size_t>(std::ranges::count_if(open_, waits)) >= kOpenOfAClient)
    return Error{"503 " + std::to_string(kOpenOfAClient) +
                 " questions from your address are being judged: wait for them, then try again."};
  if (!pool_.run([this, id, pasted] { judge(id, pasted); }))
    return Error{"503 Too many questions are waiting: try again."};
  open_[id] = {pasted, client, ""};
  return id;
}

void Pastes::judge(const std::string& id, const Pasted& pasted) {
  Kept kept{pasted, {}};
  std::string failure;
  try {
    auto answer = options_.judge(pasted);
    if (answer)
      kept.answer = std::move(*answer);
    else
      failure = answer.error();
    if (failure.empty())
      if (Status bad = keep(id, kept)) failure = bad->message;
  } catch (const std::exception& fault) {
    log_event(LogLevel::Error, "web-failure", std::string("error=") + fault.what());
    failure = "the answer could not be made";
  }
  const std::lock_guard lock(mutex_);
  if (failure.empty()) {
    open_.erase(id);
    return;
  }
  open_[id] = {pasted, "", failure};
  for (auto each = open_.begin(); each != open_.end() && open_.size() > kMostFailures;)
    each = each->first != id && !each->second.failure.empty() ? open_.erase(each) : std::next(each);
}

Pastes::Looked Pastes::look(const std::string& id) {
  Looked looked;
  if (!is_id(id)) return looked;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(id); found != open_.end()) {
      const Open& open = found->second;
      return {open.failure.empty() ? Looked::State::Waits : Looked::State::Failed, {open.asked, {}}, open.failure};
    }
  }
  std::ifstream in(path_of(id), std::ios::binary);
  if (!in) return looked;
  try {
    const auto json = nlohmann::json::parse(in);
    json.at("asked").get_to(looked.kept.asked);
    json.at("answer").get_to(looked.kept.answer);
    looked.state = Looked::State::Known;
  } catch (const nlohmann::json::exception&) {
    looked = {};
  }
  return looked;
}

Result<Pasted> pasted_of(const Params& form) {
  const auto field = [&](const char* name) {
    const auto found = form.find(name);
    return found == form.end() ? std::string() : found->second;
  };
  Pasted pasted;
  const auto take = [&](const char* name, std::string& into, std::size_t most) -> Status {
    for (const char c : field(name))
      if (c != '\r') into += c;
    if (into.size() > most)
      return Error{std::string(name) + ": has " + std::to_string(into.size()) + " bytes: expected at most " +
                   std::to_string(most)};
    if (!is_visible(into)) return Error{std::string(name) + ": holds control characters or is not UTF-8"};
    return std::nullopt;
  };
  if (Status bad = take("source", pasted.source, Pastes::kLongestText)) return *bad;
  if (Status bad = take("target", pasted.target, Pastes::kLongestText)) return *bad;
  if (Status bad = take("passes", pasted.passes, kLongestWord)) return *bad;
  if (Status bad = take("compiler", pasted.compiler, kLongestWord)) return *bad;
  if (Status bad = take("opt_args", pasted.opt_args, kLongestWord)) return *bad;
  const auto is_blank = [](const std::string& text) { return text.find_first_not_of(" \n\t") == std::string::npos; };
  for (std::string* word : {&pasted.passes, &pasted.opt_args, &pasted.target})
    if (is_blank(*word)) word->clear();
  if (is_blank(pasted.source)) return Error{"source: is empty: expected LLVM IR"};
  if (!pasted.target.empty() && !pasted.passes.empty())
    return Error{"target, passes: both are given: expected a target, or passes that make one"};
  if (pasted.passes.empty() && !pasted.opt_args.empty())
    return Error{"options of passes: there are no passes: expected some"};
  if (pasted.passes.empty()) pasted.compiler.clear();
  pasted.undef_inputs = field("no_undef").empty();
  pasted.poison_inputs = field("no_poison").empty();
  const std::string seconds = field("seconds");
  const char* end = seconds.data() + seconds.size();
  if (!seconds.empty()) {
    const auto read = std::from_chars(seconds.data(), end, pasted.seconds);
    if (read.ec != std::errc() || read.ptr != end || pasted.seconds < 1 || pasted.seconds > Pastes::kMostSeconds)
      return Error{"seconds: '" + seconds + "': expected a number from 1 to " + std::to_string(Pastes::kMostSeconds)};
  }
  return pasted;
}

}  // namespace assay::web
