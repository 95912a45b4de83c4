#include <gtest/gtest.h>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {
namespace {

/// Pairs of expressions, as before and after an optimizer, that must be the same term.
class CanonicalTest : public testing::Test {
 protected:
  Term c(std::uint64_t value) { return terms.constant(32, value); }
  Terms terms;
  Term x = terms.variable("x", 32), y = terms.variable("y", 32), z = terms.variable("z", 32);
};

TEST_F(CanonicalTest, SumsAreCollected) { EXPECT_EQ(terms.add(x, terms.add(y, z)), terms.add(terms.add(z, x), y)); }

}  // namespace
}  // namespace assay::refine::smt
