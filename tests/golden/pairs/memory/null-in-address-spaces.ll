; In other address spaces than 0 objects may stand at address zero (LangRef, pointer type; getelementptr: null is in
; bounds of no object in the default address space). MEM-28
; Incorrect: a variable there may be at zero.
@g = addrspace(1) global i8 0
define i1 @src() {
  %c = icmp eq ptr addrspace(1) @g, null
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

; Correct: a variable in address space 0 is not at zero.
@g = global i8 0
define i1 @src() {
  %c = icmp eq ptr @g, null
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; Correct: an alloca there may be at zero or not, as the function chooses.
target datalayout = "A5"
define i1 @src() {
  %a = alloca i8, addrspace(5)
  %c = icmp eq ptr addrspace(5) %a, null
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: correct
; solver: correct

; Incorrect: where both see its address, they have to agree.
target datalayout = "A5"
define { i64, i1 } @src() {
  %a = alloca i8, addrspace(5)
  %n = ptrtoint ptr addrspace(5) %a to i64
  %c = icmp eq ptr addrspace(5) %a, null
  %x = insertvalue { i64, i1 } poison, i64 %n, 0
  %y = insertvalue { i64, i1 } %x, i1 %c, 1
  ret { i64, i1 } %y
}
define { i64, i1 } @tgt() {
  %a = alloca i8, addrspace(5)
  %n = ptrtoint ptr addrspace(5) %a to i64
  %x = insertvalue { i64, i1 } poison, i64 %n, 0
  %y = insertvalue { i64, i1 } %x, i1 false, 1
  ret { i64, i1 } %y
}
; interpreter: unknown: target has more choices than were enumerated
; solver: incorrect: value-mismatch

; Correct: an alloca in address space 0 is not.
define i1 @src() {
  %a = alloca i8
  %c = icmp eq ptr %a, null
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: correct
; solver: correct

; Correct: LangRef keeps null_pointer_is_valid to loads and stores; comparisons with null "may still evaluate to
; false".
define i1 @src() null_pointer_is_valid {
  %a = alloca i8
  store i8 1, ptr %a
  %c = icmp eq ptr %a, null
  ret i1 %c
}
define i1 @tgt() null_pointer_is_valid {
  ret i1 false
}
; interpreter: correct
; solver: correct

; Incorrect: a base in bounds may be at zero, so that the sum of null and 4 is no poison.
define ptr addrspace(1) @src() {
  %q = getelementptr inbounds i8, ptr addrspace(1) null, i64 4
  ret ptr addrspace(1) %q
}
define ptr addrspace(1) @tgt() {
  ret ptr addrspace(1) poison
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: more-poisonous

; Correct: in address space 0 null is in bounds of nothing.
define ptr @src() {
  %q = getelementptr inbounds i8, ptr null, i64 4
  ret ptr %q
}
define ptr @tgt() {
  ret ptr poison
}
; interpreter: correct
; solver: correct

; Correct: the same beside pointers into another address space.
define ptr @src(ptr addrspace(1) %x) {
  store i8 0, ptr addrspace(1) %x
  %q = getelementptr inbounds i8, ptr null, i64 4
  ret ptr %q
}
define ptr @tgt(ptr addrspace(1) %x) {
  store i8 0, ptr addrspace(1) %x
  ret ptr poison
}
; interpreter: unknown: an object that may be at address zero
; solver: correct

; Correct: neither base nor result of a getelementptr in bounds of address space 0 is null, if one of them is not.
define i1 @src(ptr %p, i64 %i) {
  %n = icmp ne i64 %i, 0
  call void @llvm.assume(i1 %n)
  %q = getelementptr inbounds i8, ptr %p, i64 %i
  %c = icmp eq ptr %q, null
  ret i1 %c
}
define i1 @tgt(ptr %p, i64 %i) {
  %n = icmp ne i64 %i, 0
  call void @llvm.assume(i1 %n)
  ret i1 false
}
declare void @llvm.assume(i1)
; interpreter: unknown: an address that is one of several
; solver: correct

; Incorrect: in address space 1 an object may begin at zero.
define i1 @src(ptr addrspace(1) %p, i64 %i) {
  %n = icmp ne i64 %i, 0
  call void @llvm.assume(i1 %n)
  %q = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %i
  %c = icmp eq ptr addrspace(1) %q, null
  ret i1 %c
}
define i1 @tgt(ptr addrspace(1) %p, i64 %i) {
  %n = icmp ne i64 %i, 0
  call void @llvm.assume(i1 %n)
  ret i1 false
}
declare void @llvm.assume(i1)
; interpreter: unknown: an address that is one of several
; solver: incorrect: value-mismatch

; Incorrect: two variables there, of which one may be at zero; a store to null may change either.
@g = addrspace(1) global i8 0
define i8 @src(ptr addrspace(1) %p) {
  store i8 1, ptr addrspace(1) @g
  store i8 2, ptr addrspace(1) %p
  %v = load i8, ptr addrspace(1) @g
  ret i8 %v
}
define i8 @tgt(ptr addrspace(1) %p) {
  store i8 1, ptr addrspace(1) @g
  store i8 2, ptr addrspace(1) %p
  ret i8 1
}
; interpreter: unknown: an object that may be at address zero
; solver: incorrect: value-mismatch

; Correct: what an unused access of null promised may be dropped.
define i8 @src() null_pointer_is_valid {
  %v = load i8, ptr null
  ret i8 7
}
define i8 @tgt() null_pointer_is_valid {
  ret i8 7
}
; interpreter: unknown: an object that may be at address zero
; solver: correct
