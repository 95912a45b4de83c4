; MEM-77: Two symbols to which the linker, or a pass that merges constants, may give one address.

; Constants that hold the same.
@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

; The address of one need not count.
@a = internal unnamed_addr constant i32 1, align 4
@b = constant i32 1, align 4
define i1 @src() { %c = icmp ugt ptr @a, @b %d = icmp ult ptr @a, @b %r = or i1 %c, %d ret i1 %r }
define i1 @tgt() { ret i1 true }
; check: unsupported: @a and @b at one address

; It may be moved, chosen, or a number.
@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i1 @src(i1 noundef %x) {
  %p = select i1 %x, ptr getelementptr (i8, ptr @a, i64 1), ptr null
  %c = icmp eq ptr %p, getelementptr (i8, ptr @b, i64 1)
  ret i1 %c
}
define i1 @tgt(i1 noundef %x) { ret i1 false }
; check: unsupported: @a and @b at one address

@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i1 @src() {
  %c = icmp eq i64 ptrtoint (ptr @a to i64), ptrtoint (ptr @b to i64)
  ret i1 %c
}
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i64 @src() { ret i64 0 }
define i64 @tgt() {
  %x = ptrtoaddr ptr @a to i64
  %y = ptrtoaddr ptr @b to i64
  %c = icmp eq i64 %x, %y
  %r = zext i1 %c to i64
  ret i64 %r
}
; check: unsupported: @a and @b at one address

; In what is called.
@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define internal i1 @same() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @src() { %c = call i1 @same() ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

; They hold something else, their addresses count, or they are no constants.
@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 2, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

@a = constant i32 1, align 4
@b = constant i32 1, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

@a = unnamed_addr global i32 1, align 4
@b = unnamed_addr global i32 1, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

; Nobody looks at the addresses.
@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i32 @src() { %x = load i32, ptr @a %y = load i32, ptr @b %r = add i32 %x, %y ret i32 %r }
define i32 @tgt() { ret i32 2 }
; check: correct

; What is said of them holds where they are one, too.
@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { %c = icmp eq ptr @b, @a ret i1 %c }
; check: correct

@a = unnamed_addr constant i32 1, align 4
@b = unnamed_addr constant i32 1, align 4
define i32 @src() {
  %c = icmp eq ptr @a, @b
  br i1 %c, label %same, label %other
same:
  %x = load i32, ptr @a
  ret i32 %x
other:
  %y = load i32, ptr @b
  ret i32 %y
}
define i32 @tgt() { ret i32 1 }
; check: correct

; A symbol that the linker may replace by another.
@a = weak global i32 0, align 4
@b = weak global i32 0, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

@a = global i32 0, align 4
@b = weak global i32 0, align 4
define i1 @src() { %c = icmp ne ptr @b, @a ret i1 %c }
define i1 @tgt() { ret i1 true }
; check: unsupported: @b and @a at one address

@a = common global i32 0, align 4
@b = external global i32, align 4
define i1 @src() { %c = icmp ne ptr @b, @a ret i1 %c }
define i1 @tgt() { ret i1 true }
; check: unsupported: @a and @b at one address

@a = linkonce global i32 0, align 4
@b = external global i32, align 4
define i1 @src() { %c = icmp ne ptr @b, @a ret i1 %c }
define i1 @tgt() { ret i1 true }
; check: unsupported: @a and @b at one address

@a = extern_weak global i32, align 4
@b = external global i32, align 4
define i1 @src() { %c = icmp eq ptr @b, @a ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

define weak void @a() { ret void }
declare void @b()
define i1 @src() { %c = icmp eq ptr @b, @a ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

declare extern_weak void @a()
declare void @b()
define i1 @src() { %c = icmp eq ptr @b, @a ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

; Nobody can replace it, no other module can name the other one, or that is too small or not aligned.
@a = linkonce_odr global i32 0, align 4
@b = weak_odr global i32 0, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

@a = weak global i32 0, align 4
@b = internal global i32 0, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

@a = weak global i64 0, align 8
@b = global i32 0, align 8
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

@a = weak global i32 0, align 8
@b = global i32 0, align 4
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

; Functions that may be merged: these do the same, and those nobody knows.
define void @a() unnamed_addr { ret void }
define void @b() unnamed_addr { ret void }
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

declare void @a() unnamed_addr
declare void @b() unnamed_addr
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: @a and @b at one address

; They do something else, or the address of one counts.
define i8 @a() unnamed_addr { ret i8 1 }
define i8 @b() unnamed_addr { ret i8 2 }
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

define void @a() { ret void }
define void @b() unnamed_addr { ret void }
define i1 @src() { %c = icmp eq ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

; MEM-78: An absolute symbol is anywhere in its range, null if that holds 0.
@a = external global i8, !absolute_symbol !0
define i1 @src() { %c = icmp eq ptr @a, null ret i1 %c }
define i1 @tgt() { ret i1 false }
!0 = !{i64 0, i64 256}
; check: unknown: approximation

@a = external global i8, !absolute_symbol !0
define i64 @src() {
  %n = ptrtoint ptr @a to i64
  %c = icmp eq i64 %n, 0
  %r = select i1 %c, i64 7, i64 %n
  ret i64 %r
}
define i64 @tgt() { %n = ptrtoint ptr @a to i64 ret i64 %n }
!0 = !{i64 -1, i64 -1}
; check: unknown: approximation

@a = external global i8, !absolute_symbol !0
define i1 @src() { %c = icmp eq ptr @a, null ret i1 %c }
define i1 @tgt() { ret i1 false }
!0 = !{i64 16, i64 256}
; check: correct

@a = external global i8, !absolute_symbol !0
define i8 @src() {
  %c = icmp eq ptr @a, null
  %v = load i8, ptr @a
  %r = select i1 %c, i8 7, i8 %v
  ret i8 %r
}
define i8 @tgt() { %v = load i8, ptr @a ret i8 %v }
!0 = !{i64 0, i64 256}
; check: correct

; MEM-79: Two names that need not have one address.
@g = global i32 0
@a = unnamed_addr alias i32, ptr @g
define i1 @src() { %c = icmp eq ptr @a, @g ret i1 %c }
define i1 @tgt() { ret i1 true }
; check: unsupported: two names of @g at two addresses

@g = global i32 0
@a = alias i32, ptr @g
@b = unnamed_addr alias i32, ptr @g
define i1 @src() { %c = icmp ult ptr @a, @b ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: unsupported: two names of @g at two addresses

declare void @g()
define i1 @src() { %c = icmp eq ptr no_cfi @g, @g ret i1 %c }
define i1 @tgt() { ret i1 true }
; check: unsupported: two names of @g at two addresses

; The address of an alias counts, or one name alone is looked at.
@g = global i32 0
@a = alias i32, ptr @g
define i1 @src() { %c = icmp eq ptr @a, @g ret i1 %c }
define i1 @tgt() { ret i1 true }
; check: correct

@g = global i32 0
@a = unnamed_addr alias i32, ptr @g
define i1 @src() { %c = icmp eq ptr @a, null ret i1 %c }
define i1 @tgt() { ret i1 false }
; check: correct

; More pairs than are asked about; the last is taken for different.
declare void @use(i1, i1)
@a = weak global i8 0
@b = weak global i8 0
@c = weak global i8 0
@d = weak global i8 0
define i1 @src() {
  %ab = icmp eq ptr @a, @b
  %ac = icmp eq ptr @a, @c
  call void @use(i1 %ab, i1 %ac)
  %cd = icmp eq ptr @c, @d
  ret i1 %cd
}
define i1 @tgt() {
  %ab = icmp eq ptr @a, @b
  %ac = icmp eq ptr @a, @c
  call void @use(i1 %ab, i1 %ac)
  ret i1 false
}
; check: unsupported: many symbols that may have one address
