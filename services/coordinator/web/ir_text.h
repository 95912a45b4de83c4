#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "services/coordinator/web/page.h"

namespace assay::web {

/// A piece of a line of LLVM IR: the name of its style ("comment", "string", "local", "global", "metadata", "type",
/// "number", "keyword"; empty: none), and the text.
struct Piece {
  std::string_view style;
  std::string text;
  bool operator==(const Piece&) const = default;
};

/// The line in pieces that, one after the other, are the line. Any text is a line of IR to it.
std::vector<Piece> pieces_of(std::string_view line);

/// For templates: {number, pieces}.
Data line_data(std::size_t number, std::string_view line);

}  // namespace assay::web
