#pragma once

#include <string>
#include <string_view>

namespace assay::evidence {

/// The sentence of a row, with the parameter in the place of {}.
inline std::string with_parameter(std::string_view sentence, std::string_view parameter) {
  constexpr std::string_view kPlace = "{}";
  std::string text(sentence);
  if (const std::size_t place = text.find(kPlace); place != std::string::npos)
    text.replace(place, kPlace.size(), parameter);
  return text;
}

}  // namespace assay::evidence
