; MEM-17: a number of which nothing goes on tells nobody the variable, or the object: no pointer of the caller leads there, and unknown functions leave it alone.
@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i1
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i1
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i4
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i4
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i128
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i128
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %q = getelementptr i8, ptr @g, i64 1
  %n = ptrtoint ptr %q to i8
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %q = getelementptr i8, ptr @g, i64 1
  %n = ptrtoint ptr %q to i8
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %v = insertelement <2 x ptr> poison, ptr @g, i32 0
  %n = ptrtoint <2 x ptr> %v to <2 x i8>
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %v = insertelement <2 x ptr> poison, ptr @g, i32 0
  %n = ptrtoint <2 x ptr> %v to <2 x i8>
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
declare i16 @llvm.ctpop.i16(i16)
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %m = add i64 %n, 3
  %k = trunc i64 %m to i16
  %j = xor i16 %k, 5
  %h = call i16 @llvm.ctpop.i16(i16 %j)
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %m = add i64 %n, 3
  %k = trunc i64 %m to i16
  %j = xor i16 %k, 5
  %h = call i16 @llvm.ctpop.i16(i16 %j)
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %c = icmp eq i64 %n, 16
  %k = freeze i1 %c
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %c = icmp eq i64 %n, 16
  %k = freeze i1 %c
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %q = inttoptr i64 %n to ptr
  %r = getelementptr i8, ptr %q, i64 1
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %q = inttoptr i64 %n to ptr
  %r = getelementptr i8, ptr %q, i64 1
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %q = inttoptr i64 %n to ptr
  %e = icmp eq ptr %q, %x
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i64
  %q = inttoptr i64 %n to ptr
  %e = icmp eq ptr %q, %x
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @g to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr %x
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %m = ptrtoint ptr @g to i8
  %d = sub i8 %n, %m
  store i8 %d, ptr %x
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i16
  %q = getelementptr i8, ptr @g, i64 1
  %m = ptrtoint ptr %q to i16
  %s = shl i16 %n, 2
  %t = mul i16 %m, 4
  %d = sub i16 %t, %s
  %e = trunc i16 %d to i8
  store i8 %e, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i16
  %q = getelementptr i8, ptr @g, i64 1
  %m = ptrtoint ptr %q to i16
  %s = shl i16 %n, 2
  %t = mul i16 %m, 4
  %d = sub i16 %t, %s
  %e = trunc i16 %d to i8
  store i8 %e, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct

@g = internal global [4 x i8] zeroinitializer, align 4
@w = global i64 0
define i8 @src(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %d = xor i8 %n, %n
  store i8 %d, ptr @w
  store i8 0, ptr %x
  %l = load i8, ptr @g
  ret i8 %l
}
define i8 @tgt(ptr %x) {
  store i8 1, ptr @g
  %n = ptrtoint ptr @g to i8
  %d = xor i8 %n, %n
  store i8 %d, ptr @w
  store i8 0, ptr %x
  ret i8 1
}
; interpreter: nothing against it
; solver: correct
