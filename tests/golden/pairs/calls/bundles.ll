; Operands that are passed are kept.
declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "deopt"(i32 %x, i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "deopt"(i32 %x, i32 7) ] ret i32 %r }
; interpreter: nothing against it
; solver: correct

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "deopt"(i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "deopt"(i32 8) ] ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "deopt"(i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) {
  %r = call i32 @g(i32 %x) [ "gc-transition"(i32 %x, i32 7) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @g(i32 %x) [ "gc-transition"(i32 %x, i32 7) ]
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "gc-transition"(i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "gc-transition"(i32 8) ] ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "gc-transition"(i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) {
  %r = call i32 @g(i32 %x) [ "something"(i32 %x, i32 7) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @g(i32 %x) [ "something"(i32 %x, i32 7) ]
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "something"(i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "something"(i32 8) ] ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @g(i32) nounwind willreturn
define i32 @src(i32 noundef %x) { %r = call i32 @g(i32 %x) [ "something"(i32 7) ] ret i32 %r }
define i32 @tgt(i32 noundef %x) { %r = call i32 @g(i32 %x) ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; CALL-26: clang.arc.attachedcall is a second call after the call.
declare ptr @make() nounwind willreturn
declare ptr @objc_retainAutoreleasedReturnValue(ptr) nounwind willreturn
define i32 @src(i32 noundef %x) {
  %p = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  %r = add i32 %x, 0
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %p = call ptr @make()
  call ptr @objc_retainAutoreleasedReturnValue(ptr %p)
  %r = add i32 %x, 0
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare ptr @make() nounwind willreturn
declare ptr @objc_retainAutoreleasedReturnValue(ptr) nounwind willreturn
define i32 @src(i32 noundef %x) {
  %p = call ptr @make() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  %r = add i32 %x, 0
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %p = call ptr @make()
  %r = add i32 %x, 0
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; CALL-25: Bundles whose operands are passed to the function are kept.
declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x, i64 7) ]
  %s = mul i32 %r, 2
  ret i32 %s
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x, i64 7) ]
  %s = shl i32 %r, 1
  ret i32 %s
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x) ]
  %s = add i32 %r, 1
  ret i32 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 1) ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"() ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { %r = call i32 @f(i32 %x) ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %y = add i32 %x, 0
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %y) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "deopt"(i32 %x) ]
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x, i64 7) ]
  %s = mul i32 %r, 2
  ret i32 %s
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x, i64 7) ]
  %s = shl i32 %r, 1
  ret i32 %s
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x) ]
  %s = add i32 %r, 1
  ret i32 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 1) ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"() ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { %r = call i32 @f(i32 %x) ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %y = add i32 %x, 0
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %y) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "gc-transition"(i32 %x) ]
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x, i64 7) ]
  %s = mul i32 %r, 2
  ret i32 %s
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x, i64 7) ]
  %s = shl i32 %r, 1
  ret i32 %s
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x) ]
  %s = add i32 %r, 1
  ret i32 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 1) ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"() ]
  ret i32 %r
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) { %r = call i32 @f(i32 %x) ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare i32 @f(i32)
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %y = add i32 %x, 0
  %r = call i32 @f(i32 %x) [ "something"(i32 %y) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @f(i32 %x) [ "something"(i32 %x) ]
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

; Deoptimization reads memory and does not write it.
; A call whose own attributes say that nothing is read, does not.
declare i32 @quiet(i32) memory(none) nounwind willreturn
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %a = alloca i32
  store i32 %x, ptr %a
  %r = call i32 @quiet(i32 %x) [ "deopt"(ptr %a) ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %a = alloca i32
  %r = call i32 @quiet(i32 %x) [ "deopt"(ptr %a) ]
  ret i32 %r
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: more-ub

declare i32 @quiet(i32) memory(none) nounwind willreturn
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %a = alloca i32
  store i32 %x, ptr %a
  %r = call i32 @quiet(i32 %x) [ "deopt"(ptr %a) ]
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %a = alloca i32
  store i32 %x, ptr %a
  %r = call i32 @quiet(i32 %x) [ "deopt"(ptr %a) ]
  ret i32 %x
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i32 @quiet(i32) memory(none) nounwind willreturn
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  %a = alloca i32
  store i32 %x, ptr %a
  %r = call i32 @quiet(i32 %x) [ "other"(ptr %a) ]
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %a = alloca i32
  store i32 %x, ptr %a
  %r = call i32 @quiet(i32 %x) [ "other"(ptr %a) ]
  ret i32 %x
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare i32 @quiet(i32) memory(none) nounwind willreturn
define i32 @known(i32 %x) { ret i32 %x }
define i32 @src(i32 noundef %x, ptr noundef %p) {
  store i32 1, ptr %p
  %r = call i32 @quiet(i32 %x) memory(none) [ "deopt"() ]
  store i32 2, ptr %p
  ret i32 %r
}
define i32 @tgt(i32 noundef %x, ptr noundef %p) {
  %r = call i32 @quiet(i32 %x) memory(none) [ "deopt"() ]
  store i32 2, ptr %p
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

; Deoptimization of another function's frame has another type, and is the same symbol of the run time: nothing is said.
declare i8 @llvm.experimental.deoptimize.i8(...)
declare void @llvm.experimental.deoptimize.isVoid(...)
define i8 @h() {
  %a = call i8 (...) @llvm.experimental.deoptimize.i8(i32 0) [ "deopt"() ]
  ret i8 %a
}
define void @src() {
  %a = call i8 @h()
  ret void
}
define void @tgt() {
  call void (...) @llvm.experimental.deoptimize.isVoid(i32 0) [ "deopt"() ]
  ret void
}
; check: unsupported: llvm.experimental.deoptimize of another type

declare i8 @llvm.experimental.deoptimize.i8(...)
define i8 @src() {
  %a = call i8 (...) @llvm.experimental.deoptimize.i8(i32 0) [ "deopt"() ]
  ret i8 %a
}
define i8 @tgt() {
  %a = call i8 (...) @llvm.experimental.deoptimize.i8(i32 1) [ "deopt"() ]
  ret i8 %a
}
; check: incorrect: value-mismatch (interpreter, smt)
