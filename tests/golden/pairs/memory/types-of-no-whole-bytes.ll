; MEM-1: memory that one type wrote, read as a type that is no whole bytes.

; Where the readings differ nothing is decided and nobody is mistaken.
define i7 @src() { %p = alloca i8 store i8 9, ptr %p %v = load i7, ptr %p ret i7 %v }
define i7 @tgt() { ret i7 3 }
; check: unknown: unsupported: memory of types that are no whole bytes

define internal i7 @in() { %p = alloca i8 store i8 9, ptr %p %v = load i7, ptr %p ret i7 %v }
define i7 @src() { %r = call i7 @in() ret i7 %r }
define i7 @tgt() { ret i7 3 }
; check: unknown: unsupported: memory of types that are no whole bytes

; A load is made narrower, as VectorCombine does it: the solver's reading does not hold when it is run: What only the
; interpreter: no @src
define i3 @src(i8 %x, i3 %y) {
  %p = alloca i8
  %m = and i8 %x, 7
  %w = bitcast i8 %m to <8 x i1>
  store <8 x i1> %w, ptr %p
  %e = load <8 x i1>, ptr %p
  %g = shufflevector <8 x i1> %e, <8 x i1> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %r = bitcast <3 x i1> %g to i3
  ret i3 %r
}
define i3 @tgt(i8 %x, i3 %y) {
  %p = alloca i8
  %m = and i8 %x, 7
  %w = bitcast i8 %m to <8 x i1>
  store <8 x i1> %w, ptr %p
  %e = load <3 x i1>, ptr %p
  %g = shufflevector <3 x i1> %e, <3 x i1> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %r = bitcast <3 x i1> %g to i3
  ret i3 %r
}
; check --samples=0 --quick-budget=0: unknown: unsupported: memory of types that are no whole bytes

; What both readings refute is incorrect.
define i7 @src() { %p = alloca i7 store i7 9, ptr %p %v = load i7, ptr %p ret i7 %v }
define i7 @tgt() { ret i7 3 }
; check: incorrect: value-mismatch (interpreter, smt)

define i7 @src() { %p = alloca i7 store i7 9, ptr %p %v = load i7, ptr %p ret i7 %v }
define i7 @tgt() { ret i7 9 }
; check: correct
