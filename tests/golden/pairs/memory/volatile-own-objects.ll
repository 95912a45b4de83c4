; Volatile accesses of a function's own objects.

; MEM-61: volatile stores to an own object that others know keep their order,
declare void @g(ptr)
define void @src() {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  call void @g(ptr %a)
  store volatile i32 1, ptr %a
  store volatile i32 1, ptr %b
  call void @g(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  call void @g(ptr %a)
  store volatile i32 1, ptr %b
  store volatile i32 1, ptr %a
  call void @g(ptr %a)
  ret void
}
; check: unknown: approximation

; and their object,
declare void @g(ptr, ptr)
define void @src() {
  %a = alloca i32
  %b = alloca i32
  call void @g(ptr %a, ptr %b)
  store volatile i32 1, ptr %a
  store i32 1, ptr %b
  call void @g(ptr %a, ptr %b)
  ret void
}
define void @tgt() {
  %a = alloca i32
  %b = alloca i32
  call void @g(ptr %a, ptr %b)
  store i32 1, ptr %a
  store volatile i32 1, ptr %b
  call void @g(ptr %a, ptr %b)
  ret void
}
; check: unknown: approximation

; on the heap, too.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @g(ptr)
define void @src() {
  %a = call ptr @malloc(i64 8)
  %z = icmp eq ptr %a, null
  br i1 %z, label %e, label %t
t:
  %b = getelementptr i8, ptr %a, i64 4
  call void @g(ptr %a)
  store volatile i32 1, ptr %a
  store volatile i32 1, ptr %b
  call void @g(ptr %a)
  ret void
e:
  ret void
}
define void @tgt() {
  %a = call ptr @malloc(i64 8)
  %z = icmp eq ptr %a, null
  br i1 %z, label %e, label %t
t:
  %b = getelementptr i8, ptr %a, i64 4
  call void @g(ptr %a)
  store volatile i32 1, ptr %b
  store volatile i32 1, ptr %a
  call void @g(ptr %a)
  ret void
e:
  ret void
}
; check: unknown: approximation

; MEM-61: a volatile load is not moved to another place,
declare void @g(ptr)
define i32 @src() {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store i64 0, ptr %a
  call void @g(ptr %a)
  store i64 0, ptr %a
  %v = load volatile i32, ptr %a
  ret i32 %v
}
define i32 @tgt() {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store i64 0, ptr %a
  call void @g(ptr %a)
  store i64 0, ptr %a
  %v = load volatile i32, ptr %b
  ret i32 %v
}
; check: unknown: approximation

; the same one may be computed otherwise,
declare void @g(ptr)
define i32 @src(i64 %i) {
  %a = alloca [4 x i32]
  store i32 7, ptr %a
  call void @g(ptr %a)
  %j = and i64 %i, 3
  %b = getelementptr i32, ptr %a, i64 %j
  store volatile i32 1, ptr %b
  %v = load volatile i32, ptr %b
  ret i32 %v
}
define i32 @tgt(i64 %i) {
  %a = alloca [4 x i32]
  store i32 7, ptr %a
  call void @g(ptr %a)
  %j = and i64 %i, 3
  %k = shl i64 %j, 2
  %b = getelementptr i8, ptr %a, i64 %k
  store volatile i32 1, ptr %b
  %v = load volatile i32, ptr %b
  ret i32 %v
}
; check: correct

; and a variable that nobody else knows may be another.
define i32 @src(i32 %x) {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store volatile i32 %x, ptr %b
  %v = load volatile i32, ptr %b
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  %c = alloca i32
  store volatile i32 %x, ptr %c
  %v = load volatile i32, ptr %c
  ret i32 %v
}
; check: correct

; What others learn of it later does not count.
declare void @g(ptr)
define void @src(i32 %x) {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store i64 0, ptr %a
  store volatile i32 0, ptr %b
  call void @g(ptr %a)
  ret void
}
define void @tgt(i32 %x) {
  %a = alloca [2 x i32]
  store i64 0, ptr %a
  store volatile i32 0, ptr %a
  call void @g(ptr %a)
  ret void
}
; check: correct
