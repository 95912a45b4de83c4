; Two modules: what is said of functions and variables beside what is run.

; ATTR-56: Others find what the source says of a function: its prefix data,
define i32 @f() prefix i32 123 { ret i32 0 }
; target:
define i32 @f() prefix i32 124 { ret i32 0 }
; check: incorrect: attributes

define i32 @f() prefix i32 123 { ret i32 0 }
; target:
define i32 @f() { ret i32 0 }
; check: incorrect: attributes

; its alignment,
define void @f() align 16 { ret void }
; target:
define void @f() align 4 { ret void }
; check: incorrect: attributes

; which may grow,
define void @f() align 4 { ret void }
; target:
define void @f() align 16 { ret void }
; check: correct

; and its garbage collector,
define void @f() gc "shadow-stack" { ret void }
; target:
define void @f() gc "erlang" { ret void }
; check: incorrect: attributes

; which inlining brings.
define void @f() { ret void }
; target:
define void @f() gc "shadow-stack" { ret void }
; check: correct

; ATTR-56: The personality says which exceptions a pad takes.
declare void @g()
declare i32 @__gxx_personality_v0(...)
declare i32 @other(...)
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
; target:
declare void @g()
declare i32 @__gxx_personality_v0(...)
declare i32 @other(...)
define i32 @f() personality ptr @other {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
; check: incorrect: attributes

; It may go with the pads.
declare void @g() nounwind
declare i32 @__gxx_personality_v0(...)
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
; target:
declare void @g() nounwind
define i32 @f() {
  call void @g()
  ret i32 0
}
; check: correct

; A pad that lost its cleanup has not the same text.
declare void @g()
declare void @h()
declare i32 @__gxx_personality_v0(...)
@A = external constant ptr
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } cleanup catch ptr @A
  call void @h()
  resume { ptr, i32 } %l
}
; target:
declare void @g()
declare void @h()
declare i32 @__gxx_personality_v0(...)
@A = external constant ptr
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } catch ptr @A
  call void @h()
  resume { ptr, i32 } %l
}
; check: unknown: approximation

; MEM-53: Whether a variable is each thread's own is no choice of a module's,
@g = thread_local global i32 0
define i32 @f() { %v = load i32, ptr @g ret i32 %v }
; target:
@g = global i32 0
define i32 @f() { %v = load i32, ptr @g ret i32 %v }
; check: incorrect: memory-mismatch

@g = global i32 0
define void @f(i32 noundef %x) { %y = add i32 %x, 1 store i32 %y, ptr @g ret void }
; target:
@g = thread_local global i32 0
define void @f(i32 noundef %x) { %y = sub i32 %x, -1 store i32 %y, ptr @g ret void }
; check: incorrect: memory-mismatch

; of which model it is may be said more closely.
@g = thread_local global i32 0
define void @f(i32 noundef %x) { %y = add i32 %x, 1 store i32 %y, ptr @g ret void }
; target:
@g = thread_local(localexec) global i32 0
define void @f(i32 noundef %x) { %y = sub i32 %x, -1 store i32 %y, ptr @g ret void }
; check: correct

; Somebody may put something else into it before anything runs.
@g = externally_initialized constant i32 3
define i32 @f() { %v = load i32, ptr @g ret i32 %v }
; target:
@g = constant i32 3
define i32 @f() { %v = load i32, ptr @g ret i32 %v }
; check: incorrect: memory-mismatch

; MEM-53: Of what others define nothing more is known in the target: not where it is,
@g = external global i8, align 1
define i64 @f() { %v = ptrtoint ptr @g to i64 %r = and i64 %v, 7 ret i64 %r }
; target:
@g = external global i8, align 8
define i64 @f() { %v = ptrtoint ptr @g to i64 %r = and i64 %v, 7 ret i64 %r }
; check: incorrect: memory-mismatch

@g = external global i8
define i64 @f() { %v = ptrtoint ptr @g to i64 ret i64 %v }
; target:
@g = external global i8, !absolute_symbol !0
define i64 @f() { %v = ptrtoint ptr @g to i64 ret i64 %v }
!0 = !{i64 0, i64 256}
; check: incorrect: memory-mismatch

; also where the source says nothing of it but its type,
@g = external global i32
define ptr @f() { ret ptr @g }
; target:
@g = external global i32, align 64
define ptr @f() { ret ptr @g }
; check: incorrect: memory-mismatch

; which has an alignment,
@g = external global i32
define ptr @f() { ret ptr @g }
; target:
@g = external global i32, align 4
define ptr @f() { ret ptr @g }
; check: correct

; not that there is more of it,
@g = external global i32
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; target:
@g = external global [4 x i32]
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; check: incorrect: memory-mismatch

; but less,
@g = external global [4 x i32]
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; target:
@g = external global i32
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; check: correct

; not in which module a thread's copy is,
@g = external thread_local global i32
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; target:
@g = external thread_local(localexec) global i32
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; check: incorrect: memory-mismatch

; or less of that than the source says,
@g = external thread_local(localexec) global i32
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; target:
@g = external thread_local(initialexec) global i32
define i32 @f() { %v = load i32, ptr @g %w = add i32 %v, 0 ret i32 %w }
; check: correct

; and not that it is constant.
@g = external global i32
define i32 @f() { %v = load i32, ptr @g ret i32 %v }
; target:
@g = external constant i32
define i32 @f() { %v = load i32, ptr @g ret i32 %v }
; check: incorrect: memory-mismatch

; Of what the module defines it may say more.
@g = internal global i8 0, align 1
define i64 @f() { %v = ptrtoint ptr @g to i64 %r = and i64 %v, 0 ret i64 %r }
; target:
@g = internal unnamed_addr global i8 0, align 8
define i64 @f() { ret i64 0 }
; check: correct

; CALL-50: A call that is noduplicate stays in one place,
declare void @g(i32) noduplicate
define void @f(i1 noundef %c) {
  %x = select i1 %c, i32 1, i32 2
  call void @g(i32 %x)
  ret void
}
; target:
declare void @g(i32) noduplicate
define void @f(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @g(i32 1)
  ret void
b:
  call void @g(i32 2)
  ret void
}
; check: incorrect: attributes

; which may be another one.
declare void @g(i32) noduplicate
define internal void @h(i32 %x) {
  call void @g(i32 %x)
  ret void
}
define void @f(i1 noundef %c) {
  %x = select i1 %c, i32 1, i32 2
  call void @h(i32 %x)
  ret void
}
; target:
declare void @g(i32) noduplicate
define void @f(i1 noundef %c) {
  %x = select i1 %c, i32 1, i32 2
  call void @g(i32 %x)
  ret void
}
; check: correct

; CALL-51: No machine has the prefix data of functions.
define void @p() prefix i32 123 { ret void }
define i32 @f() {
  %b = load i32, ptr getelementptr (i32, ptr @p, i32 -1)
  ret i32 %b
}
; target:
define void @p() prefix i32 123 { ret void }
define i32 @f() { unreachable }
; check: unsupported: prefix data that may be read

; CALL-52: What one family allocates another may free: that is not undefined, and such calls stay.
declare noalias ptr @al(i64) allocsize(0) allockind("alloc,uninitialized") "alloc-family"="al" nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @fr(ptr allocptr) allockind("free") "alloc-family"="other" nounwind willreturn
define void @f() {
  %m = call ptr @al(i64 16)
  call void @fr(ptr %m)
  ret void
}
; target:
define void @f() { ret void }
; check: unsupported: memory that a function of another alloc-family frees

declare noalias ptr @al(i64) allocsize(0) allockind("alloc,uninitialized") "alloc-family"="al" nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @fr(ptr allocptr) allockind("free") "alloc-family"="al" nounwind willreturn
define void @f() {
  %m = call ptr @al(i64 16)
  call void @fr(ptr %m)
  ret void
}
; target:
define void @f() { ret void }
; check: correct

; The address of a thread's copy is the variable's as that thread names it: nobody else reaches it where it goes nowhere,
@t = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @ext() nocallback
define i32 @f(i32 noundef %x) {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store i32 %x, ptr %a
  call void @ext()
  %v = load i32, ptr %a
  ret i32 %v
}
; target:
@t = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @ext() nocallback
define i32 @f(i32 noundef %x) {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store i32 %x, ptr %a
  call void @ext()
  ret i32 %x
}
; check: correct

; and others do where it is handed on.
@t = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @ext(ptr) nocallback
define i32 @f(i32 noundef %x) {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store i32 %x, ptr %a
  call void @ext(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
; target:
@t = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @ext(ptr) nocallback
define i32 @f(i32 noundef %x) {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @t)
  store i32 %x, ptr %a
  call void @ext(ptr %a)
  ret i32 %x
}
; check: incorrect: value-mismatch (interpreter, smt)
