#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// The source tree as the tests of the architecture read it: its rooms, files and lines.
namespace assay::architecture {

std::filesystem::path source_root();

/// A room may include its own headers, and those of rooms on lower floors that are public. A test may include any.
struct Room {
  int floor = 0;
  std::vector<std::string> public_headers;  ///< without the room's folder
};
/// By folder. This is the one list of what a room shows to others.
const std::map<std::string, Room>& rooms();
/// The room that a path lies in: the longest of the table's names that it begins with; "" if there is none.
std::string room_of(const std::string& path);

/// Headers, sources and tables below a folder of the tree, in order.
std::vector<std::filesystem::path> sources_below(const std::string& folder);
std::vector<std::string> lines_of(const std::filesystem::path& path);
/// Relative to the tree.
std::string name_in_tree(const std::filesystem::path& path);

struct Include {
  std::string file;
  std::string target;
};
/// What the first group of the pattern matches in lines of services/ and fuzzers/.
std::vector<Include> includes(const std::string& pattern);

}  // namespace assay::architecture
