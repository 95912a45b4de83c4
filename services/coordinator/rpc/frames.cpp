#include "services/coordinator/rpc/frames.h"

#include <algorithm>

namespace assay::rpc {
namespace {

using door::Clock;

constexpr std::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::size_t kHeaderBytes = 9;
constexpr std::uint32_t kLongestFrame =
    16'384;  // what HTTP/2 allows where no more was offered, and gRPC offers no more
constexpr std::size_t kLongestBlock = 16 << 10;  // of headers; gRPC accepts 8 KB of them
constexpr std::size_t kMostBlockFrames = 8;
constexpr std::uint32_t kLongestControl = 1'024;
constexpr std::size_t kSmallData = 1'024;  // a frame of less counts as a small one
constexpr std::size_t kStreams = 256, kStreamsOfAnAddress = 4'096, kStreamsInAll = 8'192;
constexpr std::size_t kBytesOfAnAddress = 32 << 20, kBytesInAll = 96 << 20;
constexpr std::size_t kLargeHolder = 1 << 20;
constexpr std::chrono::seconds kUntilPreface{10}, kUntilBlock{10}, kUntilRequest{60}, kAfterGivingUp{2};
constexpr std::chrono::seconds kUntilRequestWhenFull{5};
constexpr std::size_t kFewStreams = 16;
constexpr std::uint8_t kData = 0, kHeaders = 1, kReset = 3, kSettings = 4, kPing = 6, kGoaway = 7, kContinuation = 9;
constexpr std::uint8_t kEndStream = 1, kEndHeaders = 4;
constexpr std::uint32_t kLargestStream = 0x7fffffff;
constexpr char kCalmDown = 11;  // ENHANCE_YOUR_CALM

}  // namespace

FrameBudget::FrameBudget(CallLedger& ledger, std::shared_ptr<door::Peer> peer, Clock::time_point now)
    : ledger_(ledger),
      peer_(std::move(peer)),
      frames_(5'000, 10'000),
      greetings_(20, 100),
      preface_left_(kPreface.size()),
      begun_(now) {}

FrameBudget::~FrameBudget() {
  for (const auto& [id, stream] : streams_) forget(stream);
  for (const auto& [at, stream] : given_up_) forget(stream);
}

void FrameBudget::forget(const Stream& stream) {
  --ledger_.streams;
  --peer_->streams;
  ledger_.bytes -= stream.bytes;
  peer_->bytes -= stream.bytes;
  held_bytes_ -= stream.bytes;
}

FrameBudget::Frame FrameBudget::parse(std::string_view header) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(header[i])); };
  Frame frame;
  frame.length = byte(0) << 16 | byte(1) << 8 | byte(2);
  frame.type = static_cast<std::uint8_t>(byte(3));
  frame.flags = static_cast<std::uint8_t>(byte(4));
  frame.stream = (byte(5) << 24 | byte(6) << 16 | byte(7) << 8 | byte(8)) & kLargestStream;
  return frame;
}

std::size_t FrameBudget::admit(std::string_view bytes, Clock::time_point now) {
  const std::size_t all = bytes.size();
  if (preface_left_ > 0) {
    const std::size_t count = std::min(preface_left_, bytes.size());
    if (bytes.substr(0, count) != kPreface.substr(kPreface.size() - preface_left_, count)) fault_ = "not HTTP/2";
    if (!fault_.empty()) return 0;
    preface_left_ -= count;
    bytes.remove_prefix(count);
  }
  while (!bytes.empty()) {
    if (client_left_ == 0) {
      if (bytes.size() < kHeaderBytes) break;
      client_ = parse(bytes);
      if (!begin_frame(now)) break;
      client_left_ = client_.length;
      bytes.remove_prefix(kHeaderBytes);
    }
    const std::size_t count = std::min(client_left_, bytes.size());
    client_left_ -= count;
    bytes.remove_prefix(count);
  }
  return all - bytes.size();
}

/// False if the frame has to wait, or is at fault.
bool FrameBudget::begin_frame(Clock::time_point now) {
  const bool is_small = client_.type != kData || client_.length < kSmallData;
  if (client_.length > kLongestFrame) return fault_ = "a frame is too long", false;
  if (block_stream_ != 0 && client_.type != kContinuation) return fault_ = "a header block was not ended", false;
  switch (client_.type) {
    case kData:
    case kHeaders:
    case kContinuation:
      break;
    default:
      if (client_.length > kLongestControl) return fault_ = "a control frame is too long", false;
  }
  if (is_small) {
    // gRPC answers each of these, and its clients have no need for many.
    if ((client_.type == kPing || client_.type == kSettings) && !greetings_.take(1, now)) return false;
    if (!frames_.take(1, now)) return false;
    if (!peer_->frames.take(1, now)) return false;
  }
  switch (client_.type) {
    case kData:
      return begin_data();
    case kHeaders:
      return begin_headers(now);
    case kContinuation:
      block_bytes_ += client_.length;
      if (block_stream_ != client_.stream || ++block_frames_ > kMostBlockFrames || block_bytes_ > kLongestBlock)
        return fault_ = "a header block is too long", false;
      if ((client_.flags & kEndHeaders) != 0) {
        block_stream_ = 0;
        if (block_ends_request_) end_of_request(client_.stream);
      }
      return true;
    case kReset:
      set_aside(client_.stream, now);
      return true;
    default:
      return true;
  }
}

bool FrameBudget::begin_headers(Clock::time_point now) {
  if (client_.length > kLongestBlock) return fault_ = "a header block is too long", false;
  if (client_.stream > newest_stream_) {
    if (streams_.size() + given_up_.size() >= kStreams || peer_->streams >= kStreamsOfAnAddress) return false;
    if (ledger_.streams >= kStreamsInAll) return ledger_.is_full = true, false;
    newest_stream_ = client_.stream;
    streams_[client_.stream].opened = now;
    ++ledger_.streams;
    ++peer_->streams;
  }
  const bool ends_request = (client_.flags & kEndStream) != 0;
  if ((client_.flags & kEndHeaders) == 0) {
    block_stream_ = client_.stream;
    block_ends_request_ = ends_request;
    block_bytes_ = client_.length;
    block_frames_ = 1;
    block_since_ = now;
  } else if (ends_request) {
    end_of_request(client_.stream);
  }
  return true;
}

bool FrameBudget::may_take_bytes(std::size_t bytes) {
  if (ledger_.bytes + bytes > kBytesInAll) ledger_.is_full = true;
  return ledger_.bytes + bytes <= kBytesInAll && peer_->bytes + bytes <= kBytesOfAnAddress;
}

/// Is there a request that was begun so long ago and did not come to its end?
bool FrameBudget::has_a_request_older_than(std::chrono::seconds age, Clock::time_point now) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [&](const auto& each) { return !each.second.is_asked && now - each.second.opened > age; });
}

/// Does it hold much, with requests that ought to have come to their end?
bool FrameBudget::keeps_others_waiting(Clock::time_point now) const {
  const bool holds_much = held_bytes_ > kLargeHolder || streams_.size() > kFewStreams;
  return holds_much && has_a_request_older_than(kUntilRequestWhenFull, now);
}

bool FrameBudget::begin_data() {
  const auto found = streams_.find(client_.stream);
  if (found != streams_.end()) {
    if (!may_take_bytes(client_.length)) {
      // Who holds much gives way to who holds little, and tries again.
      if (held_bytes_ > kLargeHolder) fault_ = "too many bytes of requests are under way: try again";
      return false;
    }
    found->second.bytes += client_.length;
    ledger_.bytes += client_.length;
    peer_->bytes += client_.length;
    held_bytes_ += client_.length;
  }
  if ((client_.flags & kEndStream) != 0) end_of_request(client_.stream);
  return true;
}

void FrameBudget::end_of_request(std::uint32_t stream) {
  if (const auto found = streams_.find(stream); found != streams_.end()) found->second.is_asked = true;
}

/// gRPC is still at work for a call that its client gave up, so it keeps its place for a while.
void FrameBudget::set_aside(std::uint32_t stream, Clock::time_point now) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return;
  given_up_.emplace(now + kAfterGivingUp, found->second);
  streams_.erase(found);
}

void FrameBudget::follow(std::string_view bytes) {
  while (!bytes.empty()) {
    if (server_left_ == 0) {
      const std::size_t count = std::min(kHeaderBytes - server_header_.size(), bytes.size());
      server_header_ += bytes.substr(0, count);
      bytes.remove_prefix(count);
      if (server_header_.size() < kHeaderBytes) return;
      const Frame frame = parse(server_header_);
      server_header_.clear();
      server_left_ = frame.length;
      const bool ends =
          frame.type == kReset || ((frame.type == kData || frame.type == kHeaders) && (frame.flags & kEndStream) != 0);
      if (const auto found = streams_.find(frame.stream); ends && found != streams_.end()) {
        forget(found->second);
        streams_.erase(found);
      }
    }
    const std::size_t count = std::min(server_left_, bytes.size());
    server_left_ -= count;
    bytes.remove_prefix(count);
  }
}

void FrameBudget::look_at_the_time(Clock::time_point now) {
  while (!given_up_.empty() && given_up_.begin()->first <= now) {
    forget(given_up_.begin()->second);
    given_up_.erase(given_up_.begin());
  }
  if (!fault_.empty()) return;
  if (ledger_.is_full && ledger_.bytes < kBytesInAll / 2 && ledger_.streams < kStreamsInAll / 2)
    ledger_.is_full = false;
  if (preface_left_ > 0 && now - begun_ > kUntilPreface)
    fault_ = "nothing was said";
  else if (block_stream_ != 0 && now - block_since_ > kUntilBlock)
    fault_ = "a header block was not ended";
  else if (ledger_.is_full && keeps_others_waiting(now))
    fault_ = "others wait, and a request was not ended: try again";
  else if (has_a_request_older_than(kUntilRequest, now))
    fault_ = "a request was not ended";
}

std::string FrameBudget::goodbye(std::string_view why, bool served) {
  const char last = static_cast<char>(served ? 0x7f : 0), rest = static_cast<char>(served ? 0xff : 0);
  const auto length = static_cast<char>(8 + why.size());  // texts are short
  std::string frame{0, 0, length, kGoaway, 0, 0, 0, 0, 0, last, rest, rest, rest, 0, 0, 0, kCalmDown};
  return frame.append(why);
}

}  // namespace assay::rpc
