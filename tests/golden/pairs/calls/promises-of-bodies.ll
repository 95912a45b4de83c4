; ATTR-69: what a function that is called promises, or a call of it alone, and its body does not keep, refutes nothing.

; A noalias result that leads to an object of before the call; optimizers take a store by it for none to %q.
define internal ptr @in(ptr %p) { ret ptr %p }
define i8 @src(ptr %q) {
  store i8 1, ptr %q
  %r = call noalias ptr @in(ptr %q)
  store i8 2, ptr %r
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  store i8 1, ptr %q
  %r = call noalias ptr @in(ptr %q)
  store i8 2, ptr %r
  ret i8 1
}
; check: unknown: approximation

define internal noalias ptr @in(ptr %p) { ret ptr %p }
define i8 @src(ptr %q) {
  store i8 1, ptr %q
  %r = call ptr @in(ptr %q)
  store i8 2, ptr %r
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  store i8 1, ptr %q
  %r = call ptr @in(ptr %q)
  store i8 2, ptr %r
  ret i8 1
}
; check: unknown: approximation

; One that keeps it is followed.
declare noalias ptr @malloc(i64)
define internal noalias ptr @in() { %p = call ptr @malloc(i64 1) ret ptr %p }
define i8 @src(ptr %q) {
  store i8 1, ptr %q
  %r = call ptr @in()
  %null = icmp eq ptr %r, null
  br i1 %null, label %none, label %some
some:
  store i8 2, ptr %r
  br label %none
none:
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  store i8 1, ptr %q
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation

; Made before the call, by the function that calls.
define internal ptr @in(ptr %p) { ret ptr %p }
define i8 @src() {
  %q = alloca i8
  store i8 1, ptr %q
  %r = call noalias ptr @in(ptr %q)
  store i8 2, ptr %r
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt() { ret i8 1 }
; check: unknown: approximation

; A captures(none) argument that is captured.
@kept = internal global ptr null
define internal void @in(ptr %p) { store ptr %p, ptr @kept ret void }
define internal void @by() { %p = load ptr, ptr @kept store i8 9, ptr %p ret void }
define i8 @src() {
  %q = alloca i8
  store i8 1, ptr %q
  call void @in(ptr captures(none) %q)
  call void @by()
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt() {
  %q = alloca i8
  store i8 1, ptr %q
  call void @in(ptr captures(none) %q)
  call void @by()
  ret i8 1
}
; check: unknown: approximation

@kept = internal global ptr null
define internal void @in(ptr captures(none) %p) { store ptr %p, ptr @kept ret void }
define internal void @by() { %p = load ptr, ptr @kept store i8 9, ptr %p ret void }
define i8 @src() {
  %q = alloca i8
  store i8 1, ptr %q
  call void @in(ptr %q)
  call void @by()
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt() {
  %q = alloca i8
  store i8 1, ptr %q
  call void @in(ptr %q)
  call void @by()
  ret i8 1
}
; check: unknown: approximation

; One that is not.
define internal void @in(ptr captures(none) %p) { store i8 2, ptr %p ret void }
define i8 @src() {
  %q = alloca i8
  call void @in(ptr %q)
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt() { ret i8 1 }
; check: incorrect: value-mismatch (interpreter)

; An argument that is not initialized: a store before the call is taken for dead.
define internal void @in(ptr %p) { ret void }
define i8 @src(ptr %q) {
  store i8 1, ptr %q
  call void @in(ptr initializes((0, 1)) %q)
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  call void @in(ptr initializes((0, 1)) %q)
  %v = load i8, ptr %q
  ret i8 %v
}
; check: unknown: approximation

define internal void @in(ptr initializes((0, 1)) %p) { ret void }
define i8 @src(ptr %q) {
  store i8 1, ptr %q
  call void @in(ptr %q)
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt(ptr %q) {
  call void @in(ptr %q)
  %v = load i8, ptr %q
  ret i8 %v
}
; check: unknown: approximation

; A call that says norecurse, of a function that recurses.
define internal i8 @in(i8 %x) {
  %z = icmp eq i8 %x, 0
  br i1 %z, label %a, label %b
a:
  ret i8 1
b:
  %r = call i8 @in(i8 0) norecurse
  ret i8 %r
}
define i8 @src() { %r = call i8 @in(i8 3) ret i8 %r }
define i8 @tgt() { ret i8 77 }
; check: unknown: approximation
