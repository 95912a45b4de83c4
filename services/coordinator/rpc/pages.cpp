#include "services/coordinator/rpc/pages.h"

#include <absl/strings/escaping.h>

#include <algorithm>
#include <charconv>

#include "services/common/hash.h"

namespace assay::rpc {
namespace {

constexpr std::uint32_t kDefaultPage = 100;
constexpr std::int32_t kLargestPage = 1000;
constexpr std::size_t kQuestionDigits = 8;
constexpr std::size_t kLongestToken = 16 << 10;

std::string sign_of(const std::string& question) { return content_id(question).substr(0, kQuestionDigits); }

}  // namespace

Result<std::uint32_t> page_size_of(std::int32_t asked) {
  if (asked < 0) return Error{"page_size: is negative"};
  return asked == 0 ? kDefaultPage : static_cast<std::uint32_t>(std::min(asked, kLargestPage));
}

Result<std::uint32_t> skip_of(std::int32_t asked) {
  if (asked < 0) return Error{"skip: is negative"};
  return static_cast<std::uint32_t>(asked);
}

std::string page_token(const std::string& question, const std::string& position) {
  return absl::WebSafeBase64Escape(sign_of(question) + position);
}

Result<std::string> position_of(const std::string& token, const std::string& question) {
  if (token.empty()) return std::string();
  std::string text;
  if (token.size() > kLongestToken || !absl::WebSafeBase64Unescape(token, &text) || text.size() < kQuestionDigits)
    return Error{"page_token: is none"};
  if (!text.starts_with(sign_of(question))) return Error{"page_token: belongs to a list with another filter or order"};
  return text.substr(kQuestionDigits);
}

Result<std::uint64_t> number_of(const std::string& token, const std::string& question, const char* field) {
  const auto position = position_of(token, question);
  std::uint64_t number = 0;
  if (position && position->empty()) return number;
  if (!position) return Error{field + position.error().substr(position.error().find(':'))};
  const char* end = position->data() + position->size();
  const auto [at, failure] = std::from_chars(position->data(), end, number);
  if (failure != std::errc() || at != end || number > (std::uint64_t{1} << 62))
    return Error{std::string(field) + ": is none"};
  return number;
}

}  // namespace assay::rpc
