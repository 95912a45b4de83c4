; One pair for each of many rules about calls, with the verdict that LangRef asks for.

; LangRef: incorrect
declare i32 @f(i32)
define i32 @src(i32 %x) {
 %a = call i32 @f(i32 %x)
 %b = call i32 @f(i32 %x)
 ret i32 %b }
define i32 @tgt(i32 %x) {
 %a = call i32 @f(i32 %x)
 ret i32 %a }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; LangRef: incorrect
declare i32 @f(ptr) memory(read) willreturn nounwind
define i32 @src(ptr %p, ptr %q) {
 %a = call i32 @f(ptr %p)
 store i8 0, ptr %q
 %b = call i32 @f(ptr %p)
 %r = add i32 %a, %b
 ret i32 %r }
define i32 @tgt(ptr %p, ptr %q) {
 %a = call i32 @f(ptr %p)
 store i8 0, ptr %q
 %r = add i32 %a, %a
 ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
declare void @f(ptr) memory(argmem: readwrite) willreturn nounwind
@g = global i32 0
define i32 @src() {
 %p = alloca i32
 store i32 5, ptr @g
 call void @f(ptr %p)
 %v = load i32, ptr @g
 ret i32 %v }
define i32 @tgt() {
 %p = alloca i32
 store i32 5, ptr @g
 call void @f(ptr %p)
 ret i32 5 }
; interpreter: unknown: an unknown function of a local address
; solver: correct

; LangRef: incorrect
declare void @f(ptr) memory(inaccessiblemem: readwrite) willreturn nounwind
define void @src(ptr %p) {
 call void @f(ptr %p)
 ret void }
define void @tgt(ptr %p) {
 ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; LangRef: incorrect
declare void @f()
define i32 @src(i32 %x, i32 %y) {
 call void @f()
 %d = udiv i32 %x, %y
 ret i32 %d }
define i32 @tgt(i32 %x, i32 %y) {
 %d = udiv i32 %x, %y
 call void @f()
 ret i32 %d }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: correct
declare void @f() willreturn nounwind
define i32 @src(i32 %x, i32 %y) {
 call void @f()
 %d = udiv i32 %x, %y
 ret i32 %d }
define i32 @tgt(i32 %x, i32 %y) {
 %d = udiv i32 %x, %y
 call void @f()
 ret i32 %d }
; interpreter: unknown: a set of values is too large to enumerate
; solver: correct

; LangRef: incorrect
define weak i32 @h(i32 %x) {
 %r = add i32 %x, 1
 ret i32 %r }
define i32 @src(i32 %x) {
 %r = call i32 @h(i32 %x)
 ret i32 %r }
define i32 @tgt(i32 %x) {
 %r = add i32 %x, 1
 ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; LangRef: incorrect
declare i64 @strlen(ptr)
define i1 @src(ptr %p) {
 %r = call i64 @strlen(ptr %p)
 %c = icmp eq i64 %r, 0
 ret i1 %c }
define i1 @tgt(ptr %p) {
 %r = load i8, ptr %p
 %c = icmp ne i8 %r, 0
 ret i1 %c }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect, because of a byte that is poison
declare i32 @memcmp(ptr, ptr, i64)
define i1 @src(ptr %p, ptr %q) {
 %r = call i32 @memcmp(ptr %p, ptr %q, i64 2)
 %c = icmp eq i32 %r, 0
 ret i1 %c }
define i1 @tgt(ptr %p, ptr %q) {
 %a = load i16, ptr %p, align 1
 %b = load i16, ptr %q, align 1
 %c = icmp eq i16 %a, %b
 ret i1 %c }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-poisonous

; LangRef: incorrect
declare i32 @memcmp(ptr, ptr, i64)
define i1 @src(ptr %p, ptr %q) {
 %r = call i32 @memcmp(ptr %p, ptr %q, i64 2)
 %c = icmp slt i32 %r, 0
 ret i1 %c }
define i1 @tgt(ptr %p, ptr %q) {
 %a = load i16, ptr %p, align 1
 %b = load i16, ptr %q, align 1
 %c = icmp ult i16 %a, %b
 ret i1 %c }
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-poisonous

; LangRef: correct
declare void @f() nounwind
declare i32 @pers(...)
define i32 @src() personality ptr @pers {
 invoke void @f() to label %a unwind label %b
a:
 ret i32 0
b:
 %l = landingpad { ptr, i32 } cleanup
 ret i32 1 }
define i32 @tgt() personality ptr @pers {
 call void @f()
 ret i32 0 }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
declare void @f()
declare i32 @pers(...)
define i32 @src() personality ptr @pers {
 invoke void @f() to label %a unwind label %b
a:
 ret i32 0
b:
 %l = landingpad { ptr, i32 } cleanup
 ret i32 1 }
define i32 @tgt() personality ptr @pers {
 call void @f()
 ret i32 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; LangRef: incorrect
declare void @f()
define i32 @src() {
 call void @f()
 ret i32 0 }
define i32 @tgt() nounwind {
 call void @f()
 ret i32 0 }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: incorrect
define i32 @src(i32 %x) {
 callbr void asm "", "r,!i"(i32 %x) to label %a [label %b]
a:
 ret i32 1
b:
 ret i32 2 }
define i32 @tgt(i32 %x) {
 callbr void asm "", "r,!i"(i32 %x) to label %a [label %b]
a:
 br label %c
b:
 br label %c
c:
 %r = phi i32 [ 1, %a ], [ 1, %b ]
 ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define i32 @src(i32 %x) {
 %o = callbr i32 asm "", "=r,r,!i"(i32 %x) to label %a [label %b]
a:
 ret i32 %o
b:
 %p = call i32 @llvm.callbr.landingpad.i32(i32 %o)
 ret i32 %p }
define i32 @tgt(i32 %x) {
 %o = callbr i32 asm "", "=r,r,!i"(i32 %x) to label %a [label %b]
a:
 ret i32 %o
b:
 %p = call i32 @llvm.callbr.landingpad.i32(i32 %o)
 %q = add i32 %p, 0
 ret i32 %q }
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

; LangRef: incorrect
declare i32 @v(i32, ...)
define i32 @src(i32 %x) {
 %r = call i32 (i32, ...) @v(i32 1, i32 %x)
 ret i32 %r }
define i32 @tgt(i32 %x) {
 %r = call i32 (i32, ...) @v(i32 1)
 ret i32 %r }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; LangRef: correct
declare void @f(ptr)
define i8 @src() {
 %p = alloca i8
 store i8 1, ptr %p
 call void @f(ptr captures(none) %p)
 store i8 2, ptr %p
 call void @f(ptr null)
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt() {
 %p = alloca i8
 store i8 1, ptr %p
 call void @f(ptr captures(none) %p)
 store i8 2, ptr %p
 call void @f(ptr null)
 ret i8 2 }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
declare void @f(ptr)
define i8 @src() {
 %p = alloca i8
 store i8 1, ptr %p
 call void @f(ptr captures(none) %p)
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt() {
 %p = alloca i8
 store i8 1, ptr %p
 call void @f(ptr captures(none) %p)
 ret i8 1 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
declare void @f(ptr)
define i8 @src() {
 %p = alloca i8
 call void @f(ptr captures(address) %p)
 store i8 2, ptr %p
 call void @f(ptr null)
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt() {
 %p = alloca i8
 call void @f(ptr captures(address) %p)
 store i8 2, ptr %p
 call void @f(ptr null)
 ret i8 2 }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
declare void @f(ptr)
define i8 @src() {
 %p = alloca i8
 call void @f(ptr %p)
 store i8 2, ptr %p
 call void @f(ptr null)
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt() {
 %p = alloca i8
 call void @f(ptr %p)
 store i8 2, ptr %p
 call void @f(ptr null)
 ret i8 2 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
declare void @f(ptr)
define i32 @src() {
 %a = alloca [2 x i32]
 %b = getelementptr i32, ptr %a, i64 1
 call void @f(ptr %b)
 store i32 3, ptr %a
 call void @f(ptr null)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = alloca [2 x i32]
 %b = getelementptr i32, ptr %a, i64 1
 call void @f(ptr %b)
 store i32 3, ptr %a
 call void @f(ptr null)
 ret i32 3 }
; interpreter: nothing against it
; solver: incorrect: value-mismatch

; LangRef: correct
declare void @f(ptr)
define i32 @src() {
 %a = alloca i32
 call void @f(ptr null)
 store i32 3, ptr %a
 call void @f(ptr null)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 call void @f(ptr null)
 call void @f(ptr null)
 ret i32 3 }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
declare void @f(ptr)
declare ptr @g()
define i32 @src() {
 %a = alloca i32
 call void @f(ptr %a)
 %p = call ptr @g()
 store i32 3, ptr %a
 store i32 4, ptr %p
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = alloca i32
 call void @f(ptr %a)
 %p = call ptr @g()
 store i32 3, ptr %a
 store i32 4, ptr %p
 ret i32 3 }
; interpreter: nothing against it
; solver: incorrect: value-mismatch

; LangRef: correct
declare noalias ptr @g()
declare void @f(ptr)
define i32 @src() {
 %a = alloca i32
 call void @f(ptr %a)
 %p = call ptr @g()
 store i32 3, ptr %a
 store i32 4, ptr %p
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = alloca i32
 call void @f(ptr %a)
 %p = call ptr @g()
 store i32 3, ptr %a
 store i32 4, ptr %p
 ret i32 3 }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
declare void @f(ptr)
define i32 @src(i1 %c) {
 %a = alloca i32
 store i32 0, ptr %a
 br i1 %c, label %x, label %y
x:
 call void @f(ptr %a)
 br label %y
y:
 store i32 5, ptr %a
 call void @f(ptr null)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt(i1 %c) {
 %a = alloca i32
 store i32 0, ptr %a
 br i1 %c, label %x, label %y
x:
 call void @f(ptr %a)
 br label %y
y:
 store i32 5, ptr %a
 call void @f(ptr null)
 ret i32 5 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
declare void @f(ptr)
declare void @h()
define i32 @src() {
 %a = alloca i32
 call void @f(ptr %a)
 store i32 5, ptr %a
 tail call void @h()
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = alloca i32
 call void @f(ptr %a)
 store i32 5, ptr %a
 tail call void @h()
 ret i32 5 }
; interpreter: nothing against it
; solver: correct

; The caller of the tail call is @inner, which has no alloca: that of @src may be accessed.
; LangRef: correct
declare void @f(ptr)
define void @inner(ptr %p) {
 tail call void @f(ptr %p)
 ret void }
define i32 @src() {
 %a = alloca i32
 call void @f(ptr %a)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = alloca i32
 call void @inner(ptr %a)
 %v = load i32, ptr %a
 ret i32 %v }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
declare void @f(ptr)
define void @inner(ptr %p) {
 tail call void @f(ptr %p)
 ret void }
define i32 @src() {
 %a = alloca i32
 store i32 5, ptr %a
 call void @inner(ptr %a)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = alloca i32
 store i32 5, ptr %a
 call void @inner(ptr %a)
 ret i32 5 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
declare ptr @malloc(i64)
declare void @f(ptr)
define i32 @src() {
 %a = call ptr @malloc(i64 4)
 %n = icmp eq ptr %a, null
 br i1 %n, label %z, label %y
z:
 ret i32 0
y:
 call void @f(ptr %a)
 store i32 5, ptr %a
 call void @f(ptr null)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt() {
 %a = call ptr @malloc(i64 4)
 %n = icmp eq ptr %a, null
 br i1 %n, label %z, label %y
z:
 ret i32 0
y:
 call void @f(ptr %a)
 store i32 5, ptr %a
 call void @f(ptr null)
 ret i32 5 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch
