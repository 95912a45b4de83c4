#include "services/coordinator/web/page.h"

#include "services/common/records.h"
#include "services/common/text.h"

namespace assay::web {
namespace {

struct Section {
  const char* name;
  const char* path;
  const char* key;  ///< with the browser's modifier, from anywhere
};

constexpr Section kSections[] = {{"Overview", "/", "o"},     {"Bugs", "/bugs", "b"},       {"Hunts", "/hunts", "h"},
                                 {"Nights", "/nights", "n"}, {"Workers", "/workers", "w"}, {"Query", "/query", "q"},
                                 {"Check", "/check", "c"}};

Data navigation(const std::string& section) {
  Data entries{Data::type::list};
  for (const Section& each : kSections) {
    Data entry;
    entry.set("name", each.name);
    entry.set("path", each.path);
    entry.set("key", each.key);
    entry.set("current", section == each.name);
    entries << entry;
  }
  return entries;
}

/// Templates that stand in others: {{>name}} is the whole of name.mustache.
std::string with_parts(std::string source) {
  constexpr std::string_view kBegin = "{{>", kEnd = "}}";
  for (std::size_t at = 0; (at = source.find(kBegin, at)) != std::string::npos;) {
    const std::size_t end = source.find(kEnd, at);
    const std::string name = source.substr(at + kBegin.size(), end - at - kBegin.size());
    source.replace(at, end + kEnd.size() - at, asset(name + ".mustache"));
  }
  return source;
}

Response rendered(const std::string& type, std::string source, const std::string& template_name, Data data) {
  data.set("version", assay_version());
  kainjow::mustache::mustache parsed(with_parts(std::move(source)));
  if (!parsed.is_valid())
    return {500, "text/plain; charset=utf-8", template_name + ": " + parsed.error_message() + "\n", ""};
  return {200, type, parsed.render(data), ""};
}

}  // namespace

Data text(std::string_view given) {
  // To a template, an empty string is something that is there.
  if (given.empty()) return Data(false);
  return Data(visible(given));
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

Data short_time(const std::string& utc) {
  if (utc.size() < 16 || utc[10] != 'T') return text(utc);
  return text(utc.substr(0, 10) + " " + utc.substr(11, 5));
}

Response page(const std::string& title, const std::string& section, const std::string& template_name,
              const Data& data) {
  Data all = data;
  all.set("page_title", text(title));
  all.set("navigation", navigation(section));
  std::string source(asset("head.mustache"));
  source += asset(template_name);
  source += asset("foot.mustache");
  return rendered(Response().type, std::move(source), template_name, all);
}

Response document(const std::string& type, const std::string& template_name, const Data& data) {
  return rendered(type, std::string(asset(template_name)), template_name, data);
}

Response failure(int status, const std::string& message) {
  Data data;
  data.set("message", text(message));
  Response response = page(status == 404 ? "Not found" : "Not possible", "", "failure.mustache", data);
  response.status = status;
  return response;
}

std::string escaped_for_link(std::string_view value) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string result;
  for (const unsigned char c : value) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '_' || c == '.' || c == '~';
    if (plain)
      result += static_cast<char>(c);
    else
      (result += '%') += {kDigits[c >> 4], kDigits[c & 15]};
  }
  return result;
}

std::string link(const std::string& path, const Params& params) {
  std::string result = path;
  char separator = '?';
  for (const auto& [name, value] : params) {
    if (value.empty()) continue;
    result += separator + escaped_for_link(name) + "=" + escaped_for_link(value);
    separator = '&';
  }
  return result;
}

}  // namespace assay::web
