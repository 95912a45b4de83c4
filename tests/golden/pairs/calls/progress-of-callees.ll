; Who must make progress and only reads comes back, or throws.

; CALL-49: an unused call of memory(none) may go.
declare i8 @f(i8) memory(none) nounwind mustprogress
define void @src(i8 %x) {
  %a = call i8 @f(i8 %x)
  ret void
}
define void @tgt(i8 %x) {
  ret void
}
; check: correct

; CALL-49: one of memory(read), too.
declare i8 @f(ptr) memory(read) nounwind mustprogress
define void @src(ptr %p) {
  %a = call i8 @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  ret void
}
; check: correct

; CALL-49: without mustprogress it may run for ever.
declare i8 @f(i8) memory(none) nounwind
define void @src(i8 %x) {
  %a = call i8 @f(i8 %x)
  ret void
}
define void @tgt(i8 %x) {
  ret void
}
; check: incorrect: return-domain (interpreter, smt)

; CALL-49: the caller's mustprogress says nothing of it.
declare i8 @f(i8) memory(none) nounwind
define void @src(i8 %x) mustprogress {
  %a = call i8 @f(i8 %x)
  ret void
}
define void @tgt(i8 %x) mustprogress {
  ret void
}
; check: incorrect: return-domain (interpreter, smt)

; CALL-49: who writes memory of its own may do so for ever.
declare i8 @f(ptr) memory(read, inaccessiblemem: readwrite) nounwind mustprogress
define void @src(ptr %p) {
  store i8 1, ptr %p
  %a = call i8 @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  %a = call i8 @f(ptr %p)
  store i8 1, ptr %p
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; CALL-49: it may throw.
declare i8 @f(ptr) memory(none) mustprogress
define void @src(ptr %p) {
  %a = call i8 @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; LangRef, noreturn: it is undefined if the function comes back all the same, which the source has defined:
; its call may come back, and then it runs for ever.
declare void @g(i32) nounwind
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  br label %l
l:
  br label %l
e:
  ret void
}
; target:
declare void @g(i32) nounwind
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1) noreturn
  unreachable
e:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; The declaration says it.
declare void @g(i32) nounwind
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  br label %l
l:
  br label %l
e:
  ret void
}
; target:
declare void @g(i32) nounwind noreturn
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  br label %l
l:
  br label %l
e:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; Behind it another function never comes back.
declare void @g(i32) nounwind
declare void @die() noreturn nounwind memory(none)
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  call void @die()
  unreachable
e:
  ret void
}
; target:
declare void @g(i32) nounwind
declare void @die() noreturn nounwind memory(none)
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1) noreturn
  unreachable
e:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; Assembly.
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void asm sideeffect "nop", ""() nounwind
  br label %l
l:
  br label %l
e:
  ret void
}
; target:
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void asm sideeffect "nop", ""() noreturn nounwind
  br label %l
l:
  br label %l
e:
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; Where the source is undefined when it comes back, the target may say it.
declare void @g(i32) nounwind
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  unreachable
e:
  ret void
}
; target:
declare void @g(i32) nounwind
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1) noreturn
  unreachable
e:
  ret void
}
; check: correct

; The source says it of the function.
declare void @g(i32) nounwind noreturn
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1)
  br label %l
l:
  br label %l
e:
  ret void
}
; target:
declare void @g(i32) nounwind noreturn
define void @f(i32 noundef %x) {
  %m = mul i32 %x, -1640531527
  %c = icmp eq i32 %m, 12345
  br i1 %c, label %t, label %e
t:
  call void @g(i32 1) noreturn
  unreachable
e:
  ret void
}
; check: correct
