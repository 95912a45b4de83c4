; MEM-17: a number of which nothing goes on tells nobody the variable, or the object: no pointer of the caller leads there, and unknown functions leave it alone.
@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %d = and i8 %n, 3
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %d = and i8 %n, 3
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define internal void @ignore(i8 %n) {
  ret void
}
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  call void @ignore(i8 %n)
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  call void @ignore(i8 %n)
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoaddr ptr @g to i64
  %d = trunc i64 %n to i8
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoaddr ptr @g to i64
  %d = trunc i64 %n to i8
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
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
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i1
  %d = zext i1 %n to i8
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i1
  %d = zext i1 %n to i8
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i4
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i4
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  %n = ptrtoint ptr %q to i8
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  %n = ptrtoint ptr %q to i8
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i64
  %c = icmp eq i64 %n, 16
  %k = freeze i1 %c
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i64
  %c = icmp eq i64 %n, 16
  %k = freeze i1 %c
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  %m = ptrtoint ptr %a to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr %x
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  %m = ptrtoint ptr %a to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr %x
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @take(i8)
declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  %d = and i8 %n, 3
  call void @take(i8 %d)
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  %d = and i8 %n, 3
  call void @take(i8 %d)
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct

declare void @u()
define i8 @src(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  br label %again
again:
  %i = phi i8 [ %n, %0 ], [ %j, %again ]
  %b = phi i1 [ true, %0 ], [ false, %again ]
  %j = add i8 %i, 1
  br i1 %b, label %again, label %out
out:
  call void @u()
  %l = load i8, ptr %a
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  %a = alloca [4 x i8], align 4
  store i8 1, ptr %a
  %n = ptrtoint ptr %a to i8
  br label %again
again:
  %i = phi i8 [ %n, %0 ], [ %j, %again ]
  %b = phi i1 [ true, %0 ], [ false, %again ]
  %j = add i8 %i, 1
  br i1 %b, label %again, label %out
out:
  call void @u()
  ret i8 1
}
; interpreter: unknown: source has more choices than were enumerated
; solver: correct
