#include "services/channel/fields_proto.h"

#include <stdexcept>

namespace assay::channel {
namespace {

constexpr std::string_view kUnspecified = "UNSPECIFIED";

/// What the names of a type's enumerators begin with: "FINDING_KIND_".
std::string prefix_of(const google::protobuf::EnumDescriptor& type) {
  const std::string& name = type.FindValueByNumber(0)->name();
  return name.substr(0, name.size() - kUnspecified.size());
}

}  // namespace

const google::protobuf::FieldDescriptor* field_named(const google::protobuf::Descriptor& type, const char* name) {
  const google::protobuf::FieldDescriptor* field = type.FindFieldByName(name);
  if (field == nullptr) throw std::logic_error(type.full_name() + " has no field " + name);
  return field;
}

const google::protobuf::EnumValueDescriptor* enumerator_named(const google::protobuf::EnumDescriptor& type,
                                                              std::string_view name) {
  std::string full = prefix_of(type);
  for (const char c : name) full += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const google::protobuf::EnumValueDescriptor* value = type.FindValueByName(full);
  if (value == nullptr) throw std::logic_error(type.full_name() + " has no enumerator " + full);
  return value;
}

std::string name_of_enumerator(const google::protobuf::EnumDescriptor& type, int number) {
  const google::protobuf::EnumValueDescriptor* value = number == 0 ? nullptr : type.FindValueByNumber(number);
  if (value == nullptr) return {};
  std::string name = value->name().substr(prefix_of(type).size());
  for (char& c : name) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace assay::channel
