; ATTR-39: pointers into separate storage lead to two objects.
declare void @llvm.assume(i1)
define i8 @src(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store i8 1, ptr %p
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.assume(i1)
define i32 @src(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store i32 1, ptr %p
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store i32 1, ptr %p
  store i32 2, ptr %q
  ret i32 1
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.assume(i1)
define float @src(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store float 1.0, ptr %p
  store float 2.0, ptr %q
  %v = load float, ptr %p
  ret float %v
}
define float @tgt(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store float 1.0, ptr %p
  store float 2.0, ptr %q
  ret float 1.0
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.assume(i1)
define <2 x i16> @src(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store <2 x i16> <i16 1, i16 2>, ptr %p
  store <2 x i16> zeroinitializer, ptr %q
  %v = load <2 x i16>, ptr %p
  ret <2 x i16> %v
}
define <2 x i16> @tgt(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  store <2 x i16> <i16 1, i16 2>, ptr %p
  store <2 x i16> zeroinitializer, ptr %q
  ret <2 x i16> <i16 1, i16 2>
}
; interpreter: nothing against it
; solver: correct

; Nothing is said without the assumption, and the target may not invent it.
define i8 @src(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

declare void @llvm.assume(i1)
define void @src(ptr %p, ptr %q) {
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  ret void
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

declare void @llvm.assume(i1)
define void @src(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  ret void
}
; interpreter: nothing against it
; solver: correct

; Own objects are apart from what a caller knows; null leads to no object.
declare void @llvm.assume(i1)
define void @src(ptr noundef %q) {
  %p = alloca i8
  ret void
}
define void @tgt(ptr noundef %q) {
  %p = alloca i8
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  ret void
}
; interpreter: nothing against it
; solver: correct

declare void @llvm.assume(i1)
define void @src() {
  ret void
}
define void @tgt() {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr null, ptr null)]
  ret void
}
; interpreter: correct
; solver: correct

; One object.
declare void @llvm.assume(i1)
define i8 @src(ptr dereferenceable(2) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr %q)]
  ret i8 0
}
define i8 @tgt(ptr dereferenceable(2) %p) {
  ret i8 1
}
; interpreter: nothing against it: the source is never defined
; solver: correct

; Poison is undefined, as in other bundles.
declare void @llvm.assume(i1)
define i8 @src(ptr %q) {
  call void @llvm.assume(i1 true) ["separate_storage"(ptr poison, ptr %q)]
  ret i8 0
}
define i8 @tgt(ptr %q) {
  ret i8 1
}
; interpreter: nothing against it: the source is never defined
; solver: correct
