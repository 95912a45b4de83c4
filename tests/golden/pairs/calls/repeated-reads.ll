; Stores between two calls of a function that only reads may change places: who sees what both calls saw makes them the same.
@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %a
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %v, ptr @z
  store i32 1, ptr @y
  %b = call i32 @f(i32 %x)
  ret i32 %a
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %v, ptr @z
  store i32 1, ptr @y
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  %b = call i32 @f(i32 %x)
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  %s = add i32 %a, %a
  ret i32 %s
}
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %c = call i32 @f(i32 poison)
  ret i32 %c
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %v, ptr @z
  store i32 1, ptr @y
  %c = call i32 @f(i32 poison)
  ret i32 %c
}
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

; A later call is not an earlier one where memory differs.
@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  ret i32 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-poisonous

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  store i32 1, ptr @y
  %a = call i32 @f(i32 %x)
  ret i32 %a
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  ret i32 %a
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  %b = call i32 @f(i32 %x)
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  %s = add i32 %a, %a
  ret i32 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @z
  %b = call i32 @f(i32 %x)
  %s = sub i32 %a, %b
  ret i32 %s
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %v, ptr @z
  store i32 1, ptr @y
  %b = call i32 @f(i32 %x)
  %s = sub i32 %b, %a
  ret i32 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@y = global i32 0
@z = global i32 0
declare i32 @f(i32) memory(read) nounwind willreturn
define i32 @src(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 1, ptr @y
  store i32 %v, ptr @y
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %v, ptr %p) {
  %a = call i32 @f(i32 %x)
  store i32 %v, ptr @y
  store i32 1, ptr @y
  %b = call i32 @f(i32 %x)
  ret i32 %b
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub
