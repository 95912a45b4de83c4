; Functions of the library that round or raise exceptions, called where the environment counts (strictfp).

; VAL-57: The mode may be another behind the call.
declare float @rintf(float)
declare i32 @fesetround(i32)
define float @src(float %x, i32 %m) strictfp {
  %a = call float @rintf(float %x) strictfp
  %q = call i32 @fesetround(i32 %m) strictfp
  %b = call float @rintf(float %x) strictfp
  ret float %b
}
define float @tgt(float %x, i32 %m) strictfp {
  %a = call float @rintf(float %x) strictfp
  %q = call i32 @fesetround(i32 %m) strictfp
  ret float %a
}
; check: correct (calls that leave the rounding mode alone, nobody looks at floating-point exceptions)

; VAL-57: Elsewhere it is to nearest.
declare float @rintf(float)
declare i32 @g(i32)
define float @src(float %x, i32 %m) {
  %a = call float @rintf(float %x)
  %q = call i32 @g(i32 %m)
  %b = call float @rintf(float %x)
  ret float %b
}
define float @tgt(float %x, i32 %m) {
  %a = call float @rintf(float %x)
  %q = call i32 @g(i32 %m)
  ret float %a
}
; check: correct

; VAL-57: Nothing stands between the two.
declare float @rintf(float)
declare float @llvm.fabs.f32(float)
define float @src(float %x) strictfp {
  %a = call float @rintf(float %x) strictfp
  %b = call float @rintf(float %x) strictfp
  %n = call float @llvm.fabs.f32(float %b)
  %r = call float @llvm.fabs.f32(float %n)
  ret float %r
}
define float @tgt(float %x) strictfp {
  %a = call float @rintf(float %x) strictfp
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}
; check: correct

; VAL-57: The mode that is set decides, and this one is to nearest.
declare float @rintf(float)
declare float @llvm.roundeven.f32(float)
define float @src(float %x) strictfp {
  %r = call float @rintf(float %x) strictfp
  ret float %r
}
define float @tgt(float %x) strictfp {
  %r = call float @llvm.roundeven.f32(float %x) strictfp
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-57: In the mode that the function itself sets.
declare float @rintf(float)
declare float @ceilf(float)
declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
define float @src(float %x) strictfp {
  %m = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 2) strictfp
  %r = call float @rintf(float %x) strictfp
  call void @llvm.set.rounding(i32 %m) strictfp
  ret float %r
}
define float @tgt(float %x) strictfp {
  %m = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 2) strictfp
  %r = call float @ceilf(float %x) strictfp
  call void @llvm.set.rounding(i32 %m) strictfp
  ret float %r
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-57: Downward it is another number.
declare float @rintf(float)
declare float @ceilf(float)
declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
define float @src(float %x) strictfp {
  %m = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 3) strictfp
  %r = call float @rintf(float %x) strictfp
  call void @llvm.set.rounding(i32 %m) strictfp
  ret float %r
}
define float @tgt(float %x) strictfp {
  %m = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 3) strictfp
  %r = call float @ceilf(float %x) strictfp
  call void @llvm.set.rounding(i32 %m) strictfp
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; VAL-57: One raises an exception where the result is inexact, the other does not.
declare float @rintf(float)
declare float @nearbyintf(float)
define float @src(float %x) strictfp {
  %r = call float @nearbyintf(float %x) strictfp
  ret float %r
}
define float @tgt(float %x) strictfp {
  %r = call float @rintf(float %x) strictfp
  ret float %r
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-57: One that nobody uses raises what others look at.
declare float @rintf(float)
declare i32 @fetestexcept(i32)
define i32 @src(float %x) strictfp {
  %a = call float @rintf(float %x) strictfp
  %q = call i32 @fetestexcept(i32 32) strictfp
  ret i32 %q
}
define i32 @tgt(float %x) strictfp {
  %q = call i32 @fetestexcept(i32 32) strictfp
  ret i32 %q
}
; check: correct (nobody looks at floating-point exceptions)

; VAL-57: Among integers that change, strict calls that stay in their places are no bound.
declare float @rintf(float)
declare i32 @fetestexcept(i32)
define i32 @src(float %x, i32 %n) strictfp {
  %a = call float @rintf(float %x) strictfp
  %q = call i32 @fetestexcept(i32 32) strictfp
  %s = add i32 %q, %n
  %t = sub i32 %s, %n
  ret i32 %t
}
define i32 @tgt(float %x, i32 %n) strictfp {
  %a = call float @rintf(float %x) strictfp
  %q = call i32 @fetestexcept(i32 32) strictfp
  ret i32 %q
}
; check: correct

; VAL-57: A root that may set errno, before the mode is set and behind.
declare float @sqrtf(float)
declare i32 @fesetround(i32)
define float @src(i32 %m) strictfp {
  %a = call float @sqrtf(float 2.000000e+00) strictfp
  %q = call i32 @fesetround(i32 %m) strictfp
  %b = call float @sqrtf(float 2.000000e+00) strictfp
  ret float %b
}
define float @tgt(i32 %m) strictfp {
  %a = call float @sqrtf(float 2.000000e+00) strictfp
  %q = call i32 @fesetround(i32 %m) strictfp
  ret float %a
}
; check: unknown: unconfirmed

; VAL-57: A number that nobody knows, before the mode is set and behind.
declare float @cosf(float)
declare i32 @fesetround(i32)
define float @src(float %x, i32 %m) strictfp {
  %a = call float @cosf(float %x) memory(none) strictfp
  %q = call i32 @fesetround(i32 %m) strictfp
  %b = call float @cosf(float %x) memory(none) strictfp
  ret float %b
}
define float @tgt(float %x, i32 %m) strictfp {
  %a = call float @cosf(float %x) memory(none) strictfp
  %q = call i32 @fesetround(i32 %m) strictfp
  ret float %a
}
; check: correct (calls that leave the rounding mode alone, nobody looks at floating-point exceptions)

; VAL-57: Twice in one mode.
declare float @cosf(float)
define float @src(float %x) strictfp {
  %a = call float @cosf(float %x) memory(none) strictfp
  %b = call float @cosf(float %x) memory(none) strictfp
  %r = select i1 true, float %b, float %a
  ret float %r
}
define float @tgt(float %x) strictfp {
  %a = call float @cosf(float %x) memory(none) strictfp
  ret float %a
}
; check: correct
