; MEM-23: updates that always do the same, written in another way.

; By constants: a sum, another number in the place of the old one, no change.
define i32 @src(ptr %p, i32 noundef %x) {
  %o = atomicrmw sub ptr %p, i32 %x monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p, i32 noundef %x) {
  %n = sub i32 0, %x
  %o = atomicrmw add ptr %p, i32 %n monotonic
  ret i32 %o
}
; check: correct (one thread)

define i32 @src(ptr %p) {
  %o = atomicrmw and ptr %p, i32 0 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw xchg ptr %p, i32 0 monotonic
  ret i32 %o
}
; check: correct (one thread)

define i32 @src(ptr %p) {
  %o = atomicrmw nand ptr %p, i32 -1 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw xor ptr %p, i32 -1 monotonic
  ret i32 %o
}
; check: correct (one thread)

define i32 @src(ptr %p) {
  %o = atomicrmw umin ptr %p, i32 0 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw and ptr %p, i32 0 monotonic
  ret i32 %o
}
; check: correct (one thread)

define i32 @src(ptr %p) {
  %o = atomicrmw uinc_wrap ptr %p, i32 -1 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw add ptr %p, i32 1 monotonic
  ret i32 %o
}
; check: correct (one thread)

define i32 @src(ptr %p) {
  %o = atomicrmw udec_wrap ptr %p, i32 -1 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw sub ptr %p, i32 1 monotonic
  ret i32 %o
}
; check: correct (one thread)

define float @src(ptr %p) {
  %o = atomicrmw fsub ptr %p, float 1.0 monotonic
  ret float %o
}
define float @tgt(ptr %p) {
  %o = atomicrmw fadd ptr %p, float -1.0 monotonic
  ret float %o
}
; check: correct (one thread)

define i32 @src(ptr %p) {
  %o = atomicrmw add ptr %p, i32 0 seq_cst
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw or ptr %p, i32 0 seq_cst
  ret i32 %o
}
; check: correct (one thread)

; Others are other updates, or weaker ones.
define i32 @src(ptr %p) {
  %o = atomicrmw and ptr %p, i32 0 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw xchg ptr %p, i32 -1 monotonic
  ret i32 %o
}
; check: incorrect: memory-mismatch (interpreter, smt)

define i32 @src(ptr %p) {
  %o = atomicrmw umin ptr %p, i32 0 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw min ptr %p, i32 0 monotonic
  ret i32 %o
}
; check: incorrect: memory-mismatch (interpreter, smt)

define i32 @src(ptr %p) {
  %o = atomicrmw uinc_wrap ptr %p, i32 -1 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw uinc_wrap ptr %p, i32 0 monotonic
  ret i32 %o
}
; check: incorrect: memory-mismatch (interpreter, smt)

define i32 @src(ptr %p) {
  %o = atomicrmw add ptr %p, i32 0 seq_cst
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw or ptr %p, i32 0 monotonic
  ret i32 %o
}
; check: incorrect: value-mismatch (interpreter)

define float @src(ptr %p) {
  %o = atomicrmw fadd ptr %p, float -0.0 monotonic
  ret float %o
}
define float @tgt(ptr %p) {
  %o = atomicrmw fadd ptr %p, float 0.0 monotonic
  ret float %o
}
; check: incorrect: memory-mismatch (interpreter, smt)

define i32 @src(ptr %p, i32 %x) {
  %o = atomicrmw add ptr %p, i32 %x seq_cst
  %r = add i32 %o, %x
  ret i32 %r
}
define i32 @tgt(ptr %p, i32 %x) {
  %o = atomicrmw sub ptr %p, i32 %x seq_cst
  %r = add i32 %o, %x
  ret i32 %r
}
; check: incorrect: memory-mismatch (interpreter, smt)

; Of a negative number, and of another one; the sign bit.
define void @src(ptr %p, i32 %x) {
  %a = atomicrmw sub ptr %p, i32 %x monotonic
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %n = sub i32 0, %x
  %a = atomicrmw add ptr %p, i32 %n monotonic
  ret void
}
; check: correct (one thread)

define void @src(ptr %p, i32 %x) {
  %a = atomicrmw sub ptr %p, i32 %x monotonic
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %n = sub i32 1, %x
  %a = atomicrmw add ptr %p, i32 %n monotonic
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p) {
  %a = atomicrmw xor ptr %p, i32 -2147483648 monotonic
  ret void
}
define void @tgt(ptr %p) {
  %a = atomicrmw add ptr %p, i32 -2147483648 monotonic
  ret void
}
; check: correct (one thread)

define void @src(ptr %p) {
  %a = atomicrmw uinc_wrap ptr %p, i32 5 monotonic
  ret void
}
define void @tgt(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p) {
  %a = atomicrmw add ptr %p, i32 2 monotonic
  ret void
}
define void @tgt(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 monotonic
  %b = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
; check: unknown: unsupported: other threads
