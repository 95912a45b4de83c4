; VAL-12: A permission of the source need not be used.
define float @src(float %x, float %y, float %z) {
  %a = fmul contract float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %a = fmul float %x, %y %r = fadd float %a, %z ret float %r }
; check --oracle=smt --uncut: correct

define float @src(float %x, float %y, float %z) {
  %a = fmul contract float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float %x, float %y, float %z) { %a = fmul float %x, %y %r = fadd float %a, %y ret float %r }
; check --oracle=smt --uncut: unknown: approximation

define float @src(float %x, float %y, float %z) { %a = fmul float %x, %y %r = fadd float %a, %z ret float %r }
define float @tgt(float %x, float %y, float %z) {
  %a = fmul contract float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
; check --oracle=smt --uncut: unknown: approximation

define float @src(float %x, float %y, float %z) {
  %a = fmul contract float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
define float @tgt(float %x, float %y, float %z) {
  %a = fmul contract float %x, %y
  %r = fadd reassoc nsz float %a, %z
  ret float %r
}
; check --oracle=smt --uncut: correct

; Doubling an undef input may not become two uses.
define i8 @src(i8 %a) { %r = mul i8 %a, 2 ret i8 %r }
define i8 @tgt(i8 %a) { %r = add i8 %a, %a ret i8 %r }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch
; check --oracle=smt --uncut --no-undef-input: correct

; VAL-35: each use picks anew. After forty additions of a value to itself there would be 2^40 picks: Undef that is
; used twice over and over leaves inputs that are not.
define i8 @src(i8 %x) {
  %x0 = add i8 %x, 0
  %x1 = add i8 %x0, %x0
  %x2 = add i8 %x1, %x1
  %x3 = add i8 %x2, %x2
  %x4 = add i8 %x3, %x3
  %x5 = add i8 %x4, %x4
  %x6 = add i8 %x5, %x5
  %x7 = add i8 %x6, %x6
  %x8 = add i8 %x7, %x7
  %x9 = add i8 %x8, %x8
  %x10 = add i8 %x9, %x9
  %x11 = add i8 %x10, %x10
  %x12 = add i8 %x11, %x11
  %x13 = add i8 %x12, %x12
  %x14 = add i8 %x13, %x13
  %x15 = add i8 %x14, %x14
  %x16 = add i8 %x15, %x15
  %x17 = add i8 %x16, %x16
  %x18 = add i8 %x17, %x17
  %x19 = add i8 %x18, %x18
  %x20 = add i8 %x19, %x19
  %x21 = add i8 %x20, %x20
  %x22 = add i8 %x21, %x21
  %x23 = add i8 %x22, %x22
  %x24 = add i8 %x23, %x23
  %x25 = add i8 %x24, %x24
  %x26 = add i8 %x25, %x25
  %x27 = add i8 %x26, %x26
  %x28 = add i8 %x27, %x27
  %x29 = add i8 %x28, %x28
  %x30 = add i8 %x29, %x29
  %x31 = add i8 %x30, %x30
  %x32 = add i8 %x31, %x31
  %x33 = add i8 %x32, %x32
  %x34 = add i8 %x33, %x33
  %x35 = add i8 %x34, %x34
  %x36 = add i8 %x35, %x35
  %x37 = add i8 %x36, %x36
  %x38 = add i8 %x37, %x37
  %x39 = add i8 %x38, %x38
  %x40 = add i8 %x39, %x39
  ret i8 %x40
}
define i8 @tgt(i8 %x) { ret i8 0 }
; check --oracle=smt --uncut: correct (inputs that are not undef)

define i8 @src(i8 %x) {
  %x0 = add i8 %x, 0
  %x1 = add i8 %x0, %x0
  %x2 = add i8 %x1, %x1
  %x3 = add i8 %x2, %x2
  %x4 = add i8 %x3, %x3
  %x5 = add i8 %x4, %x4
  %x6 = add i8 %x5, %x5
  %x7 = add i8 %x6, %x6
  %x8 = add i8 %x7, %x7
  %x9 = add i8 %x8, %x8
  %x10 = add i8 %x9, %x9
  %x11 = add i8 %x10, %x10
  %x12 = add i8 %x11, %x11
  %x13 = add i8 %x12, %x12
  %x14 = add i8 %x13, %x13
  %x15 = add i8 %x14, %x14
  %x16 = add i8 %x15, %x15
  %x17 = add i8 %x16, %x16
  %x18 = add i8 %x17, %x17
  %x19 = add i8 %x18, %x18
  %x20 = add i8 %x19, %x19
  %x21 = add i8 %x20, %x20
  %x22 = add i8 %x21, %x21
  %x23 = add i8 %x22, %x22
  %x24 = add i8 %x23, %x23
  %x25 = add i8 %x24, %x24
  %x26 = add i8 %x25, %x25
  %x27 = add i8 %x26, %x26
  %x28 = add i8 %x27, %x27
  %x29 = add i8 %x28, %x28
  %x30 = add i8 %x29, %x29
  %x31 = add i8 %x30, %x30
  %x32 = add i8 %x31, %x31
  %x33 = add i8 %x32, %x32
  %x34 = add i8 %x33, %x33
  %x35 = add i8 %x34, %x34
  %x36 = add i8 %x35, %x35
  %x37 = add i8 %x36, %x36
  %x38 = add i8 %x37, %x37
  %x39 = add i8 %x38, %x38
  %x40 = add i8 %x39, %x39
  ret i8 %x40
}
define i8 @tgt(i8 %x) { ret i8 1 }
; check --oracle=smt --uncut: incorrect: value-mismatch (interpreter, smt)

; Multiplication must not become a sum of two uses.
define i8 @src(i8 %x) { %r = mul i8 %x, 2 ret i8 %r }
define i8 @tgt(i8 %x) { %r = add i8 %x, %x ret i8 %r }
; interpreter: incorrect: more-undefined
; solver: incorrect: value-mismatch

; Ranges of parameters limit the inputs.
define i1 @src(i8 range(i8 0, 10) %x) { %r = icmp ult i8 %x, 10 ret i1 %r }
define i1 @tgt(i8 range(i8 0, 10) %x) { ret i1 true }
; interpreter: correct
; solver: correct

; MEM-24: What is computed of a loaded value is looked at twice by the target.
define i32 @src(ptr %p) {
  %x = load i32, ptr %p
  %t = add i32 %x, 3
  %r = urem i32 %t, 10
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %x = load i32, ptr %p
  %t = add i32 %x, 3
  %d = udiv i32 %t, 10
  %m = mul i32 %d, 10
  %r = sub i32 %t, %m
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; MEM-24: A freeze before the two looks makes it one value.
define i32 @src(ptr %p) {
  %x = load i32, ptr %p
  %t = add i32 %x, 3
  %r = urem i32 %t, 10
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %x = load i32, ptr %p
  %f = freeze i32 %x
  %t = add i32 %f, 3
  %d = udiv i32 %t, 10
  %m = mul i32 %d, 10
  %r = sub i32 %t, %m
  ret i32 %r
}
; check: correct

; MEM-24: Two looks in the source, three in the target.
define i32 @src(ptr %p) {
  %x = load i32, ptr %p
  %a = xor i32 %x, 5
  %b = shl i32 %a, 1
  %r = sub i32 %b, %x
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %x = load i32, ptr %p
  %a = xor i32 %x, 5
  %b = add i32 %a, %a
  %r = sub i32 %b, %x
  ret i32 %r
}
; check: correct (memory of the caller holds no undef)

; MEM-24: One value computed twice becomes one: as many looks as before.
define void @src(ptr %p, ptr noalias %q) {
  %x = load i32, ptr %p
  %a = add i32 %x, 1
  store i32 %a, ptr %q
  %b = add i32 %x, 1
  %t = getelementptr i32, ptr %q, i64 1
  store i32 %b, ptr %t
  ret void
}
define void @tgt(ptr %p, ptr noalias %q) {
  %x = load i32, ptr %p
  %a = add i32 %x, 1
  store i32 %a, ptr %q
  %t = getelementptr i32, ptr %q, i64 1
  store i32 %a, ptr %t
  ret void
}
; check: correct

; MEM-24: Lanes of a masked load.
declare <2 x i8> @llvm.masked.load.v2i8.p0(ptr, <2 x i1>, <2 x i8>)
define i8 @src(ptr align 2 %p) {
  %x = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 2 %p, <2 x i1> <i1 true, i1 true>, <2 x i8> zeroinitializer)
  %e = extractelement <2 x i8> %x, i64 1
  %r = shl i8 %e, 1
  ret i8 %r
}
define i8 @tgt(ptr align 2 %p) {
  %x = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 2 %p, <2 x i1> <i1 true, i1 true>, <2 x i8> zeroinitializer)
  %e = extractelement <2 x i8> %x, i64 1
  %r = add i8 %e, %e
  ret i8 %r
}
; check: correct (memory of the caller holds no undef)

; MEM-24: A copy into an own variable holds what was undef before.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @src(ptr dereferenceable(1) %p) {
  %a = alloca i8
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 1, i1 false)
  %x = load i8, ptr %a
  %r = shl i8 %x, 1
  ret i8 %r
}
define i8 @tgt(ptr dereferenceable(1) %p) {
  %a = alloca i8
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 1, i1 false)
  %x = load i8, ptr %a
  %r = add i8 %x, %x
  ret i8 %r
}
; check: incorrect: more-undefined (interpreter)

; MEM-24: A branch on the value looks once, and makes undef undefined behaviour.
define i32 @src(ptr %p) {
  %x = load i32, ptr %p
  %c = icmp eq i32 %x, 5
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi i32 [ %x, %0 ], [ 7, %a ]
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %x = load i32, ptr %p
  %c = icmp eq i32 %x, 5
  %r = select i1 %c, i32 7, i32 %x
  ret i32 %r
}
; check: correct

; VAL-54: Of an argument only some bits may be undef: then the condition is none of them, and both looks find another.
define i8 @src(i8 %x) {
  %c = icmp ult i8 %x, 2
  br i1 %c, label %a, label %b
a:
  %r = shl i8 %x, 1
  ret i8 %r
b:
  ret i8 7
}
define i8 @tgt(i8 %x) {
  %c = icmp ult i8 %x, 2
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, %x
  ret i8 %r
b:
  ret i8 7
}
; check: correct (inputs that are undef in all their bits or in none)

; VAL-54: Written out it is refuted.
define i8 @src(i1 %any) {
  %x = and i8 undef, 1
  %c = icmp ult i8 %x, 2
  br i1 %c, label %a, label %b
a:
  %r = shl i8 %x, 1
  ret i8 %r
b:
  ret i8 7
}
define i8 @tgt(i1 %any) {
  %x = and i8 undef, 1
  %c = icmp ult i8 %x, 2
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, %x
  ret i8 %r
b:
  ret i8 7
}
; check: incorrect: more-undefined (interpreter, smt)

; VAL-54: An argument that is noundef is one value.
define i8 @src(i8 noundef %x) {
  %c = icmp ult i8 %x, 2
  br i1 %c, label %a, label %b
a:
  %r = shl i8 %x, 1
  ret i8 %r
b:
  ret i8 7
}
define i8 @tgt(i8 noundef %x) {
  %c = icmp ult i8 %x, 2
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, %x
  ret i8 %r
b:
  ret i8 7
}
; check: correct
