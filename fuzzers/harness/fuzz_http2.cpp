// Hostile bytes at the door of calls: whatever frames a client sends, in whatever pieces, and whatever is answered, the
// budget lets through a beginning of what came, holds no more than its limits, and gives all of it back at the end.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstdlib>
#include <string>

#include "services/coordinator/rpc/frames.h"

namespace {

using namespace assay;
using door::Clock;

const std::string kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::size_t kMostCalls = 256;                      // of one connection
constexpr std::size_t kMostBytes = std::size_t{32} << 20;    // of one address
constexpr std::chrono::milliseconds kLongestPause{100'000};  // between two pieces

void require(bool holds) {
  if (!holds) std::abort();
}

/// A frame that may be one that gRPC's clients send, or none at all.
std::string frame(FuzzedDataProvider& data) {
  const std::string payload = data.ConsumeRandomLengthString(64);
  const std::size_t said = data.ConsumeBool() ? payload.size() : data.ConsumeIntegralInRange<std::size_t>(0, 1 << 24);
  const auto type = data.ConsumeIntegralInRange<std::uint8_t>(0, 10);
  const auto flags =
      data.ConsumeBool() ? data.PickValueInArray<std::uint8_t>({0, 1, 4, 5}) : data.ConsumeIntegral<std::uint8_t>();
  const auto stream =
      data.ConsumeBool() ? data.ConsumeIntegralInRange<std::uint32_t>(0, 9) : data.ConsumeIntegral<std::uint32_t>();
  std::string bytes;
  for (const int shift : {16, 8, 0}) bytes += static_cast<char>(said >> shift & 0xff);
  bytes += static_cast<char>(type);
  bytes += static_cast<char>(flags);
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(stream >> shift & 0xff);
  return bytes + payload;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  rpc::CallLedger ledger;
  const auto peer = std::make_shared<door::Peer>();
  Clock::time_point now{std::chrono::hours(1)};
  {
    rpc::FrameBudget budget(ledger, peer, now);
    std::string waiting = provider.ConsumeIntegralInRange(0, 7) == 0 ? "" : kPreface;
    while (provider.remaining_bytes() > 0 && budget.fault().empty()) {
      switch (provider.ConsumeIntegralInRange(0, 5)) {
        case 0:
          budget.follow(frame(provider));
          break;
        case 1:
          now += std::chrono::milliseconds(provider.ConsumeIntegralInRange<std::int64_t>(0, kLongestPause.count()));
          budget.look_at_the_time(now);
          break;
        case 2:
          waiting += provider.ConsumeRandomLengthString(32);
          break;
        default:
          waiting += frame(provider);
          break;
      }
      const std::size_t piece = provider.ConsumeIntegralInRange<std::size_t>(0, waiting.size());
      const std::size_t admitted = budget.admit(std::string_view(waiting).substr(0, piece), now);
      require(admitted <= piece);
      waiting.erase(0, admitted);
      require(ledger.streams <= kMostCalls && ledger.bytes <= kMostBytes);
      require(peer->streams == ledger.streams && peer->bytes == ledger.bytes);
    }
  }
  require(ledger.streams == 0 && ledger.bytes == 0 && peer->streams == 0 && peer->bytes == 0);
  return 0;
}
