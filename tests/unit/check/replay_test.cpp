#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/check/pairs.h"

/// What the solver refutes is run by the interpreter: each family of counterexamples that it must be able to follow.
namespace assay::check {
namespace {

/// By whom, without the interpreter's own samples: the solver finds the counterexample, the interpreter replays it.
Verdict replayed(const std::string& module) {
  Options options;
  options.samples = 0;
  options.quick_budget = 0;
  options.confirmed_only = true;
  return judge(module, options);
}

void expect_confirmed(const std::string& module) {
  const Verdict verdict = replayed(module);
  EXPECT_EQ(verdict.kind, VerdictKind::Incorrect) << word(verdict) << " " << verdict.detail << "\n" << module;
  if (verdict.kind != VerdictKind::Incorrect) return;
  EXPECT_EQ(verdict.counterexample->confirmed_by, (std::vector{Decider::Interpreter, Decider::Smt})) << module;
}

std::string pair_of(const std::string& head, const std::string& source, const std::string& target) {
  const std::size_t at = head.find('@');
  const auto named = [&](const char* name) { return "define " + head.substr(0, at + 1) + name + head.substr(at + 1); };
  return named("src") + " {\n" + source + "\n}\n" + named("tgt") + " {\n" + target + "\n}\n";
}

TEST(Replay, FollowsSetsThatAreTooLargeToList) {
  for (const char* type : {"i24", "i32", "i64"}) {
    const std::string t = type;
    expect_confirmed(pair_of("i1 @(i1 %c, " + t + " %y)",
                             "%z = add nsw " + t + " %y, 1\n%s = select i1 %c, " + t + " undef, " + t +
                                 " %z\n%r = icmp sgt " + t + " %s, %y\nret i1 %r",
                             "ret i1 true"));
  }
}

TEST(Replay, OneMemberStandsForASetThatTheTargetStores) {
  for (const char* values : {"3, i32 4", "0, i32 5", "1, i32 65536"})
    expect_confirmed("@g = global i32 0\n" +
                     pair_of("void @(i1 noundef %c)", "store i32 7, ptr @g\nret void",
                             "%s = select i1 undef, i32 " + std::string(values) + "\nstore i32 %s, ptr @g\nret void"));
}

TEST(Replay, AnIndexThatIsUndefLeadsAnywhereInTheTarget) {
  expect_confirmed(pair_of(
      "i8 @()", "ret i8 0",
      "%p = alloca [2 x i8]\nstore i16 256, ptr %p\n%i = and i64 undef, 1\n%q = getelementptr i8, ptr %p, i64 %i\n"
      "%v = load i8, ptr %q\nret i8 %v"));
}

// The copy keeps each bit; the number is poison as a whole.
TEST(Replay, LargeObjectsAreHeldWhereArgumentsPoint) {
  for (const char* before : {"-500", "-4000", "-1000000"}) {
    const std::string far = "%b = getelementptr i8, ptr %p, i64 " + std::string(before) + "\nstore i8 7, ptr %b\n";
    expect_confirmed("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" +
                     pair_of("void @(ptr %p, ptr noalias %q)",
                             far + "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)\nret void",
                             far + "%v = load i8, ptr %p\nstore i8 %v, ptr %q\nret void"));
  }
}

TEST(Replay, ArgumentsThatMustBeAlignedLeadToObjectsThatAre) {
  for (const int align : {2, 4, 16}) {
    const std::string head =
        "void @(ptr align " + std::to_string(align) + " dereferenceable(8) %x, ptr noalias dereferenceable(8) %y)";
    expect_confirmed(
        "@g = global [40 x i8] zeroinitializer, align 1\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" +
        pair_of(head, "store i8 1, ptr @g\ncall void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 1, i1 false)\nret void",
                "store i8 1, ptr @g\n%v = load i8, ptr %x\nstore i8 %v, ptr %y\nret void"));
  }
}

TEST(Replay, BlocksAreBesideEachOtherAsInTheModel) {
  const std::string body = "%c = icmp eq ptr %p, %q\nbr i1 %c, label %a, label %b\na:\nret ptr %q\nb:\nret ptr null";
  std::string other = body;
  other.replace(other.find("ret ptr %q"), 10, "ret ptr %p");
  expect_confirmed(pair_of("ptr @(ptr %p, ptr %q)", body, other));
}

TEST(Replay, BlocksMayStandInTheUpperHalf) {
  for (const char* head : {"void @(ptr %p)", "void @(ptr align 8 dereferenceable(16) %p)"}) {
    const std::string upper = "%n = ptrtoint ptr %p to i64\n%c = icmp slt i64 %n, 0\ncall void @llvm.assume(i1 %c)\n";
    expect_confirmed("declare void @llvm.assume(i1)\n" +
                     pair_of(head, upper + "store i8 1, ptr %p\nret void", upper + "store i8 2, ptr %p\nret void"));
  }
}

// In the model the two arguments may lead to one place.
TEST(Replay, ArgumentsThatDoNotOverlapAreMovedApartAndStayAligned) {
  for (const char* align : {"2", "8", "32"}) {
    const std::string near =
        "%n = ptrtoint ptr %q to i64\n%m = ptrtoint ptr %p to i64\n%d = sub i64 %n, %m\n"
        "%c = icmp ult i64 %d, 2\nstore i8 %v, ptr %p\nstore i8 3, ptr %q\n";
    expect_confirmed(pair_of("i1 @(i8 %v, ptr noalias dereferenceable(4) %p, ptr nonnull align " + std::string(align) +
                                 " dereferenceable(4) %q)",
                             near + "ret i1 false", near + "%e = icmp eq i8 %v, 77\nret i1 %e"));
  }
}

TEST(Replay, EachBitOfAByteMayBePoison) {
  for (const char* type : {"<2 x i1>", "<3 x i2>", "<7 x i1>"}) {
    const std::string some = "%b = load " + std::string(type) + ", ptr %p, align 1, !noundef !0\n";
    expect_confirmed("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n!0 = !{}\n" +
                     pair_of("void @(ptr %p, ptr noalias %q)",
                             some + "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)\nret void",
                             some + "%v = load i8, ptr %p\nstore i8 %v, ptr %q\nret void"));
  }
}

// A copy keeps the pointer; whether its bytes as a number do is left open, in any of the worlds that are tried.
TEST(Replay, WhatIsLeftOpenAtSomeAddressesIsToldAsThat) {
  for (const char* byte : {"4", "77", "200"}) {
    const auto body = [&](const std::string& copy) {
      return "%q = getelementptr i8, ptr %p, i64 1\n%v = load i8, ptr %p\n%c = icmp eq i8 %v, " + std::string(byte) +
             "\nbr i1 %c, label %a, label %b\na:\n" + copy + "\nret void\nb:\nret void";
    };
    const Verdict verdict =
        replayed("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" +
                 pair_of("void @(ptr %p)", body("call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)"),
                         body("store i8 %v, ptr %q")));
    EXPECT_EQ(word(verdict), "unknown: approximation") << byte << " " << verdict.detail;
  }
}

// MEM-17: by the number an unknown function may get at the source's variable, but no optimizer must keep that.
TEST(Replay, ANumberThatTheTargetLacksIsNoCounterexample) {
  const std::string number = "%v = alloca i8\n%n = ptrtoint ptr %v to i64\n%q = inttoptr i64 %n to ptr\n",
                    call = "call void @g()\n%r = load i8, ptr %v\nret i8 %r";
  const auto judged = [&](const std::string& stored) {
    return word(replayed("declare void @g()\n" + pair_of("i8 @()", number + "store i8 1, ptr %q\n" + call,
                                                         "%v = alloca i8\nstore i8 " + stored + ", ptr %v\n" + call)));
  };
  EXPECT_EQ(judged("1"), "unknown: approximation");
  EXPECT_EQ(judged("2"), "incorrect: value-mismatch");
}

// A pointer that the caller has made of a number leads where memory(argmem: ...) allows it in both functions.
TEST(Replay, AnArgumentMadeOfANumberIsAnArgument) {
  const std::string source =
      "define void @src(ptr align 8 dereferenceable(4) %p) {\n%n = ptrtoint ptr %p to i64\n"
      "%q = inttoptr i64 %n to ptr\nstore i8 1, ptr %q\nret void\n}\n";
  const auto judged = [&](const std::string& stored, const std::string& effects) {
    return word(replayed(source + "define void @tgt(ptr align 8 dereferenceable(4) %p) memory(" + effects +
                         ") {\nstore i8 " + stored + ", ptr %p\nret void\n}\n"));
  };
  EXPECT_EQ(judged("1", "argmem: write"), "correct");
  EXPECT_EQ(judged("2", "argmem: write"), "incorrect: memory-mismatch");
  EXPECT_EQ(judged("1", "argmem: read"), "incorrect: more-ub");
}

TEST(Replay, ACallMayAccessWhatItIsGiven) {
  const auto body = [](const char* given) {
    return "%c = icmp eq ptr %p, %q\nbr i1 %c, label %a, label %b\na:\n%v = call ptr @g(ptr " + std::string(given) +
           ")\nret ptr null\nb:\nret ptr null";
  };
  expect_confirmed("declare ptr @g(ptr)\n" + pair_of("ptr @(ptr %p, ptr %q)", body("%q"), body("%p")));
}

TEST(Replay, NumbersThatAreAddressesFollowTheirBlocks) {
  for (const char* object : {"i8", "i32", "[8 x i16]"})
    expect_confirmed("@g = global " + std::string(object) + " zeroinitializer\n" +
                     pair_of("i1 @(i64 %i)",
                             "%p = getelementptr i8, ptr @g, i64 %i\n%c = icmp eq ptr %p, null\nret i1 %c",
                             "ret i1 false"));
  expect_confirmed("@g = global i32 0\n" + pair_of("i1 @(i64 %i)",
                                                   "%p = ptrtoint ptr @g to i64\n%c = icmp eq i64 %p, %i\nret i1 %c",
                                                   "ret i1 false"));
}

TEST(Replay, MemoryOfTheCallerMayBeFreed) {
  const std::string functions = "declare void @free(ptr)\ndeclare ptr @f(i32) memory(read)\n";
  expect_confirmed(functions +
                   pair_of("i8 @()",
                           "%p = call ptr @f(i32 0)\n%c = icmp eq ptr %p, null\nbr i1 %c, label %a, label %b\na:\n"
                           "ret i8 1\nb:\ncall void @free(ptr %p)\nret i8 2",
                           "ret i8 1"));
  expect_confirmed(functions + pair_of("i8 @(ptr %p)", "%v = load i8, ptr %p\ncall void @free(ptr %p)\nret i8 %v",
                                       "call void @free(ptr %p)\n%v = load i8, ptr %p\nret i8 %v"));
}

TEST(Replay, AllocationsMaySucceed) {
  expect_confirmed("declare noalias ptr @malloc(i64)\n" +
                   pair_of("ptr @(i64 %n)",
                           "%p = call noalias ptr @malloc(i64 %n)\n%i = ptrtoint ptr %p to i64\nret ptr %p",
                           "ret ptr null"));
}

TEST(Replay, AVariableThatIsDeclaredHasSomeSize) {
  expect_confirmed("@g = external global i8\n" +
                   pair_of("i8 @(ptr %p)",
                           "%v = load i8, ptr %p\n%c = icmp eq ptr %p, @g\nbr i1 %c, label %a, label %b\na:\nret i8 0\n"
                           "b:\nret i8 %v",
                           "%v = load i8, ptr %p\nret i8 %v"));
}

TEST(Replay, AnObjectThatWasGivenAwayIsWrittenByALaterCall) {
  const std::string functions = "declare void @f(ptr)\ndeclare void @k(i8, ptr)\ndeclare void @g()\n";
  for (const char* type : {"i8", "i32", "<2 x i16>"})
    for (const char* give : {"call void @f(ptr %p)", "call void @f(ptr null)\ncall void @k(i8 1, ptr %p)"}) {
      const std::string t = type;
      const std::string before =
          "%p = alloca " + t + "\n" + give + "\nstore " + t + " zeroinitializer, ptr %p\ncall void @g()\n";
      expect_confirmed(functions + pair_of(t + " @()", before + "%v = load " + t + ", ptr %p\nret " + t + " %v",
                                           before + "ret " + t + " zeroinitializer"));
    }
}

TEST(Replay, AResultMayLeadToAnObjectThatAnEarlierCallWasGiven) {
  const std::string before =
      "%p = alloca i32\nstore i32 1, ptr %p\ncall void @f(ptr %p)\nstore i32 1, ptr %p\n%q = call ptr @g()\nstore i32 "
      "2, ptr %q\n";
  expect_confirmed("declare void @f(ptr)\ndeclare ptr @g() memory(none) nounwind willreturn\n" +
                   pair_of("i32 @()", before + "%v = load i32, ptr %p\nret i32 %v", before + "ret i32 1"));
}

TEST(Replay, NullMayLeadToAnObject) {
  for (const char* head : {"i8 @(ptr addrspace(1) %p)", "i8 @(i8 %x, ptr addrspace(2) %p)"})
    expect_confirmed(pair_of(head, "%v = load i8, ptr addrspace(1) null\nret i8 %v", "unreachable"));
  expect_confirmed(pair_of("i8 @(ptr %p) null_pointer_is_valid", "%v = load i8, ptr null\nret i8 %v", "ret i8 0"));
  expect_confirmed(pair_of("void @(ptr %p) null_pointer_is_valid", "store i32 1, ptr null\nret void",
                           "store i32 2, ptr null\nret void"));
}

TEST(Replay, AnObjectMayHaveGigabytes) {
  const std::string far = "%c = icmp ugt i32 %n, 4026531840\ncall void @llvm.assume(i1 %c)\n";
  const auto body = [&](const char* extend, const std::string& access) {
    return far + "%i = " + extend + " i32 %n to i64\n%q = getelementptr i8, ptr %p, i64 %i\n" + access;
  };
  const std::string load = "%v = load i8, ptr %q\nret i8 0", store = "store i32 7, ptr %q, align 1\nret i8 0";
  for (const std::string& access : {load, store})
    expect_confirmed(pair_of("i8 @(ptr %p, i32 noundef %n)", body("zext", access), body("sext", access)));
}

TEST(Replay, PartsOfLargeObjectsAreHeldThatAreWritten) {
  for (const std::string count : {"70000", "524297"})
    expect_confirmed("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n" +
                     pair_of("void @(ptr %p)",
                             "call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 " + count + ", i1 false)\nret void",
                             "%q = getelementptr i8, ptr %p, i64 1\ncall void @llvm.memset.p0.i64(ptr %q, i8 7, i64 " +
                                 count + ", i1 false)\nret void"));
}

TEST(Replay, AddressesThatAreReturnedDifferAsNumbers) {
  expect_confirmed(pair_of("ptr @(ptr %p)",
                           "%i = ptrtoint ptr %p to i64\n%j = and i64 %i, -8\n%q = inttoptr i64 %j to ptr\nret ptr %q",
                           "%q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)\nret ptr %q"));
}

TEST(Replay, VariablesThatLiveAtDifferentTimesMayHaveOneAddress) {
  for (const char* type : {"i8", "i32", "[4 x i64]"}) {
    const std::string t = type, start = "call void @llvm.lifetime.start.p0(ptr %",
                      end = "call void @llvm.lifetime.end.p0(ptr %";
    const std::string before =
        "%p = alloca " + t + "\n%q = alloca " + t + "\n" + start + "p)\n" + end + "p)\n" + start + "q)\n" + end +
        "q)\n%i = ptrtoint ptr %p to i64\n%j = ptrtoint ptr %q to i64\n%c = icmp eq i64 %i, %j\n";
    expect_confirmed(pair_of("i1 @()", before + "ret i1 %c",
                             before + "br i1 %c, label %a, label %b\na:\nunreachable\nb:\nret i1 false"));
  }
}

TEST(Replay, AnUncapturedArgumentMayEndWhereAnotherBegins) {
  const auto body = [](const char* given) {
    return "%c = icmp eq ptr %p, %q\nbr i1 %c, label %a, label %b\na:\nret ptr " + std::string(given) +
           "\nb:\nret ptr null";
  };
  expect_confirmed(pair_of("ptr @(ptr captures(none) %p, ptr %q)", body("%q"), body("%p")));
}

TEST(Replay, ATrapIsNoCallThatDoesNotReturn) {
  expect_confirmed(
      "declare void @f()\ndeclare void @llvm.trap()\n" +
      pair_of("void @()", "call void @f() noreturn memory(none)\nunreachable", "call void @llvm.trap()\nunreachable"));
}

/// What functions that only read or write their argument do follows from what they see, defined or not.
TEST(Replay, UnknownFunctionsSeeUndefinedMemoryAndOwnObjects) {
  const std::string reads = "declare void @u(ptr) nounwind willreturn memory(read)\n";
  expect_confirmed(reads + pair_of("void @(ptr dereferenceable(4) %p)",
                                   "store i8 1, ptr %p\ncall void @u(ptr %p)\nstore i8 2, ptr %p\nret void",
                                   "call void @u(ptr %p)\nstore i8 2, ptr %p\nret void"));
  const std::string writes = "declare void @u(ptr) nounwind willreturn memory(argmem: write)\n";
  expect_confirmed(
      writes + pair_of("i32 @()",
                       "%a = alloca i32\nstore i32 3, ptr %a\ncall void @u(ptr %a)\n%v = load i32, ptr %a\nret i32 %v",
                       "ret i32 3"));
  const std::string value = "declare i8 @u(ptr) nounwind willreturn memory(argmem: read)\n";
  expect_confirmed(value + pair_of("i8 @()", "%a = alloca i8\nstore i8 3, ptr %a\n%v = call i8 @u(ptr %a)\nret i8 %v",
                                   "%a = alloca i8\nstore i8 4, ptr %a\n%v = call i8 @u(ptr %a)\nret i8 %v"));
  const std::string ends =
      "declare void @f(ptr)\ndeclare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n";
  const std::string begin = "%a = alloca i32\ncall void @llvm.lifetime.start.p0(ptr %a)\nstore i32 3, ptr %a\n";
  const std::string call = "call void @f(ptr %a)\n", end = "call void @llvm.lifetime.end.p0(ptr %a)\n";
  expect_confirmed(ends + pair_of("void @()", begin + call + end + "ret void", begin + end + call + "ret void"));
}

/// ATTR-37
TEST(Replay, WhatACallAlonePromisesInTheTargetIsBroken) {
  for (const char* promise : {"memory(none)", "memory(read)", "memory(write)", "memory(argmem: readwrite)",
                              "memory(inaccessiblemem: readwrite)"})
    expect_confirmed("declare void @u(ptr)\n" + pair_of("void @(ptr %p)", "call void @u(ptr %p)\nret void",
                                                        "call void @u(ptr %p) " + std::string(promise) + "\nret void"));
  expect_confirmed("declare i8 @u(i8)\n" + pair_of("i8 @(i8 %x)", "%r = call i8 @u(i8 %x)\nret i8 %r",
                                                   "%r = call i8 @u(i8 returned %x)\nret i8 %r"));
}

TEST(Replay, WhatAReturnedAllocationHoldsIsSeen) {
  const std::string start =
      "%m = call ptr @malloc(i64 4)\n%c = icmp eq ptr %m, null\nbr i1 %c, label %e, label %s\ns:\n";
  expect_confirmed("declare noalias ptr @malloc(i64)\n" +
                   pair_of("ptr @()", start + "store i32 1, ptr %m\nbr label %e\ne:\nret ptr %m",
                           start + "br label %e\ne:\nret ptr %m"));
}

/// MEM-1
TEST(Replay, ATypeThatIsNotWholeBytesIsReadAsItWasWritten) {
  expect_confirmed(pair_of("void @(ptr %p)", "store <3 x i2> <i2 1, i2 2, i2 3>, ptr %p\nret void",
                           "store i8 57, ptr %p\nret void"));
}

TEST(Replay, UnknownFunctionsCallBackWhatReadsAVariableOfTheModule) {
  for (const char* call : {"call void @w()", "call void @w() memory(read) nounwind willreturn"}) {
    const std::string after = call + std::string("\nstore i8 2, ptr @g\nret void");
    const auto pair = [&](const std::string& reader) {
      return "@g = internal global i8 0\ndeclare void @w()\n" + reader +
             pair_of("void @()", "store i8 1, ptr @g\n" + after, after);
    };
    const std::string body = "i8 @get() { %v = load i8, ptr @g ret i8 %v }\n";
    expect_confirmed(pair("define " + body));
    expect_confirmed(pair("define internal " + body + "@table = global ptr @get\n"));
    EXPECT_EQ(word(replayed(pair("define internal " + body))), "correct");
  }
}

TEST(Replay, UnknownFunctionsCallBackWhatWritesAVariableOfTheModule) {
  const auto pair = [](const std::string& call, const std::string& writer) {
    const std::string before = "store i16 1, ptr @g\n" + call;
    return "@g = internal global i16 0\ndeclare void @w()\n" + writer +
           pair_of("i16 @()", before + "\n%v = load i16, ptr @g\nret i16 %v", before + "\nret i16 1");
  };
  for (const char* writer :
       {"define void @set() { store i16 600, ptr @g ret void }", "define void @set() { store i8 6, ptr @g ret void }",
        "define void @set(i16 %v) { store i16 %v, ptr @g ret void }"}) {
    expect_confirmed(pair("call void @w()", writer));
    EXPECT_EQ(word(replayed(pair("call void @w() nocallback", writer))), "correct");
  }
  EXPECT_EQ(word(replayed(pair("call void @w()", "define void @set() { store i16 1, ptr @g ret void }"))),
            "unknown: unconfirmed");
}

TEST(Replay, WhatMayOnlyBeReadLaterIsSeenByLaterCalls) {
  const auto pair = [](const std::string& captured, const std::string& last) {
    const std::string head = "%a = alloca i8\nstore i8 0, ptr %a\ncall void @f(ptr captures(" + captured + ") %a)\n";
    return "declare void @f(ptr)\ndeclare void @g()\n" +
           pair_of("void @()", head + "store i8 1, ptr %a\n" + last, head + last);
  };
  expect_confirmed(pair("address, read_provenance", "call void @g()\nret void"));
  EXPECT_EQ(word(replayed(pair("address", "call void @g()\nret void"))), "correct");
}

TEST(Replay, ACallThatDoesNotReturnThrowsWhereThatShowsMore) {
  const auto pair = [](const std::string& attributes) {
    const std::string call = "call void @u(ptr writeonly %p) " + attributes + "\nstore i8 2, ptr %p\nret void";
    return "declare void @u(ptr) memory(argmem: readwrite)\n" +
           pair_of("void @(ptr dereferenceable(4) %p)", "store i8 1, ptr %p\n" + call, call);
  };
  expect_confirmed(pair(""));
  EXPECT_EQ(word(replayed(pair("nounwind"))), "correct");
}

TEST(Replay, AVariableIsNamedInACounterexample) {
  const Verdict verdict = replayed("@v = global i8 0\n" + pair_of("i8 @(ptr %p)",
                                                                  "store i8 1, ptr @v\nstore i8 2, ptr %p\n"
                                                                  "%l = load i8, ptr @v\nret i8 %l",
                                                                  "store i8 1, ptr @v\nstore i8 2, ptr %p\nret i8 1"));
  ASSERT_TRUE(verdict.counterexample.has_value()) << word(verdict);
  EXPECT_EQ(verdict.counterexample->inputs.front().value, "@v + 0");
}

TEST(Replay, WhatNobodyRanIsUnknownWithItsCounterexample) {
  // Of functions of the module that an unknown one may call, only those are replayed that do no more than a store.
  const std::string module =
      "@K = internal global i32 5\ndeclare void @w()\ndefine void @set(i32 %x) {\n  %y = add i32 %x, 1\n"
      "  store i32 %y, ptr @K\n  ret void\n}\n" +
      pair_of("i32 @()", "store i32 1, ptr @K\ncall void @w()\n%v = load i32, ptr @K\nret i32 %v",
              "store i32 1, ptr @K\ncall void @w()\nret i32 1");
  const Verdict verdict = replayed(module);
  EXPECT_EQ(word(verdict), "unknown: unconfirmed");
  EXPECT_TRUE(verdict.counterexample.has_value());
  EXPECT_TRUE(verdict.detail.starts_with("the solver alone says value-mismatch")) << verdict.detail;
  Options reports;
  reports.confirmed_only = false;
  EXPECT_EQ(word(judge(module, reports)), "incorrect: value-mismatch");
}

TEST(Replay, ARuleOfTheTextsNeedsNoRun) {
  Checker checker([] {
    Options options;
    options.confirmed_only = true;
    return options;
  }());
  const std::string body = "define i32 @f() {\n  %v = load i32, ptr @g\n  ret i32 %v\n}\n";
  const Verdict verdict = check_texts(checker, "@g = constant i32 0\n" + body, "@g = global i32 0\n" + body);
  EXPECT_EQ(word(verdict), "incorrect: memory-mismatch");
  EXPECT_EQ(verdict.method, Method::Syntax);
}

// MEM-24
TEST(UndefInMemory, LoadsThatAreUsedMoreOftenAreNoProof) {
  for (const char* type : {"i8", "i16", "i32", "i64"}) {
    const std::string t = type;
    const std::string load = "%v = load " + t + ", ptr %p\n";
    const std::string shift = load + "%r = shl " + t + " %v, 1\nret " + t + " %r",
                      sum = load + "%r = add " + t + " %v, %v\nret " + t + " %r";
    const Verdict verdict = judge(pair_of(t + " @(ptr %p)", shift, sum));
    EXPECT_TRUE(verdict.kind == VerdictKind::Incorrect || verdict.bound == "memory of the caller holds no undef")
        << word(verdict) << t;
    EXPECT_EQ(word(judge(pair_of(t + " @(ptr %p)", sum, shift))), "correct") << t;
    Options without;
    without.undef_input = false;
    EXPECT_EQ(word(judge(pair_of(t + " @(ptr %p)", shift, sum), without)), "correct") << t;
  }
}

// MEM-24
TEST(UndefInMemory, WhatIsUndefinedForUndefInTheTargetAloneIsNoProof) {
  const std::string load = "%v = load i8, ptr %p\n%t = trunc i8 %v to i1\n",
                    masked = load + "%c = or i1 %t, %k\nbr i1 %c, label %a, label %b\n",
                    apart = load + "br i1 %t, label %a, label %m\nm:\nbr i1 %k, label %a, label %b\n",
                    ends = "a:\nret i8 1\nb:\nret i8 0";
  const auto judged = [](const std::string& source, const std::string& target, bool undef = true) {
    Options options;
    options.samples = 0;  // a run could find it
    options.quick_budget = options.exhaustive_budget = 0;
    options.undef_input = undef;
    return judge(pair_of("i8 @(ptr %p, i1 noundef %k)", source, target) + "declare void @g(i8)\n!0 = !{}", options);
  };
  const auto is_limited = [&](const std::string& source, const std::string& target) {
    const Verdict verdict = judged(source, target);
    return verdict.kind == VerdictKind::Incorrect || verdict.bound == "memory of the caller holds no undef";
  };
  EXPECT_TRUE(is_limited(masked + ends, apart + ends));
  EXPECT_EQ(judged(masked + ends, apart + ends, false).bound, "");
  EXPECT_EQ(judged(masked + ends, masked + ends).bound, "");
  // The branch is undefined for poison, not for every undef value.
  const std::string checked = load + "%m = and i8 %v, -128\n%s = icmp ult i8 %m, -128\nbr i1 %s, label %a, label %b\n";
  std::string promised = checked + ends;
  promised.insert(promised.find("\n"), ", !noundef !0");
  EXPECT_TRUE(is_limited(checked + ends, promised));
  EXPECT_EQ(judged(promised, checked + ends).bound, "");
  std::string inverted = checked;
  inverted.replace(inverted.find("ult"), 3, "uge");
  inverted.replace(inverted.find("%a, label %b"), 12, "%b, label %a");
  EXPECT_EQ(word(judged(checked + ends, inverted + ends)), "correct");
  EXPECT_EQ(judged(checked + ends, inverted + ends).bound, "") << "the same branch";
}

// ATTR-23
TEST(InvariantLoads, OfAStackObjectAreUndefinedWhereSomethingWasStored) {
  for (const char* type : {"i8", "i32", "<4 x i8>", "ptr"}) {
    const std::string t = type, zero = t == "ptr" ? "null" : "zeroinitializer", made = "%a = alloca " + t + "\n",
                      stored = "store " + t + " " + zero + ", ptr %a\n",
                      loaded =
                          "%b = load " + t + ", ptr %a, !invariant.load !0\n%c = freeze " + t + " %b\nret " + t + " %c",
                      given = "ret " + t + " " + zero;
    const auto verdict = [&](const std::string& source, const std::string& target, Oracles oracles) {
      Options options;
      options.oracles = oracles;
      const Verdict found =
          judge("declare void @use(ptr)\n" + pair_of(t + " @(" + t + " %x)", source, target) + "!0 = !{}", options);
      return found.kind == VerdictKind::Incorrect ? "incorrect" : word(found);
    };
    for (const Oracles oracles : {Oracles::All, Oracles::Interpreter, Oracles::Smt}) {
      const bool few = oracles == Oracles::Interpreter;  // inputs of more than eight bits, and results that are any
      const std::string undefined = made + stored + loaded;
      EXPECT_EQ(verdict(undefined, "ret " + t + " %x", Oracles::All), "correct") << t;
      EXPECT_EQ(verdict(undefined, made + loaded, Oracles::All), "correct") << t;
      EXPECT_EQ(verdict(undefined, made + "ret " + t + " poison", oracles),
                few && t != "i8" ? "unknown: sampled" : "correct")
          << t;
      EXPECT_EQ(verdict(made + loaded, given, Oracles::All), "correct") << t << ": nothing was stored";
      EXPECT_EQ(verdict(made + loaded, "ret " + t + " poison", Oracles::All), "incorrect") << t;
      EXPECT_EQ(verdict(given, undefined, oracles), few ? "unknown: sampled" : "unknown: approximation")
          << t << ": the source may break it as well";
    }
  }
}

TEST(InvariantLoads, OfWhatWasAllocatedRefuteNothing) {
  const std::string made = "%a = call ptr @calloc(i64 1, i64 4)\n",
                    loaded = "%b = load i32, ptr %a, !invariant.load !0\n";
  Options options;
  options.confirmed_only = true;
  const std::string checked = "%n = icmp eq ptr %a, null\nbr i1 %n, label %no, label %yes\nno: ret i32 0\nyes:\n";
  for (const std::string stored : {"store i32 7, ptr %a\n", "store i32 0, ptr %a\n", ""})
    EXPECT_EQ(judge("declare noalias ptr @calloc(i64, i64)\n" +
                        pair_of("i32 @()", made + checked + stored + loaded + "ret i32 %b", "ret i32 5") + "!0 = !{}",
                    options)
                  .kind,
              VerdictKind::Unknown)
        << stored;
}

}  // namespace
}  // namespace assay::check
