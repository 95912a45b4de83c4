; Unknown calls must stay in order with their arguments.
declare void @g(i32)
define void @src(i32 noundef %x) {
  call void @g(i32 %x)
  call void @g(i32 1)
  ret void
}
define void @tgt(i32 noundef %x) {
  call void @g(i32 %x)
  call void @g(i32 1)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @g(i32)
define void @src(i32 noundef %x) {
  call void @g(i32 %x)
  call void @g(i32 1)
  ret void
}
define void @tgt(i32 noundef %x) {
  call void @g(i32 1)
  call void @g(i32 %x)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare void @g(i32)
define void @src(i32 noundef %x) {
  call void @g(i32 %x)
  call void @g(i32 1)
  ret void
}
define void @tgt(i32 noundef %x) { call void @g(i32 %x) ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

; Results of unknown calls are the same on both sides.
declare i32 @g()
define i32 @src() {
  %a = call i32 @g()
  %r = add i32 %a, %a
  ret i32 %r
}
define i32 @tgt() {
  %a = call i32 @g()
  %r = shl i32 %a, 1
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @g()
define i32 @src() {
  %a = call i32 @g()
  %b = call i32 @g()
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt() {
  %a = call i32 @g()
  %b = call i32 @g()
  ret i32 0
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; Pure calls may be dropped and merged.
declare i32 @g(i32) memory(none) willreturn nounwind
define i32 @src(i32 noundef %x) {
  %a = call i32 @g(i32 %x)
  %b = call i32 @g(i32 %x)
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) { ret i32 0 }
; interpreter: nothing against it
; solver: correct

; A store may not move across a call that reads memory.
declare void @g()
@x = global i32 0
define void @src() {
  store i32 1, ptr @x
  call void @g()
  store i32 2, ptr @x
  ret void
}
define void @tgt() {
  call void @g()
  store i32 2, ptr @x
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @g()
@x = global i32 0
define void @src() {
  store i32 1, ptr @x
  call void @g()
  store i32 2, ptr @x
  ret void
}
define void @tgt() {
  store i32 1, ptr @x
  call void @g()
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; CALL-6: What an unknown function returns may be used.
declare nonnull ptr @where() nounwind willreturn
define i8 @src() {
  %p = call ptr @where()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = call ptr @where()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare nonnull ptr @where() nounwind willreturn
define i8 @src() {
  %p = call ptr @where()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() { %p = call ptr @where() ret i8 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare dereferenceable(4) ptr @where() nounwind willreturn
define i8 @src() {
  %p = call ptr @where()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() { %p = call ptr @where() ret i8 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A call with effects may not be dropped, doubled or added.
declare void @f(i8)
define void @src() { call void @f(i8 1) ret void }
define void @tgt() { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: return-domain

declare void @f(i8)
define void @src() { call void @f(i8 1) ret void }
define void @tgt() {
  call void @f(i8 1)
  call void @f(i8 1)
  ret void
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

declare void @f(i8)
define void @src() { call void @f(i8 1) ret void }
define void @tgt() { call void @f(i8 2) ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: more-ub

; A function that accesses no memory gives the same result twice.
declare i8 @f(i8) memory(none) willreturn nounwind
define i8 @src(i8 noundef %x) {
  %a = call i8 @f(i8 %x)
  %b = call i8 @f(i8 %x)
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt(i8 noundef %x) {
  %a = call i8 @f(i8 %x)
  %r = add i8 %a, %a
  ret i8 %r
}
; interpreter: nothing against it
; solver: correct

; An unknown function may change what it knows of.
declare void @f()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() { call void @f() ret i8 1 }
; interpreter: nothing against it
; solver: correct

declare void @g(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @g(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @g(ptr %p)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; CALL-1: What follows a call that may not return stays behind it.
declare void @f()
define i8 @src(i8 %a, i8 noundef %b) {
  call void @f()
  %d = udiv i8 %a, %b
  ret i8 %d
}
define i8 @tgt(i8 %a, i8 noundef %b) {
  %d = udiv i8 %a, %b
  call void @f()
  ret i8 %d
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; An undef argument may become a value but not the reverse.
declare void @f(i8)
define void @src() { call void @f(i8 undef) ret void }
define void @tgt() { call void @f(i8 3) ret void }
; interpreter: nothing against it
; solver: correct

declare void @f(i8)
define void @src() {
  %x = freeze i8 undef
  call void @f(i8 %x)
  ret void
}
define void @tgt() { call void @f(i8 undef) ret void }
; interpreter: incorrect: more-undefined
; solver: incorrect: more-ub

; What a call may see of undefined memory may become defined cell by cell.
; A frozen value is one for all cells.
declare void @g(ptr)
define void @src(ptr %p) {
  store i32 undef, ptr %p
  call void @g(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  store i32 66051, ptr %p
  call void @g(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @g(ptr)
define void @src(ptr %p) {
  store i32 66051, ptr %p
  call void @g(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  store i32 undef, ptr %p
  call void @g(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @g(ptr)
define void @src(ptr %p) {
  %x = freeze i8 undef
  store i8 %x, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %x, ptr %q
  call void @g(ptr %p)
  ret void
}
define void @tgt(ptr %p) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %q
  call void @g(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: unknown: choices-and-memory

; Undef arguments of many calls are matched one by one.
declare void @f(i1)
define void @src(i8 %x) {
  %a = icmp ugt i8 %x, 9
  call void @f(i1 %a)
  %b = icmp ugt i8 %x, 9
  call void @f(i1 %b)
  %c = icmp ugt i8 %x, 9
  call void @f(i1 %c)
  %d = icmp ugt i8 %x, 9
  call void @f(i1 %d)
  ret void
}
define void @tgt(i8 %x) {
  %a = icmp uge i8 %x, 10
  call void @f(i1 %a)
  %b = icmp uge i8 %x, 10
  call void @f(i1 %b)
  %c = icmp uge i8 %x, 10
  call void @f(i1 %c)
  %d = icmp uge i8 %x, 10
  call void @f(i1 %d)
  ret void
}
; interpreter: nothing against it
; solver: correct

; Two calls of one function that see the same have one outcome.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn
define i8 @src(ptr %l, i8 %x) {
  call void @h(ptr %l)
  call void @h(ptr %l)
  %v = load i8, ptr %l
  ret i8 %v
}
define i8 @tgt(ptr %l, i8 %x) {
  %y = add i8 %x, 1
  call void @h(ptr %l)
  call void @h(ptr %l)
  %v = load i8, ptr %l
  ret i8 %v
}
; interpreter: unknown: an unknown function of an undefined value
; solver: unknown: approximation
; solver, @src against itself: unknown: approximation
; solver, @tgt against itself: unknown: approximation

; CALL-4: A call that sees what an earlier call saw, which only read, does the same.
declare void @f(ptr)
define i8 @src(ptr noundef %p) {
  call void @f(ptr %p) memory(read) nounwind
  call void @f(ptr %p)
  ret i8 0
}
define i8 @tgt(ptr %p) {
  call void @f(ptr %p) memory(read) nounwind
  call void @f(ptr %p)
  ret i8 0
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare void @f(ptr)
define i8 @src(ptr noundef %p) {
  call void @f(ptr %p) memory(argmem: read)
  call void @f(ptr %p)
  ret i8 0
}
define i8 @tgt(ptr %p) {
  call void @f(ptr %p) memory(argmem: read)
  call void @f(ptr %p)
  ret i8 0
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare void @f(ptr)
define i8 @src(ptr noundef %p) {
  call void @f(ptr %p)
  call void @f(ptr %p)
  ret i8 0
}
define i8 @tgt(ptr %p) {
  call void @f(ptr %p)
  call void @f(ptr %p)
  ret i8 0
}
; interpreter: nothing against it
; solver: correct

; CALL-29: A call by another calling convention than the function's is undefined, also through a pointer.
declare fastcc void @g()
define i8 @src() { call void @g() ret i8 1 }
define i8 @tgt() { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

declare fastcc void @g()
define i8 @src() { call fastcc void @g() ret i8 1 }
define i8 @tgt() { call void @g() ret i8 1 }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal fastcc void @g() { ret void }
define i8 @src(ptr noundef %q) {
  %c = icmp eq ptr %q, null
  %p = select i1 %c, ptr @g, ptr @g
  call void %p()
  ret i8 1
}
define i8 @tgt(ptr noundef %q) { unreachable }
; interpreter: nothing against it: the source is never defined
; solver: correct

declare fastcc void @g() memory(none) nounwind willreturn
define i8 @src() { call fastcc void @g() ret i8 1 }
define i8 @tgt() { ret i8 2 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A function writes only the copy that it is passed.
declare void @g(ptr byval(i8)) memory(argmem: readwrite) nounwind willreturn
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @g(ptr byval(i8) %p)
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @g(ptr byval(i8) %p)
  ret i8 1
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

; What is returned is the argument, lane by lane.
declare <2 x i32> @same(<2 x i32> returned)
define <2 x i32> @src(<2 x i32> %x) {
  %a = call <2 x i32> @same(<2 x i32> %x)
  ret <2 x i32> %a
}
define <2 x i32> @tgt(<2 x i32> %x) {
  %a = call <2 x i32> @same(<2 x i32> %x)
  ret <2 x i32> %x
}
; check: correct

declare <2 x i32> @same(<2 x i32> returned)
define <2 x i32> @src(<2 x i32> %x) {
  %a = call <2 x i32> @same(<2 x i32> %x)
  ret <2 x i32> %a
}
define <2 x i32> @tgt(<2 x i32> %x) {
  %a = call <2 x i32> @same(<2 x i32> %x)
  %b = add <2 x i32> %x, <i32 0, i32 1>
  ret <2 x i32> %b
}
; check: incorrect: value-mismatch (interpreter, smt)

; As a vector of other lanes it is not followed.
declare <8 x i8> @other(<2 x i32> returned)
define <8 x i8> @src(<2 x i32> %x) {
  %a = call <8 x i8> @other(<2 x i32> %x)
  ret <8 x i8> %a
}
define <8 x i8> @tgt(<2 x i32> %x) {
  %a = call <8 x i8> @other(<2 x i32> %x)
  %b = bitcast <2 x i32> %x to <8 x i8>
  ret <8 x i8> %b
}
; check: unknown: approximation
