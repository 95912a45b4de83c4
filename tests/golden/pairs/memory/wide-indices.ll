; An index that does not fit the index type is truncated; that breaks nuw, nusw and inbounds (LangRef, getelementptr).
define ptr @src(ptr %p) {
  %q = getelementptr nuw i8, ptr %p, i128 18446744073709551617
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p, i128 %i) {
  %c = icmp ugt i128 %i, 18446744073709551615
  call void @llvm.assume(i1 %c)
  %q = getelementptr nuw i8, ptr %p, i128 %i
  ret ptr %q
}
define ptr @tgt(ptr %p, i128 %i) {
  ret ptr poison
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nuw i8, ptr %p, i128 18446744073709551616
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i128 18446744073709551617
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  ret ptr %q
}
; interpreter: nothing against it
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i128 18446744073709551617
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr %p
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; So does a product of index and size that wraps, even to nothing.
define ptr @src(ptr %p) {
  %q = getelementptr nusw [4 x i32], ptr %p, i128 1152921504606846976
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nusw [4 x i32], ptr %p, i64 1152921504606846976
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

; Elements without size do not move the pointer.
define ptr @src(ptr %p) {
  %q = getelementptr inbounds [0 x i8], ptr %p, i64 5
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr %p
}
; interpreter: unknown: an address that is one of several
; solver: correct

; nuw: a negative index is a large unsigned one, whose product with the size overflows.
define ptr @src(ptr %p) {
  %q = getelementptr nuw [4 x i64], ptr %p, i64 -1
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nuw i16, ptr %p, i32 -3
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nuw { i8, i32 }, ptr %p, i64 -9223372036854775808
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nuw i8, ptr %p, i128 -1
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nuw i8, ptr %p, i64 -32
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  ret ptr poison
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define ptr @src(ptr %p) {
  %q = getelementptr nuw [4 x i64], ptr %p, i64 -1
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  %q = getelementptr nuw i8, ptr %p, i64 -32
  ret ptr %q
}
; interpreter: unknown: an address that is one of several
; solver: correct

define ptr @src(ptr %p) {
  %q = getelementptr nuw i8, ptr %p, i64 -32
  ret ptr %q
}
define ptr @tgt(ptr %p) {
  %q = getelementptr nuw [4 x i64], ptr %p, i64 -1
  ret ptr %q
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous
