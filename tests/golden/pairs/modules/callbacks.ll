; Two modules: functions that brokers call back.

; CALL-54: With what the broker is given for it, and nothing else.
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 noundef %x) { ret i32 7 }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: correct

; Not another number.
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 8 }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; Two brokers' calls, and it is right for one of them.
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) call void @broker(ptr @called, i32 9) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 7 }
define void @f() { call void @broker(ptr @called, i32 7) call void @broker(ptr @called, i32 9) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; Another argument is the broker's own choice.
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 -1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 7 }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 -1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; Only the target says that it is a broker.
declare void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 7 }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; Its address goes to somebody else, too.
declare !callback !0 void @broker(ptr, i32)
declare void @keep(ptr)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) call void @keep(ptr @called) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
declare void @keep(ptr)
define internal i32 @called(i32 %x) { ret i32 7 }
define void @f() { call void @broker(ptr @called, i32 7) call void @keep(ptr @called) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; What the caller computes is not followed into the function.
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { %r = or i32 %x, 1 ret i32 %r }
define void @f(i32 %a) { %odd = or i32 %a, 1 call void @broker(ptr @called, i32 %odd) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f(i32 %a) { %odd = or i32 %a, 1 call void @broker(ptr @called, i32 %odd) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: unknown: approximation

; A broker does not look at what it passes on: nobody uses that here.
declare !callback !0 void @broker(ptr, i32)
define internal void @called(i32 %x) { ret void }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal void @called(i32 %x) { ret void }
define void @f() { call void @broker(ptr @called, i32 poison) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: unknown: approximation

; Here it is used.
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32)
define internal i32 @called(i32 %x) { ret i32 %x }
define void @f() { call void @broker(ptr @called, i32 8) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; A broker looks at what it does not pass on.
declare !callback !0 void @broker(ptr, i32, i32)
define internal void @called(i32 %x) { ret void }
define void @f() { call void @broker(ptr @called, i32 7, i32 1) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32, i32)
define internal void @called(i32 %x) { ret void }
define void @f() { call void @broker(ptr @called, i32 7, i32 2) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-63: What only the target says of a broker, though the rest is the same.
declare void @broker(ptr, i32)
define internal void @called(i32 %x) { ret void }
define void @f() { call void @broker(ptr @called, i32 7) ret void }
; target:
declare !callback !0 void @broker(ptr, i32)
define internal void @called(i32 %x) { ret void }
define void @f() { %x = add i32 3, 4 call void @broker(ptr @called, i32 %x) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: unknown: unfollowed-promise: !callback of @broker

; Another argument than before; another callback beside it.
declare !callback !0 void @broker(ptr, i32, i32)
declare void @called(i32)
define void @f() { call void @broker(ptr @called, i32 7, i32 8) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, i32, i32)
declare void @called(i32)
define void @f() { %x = add i32 3, 4 call void @broker(ptr @called, i32 %x, i32 8) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 2, i1 false}
; check: unknown: unfollowed-promise: !callback of @broker

declare !callback !0 void @broker(ptr, ptr)
declare void @called()
define void @f() { call void @broker(ptr @called, ptr @called) ret void }
!0 = !{!1}
!1 = !{i64 0, i1 false}
; target:
declare !callback !0 void @broker(ptr, ptr)
declare void @called()
define void @f() { %p = getelementptr i8, ptr @called, i64 0 call void @broker(ptr %p, ptr @called) ret void }
!0 = !{!1, !2}
!1 = !{i64 0, i1 false}
!2 = !{i64 1, i1 false}
; check: unknown: unfollowed-promise: !callback of @broker

; It says less, or as much.
declare !callback !0 void @broker(ptr, ptr)
declare void @called()
define void @f() { call void @broker(ptr @called, ptr @called) ret void }
!0 = !{!1, !2}
!1 = !{i64 0, i1 false}
!2 = !{i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, ptr)
declare void @called()
define void @f() { %p = getelementptr i8, ptr @called, i64 0 call void @broker(ptr %p, ptr @called) ret void }
!0 = !{!1}
!1 = !{i64 1, i1 false}
; check: correct

; LLVM says so of OpenMP's function.
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @called(ptr, ptr)
define void @f(i32 %n) { call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @called) ret void }
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp", i32 50}
; target:
declare !callback !1 void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @called(ptr, ptr)
define void @f(i32 %n) { %z = sub i32 %n, %n call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @called) ret void }
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp", i32 50}
!1 = !{!2}
!2 = !{i64 2, i64 -1, i64 -1, i1 true}
; check: correct

; CALL-68: What is promised of the object that the broker is given, which is larger than that.
declare !callback !0 void @broker(ptr, ptr)
@object = common global i64 0, align 8
define internal ptr @called(ptr %x) { ret ptr %x }
define void @f() { call void @broker(ptr @called, ptr @object) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, ptr)
@object = common global i64 0, align 8
define internal ptr @called(ptr nonnull align 8 dereferenceable(8) %x) { ret ptr @object }
define void @f() { call void @broker(ptr @called, ptr @object) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: correct

; It is smaller.
declare !callback !0 void @broker(ptr, ptr)
@object = common global i64 0, align 8
define internal ptr @called(ptr %x) { ret ptr %x }
define void @f() { call void @broker(ptr @called, ptr @object) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, ptr)
@object = common global i64 0, align 8
define internal ptr @called(ptr nonnull align 8 dereferenceable(16) %x) { ret ptr @object }
define void @f() { call void @broker(ptr @called, ptr @object) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: more-ub (interpreter, smt)

; Another object is promised to be there.
declare !callback !0 void @broker(ptr, ptr)
@object = common global i64 0, align 8
@other = common global i64 0, align 8
define internal ptr @called(ptr %x) { ret ptr %x }
define void @f() { call void @broker(ptr @called, ptr @object) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; target:
declare !callback !0 void @broker(ptr, ptr)
@object = common global i64 0, align 8
@other = common global i64 0, align 8
define internal ptr @called(ptr dereferenceable(8) %x) { ret ptr @other }
define void @f() { call void @broker(ptr @called, ptr @object) ret void }
!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
; check: incorrect: value-mismatch (interpreter, smt)
