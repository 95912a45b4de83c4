; A callbr goes either way, and the same way on both sides.
define i32 @src(i32 noundef %x) {
  callbr void asm sideeffect "jz", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgt(i32 noundef %x) {
  callbr void asm sideeffect "jz", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 1
b:
  ret i32 2
}
; interpreter: nothing against it
; solver: correct

define i32 @src(i32 noundef %x) {
  callbr void asm sideeffect "jz", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgt(i32 noundef %x) {
  callbr void asm sideeffect "jz", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 1
b:
  ret i32 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

define i32 @src(i32 noundef %x) {
  callbr void asm sideeffect "jz", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgt(i32 noundef %x) {
  callbr void asm sideeffect "jz", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 4
b:
  ret i32 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Two pieces of assembly with the same text are one function.
define i32 @src() { %r = call i32 asm sideeffect "a", "=r"() ret i32 %r }
define i32 @tgt() { %r = call i32 asm sideeffect "a", "=r"() ret i32 %r }
; interpreter: nothing against it
; solver: correct

define i32 @src() { %r = call i32 asm sideeffect "a", "=r"() ret i32 %r }
define i32 @tgt() { %r = call i32 asm sideeffect "b", "=r"() ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; A call with side effects stays, whatever its memory(...) says.
define i32 @src() {
  %s = call i32 asm sideeffect "a", "=r"() memory(none)
  %r = call i32 asm sideeffect "a", "=r"()
  ret i32 %r
}
define i32 @tgt() { %r = call i32 asm sideeffect "a", "=r"() ret i32 %r }
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

define i32 @src() {
  %s = call i32 asm "a", "=r"() memory(none) nounwind
  %r = call i32 asm sideeffect "a", "=r"()
  ret i32 %r
}
define i32 @tgt() { %r = call i32 asm sideeffect "a", "=r"() ret i32 %r }
; interpreter: unknown: calls of one function with other effects
; solver: correct

define i8 @src() {
  call void asm sideeffect "nop", ""() memory(none) nounwind willreturn
  ret i8 1
}
define i8 @tgt() { ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

define i8 @src() {
  call void asm "nop", ""() memory(none) nounwind willreturn
  ret i8 1
}
define i8 @tgt() { ret i8 1 }
; interpreter: nothing against it
; solver: correct

; CALL-19: Inline assembly is a function named by its text.
define i8 @src(i8 %x, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 asm "not $0", "=r,r"(i8 %x)
  ret i8 %r
b:
  %s = call i8 asm "not $0", "=r,r"(i8 %x)
  ret i8 %s
}
define i8 @tgt(i8 %x, i1 noundef %c) { %r = call i8 asm "not $0", "=r,r"(i8 %x) ret i8 %r }
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

define i8 @src(i8 %x, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 asm "not $0", "=r,r"(i8 %x)
  ret i8 %r
b:
  %s = call i8 asm "not $0", "=r,r"(i8 %x)
  ret i8 %s
}
define i8 @tgt(i8 %x, i1 noundef %c) { %r = call i8 asm "neg $0", "=r,r"(i8 %x) ret i8 %r }
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation

; A callbr goes either way, and the same way on both sides.
declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 %x
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %y = add i8 %x, 0
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 %y
d:
  ret i8 3
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 9
b:
  ret i8 2
d:
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 9
d:
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 9
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jnz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 { ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Both labels of a callbr may become one block.
declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 2
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %d]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  callbr void asm sideeffect "jz", "r,!i,!i"(i8 %x) to label %a [label %b, label %b]
a:
  ret i8 1
b:
  ret i8 2
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; The value of a callbr is known in the block that follows.
declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %v = callbr i8 asm "x", "=r,r,!i"(i8 %x) to label %a [label %b]
a:
  ret i8 %v
b:
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %v = callbr i8 asm "x", "=r,r,!i"(i8 %x) to label %a [label %b]
a:
  ret i8 %v
b:
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare i32 @__CxxFrameHandler3(...)
define i8 @src(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %v = callbr i8 asm "x", "=r,r,!i"(i8 %x) to label %a [label %b]
a:
  ret i8 %v
b:
  ret i8 0
}
define i8 @tgt(ptr noundef %p, i8 noundef %x) personality ptr @__CxxFrameHandler3 {
  %v = callbr i8 asm "x", "=r,r,!i"(i8 %x) to label %a [label %b]
a:
  ret i8 7
b:
  ret i8 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; CALL-19: assembly without side effects only computes: an unused one goes,
define void @src(i32 %x) {
  %r = call i32 asm "bswap $0", "=r,0"(i32 %x)
  ret void
}
define void @tgt(i32 %x) { ret void }
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

; and equal ones are one.
define i32 @src(i32 %x) {
  %a = call i32 asm "bswap $0", "=r,0"(i32 %x)
  %b = call i32 asm "bswap $0", "=r,0"(i32 %x)
  %s = xor i32 %a, %b
  ret i32 %s
}
define i32 @tgt(i32 %x) {
  %a = call i32 asm "bswap $0", "=r,0"(i32 %x)
  ret i32 0
}
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

; Nearly: it has side effects,
define void @src(i32 %x) {
  %r = call i32 asm sideeffect "bswap $0", "=r,0"(i32 %x)
  ret void
}
define void @tgt(i32 %x) { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; or its constraints name memory,
define void @src(i32 %x) {
  %r = call i32 asm "bswap $0", "=r,0,~{memory}"(i32 %x)
  ret void
}
define void @tgt(i32 %x) { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; or another argument is passed.
define i32 @src(i32 noundef %x) {
  %a = call i32 asm "bswap $0", "=r,0"(i32 %x)
  ret i32 %a
}
define i32 @tgt(i32 noundef %x) {
  %y = add i32 %x, 1
  %a = call i32 asm "bswap $0", "=r,0"(i32 %y)
  ret i32 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; What other assembly computes is not known: it may be the same.
define i32 @src(i32 noundef %x) {
  %a = call i32 asm "bswap $0", "=r,0"(i32 %x)
  ret i32 %a
}
define i32 @tgt(i32 noundef %x) {
  %a = call i32 asm "bswapl $0", "=r,0"(i32 %x)
  ret i32 %a
}
; interpreter: incorrect: value-mismatch
; solver: unknown: approximation

; CALL-19: Its dialect is a part of its name,
define void @src(i32 noundef %x) {
  call void asm sideeffect "mov $0, %eax", "r"(i32 %x)
  ret void
}
define void @tgt(i32 noundef %x) {
  call void asm sideeffect inteldialect "mov $0, %eax", "r"(i32 %x)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; and so is whether it needs an aligned stack,
define void @src() {
  call void asm sideeffect alignstack "movaps %xmm0, (%rsp)", ""()
  ret void
}
define void @tgt() {
  call void asm sideeffect "movaps %xmm0, (%rsp)", ""()
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; and whether it may throw.
define void @src() {
  call void asm sideeffect unwind "call foo", ""()
  ret void
}
define void @tgt() {
  call void asm sideeffect "call foo", ""()
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; All three stay.
define i32 @src(i32 noundef %x) {
  call void asm sideeffect alignstack inteldialect unwind "mov eax, $0", "r"(i32 %x)
  %y = add i32 %x, %x
  ret i32 %y
}
define i32 @tgt(i32 noundef %x) {
  call void asm sideeffect alignstack inteldialect unwind "mov eax, $0", "r"(i32 %x)
  %y = shl i32 %x, 1
  ret i32 %y
}
; interpreter: nothing against it
; solver: correct
