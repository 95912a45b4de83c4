; MEM-3: llvm.stackrestore ends the lifetime of what was allocated since.
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define i32 @src() {
  %k = alloca i32
  store i32 8, ptr %k
  %s = call ptr @llvm.stacksave.p0()
  %l = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  %v = load i32, ptr %k
  ret i32 %v
}
define i32 @tgt() { ret i32 8 }
; interpreter: nothing against it
; solver: correct

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define i32 @src() {
  %k = alloca i32
  store i32 8, ptr %k
  %s = call ptr @llvm.stacksave.p0()
  %l = alloca i32
  store i32 5, ptr %l
  call void @llvm.stackrestore.p0(ptr %s)
  %v = load i32, ptr %l
  ret i32 %v
}
define i32 @tgt() { ret i32 poison }
; interpreter: nothing against it
; solver: correct

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define i32 @src() {
  %k = alloca i32
  store i32 8, ptr %k
  %s = call ptr @llvm.stacksave.p0()
  %l = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  ret i32 8
}
define i32 @tgt() {
  %k = alloca i32
  store i32 8, ptr %k
  %s = call ptr @llvm.stacksave.p0()
  %l = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  store i32 5, ptr %l
  ret i32 8
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define i32 @src() {
  %k = alloca i32
  store i32 8, ptr %k
  %s = call ptr @llvm.stacksave.p0()
  %l = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  ret i32 8
}
define i32 @tgt() {
  %k = alloca i32
  store i32 8, ptr %k
  %s = call ptr @llvm.stacksave.p0()
  %l = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  store i32 5, ptr %k
  ret i32 8
}
; interpreter: nothing against it
; solver: correct

; MEM-25: memory holds afterwards what a volatile load gives, and optimizers use it for a plain one.
define i8 @src(ptr %p) {
  %v = load volatile i8, ptr %p
  %a = load i8, ptr %p
  ret i8 %a
}
define i8 @tgt(ptr %p) {
  %v = load volatile i8, ptr %p
  ret i8 %v
}
; interpreter: nothing against it
; solver: correct
