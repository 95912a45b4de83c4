#include "services/worker/hunt/messages.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "services/worker/hunt/lines.h"

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
  return {HuntBatch{unit}, Prepare{unit.settings}, Stop{},         Quit{},
          Done{"why"},     Died{"signal 9"},       Found{finding}, FoundRaw{finding},
          Withdrawn{},     Learned{"ir", {1, 2}},  Alone{"ir"},    Progress{delta, 64}};
}

TEST(Messages, EachKindIsOneLineAndComesBack) {
  const auto messages = one_of_each();
  ASSERT_EQ(messages.size(), std::variant_size_v<Message>);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ASSERT_EQ(messages[i].index(), i);
    const std::string line = line_of(messages[i]);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto back = message_of(line);
    ASSERT_TRUE(back) << line;
    EXPECT_EQ(line_of(*back), line);
  }
  EXPECT_EQ(std::get<Found>(*message_of(line_of(messages[6]))).finding, std::get<Found>(messages[6]).finding);
}

TEST(Messages, WhatIsNoneGivesNothing) {
  for (const char* line : {"", "{}", "nonsense", R"({"kind": 99, "fields": {}})", R"({"kind": 0, "fields": 3})"})
    EXPECT_FALSE(message_of(line)) << line;
}

TEST(Messages, ArriveInOrderAndHalfALineIsPassedBy) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  EXPECT_TRUE(write_message(ends[0], Alone{"one"}));
  const std::string half = "{\"kind\": 4, \"fie\n";
  ASSERT_EQ(write(ends[0], half.data(), half.size()), static_cast<ssize_t>(half.size()));
  EXPECT_TRUE(write_message(ends[0], Alone{"two"}));
  close(ends[0]);
  MessageReader reader(ends[1]);
  EXPECT_EQ(std::get<Alone>(*reader.next(1000)).ir, "one");
  EXPECT_EQ(std::get<Alone>(*reader.next(1000)).ir, "two");
  EXPECT_FALSE(reader.next(1000));
  EXPECT_TRUE(reader.ended());
  close(ends[1]);
}

}  // namespace
}  // namespace assay::hunt
