; Places apart from one another by constants, where addresses are counted round.

; MEM-70: The last bytes of one are the first of the other: addresses of 32 bits are counted round.
target datalayout = "e-p:32:32"
define i32 @src(ptr %p) {
  %a = getelementptr i8, ptr %p, i32 2147483646
  %b = getelementptr i8, ptr %p, i32 -2147483648
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %a = getelementptr i8, ptr %p, i32 2147483646
  %b = getelementptr i8, ptr %p, i32 -2147483648
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 1
}
; check: incorrect: value-mismatch (interpreter, smt)
; proofs: refuted

; In 16 bits,
target datalayout = "e-p:16:16"
define i32 @src(ptr %p) {
  %a = getelementptr i8, ptr %p, i16 32766
  %b = getelementptr i8, ptr %p, i16 -32768
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %a = getelementptr i8, ptr %p, i16 32766
  %b = getelementptr i8, ptr %p, i16 -32768
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 1
}
; check: unknown: unconfirmed
; proofs: refuted

; and in another address space.
target datalayout = "e-p1:16:16"
define i32 @src(ptr addrspace(1) %p) {
  %a = getelementptr i8, ptr addrspace(1) %p, i16 32766
  %b = getelementptr i8, ptr addrspace(1) %p, i16 -32768
  store i32 1, ptr addrspace(1) %a, align 1
  store i32 2, ptr addrspace(1) %b, align 1
  %v = load i32, ptr addrspace(1) %a, align 1
  ret i32 %v
}
define i32 @tgt(ptr addrspace(1) %p) {
  %a = getelementptr i8, ptr addrspace(1) %p, i16 32766
  %b = getelementptr i8, ptr addrspace(1) %p, i16 -32768
  store i32 1, ptr addrspace(1) %a, align 1
  store i32 2, ptr addrspace(1) %b, align 1
  %v = load i32, ptr addrspace(1) %a, align 1
  ret i32 1
}
; check: unknown: unconfirmed
; proofs: refuted

; So far from one another they are apart,
target datalayout = "e-p:32:32"
define i32 @src(ptr %p) {
  %a = getelementptr i8, ptr %p, i32 32766
  %b = getelementptr i8, ptr %p, i32 -32768
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %a = getelementptr i8, ptr %p, i32 32766
  %b = getelementptr i8, ptr %p, i32 -32768
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 1
}
; check: correct
; proofs: proved

; and so they are in 64 bits.
target datalayout = "e-p:64:64"
define i32 @src(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 2147483646
  %b = getelementptr i8, ptr %p, i64 -2147483648
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 2147483646
  %b = getelementptr i8, ptr %p, i64 -2147483648
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  ret i32 1
}
; check: correct
; proofs: proved

; A loop reads what the other store has changed.
target datalayout = "e-p:32:32"
define i32 @src(ptr %p, i32 %n) {
entry:
  %a = getelementptr i8, ptr %p, i32 2147483646
  %b = getelementptr i8, ptr %p, i32 -2147483648
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %a, align 1
  %j = add i32 %i, %v
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %j
}
define i32 @tgt(ptr %p, i32 %n) {
entry:
  %a = getelementptr i8, ptr %p, i32 2147483646
  %b = getelementptr i8, ptr %p, i32 -2147483648
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  store i32 1, ptr %a, align 1
  store i32 2, ptr %b, align 1
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %j
}
; check: incorrect: value-mismatch (interpreter, smt)
; proofs: refuted
