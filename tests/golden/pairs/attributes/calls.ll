; Nounwind may be dropped but not invented.
declare void @may()
define void @src() { call void @may() nounwind ret void }
define void @tgt() { call void @may() ret void }
; interpreter: nothing against it
; solver: correct

declare void @may()
define void @src() { call void @may() ret void }
define void @tgt() { call void @may() nounwind ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; Attributes of results may be dropped but not invented.
declare i32 @g() nounwind willreturn
define i32 @src() { %r = call range(i32 0, 10) i32 @g() ret i32 %r }
define i32 @tgt() { %r = call i32 @g() ret i32 %r }
; interpreter: nothing against it
; solver: correct

declare i32 @g() nounwind willreturn
define i32 @src() { %r = call i32 @g() ret i32 %r }
define i32 @tgt() { %r = call range(i32 0, 10) i32 @g() ret i32 %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; What a call's attributes say of its argument's memory holds after the call.
declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr %p) ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr initializes((0, 1)) %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr initializes((0, 1)) %p) ret void }
; interpreter: nothing against it
; solver: correct

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i16 1, ptr %p, align 1
  call void @f(ptr initializes((0, 1)) %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr initializes((0, 1)) %p) ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr %p) {
  store i16 1, ptr %p, align 1
  call void @f(ptr dead_on_return %p)
  ret void
}
define void @tgt(ptr %p) { call void @f(ptr dead_on_return %p) ret void }
; interpreter: nothing against it
; solver: correct

; CALL-9: A trap does not look at memory.
declare void @llvm.trap()
@g = global i8 0
define void @src() {
  store i8 1, ptr @g
  call void @llvm.trap()
  unreachable
}
define void @tgt() { call void @llvm.trap() unreachable }
; interpreter: nothing against it
; solver: correct

declare void @abort()
@g = global i8 0
define void @src() {
  store i8 1, ptr @g
  call void @abort()
  unreachable
}
define void @tgt() { call void @abort() unreachable }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; Memory that is dead_on_unwind is not compared after an exception.
declare void @f() memory(write)
define void @src(ptr noalias dead_on_unwind %p) {
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr noalias dead_on_unwind %p) {
  call void @f()
  store i8 2, ptr %p
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @f() memory(write)
define void @src(ptr noalias %p) {
  store i8 1, ptr %p
  call void @f()
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr noalias %p) {
  call void @f()
  store i8 2, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; The callee of a tail call does not look at the caller's stack.
declare void @f(ptr)
define void @src() {
  %p = alloca i8
  call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  tail call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f(ptr)
define void @src(ptr %p) { call void @f(ptr %p) ret void }
define void @tgt(ptr %p) { tail call void @f(ptr %p) ret void }
; interpreter: nothing against it
; solver: correct

; ATTR-17: It is seen how often a speculatable function is called.
declare i32 @f(i32) speculatable memory(none) willreturn nounwind
define i32 @src(i32 %x) { %r = call i32 @f(i32 %x) ret i32 0 }
define i32 @tgt(i32 %x) { ret i32 0 }
; interpreter: unknown: an unknown function of an undefined value
; solver: correct

declare i32 @f(i32) speculatable
define i32 @src(i32 %x) { %r = call i32 @f(i32 %x) ret i32 0 }
define i32 @tgt(i32 %x) { ret i32 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

; ATTR-11: A callee does not write through a readonly argument, but may by other pointers.
; What was captured may be written later.
declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr %a, ptr %x)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr %a, ptr %x)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %a)
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %h)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %h)
  ret i8 1
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
define i8 @src(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %h, ptr %x)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  %h = alloca ptr
  store ptr %a, ptr %h
  store i8 1, ptr %a
  call void @f(ptr readonly %h, ptr %x)
  ret i8 1
}
; interpreter: unknown: a pointer to a local object in memory
; solver: incorrect: value-mismatch

declare void @f(ptr, ptr)
declare void @g()
define i8 @src(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  call void @g()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt(ptr %x) {
  %a = alloca i8
  store i8 1, ptr %a
  call void @f(ptr readonly %a, ptr %x)
  call void @g()
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; CALL-3: A function that only writes memory may be called once in place of twice.
declare void @w(ptr) nounwind willreturn memory(argmem: write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @w(ptr %p) ret void }
; interpreter: nothing against it
; solver: correct

declare void @w(ptr) nounwind willreturn memory(argmem: write)
define void @src(ptr noundef %p) { call void @w(ptr %p) ret void }
define void @tgt(ptr noundef %p) { ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @w(ptr) nounwind willreturn memory(argmem: write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) {
  call void @w(ptr %p)
  store i8 1, ptr %p
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

declare void @w(ptr) nounwind willreturn memory(write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @w(ptr %p) ret void }
; interpreter: unknown: how often a function that reads nothing of what it changes is called
; solver: correct

declare void @w(ptr) nounwind willreturn memory(write)
define void @src(ptr noundef %p) { call void @w(ptr %p) ret void }
define void @tgt(ptr noundef %p) { ret void }
; interpreter: incorrect: value-mismatch
; solver: incorrect: memory-mismatch

declare void @w(ptr) nounwind willreturn memory(write)
define void @src(ptr noundef %p) {
  call void @w(ptr %p)
  call void @w(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) {
  call void @w(ptr %p)
  store i8 1, ptr %p
  ret void
}
; interpreter: unknown: how often a function that reads nothing of what it changes is called
; solver: incorrect: more-ub

; ATTR-16: A tail call does not see what is stored on the stack.
declare void @f(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  tail call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  tail call void @f(ptr %p)
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
define void @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  ret void
}
define void @tgt() {
  %p = alloca i8
  call void @f(ptr %p)
  ret void
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; CALL-5: A function that only writes need not write everything, except what it initializes.
; Without the store the object need not be one that may be written.
declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr noundef %p) {
  store i32 7, ptr %p, align 1
  call void @f(ptr %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @f(ptr %p) ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr noundef %p) {
  store i32 7, ptr %p, align 1
  call void @f(ptr initializes((0, 4)) %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @f(ptr initializes((0, 4)) %p) ret void }
; interpreter: nothing against it
; solver: correct

declare void @f(ptr) memory(argmem: write) nounwind
define void @src(ptr noundef %p) {
  store i64 7, ptr %p, align 1
  call void @f(ptr initializes((0, 4)) %p)
  ret void
}
define void @tgt(ptr noundef %p) { call void @f(ptr initializes((0, 4)) %p) ret void }
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

; ATTR-21: A call does not read what it initializes.
declare void @f(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 7, ptr %p
  call void @f(ptr captures(none) initializes((0, 1)) %p) nounwind
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  call void @f(ptr captures(none) initializes((0, 1)) %p) nounwind
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 7, ptr %p
  call void @f(ptr captures(none) %p) nounwind
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  call void @f(ptr captures(none) %p) nounwind
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

; What is dead_on_return is poison after the call.
declare void @f(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr dead_on_return %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr dead_on_return %p)
  %v = load i8, ptr %p
  ret i8 5
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  %v = load i8, ptr %p
  ret i8 5
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A captured address is no pointer to write through.
declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  call void @f(ptr captures(address) %p)
  store i8 1, ptr %p
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  call void @f(ptr captures(address) %p)
  store i8 1, ptr %p
  call void @g()
  %v = load i8, ptr %p
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  call void @f(ptr captures(address, provenance) %p)
  store i8 1, ptr %p
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  call void @f(ptr captures(address, provenance) %p)
  store i8 1, ptr %p
  call void @g()
  %v = load i8, ptr %p
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @f(ptr)
declare ptr @g()
define i1 @src() {
  %p = alloca i8
  call void @f(ptr captures(address_is_null) %p)
  %q = call ptr @g()
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt() {
  %p = alloca i8
  call void @f(ptr captures(address_is_null) %p)
  %q = call ptr @g()
  %c = icmp eq ptr %p, %q
  ret i1 false
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

; ATTR-22: An object that is captured by the result alone is accessed by the result alone.
declare ptr @f(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  %q = call ptr @f(ptr captures(ret: address, provenance) %p) memory(none)
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  %q = call ptr @f(ptr captures(ret: address, provenance) %p) memory(none)
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 1
}
; interpreter: unknown: an unknown function of a local address
; solver: incorrect: value-mismatch

declare ptr @f(ptr)
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  %q = call ptr @f(ptr captures(none) %p) memory(none)
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  %q = call ptr @f(ptr captures(none) %p) memory(none)
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 1
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

; ATTR-19: What a call site promises may be dropped but not invented.
declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(none)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(none)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(read)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(read)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(argmem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: an unknown function of a local address
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(argmem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(inaccessiblemem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) memory(inaccessiblemem: readwrite)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: more-ub

declare i8 @f(ptr, ptr)
declare i8 @g()
define i8 @src(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q) nofree
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
define i8 @tgt(ptr noundef %q) {
  %p = alloca i8
  store i8 1, ptr %p
  %r = call i8 @f(ptr %p, ptr %q)
  %s = call i8 @g()
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %x = add i8 %v, %w
  %y = add i8 %x, %r
  ret i8 %y
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readonly %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readonly %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr captures(none) %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr captures(none) %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readnone %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: unknown: different blocks of memory
; solver: correct

declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @f(ptr readnone %p)
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; A call that loses `returned` still returns its argument.
declare i8 @f(i8)
declare i8 @g(i8)
define i8 @src(i8 %x) {
  %r = call i8 @f(i8 returned %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
define i8 @tgt(i8 %x) {
  %r = call i8 @f(i8 %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
; interpreter: nothing against it
; solver: correct

declare i8 @f(i8)
declare i8 @g(i8)
define i8 @src(i8 %x) {
  %r = call i8 @f(i8 %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
define i8 @tgt(i8 %x) {
  %r = call i8 @f(i8 returned %x)
  %s = call i8 @g(i8 %r)
  ret i8 %s
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; Calls with different promises may become one.
declare i8 @f(ptr)
define i8 @src(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 @f(ptr %p) memory(none)
  ret i8 %r
b:
  %s = call i8 @f(ptr %p)
  ret i8 %s
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) ret i8 %r }
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @f(ptr)
define i8 @src(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 @f(ptr %p)
  ret i8 %r
b:
  %s = call i8 @f(ptr %p) memory(read)
  ret i8 %s
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) ret i8 %r }
; interpreter: unknown: calls of one function with other effects
; solver: correct

declare i8 @f(ptr)
define i8 @src(i1 noundef %c, ptr noundef %p) {
  br i1 %c, label %a, label %b
a:
  %r = call i8 @f(ptr %p) memory(none)
  ret i8 %r
b:
  %s = call i8 @f(ptr %p)
  ret i8 %s
}
define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) memory(none) ret i8 %r }
; interpreter: unknown: calls of one function with other effects
; solver: incorrect: return-domain

; ATTR-20: Fast math flags hold for the arguments too.
declare half @f(half, i8)
define half @src(half %x) { %r = call nnan ninf half @f(half %x, i8 0) ret half %r }
define half @tgt(half %x) { %r = call nnan half @f(half %x, i8 0) ret half %r }
; interpreter: nothing against it
; solver: correct

declare half @f(half, i8)
define half @src(half %x) { %r = call half @f(half %x, i8 0) ret half %r }
define half @tgt(half %x) { %r = call nnan half @f(half %x, i8 0) ret half %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare half @f(half, i8)
define half @src(half %x) { %r = call nnan half @f(half %x, i8 0) ret half %r }
define half @tgt(half %x) { %r = call ninf half @f(half %x, i8 0) ret half %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

declare half @f(half)
define half @src() { %r = call nnan half @f(half 0xH7E00) ret half %r }
define half @tgt() { %r = call nnan half @f(half 0xH7E00) ret half poison }
; interpreter: nothing against it
; solver: correct

; CALL-2: mustprogress says nothing of a callee that never returns. A function that gains willreturn has to, and may
; still unwind.
declare i8 @f() memory(read)
define i8 @src() mustprogress { %v = call i8 @f() ret i8 %v }
define i8 @tgt() willreturn { %v = call i8 @f() ret i8 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare i8 @f() memory(read)
define i8 @src() { %v = call i8 @f() ret i8 %v }
define i8 @tgt() willreturn { %v = call i8 @f() ret i8 %v }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f() noreturn
define void @src() { call void @f() unreachable }
define void @tgt() willreturn { call void @f() unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @f()
define void @src() willreturn { call void @f() noreturn ret void }
define void @tgt() willreturn { unreachable }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; ATTR-16: A tail call of a memory intrinsic keeps off the allocas, too.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false)
  ret i8 1
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 0, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 0, i1 false)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8 @src(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i8 1
}
define i8 @tgt(ptr noundef dereferenceable(8) %p) {
  %a = alloca i64
  store i64 0, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

; ATTR-15: Promises of a function that only the target calls are not taken for kept.
define internal void @g(ptr %p) { store i8 1, ptr %p ret void }
define internal void @h(ptr readonly %p) { store i8 1, ptr %p ret void }
define i8 @src() {
  %a = alloca i8
  call void @g(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @h(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

define internal void @g(ptr %p) { store i8 1, ptr %p ret void }
define internal void @h(ptr dead_on_return %p) { store i8 1, ptr %p ret void }
define i8 @src() {
  %a = alloca i8
  call void @g(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @h(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: incorrect: more-poisonous
; solver: unknown: approximation

define internal void @g(ptr %p) { store i8 1, ptr %p ret void }
define internal void @h(ptr noalias %p) { store i8 1, ptr %p ret void }
define i8 @src() {
  %a = alloca i8
  call void @g(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt() {
  %a = alloca i8
  call void @h(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
; interpreter: nothing against it
; solver: unknown: approximation

; An indirect call of a function with `returned` gives the argument.
declare ptr @same(ptr returned)
define ptr @src(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @same
  br i1 %c, label %a, label %b
a:
  %r = call ptr %f(ptr %x)
  ret ptr %r
b:
  ret ptr null
}
define ptr @tgt(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @same
  br i1 %c, label %a, label %b
a:
  %r = call ptr @same(ptr %x)
  ret ptr %r
b:
  ret ptr null
}
; interpreter: nothing against it
; solver: correct

declare ptr @other(ptr)
define ptr @src(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @other
  br i1 %c, label %a, label %b
a:
  %r = call ptr %f(ptr %x)
  ret ptr %r
b:
  ret ptr null
}
define ptr @tgt(ptr %f, ptr %x) {
  %c = icmp eq ptr %f, @other
  br i1 %c, label %a, label %b
a:
  %r = call ptr @other(ptr %x)
  ret ptr %x
b:
  ret ptr null
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; A definition's own `returned` is a fact: a source whose body breaks it refutes nothing.
define i32 @src(i32 returned %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @tgt(i32 returned %x) { ret i32 %x }
; interpreter: unknown: something else than the returned argument is returned
; solver: unknown: approximation

define i32 @src(i32 returned %x) { ret i32 %x }
define i32 @tgt(i32 returned %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; ATTR-7. What a dead_on_return argument leads to is poison after a call of a function of the module.
define internal void @in(ptr dead_on_return %p) {
  store i8 1, ptr %p
  ret void
}
define i8 @src(ptr %p) {
  call void @in(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  call void @in(ptr %p)
  ret i8 7
}
; interpreter: nothing against it
; solver: correct

; ATTR-7. Where the call site says so, too, and all of the object.
define internal void @in(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define i16 @src() {
  %p = alloca [4 x i16]
  %q = getelementptr i8, ptr %p, i64 4
  store i16 5, ptr %q
  call void @in(ptr dead_on_return %p)
  %v = load i16, ptr %q
  ret i16 %v
}
define i16 @tgt() {
  ret i16 7
}
; interpreter: nothing against it
; solver: unknown: approximation

; Without the attribute the bytes stay.
define internal void @in(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define i8 @src(ptr %p) {
  call void @in(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  call void @in(ptr %p)
  ret i8 7
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; A call's range attribute and its !range both hold, whichever says less.
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 %x) {
  %a = call range(i8 -2, 9) i8 @llvm.uadd.sat.i8(i8 %x, i8 1), !range !0
  ret i8 %a
}
define range(i8 -2, 9) i8 @tgt(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 1)
  ret i8 %a
}
!0 = !{i8 0, i8 -1}
; interpreter: correct
; solver: correct

; The other way round.
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 %x) {
  %a = call range(i8 0, -1) i8 @llvm.uadd.sat.i8(i8 %x, i8 1), !range !0
  ret i8 %a
}
define range(i8 -2, 9) i8 @tgt(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 1)
  ret i8 %a
}
!0 = !{i8 -2, i8 9}
; interpreter: correct
; solver: correct

; Less than both say.
declare i8 @llvm.uadd.sat.i8(i8, i8)
define i8 @src(i8 %x) {
  %a = call range(i8 -2, 9) i8 @llvm.uadd.sat.i8(i8 %x, i8 1), !range !0
  ret i8 %a
}
define range(i8 -2, 8) i8 @tgt(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 1)
  ret i8 %a
}
!0 = !{i8 0, i8 -1}
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; Two that have nothing in common: always poison.
declare i8 @g(i8)
define i8 @src(i8 %x) {
  %a = call range(i8 0, 9) i8 @g(i8 %x), !range !0
  ret i8 %a
}
define i8 @tgt(i8 %x) {
  %a = call i8 @g(i8 %x)
  ret i8 poison
}
!0 = !{i8 20, i8 30}
; interpreter: unknown: a result that keeps its promises
; solver: correct

; ATTR-51: A function that creates no poison gives none for arguments that are not.
declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: nothing against it
; solver: correct

declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 %x) {
  %y = freeze i32 %x
  %r = call i32 @f(i32 %y)
  ret i32 %r
}
; interpreter: unknown: an unknown function of an undefined value
; solver: incorrect: more-ub

; Nearly: the argument may be poison,
declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: unknown: an unknown function of an undefined value
; solver: incorrect: more-poisonous

; or the function does not promise it,
declare i32 @f(i32) nounwind willreturn memory(none)
define i32 @src(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; or what the call promises of the result makes it poison.
declare i32 @f(i32) nounwind willreturn memory(none) nocreateundeforpoison
define i32 @src(i32 noundef %x) {
  %r = call range(i32 0, 10) i32 @f(i32 %x)
  %z = freeze i32 %r
  ret i32 %z
}
define i32 @tgt(i32 noundef %x) {
  %r = call range(i32 0, 10) i32 @f(i32 %x)
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; The target alone promises it.
declare i32 @f(i32) nounwind willreturn memory(none)
define i32 @src(i32 noundef %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %r = call i32 @f(i32 %x) nocreateundeforpoison
  ret i32 %r
}
; interpreter: nothing against it
; solver: incorrect: more-ub

; Of a function with a body nobody follows it.
define i32 @src(i32 noundef %x) { ret i32 poison }
define i32 @tgt(i32 noundef %x) nocreateundeforpoison { ret i32 poison }
; check: unknown: unfollowed-promise: nocreateundeforpoison

define i32 @src(i32 noundef %x) nocreateundeforpoison { ret i32 poison }
define i32 @tgt(i32 noundef %x) nocreateundeforpoison { ret i32 poison }
; check: correct
