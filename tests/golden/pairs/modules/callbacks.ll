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
