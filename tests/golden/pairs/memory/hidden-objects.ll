; ATTR-5: What only a noalias or byval argument leads to is left alone by functions that were not given it.
declare void @g() nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @g() nounwind
define i8 @src(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr byval(i8) %a) {
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @g() nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @g()
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @g() nounwind
define i8 @src(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @g()
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  call void @look(ptr %a)
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr byval(i8) %a) {
  call void @look(ptr %a)
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @g() nounwind
declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  call void @look(ptr %a)
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  call void @look(ptr %a)
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @g() nounwind
declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr byval(i8) %a) {
  call void @look(ptr %a)
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr byval(i8) %a) {
  call void @look(ptr %a)
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @g() nounwind
declare void @keep(ptr) nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  call void @keep(ptr %a)
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  call void @keep(ptr %a)
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @g() nounwind
declare void @keep(ptr) nounwind
define i8 @src(ptr byval(i8) %a) {
  call void @keep(ptr %a)
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr byval(i8) %a) {
  call void @keep(ptr %a)
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; A plain pointer's object is not.
declare void @g() nounwind
define i8 @src(ptr noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noundef dereferenceable(1) %a) {
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @g() nounwind
define i8 @src(ptr noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @g()
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noundef dereferenceable(1) %a) {
  call void @look(ptr %a)
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @look(ptr %a)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @g() nounwind
declare void @look(ptr captures(none)) nounwind
define i8 @src(ptr noundef dereferenceable(1) %a) {
  call void @look(ptr %a)
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noundef dereferenceable(1) %a) {
  call void @look(ptr %a)
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @g() nounwind
declare void @keep(ptr) nounwind
define i8 @src(ptr noundef dereferenceable(1) %a) {
  call void @keep(ptr %a)
  store i8 1, ptr %a
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noundef dereferenceable(1) %a) {
  call void @keep(ptr %a)
  call void @g()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; The caller sees a noalias object after an exception, a byval copy never.
declare void @may()
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  store i8 1, ptr %a
  call void @may()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  call void @may()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @may()
define i8 @src(ptr noalias noundef dereferenceable(1) dead_on_unwind %a) {
  store i8 1, ptr %a
  call void @may()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) dead_on_unwind %a) {
  call void @may()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

declare void @may()
define i8 @src(ptr byval(i8) %a) {
  store i8 1, ptr %a
  call void @may()
  store i8 2, ptr %a
  ret i8 0
}
define i8 @tgt(ptr byval(i8) %a) {
  call void @may()
  store i8 2, ptr %a
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

; A function that was given such an object may return it.
declare void @keep(ptr) nounwind
declare ptr @back() nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  call void @keep(ptr %a)
  %q = call ptr @back()
  store i8 1, ptr %a
  store i8 2, ptr %q
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  call void @keep(ptr %a)
  %q = call ptr @back()
  store i8 1, ptr %a
  store i8 2, ptr %q
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare ptr @back() nounwind
define i8 @src(ptr noalias noundef dereferenceable(1) %a) {
  %q = call ptr @back()
  store i8 1, ptr %a
  store i8 2, ptr %q
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr noalias noundef dereferenceable(1) %a) {
  %q = call ptr @back()
  store i8 1, ptr %a
  store i8 2, ptr %q
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

; Called twice, the function finds what it has left there (MEM-15).
; LangRef: incorrect
@I = internal global i32 5
define i32 @src() {
 %v = load i32, ptr @I
 store i32 6, ptr @I
 ret i32 %v }
define i32 @tgt() {
 %v = load i32, ptr @I
 store i32 6, ptr @I
 ret i32 5 }
; interpreter: nothing against it
; solver: unknown: approximation
