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
