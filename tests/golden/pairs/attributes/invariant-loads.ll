; ATTR-23: Memory that a load with !invariant.load has read holds its value through calls that come back and such that do not.
declare void @g()
declare void @use(i32)
define i32 @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @g()
  %b = load i32, ptr %p, !invariant.load !0
  ret i32 %b
}
!0 = !{}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @g()
  ret i32 %a
}
; interpreter: nothing against it
; solver: correct

declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %a)
  %b = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %b)
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %a)
  call void @use(i32 %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

; It held it before, too: the load may be moved over a call.
declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p) {
  call void @g()
  %b = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %b)
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %b = load i32, ptr %p, !invariant.load !0
  call void @g()
  call void @use(i32 %b)
  ret void
}
; interpreter: unknown: a change of memory that an !invariant.load has read
; solver: correct

declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @g()
  %b = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %b)
  call void @g()
  unreachable
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @g()
  call void @use(i32 %a)
  call void @g()
  unreachable
}
; interpreter: nothing against it
; solver: correct

; A store to it can only store what is there: it may go.
declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p, i32 noundef %v) {
  %a = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %p
  call void @use(i32 %a)
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p, i32 noundef %v) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %a)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p, i32 %v) {
  %a = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %p
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p, i32 %v) {
  %a = load i32, ptr %p, !invariant.load !0
  ret void
}
; interpreter: nothing against it
; solver: correct

; A change that is undone later is a change.
declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p, ptr %q) {
  %a = load i32, ptr %p, !invariant.load !0
  store i8 0, ptr %q
  store i32 %a, ptr %p
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p, ptr %q) {
  %a = load i32, ptr %p, !invariant.load !0
  store i8 0, ptr %q
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @g()
declare void @use(i32)
define i32 @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  store i32 7, ptr %p
  %b = load i32, ptr %p, !invariant.load !0
  ret i32 %b
}
!0 = !{}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  store i32 7, ptr %p
  ret i32 %a
}
; interpreter: nothing against it: the source is never defined
; solver: correct

declare void @g()
declare void @use(i32)
define i32 @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  %b = load i32, ptr %p, !invariant.load !0
  ret i32 %b
}
!0 = !{}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  ret i32 %a
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; The promise may not be invented.
declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p, i32 noundef %v) {
  %a = load i32, ptr %p
  store i32 %v, ptr %p
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p, i32 noundef %v) {
  %a = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %p
  ret void
}
; interpreter: unknown: a change of memory that an !invariant.load has read
; solver: unknown: approximation

declare void @g()
declare void @use(i32)
define i32 @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p
  call void @g()
  %b = load i32, ptr %p
  ret i32 %b
}
!0 = !{}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p
  call void @g()
  %b = load i32, ptr %p, !invariant.load !0
  ret i32 %b
}
; interpreter: unknown: a change of memory that an !invariant.load has read
; solver: unknown: approximation

; Of other memory it says nothing.
declare void @g()
declare void @use(i32)
define i32 @src(ptr dereferenceable(4) align 4 noundef %p, ptr dereferenceable(4) align 4 noundef %q) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @g()
  %b = load i32, ptr %q
  ret i32 %b
}
!0 = !{}
define i32 @tgt(ptr dereferenceable(4) align 4 noundef %p, ptr dereferenceable(4) align 4 noundef %q) {
  %a = load i32, ptr %p, !invariant.load !0
  %b = load i32, ptr %q
  call void @g()
  ret i32 %b
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

; It may be dropped.
declare void @g()
declare void @use(i32)
define void @src(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @use(i32 %a)
  ret void
}
!0 = !{}
define void @tgt(ptr dereferenceable(4) align 4 noundef %p) {
  %a = load i32, ptr %p
  call void @use(i32 %a)
  ret void
}
; interpreter: nothing against it
; solver: correct
