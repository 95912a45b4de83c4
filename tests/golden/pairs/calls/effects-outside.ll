; CALL-44: a call that only writes memory that belongs to no module is an effect. It may not be dropped,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() {
  call void @log(i32 1)
  ret void
}
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; nor where only errno is written,
declare void @fail() nounwind willreturn memory(errnomem: write)
define void @src() {
  call void @fail()
  ret void
}
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; nor where it is the target's own state.
declare void @mode() nounwind willreturn memory(target_mem0: write)
define void @src() {
  call void @mode()
  ret void
}
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; It may not be made twice,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() {
  call void @log(i32 1)
  ret void
}
define void @tgt() {
  call void @log(i32 1)
  call void @log(i32 1)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; nor out of nothing,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() { ret void }
define void @tgt() {
  call void @log(i32 1)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; nor exchanged with another of its kind,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() {
  call void @log(i32 1)
  call void @log(i32 2)
  ret void
}
define void @tgt() {
  call void @log(i32 2)
  call void @log(i32 1)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; nor with a call that reads that kind of memory,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
declare i32 @count() nounwind willreturn memory(inaccessiblemem: read)
define i32 @src() {
  call void @log(i32 1)
  %n = call i32 @count()
  ret i32 %n
}
define i32 @tgt() {
  %n = call i32 @count()
  call void @log(i32 1)
  ret i32 %n
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; errno among them.
declare void @fail() nounwind willreturn memory(errnomem: write)
declare i32 @why() nounwind willreturn memory(errnomem: read)
define i32 @src() {
  call void @fail()
  %n = call i32 @why()
  ret i32 %n
}
define i32 @tgt() {
  %n = call i32 @why()
  call void @fail()
  ret i32 %n
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; A call that may read anything reads what was written, too.
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
declare i32 @look() nounwind willreturn memory(read)
define i32 @src() {
  %n = call i32 @look()
  call void @log(i32 1)
  ret i32 %n
}
define i32 @tgt() {
  call void @log(i32 1)
  %n = call i32 @look()
  ret i32 %n
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; Nearly: what two calls change are two things, so they may be exchanged,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
declare void @fail() nounwind willreturn memory(errnomem: write)
define void @src() {
  call void @log(i32 1)
  call void @fail()
  ret void
}
define void @tgt() {
  call void @fail()
  call void @log(i32 1)
  ret void
}
; interpreter: nothing against it
; solver: correct

; and so may a call and one that reads another kind of memory,
declare void @fail() nounwind willreturn memory(errnomem: write)
declare i32 @count() nounwind willreturn memory(inaccessiblemem: read)
define i32 @src() {
  call void @fail()
  %n = call i32 @count()
  ret i32 %n
}
define i32 @tgt() {
  %n = call i32 @count()
  call void @fail()
  ret i32 %n
}
; interpreter: nothing against it
; solver: correct

; or one that computes from its arguments alone,
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
declare i32 @hash(i32) nounwind willreturn memory(none)
define i32 @src(i32 %x) {
  call void @log(i32 1)
  %n = call i32 @hash(i32 %x)
  ret i32 %n
}
define i32 @tgt(i32 %x) {
  %n = call i32 @hash(i32 %x)
  call void @log(i32 1)
  ret i32 %n
}
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

; and a store passes by: no pointer leads to such memory.
@g = external global i32
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() {
  store i32 1, ptr @g
  call void @log(i32 1)
  ret void
}
define void @tgt() {
  call void @log(i32 1)
  store i32 1, ptr @g
  ret void
}
; interpreter: nothing against it
; solver: correct

; Two reads between which nothing is written are one.
declare i32 @count() nounwind willreturn memory(inaccessiblemem: read)
define i32 @src() {
  %a = call i32 @count()
  %b = call i32 @count()
  %s = sub i32 %a, %b
  ret i32 %s
}
define i32 @tgt() {
  %a = call i32 @count()
  ret i32 0
}
; interpreter: nothing against it
; solver: correct

; Nearly: something is.
declare i32 @count() nounwind willreturn memory(inaccessiblemem: read)
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define i32 @src() {
  %a = call i32 @count()
  call void @log(i32 1)
  %b = call i32 @count()
  %s = sub i32 %a, %b
  ret i32 %s
}
define i32 @tgt() {
  %a = call i32 @count()
  call void @log(i32 1)
  ret i32 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; An unused call that only reads may be dropped.
declare i32 @count() nounwind willreturn memory(inaccessiblemem: read)
define void @src() {
  %a = call i32 @count()
  ret void
}
define void @tgt() { ret void }
; interpreter: nothing against it
; solver: correct

; CALL-3: whoever writes and reads nothing leaves the same each time, so that the second call may go (LLVM hoists such
; calls out of loops).
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() {
  call void @log(i32 1)
  call void @log(i32 1)
  ret void
}
define void @tgt() {
  call void @log(i32 1)
  ret void
}
; interpreter: unknown: how often a function that reads nothing of what it changes is called
; solver: correct

; Nearly: another call stands between the two.
declare void @log(i32) nounwind willreturn memory(inaccessiblemem: write)
define void @src() {
  call void @log(i32 1)
  call void @log(i32 2)
  call void @log(i32 1)
  ret void
}
define void @tgt() {
  call void @log(i32 1)
  call void @log(i32 2)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; CALL-31: when a function of the C library sets errno is known to optimizers, and not followed here: neither a proof
; nor a counterexample.
declare double @sqrt(double)
define void @src(double %x) {
  %r = call double @sqrt(double %x)
  ret void
}
define void @tgt(double %x) { ret void }
; interpreter: unknown: when a library function sets errno
; solver: unknown: approximation

declare double @sqrt(double)
declare double @log(double)
define double @src(double %x) {
  %a = call double @sqrt(double %x)
  %b = call double @log(double %x)
  %s = fadd double %a, %b
  ret double %s
}
define double @tgt(double %x) {
  %b = call double @log(double %x)
  %a = call double @sqrt(double %x)
  %s = fadd double %a, %b
  ret double %s
}
; interpreter: unknown: a library function of an undef value
; solver: unknown: approximation

; Nearly: the call is known to leave errno alone,
declare double @sqrt(double)
define void @src(double %x) {
  %r = call double @sqrt(double %x) nounwind willreturn memory(none)
  ret void
}
define void @tgt(double %x) { ret void }
; interpreter: unknown: a choice for each member of a set
; solver: correct

; or it stays where it is, and what is wrong is something else.
declare double @sqrt(double)
define double @src(double %x) {
  %a = call double @sqrt(double %x)
  ret double %a
}
define double @tgt(double %x) {
  %a = call double @sqrt(double %x)
  %b = fneg double %a
  ret double %b
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare double @sqrt(double)
define double @src(double %x) {
  %a = call double @sqrt(double %x)
  %b = fadd double %a, 0.0
  ret double %b
}
define double @tgt(double %x) {
  %a = call double @sqrt(double %x)
  %b = fadd double 0.0, %a
  ret double %b
}
; interpreter: unknown: a library function of an undef value
; solver: correct
