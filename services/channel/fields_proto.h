#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include "services/common/fields.h"
#include "services/common/status.h"
#include "services/common/text.h"
#include "services/common/work.h"

/// Records to messages and back, field by field: a record's field is the message's field of the same name. That each
/// record's list and its message name the same fields is a test (convert_test).
namespace assay::channel {

/// The message's enumerator for a name: "invalid-ir" of FindingKind is FINDING_KIND_INVALID_IR. The prefix is that of
/// the enumerator 0, which is called UNSPECIFIED everywhere. Throws std::logic_error, which names it, if there is none.
const google::protobuf::EnumValueDescriptor* enumerator_named(const google::protobuf::EnumDescriptor& type,
                                                              std::string_view name);
/// The way back: the name of which the enumerator is made; empty for 0 and for numbers that have no enumerator.
std::string name_of_enumerator(const google::protobuf::EnumDescriptor& type, int number);

/// The message's field of that name. Throws std::logic_error, which names both, if the message lacks it: the code does
/// not fit the contract then, and a value would get lost.
const google::protobuf::FieldDescriptor* field_named(const google::protobuf::Descriptor& type, const char* name);

/// Does the field hold text (and not an enumeration of its own)?
inline bool is_text(const google::protobuf::FieldDescriptor& field) {
  return field.cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_STRING;
}

/// Fills a message from a record.
class MessageWriter {
 public:
  explicit MessageWriter(google::protobuf::Message& message)
      : message_(message), reflection_(*message.GetReflection()), type_(*message.GetDescriptor()) {}

  template <class T>
  void operator()(const char* name, const T& value) {
    write(field_named(type_, name), value);
  }

 private:
  using Field = const google::protobuf::FieldDescriptor*;

  void write(Field field, const std::string& value) { reflection_.SetString(&message_, field, value); }
  void write(Field field, bool value) { reflection_.SetBool(&message_, field, value); }
  void write(Field field, std::uint32_t value) { reflection_.SetUInt32(&message_, field, value); }
  void write(Field field, std::uint64_t value) { reflection_.SetUInt64(&message_, field, value); }
  void write(Field field, std::int64_t value) { reflection_.SetInt64(&message_, field, value); }
  void write(Field field, double value) { reflection_.SetDouble(&message_, field, value); }
  void write(Field field, const Counts& counts) {
    for (const auto& [word, count] : counts) {
      google::protobuf::Message* entry = reflection_.AddMessage(&message_, field);
      entry->GetReflection()->SetString(entry, entry->GetDescriptor()->field(0), word);
      entry->GetReflection()->SetUInt64(entry, entry->GetDescriptor()->field(1), count);
    }
  }
  /// An enumeration of the message's own, or its names as text.
  template <Named E>
  void write(Field field, E value) {
    if (is_text(*field)) return write(field, std::string(name_of(value)));
    reflection_.SetEnum(&message_, field, enumerator_named(*field->enum_type(), name_of(value)));
  }
  template <Record R>
  void write(Field field, const R& record) {
    each_field(record, MessageWriter(*reflection_.MutableMessage(&message_, field)));
  }
  template <class T>
  void write(Field field, const std::optional<T>& value) {
    if (value) write(field, *value);
  }
  template <class T>
  void write(Field field, const std::vector<T>& values) {
    for (const T& value : values)
      if constexpr (Record<T>)
        each_field(value, MessageWriter(*reflection_.AddMessage(&message_, field)));
      else
        reflection_.AddString(&message_, field, text_of(value));
  }
  void write(Field field, const std::vector<std::uint64_t>& values) {
    for (const std::uint64_t value : values) reflection_.AddUInt64(&message_, field, value);
  }
  static const std::string& text_of(const std::string& text) { return text; }
  template <Named E>
  static std::string text_of(E value) {
    return name_of(value);
  }

  google::protobuf::Message& message_;
  const google::protobuf::Reflection& reflection_;
  const google::protobuf::Descriptor& type_;
};

/// Fills a record from a message. The first value that no record can have ends it: error() names the field.
class MessageReader {
 public:
  explicit MessageReader(const google::protobuf::Message& message)
      : message_(message), reflection_(*message.GetReflection()), type_(*message.GetDescriptor()) {}

  template <class T>
  void operator()(const char* name, T& value) {
    if (!error_) read(field_named(type_, name), value);
  }
  const Status& error() const { return error_; }

 private:
  using Field = const google::protobuf::FieldDescriptor*;

  void read(Field field, std::string& value) { value = reflection_.GetString(message_, field); }
  void read(Field field, bool& value) { value = reflection_.GetBool(message_, field); }
  void read(Field field, std::uint32_t& value) { value = reflection_.GetUInt32(message_, field); }
  void read(Field field, std::uint64_t& value) { value = reflection_.GetUInt64(message_, field); }
  void read(Field field, std::int64_t& value) { value = reflection_.GetInt64(message_, field); }
  void read(Field field, double& value) { value = reflection_.GetDouble(message_, field); }
  void read(Field field, Counts& counts) {
    for (int i = 0; i < reflection_.FieldSize(message_, field); ++i) {
      const google::protobuf::Message& entry = reflection_.GetRepeatedMessage(message_, field, i);
      counts.emplace_back(entry.GetReflection()->GetString(entry, entry.GetDescriptor()->field(0)),
                          entry.GetReflection()->GetUInt64(entry, entry.GetDescriptor()->field(1)));
    }
  }
  template <Named E>
  void read(Field field, E& value) {
    if (is_text(*field)) return read_name(field, reflection_.GetString(message_, field), value);
    const int number = reflection_.GetEnumValue(message_, field);
    const auto found = enumerator_of(name_of_enumerator(*field->enum_type(), number), std::type_identity<E>());
    if (found)
      value = *found;
    else
      error_ = Error{field->name() + ": " + std::to_string(number) + " is no " + field->enum_type()->name()};
  }
  template <Record R>
  void read(Field field, R& record) {
    if (reflection_.HasField(message_, field)) read_record(field, reflection_.GetMessage(message_, field), record);
  }
  template <class T>
  void read(Field field, std::optional<T>& value) {
    if (reflection_.HasField(message_, field)) read(field, value.emplace());
  }
  template <class T>
  void read(Field field, std::vector<T>& values) {
    for (int i = 0; i < reflection_.FieldSize(message_, field) && !error_; ++i) {
      if constexpr (Record<T>)
        read_record(field, reflection_.GetRepeatedMessage(message_, field, i), values.emplace_back());
      else
        add_text(field, reflection_.GetRepeatedString(message_, field, i), values);
    }
  }
  void read(Field field, std::vector<std::uint64_t>& values) {
    for (int i = 0; i < reflection_.FieldSize(message_, field); ++i)
      values.push_back(reflection_.GetRepeatedUInt64(message_, field, i));
  }
  static void add_text(Field, const std::string& text, std::vector<std::string>& texts) { texts.push_back(text); }
  template <Named E>
  void add_text(Field field, const std::string& text, std::vector<E>& values) {
    read_name(field, text, values.emplace_back());
  }
  template <Named E>
  void read_name(Field field, const std::string& text, E& value) {
    if (const auto found = enumerator_of(text, std::type_identity<E>()))
      value = *found;
    else
      error_ = Error{field->name() + ": '" + visible(text.substr(0, 40)) + "' is not known"};
  }
  template <Record R>
  void read_record(Field field, const google::protobuf::Message& message, R& record) {
    MessageReader reader(message);
    each_field(record, reader);
    if (reader.error()) error_ = Error{field->name() + "." + reader.error()->message};
  }

  const google::protobuf::Message& message_;
  const google::protobuf::Reflection& reflection_;
  const google::protobuf::Descriptor& type_;
  Status error_;
};

/// A record as a message of its type, and back; the error names the field.
template <class Message, class R>
Message message_of(const R& record) {
  Message message;
  each_field(record, MessageWriter(message));
  return message;
}
template <class R>
Result<R> record_of(const google::protobuf::Message& message) {
  R record;
  MessageReader reader(message);
  each_field(record, reader);
  if (reader.error()) return *reader.error();
  return record;
}

}  // namespace assay::channel
