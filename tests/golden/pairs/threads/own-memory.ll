; A variable whose address is only stored where nobody reads it is known to no other thread.
define void @src() {
  %a = alloca i32
  %b = alloca ptr
  store ptr %a, ptr %b
  store atomic i32 3, ptr %a release, align 4
  ret void
}
define void @tgt() {
  ret void
}
; check: correct

; Where it is read, the pointer may go on.
define void @src() {
  %a = alloca i32
  %b = alloca ptr
  store ptr %a, ptr %b
  %c = load ptr, ptr %b
  call void @g(ptr %c)
  store atomic i32 3, ptr %a release, align 4
  ret void
}
define void @tgt() {
  %a = alloca i32
  %b = alloca ptr
  store ptr %a, ptr %b
  %c = load ptr, ptr %b
  call void @g(ptr %c)
  store i32 3, ptr %a, align 4
  ret void
}
declare void @g(ptr)
; check: unknown: unsupported: other threads

; Or where others read it.
define void @src(ptr %b) {
  %a = alloca i32
  store ptr %a, ptr %b
  store atomic i32 3, ptr %a release, align 4
  ret void
}
define void @tgt(ptr %b) {
  %a = alloca i32
  store ptr %a, ptr %b
  store i32 3, ptr %a, align 4
  ret void
}
; check: incorrect: value-mismatch (interpreter)

; Where the pointer is kept by a volatile store, the world may see it.
define void @src() {
  %a = alloca i32
  %b = alloca ptr
  store volatile ptr %a, ptr %b
  store atomic i32 3, ptr %a release, align 4
  ret void
}
define void @tgt() {
  %a = alloca i32
  %b = alloca ptr
  store volatile ptr %a, ptr %b
  store i32 3, ptr %a, align 4
  ret void
}
; check: incorrect: value-mismatch (interpreter)

; A variable that the module only writes.
@v = internal global i32 0
define void @src() {
  store atomic i32 3, ptr @v seq_cst, align 4
  ret void
}
define void @tgt() {
  ret void
}
; check: correct

; Not one that another function reads, or that another module may read.
@v = internal global i32 0
define void @src() {
  store atomic i32 3, ptr @v seq_cst, align 4
  ret void
}
define i32 @reads() {
  %r = load atomic i32, ptr @v seq_cst, align 4
  ret i32 %r
}
define void @tgt() {
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

@v = global i32 0
define void @src() {
  store atomic i32 3, ptr @v seq_cst, align 4
  ret void
}
define void @tgt() {
  ret void
}
; check: incorrect: memory-mismatch (interpreter, smt)

; A number that nobody uses tells nobody where the variable is: the target need not have it.
define i8 @src() {
  %a = alloca i8
  %b = ptrtoint ptr %a to i4
  %c = inttoptr i4 %b to ptr
  %d = atomicrmw xor ptr %a, i8 0 acq_rel
  ret i8 0
}
define i8 @tgt() {
  %a = alloca i8
  %d = atomicrmw xor ptr %a, i8 0 acq_rel
  ret i8 0
}
; check: unknown: unsupported: other threads

; Of memory that others know the update must stay.
define i8 @src(ptr %a) {
  %d = atomicrmw xor ptr %a, i8 0 acq_rel
  ret i8 0
}
define i8 @tgt(ptr %a) {
  ret i8 0
}
; check: incorrect: value-mismatch (interpreter)
