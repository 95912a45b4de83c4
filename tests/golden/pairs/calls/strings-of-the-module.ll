; CALL-16: Functions that read the module's strings have what they give computed, for all inputs where these are few.

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i32 @src() { %r = call i32 @atoi(ptr @number) ret i32 %r }
define i32 @tgt() { ret i32 -12 }
; check: correct

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i32 @src() { %r = call i32 @atoi(ptr @number) ret i32 %r }
define i32 @tgt() { ret i32 12 }
; check: incorrect: value-mismatch (interpreter)

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i64 @src() { %r = call i64 @strspn(ptr @text, ptr @ab) ret i64 %r }
define i64 @tgt() { %r = call i64 @strcspn(ptr @text, ptr @c) ret i64 %r }
; check: correct

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i64 @src() { %r = call i64 @strspn(ptr @text, ptr @ab) ret i64 %r }
define i64 @tgt() { %r = call i64 @strcspn(ptr @text, ptr @ab) ret i64 %r }
; check: incorrect: value-mismatch (interpreter)

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define ptr @src() { %r = call ptr @strstr(ptr @text, ptr @c) ret ptr %r }
define ptr @tgt() { %r = call ptr @strpbrk(ptr @text, ptr @c) ret ptr %r }
; check: correct

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define ptr @src() { %r = call ptr @strstr(ptr @text, ptr @ab) ret ptr %r }
define ptr @tgt() { %r = call ptr @strpbrk(ptr @text, ptr @ab) ret ptr %r }
; check: incorrect: value-mismatch (interpreter)

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i1 @src(i1 noundef %x) {
  %s = select i1 %x, ptr @number, ptr @text
  %n = call i64 @strlen(ptr %s)
  %m = call i32 @atoi(ptr %s)
  %t = trunc i64 %n to i32
  %r = icmp slt i32 %m, %t
  ret i1 %r
}
define i1 @tgt(i1 noundef %x) { ret i1 true }
; check: correct

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i32 @src() { %r = call i32 @atoi(ptr @number) nobuiltin ret i32 %r }
define i32 @tgt() { ret i32 -12 }
; check: incorrect: value-mismatch (interpreter)

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i1 @src() {
  %m = alloca [4 x i8]
  %p = call ptr @strcpy(ptr %m, ptr @number)
  %r = call i32 @strcmp(ptr %p, ptr @text)
  %t = icmp slt i32 %r, 0
  ret i1 %t
}
define i1 @tgt() { ret i1 true }
; check: correct

target triple = "x86_64-unknown-linux-gnu"
@number = private constant [4 x i8] c"-12\00"
@text = private constant [6 x i8] c"aabca\00"
@ab = private constant [3 x i8] c"ab\00"
@c = private constant [2 x i8] c"c\00"
declare i32 @atoi(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
define i32 @src() { %r = call i32 @strcmp(ptr @ab, ptr @c) ret i32 %r }
define i32 @tgt() { ret i32 1 }
; check: incorrect: value-mismatch (interpreter, smt)

; What memrchr is to look at ends where memory can be: it begins there.
@a5 = constant [5 x i8] c"12345"
declare ptr @memrchr(ptr, i32, i64)
define ptr @src(i32 noundef %x, i64 noundef %y) {
  %d = call ptr @memrchr(ptr getelementptr ([5 x i8], ptr @a5, i32 0, i32 5), i32 %x, i64 %y)
  ret ptr %d
}
define ptr @tgt(i32 noundef %x, i64 noundef %y) {
  ret ptr null
}
; check: correct (up to 128 bytes looked at by each library function)

@a5 = constant [5 x i8] c"12345"
declare ptr @memrchr(ptr, i32, i64)
define ptr @src(i32 noundef %x, i64 noundef %y) {
  %d = call ptr @memrchr(ptr getelementptr ([5 x i8], ptr @a5, i32 0, i32 4), i32 %x, i64 %y)
  ret ptr %d
}
define ptr @tgt(i32 noundef %x, i64 noundef %y) {
  ret ptr null
}
; check: incorrect: value-mismatch (interpreter, smt)
