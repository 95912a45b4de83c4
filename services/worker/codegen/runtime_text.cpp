#include "services/worker/codegen/runtime_table.h"

namespace assay::codegen {
namespace {

/// SIZE is as wide as a pointer, and so is `long`.
constexpr std::string_view kText = R"IR(
define void @assay.host() {
  ret void
}
define ptr @memcpy(ptr %to, ptr %from, SIZE %size) {
start:
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %source = getelementptr i8, ptr %from, SIZE %i
  %byte = load volatile i8, ptr %source
  %place = getelementptr i8, ptr %to, SIZE %i
  store volatile i8 %byte, ptr %place
  %next = add SIZE %i, 1
  %done = icmp eq SIZE %next, %size
  br i1 %done, label %end, label %loop
end:
  ret ptr %to
}
define ptr @memmove(ptr %to, ptr %from, SIZE %size) {
start:
  %behind = icmp ugt ptr %to, %from
  br i1 %behind, label %check, label %forward
forward:
  %copied = call ptr @memcpy(ptr %to, ptr %from, SIZE %size)
  ret ptr %to
check:
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi SIZE [ %size, %check ], [ %next, %loop ]
  %next = sub SIZE %i, 1
  %source = getelementptr i8, ptr %from, SIZE %next
  %byte = load volatile i8, ptr %source
  %place = getelementptr i8, ptr %to, SIZE %next
  store volatile i8 %byte, ptr %place
  %done = icmp eq SIZE %next, 0
  br i1 %done, label %end, label %loop
end:
  ret ptr %to
}
define ptr @memset(ptr %to, i32 %value, SIZE %size) {
start:
  %byte = trunc i32 %value to i8
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %place = getelementptr i8, ptr %to, SIZE %i
  store volatile i8 %byte, ptr %place
  %next = add SIZE %i, 1
  %done = icmp eq SIZE %next, %size
  br i1 %done, label %end, label %loop
end:
  ret ptr %to
}
define signext i32 @memcmp(ptr %a, ptr %b, SIZE %size) {
start:
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %same, label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %more ]
  %p = getelementptr i8, ptr %a, SIZE %i
  %q = getelementptr i8, ptr %b, SIZE %i
  %x = load volatile i8, ptr %p
  %y = load volatile i8, ptr %q
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %more, label %differ
more:
  %next = add SIZE %i, 1
  %done = icmp eq SIZE %next, %size
  br i1 %done, label %same, label %loop
differ:
  %u = zext i8 %x to i32
  %v = zext i8 %y to i32
  %order = sub i32 %u, %v
  ret i32 %order
same:
  ret i32 0
}
define signext i32 @bcmp(ptr %a, ptr %b, SIZE %size) {
  %order = call signext i32 @memcmp(ptr %a, ptr %b, SIZE %size)
  ret i32 %order
}
define SIZE @strlen(ptr %text) {
start:
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %p = getelementptr i8, ptr %text, SIZE %i
  %c = load volatile i8, ptr %p
  %end = icmp eq i8 %c, 0
  %next = add SIZE %i, 1
  br i1 %end, label %done, label %loop
done:
  ret SIZE %i
}
define signext i32 @strncmp(ptr %a, ptr %b, SIZE %size) {
start:
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %more ]
  %none = icmp eq SIZE %i, %size
  br i1 %none, label %same, label %look
look:
  %p = getelementptr i8, ptr %a, SIZE %i
  %q = getelementptr i8, ptr %b, SIZE %i
  %x = load volatile i8, ptr %p
  %y = load volatile i8, ptr %q
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %more, label %differ
more:
  %next = add SIZE %i, 1
  %end = icmp eq i8 %x, 0
  br i1 %end, label %same, label %loop
differ:
  %u = zext i8 %x to i32
  %v = zext i8 %y to i32
  %order = sub i32 %u, %v
  ret i32 %order
same:
  ret i32 0
}
define signext i32 @strcmp(ptr %a, ptr %b) {
  %order = call signext i32 @strncmp(ptr %a, ptr %b, SIZE -1)
  ret i32 %order
}
define ptr @memchr(ptr %a, i32 %value, SIZE %size) {
start:
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %look ]
  %p = getelementptr i8, ptr %a, SIZE %i
  %end = icmp eq SIZE %i, %size
  br i1 %end, label %none, label %look
look:
  %x = load volatile i8, ptr %p
  %found = icmp eq i8 %x, %byte
  %next = add SIZE %i, 1
  br i1 %found, label %here, label %loop
here:
  ret ptr %p
none:
  ret ptr null
}
define ptr @strchr(ptr %a, i32 %value) {
  %length = call SIZE @strlen(ptr %a)
  %size = add SIZE %length, 1
  %found = call ptr @memchr(ptr %a, i32 %value, SIZE %size)
  ret ptr %found
}
define ptr @strrchr(ptr %a, i32 %value) {
start:
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %last = phi ptr [ null, %start ], [ %now, %loop ]
  %p = getelementptr i8, ptr %a, SIZE %i
  %x = load volatile i8, ptr %p
  %found = icmp eq i8 %x, %byte
  %now = select i1 %found, ptr %p, ptr %last
  %end = icmp eq i8 %x, 0
  %next = add SIZE %i, 1
  br i1 %end, label %done, label %loop
done:
  ret ptr %now
}
define ptr @strcpy(ptr %to, ptr %from) {
  %length = call SIZE @strlen(ptr %from)
  %size = add SIZE %length, 1
  %copied = call ptr @memcpy(ptr %to, ptr %from, SIZE %size)
  ret ptr %to
}
define signext i32 @ffs(i32 %x) {
  %zeros = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %number = add i32 %zeros, 1
  %none = icmp eq i32 %x, 0
  %r = select i1 %none, i32 0, i32 %number
  ret i32 %r
}
define signext i32 @ffsll(i64 %x) {
  %zeros = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  %number = add i64 %zeros, 1
  %none = icmp eq i64 %x, 0
  %r = select i1 %none, i64 0, i64 %number
  %t = trunc i64 %r to i32
  ret i32 %t
}
define signext i32 @ffsl(SIZE %x) {
  %r = call signext i32 @FFS_OF_SIZE(SIZE %x)
  ret i32 %r
}
define signext i32 @isascii(i32 %x) {
  %is = icmp ult i32 %x, 128
  %r = zext i1 %is to i32
  ret i32 %r
}
define signext i32 @isdigit(i32 %x) {
  %from = sub i32 %x, 48
  %is = icmp ult i32 %from, 10
  %r = zext i1 %is to i32
  ret i32 %r
}
define signext i32 @toascii(i32 %x) {
  %r = and i32 %x, 127
  ret i32 %r
}
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
)IR";

/// What ARM's own names stand for. Numbers go to them in general registers.
constexpr std::string_view kArmText = R"IR(
define arm_aapcscc { i64, i64 } @__aeabi_ldivmod(i64 %x, i64 %y) {
  %quotient = call i64 @__divdi3(i64 %x, i64 %y)
  %rest = call i64 @__moddi3(i64 %x, i64 %y)
  %first = insertvalue { i64, i64 } poison, i64 %quotient, 0
  %both = insertvalue { i64, i64 } %first, i64 %rest, 1
  ret { i64, i64 } %both
}
define arm_aapcscc { i64, i64 } @__aeabi_uldivmod(i64 %x, i64 %y) {
  %quotient = call i64 @__udivdi3(i64 %x, i64 %y)
  %rest = call i64 @__umoddi3(i64 %x, i64 %y)
  %first = insertvalue { i64, i64 } poison, i64 %quotient, 0
  %both = insertvalue { i64, i64 } %first, i64 %rest, 1
  ret { i64, i64 } %both
}
define arm_aapcscc i64 @__aeabi_f2lz(float %x) {
  %r = call i64 @__fixsfdi(float %x)
  ret i64 %r
}
define arm_aapcscc i64 @__aeabi_d2lz(double %x) {
  %r = call i64 @__fixdfdi(double %x)
  ret i64 %r
}
define arm_aapcscc i64 @__aeabi_f2ulz(float %x) {
  %r = call i64 @__fixunssfdi(float %x)
  ret i64 %r
}
define arm_aapcscc i64 @__aeabi_d2ulz(double %x) {
  %r = call i64 @__fixunsdfdi(double %x)
  ret i64 %r
}
define arm_aapcscc float @__aeabi_l2f(i64 %x) {
  %r = call float @__floatdisf(i64 %x)
  ret float %r
}
define arm_aapcscc double @__aeabi_l2d(i64 %x) {
  %r = call double @__floatdidf(i64 %x)
  ret double %r
}
define arm_aapcscc float @__aeabi_ul2f(i64 %x) {
  %r = call float @__floatundisf(i64 %x)
  ret float %r
}
define arm_aapcscc double @__aeabi_ul2d(i64 %x) {
  %r = call double @__floatundidf(i64 %x)
  ret double %r
}
define arm_aapcscc zeroext i16 @__aeabi_d2h(double %x) {
  %r = call zeroext i16 @__gnu_d2h_ieee(double %x)
  ret i16 %r
}
declare i64 @__divdi3(i64, i64)
declare i64 @__moddi3(i64, i64)
declare i64 @__udivdi3(i64, i64)
declare i64 @__umoddi3(i64, i64)
declare i64 @__fixsfdi(float)
declare i64 @__fixdfdi(double)
declare i64 @__fixunssfdi(float)
declare i64 @__fixunsdfdi(double)
declare float @__floatdisf(i64)
declare double @__floatdidf(i64)
declare float @__floatundisf(i64)
declare double @__floatundidf(i64)
declare zeroext i16 @__gnu_d2h_ieee(double)
)IR";

void put(std::string& text, std::string_view mark, std::string_view by) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
    text.replace(at, mark.size(), by);
}

}  // namespace

std::string runtime_text(unsigned word_bytes, bool is_arm) {
  std::string text(kText);
  put(text, "FFS_OF_SIZE", word_bytes == 8 ? "ffsll" : "ffs");
  put(text, "SIZE", word_bytes == 8 ? "i64" : "i32");
  return is_arm ? text.append(kArmText) : text;
}

}  // namespace assay::codegen
