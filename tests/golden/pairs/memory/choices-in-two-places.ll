; What a function freezes once is the same wherever it is stored. One place alone shows no difference: for each there is
; a choice of the source that makes it what it is in the target.
define void @src(ptr %p, i32 %x) {
  %f = freeze i32 %x
  store i32 %f, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  store i32 %f, ptr %q
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %f = freeze i32 %x
  store i32 %f, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  %g = freeze i32 %x
  store i32 %g, ptr %q
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

define void @src(ptr %p, i32 %x) {
  %f = freeze i32 %x
  store i32 %f, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  %g = freeze i32 %x
  store i32 %g, ptr %q
  ret void
}
define void @tgt(ptr %p, i32 %x) {
  %f = freeze i32 %x
  store i32 %f, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  store i32 %f, ptr %q
  ret void
}
; check: correct

; One is the other's negation.
define void @src(ptr %p, i8 %x) {
  %f = freeze i8 %x
  %n = xor i8 %f, -1
  store i8 %f, ptr %p
  %q = getelementptr i8, ptr %p, i32 1
  store i8 %n, ptr %q
  ret void
}
define void @tgt(ptr %p, i8 %x) {
  %f = freeze i8 %x
  %g = freeze i8 %x
  %n = xor i8 %g, -1
  store i8 %f, ptr %p
  %q = getelementptr i8, ptr %p, i32 1
  store i8 %n, ptr %q
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; Behind a branch.
define void @src(ptr %p, i8 %x, i1 noundef %c) {
  %f = freeze i8 %x
  store i8 %f, ptr %p
  br i1 %c, label %a, label %b
a:
  %q = getelementptr i8, ptr %p, i32 1
  store i8 %f, ptr %q
  ret void
b:
  ret void
}
define void @tgt(ptr %p, i8 %x, i1 noundef %c) {
  %f = freeze i8 %x
  store i8 %f, ptr %p
  br i1 %c, label %a, label %b
a:
  %q = getelementptr i8, ptr %p, i32 1
  %g = freeze i8 %x
  store i8 %g, ptr %q
  ret void
b:
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; In the rounds of a loop.
define void @src(ptr %p, i8 %x, i32 %n) {
entry:
  %f = freeze i8 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = getelementptr i8, ptr %p, i32 %i
  store i8 %f, ptr %a
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @tgt(ptr %p, i8 %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %f = freeze i8 %x
  %a = getelementptr i8, ptr %p, i32 %i
  store i8 %f, ptr %a
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; One place holds what was frozen, the other is told by the result.
define i8 @src(ptr %p, i8 %x) {
  %f = freeze i8 %x
  store i8 %f, ptr %p
  ret i8 %f
}
define i8 @tgt(ptr %p, i8 %x) {
  %f = freeze i8 %x
  store i8 %f, ptr %p
  %g = freeze i8 %x
  ret i8 %g
}
; check: incorrect: value-mismatch (interpreter, smt)

; Two different NaNs.
define void @src(ptr %p, float %x) {
  %f = fadd float %x, 1.0
  store float %f, ptr %p, align 4
  %q = getelementptr float, ptr %p, i32 1
  store float %f, ptr %q, align 4
  ret void
}
define void @tgt(ptr %p, float %x) {
  %f = fadd float %x, 1.0
  store float %f, ptr %p, align 4
  %q = getelementptr float, ptr %p, i32 1
  %g = fadd float %x, 1.0
  store float %g, ptr %q, align 4
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)
