#include "services/common/explorer.h"

#include <openssl/evp.h>

#include "services/common/fields_json.h"

namespace assay {
namespace {

constexpr std::size_t kLongest = 6'000;  // what browsers, trackers and servers all take

std::string base64_in_address(const std::string& text) {
  std::string digits(4 * ((text.size() + 2) / 3) + 1, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(digits.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  digits.resize(static_cast<std::size_t>(size));
  std::string escaped;
  for (const char c : digits) escaped += c == '+' ? "%2B" : c == '/' ? "%2F" : c == '=' ? "%3D" : std::string(1, c);
  return escaped;
}

/// As the API of Compiler Explorer describes a client's state.
std::string link_of(const std::string& site, const std::string& source, const std::string& compiler,
                    const std::string& options) {
  if (source.empty() || source.size() > kLongest) return {};
  const nlohmann::json session{
      {"id", 1}, {"language", "llvm"}, {"source", source}, {"compilers", {{{"id", compiler}, {"options", options}}}}};
  const std::string state =
      nlohmann::json{{"sessions", {session}}}.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  const std::string link = site + base64_in_address(state);
  return link.size() > kLongest ? "" : link;
}

}  // namespace

std::string explorer_link(const Finding& finding) {
  if (is_llc(finding.compiler)) return {};
  const std::string& passes = finding.reduced_pipeline.empty() ? finding.pipeline : finding.reduced_pipeline;
  if (passes.find('\'') != std::string::npos) return {};
  return link_of(
      "https://godbolt.org/clientstate/", finding.reduced, "opttrunk",
      "-passes='" + passes + "'" + (finding.question.opt_args.empty() ? "" : " " + finding.question.opt_args));
}

std::string alive_link(const std::string& pair) {
  return link_of("https://alive2.llvm.org/ce/clientstate/", pair, "alive-tv", "");
}

}  // namespace assay
