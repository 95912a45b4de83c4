; llvm.is.constant of a literal is true (LangRef); of anything else it is what the compiler finds out. VAL-37
; Incorrect: a literal is a constant.
define i1 @src() {
  %c = call i1 @llvm.is.constant.i32(i32 5)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.i32(i32)
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Correct: it is folded to true.
define i1 @src() {
  %c = call i1 @llvm.is.constant.i32(i32 5)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 true
}
declare i1 @llvm.is.constant.i32(i32)
; interpreter: correct
; solver: correct

; Correct: of an argument the compiler may say no.
define i1 @src(i32 %x) {
  %c = call i1 @llvm.is.constant.i32(i32 %x)
  ret i1 %c
}
define i1 @tgt(i32 %x) {
  ret i1 false
}
declare i1 @llvm.is.constant.i32(i32)
; interpreter: nothing against it
; solver: correct

; Correct: or yes, where it knows it.
define i1 @src(i32 %x) {
  %y = and i32 %x, 0
  %c = call i1 @llvm.is.constant.i32(i32 %y)
  ret i1 %c
}
define i1 @tgt(i32 %x) {
  ret i1 true
}
declare i1 @llvm.is.constant.i32(i32)
; interpreter: nothing against it
; solver: correct

; Incorrect: null, numbers with a point and vectors of literals are constants, too.
define i1 @src() {
  %c = call i1 @llvm.is.constant.p0(ptr null)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.p0(ptr)
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Incorrect: as above.
define i1 @src() {
  %c = call i1 @llvm.is.constant.f32(float 1.0)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.f32(float)
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Incorrect: as above.
define i1 @src() {
  %c = call i1 @llvm.is.constant.v2i8(<2 x i8> <i8 1, i8 2>)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.v2i8(<2 x i8>)
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Correct: what undef is, is open.
define i1 @src() {
  %c = call i1 @llvm.is.constant.i32(i32 undef)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.i32(i32)
; interpreter: correct
; solver: correct

; Incorrect: the address of a global is not known to the compiler.
@g = external global i32
define i1 @src() {
  %c = call i1 @llvm.is.constant.p0(ptr @g)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 true
}
declare i1 @llvm.is.constant.p0(ptr)
; check: incorrect: value-mismatch (interpreter, smt)

@g = external global i32
define i1 @src() {
  %c = call i1 @llvm.is.constant.i64(i64 ptrtoint (ptr @g to i64))
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.i64(i64)
; check: correct

@g = external global i32
define i1 @src() {
  %c = call i1 @llvm.is.constant.v2p0(<2 x ptr> <ptr null, ptr @g>)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 true
}
declare i1 @llvm.is.constant.v2p0(<2 x ptr>)
; check: incorrect: value-mismatch (interpreter, smt)

; Incorrect: a vector of odd integers is made of literals.
define i1 @src() {
  %c = call i1 @llvm.is.constant.v2i3(<2 x i3> <i3 1, i3 2>)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.v2i3(<2 x i3>)
; check: incorrect: value-mismatch (interpreter, smt)

; Correct: of a vector with an undef lane nothing is known.
define i1 @src() {
  %c = call i1 @llvm.is.constant.v2i3(<2 x i3> <i3 1, i3 undef>)
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
declare i1 @llvm.is.constant.v2i3(<2 x i3>)
; check: correct
