// Hostile bytes at the door of the pages: whatever comes, in whatever pieces, the answers are the same, the requests
// that are handed on keep to their limits, and nothing is answered behind a request that ended the connection.
#include <fuzzer/FuzzedDataProvider.h>

#include <chrono>
#include <cstdlib>
#include <semaphore>
#include <string>
#include <thread>

#include "services/coordinator/web/http.h"

namespace {

using namespace assay;

constexpr std::size_t kMostRequests = 100'000;

void require(bool holds) {
  if (!holds) std::abort();
}

/// What a client that sends these bytes in such pieces is told.
std::string told(const std::string& bytes, FuzzedDataProvider* sizes) {
  static door::Executor* const pool = new door::Executor(1, 16);  // lives as long as the process
  std::counting_semaphore<> answered(0);
  const auto answer = [](const web::Request& request, web::Headers&) {
    std::size_t size = 0;
    for (const auto& [name, value] : request.headers) size += name.size() + value.size();
    require(size <= 16 << 10 && request.headers.size() <= 64 && !request.method.empty());
    web::Response response;
    response.body = request.method;
    for (const std::string& part : request.path) response.body += " /" + part;
    for (const auto& [name, value] : request.params) response.body += " " + name + "=" + value;
    for (const auto& [name, value] : request.form) response.body += " " + name + ":" + value;
    return response;
  };
  web::Answering answering{answer, {}, *pool, [](const web::Request& request) { return request.method == "POST"; }};
  std::string all;
  {
    const auto session = web::http_session(answering, {{}, nullptr, [&] { answered.release(); }});
    std::size_t at = 0;
    for (std::size_t round = 0; at < bytes.size() && !session->is_over(); ++round) {
      require(round < kMostRequests);
      const std::size_t rest = bytes.size() - at;
      const std::size_t size = sizes != nullptr ? sizes->ConsumeIntegralInRange<std::size_t>(1, rest) : rest;
      const std::size_t taken = session->take(std::string_view(bytes).substr(at, size));
      require(taken <= size);
      at += taken;
      for (std::size_t before = all.size(); !session->is_over() && !session->is_hungry(); before = all.size()) {
        session->give(all, 16 << 10);
        if (all.size() == before && !session->is_over()) answered.acquire();
      }
    }
    session->client_ended();
    require(session->is_over());
  }
  while (answering.bytes != 0 || answering.form_bytes != 0)
    std::this_thread::yield();  // the pool's thread lets go of the last one
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  const std::string bytes = provider.ConsumeRandomLengthString(size);
  require(told(bytes, nullptr) == told(bytes, &provider));
  return 0;
}
