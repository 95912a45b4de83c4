// The words of --semantics. What they mean: tests/golden/pairs/variants.

#include "services/worker/semantics/variant.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::semantics {
namespace {

TEST(Relaxations, EachIsAWordOfItsOwn) {
  for (const std::string_view word : relaxations()) EXPECT_EQ(name_of(*parse_variant(std::string(word))), word);
}

TEST(VariantNames, EveryVariantReadsItsOwnName) {
  for (const char* text :
       {"langref", "branch=choice", "select=ub-arms,undef=no", "branch=choice,select=choice,undef=no"}) {
    const auto variant = parse_variant(text);
    ASSERT_TRUE(variant) << variant.error();
    EXPECT_EQ(name_of(*variant), text);
  }
  EXPECT_EQ(*parse_variant("branch=ub,select=poison,undef=yes"), Variant{});
  EXPECT_FALSE(parse_variant("branch=maybe"));
  EXPECT_FALSE(parse_variant(""));
}

}  // namespace
}  // namespace assay::semantics
