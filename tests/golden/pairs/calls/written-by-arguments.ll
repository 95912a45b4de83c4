; What a call writes that may write by its arguments alone.

; CALL-75: a call may write all of the object that its argument leads to, before and behind that place.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  ret i32 1
}
; check: incorrect: value-mismatch (interpreter, smt)

; Far behind that place a replay does not show it.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(ptr %q) {
  %p = getelementptr i8, ptr %q, i64 100
  store i32 1, ptr %p
  call void @h(ptr %q)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %q) {
  %p = getelementptr i8, ptr %q, i64 100
  store i32 1, ptr %p
  call void @h(ptr %q)
  ret i32 1
}
; check: unknown: unconfirmed

declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 100
  store i32 1, ptr %p
  call void @h(ptr %q)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 100
  store i32 1, ptr %p
  call void @h(ptr %q)
  ret i32 1
}
; check: incorrect: value-mismatch (interpreter, smt)

; A variable that the argument may lead to.
@g = external global i32
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(ptr %q) {
  store i32 1, ptr @g
  call void @h(ptr %q)
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt(ptr %q) {
  store i32 1, ptr @g
  call void @h(ptr %q)
  ret i32 1
}
; check: incorrect: value-mismatch (interpreter, smt)

; A load that moves over the call.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  call void @h(ptr %q)
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  call void @h(ptr %q)
  %v = load i32, ptr %p
  ret i32 %v
}
; check: incorrect: more-poisonous (interpreter, smt)

; A store to what the call may have changed.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define void @src(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  store i32 1, ptr %p
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; A noalias argument is another object.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(ptr noalias %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr noalias %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  ret i32 1
}
; check: correct

; So is an own object that the call is not given.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn nofree
define i32 @src(i32 %x, ptr %q) {
  %a = alloca i32
  store i32 %x, ptr %a
  call void @h(ptr %q)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt(i32 %x, ptr %q) {
  call void @h(ptr %q)
  ret i32 %x
}
; check: correct

; A call that only reads leaves it.
declare void @h(ptr) memory(argmem: read) nounwind willreturn nofree
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p
  call void @h(ptr %q)
  ret i32 1
}
; check: correct
