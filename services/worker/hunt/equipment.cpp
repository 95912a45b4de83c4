#include "services/worker/hunt/equipment.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>

#include "services/common/hash.h"
#include "services/worker/codegen/compiler.h"

namespace assay::hunt {
namespace {

namespace fs = std::filesystem;

/// The files below a folder, in an order that is the same everywhere.
std::vector<fs::path> files_below(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  std::error_code ignored;
  for (auto at = fs::recursive_directory_iterator(path, ignored); at != fs::recursive_directory_iterator();
       at.increment(ignored))
    if (at->is_regular_file(ignored)) files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The last part of a path, in characters that a name may have.
std::string readable(const fs::path& path) {
  const fs::path whole = path.lexically_normal();
  std::string word = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  for (char& c : word)
    if (!is_seeds_name(std::string(1, c) + "@" + std::string(kSeedsDigits, '0'))) c = '_';
  return word.substr(0, 40);
}

const std::string* find(const std::vector<std::pair<std::string, std::string>>& pairs, const std::string& name) {
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == name; });
  return found == pairs.end() ? nullptr : &found->second;
}

std::string name_at(const std::vector<std::pair<std::string, std::string>>& pairs, const std::string& path) {
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.second == path; });
  return found == pairs.end() ? path : found->first;
}

}  // namespace

Result<std::string> name_of_seeds(const std::string& path) {
  if (!fs::exists(path)) return Error{"--seeds=" + path + ": no such file or folder"};
  std::string hashes;
  for (const fs::path& file : files_below(path)) {
    std::ifstream in(file, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    if (!in) return Error{"--seeds=" + path + ": " + file.string() + " can't be read"};
    hashes += file.lexically_relative(path).string() + '\0' + content_id(content);
  }
  return readable(path) + "@" + content_id(hashes).substr(0, kSeedsDigits);
}

std::vector<std::unique_ptr<optimize::Compiler>> Equipment::open_installed() {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/lib", ignored)) {
    const std::string opt = (entry.path() / "bin/opt").string();
    if (entry.path().filename().string().starts_with("llvm-") && fs::exists(opt, ignored)) paths.push_back(opt);
  }
  std::sort(paths.begin(), paths.end());
  paths.insert(paths.begin(), "linked");
  std::vector<std::future<Result<std::unique_ptr<optimize::Compiler>>>> opened;
  opened.reserve(paths.size());
  for (const std::string& path : paths) opened.push_back(std::async(std::launch::async, optimize::open_compiler, path));
  std::vector<std::unique_ptr<optimize::Compiler>> compilers;
  for (auto& each : opened)
    if (auto compiler = each.get()) compilers.push_back(std::move(*compiler));
  return compilers;
}

std::vector<std::string> Equipment::installed_compilers() {
  std::vector<std::string> paths;
  for (const auto& compiler : open_installed()) paths.push_back(compiler->id().path);
  return paths;
}

Result<std::unique_ptr<optimize::Compiler>> installed_compiler(const CompilerId& wanted) {
  std::vector<std::unique_ptr<optimize::Compiler>> here;
  if (!is_llc(wanted))
    here = Equipment::open_installed();
  else
    for (const std::string& llc : codegen::installed_llcs())
      if (auto compiler = codegen::open_compiler(llc)) here.push_back(std::move(*compiler));
  std::string names;
  for (auto& compiler : here) {
    const CompilerId& id = compiler->id();
    // Older findings tell no build.
    if (id.version == wanted.version && (wanted.build.empty() || id.build == wanted.build)) return std::move(compiler);
    names += (names.empty() ? "" : ", ") + compiler_name(id);
  }
  return Error{"it was found in LLVM " + compiler_name(wanted) + ", which is not on this machine (here are " + names +
               ")"};
}

Result<Equipment> Equipment::of(const std::vector<std::string>& compilers, const std::vector<std::string>& seeds) {
  Equipment equipment;
  for (const std::string& path : compilers) {
    auto compiler = codegen::open_compiler(path);
    if (!compiler) return compiler.wrap("--compiler=" + path);
    equipment.compilers_.emplace_back(compiler_name((*compiler)->id()), path);
    equipment.offer_.compilers.push_back((*compiler)->id());
  }
  for (const std::string& path : seeds) {
    auto name = name_of_seeds(path);
    if (!name) return Error{name.error()};
    equipment.seeds_.emplace_back(*name, path);
    equipment.offer_.seeds.push_back(*name);
  }
  return equipment;
}

HuntSettings Equipment::named(HuntSettings settings) const {
  for (std::string& compiler : settings.compilers) compiler = name_at(compilers_, compiler);
  if (!settings.seeds.empty()) settings.seeds = name_at(seeds_, settings.seeds);
  return settings;
}

Result<HuntSettings> Equipment::located(HuntSettings settings) const {
  if (auto missing = missing_of(offer_, settings)) return *missing;
  for (std::string& name : settings.compilers)
    for (std::size_t i = 0; i < compilers_.size(); ++i)
      if (is_named(offer_.compilers[i], name)) {
        name = compilers_[i].second;
        break;
      }
  if (!settings.seeds.empty()) settings.seeds = *find(seeds_, settings.seeds);
  return settings;
}

}  // namespace assay::hunt
