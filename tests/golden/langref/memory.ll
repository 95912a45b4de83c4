; LangRef, "load": what was stored is loaded.
; LangRef demands: correct
define i8 @src(ptr %p, i8 %x) { store i8 %x, ptr %p %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p, i8 %x) { store i8 %x, ptr %p ret i8 %x }
; check: correct

; "store": another pointer may lead to the same place.
; LangRef demands: incorrect
define i8 @src(ptr %p, ptr %q, i8 %x) { store i8 %x, ptr %p store i8 0, ptr %q %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p, ptr %q, i8 %x) { store i8 %x, ptr %p store i8 0, ptr %q ret i8 %x }
; check: incorrect: value-mismatch (interpreter, smt)

; "noalias": with it, that is undefined behavior.
; LangRef demands: correct
define i8 @src(ptr noalias %p, ptr %q, i8 %x) { store i8 %x, ptr %p store i8 0, ptr %q %r = load i8, ptr %p
  ret i8 %r }
define i8 @tgt(ptr noalias %p, ptr %q, i8 %x) { store i8 %x, ptr %p store i8 0, ptr %q ret i8 %x }
; check: correct

; "noalias": it says nothing where nothing is modified: equal pointers may be read.
; LangRef demands: incorrect
define i1 @src(ptr noalias %p, ptr noalias %q) { %a = load i8, ptr %p %b = load i8, ptr %q %r = icmp eq ptr %p, %q
  ret i1 %r }
define i1 @tgt(ptr noalias %p, ptr noalias %q) { %a = load i8, ptr %p %b = load i8, ptr %q ret i1 false }
; check: incorrect: value-mismatch (interpreter, smt)

; "store": two of one place, the first is not seen.
; LangRef demands: correct
define void @src(ptr %p) { store i8 1, ptr %p store i8 2, ptr %p ret void }
define void @tgt(ptr %p) { store i8 2, ptr %p ret void }
; check: correct

; "store": the first is wider.
; LangRef demands: incorrect
define void @src(ptr %p) { store i16 1, ptr %p store i8 2, ptr %p ret void }
define void @tgt(ptr %p) { store i8 2, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "store": two in another order may be of one place.
; LangRef demands: incorrect
define void @src(ptr %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q ret void }
define void @tgt(ptr %p, ptr %q) { store i8 2, ptr %q store i8 1, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "store": the same value in both.
; LangRef demands: correct
define void @src(ptr %p, ptr %q) { store i8 1, ptr %p store i8 1, ptr %q ret void }
define void @tgt(ptr %p, ptr %q) { store i8 1, ptr %q store i8 1, ptr %p ret void }
; check: correct

; "load": one that is not used may go.
; LangRef demands: correct
define void @src(ptr %p) { %v = load i8, ptr %p ret void }
define void @tgt(ptr %p) { ret void }
; check: correct

; "load": it must not be put in, the pointer may lead nowhere.
; LangRef demands: incorrect
define void @src(ptr %p) { ret void }
define void @tgt(ptr %p) { %v = load i8, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "dereferenceable": with it, it may.
; LangRef demands: correct
define void @src(ptr dereferenceable(1) %p) { ret void }
define void @tgt(ptr dereferenceable(1) %p) { %v = load i8, ptr %p ret void }
; check: correct

; "dereferenceable": of one byte, not two.
; LangRef demands: incorrect
define void @src(ptr dereferenceable(1) %p) { ret void }
define void @tgt(ptr dereferenceable(1) %p) { %v = load i16, ptr %p, align 1 ret void }
; check: incorrect: more-ub (interpreter, smt)

; "dereferenceable": it does not tell the alignment.
; LangRef demands: incorrect
define void @src(ptr dereferenceable(4) %p) { ret void }
define void @tgt(ptr dereferenceable(4) %p) { %v = load i32, ptr %p, align 4 ret void }
; check: incorrect: more-ub (interpreter, smt)

; "align": this does.
; LangRef demands: correct
define void @src(ptr dereferenceable(4) align 4 %p) { ret void }
define void @tgt(ptr dereferenceable(4) align 4 %p) { %v = load i32, ptr %p, align 4 ret void }
; check: correct

; "dereferenceable": it may be read only, so nothing may be written.
; LangRef demands: incorrect
define void @src(ptr dereferenceable(1) %p) { ret void }
define void @tgt(ptr dereferenceable(1) %p) { %v = load i8, ptr %p store i8 %v, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "dereferenceable_or_null": where it is not null, it may be loaded.
; LangRef demands: correct
define void @src(ptr dereferenceable_or_null(1) %p) { ret void }
define void @tgt(ptr dereferenceable_or_null(1) %p) { %c = icmp eq ptr %p, null br i1 %c, label %o, label %l
l: %v = load i8, ptr %p br label %o
o: ret void
}
; check: correct

; "dereferenceable_or_null": without looking it may not.
; LangRef demands: incorrect
define void @src(ptr dereferenceable_or_null(1) %p) { ret void }
define void @tgt(ptr dereferenceable_or_null(1) %p) { %v = load i8, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "store": a store behind a branch must not come before it.
; LangRef demands: incorrect
define void @src(ptr %p, i1 noundef %c) { br i1 %c, label %a, label %b
a: store i8 1, ptr %p br label %b
b: ret void
}
define void @tgt(ptr %p, i1 noundef %c) { %v = zext i1 %c to i8 store i8 %v, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "Memory Model for Concurrent Operations": a store may not be put in on a path that has none, also of what was there.
; LangRef demands: incorrect
define void @src(ptr dereferenceable(1) %p, i1 noundef %c) { br i1 %c, label %a, label %b
a: store i8 1, ptr %p br label %b
b: ret void
}
define void @tgt(ptr dereferenceable(1) %p, i1 noundef %c) {
  %o = load i8, ptr %p %n = select i1 %c, i8 1, i8 %o store i8 %n, ptr %p ret void }
; check: incorrect: more-ub (interpreter, smt)

; "writable": there is a store already.
; LangRef demands: correct
define void @src(ptr writable noalias dereferenceable(1) %p, i1 noundef %c) { br i1 %c, label %a, label %b
a: store i8 1, ptr %p br label %b
b: ret void
}
define void @tgt(ptr writable noalias dereferenceable(1) %p, i1 noundef %c) {
  %o = load i8, ptr %p %n = select i1 %c, i8 1, i8 %o store i8 %n, ptr %p ret void }
; check: correct

; "load": of another type, the bits are the same.
; LangRef demands: correct
define float @src(ptr %p, i32 %x) { store i32 %x, ptr %p %r = load float, ptr %p ret float %r }
define float @tgt(ptr %p, i32 %x) { store i32 %x, ptr %p %r = bitcast i32 %x to float ret float %r }
; check: correct

; "load": a byte of a stored number, little endian.
; LangRef demands: correct
target datalayout = "e"
define i8 @src(ptr %p, i16 noundef %x) { store i16 %x, ptr %p %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p, i16 noundef %x) { store i16 %x, ptr %p %r = trunc i16 %x to i8 ret i8 %r }
; check: correct

; "load": big endian.
; LangRef demands: incorrect
target datalayout = "E"
define i8 @src(ptr %p, i16 noundef %x) { store i16 %x, ptr %p %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p, i16 noundef %x) { store i16 %x, ptr %p %r = trunc i16 %x to i8 ret i8 %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "store": with more alignment than promised.
; LangRef demands: incorrect
define void @src(ptr align 2 %p) { store i32 0, ptr %p, align 2 ret void }
define void @tgt(ptr align 2 %p) { store i32 0, ptr %p, align 4 ret void }
; check: incorrect: more-ub (interpreter, smt)

; "store": with less it is defined more often.
; LangRef demands: correct
define void @src(ptr %p) { store i32 0, ptr %p, align 4 ret void }
define void @tgt(ptr %p) { store i32 0, ptr %p, align 1 ret void }
; check: correct

; "store": two stores of bytes are one of two bytes, but aligned as they were.
; LangRef demands: correct
target datalayout = "e"
define void @src(ptr align 2 dereferenceable(2) %p) { store i8 1, ptr %p %q = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %q ret void }
define void @tgt(ptr align 2 dereferenceable(2) %p) { store i16 513, ptr %p, align 2 ret void }
; check: correct

; "store": without the alignment of the argument, align 2 is a promise.
; LangRef demands: incorrect
target datalayout = "e"
define void @src(ptr %p) { store i8 1, ptr %p %q = getelementptr i8, ptr %p, i64 1 store i8 2, ptr %q ret void }
define void @tgt(ptr %p) { store i16 513, ptr %p, align 2 ret void }
; check: incorrect: more-ub (interpreter, smt)

; "alloca": what was not written is undef.
; LangRef demands: correct
define i8 @src() { %a = alloca i8 %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { ret i8 7 }
; check: correct

; "alloca": undef is not poison.
; LangRef demands: incorrect
define i8 @src() { %a = alloca i8 %r = load i8, ptr %a ret i8 %r }
define i8 @tgt() { ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "alloca": two that live at the same time have different addresses.
; LangRef demands: correct
define i1 @src() { %a = alloca i8 %b = alloca i8 store i8 0, ptr %a store i8 0, ptr %b %r = icmp eq ptr %a, %b
  ret i1 %r }
define i1 @tgt() { ret i1 false }
; check: correct

; "alloca": it is dead when the function returns.
; LangRef demands: incorrect
define ptr @src() { %a = alloca i8 ret ptr %a }
define ptr @tgt() { ret ptr null }
; check: incorrect: value-mismatch (interpreter, smt)

; "alloca": its alignment is at least what it says.
; LangRef demands: correct
define i64 @src() { %a = alloca i8, align 16 %i = ptrtoint ptr %a to i64 %r = and i64 %i, 15 ret i64 %r }
define i64 @tgt() { ret i64 0 }
; check: correct

; "alloca": where it stands is a choice, and an address with more zeros is among them.
; LangRef demands: correct
define i64 @src() { %a = alloca i8, align 16 %i = ptrtoint ptr %a to i64 %r = and i64 %i, 31 ret i64 %r }
define i64 @tgt() { ret i64 0 }
; check: correct

; "getelementptr": with inbounds, a pointer outside of the object is poison.
; LangRef demands: correct
define ptr @src() { %a = alloca [4 x i8] %r = getelementptr inbounds i8, ptr %a, i64 5 ret ptr %r }
define ptr @tgt() { ret ptr poison }
; check: correct

; "getelementptr": the end of the object is in bounds.
; LangRef demands: incorrect
define ptr @src() { %a = alloca [4 x i8] %r = getelementptr inbounds i8, ptr %a, i64 4 ret ptr %r }
define ptr @tgt() { ret ptr poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "getelementptr": without inbounds it may leave the object and come back.
; LangRef demands: correct
define i8 @src(ptr %p) { %q = getelementptr i8, ptr %p, i64 1000000 %s = getelementptr i8, ptr %q, i64 -1000000
  %r = load i8, ptr %s ret i8 %r }
define i8 @tgt(ptr %p) { %r = load i8, ptr %p ret i8 %r }
; check: correct

; "getelementptr": with inbounds gained it may not.
; LangRef demands: incorrect
define i8 @src(ptr %p) { %q = getelementptr i8, ptr %p, i64 1000000 %s = getelementptr i8, ptr %q, i64 -1000000
  %r = load i8, ptr %s ret i8 %r }
define i8 @tgt(ptr %p) { %q = getelementptr inbounds i8, ptr %p, i64 1000000
  %s = getelementptr i8, ptr %q, i64 -1000000 %r = load i8, ptr %s ret i8 %r }
; check: incorrect: more-ub (interpreter, smt)

; "getelementptr": nuw, and the index is not negative as an unsigned sum.
; LangRef demands: correct
define i1 @src(ptr noundef %p, i64 noundef %i) { %q = getelementptr nuw i8, ptr %p, i64 %i %r = icmp uge ptr %q, %p
  ret i1 %r }
define i1 @tgt(ptr noundef %p, i64 noundef %i) { ret i1 true }
; check: correct

; "getelementptr": inbounds allows negative indices.
; LangRef demands: incorrect
define i1 @src(ptr noundef %p, i64 noundef %i) { %q = getelementptr inbounds i8, ptr %p, i64 %i
  %r = icmp uge ptr %q, %p ret i1 %r }
define i1 @tgt(ptr noundef %p, i64 noundef %i) { ret i1 true }
; check: incorrect: value-mismatch (interpreter, smt)

; "getelementptr": nusw is what inbounds implies; alone it says nothing of objects.
; LangRef demands: correct
define ptr @src(ptr noundef %p) { %r = getelementptr inbounds i8, ptr %p, i64 8 ret ptr %r }
define ptr @tgt(ptr noundef %p) { %r = getelementptr nusw i8, ptr %p, i64 8 ret ptr %r }
; check: correct

; "getelementptr": the other way round a promise is gained.
; LangRef demands: incorrect
define ptr @src(ptr noundef %p) { %r = getelementptr nusw i8, ptr %p, i64 8 ret ptr %r }
define ptr @tgt(ptr noundef %p) { %r = getelementptr inbounds i8, ptr %p, i64 8 ret ptr %r }
; check: incorrect: more-poisonous (interpreter, smt)

; "getelementptr": offsets of the elements of a structure include padding.
; LangRef demands: correct
define ptr @src(ptr %p) { %r = getelementptr {i8, i32}, ptr %p, i32 0, i32 1 ret ptr %r }
define ptr @tgt(ptr %p) { %r = getelementptr i8, ptr %p, i64 4 ret ptr %r }
; check: correct

; "getelementptr": of a packed one they don't.
; LangRef demands: incorrect
define ptr @src(ptr %p) { %r = getelementptr <{i8, i32}>, ptr %p, i32 0, i32 1 ret ptr %r }
define ptr @tgt(ptr %p) { %r = getelementptr i8, ptr %p, i64 4 ret ptr %r }
; check: incorrect: value-mismatch (interpreter, smt)

; "Pointer Aliasing Rules": an access through a pointer that is based on another object is undefined behavior.
; LangRef demands: correct
define i8 @src(ptr %q) { %a = alloca i8 store i8 1, ptr %a store i8 2, ptr %q %r = load i8, ptr %a ret i8 %r }
define i8 @tgt(ptr %q) { store i8 2, ptr %q ret i8 1 }
; check: correct

; "Pointer Aliasing Rules": equal addresses are not equal pointers: %q may be one past another object.
; LangRef demands: incorrect
define i8 @src(ptr %p, ptr %q) { %c = icmp eq ptr %p, %q br i1 %c, label %a, label %b
a: store i8 1, ptr %p ret i8 1
b: ret i8 0
}
define i8 @tgt(ptr %p, ptr %q) { %c = icmp eq ptr %p, %q br i1 %c, label %a, label %b
a: store i8 1, ptr %q ret i8 1
b: ret i8 0
}
; check: incorrect: more-ub (interpreter, smt)

; "Allocated Objects": reading past an object is undefined behavior.
; LangRef demands: correct
define i8 @src() { %a = alloca [2 x i8] %q = getelementptr i8, ptr %a, i64 2 %r = load i8, ptr %q ret i8 %r }
define i8 @tgt() { unreachable }
; check: correct

; "Poison Values": one poison byte of a number makes it poison.
; LangRef demands: correct
define i16 @src(ptr %p, i8 noundef %x) { store i8 %x, ptr %p %q = getelementptr i8, ptr %p, i64 1
  store i8 poison, ptr %q %r = load i16, ptr %p, align 1 ret i16 %r }
define i16 @tgt(ptr %p, i8 noundef %x) { store i8 %x, ptr %p %q = getelementptr i8, ptr %p, i64 1
  store i8 poison, ptr %q ret i16 poison }
; check: correct

; "Poison Values": a vector of bytes keeps the others.
; LangRef demands: incorrect
define i8 @src(ptr %p, i8 noundef %x) { store i8 %x, ptr %p %q = getelementptr i8, ptr %p, i64 1
  store i8 poison, ptr %q
  %v = load <2 x i8>, ptr %p, align 1 %r = extractelement <2 x i8> %v, i32 0 ret i8 %r }
define i8 @tgt(ptr %p, i8 noundef %x) { store i8 %x, ptr %p %q = getelementptr i8, ptr %p, i64 1
  store i8 poison, ptr %q ret i8 poison }
; check: incorrect: more-poisonous (interpreter, smt)

; "store": a store of undef leaves any bits, but it writes.
; LangRef demands: correct
define void @src(ptr %p) { store i8 undef, ptr %p ret void }
define void @tgt(ptr %p) { store i8 3, ptr %p ret void }
; check: correct

; "store": a store of poison may be replaced, too.
; LangRef demands: correct
define void @src(ptr %p) { store i8 poison, ptr %p ret void }
define void @tgt(ptr %p) { store i8 undef, ptr %p ret void }
; check: correct

; "store": the other way round, poison is more than undef.
; LangRef demands: incorrect
define void @src(ptr %p) { store i8 undef, ptr %p ret void }
define void @tgt(ptr %p) { store i8 poison, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "llvm.memcpy": it copies each bit; of a number one poison bit (stored as a vector of i1) makes all of it poison.
; LangRef demands: incorrect
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) { call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1, i1 false) ret void }
define void @tgt(ptr %p, ptr %q) { %v = load i8, ptr %q store i8 %v, ptr %p ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "llvm.memcpy": a load as a number and a store spread poison over both bytes.
; LangRef demands: incorrect
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) { call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 2, i1 false)
  ret void }
define void @tgt(ptr noalias %p, ptr noalias %q) { %v = load i16, ptr %q, align 1 store i16 %v, ptr %p, align 1
  ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "llvm.memcpy": as a vector of bytes nothing is spread.
; LangRef demands: correct
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  %i = load <2 x i8>, ptr %q, align 1 store <2 x i8> %i, ptr %p, align 1 ret void }
define void @tgt(ptr noalias %p, ptr noalias %q) { call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 2, i1 false)
  ret void }
; check: correct

; "llvm.memmove": a copy that may overlap is no memcpy.
; LangRef demands: incorrect
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p) { %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 2, i1 false) ret void }
define void @tgt(ptr %p) { %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 2, i1 false) ret void }
; check: incorrect: more-ub (interpreter, smt)

; "llvm.memcpy": of no bytes it does nothing, whatever the pointers are.
; LangRef demands: correct
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noundef %p, ptr noundef %q) { ret void }
define void @tgt(ptr noundef %p, ptr noundef %q) { call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
  ret void }
; check: correct

; "llvm.memset": it stores the byte.
; LangRef demands: correct
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i16 @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 2, i1 false)
  %r = load i16, ptr %p, align 1 ret i16 %r }
define i16 @tgt(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 2, i1 false) ret i16 257 }
; check: correct

; "llvm.memset": of one byte more.
; LangRef demands: incorrect
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 3, i1 false) ret void }
define void @tgt(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) ret void }
; check: incorrect: memory-mismatch (interpreter, smt)

; "load", "!range": a value outside is poison.
; LangRef demands: correct
define i1 @src(ptr %p) { %v = load i8, ptr %p, !range !0 %r = icmp ult i8 %v, 10 ret i1 %r }
define i1 @tgt(ptr %p) { %v = load i8, ptr %p ret i1 true }
!0 = !{i8 0, i8 10}
; check: correct

; "load", "!range": gained.
; LangRef demands: incorrect
define i8 @src(ptr %p) { %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p) { %r = load i8, ptr %p, !range !0 ret i8 %r }
!0 = !{i8 0, i8 10}
; check: incorrect: more-poisonous (interpreter, smt)

; "load", "!noundef": a value that is undef or poison is undefined behavior.
; LangRef demands: correct
define i8 @src(ptr %p) { %r = load i8, ptr %p, !noundef !0 ret i8 %r }
define i8 @tgt(ptr %p) { %v = load i8, ptr %p %r = freeze i8 %v ret i8 %r }
!0 = !{}
; check: correct

; "load", "!noundef": gained.
; LangRef demands: incorrect
define i8 @src(ptr %p) { %v = load i8, ptr %p %r = freeze i8 %v ret i8 %r }
define i8 @tgt(ptr %p) { %r = load i8, ptr %p, !noundef !0 ret i8 %r }
!0 = !{}
; check: incorrect: more-ub (interpreter, smt)

; "load", "!nonnull": null is poison.
; LangRef demands: correct
define i1 @src(ptr %p) { %v = load ptr, ptr %p, !nonnull !0 %r = icmp eq ptr %v, null ret i1 %r }
define i1 @tgt(ptr %p) { %v = load ptr, ptr %p ret i1 false }
!0 = !{}
; check: correct

; "load", "!align": what is not aligned is poison.
; LangRef demands: correct
define i64 @src(ptr %p) { %v = load ptr, ptr %p, !align !0 %i = ptrtoint ptr %v to i64 %r = and i64 %i, 7 ret i64 %r }
define i64 @tgt(ptr %p) { %v = load ptr, ptr %p ret i64 0 }
!0 = !{i64 8}
; check: correct

; "load", "!align": it says nothing of more bits.
; LangRef demands: incorrect
define i64 @src(ptr %p) { %v = load ptr, ptr %p, !align !0 %i = ptrtoint ptr %v to i64 %r = and i64 %i, 15
  ret i64 %r }
define i64 @tgt(ptr %p) { %v = load ptr, ptr %p ret i64 0 }
!0 = !{i64 8}
; check: incorrect: value-mismatch (interpreter, smt)

; "load", "!dereferenceable": the loaded pointer may be loaded from.
; LangRef demands: correct
define void @src(ptr %p) { %v = load ptr, ptr %p, !dereferenceable !0 ret void }
define void @tgt(ptr %p) { %v = load ptr, ptr %p, !dereferenceable !0 %w = load i8, ptr %v ret void }
!0 = !{i64 1}
; check: correct

; "load", "!dereferenceable": not two bytes.
; LangRef demands: incorrect
define void @src(ptr %p) { %v = load ptr, ptr %p, !dereferenceable !0 ret void }
define void @tgt(ptr %p) { %v = load ptr, ptr %p, !dereferenceable !0 %w = load i16, ptr %v, align 1 ret void }
!0 = !{i64 1}
; check: incorrect: more-ub (interpreter, smt)

; "load", "!invariant.load": memory is the same at both loads.
; LangRef demands: correct
define i8 @src(ptr %p, ptr %q) { %a = load i8, ptr %p, !invariant.load !0 store i8 1, ptr %q
  %r = load i8, ptr %p, !invariant.load !0 ret i8 %r }
define i8 @tgt(ptr %p, ptr %q) { %a = load i8, ptr %p, !invariant.load !0 store i8 1, ptr %q ret i8 %a }
!0 = !{}
; check: correct

; "load": without, the store may change it.
; LangRef demands: incorrect
define i8 @src(ptr %p, ptr %q) { %a = load i8, ptr %p store i8 1, ptr %q %r = load i8, ptr %p ret i8 %r }
define i8 @tgt(ptr %p, ptr %q) { %a = load i8, ptr %p store i8 1, ptr %q ret i8 %a }
; check: incorrect: value-mismatch (interpreter, smt)
