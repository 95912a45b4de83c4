#include "services/common/explorer.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <nlohmann/json.hpp>

namespace assay {
namespace {

/// The client's state in an address.
nlohmann::json state_in(const std::string& link, const std::string& site) {
  EXPECT_TRUE(link.starts_with(site)) << link;
  std::string digits;
  for (std::size_t i = site.size(); i < link.size(); ++i) {
    if (link[i] == '%') {
      digits += static_cast<char>(std::stoi(link.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      digits += link[i];
    }
  }
  std::string text(digits.size(), '\0');
  const int size =
      EVP_DecodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(digits.data()), static_cast<int>(digits.size()));
  text.resize(static_cast<std::size_t>(std::max(size, 0)));
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return nlohmann::json::parse(text);
}

TEST(ExplorerLink, HoldsCaseAndPipeline) {
  Finding finding;
  finding.reduced = "define i8 @f() {\n  ret i8 0 ; ?\??>>>~~~\n}\n";
  finding.reduced_pipeline = "instcombine<no-verify-fixpoint>";
  const auto session = state_in(explorer_link(finding), "https://godbolt.org/clientstate/")["sessions"][0];
  EXPECT_EQ(session["language"], "llvm");
  EXPECT_EQ(session["source"], finding.reduced);
  EXPECT_EQ(session["compilers"][0]["options"], "-passes='instcombine<no-verify-fixpoint>'");
  const std::string pair = "define i8 @src() {\n  ret i8 0\n}\n";
  EXPECT_EQ(state_in(alive_link(pair), "https://alive2.llvm.org/ce/clientstate/")["sessions"][0]["source"], pair);
}

TEST(ExplorerLink, IsAnAddressOrNothing) {
  Finding finding;
  finding.reduced = std::string("\xff \x01 \"'<> ") + std::string(1'500, '~');
  finding.reduced_pipeline = "gvn";
  const std::string link = explorer_link(finding);
  ASSERT_FALSE(link.empty());
  EXPECT_EQ(link.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%:/."),
            std::string::npos);
  finding.reduced_pipeline = "gvn' -o /etc/passwd '";
  EXPECT_EQ(explorer_link(finding), "");
  finding.reduced_pipeline = "gvn";
  finding.reduced = std::string(7'000, 'x');
  EXPECT_EQ(explorer_link(finding), "");
  EXPECT_EQ(alive_link(""), "");
}

}  // namespace
}  // namespace assay
