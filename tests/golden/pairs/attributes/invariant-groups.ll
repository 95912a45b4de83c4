; ATTR-25: All accesses with !invariant.group through one pointer see one value, whatever others write.
declare void @g(ptr) nounwind willreturn
define i8 @src(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %b = load i8, ptr %p, !invariant.group !0
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  ret i8 %a
}
!0 = !{}
; check: correct

; Not so without it at one of them.
declare void @g(ptr) nounwind willreturn
define i8 @src(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %b = load i8, ptr %p
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  ret i8 %a
}
!0 = !{}
; check: incorrect: value-mismatch (interpreter, smt)

; Nor behind launder.
declare void @g(ptr) nounwind willreturn
declare ptr @llvm.launder.invariant.group.p0(ptr)
define i8 @src(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %b = load i8, ptr %q, !invariant.group !0
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  ret i8 %a
}
!0 = !{}
; check: unknown: unconfirmed

; Nor by another pointer that leads there.
declare void @g(ptr) nounwind willreturn
define i8 @src(ptr %p, ptr %q) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %b = load i8, ptr %q, !invariant.group !0
  ret i8 %b
}
define i8 @tgt(ptr %p, ptr %q) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  ret i8 %a
}
!0 = !{}
; check: incorrect: value-mismatch (interpreter, smt)

; A store says what later loads see.
declare void @g(ptr) nounwind willreturn
define i8 @src() {
  %p = alloca i8
  store i8 42, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %b = load i8, ptr %p, !invariant.group !0
  ret i8 %b
}
define i8 @tgt() {
  %p = alloca i8
  store i8 42, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  ret i8 42
}
!0 = !{}
; check: correct

declare void @g(ptr) nounwind willreturn
define i8 @src() {
  %p = alloca i8
  store i8 42, ptr %p
  call void @g(ptr %p)
  %b = load i8, ptr %p, !invariant.group !0
  ret i8 %b
}
define i8 @tgt() {
  %p = alloca i8
  store i8 42, ptr %p
  call void @g(ptr %p)
  ret i8 42
}
!0 = !{}
; check: incorrect: value-mismatch (interpreter, smt)

; Wrong where the values are the same.
declare void @g(ptr) nounwind willreturn
define i8 @src(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %b = load i8, ptr %p, !invariant.group !0
  ret i8 %b
}
define i8 @tgt(ptr %p) {
  %a = load i8, ptr %p, !invariant.group !0
  call void @g(ptr %p)
  %c = add i8 %a, 1
  ret i8 %c
}
!0 = !{}
; check: incorrect: value-mismatch (interpreter, smt)

; Another pointer in each round of a loop.
define i8 @src(ptr %p, i64 %n) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %s = phi i8 [ 0, %entry ], [ %t, %l ]
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q, !invariant.group !0
  %t = add i8 %s, %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, 2
  br i1 %c, label %e, label %l
e:
  ret i8 %t
}
define i8 @tgt(ptr %p, i64 %n) {
  %v = load i8, ptr %p, !invariant.group !0
  %t = shl i8 %v, 1
  ret i8 %t
}
!0 = !{}
; check: incorrect: value-mismatch (interpreter, smt)
