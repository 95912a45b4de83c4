; One pair for each of many rules about promises, with the verdict that LangRef asks for.

; LangRef: incorrect
define i8 @src(i8 %x) { 
 ret i8 %x }
define noundef i8 @tgt(i8 %x) { 
 ret i8 %x }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: incorrect
declare void @f(ptr)
define void @src(ptr %p) { 
 call void @f(ptr %p)
 ret void }
define void @tgt(ptr %p) { 
 call void @f(ptr nonnull %p)
 ret void }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-ub

; LangRef: incorrect
declare void @f(ptr)
define i1 @src(ptr %p) { 
 call void @f(ptr nonnull %p)
 %c = icmp eq ptr %p, null
 ret i1 %c }
define i1 @tgt(ptr %p) { 
 call void @f(ptr nonnull %p)
 ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
declare void @f(ptr)
define void @src(ptr align 4 %p) { 
 call void @f(ptr align 4 %p)
 ret void }
define void @tgt(ptr align 4 %p) { 
 call void @f(ptr align 8 %p)
 ret void }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-ub

; LangRef: incorrect
declare i8 @f()
define i8 @src() { 
 %x = call i8 @f()
 ret i8 %x }
define i8 @tgt() { 
 %x = call range(i8 0, 10) i8 @f()
 ret i8 %x }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
declare i8 @f()
define i8 @src() { 
 %x = call i8 @f()
 %f = freeze i8 %x
 ret i8 %f }
define i8 @tgt() { 
 %x = call i8 @f()
 ret i8 %x }
; interpreter: nothing against it
; solver: incorrect: more-poisonous

; LangRef: incorrect
define float @src(float %x) { 
 %r = fadd float %x, 1.0
 ret float %r }
define nofpclass(nan) float @tgt(float %x) { 
 %r = fadd float %x, 1.0
 ret float %r }
; interpreter: incorrect: more-poisonous
; solver: incorrect: more-poisonous

; LangRef: incorrect
define i32 @src(i32 %x) {
 ret i32 %x }
define i32 @tgt(i32 %x) {
 %c = icmp ult i32 %x, 8
 call void @llvm.assume(i1 %c)
 ret i32 %x }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: correct
define i32 @src(i32 %x) {
 call void @llvm.assume(i1 true) [ "noundef"(i32 %x) ]
 %r = freeze i32 %x
 ret i32 %r }
define i32 @tgt(i32 %x) {
 ret i32 %x }
; interpreter: nothing against it
; solver: correct

; LangRef: incorrect
define void @src(ptr %p) {
 store i8 1, ptr %p
 ret void }
define void @tgt(ptr readonly %p) {
 store i8 1, ptr %p
 ret void }
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: incorrect
define i8 @src(ptr %p) {
 %v = load i8, ptr %p
 ret i8 %v }
define i8 @tgt(ptr writeonly %p) {
 %v = load i8, ptr %p
 ret i8 %v }
; interpreter: incorrect: more-poisonous
; solver: unknown: approximation
; solver, @tgt against itself: unknown: approximation

; LangRef: incorrect
define i32 @src(ptr %p) {
 %v = load i32, ptr %p
 ret i32 %v }
define i32 @tgt(ptr %p) {
 %v = load i32, ptr %p, !noundef !1
 ret i32 %v }
!1 = !{}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub

; LangRef: correct
declare void @f(ptr byval(i32))
define i32 @src(ptr %p) {
 %a = alloca i32
 store i32 4, ptr %a
 call void @f(ptr byval(i32) %a)
 %v = load i32, ptr %a
 ret i32 %v }
define i32 @tgt(ptr %p) {
 %a = alloca i32
 store i32 4, ptr %a
 call void @f(ptr byval(i32) %a)
 ret i32 4 }
; interpreter: nothing against it
; solver: correct

; LangRef: correct
define i1 @src(i8 range(i8 0, 10) %x) { 
 %c = icmp ult i8 %x, 10
 ret i1 %c }
define i1 @tgt(i8 range(i8 0, 10) %x) { 
 ret i1 true }
; interpreter: correct
; solver: correct

; noalias speaks of memory that is modified (ATTR-33) while the function runs: this one modifies none.
; LangRef: incorrect
define i32 @src(ptr noalias %p, ptr %q) {
 %w = load i32, ptr %q
 %v = load i32, ptr %p
 %c = icmp eq ptr %p, %q
 %z = zext i1 %c to i32
 ret i32 %z }
define i32 @tgt(ptr noalias %p, ptr %q) {
 ret i32 0 }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: incorrect
define i1 @src(ptr noalias %p, ptr noalias %q) {
 %a = alloca i8
 store i8 1, ptr %a
 %c = icmp eq ptr %p, %q
 ret i1 %c }
define i1 @tgt(ptr noalias %p, ptr noalias %q) {
 ret i1 false }
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

; LangRef: correct
define i32 @src(ptr noalias %p, ptr %q) {
 store i32 1, ptr %p
 store i32 2, ptr %q
 %v = load i32, ptr %p
 ret i32 %v }
define i32 @tgt(ptr noalias %p, ptr %q) {
 store i32 1, ptr %p
 store i32 2, ptr %q
 ret i32 1 }
; interpreter: nothing against it
; solver: correct

; What an unknown function gives need not be what the target's captures(none) argument gives.
; LangRef: correct
declare ptr @m(i32)
define ptr @src(ptr %x) {
 %r = call ptr @m(i32 12)
 ret ptr %r }
define ptr @tgt(ptr readnone captures(none) %x) {
 %r = call ptr @m(i32 12)
 ret ptr %r }
; interpreter: nothing against it
; solver: correct
