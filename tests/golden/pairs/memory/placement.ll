; MEM-8: Where a branch depends on the address, only some places lead to the access.
define i8 @src() {
  %p = alloca i8, align 4
  %a = ptrtoint ptr %p to i64
  %b = and i64 %a, 7
  %c = icmp eq i64 %b, 0
  br i1 %c, label %y, label %n
y:
  store i8 7, ptr %p, align 8
  ret i8 1
n:
  ret i8 1
}
define i8 @tgt() { ret i8 1 }
; interpreter: correct
; solver: correct

define i8 @src() {
  %p = alloca i8, align 4
  %a = ptrtoint ptr %p to i64
  %b = and i64 %a, 7
  %c = icmp eq i64 %b, 0
  br i1 %c, label %y, label %n
y:
  store i8 7, ptr %p, align 8
  ret i8 1
n:
  ret i8 1
}
define i8 @tgt() { ret i8 2 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i8 @src() {
  %p = alloca i8, align 4
  %a = ptrtoint ptr %p to i64
  store i8 7, ptr %p, align 8
  %b = trunc i64 %a to i8
  %c = and i8 %b, 3
  ret i8 %c
}
define i8 @tgt() { ret i8 0 }
; interpreter: correct
; solver: correct

define i8 @src() {
  %p = alloca i8, align 4
  %a = ptrtoint ptr %p to i64
  store i8 7, ptr %p, align 8
  %b = trunc i64 %a to i8
  %c = and i8 %b, 3
  ret i8 %c
}
define i8 @tgt() { ret i8 2 }
; interpreter: correct
; solver: unknown: approximation

; MEM-9: What the source does at one place it may do.
; Each may be undefined, most for want of alignment that the variable does not ask for.
; Its result may be poison; the store is to be seen all the same.
define i8 @src(ptr noundef %s) {
  %p = alloca i8, align 1
  store ptr %p, ptr %s
  %q = load ptr, ptr %s, !align !0, !noundef !1
  ret i8 0
}
define i8 @tgt(ptr noundef %s) { ret i8 1 }
!0 = !{i64 16}
!1 = !{}
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @llvm.assume(i1)
define i8 @src(ptr noundef %s) {
  %p = alloca i8, align 1
  store i8 1, ptr %s
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  ret i8 0
}
define i8 @tgt(ptr noundef %s) { ret i8 1 }
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @src(ptr noundef %s) {
  %p = alloca i8, align 4
  store i8 1, ptr %s
  %a = ptrtoint ptr %p to i64
  %b = trunc i64 %a to i8
  %c = icmp sgt i8 %b, 0
  br i1 %c, label %u, label %o
u:
  unreachable
o:
  ret i8 0
}
define i8 @tgt(ptr noundef %s) { ret i8 1 }
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @src(ptr noundef %s) {
  %p = alloca i8
  %q = alloca i8
  store i8 1, ptr %s
  %c = icmp ult ptr %p, %q
  br i1 %c, label %u, label %o
u:
  unreachable
o:
  ret i8 0
}
define i8 @tgt(ptr noundef %s) { ret i8 1 }
; interpreter: nothing against it: the source is never defined
; solver: correct

define i8 @src(ptr noundef %s) {
  %p = alloca i8, align 16
  store ptr %p, ptr %s
  %q = load ptr, ptr %s, !align !0, !noundef !1
  ret i8 0
}
define i8 @tgt(ptr noundef %s) { ret i8 1 }
!0 = !{i64 16}
!1 = !{}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @src(ptr noundef %s) {
  %p = alloca i8, align 1
  store i8 1, ptr %s
  %a = ptrtoint ptr %p to i64
  %b = and i64 %a, 15
  %t = trunc nuw i64 %b to i1
  %r = select i1 %t, i8 0, i8 0
  ret i8 %r
}
define i8 @tgt(ptr noundef %s) { ret i8 1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: memory-mismatch

define i8 @src(ptr noundef %s) {
  %p = alloca i8, align 1
  store i8 1, ptr %s
  %a = ptrtoint ptr %p to i64
  %b = and i64 %a, 15
  %t = trunc nuw i64 %b to i1
  %r = select i1 %t, i8 0, i8 0
  ret i8 %r
}
define i8 @tgt(ptr noundef %s) { store i8 1, ptr %s ret i8 1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; A result may come from any place that an object can have.
; Which index it is depends on the place, too.
define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %r = and i64 %a, 255
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 76 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %r = and i64 %a, 255
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 77 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %r = add i64 %a, 0
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 4096 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %r = add i64 %a, 0
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 0 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %r = sub i64 %a, %b
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 4 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %r = sub i64 %a, %b
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 0 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %e = icmp eq i64 %a, %c
  %r = zext i1 %e to i64
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 0 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %e = icmp eq i64 %a, %c
  %r = zext i1 %e to i64
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 1 }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i64 @src(ptr noundef %s) {
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %c = ptrtoint ptr %s to i64
  %i = alloca i64
  store i64 %a, ptr %i
  %g = getelementptr i8, ptr %i, i64 2
  %v = load i8, ptr %g
  %k = and i8 %v, 3
  %z = zext i8 %k to i64
  %h = getelementptr i8, ptr %i, i64 %z
  %w = load i8, ptr %h
  %r = zext i8 %w to i64
  ret i64 %r
}
define i64 @tgt(ptr noundef %s) { ret i64 16 }
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; What unknown functions do may depend on the place.
declare void @f(ptr)
declare ptr @g()
define i1 @src() {
  %p = alloca i32
  call void @f(ptr captures(none) %p)
  %q = call ptr @g()
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca i32
  call void @f(ptr captures(none) %p)
  %q = call ptr @g()
  ret i1 false
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @f(ptr)
declare ptr @g()
define i1 @src() {
  %p = alloca i32
  call void @f(ptr captures(address) %p)
  %q = call ptr @g()
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca i32
  call void @f(ptr captures(address) %p)
  %q = call ptr @g()
  ret i1 false
}
; interpreter: unknown: source has more choices than were enumerated
; solver: unknown: approximation

declare void @f(ptr)
declare ptr @g()
define i1 @src() {
  %p = alloca i32
  call void @f(ptr %p)
  %q = call ptr @g()
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca i32
  call void @f(ptr %p)
  %q = call ptr @g()
  ret i1 false
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

; A callee may look at the alignment that the source asks for (MEM-8).
; LangRef: incorrect
declare void @f(ptr)
define ptr @src() {
 %a = alloca i32, align 4
 call void @f(ptr %a)
 ret ptr null }
define ptr @tgt() {
 %a = alloca i32, align 1
 call void @f(ptr %a)
 ret ptr null }
; interpreter: nothing against it
; solver: unknown: approximation

; LangRef: correct
declare void @f(ptr)
define ptr @src() {
 %a = alloca i32, align 4
 call void @f(ptr %a)
 ret ptr null }
define ptr @tgt() {
 %a = alloca i32, align 16
 call void @f(ptr %a)
 ret ptr null }
; interpreter: nothing against it
; solver: correct

; MEM-9: An object of the caller's, however large, leaves the function places in both halves of the address space.
@x = external global i8
define i1 @src() {
  store i8 1, ptr @x
  %a = alloca <4 x i8>, align 4
  %p = ptrtoint ptr %a to i64
  %s = icmp slt i64 %p, 0
  ret i1 %s
}
define i1 @tgt() {
  store i8 1, ptr @x
  ret i1 true
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare i1 @g()
define i1 @src() {
  %a = alloca <4 x i8>, align 4
  %p = ptrtoint ptr %a to i64
  %s = icmp slt i64 %p, 0
  %r = call i1 @g()
  ret i1 %s
}
define i1 @tgt() {
  %r = call i1 @g()
  ret i1 false
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct
