; Each operand is read once, though the meaning looks at it more than once: an undef one is one number in it.
; At most 155 is left: what is less than 100 stays, what is not loses 100.
define i8 @src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %o = atomicrmw usub_cond ptr %p, i8 100 monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 -56 }
; interpreter: unknown: a set of values loses its correlation in memory
; solver: incorrect: value-mismatch

define i8 @src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %o = atomicrmw usub_cond ptr %p, i8 100 monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 -101 }
; interpreter: unknown: a set of values loses its correlation in memory
; solver: correct

; The amount is 0 to 7, or nothing is taken away.
define i8 @src() {
  %p = alloca i8
  store i8 7, ptr %p
  %o = atomicrmw usub_cond ptr %p, i8 undef monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 8 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i8 @src() {
  %p = alloca i8
  store i8 7, ptr %p
  %o = atomicrmw usub_cond ptr %p, i8 undef monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 3 }
; interpreter: correct
; solver: correct

; What is stored is at most the limit.
define i8 @src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %o = atomicrmw uinc_wrap ptr %p, i8 5 monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 6 }
; interpreter: unknown: a set of values loses its correlation in memory
; solver: incorrect: value-mismatch

define i8 @src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %o = atomicrmw uinc_wrap ptr %p, i8 5 monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 5 }
; interpreter: unknown: a set of values loses its correlation in memory
; solver: correct

define i8 @src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %o = atomicrmw udec_wrap ptr %p, i8 5 monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 6 }
; interpreter: unknown: a set of values loses its correlation in memory
; solver: incorrect: value-mismatch

define i8 @src() {
  %p = alloca i8
  store i8 undef, ptr %p
  %o = atomicrmw udec_wrap ptr %p, i8 5 monotonic
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() { ret i8 4 }
; interpreter: unknown: a set of values loses its correlation in memory
; solver: correct

; ffs of 0, 1, 2 or 3.
declare i32 @ffs(i32)
define i32 @src() {
  %x = and i32 undef, 3
  %n = call i32 @ffs(i32 %x)
  ret i32 %n
}
define i32 @tgt() { ret i32 33 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @ffs(i32)
define i32 @src() {
  %x = and i32 undef, 3
  %n = call i32 @ffs(i32 %x)
  ret i32 %n
}
define i32 @tgt() { ret i32 2 }
; interpreter: correct
; solver: correct

; The length is what is counted to where no lane is found below it.
declare i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8>, i1, <4 x i1>, i32)
define i32 @src() {
  %n = and i32 undef, 3
  %r = call i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8> <i8 0, i8 0, i8 1, i8 0>, i1 false, <4 x i1> splat (i1 true),
                                            i32 %n)
  ret i32 %r
}
define i32 @tgt() { ret i32 3 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8>, i1, <4 x i1>, i32)
define i32 @src() {
  %n = and i32 undef, 3
  %r = call i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8> <i8 0, i8 0, i8 1, i8 0>, i1 false, <4 x i1> splat (i1 true),
                                            i32 %n)
  ret i32 %r
}
define i32 @tgt() { ret i32 2 }
; interpreter: correct
; solver: correct
