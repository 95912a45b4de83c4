; What the solver refutes is run by the interpreter, which has no samples of its own here.

; A call may access what it is given.
declare ptr @g(ptr)
define ptr @src(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  %v = call ptr @g(ptr %q)
  ret ptr null
b:
  ret ptr null
}
define ptr @tgt(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  %v = call ptr @g(ptr %p)
  ret ptr null
b:
  ret ptr null
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; An object that was given away is written by a later call.
declare void @f(ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  call void @f(ptr %p)
  store i8 zeroinitializer, ptr %p
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  call void @f(ptr %p)
  store i8 zeroinitializer, ptr %p
  call void @g()
  ret i8 zeroinitializer
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

declare void @f(ptr)
declare void @k(i8, ptr)
declare void @g()
define i8 @src() {
  %p = alloca i8
  call void @f(ptr null)
  call void @k(i8 1, ptr %p)
  store i8 zeroinitializer, ptr %p
  call void @g()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = alloca i8
  call void @f(ptr null)
  call void @k(i8 1, ptr %p)
  store i8 zeroinitializer, ptr %p
  call void @g()
  ret i8 zeroinitializer
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

declare void @f(ptr)
declare void @g()
define i32 @src() {
  %p = alloca i32
  call void @f(ptr %p)
  store i32 zeroinitializer, ptr %p
  call void @g()
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt() {
  %p = alloca i32
  call void @f(ptr %p)
  store i32 zeroinitializer, ptr %p
  call void @g()
  ret i32 zeroinitializer
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

declare void @f(ptr)
declare void @k(i8, ptr)
declare void @g()
define i32 @src() {
  %p = alloca i32
  call void @f(ptr null)
  call void @k(i8 1, ptr %p)
  store i32 zeroinitializer, ptr %p
  call void @g()
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt() {
  %p = alloca i32
  call void @f(ptr null)
  call void @k(i8 1, ptr %p)
  store i32 zeroinitializer, ptr %p
  call void @g()
  ret i32 zeroinitializer
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

declare void @f(ptr)
declare void @g()
define <2 x i16> @src() {
  %p = alloca <2 x i16>
  call void @f(ptr %p)
  store <2 x i16> zeroinitializer, ptr %p
  call void @g()
  %v = load <2 x i16>, ptr %p
  ret <2 x i16> %v
}
define <2 x i16> @tgt() {
  %p = alloca <2 x i16>
  call void @f(ptr %p)
  store <2 x i16> zeroinitializer, ptr %p
  call void @g()
  ret <2 x i16> zeroinitializer
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

declare void @f(ptr)
declare void @k(i8, ptr)
declare void @g()
define <2 x i16> @src() {
  %p = alloca <2 x i16>
  call void @f(ptr null)
  call void @k(i8 1, ptr %p)
  store <2 x i16> zeroinitializer, ptr %p
  call void @g()
  %v = load <2 x i16>, ptr %p
  ret <2 x i16> %v
}
define <2 x i16> @tgt() {
  %p = alloca <2 x i16>
  call void @f(ptr null)
  call void @k(i8 1, ptr %p)
  store <2 x i16> zeroinitializer, ptr %p
  call void @g()
  ret <2 x i16> zeroinitializer
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; A result may lead to an object that an earlier call was given.
declare void @f(ptr)
declare ptr @g() memory(none) nounwind willreturn
define i32 @src() {
  %p = alloca i32
  store i32 1, ptr %p
  call void @f(ptr %p)
  store i32 1, ptr %p
  %q = call ptr @g()
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt() {
  %p = alloca i32
  store i32 1, ptr %p
  call void @f(ptr %p)
  store i32 1, ptr %p
  %q = call ptr @g()
  store i32 2, ptr %q
  ret i32 1
}
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

; A trap is no call that does not return.
declare void @f()
declare void @llvm.trap()
define void @src() { call void @f() noreturn memory(none) unreachable }
define void @tgt() { call void @llvm.trap() unreachable }
; check --samples=0 --quick-budget=0: incorrect: return-domain (interpreter, smt)

; What functions that only read or write their argument do follows from what they see, defined or not: Unknown
; functions see undefined memory and own objects.
declare void @u(ptr) nounwind willreturn memory(read)
define void @src(ptr dereferenceable(4) %p) { store i8 1, ptr %p call void @u(ptr %p) store i8 2, ptr %p ret void }
define void @tgt(ptr dereferenceable(4) %p) { call void @u(ptr %p) store i8 2, ptr %p ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @u(ptr) nounwind willreturn memory(argmem: write)
define i32 @src() {
  %a = alloca i32
  store i32 3, ptr %a
  call void @u(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt() { ret i32 3 }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

declare i8 @u(ptr) nounwind willreturn memory(argmem: read)
define i8 @src() { %a = alloca i8 store i8 3, ptr %a %v = call i8 @u(ptr %a) ret i8 %v }
define i8 @tgt() { %a = alloca i8 store i8 4, ptr %a %v = call i8 @u(ptr %a) ret i8 %v }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @f(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @src() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 3, ptr %a
  call void @f(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}
define void @tgt() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 3, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @f(ptr %a)
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

; ATTR-37: What a call alone promises in the target is broken.
declare void @u(ptr)
define void @src(ptr %p) { call void @u(ptr %p) ret void }
define void @tgt(ptr %p) { call void @u(ptr %p) memory(none) ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @u(ptr)
define void @src(ptr %p) { call void @u(ptr %p) ret void }
define void @tgt(ptr %p) { call void @u(ptr %p) memory(read) ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @u(ptr)
define void @src(ptr %p) { call void @u(ptr %p) ret void }
define void @tgt(ptr %p) { call void @u(ptr %p) memory(write) ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @u(ptr)
define void @src(ptr %p) { call void @u(ptr %p) ret void }
define void @tgt(ptr %p) { call void @u(ptr %p) memory(argmem: readwrite) ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare void @u(ptr)
define void @src(ptr %p) { call void @u(ptr %p) ret void }
define void @tgt(ptr %p) { call void @u(ptr %p) memory(inaccessiblemem: readwrite) ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

declare i8 @u(i8)
define i8 @src(i8 %x) { %r = call i8 @u(i8 %x) ret i8 %r }
define i8 @tgt(i8 %x) { %r = call i8 @u(i8 returned %x) ret i8 %r }
; check --samples=0 --quick-budget=0: incorrect: more-poisonous (interpreter, smt)

; Unknown functions call back what reads a variable of the module.
@g = internal global i8 0
declare void @w()
define i8 @get() { %v = load i8, ptr @g ret i8 %v }
define void @src() { store i8 1, ptr @g call void @w() store i8 2, ptr @g ret void }
define void @tgt() { call void @w() store i8 2, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

@g = internal global i8 0
@table = global ptr @get
declare void @w()
define internal i8 @get() { %v = load i8, ptr @g ret i8 %v }
define void @src() { store i8 1, ptr @g call void @w() store i8 2, ptr @g ret void }
define void @tgt() { call void @w() store i8 2, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

@g = internal global i8 0
declare void @w()
define internal i8 @get() { %v = load i8, ptr @g ret i8 %v }
define void @src() { store i8 1, ptr @g call void @w() store i8 2, ptr @g ret void }
define void @tgt() { call void @w() store i8 2, ptr @g ret void }
; check --samples=0 --quick-budget=0: correct

@g = internal global i8 0
declare void @w()
define i8 @get() { %v = load i8, ptr @g ret i8 %v }
define void @src() { store i8 1, ptr @g call void @w() memory(read) nounwind willreturn store i8 2, ptr @g ret void }
define void @tgt() { call void @w() memory(read) nounwind willreturn store i8 2, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

@g = internal global i8 0
@table = global ptr @get
declare void @w()
define internal i8 @get() { %v = load i8, ptr @g ret i8 %v }
define void @src() { store i8 1, ptr @g call void @w() memory(read) nounwind willreturn store i8 2, ptr @g ret void }
define void @tgt() { call void @w() memory(read) nounwind willreturn store i8 2, ptr @g ret void }
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

@g = internal global i8 0
declare void @w()
define internal i8 @get() { %v = load i8, ptr @g ret i8 %v }
define void @src() { store i8 1, ptr @g call void @w() memory(read) nounwind willreturn store i8 2, ptr @g ret void }
define void @tgt() { call void @w() memory(read) nounwind willreturn store i8 2, ptr @g ret void }
; check --samples=0 --quick-budget=0: correct

; Unknown functions call back what writes a variable of the module.
@g = internal global i16 0
declare void @w()
define void @set() { store i16 600, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() ret i16 1 }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

@g = internal global i16 0
declare void @w()
define void @set() { store i16 600, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() nocallback %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() nocallback ret i16 1 }
; check --samples=0 --quick-budget=0: correct

@g = internal global i16 0
declare void @w()
define void @set() { store i8 6, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() ret i16 1 }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

@g = internal global i16 0
declare void @w()
define void @set() { store i8 6, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() nocallback %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() nocallback ret i16 1 }
; check --samples=0 --quick-budget=0: correct

@g = internal global i16 0
declare void @w()
define void @set(i16 %v) { store i16 %v, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() ret i16 1 }
; check --samples=0 --quick-budget=0: incorrect: value-mismatch (interpreter, smt)

@g = internal global i16 0
declare void @w()
define void @set(i16 %v) { store i16 %v, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() nocallback %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() nocallback ret i16 1 }
; check --samples=0 --quick-budget=0: correct

@g = internal global i16 0
declare void @w()
define void @set() { store i16 1, ptr @g ret void }
define i16 @src() { store i16 1, ptr @g call void @w() %v = load i16, ptr @g ret i16 %v }
define i16 @tgt() { store i16 1, ptr @g call void @w() ret i16 1 }
; check --samples=0 --quick-budget=0: unknown: unconfirmed

; What may only be read later is seen by later calls.
declare void @f(ptr)
declare void @g()
define void @src() {
  %a = alloca i8
  store i8 0, ptr %a
  call void @f(ptr captures(address, read_provenance) %a)
  store i8 1, ptr %a
  call void @g()
  ret void
}
define void @tgt() {
  %a = alloca i8
  store i8 0, ptr %a
  call void @f(ptr captures(address, read_provenance) %a)
  call void @g()
  ret void
}
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @f(ptr)
declare void @g()
define void @src() {
  %a = alloca i8
  store i8 0, ptr %a
  call void @f(ptr captures(address) %a)
  store i8 1, ptr %a
  call void @g()
  ret void
}
define void @tgt() {
  %a = alloca i8
  store i8 0, ptr %a
  call void @f(ptr captures(address) %a)
  call void @g()
  ret void
}
; check --samples=0 --quick-budget=0: correct

; A call that does not return throws where that shows more.
declare void @u(ptr) memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr writeonly %p)
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) { call void @u(ptr writeonly %p) store i8 2, ptr %p ret void }
; check --samples=0 --quick-budget=0: incorrect: memory-mismatch (interpreter, smt)

declare void @u(ptr) memory(argmem: readwrite)
define void @src(ptr dereferenceable(4) %p) {
  store i8 1, ptr %p
  call void @u(ptr writeonly %p) nounwind
  store i8 2, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) { call void @u(ptr writeonly %p) nounwind store i8 2, ptr %p ret void }
; check --samples=0 --quick-budget=0: correct

; A target that ends, and lacks the call that does not return, is wrong, whatever came before it.
declare void @f() nounwind
define i32 @src(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  unreachable
b:
  ret i32 0
}
define i32 @tgt(i1 noundef %c) { ret i32 0 }
; check --samples=0 --quick-budget=0: incorrect: return-domain (interpreter, smt)

declare void @g(i32)
declare void @f() noreturn nounwind
define i32 @src(i32 noundef %x, ptr %p) {
  call void @g(i32 %x)
  store i32 %x, ptr %p
  call void @f()
  unreachable
}
define i32 @tgt(i32 noundef %x, ptr %p) {
  call void @g(i32 %x)
  store i32 %x, ptr %p
  ret i32 7
}
; check --samples=0 --quick-budget=0: incorrect: return-domain (interpreter, smt)

; The other call stays: it is not known that the first comes back.
declare void @f() nounwind
declare void @h(i32) nounwind
define void @src(i32 noundef %x) {
  call void @f()
  call void @h(i32 %x)
  unreachable
}
define void @tgt(i32 noundef %x) {
  call void @h(i32 %x)
  unreachable
}
; check --samples=0 --quick-budget=0: incorrect: more-ub (interpreter, smt)

; What comes back may go, before what is unreachable.
declare void @f() nounwind willreturn
define i32 @src(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  unreachable
b:
  ret i32 0
}
define i32 @tgt(i1 noundef %c) { ret i32 0 }
; check --samples=0 --quick-budget=0: correct

; So may what has to come back because nobody sees it run.
declare void @f() nounwind memory(read) mustprogress
define i32 @src(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  unreachable
b:
  ret i32 0
}
define i32 @tgt(i1 noundef %c) { ret i32 0 }
; check --samples=0 --quick-budget=0: correct
