#include <gtest/gtest.h>

#include <string>

#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

// Promises that passes infer wrongly, and beside each something of another cause.
TEST(ShippedRoots, KnowWhatIsSaidOfArgumentsAndOfFunctionsByTheirNames) {
  const auto refused = [](const char* intrinsic) {
    return rule_of({"", "instcombine", "22.1.8", intrinsic, "",
                    "Attribute 'nonnull' applied to incompatible type!\n  %c = call nonnull <2 x ptr> @llvm.ptrmask"},
                   FindingKind::InvalidIr);
  };
  EXPECT_EQ(refused("  %c = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %b, <2 x i64> %m)\n"),
            "nonnull-of-masked-vectors");
  EXPECT_EQ(refused("  %c = call ptr @llvm.ptrmask.p0.i64(ptr %b, i64 %m)\n"), "");

  const char* changed = "source returns; target immediate undefined behaviour: invariant memory changed at store";
  const char* invariant = "  %3 = load i16, ptr %p, align 2, !invariant.load !0\n";
  EXPECT_EQ(rule_of_what_happens("attributor", "  store volatile i16 %3, ptr %q\n", invariant, changed),
            "invariant-load-beside-a-volatile-store");
  EXPECT_EQ(rule_of_what_happens("attributor", "  store i16 %3, ptr %q\n", invariant, changed), "");

  const char* other = "source is called with the source's convention; target has another: byval of argument 1 differs";
  EXPECT_EQ(rule_of_what_happens("attributor", "define void @f(ptr byval(%s) align 2 %x)\n", "", other),
            "align-of-a-byval-argument");
  EXPECT_EQ(rule_of_what_happens("argpromotion", "define void @f(ptr byval(%s) align 2 %x)\n", "", other), "");

  const char* chosen = "  %a = select i1 %y, ptr %x, ptr null\n  store i1 false, ptr %a, align 1\n";
  const char* forbidden =
      "source returns; target immediate undefined behaviour: write that an attribute forbids at store";
  EXPECT_EQ(rule_of_what_happens("attributor-light", chosen, "attributes #0 = { memory(none) }\n", forbidden),
            "written-through-a-select");
  EXPECT_EQ(rule_of_what_happens("attributor-light", chosen, "attributes #0 = { memory(read) }\n", forbidden), "");

  EXPECT_EQ(rule_of_what_happens("inferattrs", "attributes #0 = { nobuiltin }\n", "", forbidden),
            "library-promises-in-spite-of-nobuiltin");
  EXPECT_EQ(rule_of_what_happens("inferattrs", "attributes #0 = { nounwind }\n", "", forbidden), "");

  const char* body = "define void @_ZdlPv(ptr %x) {\n  ret void\n}\n";
  const char* poison = "source returns; target immediate undefined behaviour: store to a poison or undef address";
  EXPECT_EQ(rule_of_what_happens("instcombine", (std::string(body) + "  call void @_ZdlPv(ptr poison)\n").c_str(), "",
                                 poison),
            "operator-delete-with-a-body");
  EXPECT_EQ(
      rule_of_what_happens("instcombine", "declare void @_ZdlPv(ptr)\n  call void @_ZdlPv(ptr poison)\n", "", poison),
      "");

  EXPECT_EQ(rule_of_what_happens("attributor", "  %b = select nsz i1 %a, float %x, float 0.0\n",
                                 "define nofpclass(nan nzero) float @f(float %x)\n",
                                 "source returns float 0; target returns float poison"),
            "nofpclass-of-an-nsz-result");
}

}  // namespace
}  // namespace assay::triage
