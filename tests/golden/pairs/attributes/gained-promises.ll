; Promises that only the target makes. What breaks each of them: tests/unit/check/gained_promises_test.cpp.

; Whoever synchronizes is not nosync.
define internal void @inner(ptr %p) { fence seq_cst ret void }
define void @src(ptr %p) { fence seq_cst ret void }
define void @tgt(ptr %p) nosync { fence seq_cst ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { fence seq_cst ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = atomicrmw add ptr %p, i32 1 seq_cst ret void }
define void @src(ptr %p) { %o = atomicrmw add ptr %p, i32 1 seq_cst ret void }
define void @tgt(ptr %p) nosync { %o = atomicrmw add ptr %p, i32 1 seq_cst ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = atomicrmw add ptr %p, i32 1 seq_cst ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = cmpxchg ptr %p, i32 0, i32 1 acquire monotonic ret void }
define void @src(ptr %p) { %o = cmpxchg ptr %p, i32 0, i32 1 acquire monotonic ret void }
define void @tgt(ptr %p) nosync { %o = cmpxchg ptr %p, i32 0, i32 1 acquire monotonic ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = cmpxchg ptr %p, i32 0, i32 1 acquire monotonic ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = load volatile i32, ptr %p ret void }
define void @src(ptr %p) { %o = load volatile i32, ptr %p ret void }
define void @tgt(ptr %p) nosync { %o = load volatile i32, ptr %p ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = load volatile i32, ptr %p ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { store volatile i32 1, ptr %p ret void }
define void @src(ptr %p) { store volatile i32 1, ptr %p ret void }
define void @tgt(ptr %p) nosync { store volatile i32 1, ptr %p ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { store volatile i32 1, ptr %p ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = load atomic i32, ptr %p acquire, align 4 ret void }
define void @src(ptr %p) { %o = load atomic i32, ptr %p acquire, align 4 ret void }
define void @tgt(ptr %p) nosync { %o = load atomic i32, ptr %p acquire, align 4 ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { %o = load atomic i32, ptr %p acquire, align 4 ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
define void @src(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
define void @tgt(ptr %p) nosync { store atomic i32 1, ptr %p release, align 4 ret void }
; check: unknown: unfollowed-promise: nosync

define internal void @inner(ptr %p) { store atomic i32 1, ptr %p release, align 4 ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal void @inner(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true) ret void }
define void @src(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true) ret void }
define void @tgt(ptr %p) nosync { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true) ret void }
; check: unsupported: volatile

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal void @inner(ptr %p) { call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true) ret void }
define void @src(ptr %p) { call void @inner(ptr %p) ret void }
define void @tgt(ptr %p) nosync { call void @inner(ptr %p) ret void }
; check: unknown: unfollowed-promise: nosync

; That the text shows to be kept are correct.
declare void @r(ptr readonly captures(none)) nofree nosync memory(argmem: read)
define void @src(ptr %p) { call void @r(ptr %p) ret void }
define void @tgt(ptr readonly captures(none) %p) nofree nosync memory(argmem: read) { call void @r(ptr %p) ret void }
; check: correct

define void @src(ptr %p) { store i32 1, ptr %p ret void }
define void @tgt(ptr writeonly captures(none) initializes((0, 4)) %p) nofree nosync norecurse memory(argmem: write) {
  store i32 1, ptr %p
  ret void
}
; check: correct

declare void @w(ptr captures(none)) memory(argmem: write) nofree
define void @src(ptr %p) { %a = alloca i32 call void @w(ptr %a) ret void }
define void @tgt(ptr readnone %p) nofree memory(none) { %a = alloca i32 call void @w(ptr %a) ret void }
; check: correct

; LLVM: who only reads frees nothing, and who accesses no memory synchronizes with nobody: That the functions memory
; implies are correct.
declare i32 @u(ptr)
define i32 @src(ptr %p) memory(read) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(read) nofree { %r = call i32 @u(ptr %p) ret i32 %r }
; check: correct

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(none) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(none) nofree nosync { %r = call i32 @u(ptr %p) ret i32 %r }
; check: correct

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(none) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(read) nofree { %r = call i32 @u(ptr %p) ret i32 %r }
; check: correct

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(read) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) nofree { %r = call i32 @u(ptr %p) ret i32 %r }
; check: unknown: unfollowed-promise: nofree

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(argmem: readwrite) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(argmem: readwrite) nofree { %r = call i32 @u(ptr %p) ret i32 %r }
; check: unknown: unfollowed-promise: nofree

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(write) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(write) nofree { %r = call i32 @u(ptr %p) ret i32 %r }
; check: unknown: unfollowed-promise: nofree

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(read) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(read) nosync { %r = call i32 @u(ptr %p) ret i32 %r }
; check: unknown: unfollowed-promise: nosync

declare i32 @u(ptr)
define i32 @src(ptr %p) memory(none) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(none) convergent nosync { %r = call i32 @u(ptr %p) ret i32 %r }
; check: unknown: unfollowed-promise: nosync

declare i32 @u(ptr)
define i32 @src(ptr %p) { %r = call i32 @u(ptr %p) ret i32 %r }
define i32 @tgt(ptr %p) memory(none) nosync nofree { %r = call i32 @u(ptr %p) ret i32 %r }
; check: unknown: unfollowed-promise: memory

; Of a declaration count as those of its calls.
declare void @u(ptr)
define void @f(ptr %p) { call void @u(ptr %p) ret void }
; target:
declare void @u(ptr readonly)
define void @f(ptr %p) { call void @u(ptr %p) ret void }
; check: incorrect: more-ub (interpreter)

declare void @u(ptr readonly)
define void @f(ptr %p) { call void @u(ptr %p) ret void }
; target:
declare void @u(ptr)
define void @f(ptr %p) { call void @u(ptr %p) ret void }
; check: correct

; How arguments are passed does not change.
define i8 @src(i8 %x) { ret i8 %x }
define i8 @tgt(i8 signext %x) { ret i8 %x }
; check: incorrect: attributes

define i8 @src(i8 zeroext %x) { ret i8 %x }
define i8 @tgt(i8 %x) { ret i8 %x }
; check: incorrect: attributes

define i8 @src(i8 zeroext %x) { ret i8 %x }
define i8 @tgt(i8 zeroext %x) { ret i8 %x }
; check: correct

; What never calls back makes nothing recursive.
declare i32 @g(i32) nocallback
define i32 @src(i32 noundef %x) { %y = call i32 @g(i32 %x) ret i32 %y }
define i32 @tgt(i32 noundef %x) norecurse { %y = call i32 @g(i32 %x) ret i32 %y }
; check: correct

declare i32 @g(i32) norecurse
define i32 @src(i32 noundef %x) { %y = call i32 @g(i32 %x) ret i32 %y }
define i32 @tgt(i32 noundef %x) norecurse { %y = call i32 @g(i32 %x) ret i32 %y }
; check: correct

declare i32 @g(i32)
define i32 @src(i32 noundef %x) { %y = call i32 @g(i32 %x) ret i32 %y }
define i32 @tgt(i32 noundef %x) norecurse { %y = call i32 @g(i32 %x) ret i32 %y }
; check: unknown: unfollowed-promise: norecurse

declare i32 @g(i32) nosync
define i32 @src(i32 noundef %x) { %y = call i32 @g(i32 %x) ret i32 %y }
define i32 @tgt(i32 noundef %x) norecurse { %y = call i32 @g(i32 %x) ret i32 %y }
; check: unknown: unfollowed-promise: norecurse
