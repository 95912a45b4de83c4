#include "services/coordinator/web/http.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <mutex>
#include <optional>
#include <utility>

#include "services/common/log.h"

namespace assay::web {
namespace {

using door::Clock;

constexpr std::size_t kLongestHead = 16 << 10;
constexpr std::size_t kLongestTarget = 8 << 10;
constexpr std::size_t kMostHeaders = 64;
constexpr std::size_t kBytesInAll = 32 << 20;  // of answers on their way
constexpr std::size_t kLongestForm = 512 << 10;
constexpr std::size_t kFormBytesInAll = 8 << 20;
constexpr std::chrono::seconds kUntilHead{10}, kUntilForm{20}, kUntilNext{5}, kUntilTaken{60};
constexpr std::string_view kEnd = "\r\n\r\n";

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// A '%' that begins no byte is itself.
std::string decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit_of(text[i + 1]) >= 0 && digit_of(text[i + 2]) >= 0) {
      plain += static_cast<char>(digit_of(text[i + 1]) * 16 + digit_of(text[i + 2]));
      i += 2;
    } else {
      plain += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

/// What stands before the separator; `rest` is what comes behind it.
std::string_view cut(std::string_view& rest, char separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view first = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return first;
}

void parse_target(std::string_view target, Request& request) {
  std::string_view path = cut(target, '?'), query = cut(target, '#');
  path = path.substr(1);
  while (!path.empty()) request.path.push_back(decoded(cut(path, '/'), false));
  request.params = parse_form(query);
}

Status parse_header(std::string_view line, Request& request) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return Error{"400 A header has no name."};
  std::string_view value = line.substr(colon + 1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  request.headers[lower(line.substr(0, colon))] = std::string(value);
  return {};
}

const char* phrase_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 303:
      return "See Other";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Other";
  }
}

/// An answer as it goes over the wire.
std::string text_of(const Response& response, const Headers& headers, bool keeps_alive, bool with_body) {
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " " + phrase_of(response.status) + "\r\n";
  const auto add = [&](const std::string& name, const std::string& value) { text += name + ": " + value + "\r\n"; };
  for (const auto& [name, value] : headers) add(name, value);
  add("Content-Type", response.type);
  add("Content-Length", std::to_string(response.body.size()));
  if (!response.file_name.empty()) add("Content-Disposition", "attachment; filename=\"" + response.file_name + "\"");
  add("Connection", keeps_alive ? "keep-alive" : "close");
  text += "\r\n";
  if (with_body) text += response.body;
  return text;
}

/// An assignment would keep its memory.
void free_text(std::string& text) { std::string().swap(text); }

Response failure_of(const std::string& fault) { return failure(std::stoi(fault), fault.substr(4)); }

/// Where a thread of the pool leaves its answer, whose bytes are counted from when they are made until they are sent.
struct Mailbox {
  explicit Mailbox(std::atomic<std::size_t>& counted) : all(counted) {}
  ~Mailbox() { all -= held; }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  /// False, and nothing is taken, if all answers on their way would be too large together.
  bool take(std::size_t bytes) {
    held = bytes;
    if (all.fetch_add(bytes) + bytes <= kBytesInAll) return true;
    all -= std::exchange(held, 0);
    return false;
  }

  std::atomic<std::size_t>& all;
  std::size_t held = 0;  // of the thread that answers
  std::mutex mutex;
  std::optional<std::string> answer;
  bool keeps_alive = false;
};

/// Bytes that forms hold together, from when they are announced until they are answered.
class Reservation {
 public:
  Reservation(std::atomic<std::size_t>& all, std::size_t bytes) : all_(all), bytes_(bytes) {
    granted_ = all_.fetch_add(bytes_) + bytes_ <= kFormBytesInAll;
  }
  ~Reservation() { all_ -= bytes_; }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  bool granted() const { return granted_; }

 private:
  std::atomic<std::size_t>& all_;
  const std::size_t bytes_;
  bool granted_;
};

class HttpSession final : public door::Session {
 public:
  HttpSession(Answering& answering, const door::Arrival& arrival)
      : answering_(answering),
        wake_(arrival.wake),
        client_(arrival.visitor.address),
        identity_(arrival.visitor.identity),
        until_(Clock::now() + kUntilHead) {}

  std::size_t take(std::string_view bytes) override {
    if (state_ == State::ReadingForm) return take_form(bytes);
    if (state_ != State::Reading) return 0;
    // The end may begin with what came before.
    const std::size_t from = head_.size() < kEnd.size() ? 0 : head_.size() - kEnd.size() + 1;
    if (head_.empty()) until_ = Clock::now() + kUntilHead;
    const std::size_t before = head_.size();
    head_ += bytes;
    const std::size_t end = head_.find(kEnd, from);
    if (std::min(end, head_.size()) > kLongestHead) {
      refuse("431 The headers are too long.");
    } else if (end != std::string::npos) {
      head_.resize(end);
      begin();
      return end + kEnd.size() - before;
    }
    return bytes.size();
  }

  void give(std::string& to, std::size_t most) override {
    if (state_ == State::Answering) fetch();
    if (state_ != State::Sending) return;
    to.append(answer_, sent_, most);
    sent_ = std::min(answer_.size(), sent_ + most);
    if (sent_ < answer_.size()) return;
    release();
    state_ = keeps_alive_ && !client_ended_ ? State::Reading : State::Over;
    until_ = Clock::now() + kUntilNext;
  }

  bool is_hungry() const override { return state_ == State::Reading || state_ == State::ReadingForm; }
  void client_ended() override {
    client_ended_ = true;
    if (is_hungry()) state_ = State::Over;
  }
  bool is_over() const override { return state_ == State::Over; }
  void look_at_the_time(Clock::time_point now) override {
    if (now < until_ || state_ == State::Answering) return;
    release();
    state_ = State::Over;
  }

 private:
  enum class State { Reading, ReadingForm, Answering, Sending, Over };

  void release() {
    sent_ = 0;
    free_text(answer_);
    mail_.reset();
  }

  void fetch() {
    const std::lock_guard lock(mail_->mutex);
    if (!mail_->answer) return;
    keeps_alive_ = mail_->keeps_alive;
    send(std::move(*mail_->answer));
  }

  void send(std::string answer) {
    answer_ = std::move(answer);
    state_ = State::Sending;
    until_ = Clock::now() + kUntilTaken;
  }

  void refuse(const std::string& fault) {
    keeps_alive_ = false;
    free_text(head_);
    free_text(form_);
    reservation_.reset();
    send(text_of(failure_of(fault), answering_.headers, false, true));
  }

  void begin() {
    auto request = parse_request(head_);
    free_text(head_);
    if (!request) return refuse(request.error());
    request->client = client_;
    request->identity = identity_;
    if (answering_.takes_form && answering_.takes_form(*request)) return begin_form(std::move(*request));
    answer(std::move(*request), nullptr);
  }

  void begin_form(Request request) {
    const auto length = length_of_form(request);
    if (!length) return refuse(length.error());
    reservation_ = std::make_shared<Reservation>(answering_.form_bytes, *length);
    if (!reservation_->granted()) return refuse("503 Too many forms are being read: try again.");
    asked_ = std::move(request);
    form_length_ = *length;
    state_ = State::ReadingForm;
    until_ = Clock::now() + kUntilForm;
    if (form_length_ == 0) end_form();
  }

  std::size_t take_form(std::string_view bytes) {
    const std::size_t taken = std::min(bytes.size(), form_length_ - form_.size());
    form_ += bytes.substr(0, taken);
    if (form_.size() == form_length_) end_form();
    return taken;
  }

  void end_form() {
    asked_.form = parse_form(form_);
    free_text(form_);
    answer(std::exchange(asked_, {}), std::exchange(reservation_, nullptr));
  }

  void answer(Request request, const std::shared_ptr<Reservation>& reservation) {
    state_ = State::Answering;
    mail_ = std::make_shared<Mailbox>(answering_.bytes);
    const auto asked = std::make_shared<const Request>(std::move(request));
    const bool queued = answering_.pool.run([asked, reservation, mail = mail_, wake = wake_, &answering = answering_] {
      Headers headers = answering.headers;
      Response response;
      try {
        response = answering.answer(*asked, headers);
      } catch (const std::exception& fault) {
        log_event(LogLevel::Error, "web-failure", std::string("error=") + fault.what());
        response = failure(500, "The page could not be made.");
      }
      const bool fits = mail->take(response.body.size());
      if (!fits) response = failure(503, "Too many answers are on their way: try again.");
      const bool keeps_alive = fits && asked->keeps_alive;
      std::string text = text_of(response, headers, keeps_alive, asked->method != "HEAD");
      {
        const std::lock_guard lock(mail->mutex);
        mail->answer = std::move(text);
        mail->keeps_alive = keeps_alive;
      }
      wake();
    });
    if (!queued) refuse("503 Too many requests are waiting: try again.");
  }

  Answering& answering_;
  const door::Waker wake_;
  const std::string client_, identity_;
  State state_ = State::Reading;
  Clock::time_point until_;
  std::string head_, answer_;
  Request asked_;     // whose form is read
  std::string form_;  // what came of it
  std::size_t form_length_ = 0;
  std::shared_ptr<Reservation> reservation_;
  std::size_t sent_ = 0;
  bool keeps_alive_ = false, client_ended_ = false;
  std::shared_ptr<Mailbox> mail_;
};

}  // namespace

std::string Request::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Result<Request> parse_request(std::string_view head) {
  Request request;
  std::string_view line = head.substr(0, head.find("\r\n"));
  head.remove_prefix(std::min(head.size(), line.size() + 2));
  request.method = std::string(cut(line, ' '));
  const std::string_view target = cut(line, ' ');
  if (line != "HTTP/1.1" && line != "HTTP/1.0")
    return line.starts_with("HTTP/") ? Error{"505 Only HTTP/1 is spoken here."} : Error{"400 That is no request."};
  if (request.method.empty() || target.empty() || target.front() != '/') return Error{"400 That is no request."};
  if (target.size() > kLongestTarget) return Error{"414 The address is too long."};
  parse_target(target, request);
  for (std::size_t count = 0; !head.empty(); ++count) {
    if (count == kMostHeaders) return Error{"431 There are too many headers."};
    const std::string_view header = head.substr(0, head.find("\r\n"));
    head.remove_prefix(std::min(head.size(), header.size() + 2));
    if (Status bad = parse_header(header, request)) return *bad;
  }
  const std::string connection = lower(request.header("connection"));
  const std::string length = request.header("content-length");
  // What may follow as a body is not read, so it must not be taken for the next request.
  const bool has_body = request.headers.contains("transfer-encoding") || (!length.empty() && length != "0");
  request.keeps_alive =
      !has_body && (line == "HTTP/1.1" ? connection.find("close") == std::string::npos : connection == "keep-alive");
  if (has_body && (request.method == "GET" || request.method == "HEAD"))
    return Error{"413 A request that reads has no body."};
  return request;
}

Params parse_form(std::string_view text) {
  Params fields;
  while (!text.empty()) {
    std::string_view value = cut(text, '&');
    const std::string_view name = cut(value, '=');
    fields[decoded(name, true)] = decoded(value, true);
  }
  return fields;
}

Result<std::size_t> length_of_form(const Request& request) {
  const std::string type = lower(request.header("content-type"));
  if (type.substr(0, type.find(';')) != "application/x-www-form-urlencoded")
    return Error{"415 A form is expected: application/x-www-form-urlencoded."};
  if (request.headers.contains("transfer-encoding")) return Error{"411 A form has a length, in Content-Length."};
  const std::string length = request.header("content-length");
  if (length.empty() || length.size() > 12 || length.find_first_not_of("0123456789") != std::string::npos)
    return Error{"411 A form has a length, in Content-Length."};
  const auto bytes = static_cast<std::size_t>(std::stoull(length));
  if (bytes > kLongestForm)
    return Error{"413 The form is too large: expected at most " + std::to_string(kLongestForm >> 10) +
                 " KB, all in all."};
  return bytes;
}

std::unique_ptr<door::Session> http_session(Answering& answering, const door::Arrival& arrival) {
  return std::make_unique<HttpSession>(answering, arrival);
}

std::string too_many_connections() {
  return text_of(failure_of("503 There are too many connections: try again."), {{"Retry-After", "5"}}, false, true);
}

}  // namespace assay::web
