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
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %m = add i64 %n, 0
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
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
  %n = call i64 @strlen(ptr %p)
  %m = add i64 %n, 0
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
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
  %r = call ptr @strrchr(ptr %p, i32 0)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
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
  %r = call ptr @strchr(ptr %p, i32 0)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %m = add i64 %n, 1
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
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
define i1 @src(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @memcmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
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
define i1 @src(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef dereferenceable(4) %p, ptr noundef %q) {
  %r = call i32 @memcmp(ptr %p, ptr @abc, i64 3)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
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
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @memcmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
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
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strncmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
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
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strncmp(ptr %p, ptr @abc, i64 3)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
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
define i1 @src(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strncmp(ptr %p, ptr @abc, i64 4)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call i32 @strcmp(ptr %p, ptr @abc)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
; interpreter: unknown: source has more choices than were enumerated
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
  %r = call ptr @strcat(ptr %p, ptr @abc)
  ret ptr %r
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %n = call i64 @strlen(ptr %p)
  %e = getelementptr i8, ptr %p, i64 %n
  %m = call ptr @memcpy(ptr %e, ptr @abc, i64 4)
  ret ptr %p
}
; interpreter: unknown: a library function reads undefined memory
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
  %n = call i64 @strlen(ptr %p)
  %e = getelementptr i8, ptr %p, i64 %n
  %m = call ptr @memcpy(ptr %e, ptr @abc, i64 4)
  ret ptr %p
}
define ptr @tgt(ptr noundef %p, ptr noundef %q) {
  %r = call ptr @strcat(ptr %p, ptr @abc)
  ret ptr %r
}
; interpreter: unknown: a library function reads undefined memory
; solver: correct
