; Pointers may lead to functions that no module has.

; CALL-48: which function is called is seen.
define void @src(ptr %f, ptr %g) {
  call void %f()
  ret void
}
define void @tgt(ptr %f, ptr %g) {
  call void %g()
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; CALL-48: a pointer may lead to another function than the one declared.
declare void @h()
define void @src(ptr %f) {
  call void %f()
  ret void
}
define void @tgt(ptr %f) {
  call void @h()
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; CALL-48: such a function sees its arguments.
define void @src(ptr %f, i8 %x) {
  call void %f(i8 1)
  ret void
}
define void @tgt(ptr %f, i8 %x) {
  call void %f(i8 2)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; CALL-48: it gives a result of its own.
define i8 @src(ptr %f, i8 %x) {
  %r = call i8 %f(i8 1)
  ret i8 %r
}
define i8 @tgt(ptr %f, i8 %x) {
  %r = call i8 %f(i8 1)
  ret i8 0
}
; check: incorrect: value-mismatch (interpreter, smt)

; CALL-48: memory may hold its address.
define i8 @src(ptr %o) {
  %v = load ptr, ptr %o
  %f = load ptr, ptr %v
  %r = call i8 %f(ptr %o)
  ret i8 %r
}
define i8 @tgt(ptr %o) {
  ret i8 0
}
; check: incorrect: value-mismatch (interpreter, smt)

; CALL-48: and the addresses of two.
define i8 @src(ptr %o) {
  %v = load ptr, ptr %o
  %f = load ptr, ptr %v
  %r = call i8 %f(ptr %o)
  ret i8 %r
}
define i8 @tgt(ptr %o) {
  %v = load ptr, ptr %o
  %s = getelementptr ptr, ptr %v, i64 1
  %f = load ptr, ptr %s
  %r = call i8 %f(ptr %o)
  ret i8 %r
}
; check: incorrect: more-ub (interpreter, smt)

; CALL-48: it sees memory.
define void @src(ptr %f, ptr %p) {
  store i8 1, ptr %p
  call void %f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr %f, ptr %p) {
  call void %f()
  store i8 2, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; CALL-48: a call that is made direct where the addresses are equal is the same call.
declare void @h()
define void @src(ptr %f) {
  call void %f()
  ret void
}
define void @tgt(ptr %f) {
  %c = icmp eq ptr %f, @h
  br i1 %c, label %a, label %b
a:
  call void @h()
  ret void
b:
  call void %f()
  ret void
}
; check: correct
