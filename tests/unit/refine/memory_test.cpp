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

}  // namespace
}  // namespace assay::refine
