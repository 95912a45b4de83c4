#include "services/worker/hunt/messages.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "services/common/records_json.h"

namespace assay::hunt {
namespace {

std::vector<Message> one_of_each() {
  Finding finding;
  finding.original = "two\nlines";
  finding.question.oracle = "crash";
  WorkUnit unit;
  unit.seed = ~std::uint64_t{0};
  HuntStatistics delta;
  delta.mutants = 5;
  return {HuntBatch{unit}, Prepare{unit.settings}, Stop{},      Quit{},      Done{"why"},         Died{"signal 9"},
          Found{finding},  FoundRaw{finding},      Withdrawn{}, Alone{"ir"}, Progress{delta, 64}, Serving{}};
}

class Messages : public testing::Test {
 protected:
  Messages() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  ~Messages() override {
    for (const int end : ends_) close(end);
  }
  int ends_[2];
};

/// Which fields a record has, and what is in them.
std::string fields_of(const Message& message) {
  return std::visit([](const auto& record) { return json_text(record); }, message);
}

TEST_F(Messages, EachKindComesBackAsItWasInOrder) {
  const auto messages = one_of_each();
  ASSERT_EQ(messages.size(), std::variant_size_v<Message>);
  for (const Message& message : messages) ASSERT_TRUE(write_message(ends_[0], message));
  channel::FrameReader frames(ends_[1]);
  MessageReader reader(frames);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ASSERT_EQ(messages[i].index(), i);
    const auto back = reader.next(-1);
    ASSERT_TRUE(back) << i;
    EXPECT_EQ(back->index(), i);
    EXPECT_EQ(fields_of(*back), fields_of(messages[i]));
  }
}

TEST_F(Messages, AFindingsBytesComeBackAlsoWhereTheyAreNoText) {
  Finding finding;
  finding.original = std::string("\xff\0 \n", 4);
  ASSERT_TRUE(write_message(ends_[0], Found{finding}));
  channel::FrameReader frames(ends_[1]);
  const auto back = MessageReader(frames).next(-1);
  ASSERT_TRUE(back && std::holds_alternative<Found>(*back));
  EXPECT_EQ(std::get<Found>(*back).finding, finding);
}

TEST_F(Messages, WhatIsNoneOfThemEndsTheReading) {
  ASSERT_EQ(write(ends_[0], "\0\0\0\0", 4), 4);  // a message that says nothing
  channel::FrameReader frames(ends_[1]);
  MessageReader reader(frames);
  EXPECT_FALSE(reader.next(-1));
  EXPECT_EQ(reader.last(), channel::Heard::Broken);
  EXPECT_TRUE(reader.ended());
}

}  // namespace
}  // namespace assay::hunt
