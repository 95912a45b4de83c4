; CALL-38: Functions of strings that are exchanged do what C says, as far as a bound.
target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcat(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %e = getelementptr i8, ptr %p, i64 %n
  %m = call ptr @memcpy(ptr %e, ptr @abc, i64 3)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 3)
  ret ptr %p
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: more-ub

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcpy(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 3)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @stpcpy(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strncpy(ptr %p, ptr @abc, i64 4)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strncpy(ptr %p, ptr @abc, i64 3)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 3)
  ret ptr %p
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strncpy(ptr %p, ptr @abc, i64 6)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %m = call ptr @memcpy(ptr %p, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: incorrect: memory-mismatch
; solver: incorrect: memory-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(i32 noundef %c) {
  %r = call ptr @strchr(ptr @abc, i32 %c)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
define i1 @tgt(i32 noundef %c) {
  %r = call ptr @memchr(ptr @abc, i32 %c, i64 4)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
; interpreter: nothing against it
; solver: correct

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i1 @src(i32 noundef %c) {
  %r = call ptr @strchr(ptr @abc, i32 %c)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
define i1 @tgt(i32 noundef %c) {
  %r = call ptr @memchr(ptr @abc, i32 %c, i64 3)
  %s = icmp eq ptr %r, null
  ret i1 %s
}
; interpreter: incorrect: value-mismatch
; solver: incorrect: value-mismatch

target triple = "x86_64-unknown-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define ptr @src(ptr noundef %p, ptr noundef %q) {
  %q1 = getelementptr i8, ptr %p, i64 1
  %r = call ptr @strcpy(ptr %p, ptr %q1)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  unreachable
}
; interpreter: incorrect: more-ub
; solver: incorrect: more-ub
