#pragma once

#include <functional>
#include <kainjow/mustache.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/known_cause.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/store.h"

namespace assay::web {

/// The parameters of a request's query; an empty value counts as none.
using Params = std::map<std::string, std::string>;

struct Response {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body;
  std::string file_name;  ///< under which a browser keeps it; empty: it is shown
};

/// Causes that rules know, and which of them a bug has. The store knows none: who serves the pages does.
struct Causes {
  std::vector<KnownCause> all;
  std::function<KnownOfBug(const Bug&)> known_of;  ///< called by few threads; empty: nothing is known
  const KnownCause* find(const std::string& id) const;
  /// Without rules, what its status says.
  KnownOfBug of(const Bug& bug) const;
};

/// What pages are made from.
struct Context {
  store::Store& store;
  store::AskSql ask;  ///< of the same file
  Causes causes{};
  std::function<std::string(const Finding&)> alive_link{};  ///< as in the options of the server
};

/// What a template is filled with. Templates escape every value that they print.
using Data = kainjow::mustache::data;
using List = kainjow::mustache::list;

/// Text from a database, such that it is UTF-8 without control characters. Empty text is absent to a template.
Data text(std::string_view given);
/// "1,234,567".
std::string grouped(std::uint64_t number);
/// "2026-11-22 18:04" of a UTC time; other text as text() gives it.
Data short_time(const std::string& utc);

/// The page of a template, with the frame that all pages share. `section`: the entry of the navigation that it is
/// under.
Response page(const std::string& title, const std::string& section, const std::string& template_name, const Data& data);
/// A template without that frame.
Response document(const std::string& type, const std::string& template_name, const Data& data);
/// A page that says what is wrong.
Response failure(int status, const std::string& message);

/// "path?name=value&…" of the parameters that are not empty.
std::string link(const std::string& path, const Params& params);
/// `value` as one part of a link.
std::string escaped_for_link(std::string_view value);

/// A template or the style sheet, by its file's name; empty for one that does not exist.
std::string_view asset(std::string_view name);
std::vector<std::string_view> asset_names();

}  // namespace assay::web
