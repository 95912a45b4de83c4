; ATTR-30: Promises of a kind that the source has, too, or elsewhere.

; Another allocation size is another promise,
declare noalias ptr @m(i64)
define ptr @f(i64 %a, i64 %b) allocsize(0) {
  %r = call ptr @m(i64 %a)
  ret ptr %r
}
; target:
declare noalias ptr @m(i64)
define ptr @f(i64 %a, i64 %b) allocsize(0,1) {
  %r = call ptr @m(i64 %a)
  ret ptr %r
}
; check: unknown: unfollowed-promise: allocsize

; at calls, too.
declare ptr @m(i64, i64)
define ptr @f(i64 %a, i64 %b) {
  %r = call ptr @m(i64 %a, i64 %b) allocsize(0)
  ret ptr %r
}
; target:
declare ptr @m(i64, i64)
define ptr @f(i64 %a, i64 %b) {
  %r = call ptr @m(i64 %a, i64 %b) allocsize(0,1)
  ret ptr %r
}
; check: unknown: unconfirmed

; So is a family of functions that allocate and free.
declare noalias ptr @m(i64) allockind("alloc") allocsize(0)
define ptr @f(i64 %a) {
  %r = call ptr @m(i64 %a)
  ret ptr %r
}
; target:
declare noalias ptr @m(i64) allockind("alloc") allocsize(0) "alloc-family"="malloc"
define ptr @f(i64 %a) {
  %r = call ptr @m(i64 %a)
  ret ptr %r
}
; check: unknown: approximation

; A call with arguments that were loaded does not take over what another one says,
declare void @g(i32)
define void @f(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  call void @g(i32 %a) nosync
  %b = load i32, ptr %q
  call void @g(i32 %b)
  ret void
}
; target:
declare void @g(i32)
define void @f(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  call void @g(i32 %a) nosync
  %b = load i32, ptr %q
  call void @g(i32 %b) nosync
  ret void
}
; check: unknown: unfollowed-promise: nosync

; whatever that is;
declare void @g(i32)
define void @f(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  call void @g(i32 %a) nocallback
  %b = load i32, ptr %q
  call void @g(i32 %b)
  ret void
}
; target:
declare void @g(i32)
define void @f(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  call void @g(i32 %a) nocallback
  %b = load i32, ptr %q
  call void @g(i32 %b) nocallback
  ret void
}
; check: unknown: unfollowed-promise: nocallback

; but it may be made in more places.
declare void @g(i32)
define void @f(ptr %p, ptr %q, i1 noundef %c) {
  %a = load i32, ptr %p
  call void @g(i32 %a) nosync
  %b = load i32, ptr %q
  call void @g(i32 %b)
  ret void
}
; target:
declare void @g(i32)
define void @f(ptr %p, ptr %q, i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  %a = load i32, ptr %p
  call void @g(i32 %a) nosync
  br label %j
e:
  %a2 = load i32, ptr %p
  call void @g(i32 %a2) nosync
  br label %j
j:
  %b = load i32, ptr %q
  call void @g(i32 %b)
  ret void
}
; check: correct

; Nor does one assembly take over what another one says.
define void @f() {
  call void asm sideeffect "nop", ""() nosync
  call void asm sideeffect "mfence", ""()
  ret void
}
; target:
define void @f() {
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "mfence", ""() nosync
  ret void
}
; check: unknown: unfollowed-promise: nosync

; A call with nobuiltin calls a function that nobody knows:
declare i64 @strlen(ptr)
define i64 @f(ptr %p) {
  %r = call i64 @strlen(ptr %p) nobuiltin
  ret i64 %r
}
; target:
declare i64 @strlen(ptr)
define i64 @f(ptr %p) {
  %r = call i64 @strlen(ptr %p) nobuiltin nocallback
  ret i64 %r
}
; check: unknown: unfollowed-promise: nocallback

; what the library's promises is not its promise.
declare i64 @strlen(ptr)
define i64 @f(ptr %p) {
  %r = call i64 @strlen(ptr %p) nobuiltin
  ret i64 %r
}
; target:
declare i64 @strlen(ptr)
define i64 @f(ptr %p) {
  %r = call i64 @strlen(ptr captures(none) %p) nobuiltin
  ret i64 %r
}
; check: unknown: unfollowed-promise: captures

; The library's own promises it.
declare i64 @strlen(ptr)
define i64 @f(ptr %p) {
  %r = call i64 @strlen(ptr %p)
  ret i64 %r
}
; target:
declare i64 @strlen(ptr)
define i64 @f(ptr %p) {
  %r = call i64 @strlen(ptr captures(none) %p) nocallback
  ret i64 %r
}
; check: correct (up to 12 bytes looked at by each library function)

; A licence to approximate is given for one operation alone,
declare double @g(double)
define double @f(double %x, double %y) {
  %a = fadd contract double %x, %y
  %r = call double @g(double %a)
  ret double %r
}
; target:
declare double @g(double)
define double @f(double %x, double %y) {
  %a = fadd contract double %x, %y
  %r = call afn double @g(double %a)
  ret double %r
}
; check: unknown: approximation

; and a call keeps its own.
declare double @g(double)
define double @f(double %x, double %y) {
  %r = call afn double @g(double %x)
  ret double %r
}
; target:
declare double @g(double)
define double @f(double %x, double %y) {
  %r = call afn double @g(double %x)
  ret double %r
}
; check: correct

; What is undefined where a loaded number is undef may not be run at any time.
@g = constant i32 undef
@h = external constant i32
define i32 @f() {
  %r = load i32, ptr @h, align 4, !noundef !0
  ret i32 %r
}
!0 = !{}
; target:
@g = constant i32 undef
@h = external constant i32
define i32 @f() speculatable {
  %r = load i32, ptr @h, align 4, !noundef !0
  ret i32 %r
}
!0 = !{}
; check: unknown: unfollowed-promise: speculatable

; ATTR-52: A convergent call may synchronize, though it accesses no memory,
declare void @bar() convergent memory(none)
define void @f(ptr %p) convergent {
  call void @bar() convergent
  store i32 1, ptr %p
  ret void
}
; target:
declare void @bar() convergent memory(none)
define void @f(ptr %p) convergent nosync {
  call void @bar() convergent
  store i32 1, ptr %p
  ret void
}
; check: unknown: unfollowed-promise: nosync

; in inner functions, too,
declare void @bar() convergent memory(none)
define internal void @in() convergent {
  call void @bar() convergent
  ret void
}
define void @f(ptr %p) convergent {
  call void @in() convergent
  store i32 1, ptr %p
  ret void
}
; target:
declare void @bar() convergent memory(none)
define internal void @in() convergent {
  call void @bar() convergent
  ret void
}
define void @f(ptr %p) convergent nosync {
  call void @in() convergent
  store i32 1, ptr %p
  ret void
}
; check: unknown: unfollowed-promise: nosync

; and whatever its declaration says.
declare void @bar() convergent memory(none)
define void @f() convergent {
  call void @bar() convergent
  ret void
}
; target:
declare void @bar() convergent memory(none) nosync
define void @f() convergent {
  call void @bar() convergent
  ret void
}
; check: unknown: unfollowed-promise: nosync

; Others that access none do not.
declare void @bar() memory(none)
define void @f(ptr %p) {
  call void @bar()
  store i32 1, ptr %p
  ret void
}
; target:
declare void @bar() memory(none)
define void @f(ptr %p) nosync {
  call void @bar()
  store i32 1, ptr %p
  ret void
}
; check: correct

; A loop must make progress if what the function is made of says so: not where only another function does,
define void @h() mustprogress {
  ret void
}
define void @f(i32 noundef %n, i64 noundef %k) {
  %m_ = mul i64 %k, 7046029254386353131
  %c_ = icmp eq i64 %m_, 81985529216486895
  br i1 %c_, label %t, label %e
t:
  br label %l
l:
  %i = phi i32 [ 0, %t ], [ %j, %l ]
  %j = add i32 %i, %n
  %c = icmp eq i32 %j, 100
  br i1 %c, label %e, label %l
e:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; target:
define void @h() mustprogress {
  ret void
}
define void @f(i32 noundef %n, i64 noundef %k) {
  %m_ = mul i64 %k, 7046029254386353131
  %c_ = icmp eq i64 %m_, 81985529216486895
  br i1 %c_, label %t, label %e
t:
  br label %l
l:
  %i = phi i32 [ 0, %t ], [ %j, %l ]
  %j = add i32 %i, %n
  %c = icmp eq i32 %j, 100
  br i1 %c, label %e, label %l, !llvm.loop !0
e:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; check: unknown: unfollowed-promise: llvm.loop.mustprogress

; but where one that was inlined does.
define internal void @h(i32 noundef %n) mustprogress {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %j = add i32 %i, %n
  %c = icmp eq i32 %j, 100
  br i1 %c, label %e, label %l
e:
  ret void
}
define void @f(i32 noundef %n) {
  call void @h(i32 %n)
  ret void
}
; target:
define void @f(i32 noundef %n) {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %j = add i32 %i, %n
  %c = icmp eq i32 %j, 100
  br i1 %c, label %e, label %l, !llvm.loop !0
e:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; check: correct (up to 1024 iterations of each loop)
