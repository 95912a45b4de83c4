; How arguments and results are passed is part of a call, and of a function.

; ATTR-55: a function keeps the ABI attributes of its result.
define zeroext i8 @src(i8 %x) {
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  ret i8 %x
}
; check: incorrect: attributes

; ATTR-55: and of its arguments.
define i8 @src(i8 zeroext %x) {
  ret i8 %x
}
define i8 @tgt(i8 signext %x) {
  ret i8 %x
}
; check: incorrect: attributes

; ATTR-55: and its calling convention.
define fastcc i8 @src(i8 %x) {
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  ret i8 %x
}
; check: incorrect: attributes

; ATTR-55: a call in another convention than the callee's is another call.
declare void @f(i32)
define void @src(i32 %x) {
  call void @f(i32 %x)
  ret void
}
define void @tgt(i32 %x) {
  call void @f(i32 inreg %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: so is one that says less than the declaration.
declare void @f(ptr sret(i64))
define i64 @src() {
  %p = alloca i64
  call void @f(ptr sret(i64) %p)
  %v = load i64, ptr %p
  ret i64 %v
}
define i64 @tgt() {
  %p = alloca i64
  call void @f(ptr %p)
  %v = load i64, ptr %p
  ret i64 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: what both calls leave out is no difference.
declare void @f(i8 zeroext)
define void @src(i8 %x) {
  %y = add i8 %x, 0
  call void @f(i8 %y)
  ret void
}
define void @tgt(i8 %x) {
  call void @f(i8 %x)
  ret void
}
; check: correct

; ATTR-55: byval of a type of another size.
declare void @f(ptr byval(i64))
define void @src(ptr %p) {
  call void @f(ptr byval(i64) %p)
  ret void
}
define void @tgt(ptr %p) {
  call void @f(ptr byval(i32) %p)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: byval left out.
declare void @f(ptr)
declare void @g(ptr byval(i8))
define i8 @src(ptr %p) {
  store i8 1, ptr %p
  call void @g(ptr byval(i8) %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  store i8 1, ptr %p
  call void @g(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: a call by a pointer.
define void @src(ptr %f, i8 %x) {
  call void %f(i8 zeroext %x)
  ret void
}
define void @tgt(ptr %f, i8 %x) {
  call void %f(i8 %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: and its calling convention.
define void @src(ptr %f, i8 %x) {
  call fastcc void %f(i8 %x)
  ret void
}
define void @tgt(ptr %f, i8 %x) {
  call void %f(i8 %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; ATTR-55: noalias is no matter of the ABI.
declare void @f(ptr noalias)
define void @src(ptr noalias %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr noalias %p) {
  call void @f(ptr noalias %p)
  ret void
}
; check: correct

; ATTR-55: of a function whose body is known, what both calls say is no difference.
define i8 @g(i8 zeroext %x) { ret i8 %x }
define i8 @src(i8 %x) { %y = add i8 %x, 0 %r = call i8 @g(i8 %y) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @g(i8 %x) ret i8 %r }
; check: correct

; ATTR-55: what one of them leaves out is one.
define i8 @g(i8 zeroext %x) { ret i8 %x }
define i8 @src(i8 %x) { %r = call i8 @g(i8 zeroext %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @g(i8 %x) ret i8 %r }
; check: unknown: unfollowed-promise: convention (no ABI attributes)

; ATTR-55: what other modules define is called as they define it: not otherwise at its declaration and its calls.
declare void @f(i8 zeroext)
define void @f1(i8 noundef %x) {
  call void @f(i8 zeroext %x)
  ret void
}
; target:
declare void @f(i8)
define void @f1(i8 noundef %x) {
  call void @f(i8 %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt --unconfirmed=report: incorrect: more-ub (interpreter, smt)

; Nor in another convention,
declare fastcc void @f(i32)
define void @f1(i32 noundef %x) {
  call fastcc void @f(i32 %x)
  ret void
}
; target:
declare void @f(i32)
define void @f1(i32 noundef %x) {
  call void @f(i32 %x)
  ret void
}
; check: incorrect: value-mismatch (interpreter, smt)

; nor with another result.
declare signext i8 @f()
define i8 @f1() {
  %r = call signext i8 @f()
  ret i8 %r
}
; target:
declare i8 @f()
define i8 @f1() {
  %r = call i8 @f()
  ret i8 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Functions of the module alone may be given another one.
define internal i32 @f(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @f1(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; target:
define internal fastcc i32 @f(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @f1(i32 noundef %x) {
  %r = call fastcc i32 @f(i32 %x)
  ret i32 %r
}
; check: correct

; A declaration alone does not call,
declare fastcc void @f()
declare void @use(ptr)
define void @f1() {
  call void @use(ptr @f)
  ret void
}
; target:
declare coldcc void @f()
declare void @use(ptr)
define void @f1() {
  call void @use(ptr @f)
  ret void
}
; check: correct

; but a call in the convention that it no longer says is undefined.
declare fastcc void @f()
define void @f1() {
  call fastcc void @f()
  ret void
}
; target:
declare void @f()
define void @f1() {
  call fastcc void @f()
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; EXC-5: What a declaration says in the target alone is not known of a function that is not there: nounwind,
declare void @f()
define void @f1() {
  call void @f()
  ret void
}
; target:
declare void @f() nounwind
define void @f1() {
  call void @f()
  ret void
}
; check: incorrect: more-ub (interpreter, smt)

; and willreturn;
declare i32 @f()
define i32 @f1() {
  %r = call i32 @f()
  ret i32 %r
}
; target:
declare i32 @f() willreturn
define i32 @f1() {
  %r = call i32 @f()
  ret i32 %r
}
; check: incorrect: more-ub (interpreter, smt)

; of a function of the C library it is.
declare i64 @strlen(ptr)
define i64 @f1(ptr noundef %p) {
  %n = call i64 @strlen(ptr %p)
  %r = add i64 %n, %n
  ret i64 %r
}
; target:
declare i64 @strlen(ptr) nounwind willreturn
define i64 @f1(ptr noundef %p) {
  %n = call i64 @strlen(ptr %p)
  %r = shl i64 %n, 1
  ret i64 %r
}
; check: correct (up to 12 bytes looked at by each library function)

; ATTR-55: How a copy is aligned is part of how it is passed.
declare void @f(ptr byval(i32) align 4)
define void @src(ptr align 4 dereferenceable(4) %p) { call void @f(ptr byval(i32) align 4 %p) ret void }
define void @tgt(ptr align 4 dereferenceable(4) %p) { call void @f(ptr byval(i32) align 1 %p) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

declare void @f(ptr byval(i32) align 4)
define void @src(ptr align 4 dereferenceable(4) %p) { call void @f(ptr byval(i32) align 4 %p) ret void }
define void @tgt(ptr align 4 dereferenceable(4) %p) { call void @f(ptr byval(i32) %p) ret void }
; check: correct

define i8 @src(ptr byval(i32) align 4 %p) { %v = load i8, ptr %p ret i8 %v }
define i8 @tgt(ptr byval(i32) align 16 %p) { %v = load i8, ptr %p ret i8 %v }
; check: incorrect: attributes
