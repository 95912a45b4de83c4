#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/status.h"
#include "services/coordinator/door/door.h"
#include "services/coordinator/door/executor.h"
#include "services/coordinator/web/page.h"

namespace assay::web {

/// A request of HTTP/1: its head, and of a form that is sent its fields.
struct Request {
  std::string method;
  std::vector<std::string> path;               ///< its parts, decoded: "/bugs/a%2Fb" is "bugs", "a/b"
  Params params;                               ///< of the query, decoded; the last of a name counts
  std::map<std::string, std::string> headers;  ///< by their names in small letters; the last of a name counts
  bool keeps_alive = false;                    ///< another request may follow
  Params form;                                 ///< the fields of a form that was sent (POST), decoded
  std::string client;                          ///< its address, as door::Visitor has it
  std::string identity;                        ///< the name in its certificate; empty: it has shown none
  std::string header(const std::string& name) const;
};

/// Of the text up to the empty line. The error is a status of HTTP and a sentence: "414 The address is too long.".
Result<Request> parse_request(std::string_view head);

/// How many bytes of a form follow the head; the error is as above: no form, no length, too large.
Result<std::size_t> length_of_form(const Request& request);
/// "name=value&…" decoded; the last of a name counts.
Params parse_form(std::string_view text);

/// What is said of an answer beside its own.
using Headers = std::vector<std::pair<std::string, std::string>>;

/// How requests are answered: by threads, within limits of time, number and size.
struct Answering {
  std::function<Response(const Request&, Headers&)> answer;  ///< called by a thread of the pool
  Headers headers;                                           ///< of every answer
  door::Executor& pool;
  std::function<bool(const Request&)> takes_form{};  ///< is the form read that this request sends? Else none is
  std::atomic<std::size_t> bytes = 0;                ///< of answers that were not taken yet
  std::atomic<std::size_t> form_bytes = 0;           ///< of forms that are read or looked at
};

/// One connection. Its client may be slow: that costs a few KB, and no thread.
std::unique_ptr<door::Session> http_session(Answering& answering, const door::Arrival& arrival);

/// What is said to a connection that is one too many.
std::string too_many_connections();

}  // namespace assay::web
