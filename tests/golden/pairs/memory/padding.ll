; MEM-22: Padding of an aggregate that is stored is undef.
define void @src(ptr %p, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 poison, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 undef, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 3, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i16, i64 } %v) {
  store { i16, i64 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i16, i64 } %v) {
  store { i16, i64 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  store i8 poison, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p, { i16, i64 } %v) {
  store { i16, i64 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i16, i64 } %v) {
  store { i16, i64 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  store i8 undef, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i16, i64 } %v) {
  store { i16, i64 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i16, i64 } %v) {
  store { i16, i64 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  store i8 3, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i8, { i8, i16 } } %v) {
  store { i8, { i8, i16 } } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i8, { i8, i16 } } %v) {
  store { i8, { i8, i16 } } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  store i8 poison, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p, { i8, { i8, i16 } } %v) {
  store { i8, { i8, i16 } } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i8, { i8, i16 } } %v) {
  store { i8, { i8, i16 } } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  store i8 undef, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i8, { i8, i16 } } %v) {
  store { i8, { i8, i16 } } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i8, { i8, i16 } } %v) {
  store { i8, { i8, i16 } } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 3
  store i8 3, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, [2 x { i8, i16 }] %v) {
  store [2 x { i8, i16 }] %v, ptr %p
  ret void
}
define void @tgt(ptr %p, [2 x { i8, i16 }] %v) {
  store [2 x { i8, i16 }] %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 poison, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p, [2 x { i8, i16 }] %v) {
  store [2 x { i8, i16 }] %v, ptr %p
  ret void
}
define void @tgt(ptr %p, [2 x { i8, i16 }] %v) {
  store [2 x { i8, i16 }] %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 undef, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, [2 x { i8, i16 }] %v) {
  store [2 x { i8, i16 }] %v, ptr %p
  ret void
}
define void @tgt(ptr %p, [2 x { i8, i16 }] %v) {
  store [2 x { i8, i16 }] %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 3, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i32, i8 } %v) {
  store { i32, i8 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i32, i8 } %v) {
  store { i32, i8 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 5
  store i8 poison, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define void @src(ptr %p, { i32, i8 } %v) {
  store { i32, i8 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i32, i8 } %v) {
  store { i32, i8 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 5
  store i8 undef, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

define void @src(ptr %p, { i32, i8 } %v) {
  store { i32, i8 } %v, ptr %p
  ret void
}
define void @tgt(ptr %p, { i32, i8 } %v) {
  store { i32, i8 } %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 5
  store i8 3, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

; A read of it is one of undef.
define i8 @src() {
  %a = alloca { i8, i32 }
  store { i8, i32 } { i8 1, i32 2 }, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt() { ret i8 7 }
; interpreter: correct
; solver: correct

define i8 @src() {
  %a = alloca { i8, i32 }
  store { i8, i32 } { i8 1, i32 2 }, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt() { ret i8 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Stores of the fields leave what was there: in an alloca undef, in the caller's memory perhaps poison.
define i64 @src() {
  %a = alloca { i8, i32 }
  store { i8, i32 } { i8 1, i32 2 }, ptr %a
  %r = load i64, ptr %a
  ret i64 %r
}
define i64 @tgt() {
  %a = alloca { i8, i32 }
  store i8 1, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  store i32 2, ptr %q
  %r = load i64, ptr %a
  ret i64 %r
}
; interpreter: correct
; solver: correct

define void @src(ptr %p) {
  store { i8, i32 } { i8 1, i32 2 }, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; What becomes a copy keeps poison that was there: not judged.
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
  %v = load { i8, i32 }, ptr %p
  store { i8, i32 } %v, ptr %q
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
; interpreter: unknown: padding that is copied
; solver: unknown: approximation

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
  %v = load { i32, i32 }, ptr %p
  store { i32, i32 } %v, ptr %q
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}
; interpreter: unknown: what a pointer in memory may access
; solver: correct
