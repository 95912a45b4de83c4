; Two modules: what one function is depends on the rest of its module.

; CALL-13: An inner function is a part of its callers.
define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; target:
define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; check: correct
; check --oracle=smt: correct

define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; target:
define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, 5 ret i8 %y }
define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)
; check --oracle=smt: incorrect: value-mismatch (interpreter, smt)

define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, 3 ret i8 %y }
define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; target:
define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, 259 ret i8 %y }
define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }
; check: correct
; check --oracle=smt: correct

; An inner function of an inner function tells.
define internal i8 @e() { ret i8 3 }
define internal i8 @f() { %r = call i8 @e() ret i8 %r }
define i8 @g() { %r = call i8 @f() ret i8 %r }
; target:
define internal i8 @e() { ret i8 3 }
define internal i8 @f() { %r = call i8 @e() ret i8 %r }
define i8 @g() { %r = call i8 @f() ret i8 %r }
; check: correct

define internal i8 @e() { ret i8 3 }
define internal i8 @f() { %r = call i8 @e() ret i8 %r }
define i8 @g() { %r = call i8 @f() ret i8 %r }
; target:
define internal i8 @e() { ret i8 4 }
define internal i8 @f() { %r = call i8 @e() ret i8 %r }
define i8 @g() { %r = call i8 @f() ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; An inner function whose address is taken is judged itself.
declare void @use(ptr)
define internal i8 @f() { ret i8 3 }
define void @g() { call void @use(ptr @f) ret void }
; target:
declare void @use(ptr)
define internal i8 @f() { ret i8 3 }
define void @g() { call void @use(ptr @f) ret void }
; check: correct

declare void @use(ptr)
define internal i8 @f() { ret i8 3 }
define void @g() { call void @use(ptr @f) ret void }
; target:
declare void @use(ptr)
define internal i8 @f() { ret i8 4 }
define void @g() { call void @use(ptr @f) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

; An inner function that nobody calls may become anything.
define internal i8 @f() { ret i8 1 }
define i8 @g() { ret i8 0 }
; target:
define internal i8 @f() { unreachable }
define i8 @g() { ret i8 0 }
; check: correct

define internal i8 @f() { ret i8 1 }
; target:
define internal i8 @f() { unreachable }
; check: error: no-pair

; What whole-module passes know of a variable that is the module's alone: A function that became internal is not
; judged alone.
define i8 @f() { ret i8 1 }
; target:
define internal i8 @f() { unreachable }
; check: unsupported: became internal

; LangRef, initializes: a function that does not return need not have written, and others may look before it has: What
; is to be initialized is there until then.
declare void @u()
define void @f(ptr dereferenceable(4) align 4 %p) { call void @u() store i8 0, ptr %p ret void }
; target:
declare void @u()
define void @f(ptr initializes((0, 1)) dereferenceable(4) align 4 %p) { call void @u() store i8 0, ptr %p ret void }
; check: correct

define void @f(ptr %p) { store i8 0, ptr %p ret void }
; target:
define void @f(ptr initializes((0, 1)) %p) { store i8 0, ptr %p ret void }
; check: correct
; check --oracle=smt: correct

define i8 @f(ptr %p) { %v = load i8, ptr %p store i8 0, ptr %p ret i8 %v }
; target:
define i8 @f(ptr initializes((0, 1)) %p) { %v = load i8, ptr %p store i8 0, ptr %p ret i8 %v }
; check: incorrect: more-poisonous (interpreter, smt)
; check --oracle=smt: incorrect: more-poisonous (interpreter, smt)

define void @f(ptr %p) { ret void }
; target:
define void @f(ptr initializes((0, 1)) %p) { ret void }
; check: incorrect: memory-mismatch (interpreter, smt)
; check --oracle=smt: incorrect: memory-mismatch (smt)

; LangRef: argument memory is what is accessed by pointers that are based on an argument: What is reached in two ways
; may be accessed in either.
@s = global i8 0
define void @f(ptr %p) { store i8 3, ptr @s ret void }
; target:
@s = global i8 0
define void @f(ptr readnone %p) memory(write, argmem: none) { store i8 3, ptr @s ret void }
; check: correct

define void @f(ptr %p) { store i8 3, ptr %p ret void }
; target:
define void @f(ptr %p) memory(write, argmem: none) { store i8 3, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; Recursive inner functions that differ are never taken for equal.
declare i8 @h()
define internal i8 @f(i8 %n) {
  %h = call i8 @h()
  %c = icmp eq i8 %h, 0
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  %r = call i8 @f(i8 %h)
  ret i8 %r
}
define i8 @g(i8 %n) { %r = call i8 @f(i8 %n) ret i8 %r }
; target:
declare i8 @h()
define internal i8 @f(i8 %n) {
  %h = call i8 @h()
  %c = icmp eq i8 %h, 0
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  %r = call i8 @f(i8 %h)
  ret i8 %r
}
define i8 @g(i8 %n) { %r = call i8 @f(i8 %n) ret i8 %r }
; check: correct

declare i8 @h()
define internal i8 @f(i8 %n) {
  %h = call i8 @h()
  %c = icmp eq i8 %h, 0
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  %r = call i8 @f(i8 %h)
  ret i8 %r
}
define i8 @g(i8 %n) { %r = call i8 @f(i8 %n) ret i8 %r }
; target:
declare i8 @h()
define internal i8 @f(i8 %n) {
  %h = call i8 @h()
  %c = icmp eq i8 %h, 0
  br i1 %c, label %a, label %b
a:
  ret i8 2
b:
  %r = call i8 @f(i8 %h)
  ret i8 %r
}
define i8 @g(i8 %n) { %r = call i8 @f(i8 %n) ret i8 %r }
; check: incorrect: value-mismatch (interpreter)

; An attribute that an inner function gains is not taken on trust.
define internal i8 @f(ptr %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %v = load i8, ptr %p ret i8 %v }
define i8 @g(ptr %p) { %v = call i8 @f(ptr %p, ptr %p) ret i8 %v }
; target:
define internal i8 @f(ptr %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %v = load i8, ptr %p ret i8 %v }
define i8 @g(ptr %p) { %v = call i8 @f(ptr %p, ptr %p) ret i8 %v }
; check: correct

define internal i8 @f(ptr %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %v = load i8, ptr %p ret i8 %v }
define i8 @g(ptr %p) { %v = call i8 @f(ptr %p, ptr %p) ret i8 %v }
; target:
define internal i8 @f(ptr noalias %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %v = load i8, ptr %p ret i8 %v }
define i8 @g(ptr %p) { %v = call i8 @f(ptr %p, ptr %p) ret i8 %v }
; check --oracle=smt: unknown: approximation

; One draw of an unknown function proves nothing.
declare i32 @h()
define i32 @main() {
  %r = call i32 @h()
  %c = icmp eq i32 %r, 12345
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}
; target:
declare i32 @h()
define i32 @main() {
  %r = call i32 @h()
  %c = icmp eq i32 %r, 12345
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}
; check: correct

declare i32 @h()
define i32 @main() {
  %r = call i32 @h()
  %c = icmp eq i32 %r, 12345
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}
; target:
declare i32 @h()
define i32 @main() {
  %r = call i32 @h()
  %c = icmp eq i32 %r, 12346
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}
; check: incorrect: value-mismatch (interpreter, smt)

; CALL-13: Executions say that memory never ran out.
declare ptr @malloc(i64)
define i32 @main() { %p = call ptr @malloc(i64 4) %c = icmp eq ptr %p, null %z = zext i1 %c to i32 ret i32 %z }
; target:
declare ptr @malloc(i64)
define i32 @main() { %p = call ptr @malloc(i64 4) %c = icmp eq ptr %p, null %z = zext i1 %c to i32 ret i32 0 }
; check: correct (memory is never exhausted)

; The names of structures do not matter.
%t = type { i8, [2 x i8] }
@c = constant %t { i8 1, [2 x i8] zeroinitializer }
define i8 @f() { %v = load i8, ptr @c ret i8 %v }
define %t @g(%t %x) { ret %t %x }
; target:
%t = type { i8, [2 x i8] }
@c = constant %t { i8 1, [2 x i8] zeroinitializer }
define i8 @f() { %v = load i8, ptr @c ret i8 %v }
define %t @g(%t %x) { ret %t %x }
; check: correct

%t = type { i8, [2 x i8] }
@c = constant %t { i8 1, [2 x i8] zeroinitializer }
define i8 @f() { %v = load i8, ptr @c ret i8 %v }
define %t @g(%t %x) { ret %t %x }
; target:
%t = type { i8, [2 x i8] }
@c = constant %t { i8 2, [2 x i8] zeroinitializer }
define i8 @f() { %v = load i8, ptr @c ret i8 %v }
define %t @g(%t %x) { ret %t %x }
; check: incorrect: memory-mismatch

%t = type { i8, [2 x i8] }
define %t @g(%t %x) { ret %t %x }
; target:
%t = type { i8, [1 x i8] }
define %t @g(%t %x) { ret %t %x }
; check: error: signature-mismatch

; MEM-6: A module without a data layout is read with the others.
define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }
; target:
target datalayout = "E-i64:64"
define i8 @f(ptr %p) { store i16 258, ptr %p ret i8 1 }
; check: correct

target datalayout = "E-i64:64"
define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }
; target:
define i8 @f(ptr %p) { store i16 258, ptr %p ret i8 1 }
; check: correct

define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }
; target:
define i8 @f(ptr %p) { store i16 258, ptr %p ret i8 2 }
; check: correct

target datalayout = "E-i64:64"
define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }
; target:
target datalayout = "E-i64:64"
define i8 @f(ptr %p) { store i16 258, ptr %p ret i8 2 }
; check: incorrect: value-mismatch (interpreter, smt)

target datalayout = "e-i64:64"
define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }
; target:
target datalayout = "E-i64:64"
define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }
; check: unsupported: data layouts that differ

; CALL-7: A function that accesses no memory may read what its module knows to be constant.
@v = internal global [2 x i8] c"\0F\02"
define i8 @f(i8 %i) { %p = getelementptr i8, ptr @v, i8 %i %r = load i8, ptr %p ret i8 %r }
; target:
@v = internal constant [2 x i8] c"\0F\02"
define i8 @f(i8 %i) memory(none) { %p = getelementptr i8, ptr @v, i8 %i %r = load i8, ptr %p ret i8 %r }
; check: correct

@v = internal global [2 x i8] c"\0F\02"
define i8 @f(i8 %i) { %p = getelementptr i8, ptr @v, i8 %i %r = load i8, ptr %p ret i8 %r }
; target:
@v = internal global [2 x i8] c"\0F\02"
define i8 @f(i8 %i) memory(none) { %p = getelementptr i8, ptr @v, i8 %i %r = load i8, ptr %p ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; CALL-8: A call that does not come back sees what it may read.
declare void @g(ptr) memory(inaccessiblemem: readwrite)
define void @f() { %a = alloca i32 store i32 0, ptr %a call void @g(ptr %a) unreachable }
; target:
declare void @g(ptr) memory(inaccessiblemem: readwrite)
define void @f() { %a = alloca i32 call void @g(ptr %a) unreachable }
; check: correct

declare void @g(ptr) memory(argmem: read, inaccessiblemem: readwrite)
define void @f() { %a = alloca i32 store i32 0, ptr %a call void @g(ptr %a) unreachable }
; target:
declare void @g(ptr) memory(argmem: read, inaccessiblemem: readwrite)
define void @f() { %a = alloca i32 call void @g(ptr %a) unreachable }
; check: incorrect: memory-mismatch (interpreter, smt)

; An internal function that is passed on may have another name, but not another body.
declare void @take(ptr)
define internal i8 @in(i8 %x) { ret i8 %x }
define void @f() { call void @take(ptr @in) ret void }
; target:
declare void @take(ptr)
define internal i8 @in.1(i8 %x) { ret i8 %x }
define void @f() { call void @take(ptr @in.1) ret void }
; check: correct

declare void @take(ptr)
define internal i8 @in(i8 %x) { ret i8 %x }
define void @f() { call void @take(ptr @in) ret void }
; target:
declare void @take(ptr)
define internal i8 @in.1(i8 %x) { ret i8 0 }
define void @f() { call void @take(ptr @in.1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)

declare void @take(ptr, ptr)
define internal i8 @in(i8 %x) { ret i8 %x }
define internal i8 @zero(i8 %x) { ret i8 0 }
define void @f() { call void @take(ptr @in, ptr @zero) ret void }
; target:
declare void @take(ptr, ptr)
define internal i8 @in.1(i8 %x) { ret i8 %x }
define internal i8 @zero.1(i8 %x) { ret i8 0 }
define void @f() { call void @take(ptr @zero.1, ptr @in.1) ret void }
; check: incorrect: value-mismatch (interpreter, smt)
