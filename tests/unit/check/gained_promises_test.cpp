#include <gtest/gtest.h>

#include <llvm/IR/Attributes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/attribute_support.h"
#include "services/worker/semantics/gained_promises.h"
#include "tests/unit/check/pairs.h"

/// Promises that only the target makes, and breaks: no machine may call that correct, whatever the attribute and
/// wherever it stands.
namespace assay::check {
namespace {

using Kind = llvm::Attribute::AttrKind;

enum class Place { Function, Parameter, Result, Call, Argument, CallResult };

struct Broken {
  Kind kind;
  Place place;
  std::string_view attribute;
  std::string_view body;  ///< of both functions; "" for the usual one of the place
  std::string_view type = "ptr";
};

constexpr const char* kDeclared =
    "declare void @g() declare void @u(ptr) declare ptr @h() declare ptr @al(i64) declare float @ff(float) declare "
    "void @free(ptr) "
    "@G = global i32 0 @P = global ptr null ";

constexpr Broken kBroken[] = {
    {Kind::Memory, Place::Function, "memory(none)", ""},
    {Kind::Memory, Place::Function, "memory(read)", ""},
    {Kind::Memory, Place::Function, "memory(write)", ""},
    {Kind::Memory, Place::Function, "memory(argmem: readwrite)", ""},
    {Kind::Memory, Place::Function, "memory(inaccessiblemem: readwrite)", ""},
    {Kind::Memory, Place::Function, "memory(read)", "store i32 1, ptr @G ret void"},
    {Kind::Memory, Place::Function, "memory(write)", "%v = load i32, ptr %p store i32 %v, ptr @G ret void"},
    {Kind::NoFree, Place::Function, "nofree", ""},
    {Kind::NoFree, Place::Function, "nofree", "call void @free(ptr %p) ret void"},
    {Kind::NoSync, Place::Function, "nosync", ""},
    {Kind::NoSync, Place::Function, "nosync", "fence seq_cst store i32 1, ptr @G ret void"},
    {Kind::NoRecurse, Place::Function, "norecurse", ""},
    {Kind::NoReturn, Place::Function, "noreturn", "ret void"},
    {Kind::NoUnwind, Place::Function, "nounwind", ""},
    {Kind::WillReturn, Place::Function, "willreturn", ""},
    {Kind::MustProgress, Place::Function, "mustprogress", "br label %l l: br label %l"},
    {Kind::Speculatable, Place::Function, "speculatable", "store i32 1, ptr %p ret void"},
    {Kind::VScaleRange, Place::Function, "vscale_range(1,2)", "ret void"},
    {Kind::AllocKind, Place::Function, "allockind(\"free\")", "ret void"},
    {Kind::ReadOnly, Place::Parameter, "readonly", ""},
    {Kind::ReadOnly, Place::Parameter, "readonly", "store i32 1, ptr %p ret void"},
    {Kind::ReadNone, Place::Parameter, "readnone", ""},
    {Kind::ReadNone, Place::Parameter, "readnone", "%v = load i32, ptr %p store i32 %v, ptr @G ret void"},
    {Kind::WriteOnly, Place::Parameter, "writeonly", ""},
    {Kind::WriteOnly, Place::Parameter, "writeonly", "%v = load i32, ptr %p store i32 %v, ptr @G ret void"},
    {Kind::Captures, Place::Parameter, "captures(none)", ""},
    {Kind::Captures, Place::Parameter, "captures(none)", "store ptr %p, ptr @P ret void"},
    {Kind::Captures, Place::Parameter, "captures(address)", "store ptr %p, ptr @P ret void"},
    {Kind::Captures, Place::Parameter, "captures(address, read_provenance)", "store ptr %p, ptr @P ret void"},
    {Kind::Captures, Place::Parameter, "captures(ret: address, provenance)", "store ptr %p, ptr @P ret void"},
    {Kind::Captures, Place::Parameter, "captures(none)",
     "%c = icmp eq ptr %p, @G br i1 %c, label %a, label %b a: call void @g() ret void b: ret void"},
    {Kind::NoFree, Place::Parameter, "nofree", ""},
    {Kind::NoFree, Place::Parameter, "nofree", "call void @free(ptr %p) ret void"},
    {Kind::NoAlias, Place::Parameter, "noalias",
     "%q = load ptr, ptr @P store i32 1, ptr %p store i32 2, ptr %q ret void"},
    {Kind::NoUndef, Place::Parameter, "noundef", "ret void"},
    {Kind::NonNull, Place::Parameter, "nonnull", "store ptr %p, ptr @P ret void"},
    {Kind::Alignment, Place::Parameter, "align 8", "store ptr %p, ptr @P ret void"},
    {Kind::Dereferenceable, Place::Parameter, "dereferenceable(4)", "ret void"},
    {Kind::DereferenceableOrNull, Place::Parameter, "dereferenceable_or_null(4)", "ret void"},
    {Kind::Initializes, Place::Parameter, "initializes((0, 4))", "%v = load i32, ptr %p store i32 %v, ptr @G ret void"},
    {Kind::DeadOnReturn, Place::Parameter, "dead_on_return", "store i32 1, ptr %p ret void"},
    {Kind::DeadOnUnwind, Place::Parameter, "dead_on_unwind", "store i32 1, ptr %p call void @g() ret void"},
    {Kind::StructRet, Place::Parameter, "sret(i32)", "ret void"},
    {Kind::ByVal, Place::Parameter, "byval(i32)", "store i32 1, ptr %p ret void"},
    {Kind::ByRef, Place::Parameter, "byref(i32)", "ret void"},
    {Kind::Range, Place::Parameter, "range(i32 0, 5)", "store i32 %p, ptr @G ret void", "i32"},
    {Kind::NoFPClass, Place::Parameter, "nofpclass(nan)", "store float %p, ptr @G ret void", "float"},
    {Kind::NoAlias, Place::Result, "noalias", ""},
    {Kind::NoAlias, Place::Result, "noalias", "ret ptr @G"},
    {Kind::NonNull, Place::Result, "nonnull", ""},
    {Kind::Alignment, Place::Result, "align 8", ""},
    {Kind::Dereferenceable, Place::Result, "dereferenceable(4)", ""},
    {Kind::DereferenceableOrNull, Place::Result, "dereferenceable_or_null(4)", ""},
    {Kind::NoUndef, Place::Result, "noundef", ""},
    {Kind::Range, Place::Result, "range(i32 0, 5)", "%v = load i32, ptr @G ret i32 %v", "i32"},
    {Kind::NoFPClass, Place::Result, "nofpclass(nan)", "%v = load float, ptr @G ret float %v", "float"},
    {Kind::Memory, Place::Call, "memory(none)", ""},
    {Kind::Memory, Place::Call, "memory(argmem: read)", ""},
    {Kind::NoFree, Place::Call, "nofree", ""},
    {Kind::NoSync, Place::Call, "nosync", ""},
    {Kind::NoCallback, Place::Call, "nocallback", ""},
    {Kind::NoRecurse, Place::Call, "norecurse", ""},
    {Kind::NoReturn, Place::Call, "noreturn", ""},
    {Kind::NoUnwind, Place::Call, "nounwind", ""},
    {Kind::WillReturn, Place::Call, "willreturn", ""},
    {Kind::MustProgress, Place::Call, "mustprogress", ""},
    {Kind::ReturnsTwice, Place::Call, "returns_twice", ""},
    {Kind::ReadOnly, Place::Argument, "readonly", ""},
    {Kind::ReadNone, Place::Argument, "readnone", ""},
    {Kind::WriteOnly, Place::Argument, "writeonly", ""},
    {Kind::Captures, Place::Argument, "captures(none)", ""},
    {Kind::Captures, Place::Argument, "captures(address)", ""},
    {Kind::Captures, Place::Argument, "captures(address, read_provenance)", ""},
    {Kind::NoFree, Place::Argument, "nofree", ""},
    {Kind::NoAlias, Place::Argument, "noalias", ""},
    {Kind::NonNull, Place::Argument, "nonnull", ""},
    {Kind::NoUndef, Place::Argument, "noundef", ""},
    {Kind::Alignment, Place::Argument, "align 8", ""},
    {Kind::Dereferenceable, Place::Argument, "dereferenceable(4)", ""},
    {Kind::DereferenceableOrNull, Place::Argument, "dereferenceable_or_null(4)", ""},
    {Kind::Initializes, Place::Argument, "initializes((0, 4))", ""},
    {Kind::DeadOnReturn, Place::Argument, "dead_on_return", ""},
    {Kind::DeadOnUnwind, Place::Argument, "dead_on_unwind", ""},
    {Kind::NoAlias, Place::CallResult, "noalias", ""},
    {Kind::NonNull, Place::CallResult, "nonnull", ""},
    {Kind::Alignment, Place::CallResult, "align 8", ""},
    {Kind::Dereferenceable, Place::CallResult, "dereferenceable(4)", ""},
    {Kind::DereferenceableOrNull, Place::CallResult, "dereferenceable_or_null(4)", ""},
    {Kind::NoUndef, Place::CallResult, "noundef", ""},
};

/// Attributes without an example at some place, and why they need none there.
struct Exempt {
  Kind kind;
  std::string_view why;
};
constexpr Exempt kExempt[] = {
    {Kind::AllocAlign, "speaks of the result of an allocation function, with allockind"},
    {Kind::AllocSize, "needs a parameter of an integer type; of calls see allockind"},
    {Kind::AllocKind, "of definitions; calls: the solver refutes it"},
    {Kind::AllocatedPointer, "with allockind"},
    {Kind::ImmArg, "of intrinsics"},
    {Kind::InAlloca, "refused by name"},
    {Kind::Preallocated, "refused by name"},
    {Kind::Naked, "refused by name"},
    {Kind::NoBuiltin, "makes a library function an unknown one"},
    {Kind::NoCreateUndefOrPoison, "speaks of a result: golden/pairs/attributes"},
    {Kind::NullPointerIsValid, "makes more defined"},
    {Kind::ReturnsTwice, "of definitions: asks for care, promises nothing"},
    {Kind::Returned, "golden/pairs/attributes"},
    {Kind::StrictFP, "asks for care, promises nothing"},
    {Kind::Writable, "needs dereferenceable"},
    {Kind::Speculatable, "the verifier takes it at calls of speculatable functions only"},
    {Kind::VScaleRange, "of definitions"},
    {Kind::StructRet, "both sides of a call agree, or it is undefined"},
    {Kind::ByVal, "both sides of a call agree, or it is undefined"},
    {Kind::ByRef, "both sides of a call agree, or it is undefined"},
    {Kind::Range, "of arguments and results: golden/pairs/calls"},
    {Kind::NoFPClass, "of arguments and results: golden/pairs/calls"},
};

std::string text_of(const Broken& one, bool promised, const std::string& name) {
  const std::string attribute = promised ? std::string(one.attribute) : "", type(one.type);
  const auto at = [&](Place place) { return one.place == place ? attribute + " " : std::string(); };
  const bool gives = one.place == Place::Result || one.place == Place::CallResult;
  std::string body(one.body);
  if (body.empty() && gives) body = "%r = call " + at(Place::CallResult) + "ptr @h() ret ptr %r";
  if (body.empty()) body = "call void @u(ptr " + at(Place::Argument) + "%p) " + at(Place::Call) + "ret void";
  return "define " + (gives ? at(Place::Result) + type : std::string("void")) + " @" + name + "(" +
         (gives ? "" : type + " " + at(Place::Parameter) + "%p") + ") " + at(Place::Function) + "{ " + body + " } ";
}

/// A broken promise is refuted, or it is told that nobody follows it; what had no time or could not be asked shows
/// nothing.
void expect_told(const std::string& text) {
  Options options;
  options.smt_timeout_ms = 20'000;
  const Verdict verdict = judge(text, options);
  const bool is_told = verdict.kind == VerdictKind::Incorrect ||
                       (verdict.kind == VerdictKind::Unknown &&
                        (verdict.reason == Reason::UnfollowedPromise || verdict.reason == Reason::Approximation));
  // That a loop never ends nobody sees within a bound.
  const bool is_endless = verdict.reason == Reason::UnrollBound && text.find(" mustprogress ") != std::string::npos;
  EXPECT_TRUE(is_told || is_endless) << word(verdict) << "\n" << text;
}

// ATTR-30
TEST(GainedPromises, AreNotCorrectWhereTheTargetBreaksThem) {
  for (const Broken& one : kBroken) {
    const std::string text = kDeclared + text_of(one, false, "src") + text_of(one, true, "tgt");
    expect_told(text);
  }
}

TEST(GainedPromises, AreNotCorrectWhereAFunctionThatTheTargetCallsBreaksThem) {
  for (const Broken& one : kBroken) {
    // A function that must make progress may call one that need not (LangRef).
    if ((one.place != Place::Function && one.place != Place::Parameter) || one.kind == Kind::MustProgress) continue;
    for (const int depth : {1, 2}) {
      const std::string type(one.type);
      std::string text = kDeclared + text_of(one, false, "inner1");
      if (depth == 2)
        text += "define internal void @inner2(" + type + " %p) { call void @inner1(" + type + " %p) ret void } ";
      const std::string body = "call void @inner" + std::to_string(depth) + "(" + type + " %p) ret void";
      const Broken outer{one.kind, one.place, one.attribute, body, one.type};
      text += text_of(outer, false, "src") + text_of(outer, true, "tgt");
      expect_told(text);
    }
  }
}

TEST(GainedPromises, EveryAttributeThatCountsHasABrokenExampleOrAReason) {
  using llvm::Attribute;
  for (unsigned number = Attribute::None + 1; number < Attribute::EndAttrKinds; ++number) {
    const auto kind = static_cast<Kind>(number);
    const semantics::SupportKind support = semantics::support_of(kind).kind;
    if (support == semantics::SupportKind::WithoutMeaning || support == semantics::SupportKind::Permission) continue;
    if (std::ranges::any_of(kExempt, [&](const Exempt& each) { return each.kind == kind; })) continue;
    const auto has = [&](Place place) {
      return std::ranges::any_of(kBroken, [&](const Broken& each) { return each.kind == kind && each.place == place; });
    };
    const std::string name = Attribute::getNameFromAttrKind(kind).str();
    if (Attribute::canUseAsFnAttr(kind)) EXPECT_TRUE(has(Place::Function) && has(Place::Call)) << name;
    if (Attribute::canUseAsParamAttr(kind)) EXPECT_TRUE(has(Place::Parameter) && has(Place::Argument)) << name;
    if (Attribute::canUseAsRetAttr(kind)) EXPECT_TRUE(has(Place::Result) && has(Place::CallResult)) << name;
  }
}

std::string gained_by_f(const std::string& source, const std::string& target) {
  const std::string declared = "declare void @g(ptr)\ndeclare ptr @new()\n";
  llvm::LLVMContext context;
  const auto pair = ir::parse_pair(context, {declared + source, "source"}, {declared + target, "target"});
  if (!pair) return pair.error();
  return semantics::unchecked_gain(*pair->first->getFunction("f"), *pair->second->getFunction("f"),
                                   &semantics::FollowedBy::solver);
}

// ATTR-62: an argument promises what the one that stood in its place did.
TEST(GainedPromises, ArgumentsOfNewFunctionsHaveThoseOfWhatWasPassedBefore) {
  const std::string calls = "{\n  call void @g(ptr %p)\n  call void @g(ptr %q)\n  ret void\n}\n",
                    h = "define internal void @h(ptr readonly %p, ptr %q, i1 %c) " + calls,
                    head = "define void @f(ptr %p, ptr %q) {\n  call void ", end = "\n  ret void\n}\n";
  const std::string source = h + head + "@h(ptr %p, ptr %q, i1 true)" + end;
  EXPECT_EQ(gained_by_f(source, "define internal void @h.1(ptr readonly %p, ptr %q) " + calls + head +
                                    "@h.1(ptr %p, ptr %q)" + end),
            "");
  EXPECT_EQ(gained_by_f(source, "define internal void @h.1(ptr %p, ptr readonly %q) " + calls + head +
                                    "@h.1(ptr %p, ptr %q)" + end),
            "readonly of @h.1");
  EXPECT_EQ(gained_by_f(source, "define internal void @h.1(ptr readonly %q, ptr %p) " + calls + head +
                                    "@h.1(ptr %q, ptr %p)" + end),
            "readonly of @h.1");
  EXPECT_EQ(gained_by_f(source, "define internal void @h.1(ptr %q, ptr readonly %p) " + calls + head +
                                    "@h.1(ptr %q, ptr %p)" + end),
            "");
}

// ATTR-62: what the caller promises of what it passes on, but for what is left of it at the end.
TEST(GainedPromises, ArgumentsOfNewFunctionsHaveThoseOfTheirCaller) {
  const std::string stores = "{\n  store i8 1, ptr %p\n  store i8 2, ptr %q\n  ret void\n}\n";
  const std::string head = "define void @f(ptr noalias %p, ptr %q) ", twice = "define void @f(ptr noalias %p) ";
  const auto part = [&](const std::string& arguments) {
    return "define internal void @part(" + arguments + ") " + stores;
  };
  const std::string call = "{\n  call void @part(ptr %p, ptr %q)\n  store i8 3, ptr %q\n  ret void\n}\n",
                    q = "{\n  %q = getelementptr i8, ptr %p, i64 0\n";
  EXPECT_EQ(gained_by_f(head + stores, part("ptr noalias %p, ptr %q") + head + call), "");
  EXPECT_EQ(gained_by_f(head + stores, part("ptr %p, ptr noalias %q") + head + call), "noalias of @part");
  EXPECT_EQ(gained_by_f(twice + q + stores.substr(2), part("ptr noalias %p, ptr %q") + twice + q + call.substr(2)),
            "noalias of @part");
  const std::string keeps = "{\n  call void @g(ptr %p)\n  ret void\n}\n",
                    part_of = "{\n  call void @part(ptr %p)\n  call void @g(ptr %p)\n  ret void\n}\n";
  const auto one = [](const std::string& name, const std::string& said) {
    return "define " + name + "(ptr " + said + " %p) ";
  };
  const auto gained = [&](const std::string& said) {
    return gained_by_f(one("void @f", said) + keeps,
                       one("internal void @part", said) + keeps + one("void @f", said) + part_of);
  };
  EXPECT_EQ(gained("readonly"), "");
  EXPECT_EQ(gained("nofree"), "");
  EXPECT_EQ(gained("captures(none)"), "captures of @part");
}

// ATTR-62: the whole may become a function that is called in its place, and the result is that of what it was.
TEST(GainedPromises, NewFunctionsMayBeAWholeOne) {
  const std::string stores = "{\n  store i8 1, ptr %p\n  store i8 2, ptr %q\n  ret void\n}\n";
  const std::string head = "define void @f(ptr noalias %p, ptr dead_on_return %q) ";
  const std::string call = "{\n  call void @all(ptr %p, ptr %q)\n  ret void\n}\n";
  EXPECT_EQ(gained_by_f(head + stores,
                        "define internal void @all(ptr noalias %p, ptr dead_on_return %q) " + stores + head + call),
            "");
  EXPECT_EQ(
      gained_by_f(head + stores, "define internal void @all(ptr dead_on_return %p, ptr %q) " + stores + head + call),
      "dead_on_return of @all");
  const std::string gives = "{\n  %r = call ptr @new()\n  ret ptr %r\n}\n", f = "define ptr @f() {\n  %r = call ptr ",
                    end = "\n  ret ptr %r\n}\n", h = "define internal noalias ptr @h(i1 %c) " + gives,
                    copy = "define internal noalias ptr @h.1() " + gives;
  EXPECT_EQ(gained_by_f(h + f + "@h(i1 true)" + end, copy + f + "@h.1()" + end), "");
  const std::string both = "define ptr @f() {\n  %q = call ptr @h(i1 true)\n  %r = call ptr ";
  EXPECT_EQ(gained_by_f(h + both + "@new()" + end, h + copy + both + "@h.1()" + end), "noalias of the result of @h.1");
}

}  // namespace
}  // namespace assay::check
