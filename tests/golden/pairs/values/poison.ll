; The claims of LangRef's sections on undef and poison, and of LLVM's manual of undefined behaviour, on small types.

; What poison spreads to.
define i4 @src() { %r = sub nuw i4 0, 1 ret i4 %r }
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

define i4 @src() { %r = sub i4 poison, 1 ret i4 %r }
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

define i4 @src() {
  %p = sub nuw i4 0, 1
  %r = and i4 %p, 0
  ret i4 %r
}
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

@h = external global [4 x i32]
define void @src() {
  %p = sub nuw i32 0, 1
  %q = getelementptr i32, ptr @h, i32 %p
  store i32 0, ptr %q
  ret void
}
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

define i16 @src() {
  %p = alloca i32
  store i32 poison, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}
define i16 @tgt() { ret i16 poison }
; interpreter: correct
; solver: correct

define i64 @src() {
  %p = alloca i64
  store i64 7, ptr %p
  store i32 poison, ptr %p
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @tgt() { ret i64 poison }
; interpreter: correct
; solver: correct

@k = external global i32
define i32 @src() {
  %p = sub nuw i32 0, 1
  store i32 %p, ptr @k
  %r = load i32, ptr @k
  ret i32 %r
}
define i32 @tgt() { store i32 poison, ptr @k ret i32 poison }
; interpreter: nothing against it
; solver: correct

@k = external global i32
define i16 @src() {
  %p = sub nuw i32 0, 1
  store i32 %p, ptr @k
  %r = load i16, ptr @k
  ret i16 %r
}
define i16 @tgt() { store i32 poison, ptr @k ret i16 poison }
; interpreter: nothing against it
; solver: correct

@k = external global i32
define i32 @src() {
  %p = sub nuw i32 0, 1
  store i32 %p, ptr @k
  ret i32 1
}
define i32 @tgt() { ret i32 1 }
; interpreter: nothing against it
; solver: correct

@k = external global i32
define i32 @src() { store i32 1, ptr @k ret i32 1 }
define i32 @tgt() { store i32 poison, ptr @k ret i32 1 }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

define i1 @src() { %r = icmp slt i4 poison, 0 ret i1 %r }
define i1 @tgt() { ret i1 poison }
; interpreter: correct
; solver: correct

define i4 @src() {
  %c = icmp slt i4 poison, 0
  br i1 %c, label %a, label %a
a:
  ret i4 1
}
define i4 @tgt() { unreachable }
; interpreter: correct
; solver: correct

define i4 @src(i4 %a, i4 %b) {
  %s = add nsw i4 %a, %b
  %r = add nsw i4 %s, 1
  ret i4 %r
}
define i4 @tgt(i4 %a, i4 %b) {
  %s = add nsw i4 %a, 1
  %r = add nsw i4 %s, %b
  ret i4 %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; A select stops poison.
define i1 @src(i4 %x, i4 %y) {
  %c = icmp ne i4 %x, 0
  %d = icmp ugt i4 %x, %y
  %r = select i1 %c, i1 %d, i1 false
  ret i1 %r
}
define i1 @tgt(i4 %x, i4 %y) {
  %c = icmp ne i4 %x, 0
  %d = icmp ugt i4 %x, %y
  %r = and i1 %c, %d
  ret i1 %r
}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i1 @src(i4 %x, i4 %y) {
  %c = icmp ne i4 %x, 0
  %d = icmp ugt i4 %x, %y
  %r = select i1 %d, i1 %c, i1 false
  ret i1 %r
}
define i1 @tgt(i4 %x, i4 %y) {
  %c = icmp ne i4 %x, 0
  %d = icmp ugt i4 %x, %y
  %r = and i1 %c, %d
  ret i1 %r
}
; interpreter: correct
; solver: correct

; Immediate undefined behaviour must not be brought forward.
define i4 @src(i1 %c, i4 %v) {
  br i1 %c, label %a, label %b
a:
  %d = udiv i4 3, %v
  ret i4 %d
b:
  ret i4 0
}
define i4 @tgt(i1 %c, i4 %v) {
  %d = udiv i4 3, %v
  %r = select i1 %c, i4 %d, i4 0
  ret i4 %r
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src(i4 %a, i4 %b) {
  %m = and i4 %b, 3
  %r = shl i4 %a, %m
  ret i4 %r
}
define i4 @tgt(i4 %a, i4 %b) { %r = shl i4 %a, %b ret i4 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i4 @src(i4 %a, i4 %b) { %r = shl i4 %a, %b ret i4 %r }
define i4 @tgt(i4 %a, i4 %b) {
  %m = and i4 %b, 3
  %r = shl i4 %a, %m
  ret i4 %r
}
; interpreter: correct
; solver: correct

; What comes before immediate undefined behaviour need not happen,
declare void @note() nounwind willreturn
define void @src() { call void @note() unreachable }
define void @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; unless it may throw: CALL-2.
declare void @note() willreturn
define void @src() { call void @note() unreachable }
define void @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @note() willreturn
define void @src() { unreachable }
define void @tgt() { call void @note() unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

; A branch that is hoisted out of a loop which may never run.
define i4 @src(i4 %n, i1 %c) {
  %z = icmp eq i4 %n, 0
  br i1 %z, label %e, label %l
l:
  br i1 %c, label %a, label %b
a:
  ret i4 1
b:
  ret i4 2
e:
  ret i4 0
}
define i4 @tgt(i4 %n, i1 %c) {
  br i1 %c, label %x, label %y
x:
  %z = icmp eq i4 %n, 0
  br i1 %z, label %e, label %a
y:
  %w = icmp eq i4 %n, 0
  br i1 %w, label %e, label %b
a:
  ret i4 1
b:
  ret i4 2
e:
  ret i4 0
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src(i4 %n, i1 %c) {
  %z = icmp eq i4 %n, 0
  br i1 %z, label %e, label %l
l:
  br i1 %c, label %a, label %b
a:
  ret i4 1
b:
  ret i4 2
e:
  ret i4 0
}
define i4 @tgt(i4 %n, i1 %c) {
  %f = freeze i1 %c
  br i1 %f, label %x, label %y
x:
  %z = icmp eq i4 %n, 0
  br i1 %z, label %e, label %a
y:
  %w = icmp eq i4 %n, 0
  br i1 %w, label %e, label %b
a:
  ret i4 1
b:
  ret i4 2
e:
  ret i4 0
}
; interpreter: correct
; solver: correct

; The lattice goes down only: undefined behaviour, poison, undef, freeze(poison), a value.
define i4 @src() { ret i4 poison }
define i4 @tgt() { ret i4 undef }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 undef }
define i4 @tgt() { ret i4 poison }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

define i4 @src() { ret i4 undef }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: correct
; solver: correct

define i4 @src() {
  %r = freeze i4 poison
  %s = xor i4 %r, %r
  ret i4 %s
}
define i4 @tgt() { ret i4 undef }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-undefined

define i4 @src() { %r = freeze i4 poison ret i4 %r }
define i4 @tgt() { ret i4 7 }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 7 }
define i4 @tgt() { %r = freeze i4 poison ret i4 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i4 @src() { unreachable }
define i4 @tgt() { ret i4 poison }
; interpreter: correct
; solver: correct

define i4 @src() { ret i4 poison }
define i4 @tgt() { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define i4 @src(i4 noundef %x) { ret i4 %x }
define i4 @tgt(i4 noundef %x) { %r = freeze i4 %x ret i4 %r }
; interpreter: correct
; solver: correct

define i4 @src(i4 noundef %x) { %r = freeze i4 %x ret i4 %r }
define i4 @tgt(i4 noundef %x) { ret i4 %x }
; interpreter: correct
; solver: correct

define i4 @src(i4 %x) { %r = freeze i4 %x ret i4 %r }
define i4 @tgt(i4 %x) { ret i4 %x }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous
