// The fields of a message by hand are those of protobuf's library, both ways, and hostile bytes are told.

#include "services/channel/wire.h"

#include <google/protobuf/unknown_field_set.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "assay/v1/internal/processes.pb.h"
#include "services/common/rng.h"

namespace assay::channel {
namespace {

using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

struct Read {
  std::uint32_t name = 0;
  std::optional<std::uint64_t> number;
  std::string bytes;
  bool operator==(const Read&) const = default;
};

/// The fields, and whether the bytes end with the last of them.
std::pair<std::vector<Read>, bool> by_hand(const std::string& bytes) {
  std::vector<Read> fields;
  FieldReader reader(bytes.data(), bytes.size());
  for (Field field; reader.next(field);)
    fields.push_back({field.name, field.is_number ? std::optional(field.number) : std::nullopt,
                      std::string(field.bytes == nullptr ? "" : field.bytes, field.size)});
  return {fields, !reader.is_broken()};
}

/// What protobuf's library makes of the same; nothing if it is no message, or has fields of a kind that we never write.
std::optional<std::vector<Read>> by_library(const std::string& bytes) {
  UnknownFieldSet set;
  if (!set.ParseFromString(bytes)) return std::nullopt;
  std::vector<Read> fields;
  for (int i = 0; i < set.field_count(); ++i) {
    const UnknownField& field = set.field(i);
    const auto name = static_cast<std::uint32_t>(field.number());
    if (field.type() == UnknownField::TYPE_VARINT)
      fields.push_back({name, field.varint(), ""});
    else if (field.type() == UnknownField::TYPE_LENGTH_DELIMITED)
      fields.push_back({name, std::nullopt, field.length_delimited()});
    else
      return std::nullopt;
  }
  return fields;
}

/// Does the library write the message by the same bytes that it reads?
bool is_usual_form(const std::string& bytes) {
  UnknownFieldSet set;
  std::string again;
  return set.ParseFromString(bytes) && set.SerializeToString(&again) && again == bytes;
}

std::string random_text(Rng& rng, std::size_t most) {
  std::string text(rng.below(most + 1), '\0');
  for (char& c : text) c = static_cast<char>(rng.below(256));
  return text;
}

std::uint64_t random_number(Rng& rng) { return rng() >> rng.below(64); }

TEST(Wire, WhatIsWrittenByHandIsReadByTheLibrary) {
  Rng rng(1);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<Read> fields(rng.below(6));
    std::size_t size = 0;
    for (Read& field : fields) {
      field.name = 1 + static_cast<std::uint32_t>(rng.below(0x1fffffff));
      if (rng.chance(1, 2)) field.number = random_number(rng);
      if (!field.number) field.bytes = random_text(rng, 300);
      size += field.number ? FieldWriter::size_of(field.name, *field.number)
                           : FieldWriter::size_of_bytes(field.name, field.bytes.size());
    }
    std::string bytes(size, '\0');
    FieldWriter writer(bytes.data());
    for (const Read& field : fields) {
      if (field.number)
        writer.put(field.name, *field.number);
      else
        writer.put(field.name, field.bytes.data(), field.bytes.size());
    }
    ASSERT_EQ(writer.end(), bytes.data() + size);
    ASSERT_EQ(by_library(bytes), fields);
    ASSERT_EQ(by_hand(bytes), (std::pair{fields, true}));
  }
}

TEST(Wire, ManyDamagedMessagesAreReadAsTheLibraryReadsThemOrRefused) {
  Rng rng(2);
  int good = 0, broken = 0;
  for (int round = 0; round < 20'000; ++round) {
    v1::internal::RunAsked asked;
    for (std::uint64_t i = rng.below(4); i > 0; --i) asked.add_arguments(random_text(rng, 200));
    asked.set_memory_limit_bytes(random_number(rng));
    std::string bytes = asked.SerializeAsString();
    for (std::uint64_t i = rng.below(3); i > 0 && !bytes.empty(); --i)
      bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    if (rng.chance(1, 4)) bytes.resize(rng.below(bytes.size() + 1));
    const auto [fields, whole] = by_hand(bytes);
    const auto expected = by_library(bytes);
    if (whole) ASSERT_EQ(fields, expected) << round;
    if (expected && !whole) ASSERT_FALSE(is_usual_form(bytes)) << round;  // numbers of more bytes than they need
    ++(whole ? good : broken);
  }
  EXPECT_GT(good, 1'000);
  EXPECT_GT(broken, 1'000);
}

TEST(Wire, ALengthThatIsLargerThanTheRestIsBroken) {
  for (const std::string& bytes :
       {std::string("\12\4abc", 5), std::string("\12\377\377\377\377\377\377\377\377\377\1", 11),
        std::string("\10\200", 2), std::string("\0\1", 2)})
    EXPECT_FALSE(by_hand(bytes).second);
}

}  // namespace
}  // namespace assay::channel
