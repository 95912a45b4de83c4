; A number that goes somewhere does.
@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  store i8 %n, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  store i8 %n, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  store i64 %n, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  store i64 %n, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %q = getelementptr i8, ptr @g, i64 1
  %n = ptrtoint ptr %q to i64
  %r = getelementptr i8, ptr @g, i64 %n
  %m = ptrtoint ptr %r to i64
  %d = sub i64 %m, %n
  %e = trunc i64 %d to i8
  store i8 %e, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %q = getelementptr i8, ptr @g, i64 1
  %n = ptrtoint ptr %q to i64
  %r = getelementptr i8, ptr @g, i64 %n
  %m = ptrtoint ptr %r to i64
  %d = sub i64 %m, %n
  %e = trunc i64 %d to i8
  store i8 %e, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %m = lshr i64 %n, 3
  %k = trunc i64 %m to i8
  store i8 %k, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %m = lshr i64 %n, 3
  %k = trunc i64 %m to i8
  store i8 %k, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @w to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @w to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %d = add i8 %n, %n
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %d = add i8 %n, %n
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @g to i4
  %k = zext i4 %m to i8
  %d = sub i8 %n, %k
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @g to i4
  %k = zext i4 %m to i8
  %d = sub i8 %n, %k
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %v = insertelement <2 x ptr> poison, ptr @g, i32 0
  %n = ptrtoint <2 x ptr> %v to <2 x i8>
  %d = extractelement <2 x i8> %n, i32 0
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %v = insertelement <2 x ptr> poison, ptr @g, i32 0
  %n = ptrtoint <2 x ptr> %v to <2 x i8>
  %d = extractelement <2 x i8> %n, i32 0
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
declare void @take(i8)
define internal void @pass(i8 %n) {
  call void @take(i8 %n)
  ret void
}
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  call void @pass(i8 %n)
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  call void @pass(i8 %n)
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  br label %again
again:
  %i = phi i8 [ %n, %0 ], [ %j, %again ]
  %b = phi i1 [ true, %0 ], [ false, %again ]
  %j = add i8 %i, 1
  br i1 %b, label %again, label %out
out:
  store i8 %i, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  br label %again
again:
  %i = phi i8 [ %n, %0 ], [ %j, %again ]
  %b = phi i1 [ true, %0 ], [ false, %again ]
  %j = add i8 %i, 1
  br i1 %b, label %again, label %out
out:
  store i8 %i, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: incorrect: value-mismatch

@w = global i64 0
declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i64
  store i64 %n, ptr @w
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i64
  store i64 %n, ptr @w
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

@w = global i64 0
declare void @take(i8)
declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  %m = ptrtoint ptr @w to i8
  %d = sub i8 %n, %m
  call void @take(i8 %d)
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  %m = ptrtoint ptr @w to i8
  %d = sub i8 %n, %m
  call void @take(i8 %d)
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

declare void @take(i8)
declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %v = insertelement <2 x ptr> poison, ptr %a, i32 0
  %n = ptrtoint <2 x ptr> %v to <2 x i8>
  %d = extractelement <2 x i8> %n, i32 0
  call void @take(i8 %d)
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %v = insertelement <2 x ptr> poison, ptr %a, i32 0
  %n = ptrtoint <2 x ptr> %v to <2 x i8>
  %d = extractelement <2 x i8> %n, i32 0
  call void @take(i8 %d)
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

; A pointer that was made of a number is compared by where it leads.
define i8 @src(i64 %i) {
  %a = alloca i64
  store i64 0, ptr %a
  %n = ptrtoint ptr %a to i64
  %z = sub i64 0, %n
  %q = getelementptr i8, ptr %a, i64 %z
  %c = icmp eq ptr %q, null
  %r8 = zext i1 %c to i8
  ret i8 %r8
}
define i8 @tgt(i64 %i) {
  ret i8 0
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i8 @src(i64 %i) {
  %a = alloca i64
  store i64 0, ptr %a
  %n = ptrtoint ptr %a to i64
  %q = inttoptr i64 %n to ptr
  %c = icmp eq ptr %q, %a
  %r8 = zext i1 %c to i8
  ret i8 %r8
}
define i8 @tgt(i64 %i) {
  ret i8 0
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

define i8 @src(i64 %i) {
  %a = alloca i64
  store i64 0, ptr %a
  %n = ptrtoint ptr %a to i64
  %z = sub i64 %n, %i
  %q = getelementptr i8, ptr %a, i64 %i
  %r = inttoptr i64 %n to ptr
  %c = icmp eq ptr %r, %q
  %r8 = zext i1 %c to i8
  ret i8 %r8
}
define i8 @tgt(i64 %i) {
  ret i8 0
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: value-mismatch

; Optimizers drop such a number, and then the variable.
@g = internal global [2 x i8] c"\01\FF", align 4
define i8 @src(ptr %x) {
  %n = ptrtoint ptr @g to i4
  %l = load i8, ptr %x
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %l = load i8, ptr %x
  ret i8 %l
}
; interpreter: nothing against it
; solver: correct

@g = internal global [2 x i8] c"\01\FF", align 4
define i8 @src(ptr %x) {
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @g to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr @g
  %l = load i8, ptr %x
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %l = load i8, ptr %x
  ret i8 %l
}
; interpreter: nothing against it
; solver: correct
