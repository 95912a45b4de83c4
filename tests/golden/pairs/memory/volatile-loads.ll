; MEM-25: what the volatile load gives is what memory holds afterwards.
define i8 @src(ptr %p) {
  store i8 1, ptr %p
  %v = load volatile i8, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  store i8 1, ptr %p
  %v = load volatile i8, ptr %p
  ret i8 %v
}
; check: correct

; A store before it does not say what it gives, nor what memory holds then.
define i8 @src(ptr %p) {
  store i8 1, ptr %p
  %v = load volatile i8, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  store i8 1, ptr %p
  %v = load volatile i8, ptr %p
  ret i8 1
}
; check: incorrect: value-mismatch (interpreter, smt)

; A volatile store's value is memory's, until a volatile load.
define i8 @src(ptr %p) {
  store volatile i8 1, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  store volatile i8 1, ptr %p
  ret i8 1
}
; check: correct

; Two give what the world wants.
define i1 @src(ptr %p) {
  %a = load volatile i8, ptr %p
  %b = load volatile i8, ptr %p
  %r = icmp eq i8 %a, %b
  ret i1 %r
}
define i1 @tgt(ptr %p) {
  %a = load volatile i8, ptr %p
  %b = load volatile i8, ptr %p
  ret i1 true
}
; check: incorrect: value-mismatch (interpreter, smt)

; They are not exchanged.
define <2 x i8> @src(ptr %p) {
  %a = load volatile i8, ptr %p
  %b = load volatile i8, ptr %p
  %v = insertelement <2 x i8> poison, i8 %a, i64 0
  %w = insertelement <2 x i8> %v, i8 %b, i64 1
  ret <2 x i8> %w
}
define <2 x i8> @tgt(ptr %p) {
  %a = load volatile i8, ptr %p
  %b = load volatile i8, ptr %p
  %v = insertelement <2 x i8> poison, i8 %b, i64 0
  %w = insertelement <2 x i8> %v, i8 %a, i64 1
  ret <2 x i8> %w
}
; check: incorrect: value-mismatch (interpreter, smt)

; Only the bytes at its address may change.
define i8 @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %q
  %v = load volatile i8, ptr %p
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %q
  %v = load volatile i8, ptr %p
  ret i8 1
}
; check: correct

; Where the addresses may be the same, the plain load sees the change.
define i8 @src(ptr %p, ptr %q) {
  store i8 1, ptr %q
  %v = load volatile i8, ptr %p
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %q
  %v = load volatile i8, ptr %p
  ret i8 1
}
; check: incorrect: value-mismatch (interpreter, smt)

; What it gives of memory that nobody wrote is neither undef nor poison: it is one value for all its users.
define i8 @src() {
  %a = alloca i8
  %v = load volatile i8, ptr %a
  %r = sub i8 %v, %v
  ret i8 %r
}
define i8 @tgt() {
  %a = alloca i8
  %v = load volatile i8, ptr %a
  ret i8 0
}
; check: correct

; Constant memory stays what it is.
@constant = constant i16 7
define i16 @src() {
  %v = load volatile i16, ptr @constant
  ret i16 %v
}
define i16 @tgt() {
  %v = load volatile i16, ptr @constant
  ret i16 7
}
; check: correct

; Floating-point numbers come from outside, too.
define float @src(ptr %p) {
  store float 1.0, ptr %p
  %v = load volatile float, ptr %p
  ret float %v
}
define float @tgt(ptr %p) {
  store float 1.0, ptr %p
  %v = load volatile float, ptr %p
  ret float 1.0
}
; check: incorrect: value-mismatch (interpreter, smt)

; And vectors, lane by lane.
define <2 x i16> @src(ptr %p) {
  %v = load volatile <2 x i16>, ptr %p
  %w = load <2 x i16>, ptr %p
  ret <2 x i16> %w
}
define <2 x i16> @tgt(ptr %p) {
  %v = load volatile <2 x i16>, ptr %p
  ret <2 x i16> %v
}
; check: correct

; In a loop each round gets its own.
define i8 @src(ptr %p, i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %s = phi i8 [ 0, %entry ], [ %t, %loop ]
  %v = load volatile i8, ptr %p
  %t = add i8 %s, %v
  %j = add i8 %i, 1
  %c = icmp ult i8 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i8 %t
}
define i8 @tgt(ptr %p, i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %v = load volatile i8, ptr %p
  %j = add i8 %i, 1
  %c = icmp ult i8 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %t = mul i8 %v, %j
  ret i8 %t
}
; check: incorrect: value-mismatch (interpreter, smt)
