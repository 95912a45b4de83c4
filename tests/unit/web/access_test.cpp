// What people need who read the pages by keyboard, or with eyes that want contrast (WCAG 2.2, level AA).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>

#include "services/coordinator/web/page.h"

namespace assay::web {
namespace {

using Colours = std::map<std::string, std::string>;

Colours colours_in(const std::string& style) {
  Colours found;
  const std::regex declared("--([a-z]+): (#[0-9a-f]{6});");
  for (std::sregex_iterator each(style.begin(), style.end(), declared), end; each != end; ++each)
    found[(*each)[1]] = (*each)[2];
  return found;
}

/// WCAG, relative luminance.
double luminance(const std::string& colour) {
  const auto part = [&](int at) {
    const double c = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

double contrast(const std::string& a, const std::string& b) {
  const auto [dark, light] = std::minmax(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

TEST(Colours, StandOutFromWhatIsBehindThemByDayAndNight) {
  const std::string style(asset("style.css"));
  const std::size_t night = style.find("@media (prefers-color-scheme: dark)");
  ASSERT_NE(night, std::string::npos);
  const Colours light = colours_in(style.substr(0, night));
  const Colours dark = colours_in(style.substr(night));
  EXPECT_EQ(light.size(), dark.size()) << "each colour has one for the night";
  for (const Colours& colours : {light, dark})
    for (const char* behind : {"ground", "raised", "mark"}) {
      for (const char* text :
           {"text", "quiet", "link", "bad", "good", "wait", "comment", "string", "name", "global", "type", "number"})
        EXPECT_GE(contrast(colours.at(text), colours.at(behind)), 4.5) << text << " on " << behind;
      for (const char* shape : {"edge", "bar"})
        EXPECT_GE(contrast(colours.at(shape), colours.at(behind)), 3) << shape << " on " << behind;
    }
}

std::vector<std::string> elements(const std::string& page, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator each(page.begin(), page.end(), wanted), end; each != end; ++each)
    found.push_back(each->str());
  return found;
}

TEST(Templates, LetTheKeyboardReachWhatScrollsAndSayWhatItIs) {
  int count = 0;
  for (const std::string_view name : asset_names())
    for (const std::string& element : elements(std::string(asset(name)), "<[a-z]+ class=\"scroll\"[^>]*>")) {
      ++count;
      EXPECT_NE(element.find("tabindex=\"0\""), std::string::npos) << name << ": " << element;
      EXPECT_NE(element.find("role=\"region\""), std::string::npos) << name << ": " << element;
      EXPECT_TRUE(std::regex_search(element, std::regex("aria-label=\"[^\"]+\""))) << name << ": " << element;
    }
  EXPECT_GT(count, 20);
}

TEST(Templates, NameEachControl) {
  int count = 0;
  for (const std::string_view name : asset_names()) {
    const std::string page(asset(name));
    const std::regex control("<(input|select|textarea)\\b[^>]*>");
    for (std::sregex_iterator each(page.begin(), page.end(), control), end; each != end; ++each) {
      ++count;
      const std::string element = each->str(), before = page.substr(0, each->position());
      std::smatch id;
      const bool labelled = std::regex_search(element, id, std::regex(" id=\"([^\"]+)\"")) &&
                            page.find("<label for=\"" + id[1].str() + "\"") != std::string::npos;
      const std::size_t opened = before.rfind("<label"), closed = before.rfind("</label>");
      const bool inside = opened != std::string::npos && (closed == std::string::npos || closed < opened);
      const bool hidden = element.find("type=\"hidden\"") != std::string::npos;
      EXPECT_TRUE(hidden || labelled || inside || element.find("aria-label=") != std::string::npos)
          << name << ": " << element;
    }
  }
  EXPECT_GT(count, 15);
}

}  // namespace
}  // namespace assay::web
