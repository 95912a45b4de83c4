#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

using llvm::APInt;

TEST(LaneSets, FormsOfTheSameSetAreEqual) {
  const LaneSet listed = LaneSet::of_list(4, {1, 3}, false);
  const LaneSet masked = LaneSet::of_mask(APInt(4, 1), APInt(4, 2), false);
  EXPECT_TRUE(listed == masked);
  EXPECT_TRUE(masked.patterns_within(listed));
  EXPECT_FALSE(LaneSet::of_undef(4).patterns_within(listed));
  EXPECT_TRUE(listed.patterns_within(LaneSet::of_undef(4)));
}

TEST(LaneSets, AListOfEverythingIsUndef) {
  EXPECT_TRUE(LaneSet::of_list(2, {3, 1, 0, 2, 2}, false).is_undef());
  EXPECT_TRUE(LaneSet::of_list(2, {3}, false).is_single());
  EXPECT_TRUE(LaneSet::of_list(2, {}, true).only_poison());
}

TEST(LaneSets, MaskedMembersAreListedInOrder) {
  EXPECT_EQ(LaneSet::of_mask(APInt(8, 0x40), APInt(8, 0x81), false).list(),
            (std::vector<std::uint64_t>{0x40, 0x41, 0xc0, 0xc1}));
}

TEST(LaneSets, PrintingSaysWhatIsInThem) {
  const semantics::LaneType i8{semantics::LaneKind::Integer, semantics::FloatFormat::None, 8, 0};
  EXPECT_EQ(print(LaneSet::of_poison(8), i8), "poison");
  EXPECT_EQ(print(LaneSet::of_undef(8), i8), "undef");
  EXPECT_EQ(print(LaneSet::of(APInt(8, 255)), i8), "-1 (0xff, 255)");
  EXPECT_EQ(print(LaneSet::of_mask(APInt(8, 1), APInt(8, 0xf0), false), i8), "0x1 with any bits of 0xf0");
  EXPECT_EQ(print(LaneSet::of_list(8, {1, 2}, true), i8), "one of {1, 2} or poison");
}

}  // namespace
}  // namespace assay::interpret
