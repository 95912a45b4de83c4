; A replaceable body is run where it must be inlined.
define weak i8 @g() alwaysinline { ret i8 3 }
define i8 @src() { %v = call i8 @g() ret i8 %v }
define i8 @tgt() { ret i8 3 }
; interpreter: nothing against it
; solver: unknown: approximation

define weak i8 @g() alwaysinline { ret i8 3 }
define i8 @src() { %v = call i8 @g() ret i8 %v }
define i8 @tgt() { ret i8 4 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

define weak i8 @g() { ret i8 3 }
define i8 @src() { %v = call i8 @g() ret i8 %v }
define i8 @tgt() { ret i8 3 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; ATTR-12, ATTR-13: a write through a readonly parameter is undefined; what the interpreter can't follow of attributes is not judged.
@g = global i8 5
define internal void @deep() { store i8 1, ptr @g ret void }
define i8 @in(ptr readonly %p) {
  %own = alloca i8
  store i8 2, ptr %own
  store i8 1, ptr %p
  ret i8 1
}
define i8 @src() {
  %a = alloca i8
  store i8 4, ptr %a
  %r = call i8 @in(ptr %a)
  ret i8 %r
}
define i8 @tgt() { ret i8 77 }
; interpreter: nothing against it: the source is never defined
; solver: correct

@g = global i8 5
define internal void @deep() { store i8 1, ptr @g ret void }
define i8 @in(ptr writeonly %p) {
  %own = alloca i8
  store i8 2, ptr %own
  %v = load i8, ptr %p
  ret i8 1
}
define i8 @src() {
  %a = alloca i8
  store i8 4, ptr %a
  %r = call i8 @in(ptr %a)
  ret i8 %r
}
define i8 @tgt() { ret i8 77 }
; interpreter: unknown: an access that a parameter's attributes or memory(...) may forbid
; solver: unknown: approximation

@g = global i8 5
define internal void @deep() { store i8 1, ptr @g ret void }
define i8 @in(ptr readonly %p) {
  %own = alloca i8
  store i8 2, ptr %own
  %v = load i8, ptr %p
  ret i8 1
}
define i8 @src() {
  %a = alloca i8
  store i8 4, ptr %a
  %r = call i8 @in(ptr %a)
  ret i8 %r
}
define i8 @tgt() { ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@g = global i8 5
declare void @unknown()
define internal void @deep() { store i8 1, ptr @g ret void }
define i8 @in(ptr %p) memory(read) {
  %own = alloca i8
  store i8 2, ptr %own
  call void @unknown() nounwind willreturn
  ret i8 1
}
define i8 @src() {
  %a = alloca i8
  store i8 4, ptr %a
  %r = call i8 @in(ptr %a)
  ret i8 %r
}
define i8 @tgt() { ret i8 77 }
; interpreter: unknown: a call that memory(...) of a function around it may forbid
; solver: incorrect: value-mismatch

; A returned argument is returned.
define i8 @in(i8 returned %x) { ret i8 %x }
define i8 @src() { %r = call i8 @in(i8 3) ret i8 %r }
define i8 @tgt() { ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @in(i8 returned %x) { ret i8 4 }
define i8 @src() { %r = call i8 @in(i8 3) ret i8 %r }
define i8 @tgt() { ret i8 77 }
; interpreter: unknown: something else than the returned argument is returned
; solver: unknown: approximation

; The same where the call alone promises it: optimizers replace the result by the argument.
define internal i8 @in(i8 %x) { ret i8 0 }
define i8 @src() { %r = call i8 @in(i8 returned 1) ret i8 %r }
define i8 @tgt() { %r = call i8 @in(i8 returned 1) ret i8 1 }
; check: correct

define internal i8 @in(i8 %x) { ret i8 %x }
define i8 @src() { %r = call i8 @in(i8 returned 1) ret i8 %r }
define i8 @tgt() { %r = call i8 @in(i8 returned 1) ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @__gxx_personality_v0(...)
declare void @thrower()
define internal i8 @in(i8 %x, i8 %y) { ret i8 0 }
define i8 @src() personality ptr @__gxx_personality_v0 {
  invoke void @thrower() to label %a unwind label %b
a:
  ret i8 0
b:
  %l = landingpad { ptr, i32 } cleanup
  %r = call i8 @in(i8 0, i8 returned 1)
  ret i8 %r
}
define i8 @tgt() personality ptr @__gxx_personality_v0 {
  invoke void @thrower() to label %a unwind label %b
a:
  ret i8 0
b:
  %l = landingpad { ptr, i32 } cleanup
  %r = call i8 @in(i8 0, i8 returned 1)
  ret i8 1
}
; interpreter: unknown: something else than the returned argument is returned
; solver: correct

declare i32 @__gxx_personality_v0(...)
declare void @thrower()
define internal ptr @in(ptr %x) { call void @thrower() ret ptr null }
define ptr @src(ptr %p) personality ptr @__gxx_personality_v0 {
  %r = invoke ptr @in(ptr returned %p) to label %a unwind label %b
a:
  ret ptr %r
b:
  %l = landingpad { ptr, i32 } cleanup
  ret ptr null
}
define ptr @tgt(ptr %p) personality ptr @__gxx_personality_v0 {
  %r = invoke ptr @in(ptr returned %p) to label %a unwind label %b
a:
  ret ptr %p
b:
  %l = landingpad { ptr, i32 } cleanup
  ret ptr null
}
; interpreter: unknown: something else than the returned argument is returned
; solver: correct

define internal <2 x i8> @in(<2 x i8> %x) { ret <2 x i8> zeroinitializer }
define <2 x i8> @src(<2 x i8> %v) { %r = call <2 x i8> @in(<2 x i8> returned %v) ret <2 x i8> %r }
define <2 x i8> @tgt(<2 x i8> %v) { %r = call <2 x i8> @in(<2 x i8> returned %v) ret <2 x i8> %v }
; interpreter: unknown: something else than the returned argument is returned
; solver: correct

define internal i8 @in(i8 %x) { ret i8 0 }
@where = internal constant ptr @in
define i8 @src() { %f = load ptr, ptr @where %r = call i8 %f(i8 returned 1) ret i8 %r }
define i8 @tgt() { %f = load ptr, ptr @where %r = call i8 %f(i8 returned 1) ret i8 1 }
; interpreter: unknown: something else than the returned argument is returned
; solver: correct

; ATTR-14: A norecurse function that recurses proves nothing.
define i8 @in(i8 %x) {
  %z = icmp eq i8 %x, 0
  br i1 %z, label %a, label %b
a:
  ret i8 1
b:
  %r = call i8 @in(i8 0)
  ret i8 %r
}
define i8 @src() { %r = call i8 @in(i8 3) ret i8 %r }
define i8 @tgt() { ret i8 77 }
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation

define i8 @in(i8 %x) norecurse {
  %z = icmp eq i8 %x, 0
  br i1 %z, label %a, label %b
a:
  ret i8 1
b:
  %r = call i8 @in(i8 0)
  ret i8 %r
}
define i8 @src() { %r = call i8 @in(i8 3) ret i8 %r }
define i8 @tgt() { ret i8 77 }
; interpreter: unknown: a norecurse function recurses
; solver: unknown: approximation

; CALL-11: What a called function computes is known.
define i8 @f(i8 %x) { %y = add i8 %x, 1 ret i8 %y }
define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = add i8 %x, 1 ret i8 %r }
; interpreter: nothing against it
; solver: correct

define i8 @f(i8 %x) { %y = add i8 %x, 1 ret i8 %y }
define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = add i8 %x, 2 ret i8 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @f(i8 %x) { %y = add i8 %x, 1 ret i8 %y }
define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = add nsw i8 %x, 1 ret i8 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; What a called function allocates for itself, its caller's attributes do not forbid.
declare void @free(ptr)
declare ptr @malloc(i64)
define void @g() {
  %a = alloca i8
  store i8 1, ptr %a
  ret void
}
define void @h() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret void
}
define i8 @f(ptr %p) memory(none) { call void @g() ret i8 0 }
define i8 @src(ptr %p) { %r = call i8 @f(ptr %p) ret i8 %r }
define i8 @tgt(ptr %p) { ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @free(ptr)
declare ptr @malloc(i64)
define void @g() {
  %a = alloca i8
  store i8 1, ptr %a
  ret void
}
define void @h() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret void
}
define i8 @f(ptr %p) memory(none) { call void @g() ret i8 0 }
define i8 @src(ptr %p) { %r = call i8 @f(ptr %p) ret i8 %r }
define i8 @tgt(ptr %p) { ret i8 0 }
; interpreter: nothing against it
; solver: correct

declare void @free(ptr)
declare ptr @malloc(i64)
define void @g() {
  %a = alloca i8
  store i8 1, ptr %a
  ret void
}
define void @h() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret void
}
define i8 @f(ptr %p) nofree { call void @h() ret i8 0 }
define i8 @src(ptr %p) { %r = call i8 @f(ptr %p) ret i8 %r }
define i8 @tgt(ptr %p) { ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @free(ptr)
declare ptr @malloc(i64)
define void @g() {
  %a = alloca i8
  store i8 1, ptr %a
  ret void
}
define void @h() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret void
}
define i8 @f(ptr %p) memory(none) { store i8 1, ptr %p ret i8 0 }
define i8 @src(ptr %p) { %r = call i8 @f(ptr %p) ret i8 %r }
define i8 @tgt(ptr %p) { ret i8 1 }
; interpreter: nothing against it: the source is never defined
; solver: correct

; A function that the linker may replace stays unknown.
define weak i8 @f(i8 %x) { ret i8 3 }
define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @f(i8 %x) ret i8 3 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; CALL-12: A replaceable function that must be inlined is refuted only if its body is too.
define linkonce i8 @f(i8 %x) alwaysinline { %y = add i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { ret i8 %x }
define i8 @src(i8 %x) {
  %a = call i8 @g(i8 %x)
  %r = call i8 @f(i8 %a)
  ret i8 %r
}
define i8 @tgt(i8 %x) { %r = add i8 %x, 3 ret i8 %r }
; interpreter: nothing against it
; solver: unknown: approximation

define linkonce i8 @f(i8 %x) { %y = add i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { ret i8 %x }
define i8 @src(i8 %x) {
  %a = call i8 @g(i8 %x)
  %r = call i8 @f(i8 %a) alwaysinline
  ret i8 %r
}
define i8 @tgt(i8 %x) { %r = add i8 %x, 3 ret i8 %r }
; interpreter: nothing against it
; solver: unknown: approximation

define linkonce i8 @f(i8 %x) alwaysinline { %y = add i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { ret i8 %x }
define i8 @src(i8 %x) {
  %a = call i8 @g(i8 %x)
  %r = call i8 @f(i8 %a)
  ret i8 %r
}
define i8 @tgt(i8 %x) { %r = add i8 %x, 4 ret i8 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

define linkonce i8 @f(i8 %x) { %y = add i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { ret i8 %x }
define i8 @src(i8 %x) {
  %a = call i8 @g(i8 %x)
  %r = call i8 @f(i8 %a)
  ret i8 %r
}
define i8 @tgt(i8 %x) { %r = add i8 %x, 3 ret i8 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

define weak i8 @f(i8 %x) alwaysinline { ret i8 3 }
define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) {
  %y = add i8 %x, 0
  %r = call i8 @f(i8 %y)
  ret i8 %r
}
; interpreter: nothing against it
; solver: correct

; VAL-32: A function that can be looked at, and sets no rounding mode, leaves it as it is: after it another one can't be
; named.
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define internal float @down(float %x) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.downward", metadata !"fpexcept.ignore") strictfp
  ret float %a
}
define float @src(float %x) strictfp {
  %a = call float @down(float %x) strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %a, float %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret float %b
}
define float @tgt(float %x) strictfp {
  %a = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.downward", metadata !"fpexcept.ignore") strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %a, float %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret float %b
}
; check: correct

; One that can't may set it.
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare float @down(float)
define internal float @through(float %x) strictfp {
  %a = call float @down(float %x) strictfp
  ret float %a
}
define float @src(float %x) strictfp {
  %a = call float @through(float %x) strictfp
  %b = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret float %b
}
define float @tgt(float %x) strictfp {
  %a = call float @through(float %x) strictfp
  ret float 0.0
}
; check: incorrect: value-mismatch (interpreter, smt)
