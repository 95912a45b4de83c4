#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(RefineMemory, ALoadSeesTheLastStore) {
  EXPECT_EQ(verdict("define i32 @src(ptr %p) { store i32 7, ptr %p %v = load i32, ptr %p ret i32 %v }"
                    "define i32 @tgt(ptr %p) { store i32 7, ptr %p ret i32 7 }"),
            "correct");
  EXPECT_EQ(
      verdict(
          "define i32 @src(ptr %p, ptr %q) { store i32 7, ptr %p store i32 8, ptr %q %v = load i32, ptr %p ret i32 %v }"
          "define i32 @tgt(ptr %p, ptr %q) { store i32 7, ptr %p store i32 8, ptr %q ret i32 7 }"),
      "incorrect: value-mismatch");
}

TEST(RefineMemory, WhatTheCallerCanSeeMustBeWritten) {
  EXPECT_EQ(verdict("define void @src(ptr %p) { store i8 1, ptr %p ret void }"
                    "define void @tgt(ptr %p) { ret void }"),
            "incorrect: memory-mismatch");
  EXPECT_EQ(verdict("define void @src() { %p = alloca i8 store i8 1, ptr %p ret void }"
                    "define void @tgt() { ret void }"),
            "correct");
}

TEST(RefineMemory, AStoreMayNotBeIntroduced) {
  EXPECT_EQ(verdict("define void @src(ptr %p) { ret void }"
                    "define void @tgt(ptr %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }"),
            "incorrect: more-ub");
}

TEST(RefineMemory, AStoreMayBeIntroducedToWhatIsWritable) {
  const auto back = [](const std::string& attributes) {
    const std::string of = "(ptr " + attributes + " %p) { ";
    return verdict("declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1) define void @src" + of +
                   "ret void } define void @tgt" + of +
                   "call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false) ret void }");
  };
  EXPECT_EQ(back("writable dereferenceable(2)"), "correct");
  EXPECT_EQ(back("dereferenceable(2)"), "incorrect: more-ub");
  EXPECT_EQ(back("writable"), "incorrect: more-ub");
  EXPECT_EQ(back("writable dereferenceable(1)"), "incorrect: more-ub");
  EXPECT_EQ(back("writable sret(i16)"), "correct");
  EXPECT_EQ(back("writable nonnull dereferenceable_or_null(2)"), "correct");
  EXPECT_EQ(back("writable dereferenceable_or_null(2)"), "incorrect: more-ub");
  EXPECT_EQ(verdict("define void @src(ptr writable dereferenceable_or_null(1) %p) { ret void } "
                    "define void @tgt(ptr writable dereferenceable_or_null(1) %p) { %c = icmp eq ptr %p, null "
                    "br i1 %c, label %n, label %w w: store i8 poison, ptr %p br label %n n: ret void }"),
            "incorrect: memory-mismatch");
}

TEST(RefineMemory, AnOwnObjectIsApartFromTheCallers) {
  EXPECT_EQ(verdict("define i8 @src(ptr %p) { %a = alloca i8 store i8 1, ptr %a store i8 2, ptr %p %v = load i8, ptr "
                    "%a ret i8 %v }"
                    "define i8 @tgt(ptr %p) { store i8 2, ptr %p ret i8 1 }"),
            "correct");
}

TEST(RefineMemory, BytesOfAStoreAreReadInTheLayoutsOrder) {
  const std::string little = "target datalayout = \"e\" ", big = "target datalayout = \"E\" ";
  const std::string pair =
      "define i8 @src() { %a = alloca i32 store i32 287454020, ptr %a %v = load i8, ptr %a ret i8 %v }"
      "define i8 @tgt() { ret i8 68 }";
  EXPECT_EQ(verdict(little + pair), "correct");
  EXPECT_EQ(verdict(big + pair), "incorrect: value-mismatch");
}

TEST(RefineMemory, UseAfterFreeIsUndefined) {
  EXPECT_EQ(
      verdict("declare ptr @malloc(i64) declare void @free(ptr)"
              "define i8 @src() { %p = call ptr @malloc(i64 1) call void @free(ptr %p) %v = load i8, ptr %p ret i8 %v }"
              "define i8 @tgt() { unreachable }"),
      "correct");
}

TEST(RefineMemory, PointersThatAreEqualAndBothInsideAreOfOneObject) {
  EXPECT_EQ(verdict("@g = constant i32 10 "
                    "define i32 @src(ptr %p) { %v = load i32, ptr %p %c = icmp eq ptr %p, @g "
                    "%r = select i1 %c, i32 %v, i32 10 ret i32 %r }"
                    "define i32 @tgt(ptr %p) { ret i32 10 }"),
            "correct");
  // The end of one object may be where another begins.
  EXPECT_EQ(verdict("@g = global i32 10 @h = global i32 1 "
                    "define i1 @src() { %e = getelementptr i8, ptr @h, i64 4 %c = icmp eq ptr %e, @g ret i1 %c }"
                    "define i1 @tgt() { ret i1 false }"),
            "incorrect: value-mismatch");
  EXPECT_EQ(verdict("@g = global i32 10 @h = global i32 1 "
                    "define i1 @src() { %e = getelementptr i8, ptr @h, i64 3 %c = icmp eq ptr %e, @g ret i1 %c }"
                    "define i1 @tgt() { ret i1 false }"),
            "correct");
}

TEST(RefineMemory, ThreeUnknownObjectsMayLieInAnyOrder) {
  for (const char* order : {"ult ptr %a, %b", "ult ptr %b, %a", "ult ptr %b, %c", "ult ptr %c, %a"})
    EXPECT_EQ(verdict("define i1 @src(ptr %a, ptr %b, ptr %c) { %r = icmp " + std::string(order) +
                      " ret i1 %r } define i1 @tgt(ptr %a, ptr %b, ptr %c) { ret i1 false }"),
              "incorrect: value-mismatch")
        << order;
}

TEST(RefineMemory, APointerWithinAnObjectIsNotNull) {
  EXPECT_EQ(verdict("define i1 @src(ptr %p, i64 %i) { %q = getelementptr inbounds i8, ptr %p, i64 %i "
                    "%c = icmp eq ptr %q, null ret i1 %c }"
                    "define i1 @tgt(ptr %p, i64 %i) { %c = icmp eq ptr %p, null ret i1 %c }"),
            "correct");
  EXPECT_EQ(verdict("define i1 @src(ptr %p, i64 %i) { %q = getelementptr i8, ptr %p, i64 %i "
                    "%c = icmp eq ptr %q, null ret i1 %c }"
                    "define i1 @tgt(ptr %p, i64 %i) { %c = icmp eq ptr %p, null ret i1 %c }"),
            "incorrect: value-mismatch");
}

TEST(RefineMemory, ALoadFromADeadStackObjectIsPoisonAndAStoreIsNot) {
  const std::string start =
      "declare void @llvm.lifetime.start.p0(ptr) declare void @llvm.lifetime.end.p0(ptr) "
      "define i8 @src() { %a = alloca i8 call void @llvm.lifetime.start.p0(ptr %a) store i8 1, ptr %a "
      "call void @llvm.lifetime.end.p0(ptr %a) ";
  EXPECT_EQ(verdict(start + "%v = load i8, ptr %a ret i8 %v } define i8 @tgt() { unreachable }"), "incorrect: more-ub");
  EXPECT_EQ(verdict(start + "%v = load i8, ptr %a ret i8 %v } define i8 @tgt() { ret i8 poison }"), "correct");
  EXPECT_EQ(verdict(start + "store i8 2, ptr %a ret i8 1 } define i8 @tgt() { unreachable }"), "correct");
}

TEST(RefineMemory, BitsOfAVectorAreReadAsPartsOfAnother) {
  const std::string source =
      "define i8 @src(i8 noundef %x) { %a = alloca i32 %v = bitcast i8 %x to <8 x i1> store <8 x i1> %v, ptr %a "
      "%w = load <32 x i1>, ptr %a store <32 x i1> %w, ptr %a %r = load i8, ptr %a ret i8 %r } ";
  EXPECT_EQ(verdict(source + "define i8 @tgt(i8 noundef %x) { ret i8 %x }"), "correct");
  EXPECT_EQ(verdict(source + "define i8 @tgt(i8 noundef %x) { ret i8 poison }"), "incorrect: more-poisonous");
}

TEST(RefineMemory, VolatileAccessesKeepTheirNumberAndOrder) {
  const std::string source =
      "define i8 @src(ptr %p) { %a = load volatile i8, ptr %p store volatile i8 1, ptr %p %b = load i8, ptr %p ret i8 "
      "%b }";
  EXPECT_EQ(
      verdict(source + "define i8 @tgt(ptr %p) { %a = load volatile i8, ptr %p store volatile i8 1, ptr %p ret i8 1 }"),
      "correct");
  EXPECT_EQ(
      verdict(source + "define i8 @tgt(ptr %p) { store volatile i8 1, ptr %p %a = load volatile i8, ptr %p ret i8 1 }")
          .substr(0, 9),
      "incorrect");
  EXPECT_EQ(verdict(source + "define i8 @tgt(ptr %p) { store volatile i8 1, ptr %p ret i8 1 }").substr(0, 9),
            "incorrect");
  EXPECT_EQ(verdict(source + "define i8 @tgt(ptr %p) { %a = load volatile i8, ptr %p store i8 1, ptr %p ret i8 1 }")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineMemory, TheTypeOfAVolatileAccessAndThePlaceOfAnOwnObjectAreNotSeen) {
  EXPECT_EQ(verdict("define i16 @src() { %a = alloca [3 x i8], align 1 store i16 5, ptr %a, align 1 "
                    "%c = load volatile <2 x i8>, ptr %a, align 1 %r = bitcast <2 x i8> %c to i16 ret i16 %r }"
                    "define i16 @tgt() { %a = alloca i16, align 2 store i16 5, ptr %a, align 2 "
                    "%c = load volatile i16, ptr %a, align 2 ret i16 5 }"),
            "correct");
}

TEST(RefineMemory, AtomicUpdatesAreWhatOneThreadSees) {
  EXPECT_EQ(verdict("define i8 @src(ptr %p) { store i8 4, ptr %p %o = atomicrmw nand ptr %p, i8 6 seq_cst fence "
                    "seq_cst ret i8 %o }"
                    "define i8 @tgt(ptr %p) { store i8 -5, ptr %p ret i8 4 }"),
            "correct");
  EXPECT_EQ(verdict("define i1 @src(ptr %p) { store i8 4, ptr %p %o = cmpxchg ptr %p, i8 4, i8 5 seq_cst seq_cst "
                    "%s = extractvalue { i8, i1 } %o, 1 ret i1 %s }"
                    "define i1 @tgt(ptr %p) { store i8 5, ptr %p ret i1 true }"),
            "correct");
  EXPECT_EQ(verdict("define i1 @src(ptr %p) { store i8 4, ptr %p %o = cmpxchg weak ptr %p, i8 4, i8 5 seq_cst seq_cst "
                    "%s = extractvalue { i8, i1 } %o, 1 ret i1 %s }"
                    "define i1 @tgt(ptr %p) { store i8 4, ptr %p ret i1 false }"),
            "correct");
  EXPECT_EQ(verdict("define i8 @src(ptr %p) { %o = atomicrmw uinc_wrap ptr %p, i8 2 seq_cst ret i8 %o }"
                    "define i8 @tgt(ptr %p) { %o = atomicrmw add ptr %p, i8 1 seq_cst ret i8 %o }"),
            "incorrect: memory-mismatch");
}

TEST(RefineMemory, AnAliasIsItsVariableAndAWeakOneMayBeMissing) {
  EXPECT_EQ(
      verdict(
          "@g = global [2 x i8] zeroinitializer @a = internal alias i8, getelementptr (i8, ptr @g, i64 1) "
          "define i8 @src(ptr %p) { store i8 4, ptr getelementptr (i8, ptr @g, i64 1) %v = load i8, ptr @a ret i8 %v }"
          "define i8 @tgt(ptr %p) { store i8 4, ptr @a ret i8 4 }"),
      "correct");
  EXPECT_EQ(verdict("@w = extern_weak global i8 define i1 @src() { %c = icmp eq ptr @w, null ret i1 %c } "
                    "define i1 @tgt() { ret i1 false }"),
            "incorrect: value-mismatch");
}

TEST(RefineMemory, PlacesInOneObjectAreNoFurtherApartThanHalfOfTheAddressSpace) {
  EXPECT_EQ(verdict("define i64 @src(ptr noundef %p, i64 %i, i64 %j) { %a = getelementptr inbounds i8, ptr %p, i64 %i %b = "
                    "getelementptr inbounds i8, ptr %p, i64 %j %m = ptrtoint ptr %a to i64 %n = ptrtoint ptr %b to i64 "
                    "%r = sub i64 %n, %m ret i64 %r }"
                    "define i64 @tgt(ptr noundef %p, i64 %i, i64 %j) { %r = sub nsw i64 %j, %i ret i64 %r }"),
            "correct");
}

TEST(RefineMemory, AnInboundsAddressAtDistanceZeroIsAnyPointer) {
  const std::string moved = "%g = getelementptr inbounds i8, ptr %p, i64 %n ";
  EXPECT_EQ(verdict("define ptr @src(ptr %p, i64 %n) { %z = icmp eq i64 %n, 0 " + moved + "%s = select i1 %z, ptr %p, ptr %g ret ptr %s }"
                    "define ptr @tgt(ptr %p, i64 %n) { " + moved + "ret ptr %g }"),
            "correct");
  EXPECT_EQ(verdict("define ptr @src(ptr %p, i64 %n) { %z = icmp eq i64 %n, 1 " + moved + "%s = select i1 %z, ptr %p, ptr %g ret ptr %s }"
                    "define ptr @tgt(ptr %p, i64 %n) { " + moved + "ret ptr %g }")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineMemory, AnObjectIsKnownToWhoKnowsTheOneThatHoldsItsAddress) {
  const std::string plain = "%a = alloca ptr %b = alloca i8 store ptr %b, ptr %a ";
  const std::string chosen = "%a = alloca ptr %o = alloca ptr %b = alloca i8 %s = select i1 %c, ptr %a, ptr %o store ptr %b, ptr %s ";
  const std::string copied = "%o = alloca ptr %a = alloca ptr %b = alloca i8 store ptr %b, ptr %o "
                             "call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %o, i64 8, i1 false) ";
  const auto pair = [&](const std::string& made, const std::string& called) {
    const std::string end = "call void @" + called + " ret void } ";
    return "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) declare void @keep(ptr) declare void @look(ptr captures(none)) "
           "define void @src(i1 noundef %c, ptr %x) { " + made + "store i8 1, ptr %b " + end +
           "define void @tgt(i1 noundef %c, ptr %x) { " + made + end;
  };
  for (const std::string& made : {plain, chosen, copied}) {
    EXPECT_EQ(verdict(pair(made, "keep(ptr %x)")), "correct") << made;
    EXPECT_EQ(verdict(pair(made, "keep(ptr %a)")).substr(0, 9), "incorrect") << made;
    EXPECT_EQ(verdict(pair(made, "look(ptr %a)")).substr(0, 9), "incorrect") << made;
    EXPECT_EQ(verdict(pair(made, "look(ptr %a) call void @keep(ptr %x)")).substr(0, 9), "incorrect") << made;
  }
  EXPECT_EQ(verdict(pair(chosen, "keep(ptr %o)")).substr(0, 9), "incorrect");
}

TEST(RefineMemory, AnObjectIsFoundByItsAddressOnlyWhereTheIntegerGoesSomewhere) {
  const auto pair = [](const std::string& made, const std::string& used) {
    const std::string head = made + "store i8 1, ptr %b %i = ptrtoint ptr %a to i64 " + used + "%v = load i8, ptr %b ret i8 ";
    return verdict("declare void @g() declare void @f(i64) define i8 @src(i64 %n) { " + head + "%v } define i8 @tgt(i64 %n) { " + head + "1 }").substr(0, 9);
  };
  const std::string itself = "%b = alloca i8 %a = getelementptr i8, ptr %b, i64 0 ", call = "call void @g() ";
  const std::string holder = "%a = alloca ptr %b = alloca i8 store ptr %b, ptr %a ";
  for (const std::string& made : {itself, holder}) {
    EXPECT_EQ(pair(made, call), "correct");
    EXPECT_EQ(pair(made, "%m = and i64 %i, 3 %c = icmp eq i64 %m, 0 br i1 %c, label %x, label %x x: " + call), "correct");
    EXPECT_EQ(pair(made, "call void @f(i64 %i) "), "incorrect");
    EXPECT_EQ(pair(made, "%s = sub i64 %i, %n call void @f(i64 %s) "), "incorrect");
  }
}

TEST(RefineMemory, IndicesNarrowerThanAddressesMoveTheLowBits) {
  const std::string layout = "target datalayout = \"e-p:40:64:64:32\" ";
  const auto pair = [&](const std::string& source, const std::string& target) {
    return verdict(layout + "define ptr @src(ptr %p, i64 %i) { " + source + "ret ptr %r } define ptr @tgt(ptr %p, i64 %i) { " + target + "ret ptr %r }");
  };
  const std::string whole = "%r = getelementptr i8, ptr %p, i64 %i ", low = "%t = trunc i64 %i to i32 %r = getelementptr i8, ptr %p, i32 %t ";
  EXPECT_EQ(pair(whole, low), "correct");
  EXPECT_EQ(pair("%q = getelementptr i8, ptr %p, i64 1 %r = getelementptr i8, ptr %q, i64 2 ", "%r = getelementptr i8, ptr %p, i64 3 "), "correct");
  EXPECT_EQ(pair(whole, "%t = trunc i64 %i to i16 %r = getelementptr i8, ptr %p, i16 %t ").substr(0, 9), "incorrect");
}

TEST(RefineMemory, WhatComparesAsNullMayBeFreed) {
  EXPECT_EQ(verdict("declare void @free(ptr) define void @src(ptr %p) { %c = icmp ne ptr %p, null br i1 %c, label %a, label %b "
                    "a: call void @free(ptr %p) br label %b b: ret void } define void @tgt(ptr %p) { call void @free(ptr %p) ret void }"),
            "correct");
}

TEST(RefineMemory, WhatIsFreedIsNotWrittenFirst) {
  EXPECT_EQ(verdict("declare void @free(ptr) define void @src(ptr %p) { %q = getelementptr i8, ptr %p, i64 4 store i32 1, ptr %q call void @free(ptr %p) ret void } "
                    "define void @tgt(ptr %p) { call void @free(ptr %p) ret void }"),
            "correct");
}

TEST(RefineMemory, ATargetMayCopyAndSetNothingWhateverThePointers) {
  const std::string functions = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) ";
  for (const char* call : {"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr poison, i64 0, i1 false) ",
                           "call void @llvm.memset.p0.i64(ptr align 8 %p, i8 1, i64 0, i1 false) "}) {
    EXPECT_EQ(verdict(functions + "define void @src(ptr %p) { ret void } define void @tgt(ptr %p) { " + call + "ret void }"),
              "correct");
  }
  EXPECT_EQ(verdict(functions + "define i8 @src() { call void @llvm.memset.p0.i64(ptr poison, i8 1, i64 0, i1 false) ret i8 1 } "
                                "define i8 @tgt() { ret i8 2 }"),
            "correct");
  EXPECT_EQ(verdict(functions + "define void @src(i64 %n) { ret void } define void @tgt(i64 %n) { "
                                "call void @llvm.memset.p0.i64(ptr poison, i8 1, i64 %n, i1 false) ret void }"),
            "incorrect: more-ub");
}

TEST(RefineMemory, PointersIntoOneObjectAreOrderedByTheirOffsets) {
  const auto pair = [](const std::string& flags, const std::string& predicate, const std::string& of_indices) {
    const std::string head = "(ptr noundef %p, i64 noundef %x, i64 noundef %y) { ";
    const std::string address = "getelementptr " + flags + " i32, ptr %p, i64 ";
    return verdict("define i1 @src" + head + "%a = " + address + "%x %b = " + address + "%y %c = icmp " + predicate +
                   " ptr %a, %b ret i1 %c } define i1 @tgt" + head + "%c = icmp " + of_indices + " i64 %x, %y ret i1 %c }");
  };
  EXPECT_EQ(pair("inbounds", "ult", "slt"), "correct");
  EXPECT_EQ(pair("inbounds nuw", "ule", "ule"), "correct");
  EXPECT_EQ(pair("inbounds", "ult", "ult").substr(0, 9), "incorrect");
  EXPECT_EQ(pair("", "ult", "slt").substr(0, 9), "incorrect");
}

TEST(RefineMemory, WhatAllocsizeAndAllockindSayOfAnObjectHolds) {
  const auto pair = [](const std::string& attributes, const std::string& source, const std::string& target) {
    const auto function = [](const std::string& name, const std::string& then) {
      return "define i8 @" + name + "() { %p = call noalias ptr @my(i64 2, i64 4) %n = icmp eq ptr %p, null "
             "br i1 %n, label %none, label %some none: ret i8 0 some: " + then + "} ";
    };
    return verdict("declare noalias ptr @my(i64, i64) nounwind willreturn " + attributes + " " + function("src", source) + function("tgt", target));
  };
  const std::string last = "%q = getelementptr i8, ptr %p, i64 7 %v = load i8, ptr %q ret i8 1 ";
  const std::string beyond = "%q = getelementptr i8, ptr %p, i64 8 %v = load i8, ptr %q ret i8 1 ";
  const std::string first = "%v = load i8, ptr %p ret i8 %v ";
  EXPECT_EQ(pair("allocsize(0,1)", "ret i8 1 ", last), "correct");
  EXPECT_EQ(pair("allocsize(0,1)", "ret i8 1 ", beyond), "incorrect: more-ub");
  EXPECT_EQ(pair("allocsize(0)", "ret i8 1 ", last), "incorrect: more-ub");
  EXPECT_EQ(pair("", "ret i8 1 ", last), "incorrect: more-ub");
  EXPECT_EQ(pair("allocsize(0,1) allockind(\"alloc,zeroed\")", first, "ret i8 0 "), "correct");
  EXPECT_EQ(pair("allocsize(0,1) allockind(\"alloc,zeroed\")", first, "ret i8 1 ").substr(0, 9), "incorrect");
  EXPECT_EQ(pair("allocsize(0,1) allockind(\"alloc,uninitialized\")", first, "ret i8 1 "), "correct");
  EXPECT_EQ(pair("allocsize(0,1)", first, "ret i8 0 ").substr(0, 9), "incorrect");
}

TEST(RefineMemory, WhatIsInitializedReadsAsPoisonBeforeHoweverLargeItIs) {
  for (const char* size : {"4", "1024"}) {
    const std::string bytes = size, fill = " call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 " + bytes + ", i1 false) ";
    const auto function = [&](const std::string& name, const std::string& attribute, const std::string& body) {
      return "define i8 @" + name + "(ptr noundef " + attribute + " %p) { " + body + "} ";
    };
    const std::string declared = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) ", promise = "initializes((0, " + bytes + "))";
    const std::string writes = fill + "ret i8 0 ", reads = "%v = load i8, ptr %p " + fill + "ret i8 %v ";
    EXPECT_EQ(verdict(declared + function("src", "", writes) + function("tgt", promise, writes)), "correct") << size;
    EXPECT_EQ(verdict(declared + function("src", "", reads) + function("tgt", promise, reads)).substr(0, 9), "incorrect") << size;
    EXPECT_EQ(verdict(declared + function("src", promise, reads) + function("tgt", promise, writes)), "correct") << size;
  }
}

TEST(RefineMemory, AnAllocationIsAsAlignedAsAnArgumentSays) {
  const auto both = [](const std::string& parameter, const std::string& align, const std::string& result) {
    const std::string call = "%p = call noalias ptr @make(i64 " + align + ") %i = ptrtoint ptr %p to i64 %a = and i64 %i, 31 ";
    return verdict("declare ptr @make(i64 " + parameter + ") allockind(\"alloc,uninitialized,aligned\") define i64 @src(i64 noundef %n) { " + call +
                   "ret i64 %a } define i64 @tgt(i64 noundef %n) { " + call + "ret i64 " + result + " } ").substr(0, 9);
  };
  EXPECT_EQ(both("allocalign", "32", "0"), "correct");
  EXPECT_EQ(both("allocalign", "32", "16"), "incorrect");
}

TEST(RefineMemory, AllocationsThatAskForTheSameBelongTogether) {
  const std::string declared = "declare noalias ptr @malloc(i64) declare void @free(ptr) ";
  const auto target = [](const std::string& size) {
    return "define ptr @tgt() { %1 = call noalias ptr @malloc(i64 " + size + ") ret ptr %1 } ";
  };
  const std::string source = "define ptr @src() { %1 = call noalias ptr @malloc(i64 4) call void @free(ptr %1) "
                             "%2 = call noalias ptr @malloc(i64 8) ret ptr %2 } ";
  EXPECT_EQ(verdict(declared + source + target("8")), "correct");
  EXPECT_NE(verdict(declared + source + target("4")), "correct");
}

TEST(RefineMemory, OfAStackObjectThatIsReturnedOnlyTheAddressIsLeft) {
  const auto both = [](const std::string& before, const std::string& after) {
    return verdict("define ptr @src() { %a = alloca " + before + " ret ptr %a } define ptr @tgt() { %b = alloca " + after + " ret ptr %b } ").substr(0, 9);
  };
  EXPECT_EQ(both("i8, align 1", "i32, align 4"), "correct");
  EXPECT_EQ(both("i32, align 4", "i8, align 1"), "incorrect");
}

}  // namespace
}  // namespace assay::refine
