#include "services/worker/hunt/messages.h"

#include "services/common/records_json.h"

namespace assay::hunt {
namespace {

template <std::size_t Index = 0>
Message read(std::size_t kind, const nlohmann::json& fields) {
  if constexpr (Index + 1 < std::variant_size_v<Message>)
    if (kind != Index) return read<Index + 1>(kind, fields);
  return fields.get<std::variant_alternative_t<Index, Message>>();
}

}  // namespace

std::string line_of(const Message& message) {
  nlohmann::json json{{"kind", message.index()}};
  std::visit([&](const auto& record) { json["fields"] = record; }, message);
  return json_text(json);
}

std::optional<Message> message_of(const std::string& line) {
  try {
    const nlohmann::json json = nlohmann::json::parse(line);
    const auto kind = json.at("kind").get<std::size_t>();
    if (kind >= std::variant_size_v<Message>) return std::nullopt;
    return read(kind, json.at("fields"));
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace assay::hunt
