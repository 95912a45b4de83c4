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

; The memory changes before it is read, and changes back: undefined, whatever is stored between.
; LangRef: correct
define i8 @src(ptr %x, ptr %y, i8 %z) {
  store i8 %z, ptr %x, align 1
  store i8 1, ptr %y, align 1
  %a = load i8, ptr %x, align 1, !invariant.load !0
  ret i8 %a
}
define i8 @tgt(ptr %x, ptr %y, i8 %z) {
  store i8 %z, ptr %x, align 1
  store i8 1, ptr %y, align 1
  ret i8 %z
}
!0 = !{}
; interpreter: nothing against it
; solver: correct

; LangRef: correct
define i16 @src(ptr %x, ptr %y, i16 %z) {
  store i16 %z, ptr %x, align 1
  store i16 1, ptr %y, align 1
  %a = load i16, ptr %x, align 1, !invariant.load !0
  ret i16 %a
}
define i16 @tgt(ptr %x, ptr %y, i16 %z) {
  store i16 %z, ptr %x, align 1
  store i16 1, ptr %y, align 1
  ret i16 %z
}
!0 = !{}
; interpreter: nothing against it
; solver: correct

; LangRef: correct
define <2 x i8> @src(ptr %x, ptr %y, <2 x i8> %z) {
  store <2 x i8> %z, ptr %x, align 1
  store <2 x i8> <i8 1, i8 1>, ptr %y, align 1
  %a = load <2 x i8>, ptr %x, align 1, !invariant.load !0
  ret <2 x i8> %a
}
define <2 x i8> @tgt(ptr %x, ptr %y, <2 x i8> %z) {
  store <2 x i8> %z, ptr %x, align 1
  store <2 x i8> <i8 1, i8 1>, ptr %y, align 1
  ret <2 x i8> %z
}
!0 = !{}
; interpreter: nothing against it
; solver: correct

; What is undef elsewhere makes no constant one that changes.
; LangRef: incorrect
@table = internal constant [4 x i8] c"\08?\80\08", align 4
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define i16 @src(ptr dereferenceable(8) %p) {
  %u = alloca i32, align 1
  %g = getelementptr i16, ptr @table, i32 1
  %v = load i16, ptr %g, align 1, !invariant.load !0
  %q = getelementptr inbounds i8, ptr %p, i64 3
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %u, i64 1, i1 false)
  ret i16 %v
}
define i16 @tgt(ptr dereferenceable(8) %p) {
  ret i16 7
}
!0 = !{}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
