// Hostile bytes for the reader of frames: whatever comes, in whatever pieces, the messages are those that a plain
// reading of the bytes gives, and the end is told.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "assay/v1/internal/processes.pb.h"
#include "services/channel/frames.h"

namespace {

using namespace assay::channel;

constexpr std::size_t kMost = 4'096;

struct Reading {
  std::vector<std::string> bodies;
  Heard end = Heard::Nothing;
  bool operator==(const Reading&) const = default;
};

Reading plainly(const std::string& bytes) {
  Reading reading;
  for (std::size_t at = 0;;) {
    if (at == bytes.size()) return reading.end = Heard::Closed, reading;
    if (bytes.size() - at < kHeaderBytes) return reading.end = Heard::Cut, reading;
    std::size_t length = 0;
    for (std::size_t i = kHeaderBytes; i-- > 0;) length = length * 256 + static_cast<unsigned char>(bytes[at + i]);
    if (length > kMost) return reading.end = Heard::TooLong, reading;
    if (bytes.size() - at - kHeaderBytes < length) return reading.end = Heard::Cut, reading;
    reading.bodies.push_back(bytes.substr(at + kHeaderBytes, length));
    at += kHeaderBytes + length;
  }
}

Reading in_pieces(const std::string& bytes, FuzzedDataProvider& sizes) {
  Reading reading;
  FrameBuffer buffer(kMost);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = sizes.ConsumeIntegralInRange<std::size_t>(1, bytes.size() - at);
    buffer.add(std::string_view(bytes).substr(at, size));
    at += size;
    for (std::string_view body; (reading.end = buffer.take(body)) == Heard::Message;) reading.bodies.emplace_back(body);
  }
  buffer.close();
  std::string_view none;
  reading.end = buffer.take(none);
  return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  const std::string bytes = provider.ConsumeRandomLengthString(size);
  const Reading reading = in_pieces(bytes, provider);
  if (reading != plainly(bytes)) std::abort();
  for (const std::string& body : reading.bodies) {
    assay::v1::internal::Copied message;
    (void)message.ParseFromString(body);
  }
  return 0;
}
