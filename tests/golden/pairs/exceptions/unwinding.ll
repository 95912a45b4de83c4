; A store may not move across a call that may unwind.
@g = external global i32
declare void @may()
define void @src() {
  store i32 1, ptr @g
  call void @may() memory(inaccessiblemem: readwrite)
  store i32 2, ptr @g
  ret void
}
define void @tgt() {
  call void @may() memory(inaccessiblemem: readwrite)
  store i32 2, ptr @g
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

@g = external global i32
declare void @may()
define void @src() {
  store i32 1, ptr @g
  call void @may() memory(inaccessiblemem: readwrite)
  store i32 2, ptr @g
  ret void
}
define void @tgt() {
  store i32 1, ptr @g
  call void @may() memory(inaccessiblemem: readwrite)
  store i32 2, ptr @g
  ret void
}
; interpreter: nothing against it
; solver: correct

; A division may not be hoisted above a call that may not come back.
declare void @may()
define i32 @src(i32 noundef %x) {
  call void @may() nounwind
  %r = udiv i32 1, %x
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %r = udiv i32 1, %x
  call void @may() nounwind
  ret i32 %r
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Cleanups must run when an unknown function unwinds.
declare i32 @__gxx_personality_v0(...)
declare void @may()
declare void @seen(i32) nounwind willreturn
define void @src() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @seen(i32 1)
  resume { ptr, i32 } %l
}
define void @tgt() { call void @may() ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

declare i32 @__gxx_personality_v0(...)
declare void @may()
declare void @seen(i32) nounwind willreturn
define void @src() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @seen(i32 1)
  resume { ptr, i32 } %l
}
define void @tgt() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %fine unwind label %pad
fine:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @seen(i32 1)
  resume { ptr, i32 } %l
}
; interpreter: nothing against it
; solver: correct
