; Variables of no bytes may share an address with others: LangRef says only of objects with bytes that they are apart.
; MEM-30
; Incorrect: two variables of no bytes may be at one place.
@b = global [0 x i8] zeroinitializer
@c = global [0 x i8] zeroinitializer
define i1 @src() {
  %c = icmp eq ptr @b, @c
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

; Incorrect: one of no bytes may be where another begins.
@b = global [0 x i8] zeroinitializer
@c = global i32 0
define i1 @src() {
  %c = icmp eq ptr @b, @c
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

; Correct: two that have bytes are apart.
@b = global i8 0
@c = global i32 0
define i1 @src() {
  %c = icmp eq ptr @b, @c
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; Correct: and two functions.
declare void @f()
declare void @g()
define i1 @src() {
  %c = icmp eq ptr @f, @g
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; Correct: a variable of no bytes is within no other.
@b = global [0 x i8] zeroinitializer
@c = global i32 0
define i1 @src() {
  %p = getelementptr i8, ptr @c, i64 1
  %c = icmp eq ptr @b, %p
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: nothing against it
; solver: correct

; Correct: where the function has its own is its choice.
define i1 @src() {
  %a = alloca [0 x i8]
  %b = alloca [0 x i8]
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt() {
  ret i1 false
}
; interpreter: correct
; solver: correct
