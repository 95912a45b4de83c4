; CALL-2: willreturn does not say nounwind (LangRef): an unused call may throw, and may not be dropped.
declare i32 @hash(i32) willreturn memory(none)
define void @src() {
  %h = call i32 @hash(i32 1)
  ret void
}
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Nearly: it says so.
declare i32 @hash(i32) nounwind willreturn memory(none)
define void @src() {
  %h = call i32 @hash(i32 1)
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct

; One that only reads may throw, too,
declare i32 @look(ptr) willreturn memory(read)
define void @src(ptr %p) {
  %h = call i32 @look(ptr %p)
  ret void
}
define void @tgt(ptr %p) { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; or run for ever: memory(none) does not say willreturn.
declare i32 @hash(i32) nounwind memory(none)
define void @src() {
  %h = call i32 @hash(i32 1)
  ret void
}
define void @tgt() { ret void }
; interpreter: unknown: a call that does not return
; solver: incorrect: return-domain

; EXC-1: whoever catches the exception sees the store.
declare i8 @hash(ptr) memory(none)
define i8 @src(ptr %a) {
  store i8 3, ptr %a
  %b = call i8 @hash(ptr %a)
  ret i8 %b
}
define i8 @tgt(ptr %a) {
  %b = call i8 @hash(ptr %a)
  store i8 3, ptr %a
  ret i8 %b
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; Nearly: nobody does.
declare i8 @hash(ptr) nounwind willreturn memory(none)
define i8 @src(ptr %a) {
  store i8 3, ptr %a
  %b = call i8 @hash(ptr %a)
  ret i8 %b
}
define i8 @tgt(ptr %a) {
  %b = call i8 @hash(ptr %a)
  store i8 3, ptr %a
  ret i8 %b
}
; interpreter: nothing against it
; solver: correct

; Nearly: an object of the function's own, which is gone by then.
declare i8 @hash(i8) memory(none)
define i8 @src(i8 %x) {
  %a = alloca i8
  store i8 %x, ptr %a
  %b = call i8 @hash(i8 %x)
  %c = load i8, ptr %a
  ret i8 %c
}
define i8 @tgt(i8 %x) {
  %b = call i8 @hash(i8 %x)
  ret i8 %x
}
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

; At an invoke, too: the landing pad stays.
declare i32 @__gxx_personality_v0(...)
declare i32 @hash(i32) willreturn memory(none)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %h = invoke i32 @hash(i32 1) to label %fine unwind label %pad
fine:
  ret i32 %h
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 7
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %h = call i32 @hash(i32 1)
  ret i32 %h
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare i32 @__gxx_personality_v0(...)
declare i32 @hash(i32) willreturn memory(none)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %h = invoke i32 @hash(i32 1) to label %fine unwind label %pad
fine:
  ret i32 %h
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 7
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  %h = invoke i32 @hash(i32 1) to label %fine unwind label %pad
fine:
  ret i32 %h
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 8
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Nearly: it is the pad of a call that never throws.
declare i32 @__gxx_personality_v0(...)
declare i32 @hash(i32) nounwind memory(none)
define i32 @src() personality ptr @__gxx_personality_v0 {
  %h = invoke i32 @hash(i32 1) to label %fine unwind label %pad
fine:
  ret i32 %h
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 7
}
define i32 @tgt() {
  %h = call i32 @hash(i32 1)
  ret i32 %h
}
; interpreter: nothing against it
; solver: correct

; What is undefined behind a call that may throw is undefined only where it does not.
declare void @look() willreturn memory(read)
define i32 @src(i32 noundef %x, i32 noundef %y) {
  call void @look()
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt(i32 noundef %x, i32 noundef %y) {
  %d = udiv i32 %x, %y
  call void @look()
  ret i32 %d
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Nearly: the division is always defined.
declare void @look() willreturn memory(read)
define i32 @src(i32 %x) {
  call void @look()
  %d = udiv i32 %x, 3
  ret i32 %d
}
define i32 @tgt(i32 %x) {
  %d = udiv i32 %x, 3
  call void @look()
  ret i32 %d
}
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; Two calls that may throw: which of them throws first is seen,
declare i32 @hash(i32) willreturn memory(none)
define i32 @src() {
  %a = call i32 @hash(i32 1)
  %b = call i32 @hash(i32 2)
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt() {
  %b = call i32 @hash(i32 2)
  %a = call i32 @hash(i32 1)
  %s = add i32 %a, %b
  ret i32 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; but the same call does the same.
declare i32 @hash(i32) willreturn memory(none)
define i32 @src() {
  %a = call i32 @hash(i32 1)
  %b = call i32 @hash(i32 1)
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt() {
  %a = call i32 @hash(i32 1)
  %s = shl i32 %a, 1
  ret i32 %s
}
; interpreter: nothing against it
; solver: correct

; An exception may leave a function that is willreturn,
declare void @look() memory(read)
define i32 @src(i32 noundef %y) willreturn {
  call void @look()
  ret i32 %y
}
define i32 @tgt(i32 noundef %y) willreturn { ret i32 %y }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; not one that is nounwind.
declare void @look() memory(read)
define i32 @src(i32 noundef %y) nounwind willreturn {
  call void @look()
  ret i32 %y
}
define i32 @tgt(i32 noundef %y) nounwind willreturn { ret i32 %y }
; interpreter: nothing against it
; solver: correct

; A function that is willreturn and noreturn throws.
declare void @raise() willreturn noreturn memory(none)
define i32 @src() {
  call void @raise()
  ret i32 1
}
define i32 @tgt() { ret i32 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; speculatable: no effects but the result.
declare i32 @hash(i32) speculatable memory(none)
define void @src() {
  %h = call i32 @hash(i32 1)
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct
