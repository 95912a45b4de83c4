#include "fuzzers/mutate/patch_seeds.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace assay::mutate {
namespace {

namespace fs = std::filesystem;

struct Line {
  std::string text;
  bool added = false;
};

/// One file of a patch, as it is afterwards, as far as the hunks show it.
struct PatchedFile {
  std::string path;
  std::vector<Line> lines;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// The new side of every hunk. A line that belongs to no hunk (headers, mail text) is passed by.
Result<std::vector<PatchedFile>> parse_patch(const std::string& patch) {
  static const std::regex header("^@@ -\\d+(,(\\d+))? \\+\\d+(,(\\d+))? @@");
  std::vector<PatchedFile> files;
  std::uint64_t old_left = 0;
  std::uint64_t new_left = 0;
  for (const std::string& line : split(patch)) {
    std::smatch match;
    if (old_left + new_left > 0 && !line.empty() && (line[0] == '+' || line[0] == '-' || line[0] == ' ')) {
      if (line[0] != '+' && old_left > 0) --old_left;
      if (line[0] != '-' && new_left > 0) --new_left;
      if (line[0] != '-') files.back().lines.push_back({line.substr(1), line[0] == '+'});
    } else if (starts_with(line, "+++ ")) {
      std::string path = line.substr(4, line.find('\t') == std::string::npos ? std::string::npos : line.find('\t') - 4);
      if (starts_with(path, "b/")) path = path.substr(2);
      files.push_back({path, {}});
    } else if (!files.empty() && std::regex_search(line, match, header)) {
      old_left = match[2].matched ? std::stoull(match[2]) : 1;
      new_left = match[4].matched ? std::stoull(match[4]) : 1;
      files.back().lines.push_back({"", false});  // hunks don't touch each other
    }
  }
  if (files.empty()) return Error{"no unified diff: a line that starts with '+++ ' was expected"};
  return files;
}

std::string name_in(const std::string& define) {
  static const std::regex name("@([-a-zA-Z$._0-9]+|\"[^\"]*\")\\s*\\(");
  std::smatch match;
  return std::regex_search(define, match, name) ? match[1].str() : std::string();
}

/// Functions that begin and end in the lines, and those with an added line of which only a part is there.
struct Found {
  std::map<std::string, std::string> whole;  ///< name → text
  std::set<std::string> changed;             ///< with an added line that is no comment
  bool in_part = false;                      ///< some changed function isn't whole
  std::string surroundings;                  ///< declarations, globals, types, attributes, metadata
};

Found find_functions(const std::vector<Line>& lines) {
  Found found;
  std::string name;
  std::string text;
  bool inside = false;
  bool changed = false;
  const auto is_code = [](const std::string& line) {
    const auto at = line.find_first_not_of(" \t");
    return at != std::string::npos && line[at] != ';';
  };
  for (const Line& line : lines) {
    if (starts_with(line.text, "define ")) {
      found.in_part = found.in_part || (inside && changed);
      inside = true;
      changed = false;
      text.clear();
      name = name_in(line.text);
    }
    if (!inside) {
      static const std::regex surrounding("^(declare |target |attributes #|[@%$!][-a-zA-Z$._0-9\"]+ *=)");
      if (std::regex_search(line.text, surrounding))
        found.surroundings += line.text + "\n";
      else if (line.added && is_code(line.text))
        found.in_part = true;
      continue;
    }
    text += line.text + "\n";
    changed = changed || (line.added && is_code(line.text));
    if (!starts_with(line.text, "}")) continue;
    found.whole[name] = text;
    if (changed) found.changed.insert(name);
    inside = false;
  }
  found.in_part = found.in_part || (inside && changed);
  return found;
}

std::optional<std::string> read_below(const std::string& checkout, const std::string& path) {
  // A path that leads out of the checkout is none of ours.
  if (checkout.empty() || path.find("..") != std::string::npos || fs::path(path).is_absolute()) return std::nullopt;
  std::ifstream file(fs::path(checkout) / path);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Result<PatchSeeds> seeds_of_patch(llvm::LLVMContext& context, const std::string& patch, const std::string& checkout,
                                  const SeedOptions& options) {
  const auto files = parse_patch(patch);
  if (!files) return Error{files.error()};
  PatchSeeds result;
  for (const PatchedFile& file : *files) {
    result.files.push_back(file.path);
    if (fs::path(file.path).extension() != ".ll") continue;
    const Found found = find_functions(file.lines);
    std::string shown;
    for (const Line& line : file.lines) shown += line.text + "\n";
    const auto whole_file = read_below(checkout, file.path);
    result.tests.push_back(whole_file ? *whole_file : shown);
    if (found.in_part && whole_file) {
      // Hunks cut functions: the whole file is there, and all of its functions are near the change.
      result.seeds.add_text(context, *whole_file, file.path, options);
      continue;
    }
    if (found.in_part)
      result.seeds.skip(file.path, "a changed function is shown in part; give the checkout with the patch applied");
    for (const std::string& name : found.changed)
      result.seeds.add_text(context, found.surroundings + found.whole.at(name), file.path + ":@" + name, options);
  }
  return result;
}

}  // namespace assay::mutate
