; ATTR-58: allocalign and the bundles of assumptions by numbers that are computed.

declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n) {
  %a = add i64 64, 64
  %p = call ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
define ptr @tgt(i64 %n) {
  %p = call ptr @gives(i64 %n, i64 128)
  ret ptr %p
}
; check: correct

declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n) {
  %a = add i64 64, 64
  %p = call ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
define ptr @tgt(i64 %n) {
  %p = call align 128 ptr @gives(i64 %n, i64 128)
  ret ptr %p
}
; check: correct

declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n) {
  %a = add i64 64, 64
  %p = call ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
define ptr @tgt(i64 %n) {
  %p = call align 256 ptr @gives(i64 %n, i64 128)
  ret ptr %p
}
; check: incorrect: more-poisonous (interpreter, smt)

; At least eight, whatever the number.
declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n, i64 noundef %k) {
  %b = and i64 %k, 7
  %a = shl i64 8, %b
  %p = call ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
define ptr @tgt(i64 %n, i64 noundef %k) {
  %b = and i64 %k, 7
  %a = shl i64 8, %b
  %p = call align 8 ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
; check: correct

declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n, i64 noundef %k) {
  %b = and i64 %k, 7
  %a = shl i64 8, %b
  %p = call ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
define ptr @tgt(i64 %n, i64 noundef %k) {
  %b = and i64 %k, 7
  %a = shl i64 8, %b
  %p = call align 16 ptr @gives(i64 %n, i64 %a)
  ret ptr %p
}
; check: incorrect: more-poisonous (interpreter, smt)

; Narrower than a pointer, and of an indirect call.
define ptr @src(ptr %f, i64 %n, i16 noundef %k) {
  %b = and i16 %k, 7
  %a = shl i16 8, %b
  %p = call ptr %f(i64 %n, i16 allocalign %a)
  ret ptr %p
}
define ptr @tgt(ptr %f, i64 %n, i16 noundef %k) {
  %b = and i16 %k, 7
  %a = shl i16 8, %b
  %p = call align 8 ptr %f(i64 %n, i16 allocalign %a)
  ret ptr %p
}
; check: correct

; LangRef, allocalign: a number that is no power of two is that of null alone.
declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n) {
  %p = call ptr @gives(i64 %n, i64 24)
  ret ptr %p
}
define ptr @tgt(i64 %n) {
  %p = call ptr @gives(i64 %n, i64 24)
  ret ptr null
}
; check: correct

declare ptr @gives(i64, i64 allocalign)
define ptr @src(i64 %n) {
  %p = call ptr @gives(i64 %n, i64 16)
  ret ptr %p
}
define ptr @tgt(i64 %n) {
  %p = call ptr @gives(i64 %n, i64 16)
  ret ptr null
}
; check: incorrect: value-mismatch (interpreter, smt)

; LangRef, assume operand bundles: arguments may be dynamic values.
declare void @llvm.assume(i1)
define i8 @src(ptr noundef %p, i64 noundef %n, i8 %d) {
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 %n)]
  %c = icmp ugt i64 %n, 3
  br i1 %c, label %there, label %out
there:
  %q = getelementptr i8, ptr %p, i64 3
  %v = load i8, ptr %q
  ret i8 %v
out:
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i64 noundef %n, i8 %d) {
  %c = icmp ugt i64 %n, 3
  br i1 %c, label %there, label %out
there:
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 4)]
  %q = getelementptr i8, ptr %p, i64 3
  %v = load i8, ptr %q
  ret i8 %v
out:
  ret i8 0
}
; check: correct

declare void @llvm.assume(i1)
define void @src(ptr noundef %p, i64 noundef %n) {
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 %n)]
  ret void
}
define void @tgt(ptr noundef %p, i64 noundef %n) {
  %c = icmp ugt i64 %n, 3
  br i1 %c, label %there, label %out
there:
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 5)]
  br label %out
out:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; Null has no bytes.
declare void @llvm.assume(i1)
define i1 @src(ptr noundef %p, i32 noundef %n) {
  %m = or i32 %n, 1
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i32 %m)]
  %z = icmp eq ptr %p, null
  ret i1 %z
}
define i1 @tgt(ptr noundef %p, i32 noundef %n) {
  %m = or i32 %n, 1
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i32 %m)]
  ret i1 false
}
; check: correct

; No bytes are promised.
declare void @llvm.assume(i1)
define i1 @src(ptr noundef %p) {
  %m = add i64 1, -1
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 %m)]
  %z = icmp eq ptr %p, null
  ret i1 %z
}
define i1 @tgt(ptr noundef %p) {
  %z = icmp eq ptr %p, null
  ret i1 %z
}
; check: correct
