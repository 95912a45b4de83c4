#include "services/worker/hunt/messages.h"

#include "assay/v1/internal/hunt.pb.h"
#include "services/channel/fields_proto.h"

namespace assay::hunt {
namespace {

using google::protobuf::FieldDescriptor;
using v1::internal::HuntMessage;

const FieldDescriptor& field_of_kind(std::size_t kind) {
  return *HuntMessage::descriptor()->FindFieldByNumber(static_cast<int>(kind) + 1);
}

template <std::size_t Index = 0>
std::optional<Message> read(std::size_t kind, const google::protobuf::Message& fields) {
  if constexpr (Index + 1 < std::variant_size_v<Message>)
    if (kind != Index) return read<Index + 1>(kind, fields);
  auto record = channel::record_of<std::variant_alternative_t<Index, Message>>(fields);
  if (!record) return std::nullopt;
  return Message(std::move(*record));
}

}  // namespace

std::optional<Message> MessageReader::next(int wait_ms) {
  HuntMessage wire;
  last_ = frames_.next(wire, wait_ms);
  if (last_ != channel::Heard::Message) return std::nullopt;
  if (wire.what_case() != HuntMessage::WHAT_NOT_SET) {
    const auto kind = static_cast<std::size_t>(wire.what_case()) - 1;
    auto message = read(kind, wire.GetReflection()->GetMessage(wire, &field_of_kind(kind)));
    if (message) return message;
  }
  last_ = channel::Heard::Broken;
  return std::nullopt;
}

bool write_message(int socket, const Message& message, std::span<const int> descriptors) {
  HuntMessage wire;
  google::protobuf::Message& fields = *wire.GetReflection()->MutableMessage(&wire, &field_of_kind(message.index()));
  std::visit([&](const auto& record) { each_field(record, channel::MessageWriter(fields)); }, message);
  return channel::write_message(socket, wire, -1, descriptors) == channel::Sent::All;
}

}  // namespace assay::hunt
